import { tolerate } from "../engine/core/option-tolerate.ts";
import { choice, flag } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import type { Url } from "../engine/core/url.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";
import { PROBLEM_SENTENCES } from "./words/url-problems.ts";

/**
 * What a person sees, what a list compares and what the browser opens are three readings of one text.
 * Where they can differ, the link is stopped; nobody needs such a text, since every link has a plain spelling. Servers that
 * can't be mended may be put up with: `tolerate` names flaws that leave scheme, host and port alone in every browser, and every
 * rule about links has to name them, since each of them reads the text for itself. What makes two hosts of one text
 * (`evil.test;.auth.example.com`, 0x7f.1, a backslash before an `@`) is not among them.
 * Capitals, default and empty ports mean the same to all readers (RFC 3986, 6.2.2, 3.2.3), so they pass unless `exact-origin`.
 *
 * Spec: MCP 2025-11-25, elicitation, URL mode: the url "MUST contain a valid URL"; WHATWG URL and RFC 3986 differ on the rest.
 * MCP security best practices: reject characters that shells interpret; off by default, since the client was seen to open
 * links without a shell (client-observed I), and honest links have `$`, `'`, `(`, `;`.
 * False positives: hosts in scripts whose letters are not in the table of `engine/core/host-idn.ts` (Arabic, Thai, Hindi and
 * others), names with `_`, paths with `..`; give the server an `except` with `until`, and ask for the plain spelling.
 */
export const canonicalUrl: Rule = defineRule({
  id: "canonical-url",
  about: "Declines a link that two readers could read differently",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  // A filling holds none of them, whatever it covers.
  withheld: (options) => (options["shell-characters"] === "decline" ? undefined : "link"),
  options: {
    "exact-origin": flag(
      false,
      "decline also where browsers would write scheme, host or port in another way: capitals, a default or empty port",
    ),
    "shell-characters": choice(
      ["pass", "decline"],
      "pass",
      "characters that a shell would interpret, if the client opened links through one; `&` and `%20` always pass",
    ),
    tolerate: tolerate(),
  },
  codes: {
    ...PROBLEM_SENTENCES,
    "not-canonical": "link's scheme, host or port is not written as browsers write it",
    "shell-metachar": "link has a character that shells interpret, at {at}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) return decline(url.errors[0].code, { at: url.errors[0].at });
    if (options["exact-origin"] && !hasExactOrigin(request.url, url.value)) return decline("not-canonical");
    const at = options["shell-characters"] === "decline" ? request.url.search(SHELL) : -1;
    return at < 0 ? undefined : decline("shell-metachar", { at });
  },
});

// All readers find the same place all the same, so this is for those who compare texts.
function hasExactOrigin(text: string, { scheme, host, port }: Url): boolean {
  const origin = `${scheme}://${host}${port === undefined ? "" : `:${port}`}`;
  return text.startsWith(origin) && (text.length === origin.length || "/?#".includes(text[origin.length] ?? ""));
}

// Those of them that a link may hold, and a variable of cmd.exe (`%CD%`, which is also two honest escapes).
const SHELL = /[$;'()!*`|<>"^{}\\]|%[A-Za-z_][A-Za-z0-9_]{0,62}%/;
