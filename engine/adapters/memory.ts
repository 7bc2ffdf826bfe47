/**
 * Memory for adapters: what was asked in a session, kept in a file a session, or in this process.
 * Both keep the same (core/session-memory.ts); they differ in where it lies and how long.
 */
import { type KeptQuestion, keepQuestion } from "../core/kept-question.ts";
import { reviveRequest } from "../core/recorded-request.ts";
import type { Request } from "../core/request.ts";
import type { Candidate } from "../core/rule.ts";
import {
  NO_MEMORY,
  parseSessionMemory,
  recallSession,
  rememberSession,
  type SessionMemory,
} from "../core/session-memory.ts";
import { sha256Hex } from "../core/sha256.ts";
import { parseNow } from "../core/time.ts";
import type { RecordedRequest } from "../core/withhold.ts";
import type { Knowledge, MemoryInput } from "../deciding.ts";
import type { MemoryStore } from "./checkpoint.ts";
import { acquireLock } from "./lock.ts";
import { isMemoryFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import type { Powers } from "./node.ts";
import { writeHookInput } from "./wire.ts";

/** Sessions apart, beside the log; as many hooks as like use it at once */
export function createFileMemory(powers: Powers, folder: string, knowledge: Knowledge): MemoryStore {
  const { fs } = powers;
  const fileOf = (session: string): string => `${folder}/session-${sha256Hex(session).slice(0, 32)}.json`;
  return createMemory(knowledge, {
    read: (session) => readMemory(powers, fileOf(session)),
    change(session, change) {
      const file = fileOf(session);
      if (fs.statSync(folder, { throwIfNoEntry: false }) === undefined) makeFolder(fs, folder, 0o700);
      const lock = acquireLock(powers, `${file}.lock`);
      if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
      try {
        const before = readMemory(powers, file);
        if (before === undefined) removeOld(powers, folder);
        writeMemory(powers, file, change(before ?? NO_MEMORY));
      } finally {
        lock.release();
      }
    },
  });
}

/** For a process that serves: the sessions that were heard of last */
export function createProcessMemory(knowledge: Knowledge, most = 1000): MemoryStore {
  const sessions = new Map<string, SessionMemory>();
  return createMemory(knowledge, {
    read: (session) => sessions.get(session),
    change(session, change) {
      const next = change(sessions.get(session) ?? NO_MEMORY);
      sessions.delete(session);
      sessions.set(session, next);
      if (sessions.size > most) sessions.delete(sessions.keys().next().value ?? "");
    },
  });
}

interface Place {
  readonly read: (session: string) => SessionMemory | undefined;
  readonly change: (session: string, change: (memory: SessionMemory) => SessionMemory) => void;
}

function createMemory({ powers, helpers }: Knowledge, { read, change }: Place): MemoryStore {
  let last: { readonly request: Request; readonly kept: KeptQuestion } | undefined;
  const keep = (request: Candidate, recorded?: RecordedRequest | null): KeptQuestion => {
    if (last?.request !== request) last = { request, kept: keepQuestion(request, powers, helpers, recorded) };
    return last.kept;
  };
  return {
    recall({ request, session }, given) {
      const now = parseNow(given);
      if (session === undefined || now === undefined) return undefined;
      const memory = read(session) ?? NO_MEMORY;
      const known = memory.asked.some(({ server }) => server === request.server);
      const mark = request.event === "Elicitation" && known ? keep(request).mark : "";
      const recalled = recallSession(memory, request, mark, now);
      if (recalled === undefined) return undefined;
      const candidates = recalled.candidates.map((question) => {
        const mode = question.url === undefined ? "form" : "url";
        const asked = reviveRequest(question, { event: "Elicitation", mode, server: request.server });
        return writeHookInput({ ...asked, sessionId: session } as Candidate);
      });
      return {
        candidates,
        ...(request.event === "Elicitation" ? { asked: recalled.asked } : {}),
      } satisfies MemoryInput;
    },
    remember(examined, given) {
      const { reading, decision } = examined;
      const now = parseNow(given);
      if (reading.kind !== "request" || reading.session === undefined || now === undefined) return;
      const { request, session } = reading;
      const isQuestion = request.event === "Elicitation";
      // An answer to what nobody remembers changes nothing.
      if (!isQuestion && read(session) === undefined) return;
      const happened = {
        request,
        effect: decision.effect,
        kept: isQuestion ? keep(request, examined.record?.request) : undefined,
      };
      change(session, (memory) => rememberSession(memory, happened, now));
    },
  };
}

// A damaged file is as none: rules that need it say so.
function readMemory({ fs }: Powers, file: string): SessionMemory | undefined {
  let text: string;
  try {
    text = fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    return parseSessionMemory(JSON.parse(text));
  } catch {
    return undefined;
  }
}

// Whoever reads meanwhile finds the old one or the new one, whole.
function writeMemory({ fs, pid }: Powers, file: string, memory: SessionMemory): void {
  const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  const half = `${file}.${pid}`;
  const bytes = new TextEncoder().encode(JSON.stringify(memory));
  const descriptor = fs.openSync(half, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  let written = 0;
  try {
    written = fs.writeSync(descriptor, bytes);
  } finally {
    fs.closeSync(descriptor);
    if (written !== bytes.length) fs.unlinkSync(half);
  }
  if (written !== bytes.length) throw Object.assign(new Error("cut short"), { code: "cut-short" });
  fs.renameSync(half, file);
}

const OLDEST = 7 * 24 * 3600 * 1000;

// When a session begins: sessions end without a word.
function removeOld({ fs }: Powers, folder: string): void {
  for (const name of fs.readdirSync(folder).filter(isMemoryFile)) {
    try {
      const { mtimeMs } = fs.statSync(`${folder}/${name}`);
      if (Date.now() - mtimeMs > OLDEST) fs.unlinkSync(`${folder}/${name}`);
    } catch {} // somebody else was here
  }
}
