/**
 * Memory for adapters: what was asked in a session, recalled for the rules and kept for the next call.
 * One for all places, which differ in where it lies and how long (memory-file.ts, memory-process.ts).
 */
import type { KeptQuestion } from "../core/kept-question.ts";
import { ReadMemory } from "../core/read-memory.ts";
import type { Request } from "../core/request.ts";
import type { Candidate, Remembers } from "../core/rule.ts";
import {
  eventOf,
  type KeyOf,
  NO_MEMORY,
  recallSession,
  type SessionEvent,
  type SessionMemory,
} from "../core/session-memory.ts";
import { parseNow } from "../core/time.ts";
import type { Examination } from "../deciding.ts";
import type { MemoryStore } from "./checkpoint.ts";

/** Where a memory lies */
export interface Place<Question extends object> {
  readonly key: KeyOf;
  readonly read: (session: string) => SessionMemory<Question> | undefined;
  /** An answer in a session of which nothing is known changes nothing */
  readonly add: (session: string, event: SessionEvent<Question>, reads: readonly Remembers[]) => void;
  /** `examined`: once it was decided */
  readonly keep: (
    request: Candidate,
    examined: Examination | undefined,
    reads: readonly Remembers[],
  ) => KeptQuestion<Question>;
  /** `undefined`: it can't be read */
  readonly revive: (question: Question, request: Request, session: string) => Candidate | undefined;
}

export function createMemory<Question extends object>(place: Place<Question>): MemoryStore {
  const { key, read, add, revive } = place;
  let last: { readonly request: Request; readonly kept: KeptQuestion<Question> } | undefined;
  const keep: typeof place.keep = (request, examined, reads) => {
    if (last?.request !== request) last = { request, kept: place.keep(request, examined, reads) };
    return last.kept;
  };
  return {
    recall({ request, session }, given) {
      const now = parseNow(given);
      if (session === undefined || now === undefined) return undefined;
      const memory = read(session) ?? NO_MEMORY;
      const own = key(request.server);
      const known = memory.asked.some(({ server }) => server === own);
      const mark = request.event === "Elicitation" && known ? keep(request, undefined, []).mark : "";
      const recalled = recallSession(memory, request, mark, now, key);
      if (recalled === undefined) return undefined;
      const candidates: Candidate[] = [];
      for (const question of recalled.candidates) {
        const candidate = revive(question, request, session);
        if (candidate === undefined) return undefined;
        candidates.push(candidate);
      }
      return new ReadMemory(candidates, request.event === "Elicitation" ? recalled.asked : undefined);
    },
    remember(examined, given, reads) {
      const { reading, decision } = examined;
      const now = parseNow(given);
      if (reading.kind !== "request" || reading.session === undefined || now === undefined) return;
      const { request, session } = reading;
      const kept = request.event === "Elicitation" ? keep(request, examined, reads) : undefined;
      add(session, eventOf(request, decision.effect, kept, now, key), reads);
    },
  };
}
