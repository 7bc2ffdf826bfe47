/**
 * Memory in files: a small one a session, beside the log, for hooks that end with each call and may run at once.
 * A call adds a line, in one write; only a file that has grown is locked, and made anew from what its lines come to.
 */
import { type KeptRequest, keepQuestion } from "../core/kept-question.ts";
import { isPlainName } from "../core/plain-text.ts";
import type { SessionEvent } from "../core/session-event.ts";
import { sha256Hex } from "../core/sha256.ts";
import type { Knowledge } from "../deciding.ts";
import type { MemoryStore } from "./checkpoint.ts";
import { readEnd } from "./file-end.ts";
import { isMemoryFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import { createMemory, type Place as Kept } from "./memory.ts";
import type { Powers } from "./node.ts";
import { DAMAGED, FREE, LARGEST } from "./session-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** Sessions apart; as many hooks as like use it at once */
export function createFileMemory(powers: Powers, folder: string, knowledge: Knowledge): MemoryStore {
  const fileOf = (session: string): string => `${folder}/session-${sha256Hex(session).slice(0, 32)}.memory`;
  const damaged = new Set<string>();
  const kept: Kept<KeptRequest> = {
    key: (text) => (isPlainName(text) ? text : knowledge.helpers.withheld().memoryKey(text)),
    read(session) {
      const found = knowledge.memory().readMemory(powers, fileOf(session));
      if (found !== DAMAGED) return found;
      // Told, and rules do as where nobody knows: somebody may have wiped it out. Then it is made anew.
      damaged.add(session);
      throw Object.assign(new Error(DAMAGED), { code: DAMAGED });
    },
    add(session, event) {
      const place: SessionPlace = { powers, knowledge, folder, file: fileOf(session) };
      const found = damaged.delete(session) ? DAMAGED : addLine(place, event, FREE);
      if (found !== "added" && found !== "absent") knowledge.memory().addLocked(place, event, found);
    },
    keep: ({ request }, examined) =>
      keepQuestion(request, knowledge.powers, knowledge.helpers, examined?.record?.request, knowledge.isQuiet(request)),
    revive: (...given) => knowledge.revive().reviveQuestion(...given),
  };
  return createMemory(kept, (...given) => knowledge.memory().recallFrom(...given));
}

/** The file of one session */
export interface SessionPlace {
  readonly powers: Powers;
  readonly knowledge: Knowledge;
  readonly folder: string;
  readonly file: string;
}

/** What came of a line: `grown`: it was not added, `replaced`: the file was made anew meanwhile, perhaps without it */
export type Added = "absent" | "added" | "grown" | "replaced" | typeof DAMAGED;

/** One line more. `most`: unless the file would be larger then, in bytes. Throws what the file system throws */
export function addLine(place: SessionPlace, event: SessionEvent, most: number): Added {
  const { powers, folder, file } = place;
  const { fs } = powers;
  const descriptor = openFor(place, event);
  if (typeof descriptor === "string") return descriptor;
  try {
    const end = readEnd(powers, descriptor, 1);
    if (end === undefined || end.size > LARGEST) return DAMAGED;
    if (end.size === 0) removeOld(powers, folder);
    // A line that breaks off stays one of its own (core/session-text.ts).
    const bytes = encodeUtf8(`${end.isTorn ? "\n" : ""}${JSON.stringify(event)}\n`);
    if (end.size + bytes.length > most) return "grown";
    try {
      if (fs.writeSync(descriptor, bytes) < bytes.length)
        throw Object.assign(new Error("cut short"), { code: "cut-short" });
      return fs.fstatSync(descriptor).nlink === 0 ? "replaced" : "added";
    } catch (error) {
      if (end.size === 0) fs.unlinkSync(file);
      throw error;
    }
  } finally {
    fs.closeSync(descriptor);
  }
}

// Follows no link, and waits for nobody. Windows knows neither flag.
function openFor(
  { powers: { fs }, folder, file }: SessionPlace,
  { did }: SessionEvent,
): number | "absent" | typeof DAMAGED {
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
