/**
 * Memory for adapters: what was asked in a session, kept in a file a session, or in this process.
 * Both keep the same (core/session-memory.ts); they differ in where it lies and how long.
 */
import {
  type KeptQuestion,
  keepPlainQuestion,
  keepQuestion,
  type PlainQuestion,
  revivePlainRequest,
} from "../core/kept-question.ts";
import { memoryKey } from "../core/memory-key.ts";
import { ReadMemory } from "../core/read-memory.ts";
import { reviveRequest } from "../core/recorded-request.ts";
import type { Request } from "../core/request.ts";
import type { Candidate, Remembers } from "../core/rule.ts";
import {
  apart,
  NO_MEMORY,
  parseSessionMemory,
  type Remembered,
  recallSession,
  rememberSession,
  type SessionMemory,
} from "../core/session-memory.ts";
import { sha256Hex } from "../core/sha256.ts";
import { parseNow } from "../core/time.ts";
import type { RecordedRequest } from "../core/withhold.ts";
import type { Examination, Knowledge } from "../deciding.ts";
import type { MemoryStore, RequestReading } from "./checkpoint.ts";
import { acquireLock } from "./lock.ts";
import { isMemoryFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import type { Powers } from "./node.ts";
import { readPlainFile } from "./plain-file.ts";
import { type Reading, readHookInput, writeHookInput } from "./wire.ts";

/** Sessions apart, beside the log; as many hooks as like use it at once */
export function createFileMemory(powers: Powers, folder: string, knowledge: Knowledge): MemoryStore {
  const { fs } = powers;
  const fileOf = (session: string): string => `${folder}/session-${sha256Hex(session).slice(0, 32)}.json`;
  return createMemory<RecordedRequest>({
    read: (session) => readMemory(powers, fileOf(session)),
    change(session, change) {
      const file = fileOf(session);
      if (fs.statSync(folder, { throwIfNoEntry: false }) === undefined) makeFolder(fs, folder, 0o700);
      const lock = acquireLock(powers, `${file}.lock`);
      if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
      try {
        const before = readSound(powers, file);
        if (before === undefined) removeOld(powers, folder);
        writeMemory(powers, file, change(before ?? NO_MEMORY).memory);
      } finally {
        lock.release();
      }
    },
    keepsAsked: () => true, // other hooks, with other policies, read it too
    keep: ({ request }, examined) =>
      keepQuestion(request, knowledge.powers, knowledge.helpers, examined?.record?.request),
    revive: reviveQuestion,
  });
}

/**
 * For a process that serves: the sessions that were heard of last, and their questions as they were asked. Nothing of it is
 * ever written down, so nothing is withheld.
 */
export function createProcessMemory(most = 1000): MemoryStore {
  const sessions = new Map<string, Heard>();
  let calls = 0;
  return createMemory({
    read: (session) => sessions.get(session)?.memory,
    change(session, change) {
      calls += 1;
      const known = sessions.get(session);
      const { memory, since } = change(known?.memory ?? NO_MEMORY, known?.since);
      // To put it last in the map at each call would cost more than to look for the oldest when a session is new.
      if (known === undefined) sessions.set(apart(session), { memory, since, heard: calls });
      else {
        known.memory = memory;
        known.since = since;
        known.heard = calls;
      }
      if (sessions.size <= most) return;
      let [silent, last] = ["", calls];
      for (const [name, { heard }] of sessions) if (heard < last) [silent, last] = [name, heard];
      sessions.delete(silent);
    },
    keepsAsked: (reads) => reads.includes("asked"),
    keep: ({ request, text }, examined, reads) =>
      keepPlainQuestion(request, text, examined === undefined || reads.includes("asked")),
    revive: ({ text, isInput }) => (isInput ? questionOf(readHookInput(text)) : revivePlainRequest(text)),
  });
}

interface Heard {
  memory: SessionMemory<PlainQuestion>;
  since: string;
  /** The number of the call */
  heard: number;
}

interface Place<Question extends object> {
  readonly read: (session: string) => SessionMemory<Question> | undefined;
  readonly change: (
    session: string,
    change: (memory: SessionMemory<Question>, since?: string) => Remembered<Question>,
  ) => void;
  readonly keepsAsked: (reads: readonly Remembers[]) => boolean;
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

function createMemory<Question extends object>(place: Place<Question>): MemoryStore {
  const { read, change, keepsAsked, revive } = place;
  let last: { readonly request: Request; readonly kept: KeptQuestion<Question> } | undefined;
  const keep: typeof place.keep = (asked, examined, reads) => {
    const { request } = asked;
    if (last?.request !== request) last = { request, kept: place.keep(asked, examined, reads) };
    return last.kept;
  };
  return {
    recall({ request, session, text }, given) {
      const now = parseNow(given);
      if (session === undefined || now === undefined) return undefined;
      const memory = read(session) ?? NO_MEMORY;
      const own = memoryKey(request.server);
      const known = memory.asked.some(({ server }) => server === own);
      const mark = request.event === "Elicitation" && known ? keep({ request, text }, undefined, []).mark : "";
      const recalled = recallSession(memory, request, mark, now);
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
      const { request, session, text } = reading;
      const isQuestion = request.event === "Elicitation";
      // An answer to what nobody remembers changes nothing.
      if (!isQuestion && read(session) === undefined) return;
      const happened = {
        request,
        effect: decision.effect,
        kept: isQuestion ? keep({ request, text }, examined, reads) : undefined,
        keepsAsked: keepsAsked(reads),
      };
      change(session, (memory, since) => rememberSession(memory, happened, now, since));
    },
  };
}

// A file may hold anything, so what comes of it is read as any input is.
function reviveQuestion(question: RecordedRequest, { server }: Request, session: string): Candidate | undefined {
  const mode = question.url === undefined ? "form" : "url";
  const asked = reviveRequest(question, { event: "Elicitation", mode, server });
  return questionOf(readHookInput(writeHookInput({ ...asked, sessionId: session } as Candidate)));
}

function questionOf(reading: Reading): Candidate | undefined {
  return reading.kind === "request" && reading.request.event === "Elicitation" ? reading.request : undefined;
}

// Far more than is ever written (docs/memory.md).
const LARGEST = 16 * 1024 * 1024;

// `undefined`: there is none. What is damaged is told, and rules do as where nobody knows: somebody may have wiped it out.
function readMemory({ fs, decodeUtf8 }: Powers, file: string): SessionMemory | undefined {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readPlainFile(fs, file, LARGEST);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOENT") return undefined;
    if (code !== "ELOOP") throw error;
  }
  const memory = bytes && parse(decodeUtf8(bytes));
  if (memory === undefined) throw Object.assign(new Error("damaged"), { code: DAMAGED });
  return memory;
}

const DAMAGED = "damaged";

function parse(text: string | undefined): SessionMemory | undefined {
  try {
    return text === undefined ? undefined : parseSessionMemory(JSON.parse(text));
  } catch {
    return undefined;
  }
}

// What is damaged is made anew.
function readSound(powers: Powers, file: string): SessionMemory | undefined {
  try {
    return readMemory(powers, file);
  } catch (error) {
    if ((error as { code?: unknown }).code === DAMAGED) return undefined;
    throw error;
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
