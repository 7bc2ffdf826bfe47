import { count } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseUrl } from "../engine/core/url.ts";
import { urlWeight } from "../engine/core/url-weight.ts";

/**
 * The client can't open a link that is too heavy; its dialog then offers nothing but to decline, without saying why.
 *
 * Spec: none. Client-observed I: 7,981, weighed over the link as a browser writes it, each `%` and `&` four times.
 * False positives: none with the measured limit; other clients may open more.
 */
export const urlLength: Rule = defineRule({
  id: "url-length",
  about: "Declines a link that is too long for the client to open",
  events: ["Elicitation"],
  effects: ["decline"],
  options: { limit: count(7981, "the heaviest link that passes, up to 8192; each `%` and `&` weighs four", 1) },
  codes: {
    "too-long": "link weighs {weight}, more than {limit}",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const { limit } = options;
    const url = parseUrl(request.url);
    if (url.ok) {
      const weight = urlWeight(url.value);
      return weight > limit ? decline("too-long", { weight, limit }) : undefined;
    }
    const problem = url.errors[0].code;
    // Too long to be read at all: it weighs at least what it is long.
    if (problem === "too-long") return decline("too-long", { weight: request.url.length, limit });
    return decline("unreadable-url", { problem });
  },
});
