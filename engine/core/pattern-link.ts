/**
 * Conditions on a link: on its parts as `parseUrl` reads them, and on its text as it was sent.
 * A link that has no single reading has no parts, and is told apart from one that does not fit.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import type { OptionPowers, OptionProblem } from "./options.ts";
import type { TextTest } from "./pattern.ts";
import { described, made, mappingSchema, readMapping, readTextCondition, TEXT_SCHEMA } from "./pattern-text.ts";
import type { Result } from "./result.ts";
import { parseUrl, type Url } from "./url.ts";
import type { UrlProblemCode } from "./url-problems.ts";

/** `unreadable`: why the parts that are asked for are not certain */
export type LinkFinding = { readonly fits: boolean } | { readonly unreadable: UrlProblemCode };
export interface LinkCondition {
  readonly check: (url: string) => LinkFinding;
  /** Whether it asks for parts, so that a link may be unreadable to it */
  readonly reads: boolean;
}

export const LINK_SCHEMA: JsonObject = mappingSchema({
  scheme: described("`https` or `http`", TEXT_SCHEMA),
  host: described("in lower-case ASCII, as browsers send it", TEXT_SCHEMA),
  port: described("with the scheme's own port where none is written", TEXT_SCHEMA),
  path: described("from the first `/` on, as written or decoded", TEXT_SCHEMA),
  query: described("without `?`, as written or decoded", TEXT_SCHEMA),
  fragment: described("without `#`, as written or decoded", TEXT_SCHEMA),
  text: described("the whole link as it was sent, readable or not", TEXT_SCHEMA),
});

const PARTS = ["scheme", "host", "port", "path", "query", "fragment"] as const;
type Part = (typeof PARTS)[number];

/** All that is stated has to fit */
export function readLinkCondition(value: JsonValue, powers: OptionPowers): Result<LinkCondition, OptionProblem> {
  const read = readMapping(value, [...PARTS, "text"], (one, name) =>
    readTextCondition(one, powers, name === "scheme" || name === "host" ? "ascii-name" : "text"),
  );
  return made(read, (tests) => {
    const { text, ...parts } = Object.fromEntries(tests) as Partial<Record<Part | "text", TextTest>>;
    const stated = Object.entries(parts) as (readonly [Part, TextTest])[];
    return { check: (url) => checkLink(url, text, stated), reads: stated.length > 0 };
  });
}

function checkLink(
  text: string,
  textTest: TextTest | undefined,
  parts: readonly (readonly [Part, TextTest])[],
): LinkFinding {
  if (textTest?.(text) === false) return { fits: false };
  if (parts.length === 0) return { fits: true };
  const url = parseUrl(text);
  if (!url.ok) return { unreadable: url.errors[0].code };
  return { fits: parts.every(([part, test]) => readings(url.value, part).some(test)) };
}

function readings(url: Url, part: Part): readonly string[] {
  switch (part) {
    case "scheme":
    case "host":
      return [url[part]];
    case "port":
      return [String(url.port ?? (url.scheme === "https" ? 443 : 80))];
    case "path":
      return spellings(url.path === "" ? "/" : url.path);
    case "query":
      return url.query === undefined ? [] : spellings(url.query, url.query.replaceAll("+", " "));
    case "fragment":
      return url.fragment === undefined ? [] : spellings(url.fragment);
  }
}

// `/%61dmin` is `/admin` for every server, so a condition must not be dodged by it.
function spellings(written: string, encoded = written): readonly string[] {
  const decoded = encoded.includes("%") ? decode(encoded) : encoded;
  return decoded === written ? [written] : [written, decoded];
}

// Once, as a server does. What is no UTF-8 stays as it is, and must not keep the rest encoded.
function decode(text: string): string {
  return text.replace(/%[0-7][0-9A-Fa-f]|(?:%[89A-Fa-f][0-9A-Fa-f])+/g, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
}
