/**
 * The one normaliser of hosts, for links and for the entries of host lists: they are equal if their `host` is.
 * Kept apart from `url.ts` because a list entry has no scheme around it.
 */
import { asciiLabel, scriptOf, unicodeLabel } from "./host-idn.ts";
import { isNumberLabel, parseIpv4, parseIpv6, renderIpv6 } from "./host-ip.ts";
import { characterProblems } from "./url-characters.ts";
import type { UrlProblem, UrlProblemCode } from "./url-problems.ts";

export type HostKind = "ipv4" | "ipv6" | "name";

export interface Host {
  /** In ASCII and lower case, as `URL` gives `hostname`: IDN labels as `xn--…`, IPv6 in brackets and compressed */
  readonly host: string;
  readonly kind: HostKind;
}

/** Reads a host, and adds to `problems` all that is wrong with it; `at` is where it begins in the whole text */
export function readHost(text: string, at: number, problems: UrlProblem[]): Host | undefined {
  const before = problems.length;
  if (text === "") return fail(problems, "empty-host", at);
  if (isPlainName(text)) return { host: text, kind: "name" };
  if (text.startsWith("[")) return readBracketed(text, at, problems);
  // Longer than any host, and every character of it is at least one in ASCII: not worth decoding.
  const tooLong = text.length > LONGEST;
  const labels: string[] = [];
  let start = 0;
  for (const label of text.split(".")) {
    labels.push(readLabel(label, at + start, problems, tooLong));
    start += label.length + 1;
  }
  checkEmptyLabels(text, at, problems);
  const last = labels.findLast((label) => label !== "") ?? "";
  const host = labels.join(".");
  if (isNumberLabel(last)) {
    if (problems.length === before && parseIpv4(host) !== undefined) return { host, kind: "ipv4" };
    return fail(problems, "number-host", at);
  }
  if (host.length > LONGEST) return fail(problems, "bad-host", at);
  return problems.length === before ? { host, kind: "name" } : undefined;
}

// RFC 1035, 2.3.4: 255 octets in the name system are 253 characters in text.
const LONGEST = 253;

// Nearly every host: lower-case letters, digits, inner hyphens and dots, with nothing to map, and no number at the end.
// For speed alone; what is not plain is read below.
function isPlainName(text: string): boolean {
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39)) continue;
    if (unit === 0x2e) {
      if (index === start || index - start > 63 || text.charCodeAt(index - 1) === 0x2d) return false;
      start = index + 1;
    } else if (unit !== 0x2d || index === start) return false;
  }
  const first = text.charCodeAt(start);
  // A letter: neither a number nor the end of the text.
  if (!(first >= 0x61 && first <= 0x7a) || text.length - start > 63 || text.length > LONGEST) return false;
  return text.charCodeAt(text.length - 1) !== 0x2d && !text.includes("xn--");
}

function readBracketed(text: string, at: number, problems: UrlProblem[]): Host | undefined {
  const zone = text.indexOf("%");
  if (zone >= 0) return fail(problems, "zone-id", at + zone);
  const groups = text.endsWith("]") ? parseIpv6(text.slice(1, -1)) : undefined;
  return groups === undefined ? fail(problems, "bad-ipv6", at) : { host: `[${renderIpv6(groups)}]`, kind: "ipv6" };
}

// The label as the name system knows it; where it is not clear, some text to go on with.
function readLabel(label: string, at: number, problems: UrlProblem[], asItIs: boolean): string {
  const before = problems.length;
  let upper = false;
  let beyondAscii = false;
  for (let index = 0; index < label.length; index += 1) {
    const unit = label.charCodeAt(index);
    if ((unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || unit === 0x2d) continue;
    if (unit >= 0x41 && unit <= 0x5a) {
      upper = true;
      continue;
    }
    const code = label.codePointAt(index) ?? 0;
    if (unit >= 0x80) beyondAscii = true;
    for (const problem of problemsOf(code)) problems.push({ code: problem, at: at + index });
    if (code > 0xffff) index += 1;
  }
  const lower = upper ? lowerAscii(label) : label;
  if (problems.length > before || asItIs) return lower;
  return beyondAscii ? readIdnLabel(lower, at, problems) : readAsciiLabel(lower, at, problems);
}

function readAsciiLabel(label: string, at: number, problems: UrlProblem[]): string {
  if (label.startsWith("xn--") && unicodeLabel(label) === undefined) problems.push({ code: "bad-punycode", at });
  else if (label.startsWith("-") || label.endsWith("-") || label.length > 63) problems.push({ code: "bad-host", at });
  return label;
}

function readIdnLabel(label: string, at: number, problems: UrlProblem[]): string {
  const ascii = asciiLabel(label);
  if (ascii !== undefined) return ascii;
  problems.push({ code: label.startsWith("xn--") ? "bad-punycode" : "bad-host", at });
  return label;
}

function problemsOf(code: number): readonly UrlProblemCode[] {
  const everywhere = characterProblems(code);
  if (everywhere.length > 0) return everywhere;
  if (code === 0x25) return ["encoded-host"];
  if (code === 0x5c) return ["backslash"];
  if (code < 0x80) return ["bad-host"];
  return scriptOf(code) === undefined ? ["non-ascii-host"] : [];
}

function checkEmptyLabels(text: string, at: number, problems: UrlProblem[]): void {
  if (text.startsWith(".")) problems.push({ code: "empty-label", at });
  for (let dots = text.indexOf(".."); dots >= 0; dots = text.indexOf("..", dots + 1)) {
    problems.push({ code: "empty-label", at: at + dots + 1 });
  }
  if (text.endsWith(".")) problems.push({ code: "trailing-dot", at: at + text.length - 1 });
}

// `toLowerCase` follows the engine's Unicode version beyond ASCII.
function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function fail(problems: UrlProblem[], code: UrlProblemCode, at: number): undefined {
  problems.push({ code, at });
  return undefined;
}
