/**
 * Links with a flaw that a policy may put up with, read as browsers mend them.
 * Off unless a policy names the flaw: other readers mend otherwise, or not at all, and the text goes to those too (DESIGN §7).
 * None of these flaws lets two browsers find another scheme, host or port; what could, has no place here.
 */
import type { Result } from "./result.ts";
import { parseUrl, type Url } from "./url.ts";
import type { UrlProblem } from "./url-problems.ts";

/** By the problem's own code. In part only: what else is a problem of that code stays one */
export const TOLERABLE = [
  // In path, query and fragment; before them it moves the end of the host.
  "backslash",
  // `_` in a name: the name system carries it, RFC 1123 does not know it. Nothing else.
  "bad-host",
  // Letters, digits, hyphens and dots written as `%XX`.
  "encoded-host",
  "malformed-percent",
  // Full-width letters, digits, hyphens and dots, ideographic full stops, ligatures of `f` and `st`.
  "non-ascii-host",
  "unsafe-char",
  // One `@`, with nothing before it but characters of RFC 3986.
  "userinfo",
  // Blanks around the link, not in it.
  "whitespace",
] as const;

export type Tolerable = (typeof TOLERABLE)[number];

/** As `parseUrl`, with these flaws mended; `text` and places of what was mended are those of the mended link */
// INVARIANT: for every text that is accepted, WHATWG `URL` gives this scheme, host and port (test/url-differential.test.ts)
export function parseTolerantly(text: unknown, tolerated: readonly Tolerable[]): Result<Url, UrlProblem> {
  const strict = parseUrl(text);
  if (strict.ok || tolerated.length === 0 || typeof text !== "string" || strict.errors[0].code === "too-long")
    return strict;
  const read = parseMended(text, (one) => tolerated.includes(one));
  if (read?.ok === true) return read;
  const [first, ...rest] = strict.errors.filter(({ code }) => !tolerated.some((one) => one === code));
  return first === undefined ? strict : { ok: false, errors: [first, ...rest] };
}

type Has = (one: Tolerable) => boolean;

function parseMended(text: string, has: Has): Result<Url, UrlProblem> | undefined {
  const trimmed = has("whitespace") ? trimBlanks(text) : text;
  const [, scheme, authority = "", tail = ""] = /^(https?:\/\/)([^/?#\\]*)([\s\S]*)$/i.exec(trimmed) ?? [];
  // A backslash that ends the host for browsers is a part of it, or of a user name, for others.
  if (scheme === undefined || tail.startsWith("\\")) return undefined;
  const [host, port] = splitPort(has("userinfo") ? withoutUserinfo(authority) : authority);
  const mended = mendHost(host, has);
  const holed = has("bad-host") && isPlainWithUnderscore(mended);
  const read = parseUrl(`${scheme}${holed ? mended.replaceAll("_", HOLE) : mended}${port}${mendTail(tail, has)}`);
  if (!holed || !read.ok) return read;
  const name = mended.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  // What the hole was filled with may spell something: `loc_lhost` is not this machine.
  return { ok: true, value: { ...read.value, host: name, hostKind: "name", loopback: false } };
}

// A letter that makes neither a number nor `xn--` of what is around it.
const HOLE = "z";

function isPlainWithUnderscore(host: string): boolean {
  return host.includes("_") && /^[A-Za-z0-9._-]+$/.test(host) && !/xn--/i.test(host);
}

function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === " ") start += 1;
  while (end > start && text[end - 1] === " ") end -= 1;
  return text.slice(start, end);
}

function withoutUserinfo(authority: string): string {
  const at = authority.indexOf("@");
  const plain = /^(?:[A-Za-z0-9\-._~!$&'()*+,;=:]|%[0-9A-Fa-f]{2})*$/.test(authority.slice(0, Math.max(at, 0)));
  return at >= 0 && plain ? authority.slice(at + 1) : authority;
}

// Nothing is mended in addresses in brackets, nor in a port: browsers refuse any port but ASCII digits.
function splitPort(authority: string): readonly [host: string, port: string] {
  const colon = authority.startsWith("[") ? 0 : authority.indexOf(":");
  return colon < 0 ? [authority, ""] : [authority.slice(0, colon), authority.slice(colon)];
}

function mendHost(host: string, has: Has): string {
  const decoded = has("encoded-host")
    ? host.replace(/%(?:2[DdEe]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])/g, (octet) =>
        String.fromCharCode(Number.parseInt(octet.slice(1), 16)),
      )
    : host;
  return has("non-ascii-host") ? decoded.replace(WIDTH_FORMS, fold) : decoded;
}

// What UTS #46 maps to letters, digits, hyphens and dots of ASCII, and IDNA2003 does too.
const WIDTH_FORMS = /[\u3002\uff61\uff0d\uff0e\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\ufb00-\ufb06]/g;
const LIGATURES = "ff fi fl ffi ffl st st";

function fold(character: string): string {
  const unit = character.charCodeAt(0);
  if (unit === 0x3002 || unit === 0xff61) return ".";
  return unit < 0xff00 ? (LIGATURES.split(" ")[unit - 0xfb00] ?? character) : String.fromCharCode(unit - 0xfee0);
}

// As escapes. Those of `\\` and `%` are under no path prefix of a host list (url-path.ts): servers differ on what they mean.
function mendTail(tail: string, has: Has): string {
  const hash = tail.indexOf("#");
  return tail.replace(/[\\"<>^`{|}#]|%(?![0-9A-Fa-f]{2})/g, (character, at: number) => {
    const isMended =
      character === "\\"
        ? has("backslash")
        : character === "%"
          ? has("malformed-percent")
          : has("unsafe-char") && at !== hash;
    return isMended ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : character;
  });
}
