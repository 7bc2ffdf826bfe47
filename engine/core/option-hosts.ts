/**
 * The option kind for lists of hosts.
 * Apart from `options.ts`, since only the rules about links need hosts to be read.
 */
import { type HostEntry, type HostProblem, parseHostEntry } from "./hosts.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { bad, listSchema, type OptionPowers, type OptionProblem, type OptionSpec, readList } from "./options.ts";
import type { Result } from "./result.ts";

/** A list of hosts: `auth.example.com`, `*.example.com`, `localhost:3000`, `{ domain: example.com, paths: [/login] }` */
export function hosts(
  about: string,
  { required = false }: { readonly required?: boolean } = {},
): OptionSpec<readonly HostEntry[]> {
  return {
    kind: "list of hosts",
    about,
    required,
    first: required ? undefined : [],
    schema: listSchema(HOST_SCHEMA),
    read: (value, powers) => readList(value, powers, readHostEntry),
  };
}

const PATHS_SCHEMA: JsonObject = listSchema({ type: "string", pattern: "^/" });

const HOST_SCHEMA: JsonObject = {
  anyOf: [
    { type: "string", minLength: 1 },
    {
      type: "object",
      properties: { host: { type: "string", minLength: 1 }, paths: PATHS_SCHEMA },
      required: ["host"],
      additionalProperties: false,
    },
    {
      type: "object",
      properties: { domain: { type: "string", minLength: 1 }, paths: PATHS_SCHEMA },
      required: ["domain"],
      additionalProperties: false,
    },
  ],
};

function readHostEntry(value: JsonValue, { registrableDomain }: OptionPowers): Result<HostEntry, OptionProblem> {
  const read = parseHostEntry(value, registrableDomain);
  if (read.ok) return read;
  const [first, ...rest] = read.errors.map((problem) => optionProblem(value, problem));
  return first === undefined ? bad(optionProblem(value, read.errors[0])) : { ok: false, errors: [first, ...rest] };
}

function optionProblem(value: JsonValue, { code, at, help }: HostProblem): OptionProblem {
  const path = at.split("/").slice(1).map(stepOf);
  const shown = typeof value === "string" && path.length === 0 ? `\`${value}\` ` : "this ";
  const message = `${shown}${MESSAGES[code]}`;
  // `{ domain: … }` of a host that nobody registered: a host, but none where a domain is wanted.
  return { path, code: code === "not-a-domain" ? "not-a-host" : code, message, help };
}

const MESSAGES: Readonly<Record<HostProblem["code"], string>> = {
  "bad-path": "is no path that every reader resolves alike",
  "bad-port": "has a port that is none",
  "bad-wildcard": "has a `*` that stands for no sub-domains",
  "ip-by-accident": "is an address to some readers only",
  "is-a-url": "is a link, not a host",
  "matches-everything": "would match every host",
  "not-a-domain": "is no domain that somebody registered",
  "not-a-host": "is no host",
  "public-suffix": "is a public suffix: strangers register names below it",
  "unknown-key": "is not known here",
  "wrong-type": "is of another kind than wanted",
};

// RFC 6901; a list's index counts as a number.
function stepOf(step: string): string | number {
  return /^[0-9]+$/.test(step) ? Number(step) : step.replaceAll("~1", "/").replaceAll("~0", "~");
}
