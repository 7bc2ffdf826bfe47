import { tolerate } from "../engine/core/option-tolerate.ts";
import { flag } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";

/**
 * Over plain http anyone on the way can read the sign-in, or answer in the site's place.
 *
 * Spec: MCP 2025-11-25, elicitation: https outside development (SHOULD); security best practices: http for loopback alone.
 * False positives: a development server under a name of its own; give it an `except` with `until`.
 */
export const requireHttps: Rule = defineRule({
  id: "require-https",
  about: "Declines a link that is not https",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: "link",
  options: {
    loopback: flag(false, "let plain http reach this machine: `localhost`, 127.0.0.0/8, `[::1]`"),
    tolerate: tolerate(),
  },
  codes: {
    "not-https": "link uses `{scheme}`, not https",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) return decline("unreadable-url", { problem: url.errors[0].code });
    const { scheme, loopback } = url.value;
    const allowed = scheme === "https" || (options.loopback && loopback);
    return allowed ? undefined : decline("not-https", { scheme });
  },
});
