/** What rules are told of the past of a session. */

import type { MemoryInput } from "../context.ts";
import { ReadMemory } from "../core/read-memory.ts";
import type { Candidate } from "../core/rule.ts";
import { NO_MEMORY, recallSession } from "../core/session-memory.ts";
import { parseNow } from "../core/time.ts";
import type { RequestReading } from "./checkpoint.ts";
import type { Place } from "./memory.ts";

/** `undefined`: nobody knows. `keep`: the one of the place, which may have kept this question before */
export function recallFrom<Question extends object>(
  { key, read, revive }: Place<Question>,
  keep: Place<Question>["keep"],
  { request, session, text }: RequestReading,
  given: string | undefined,
): MemoryInput | undefined {
  const now = parseNow(given);
  if (session === undefined || now === undefined) return undefined;
  const memory = read(session) ?? NO_MEMORY;
  const own = key(request.server);
  const known = memory.asked.some(({ server }) => server === own);
  const mark = request.event === "Elicitation" && known ? keep({ request, text }, undefined, []).mark : "";
  const recalled = recallSession(memory, request, mark, now, key);
  if (recalled === undefined) return undefined;
  const candidates: Candidate[] = [];
  for (const question of recalled.candidates) {
    const candidate = revive(question, request, session);
    if (candidate === undefined) return undefined;
    candidates.push(candidate);
  }
  return new ReadMemory(candidates, request.event === "Elicitation" ? recalled.asked : undefined);
}
