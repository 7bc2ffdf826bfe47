/**
 * Memory for adapters: what was asked in a session, recalled for the rules and kept for the next call.
 * One for all places, which differ in where it lies and how long (memory-file.ts, memory-process.ts).
 */
import type { KeptQuestion } from "../core/kept-question.ts";
import type { Request } from "../core/request.ts";
import type { Candidate, Remembers } from "../core/rule.ts";
import { eventOf, type KeyOf, type SessionEvent } from "../core/session-event.ts";
import type { SessionMemory } from "../core/session-memory.ts";
import { parseNow } from "../core/time.ts";
import type { Examination } from "../deciding.ts";
import type { MemoryStore, RequestReading } from "./checkpoint.ts";

/** Where a memory lies */
export interface Place<Question extends object> {
  readonly key: KeyOf;
  readonly read: (session: string) => SessionMemory<Question> | undefined;
  /** An answer in a session of which nothing is known changes nothing */
  readonly add: (session: string, event: SessionEvent<Question>, reads: readonly Remembers[]) => void;
  /** `examined`: once it was decided */
  readonly keep: (
    asked: AskedReading,
    examined: Examination | undefined,
    reads: readonly Remembers[],
  ) => KeptQuestion<Question>;
  /** `undefined`: it can't be read */
  readonly revive: (question: Question, request: Request, session: string) => Candidate | undefined;
}

/** A question, as it was read */
type AskedReading = Pick<RequestReading, "text"> & { readonly request: Candidate };

/** `recall`: `recallFrom`, which a store may load when it is asked for, as many calls only remember */
export function createMemory<Question extends object>(
  place: Place<Question>,
  recall: typeof import("./memory-recall.ts").recallFrom,
): MemoryStore {
  const { key, add } = place;
  let last: { readonly request: Request; readonly kept: KeptQuestion<Question> } | undefined;
  const keep: typeof place.keep = (asked, examined, reads) => {
    const { request } = asked;
    if (last?.request !== request) last = { request, kept: place.keep(asked, examined, reads) };
    return last.kept;
  };
  return {
    recall: (reading, given) => recall(place, keep, reading, given),
    remember(examined, given, reads) {
      const { reading, decision } = examined;
      const now = parseNow(given);
      if (reading.kind !== "request" || reading.session === undefined || now === undefined) return;
      const { request, session, text } = reading;
      const kept = request.event === "Elicitation" ? keep({ request, text }, examined, reads) : undefined;
      add(session, eventOf(request, decision.effect, kept, now, key), reads);
    },
  };
}
