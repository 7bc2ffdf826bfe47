/**
 * Reads a link if all readers read it alike, and else names every reason why they could not.
 * The raw text goes to a person and to the operating system's opener, so what is unclear is stopped, not parsed cleverly.
 */
import { type HostKind, readHost } from "./host-name.ts";
import type { Result } from "./result.ts";
import { characterProblems } from "./url-characters.ts";
import { sortProblems, type UrlProblem } from "./url-problems.ts";

type Scheme = "http" | "https";

export interface Url {
  /** As it was given */
  readonly text: string;
  readonly scheme: Scheme;
  /** In ASCII and lower case, as `URL` gives `hostname`: IDN labels as `xn--…`, IPv6 in brackets and compressed */
  readonly host: string;
  readonly hostKind: HostKind;
  /** `undefined`: the scheme's own, whether it was written or not */
  readonly port: number | undefined;
  /** As written: empty, or from its first `/` on. Holds no `.` or `..` segment in any spelling */
  readonly path: string;
  /** As written, without its `?`; `undefined` where there is none */
  readonly query: string | undefined;
  /** As written, without its `#`; `undefined` where there is none */
  readonly fragment: string | undefined;
  /** Whether the host is this machine for every reader: `localhost`, 127.0.0.0/8, `[::1]`. Not `x.localhost`: resolvers differ */
  readonly loopback: boolean;
  /** Where the host stands in `text`, in UTF-16 code units: from, up to */
  readonly hostAt: number;
  readonly hostEnd: number;
}

/**
 * Longer texts are not read: the client opens 7,981 characters (client-observed I), cmd.exe takes 8,191, and servers as
 * they come take a request line of 8,190 (Apache) or 8 KB (nginx)
 */
export const MAX_URL_LENGTH = 8192;

// Several rules read the same link one after the other.
let last: { readonly text: unknown; readonly read: Result<Url, UrlProblem> } | undefined;

// INVARIANT: for every text that is accepted, WHATWG `URL` and RFC 3986, appendix B, give this scheme, host and port (DESIGN §7)
export function parseUrl(text: unknown): Result<Url, UrlProblem> {
  if (last === undefined || last.text !== text) last = { text, read: readUrl(text) };
  return last.read;
}

function readUrl(text: unknown): Result<Url, UrlProblem> {
  if (typeof text !== "string" || text === "") return refuse([{ code: "empty", at: 0 }]);
  if (text.length > MAX_URL_LENGTH) return refuse([{ code: "too-long", at: MAX_URL_LENGTH }]);
  const problems: UrlProblem[] = [];
  const scheme = readScheme(text);
  // Scheme first: `javascript://auth.example.com/%0aalert(1)` has an honest host.
  if (scheme === undefined || !isWebScheme(scheme.name)) {
    problems.push({ code: scheme === undefined ? "missing-scheme" : "scheme", at: scheme?.at ?? 0 });
    checkCharacters(text, text.length, problems);
    return refuse(problems);
  }
  const authorityAt = skipSlashes(text, scheme.end, problems);
  const authorityEnd = endOfAuthority(text, authorityAt);
  checkCharacters(text, authorityEnd, problems);
  const hostAt = text.lastIndexOf("@", authorityEnd - 1) + 1;
  if (hostAt > authorityAt) problems.push({ code: "userinfo", at: authorityAt });
  const from = Math.max(hostAt, authorityAt);
  const hostEnd = endOfHost(text, from, authorityEnd);
  const host = readHost(text.slice(from, hostEnd), from, problems);
  const port = readPort(text.slice(hostEnd, authorityEnd), hostEnd, problems);
  const pathEnd = endOfPath(text, authorityEnd);
  const hash = text.indexOf("#", pathEnd);
  const queryEnd = hash < 0 ? text.length : hash;
  checkDotSegments(text, authorityEnd, pathEnd, problems);
  if (host === undefined || problems.length > 0) return refuse(problems);
  return {
    ok: true,
    value: {
      text,
      scheme: scheme.name,
      host: host.host,
      hostKind: host.kind,
      port: port === (scheme.name === "https" ? 443 : 80) ? undefined : port,
      path: text.slice(authorityEnd, pathEnd),
      query: pathEnd < queryEnd ? text.slice(pathEnd + 1, queryEnd) : undefined,
      fragment: hash < 0 ? undefined : text.slice(hash + 1),
      loopback: isLoopback(host.host, host.kind),
      hostAt: from,
      hostEnd,
    },
  };
}

interface SchemeRead {
  readonly name: string;
  readonly at: number;
  /** After the colon */
  readonly end: number;
}

// As the laxest reader does: leading controls and blanks, and tabs and line breaks anywhere, are dropped (WHATWG URL).
// They are problems of their own; here they may not hide a `java\nscript:`.
function readScheme(text: string): SchemeRead | undefined {
  // The plain spellings, for speed alone.
  if (text.startsWith("https:")) return { name: "https", at: 0, end: 6 };
  if (text.startsWith("http:")) return { name: "http", at: 0, end: 5 };
  let at = 0;
  while (text.charCodeAt(at) <= 0x20) at += 1;
  let name = "";
  for (let index = at; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x3a) return name === "" ? undefined : { name, at, end: index + 1 };
    if (isDropped(unit)) continue;
    if (isLetter(unit)) name += String.fromCharCode(unit | 0x20);
    else if (name !== "" && isSchemeMark(unit)) name += String.fromCharCode(unit);
    else return undefined;
  }
  return undefined;
}

