import { tolerate } from "../engine/core/option-tolerate.ts";
import { count } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";
import { textWeight, urlWeight } from "../engine/core/url-weight.ts";

/**
 * The client can't open a link that is too heavy; its dialog then offers nothing but to decline, without saying why.
 * The first limit is what was measured: a shorter one would stop links that open, a longer one could stop none of the rest.
 *
 * Spec: none. Client-observed I: 7,981, weighed over the link as a browser writes it, each `%` and `&` four times.
 * False positives: none with the measured limit; other clients may open more.
 */
export const urlLength: Rule = defineRule({
  id: "url-length",
  about: "Declines a link that is too long for the client to open",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: "link",
  options: {
    limit: count(7981, "the heaviest link that passes, up to 8192; each `%` and `&` weighs four", 1),
    tolerate: tolerate(),
  },
  codes: {
    "too-long": "link weighs {weight}, more than {limit}",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const { limit } = options;
    const url = parseTolerantly(request.url, options.tolerate);
    if (url.ok) {
      const { text } = url.value;
      const weight = Math.max(urlWeight(url.value), text === request.url ? 0 : textWeight(request.url));
      return weight > limit ? decline("too-long", { weight, limit }) : undefined;
    }
    const problem = url.errors[0].code;
    // Too long to be read at all: it weighs at least what it is long.
    if (problem === "too-long") return decline("too-long", { weight: request.url.length, limit });
    return decline("unreadable-url", { problem });
  },
});
