/** Adds to the file of a session that has grown, or that nobody can read: under a lock, and made anew where that is due. */
import type { SessionEvent } from "../core/session-event.ts";
import { NO_MEMORY, type SessionMemory } from "../core/session-memory.ts";
import { acquireLock } from "./lock.ts";
import { addLine, type SessionPlace } from "./memory-file.ts";
import { readMemory } from "./read-session.ts";
import { DAMAGED, GROWN, LARGEST } from "./session-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** `found`: what was found of it so far. Throws what the file system throws, and `locked` */
export function addToGrown(place: SessionPlace, event: SessionEvent, found: "grown" | typeof DAMAGED): void {
  const { powers, file } = place;
  const lock = acquireLock(powers, `${file}.lock`);
  if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
  try {
    if (found !== DAMAGED && addLine(place, event, GROWN) === "added") return;
    const memory = found === DAMAGED ? DAMAGED : (readMemory(powers, file) ?? NO_MEMORY);
    const sum = memory === DAMAGED ? "" : lineOf(memory);
    if (memory === DAMAGED && event.did === "answer")
      powers.fs.unlinkSync(file); // nothing is known any more
    else if (memory === DAMAGED || powers.fs.statSync(file).size > 2 * sum.length)
      writeWhole(place, sum + lineOf(event));
    else addLine(place, event, LARGEST);
  } finally {
    lock.release();
  }
}

function lineOf(line: SessionEvent | SessionMemory): string {
  return `${JSON.stringify(line)}\n`;
}

// Whoever reads meanwhile finds the old one or the new one, whole.
function writeWhole({ powers: { fs, pid }, file }: SessionPlace, text: string): void {
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