function isWebScheme(name: string): name is Scheme {
  return name === "https" || name === "http";
}

// Where the authority begins for the laxest reader: after any number of slashes of either kind.
function skipSlashes(text: string, start: number, problems: UrlProblem[]): number {
  let slashes = 0;
  let index = start;
  for (; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x2f || unit === 0x5c) slashes += 1;
    else if (!isDropped(unit)) break;
  }
  if (slashes < 2) problems.push({ code: "missing-slashes", at: start });
  if (slashes > 2) problems.push({ code: "extra-slashes", at: start + 2 });
  return index;
}

// One pass over the text; percent signs and unsafe characters count from `tail` on, where the host has ended.
function checkCharacters(text: string, tail: number, problems: UrlProblem[]): void {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit <= 0x20 || unit >= 0x7f) {
      const code = text.codePointAt(index) ?? 0;
      for (const problem of characterProblems(code)) problems.push({ code: problem, at: index });
      if (code > 0xffff) index += 1;
    } else if (unit === 0x5c) {
      problems.push({ code: "backslash", at: index });
    } else if (index >= tail) {
      if (unit === 0x25 && !isHexPair(text, index + 1)) problems.push({ code: "malformed-percent", at: index });
      if (isUnsafe(unit)) problems.push({ code: "unsafe-char", at: index });
    }
  }
  const fragmentAt = text.indexOf("#", tail);
  if (fragmentAt < 0) return;
  // RFC 3986 ends a fragment at no character, but a second `#` is none of its characters: some split at the last one.
  for (let again = text.indexOf("#", fragmentAt + 1); again >= 0; again = text.indexOf("#", again + 1)) {
    problems.push({ code: "unsafe-char", at: again });
  }
}

// `"<>^` and backtick, `{|}`: in no production of RFC 3986. Square brackets neither, but every query of a PHP form has them
// and every reader leaves them alone there.
function isUnsafe(unit: number): boolean {
  return (
    unit === 0x22 || unit === 0x3c || unit === 0x3e || unit === 0x5e || unit === 0x60 || (unit >= 0x7b && unit <= 0x7d)
  );
}

function endOfHost(text: string, from: number, end: number): number {
  let start = from;
  if (text[from] === "[") {
    start = text.lastIndexOf("]", end - 1);
    if (start < from) return end;
  }
  const colon = text.indexOf(":", start);
  return colon < 0 || colon > end ? end : colon;
}

function readPort(text: string, at: number, problems: UrlProblem[]): number | undefined {
  if (text === "" || text === ":") return undefined;
  const digits = text.slice(1);
  const port = /^[1-9][0-9]{0,4}$/.test(digits) ? Number(digits) : 0;
  if (port === 0 || port > 65535) problems.push({ code: "bad-port", at });
  return port;
}

function checkDotSegments(text: string, start: number, end: number, problems: UrlProblem[]): void {
  const path = text.slice(start, end);
  if (!path.includes("/.") && !path.includes("/%2")) return;
  let at = start;
  for (const segment of path.split("/")) {
    if (isDotSegment(segment)) problems.push({ code: "dot-segment", at });
    at += segment.length + 1;
  }
}

// Whether a path segment is `.` or `..` to anyone; with `;parameters` too, which some servers cut off first.
function isDotSegment(segment: string): boolean {
  const [name = ""] = segment.split(";", 1);
  // %2e%2e
  if (name.length > 6) return false;
  const plain = name.replaceAll("%2e", ".").replaceAll("%2E", ".");
  return plain === "." || plain === "..";
}

function isLoopback(host: string, kind: HostKind): boolean {
  switch (kind) {
    case "name":
      return host === "localhost";
    case "ipv4":
      return host.startsWith("127.");
    case "ipv6":
      return host === "[::1]";
  }
}

function endOfAuthority(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x2f || unit === 0x3f || unit === 0x23 || unit === 0x5c) return index;
  }
  return text.length;
}

function endOfPath(text: string, start: number): number {
  for (let index = start; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x3f || unit === 0x23) return index;
  }
  return text.length;
}

function isHexPair(text: string, at: number): boolean {
  return isHex(text.charCodeAt(at)) && isHex(text.charCodeAt(at + 1));
}

function isHex(unit: number): boolean {
  const lower = unit | 0x20;
  return (unit >= 0x30 && unit <= 0x39) || (lower >= 0x61 && lower <= 0x66);
}

function isLetter(unit: number): boolean {
  return (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}

function isSchemeMark(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || unit === 0x2b || unit === 0x2d || unit === 0x2e;
}

function isDropped(unit: number): boolean {
  return unit === 0x09 || unit === 0x0a || unit === 0x0d;
}

function refuse(problems: readonly UrlProblem[]): Result<Url, UrlProblem> {
  const [first = { code: "empty", at: 0 } as const, ...rest] = sortProblems(problems);
  return { ok: false, errors: [first, ...rest] };
}
