/**
 * How verdicts become one effect: guards only tighten, answers replace a document's own default, the strictest wins.
 * It knows effects and nothing of rules, so that it can be tested alone and read as the proof of DESIGN §2.
 */
import type { Effect } from "./rule.ts";

/** What one document heard from its entries: `undefined` where nobody spoke */
export interface Voice {
  /** Every decline and cancel, and the `ask` of a guarding rule */
  readonly guards: readonly Effect[];
  /** Every accept, and an `ask` that counts as an answer */
  readonly answers: readonly Effect[];
  readonly default: Effect | undefined;
}

const STRICTNESS: Readonly<Record<Effect, number>> = { accept: 1, ask: 2, cancel: 3, decline: 4 };

/** The effect of all documents together; `undefined`: nobody said anything */
export function combine(voices: readonly Voice[]): Effect | undefined {
  return strictest(voices.map(voiceEffect));
}

/** What one document says: the stricter of its guards and (its answers, else its default) */
export function voiceEffect({ guards, answers, default: stated }: Voice): Effect | undefined {
  return strictest([strictest(guards), strictest(answers) ?? stated]);
}

/** decline > cancel > ask > accept */
export function strictest(effects: readonly (Effect | undefined)[]): Effect | undefined {
  let found: Effect | undefined;
  for (const effect of effects) found = stricter(found, effect);
  return found;
}

/** Of two; what was not said is less than anything */
export function stricter<One extends Effect>(one: One | undefined, other: One | undefined): One | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return STRICTNESS[other] > STRICTNESS[one] ? other : one;
}
