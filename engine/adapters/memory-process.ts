/**
 * Memory of a process that serves: the sessions that were heard of last, and their questions as they were asked. Nothing of it
 * is ever written down, so nothing is withheld.
 */
import { memoryKey } from "../core/memory-key.ts";
import { keepPlainQuestion, type PlainQuestion, revivePlainRequest } from "../core/plain-question.ts";
import { NO_MEMORY, oldestOf, rememberSession, type SessionMemory } from "../core/session-memory.ts";
import { dayBefore } from "../core/time.ts";
import type { MemoryStore } from "./checkpoint.ts";
import { createMemory, type Place } from "./memory.ts";
import { recallFrom } from "./memory-recall.ts";
import { questionOf } from "./question-of.ts";
import { readHookInput } from "./wire.ts";

interface Heard {
  memory: SessionMemory<PlainQuestion>;
  /** Nothing in it is older */
  since: string;
  /** The number of the call */
  heard: number;
}

/** `most`: how many sessions */
export function createProcessMemory(most = 1000): MemoryStore {
  const sessions = new Map<string, Heard>();
  let calls = 0;
  let lastKey = "";
  const place: Place<PlainQuestion> = {
    key(text) {
      // Mostly the one that asked last asks again, and its key is there already.
      const key = memoryKey(text);
      if (key !== lastKey) lastKey = apart(key);
      return lastKey;
    },
    read: (session) => sessions.get(session)?.memory,
    add(session, event, reads) {
      const known = sessions.get(session);
      if (known === undefined && event.did === "answer") return;
      calls += 1;
      const before = known?.memory ?? NO_MEMORY;
      const since = known?.since ?? "";
      const memory = rememberSession(before, event, { since, dropsAsked: !reads.includes("asked") });
      // To put it last in the map at each call would cost more than to look for the oldest when a session is new.
      if (known === undefined) sessions.set(apart(session), { memory, since: event.at, heard: calls });
      else {
        known.memory = memory;
        known.since = since > dayBefore(event.at) && since < event.at ? since : oldestOf(memory, event.at);
        known.heard = calls;
      }
      if (sessions.size <= most) return;
      let [silent, last] = ["", calls];
      for (const [name, { heard }] of sessions) if (heard < last) [silent, last] = [name, heard];
      sessions.delete(silent);
    },
    keep: ({ request, text }, examined, reads) =>
      keepPlainQuestion(request, text, examined === undefined || reads.includes("asked")),
    revive: ({ text, isInput }) => (isInput ? questionOf(readHookInput(text)) : revivePlainRequest(text)),
  };
  return createMemory(place, recallFrom);
}

// The same text by itself: engines keep a part of a text as a view, and with it the whole input that it stood in.
function apart(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
