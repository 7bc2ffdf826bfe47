/** Adds to the file of a session that has grown, or that nobody can read: under a lock, and made anew where that is due. */
import type { SessionEvent } from "../core/session-event.ts";
import { NO_MEMORY, type SessionMemory } from "../core/session-memory.ts";
import { acquireLock } from "./lock.ts";
import { addLine, type SessionPlace } from "./memory-file.ts";
import { openPlainly } from "./plain-file.ts";
import { readMemory } from "./read-session.ts";
import { DAMAGED, GROWN, LARGEST } from "./session-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** `found`: what was found of it so far. Throws what the file system throws, and `locked` */
export function addToGrown(place: SessionPlace, event: SessionEvent, found: "grown" | typeof DAMAGED): void {
  const { powers, file } = place;
  const lock = acquireLock(powers, `${file}.lock`);
  if (lock === undefined) throw Object.assign(new Error("locked"), { code: "locked" });
  try {
    if (found !== DAMAGED && addLine(place, event, limitOf(place)) === "added") return;
    const memory = found === DAMAGED ? DAMAGED : (readMemory(powers, file) ?? NO_MEMORY);
    if (memory !== DAMAGED) writeWhole(place, sumOf(memory) + lineOf(event));
    else if (event.did === "ask") writeWhole(place, lineOf(event));
    else powers.fs.unlinkSync(file); // nothing is known any more
  } finally {
    lock.release();
  }
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
  const descriptor = openPlainly(fs, file);
  try {
    const bytes = new Uint8Array(32); // all of it is ASCII
    const head = decodeUtf8(bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, 0)));
    return Math.min(LARGEST, Number(/^\{"version":1,"until":([0-9]{1,8}),/.exec(head ?? "")?.[1] ?? GROWN));
  } finally {
    fs.closeSync(descriptor);
  }
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
