/**
 * The attack scripts: read from YAML and made cases, each a policy with one hostile script and what must come of it.
 * Most are only the lines that matter; what they stand in is here, so that the data says what is tried and nothing else.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parseDocument } from "yaml";
import type { JsonObject, JsonValue } from "../../engine/core/json.ts";
import type { Case, Want } from "./cases.ts";

export interface AttackFile {
  readonly path: string;
  readonly cases: readonly Case[];
  readonly problems: readonly string[];
}

interface RawFile {
  readonly suite: string;
  readonly attacks: readonly RawAttack[];
}

interface RawAttack {
  readonly id: string;
  /** The whole script */
  readonly script?: string;
  /** The body of `decide`, which gets `call` */
  readonly decide?: string;
  /** The body of a function; what it gives is answered as text */
  readonly probe?: string;
  /** A script that is nested so often */
  readonly generate?: {
    readonly open: string;
    readonly middle?: string;
    readonly close: string;
    readonly times: number;
  };
  readonly may?: readonly string[];
  readonly options?: JsonObject;
  readonly limits?: JsonObject;
  readonly observe?: true;
  readonly "policy-rules"?: readonly JsonObject[];
  readonly event?: "Elicitation" | "ElicitationResult";
  readonly mode?: "form" | "url";
  readonly action?: string;
  readonly message?: string;
  readonly "generate-message"?: number;
  readonly gives?: string;
  readonly want?: "failed" | "unloadable" | `declined ${string}` | Want;
}

const ROOT = join(import.meta.dirname, "../cases/attacks");
const isAttackFile = new Ajv2020({
  strict: true,
  strictRequired: false,
  allErrors: true,
  allowUnionTypes: true,
}).compile<RawFile>(JSON.parse(readFileSync(join(ROOT, "attack.schema.json"), "utf8")));

export function readAttackFiles(): readonly AttackFile[] {
  return readdirSync(ROOT)
    .filter((name) => name.endsWith(".yaml"))
    .sort()
    .map((name) => readAttackText(name.replace(/\.yaml$/, ""), readFileSync(join(ROOT, name), "utf8")));
}

function readAttackText(path: string, text: string): AttackFile {
  const document = parseDocument(text, { uniqueKeys: true, strict: true, version: "1.2" });
  const faults = [...document.errors, ...document.warnings].map(({ message }) => message);
  const raw: unknown = faults.length > 0 ? undefined : document.toJS();
  if (faults.length > 0 || !isAttackFile(raw)) {
    const against = isAttackFile.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? [];
    return { path, cases: [], problems: faults.length > 0 ? faults : against };
  }
  const ids = raw.attacks.map(({ id }) => id);
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `two attacks are called \`${id}\``);
  const misnamed = raw.suite === path ? [] : [`it is named ${path}, but its suite is \`${raw.suite}\``];
  return { path, cases: raw.attacks.map((one) => attackCase(raw.suite, one)), problems: [...twice, ...misnamed] };
}

function attackCase(suite: string, attack: RawAttack): Case {
  const { may = ["accept", "ask", "cancel", "decline"], options, limits, observe } = attack;
  const rule: JsonObject = {
    use: "script",
    source: scriptOf(attack),
    may,
    ...(options === undefined ? {} : { options }),
    ...limits,
    ...(observe === undefined ? {} : { observe }),
  };
  const policy = { version: 1, rules: [...(attack["policy-rules"] ?? []), rule] };
  return {
    suite: `attack ${suite}`,
    id: attack.id,
    policy: [policy as JsonObject],
    context: undefined,
    input: { kind: "object", object: inputOf(attack) },
    want: wantOf(attack),
    slowly: false,
  };
}

function scriptOf({ script, decide, probe, generate }: RawAttack): string {
  if (script !== undefined) return script;
  if (generate !== undefined) {
    const { open, middle = "", close, times } = generate;
    return inDecide(`const value = ${open.repeat(times)}${middle}${close.repeat(times)};`);
  }
  if (decide !== undefined) return inDecide(decide);
  return `const probe = ({ request, context, options }, call) => {\n${probe}\n};
rule({ about: "Looks for a way", codes: { yes: "yes" }, decide(call) { return call.accept({ v: String(probe(call, call)) }); } });`;
}

function inDecide(body: string): string {
  return `rule({
  about: "Looks for a way",
  codes: { no: "no", yes: "yes", "with-args": "{day}" },
  decide(call) {
    const { request, context, options } = call;
${body}
  },
});`;
}

function inputOf(attack: RawAttack): JsonObject {
  const { event = "Elicitation", mode = "form", action = "accept", message = "Which team?" } = attack;
  const size = attack["generate-message"];
  const common = { hook_event_name: event, mcp_server_name: "demo", mode };
  if (event === "ElicitationResult")
    return {
      ...common,
      action,
      ...(action === "accept" && mode === "form" ? { content: { v: "hunter2-and-more" } } : {}),
    };
  const asked: Readonly<Record<string, JsonValue>> =
    mode === "url"
      ? { url: "https://auth.example.com/" }
      : { requested_schema: { type: "object", properties: { v: { type: "string" } } } };
  return { ...common, message: size === undefined ? message : "x".repeat(size), ...asked };
}

function wantOf({ want, gives }: RawAttack): Want {
  if (gives !== undefined) return { effect: "accept", content: { v: gives }, reasons: ["script/answered"] };
  if (typeof want === "object") return want;
  if (want === undefined || want === "failed")
    return { effect: "decline", reasons: ["engine/failed"], errors: ["engine/failed"] };
  if (want === "unloadable") return { effect: "decline", reasons: ["engine/no-policy"], errors: ["engine/no-policy"] };
  return { effect: "decline", reasons: [`script/${want.slice("declined ".length)}`] };
}
