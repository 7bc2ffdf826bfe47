/**
 * Appends records to the log of the day, `YYYY-MM-DD.jsonl` by UTC, each with the digest of the line before.
 * Many hooks write at once and may be killed at any moment, so each record goes out in one write, on a line of its own.
 */
import { type DecisionRecord, renderRecord } from "../core/record.ts";
import { digestLine } from "./digest-line.ts";
import { acquireLock, type Lock } from "./lock.ts";
import { CHAIN_START, isLogFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import type { Powers } from "./node.ts";
import { openPlainly } from "./plain-file.ts";
import { endsInTornLine } from "./torn-line.ts";

/** What went wrong, in one word; `undefined`: the record is written. Never throws: a log must not change a decision */
export function appendRecord(powers: Powers, folder: string, record: DecisionRecord): string | undefined {
  const { fs } = powers;
  let descriptor: number | undefined;
  let lock: Lock | undefined;
  try {
    // By the record's own time, so that a request and its answer are found by one rule, whatever the time zone.
    const name = `${record.now?.slice(0, 10) ?? "undated"}.jsonl`;
    descriptor = openForAppend(powers, folder, `${folder}/${name}`);
    if (!fs.fstatSync(descriptor).isFile()) return "not-a-file";
    lock = attempt(() => acquireLock(powers, `${folder}/lock`));
    const line = lineOf(powers, descriptor, folder, name, renderRecord(record), lock !== undefined);
    return fs.writeSync(descriptor, line) === line.length ? undefined : "cut-short";
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === "string" ? code : "failed";
  } finally {
    if (descriptor !== undefined) closeQuietly(powers, descriptor);
    lock?.release();
  }
}

function openForAppend({ fs }: Powers, folder: string, file: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDWR } = fs.constants;
  // A link that somebody planted is not followed, and a named pipe not waited for. Windows knows neither flag.
  const flags = O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK;
  try {
    return fs.openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ENOENT") throw error;
    makeFolder(fs, folder, 0o700);
    return fs.openSync(file, flags, 0o600);
  }
}

// Without the lock the line before may be another one by the time this is written: better a gap that shows than a chain
// that seems broken.
function lineOf(
  powers: Powers,
  descriptor: number,
  folder: string,
  name: string,
  text: string,
  isLocked: boolean,
): Uint8Array {
  const torn = endsInTornLine(powers, descriptor) ? "\n" : "";
  if (!isLocked) return new TextEncoder().encode(`${torn}${text}\n`);
  const before = lastLine(powers, descriptor) ?? (name === UNDATED ? undefined : lastLineBefore(powers, folder, name));
  // An earlier day that can't be read is no reason to record nothing today.
  if (before === "unreadable") return new TextEncoder().encode(`${torn}${text}\n`);
  const prev = before === undefined ? CHAIN_START : digestLine(before);
  return new TextEncoder().encode(`${torn}${text.slice(0, -1)},"prev":"${prev}"}\n`);
}

const UNDATED = "undated.jsonl";

// The chain goes on from the day before, whichever that is.
function lastLineBefore(powers: Powers, folder: string, name: string): Uint8Array | "unreadable" | undefined {
  const earlier = attempt(() => powers.fs.readdirSync(folder));
  if (earlier === undefined) return "unreadable";
  const days = earlier.filter((one) => isLogFile(one) && one !== UNDATED && one < name);
  for (const one of days.sort().reverse()) {
    const line = attempt(() => lastLineOf(powers, `${folder}/${one}`)) ?? "unreadable";
    if (line !== "empty") return line;
  }
  return undefined;
}

function lastLineOf(powers: Powers, file: string): Uint8Array | "empty" | undefined {
  const descriptor = openPlainly(powers.fs, file);
  try {
    return powers.fs.fstatSync(descriptor).isFile() ? (lastLine(powers, descriptor) ?? "empty") : undefined;
  } finally {
    closeQuietly(powers, descriptor);
  }
}

const FIRST_LOOK = 8192;

// Read from the end, twice as much each time, so that it does not matter how long the log is.
function lastLine({ fs }: Powers, descriptor: number): Uint8Array | undefined {
  const { size } = fs.fstatSync(descriptor);
  for (let length = Math.min(FIRST_LOOK, size); length > 0; length = Math.min(length * 4, size)) {
    const bytes = new Uint8Array(length);
    const read = fs.readSync(descriptor, bytes, 0, length, size - length);
    let end = read;
    while (end > 0 && bytes[end - 1] === NEWLINE) end -= 1;
    const start = bytes.lastIndexOf(NEWLINE, end - 1) + 1;
    if (end > 0 && (start > 0 || length === size)) return bytes.subarray(start, end);
    if (length === size) return undefined;
  }
  return undefined;
}

const NEWLINE = 0x0a;

function attempt<Value>(act: () => Value): Value | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function closeQuietly({ fs }: Powers, descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {}
}
