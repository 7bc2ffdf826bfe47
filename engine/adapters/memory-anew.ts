/** Adds to the file of a session that has grown, or that nobody can read: under a lock, and made anew where that is due. */
import type { SessionEvent } from "../core/session-event.ts";
import { NO_MEMORY, type SessionMemory } from "../core/session-memory.ts";
import { acquireLock } from "./lock.ts";
import { type Added, addLine, type SessionPlace } from "./memory-file.ts";
import { openPlainly } from "./plain-file.ts";
import { readMemory } from "./read-session.ts";
import { DAMAGED, GROWN, LARGEST } from "./session-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** `found`: what came of it without the lock. Throws what the file system throws, and `locked` */
export function addLocked(place: SessionPlace, event: SessionEvent, found: Added): void {
  const lock = acquireLock(place.powers, `${place.file}.lock`);
  if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
  try {
    const text = textAnew(place, event, found);
    if (text !== undefined) writeWhole(place, text);
  } finally {
    lock.release();
  }
}

// What the file has to be; `undefined`: it is that already.
function textAnew(place: SessionPlace, event: SessionEvent, found: Added): string | undefined {
  const { powers, file } = place;
  // Others may have been here before us, and have mended it, or added the line to what they made anew.
  const before = found === "grown" ? undefined : readMemory(powers, file);
  if (before === DAMAGED) return startAnew(place, event);
  if (found === "replaced" && before !== undefined && knows(before, event)) return undefined;
  const outcome = addLine(place, event, limitOf(place));
  if (outcome !== "grown" && outcome !== DAMAGED) return undefined;
  const memory = readMemory(powers, file);
  return memory === DAMAGED ? startAnew(place, event) : sumOf(memory ?? NO_MEMORY) + lineOf(event);
}

function knows({ asked }: SessionMemory, event: SessionEvent): boolean {
  const { did, server, at, id } = event;
  return (
    did === "ask" &&
    asked.some((one) => one.server === server && one.at === at && one.id === id && one.mark === event.mark)
  );
}

// An answer to what nobody can read any more leaves nothing that is known.
function startAnew({ powers, file }: SessionPlace, event: SessionEvent): string | undefined {
  if (event.did === "ask") return lineOf(event);
  powers.fs.unlinkSync(file);
  return undefined;
}

function lineOf(event: SessionEvent): string {
  return `${JSON.stringify(event)}\n`;
}

// The line that says what was known, which begins with how large the file may become after it.
function sumOf({ open, asked }: SessionMemory): string {
  const rest = `"open":${JSON.stringify(open)},"asked":${JSON.stringify(asked)}}\n`;
  return `{"version":1,"until":${Math.max(GROWN, 2 * rest.length)},${rest}`;
}

// Read from the file itself, so that it need not be read whole at each call to know whether it has grown.
function limitOf({ powers: { fs, decodeUtf8 }, file }: SessionPlace): number {
  let descriptor: number | undefined;
  try {
    descriptor = openPlainly(fs, file);
    const bytes = new Uint8Array(32); // all of it is ASCII
    const head = decodeUtf8(bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0)));
    return Math.min(LARGEST, Number(/^\{"version":1,"until":([0-9]{1,8}),/.exec(head ?? "")?.[1] ?? GROWN));
  } catch {
    return GROWN; // it is made then
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

// Whoever reads meanwhile finds the old one or the new one, whole.
function writeWhole({ powers: { fs, pid }, file }: SessionPlace, text: string): void {
  const { O_CREAT, O_TRUNC, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  const half = `${file}.${pid}`;
  const bytes = encodeUtf8(text);
  const descriptor = fs.openSync(half, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    try {
      if (fs.writeSync(descriptor, bytes) < bytes.length)
        throw Object.assign(new Error("cut short"), { code: "cut-short" });
    } finally {
      fs.closeSync(descriptor);
    }
    fs.renameSync(half, file);
  } catch (error) {
    fs.unlinkSync(half);
    throw error;
  }
}
