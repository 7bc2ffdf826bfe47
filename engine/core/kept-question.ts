/**
 * A question as a memory may keep it: all that an answer will be held against, and nothing secret.
 * Milder than a record: a choice or a name is withheld only where a detector knows it for a secret, since an honest answer
 * to a question that was kept wrongly would be declined.
 */
import { markOf } from "./question-mark.ts";
import type { RecordHelpers } from "./record.ts";
import type { Candidate, Powers } from "./rule.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface KeptQuestion<Question extends object = RecordedRequest> {
  /** `null`: it can't be kept as it was, so nothing is known for certain until it is answered */
  readonly question: Question | null;
  /** The same for the same question; a digest of what may be known of it */
  readonly mark: string;
}

// In UTF-16 code units of JSON; real forms have some hundreds (facts/real-schemas.json).
export const MOST_QUESTION = 65_536;

/** A question in a file */
export interface KeptRequest extends RecordedRequest {
  /** Whoever decided it found that it asks for no secret (core/quiet-forms.ts) */
  readonly quiet?: boolean;
}

/** `recorded`: the question as a record has it, if there is one; where nothing is withheld in it, it is kept as it is */
export function keepQuestion(
  request: Candidate,
  powers: Powers,
  helpers: RecordHelpers,
  recorded: RecordedRequest | null | undefined,
  quiet: boolean,
): KeptQuestion<KeptRequest> {
  if (recorded?.withheld.length === 0 && isSmall(recorded))
    return { question: quiet ? { ...recorded, quiet } : recorded, mark: markOfRecorded(recorded) };
  if (!isSmall(request)) return { question: null, mark: "large" };
  return helpers.withheld().keepWithheld(request, powers, helpers);
}

function isSmall(value: unknown): boolean {
  return JSON.stringify(value).length <= MOST_QUESTION;
}

/** Whoever asked, and in which session */
export function markOfRecorded({ session: _, elicitation: __, agent: ___, ...asked }: RecordedRequest): string {
  return markOf(asked);
}
