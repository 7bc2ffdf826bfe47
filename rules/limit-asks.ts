import { duration } from "../engine/core/option-duration.ts";
import { choice, count, flag } from "../engine/core/options.ts";
import { type Asked, defineRule, type Rule } from "../engine/core/rule.ts";
import { millisecondsOf } from "../engine/core/time.ts";

/**
 * A server that asks often enough gets its yes: people answer to be left alone.
 * The SDK lets a tool ask up to ten times in one call, and nothing keeps a server from asking again what was refused.
 *
 * Spec: MCP 2025-11-25, elicitation: clients SHOULD implement rate limiting (2026-07-28 no longer says so).
 * False positives: a long form that a server asks for question by question; raise `count` for that server. A question that was dismissed by
 * mistake and comes again at once: `again: true` lets it.
 */
export const limitAsks: Rule = defineRule({
  id: "limit-asks",
  about: "Declines a question where a server has asked too often, or asks again what was refused",
  events: ["Elicitation"],
  effects: ["cancel", "decline"],
  memory: ["asked"],
  options: {
    count: count(10, "how many questions a server may ask within the window", 1, 500),
    window: duration("10m", "how far back questions count, up to `24h`"),
    again: flag(false, "let a server ask again what was declined or dismissed within the window"),
    then: choice(["decline", "cancel"], "decline", "how to refuse"),
    "on-no-memory": choice(["abstain", "decline"], "abstain", "what to do where nobody knows what was asked before"),
  },
  codes: {
    "too-many": "the server has asked {asked} times within {minutes} minutes, and may ask {count} times",
    "asked-again": "the same question was refused {minutes} minutes ago",
  },
  grants: ({ then }) => ({ events: ["Elicitation"], effects: [then] }),
  decide({ context, options, decline, cancel, lacksMemory }) {
    const { memory, now } = context;
    if (memory?.asked === undefined || now === undefined) return lacksMemory(options["on-no-memory"]);
    const say = options.then === "cancel" ? cancel : decline;
    const present = millisecondsOf(now);
    // What comes from a clock that went back is as young as can be.
    const age = ({ at }: Asked): number => Math.max(0, present - millisecondsOf(at));
    const recent = memory.asked.filter((one) => age(one) < options.window);
    const refused = recent.findLast(({ same, answer }) => same && (answer === "decline" || answer === "cancel"));
    if (refused !== undefined && !options.again) return say("asked-again", { minutes: minutes(age(refused)) });
    if (recent.length < options.count) return undefined;
    return say("too-many", { asked: recent.length, minutes: minutes(options.window), count: options.count });
  },
});

function minutes(milliseconds: number): number {
  return Math.round(milliseconds / 6000) / 10;
}
