/**
 * Memory in files: a small one a session, beside the log, for hooks that end with each call and may run at once.
 * A call adds a line, in one write; only a file that has grown is locked, and made anew from what its lines come to.
 */
import { keepQuestion } from "../core/kept-question.ts";
import { isPlainName } from "../core/plain-text.ts";
import { NO_MEMORY, type SessionEvent, type SessionMemory } from "../core/session-memory.ts";
import { sha256Hex } from "../core/sha256.ts";
import type { RecordedRequest } from "../core/withhold.ts";
import type { Knowledge } from "../deciding.ts";
import type { MemoryStore } from "./checkpoint.ts";
import { readEnd } from "./file-end.ts";
import { acquireLock } from "./lock.ts";
import { isMemoryFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import { createMemory } from "./memory.ts";
import type { Powers } from "./node.ts";
import { DAMAGED, LARGEST } from "./session-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** Sessions apart; as many hooks as like use it at once */
export function createFileMemory(powers: Powers, folder: string, knowledge: Knowledge): MemoryStore {
  const fileOf = (session: string): string => `${folder}/session-${sha256Hex(session).slice(0, 32)}.jsonl`;
  const damaged = new Set<string>();
  return createMemory<RecordedRequest>({
    key: (text) => (isPlainName(text) ? text : knowledge.helpers.withheld().memoryKey(text)),
    read(session) {
      const found = knowledge.readMemory(powers, fileOf(session));
      if (found !== DAMAGED) return found;
      // Told, and rules do as where nobody knows: somebody may have wiped it out. Then it is made anew.
      damaged.add(session);
      throw Object.assign(new Error(DAMAGED), { code: DAMAGED });
    },
    add(session, event) {
      const place: Place = { powers, knowledge, folder, file: fileOf(session) };
      if (damaged.delete(session)) makeAnew(place, event);
      else addEvent(place, event);
    },
    keep: (request, examined) => keepQuestion(request, knowledge.powers, knowledge.helpers, examined?.record?.request),
    revive: knowledge.reviveQuestion,
  });
}

interface Place {
  readonly powers: Powers;
  readonly knowledge: Knowledge;
  readonly folder: string;
  readonly file: string;
}

// In bytes. Up to the first, lines are added as they come. Beyond it they are added under a lock, and beyond the second, and
// twice what it comes to, the file is made anew: between the two is room for those who looked at the size just before.
const FREE = 16_384;
const GROWN = 98_304;

function addEvent(place: Place, event: SessionEvent): void {
  const found = addLine(place, event, FREE);
  if (found === "added" || found === "absent") return;
  locked(place, () => {
    if (found === DAMAGED) return startAnew(place, event);
    if (addLine(place, event, GROWN) === "added") return;
    const memory = place.knowledge.readMemory(place.powers, place.file);
    if (memory === DAMAGED) return startAnew(place, event);
    const sum = lineOf(memory ?? NO_MEMORY);
    const { size } = place.powers.fs.statSync(place.file);
    if (size > 2 * sum.length) writeWhole(place, sum + lineOf(event));
    else addLine(place, event, LARGEST);
  });
}

function makeAnew(place: Place, event: SessionEvent): void {
  locked(place, () => startAnew(place, event));
}

function locked({ powers, file }: Place, act: () => void): void {
  const lock = acquireLock(powers, `${file}.lock`);
  if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
  try {
    act();
  } finally {
    lock.release();
  }
}

// An answer to what nobody can read any more leaves nothing that is known.
function startAnew(place: Place, event: SessionEvent): void {
  if (event.did === "ask") writeWhole(place, lineOf(event));
  else place.powers.fs.unlinkSync(place.file);
}

function lineOf(line: SessionEvent | SessionMemory): string {
  return `${JSON.stringify(line)}\n`;
}

// `most`: unless it is larger than that, in bytes.
function addLine(place: Place, event: SessionEvent, most: number): "absent" | "added" | "grown" | typeof DAMAGED {
  const { powers, folder, file } = place;
  const { fs } = powers;
  const descriptor = openFor(place, event);
  if (typeof descriptor === "string") return descriptor;
  try {
    const end = readEnd(powers, descriptor, 1);
    if (end === undefined || end.isTorn || end.size > LARGEST) return DAMAGED;
    if (end.size > most) return "grown";
    if (end.size === 0) removeOld(powers, folder);
    const bytes = encodeUtf8(lineOf(event));
    try {
      if (fs.writeSync(descriptor, bytes) === bytes.length) return "added";
      throw Object.assign(new Error("cut short"), { code: "cut-short" });
    } catch (error) {
      if (end.size === 0) fs.unlinkSync(file);
      throw error;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

// Follows no link, and waits for nobody. Windows knows neither flag.
function openFor({ powers: { fs }, folder, file }: Place, { did }: SessionEvent): number | "absent" | typeof DAMAGED {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = fs.constants;
  const flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_NONBLOCK;
  for (let turn = 1; ; turn += 1) {
    try {
      return fs.openSync(file, did === "ask" ? flags | O_CREAT : flags, 0o600);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === "ELOOP" || code === "ENXIO") return DAMAGED;
      if (code !== "ENOENT" || turn > 1) throw error;
      if (did === "answer") return "absent";
      makeFolder(fs, folder, 0o700);
    }
  }
}

// Whoever reads meanwhile finds the old one or the new one, whole.
function writeWhole({ powers: { fs, pid }, file }: Place, text: string): void {
  const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  const half = `${file}.${pid}`;
  const bytes = encodeUtf8(text);
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
