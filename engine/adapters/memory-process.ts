/**
 * Memory of a process that serves: the sessions that were heard of last, and their questions as they were asked. Nothing of it
 * is ever written down, so nothing is withheld.
 */
import { memoryKey } from "../core/memory-key.ts";
import { keepPlainQuestion, type PlainQuestion, revivePlainQuestion } from "../core/plain-question.ts";
import { apart } from "../core/session-event.ts";
import { NO_MEMORY, rememberSession, type SessionMemory } from "../core/session-memory.ts";
import type { MemoryStore } from "./checkpoint.ts";
import { createMemory, type Place } from "./memory.ts";
import { recallFrom } from "./memory-recall.ts";

/** `most`: how many sessions */
export function createProcessMemory(most = 1000): MemoryStore {
  const sessions = new Map<string, { memory: SessionMemory<PlainQuestion>; heard: number }>();
  let calls = 0;
  const place: Place<PlainQuestion> = {
    key: memoryKey,
    read: (session) => sessions.get(session)?.memory,
    add(session, event, reads) {
      const known = sessions.get(session);
      if (known === undefined && event.did === "answer") return;
      calls += 1;
      const next = rememberSession(known?.memory ?? NO_MEMORY, event);
      // What nobody reads is not kept: with every question it would be the most that is.
      const memory = reads.includes("asked") || next.asked.length === 0 ? next : { ...next, asked: [] };
      // To put it last in the map at each call would cost more than to look for the oldest when a session is new.
      if (known !== undefined) Object.assign(known, { memory, heard: calls });
      else sessions.set(apart(session), { memory, heard: calls });
      if (sessions.size <= most) return;
      let [oldest, since] = ["", calls];
      for (const [name, { heard }] of sessions) if (heard < since) [oldest, since] = [name, heard];
      sessions.delete(oldest);
    },
    keep: (request, examined, reads) => keepPlainQuestion(request, examined === undefined || reads.includes("asked")),
    revive: revivePlainQuestion,
  };
  return createMemory(place, recallFrom);
}
