import { choice } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseUrl } from "../engine/core/url.ts";
import { PROBLEM_SENTENCES } from "./words/url-problems.ts";

/**
 * What a person sees, what a list compares and what the browser opens are three readings of one text.
 * Where they can differ, the link is stopped; nobody needs such a text, since every link has a plain spelling.
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
  effects: ["decline"],
  options: {
    "shell-characters": choice(
      ["pass", "decline"],
      "pass",
      "characters that a shell would interpret, if the client opened links through one; `&` and `%20` always pass",
    ),
  },
  codes: {
    ...PROBLEM_SENTENCES,
    "shell-metachar": "link has a character that shells interpret, at {at}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseUrl(request.url);
    if (!url.ok) return decline(url.errors[0].code, { at: url.errors[0].at });
    const at = options["shell-characters"] === "decline" ? url.value.text.search(SHELL) : -1;
    return at < 0 ? undefined : decline("shell-metachar", { at });
  },
});

// What is left of them in a link that was read, and a variable of cmd.exe (`%CD%`, which is also two honest escapes).
const SHELL = /[$;'()!*]|%[A-Za-z_][A-Za-z0-9_]{0,62}%/;
