/**
 * How strict an effect is, for those who compare decisions that were made: decline over cancel over ask over accept.
 */
import type { DecisionRecord } from "../core/record.ts";

export const STRICTNESS: Readonly<Record<DecisionRecord["effect"], number>> = {
  accept: 0,
  pass: 0,
  ask: 1,
  cancel: 2,
  decline: 3,
};

type Asked = Pick<DecisionRecord, "event" | "request">;

/** Of one decision on this record. A person's own refusal that passes is as strict as any */
export function strictnessOf(effect: DecisionRecord["effect"], { event, request }: Asked): number {
  const refusal = event === "ElicitationResult" && request?.action !== undefined && request.action !== "accept";
  return refusal && effect !== "accept" ? STRICTNESS.decline : STRICTNESS[effect];
}

/** Whether a rule that only observes would have made the decision stricter */
export function wouldBeStricter(
  { effect, observed }: Pick<DecisionRecord, "effect" | "observed">,
  record: Asked,
): boolean {
  const decided = strictnessOf(effect, record);
  return observed.some((one) => strictnessOf(one.effect, record) > decided);
}
