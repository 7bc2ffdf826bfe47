/**
 * Everything that can make two readers of one link disagree, by name and by weight.
 * One list, so that the parser, the rules and `sekisho url` speak of the same things in the same order.
 */

/** The codes, most important first: `errors[0]` of a refused link is the first of these, then the leftmost */
export const URL_PROBLEM_CODES = [
  // Nothing, or no text at all: `String(["https://…"])` would look like a good link.
  "empty",
  // Longer than `MAX_URL_LENGTH`: nothing else was looked at.
  "too-long",
  // Neither http nor https: nothing after the scheme was looked at but its characters.
  "scheme",
  // A path, `//host`, or a bare host, which some openers take for http.
  "missing-scheme",
  // An `@` before the host ends: everything left of it is a disguise or a leaked login.
  "userinfo",
  // Browsers read `\` as `/`, others do not.
  "backslash",
  // C0, DEL, C1: browsers drop tabs and line breaks, others cut there; terminals obey them.
  "control-char",
  // Trimmed, encoded or cut at, depending on the reader.
  "whitespace",
  // Reorders what is shown.
  "bidi",
  // Shown as nothing, and dropped by some readers.
  "invisible-char",
  // Half of a surrogate pair: U+FFFD for some, an error for others.
  "lone-surrogate",
  // `https:host` and `https:/host` have a host for browsers alone.
  "missing-slashes",
  // `https:///host` likewise.
  "extra-slashes",
  "empty-host",
  // `%` in the host: browsers decode it, RFC 3986 readers do not.
  "encoded-host",
  // A character that `host-idn.ts` does not list: it is folded, mapped or refused, depending on the reader.
  "non-ascii-host",
  // An `xn--` label that does not stand for text of that list, or is not its one spelling.
  "bad-punycode",
  // Ends in a number without being four plain decimals: 127.1, 0x7f000001, 2130706433, 010.0.0.1.
  "number-host",
  "zone-id",
  "bad-ipv6",
  "empty-label",
  // The same host for the name system, another one for cookies, certificates and lists.
  "trailing-dot",
  // A character, hyphen or length that host names do not have (RFC 1123, 2.1).
  "bad-host",
  // Not 1 to 65535 in plain decimals: `:0` is "none" for some, `:0443` octal. An empty port is the default one for all.
  "bad-port",
  // `%` without two hexadecimal digits.
  "malformed-percent",
  // `.` or `..` as a whole segment, in any spelling: browsers resolve it, so what opens is not what was shown.
  "dot-segment",
  // A character that RFC 3986 keeps out of links: browsers encode some of these, and text readers end the link at others.
  "unsafe-char",
] as const;

export type UrlProblemCode = (typeof URL_PROBLEM_CODES)[number];

/** What is wrong, and where: `at` counts UTF-16 code units from 0 */
export interface UrlProblem {
  readonly code: UrlProblemCode;
  readonly at: number;
}

/** More of one kind than this tell nobody anything new */
const MOST_OF_A_KIND = 16;

/** Problems in the order in which they are told: by weight, then from left to right */
export function sortProblems(problems: readonly UrlProblem[]): readonly UrlProblem[] {
  if (problems.length <= 1) return problems;
  const kinds = URL_PROBLEM_CODES.map((): UrlProblem[] => []);
  for (const problem of problems.toSorted((left, right) => left.at - right.at)) {
    const kind = kinds[URL_PROBLEM_CODES.indexOf(problem.code)];
    if (kind !== undefined && kind.length < MOST_OF_A_KIND && kind.at(-1)?.at !== problem.at) kind.push(problem);
  }
  return kinds.flat();
}
