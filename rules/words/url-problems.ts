/**
 * One sentence for each thing that can be wrong with a link.
 * Apart from the rule, because `sekisho url` shows the same sentences under the characters they are about.
 */

/** `{at}` counts UTF-16 code units from 0 */
export const PROBLEM_SENTENCES = {
  empty: "link is empty, at {at}",
  "too-long": "link is longer than any server takes, at {at}",
  scheme: "link is neither http nor https, at {at}",
  "missing-scheme": "link has no scheme, so it has no host of its own, at {at}",
  userinfo: "link has a user name before the host, at {at}",
  backslash: "link has a backslash, which browsers read as a slash, at {at}",
  "control-char": "link has a control character, at {at}",
  whitespace: "link has white space, at {at}",
  bidi: "link has a character that turns the reading direction, at {at}",
  "invisible-char": "link has a character that is not shown, at {at}",
  "lone-surrogate": "link has half a character, at {at}",
  "missing-slashes": "link lacks the `//` before the host, at {at}",
  "extra-slashes": "link has more than two slashes before the host, at {at}",
  "empty-host": "link has no host, at {at}",
  "encoded-host": "host has a percent sign, which browsers decode, at {at}",
  "non-ascii-host": "host has a character that readers fold differently, at {at}",
  "bad-punycode": "host has an `xn--` label that stands for no clear text, at {at}",
  "number-host": "host is a number that browsers read as an address, at {at}",
  "zone-id": "address has a zone, at {at}",
  "bad-ipv6": "address in brackets is none, at {at}",
  "empty-label": "host has two dots in a row, or begins with one, at {at}",
  "trailing-dot": "host ends with a dot, at {at}",
  "bad-host": "host has something that host names do not have, at {at}",
  "bad-port": "port is no number from 1 to 65535, at {at}",
  "malformed-percent": "link has a percent sign that encodes nothing, at {at}",
  "dot-segment": "path has a `.` or `..` that browsers resolve, at {at}",
  "unsafe-char": "link has a character that links do not have unencoded, at {at}",
} as const;
