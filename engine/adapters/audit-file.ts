/**
 * Appends records to the log of the day, `YYYY-MM-DD.jsonl` by UTC, each with the digest of the line before.
 * Many hooks write at once and may be killed at any moment, so each record goes out in one write, on a line of its own.
 */
import { type DecisionRecord, renderRecord } from "../core/record.ts";
import { digestLine } from "./digest-line.ts";
import { type FileEnd, readEnd } from "./file-end.ts";
import { acquireLock, type Lock } from "./lock.ts";
import { CHAIN_START, isLogFile } from "./log-files.ts";
import { makeFolder } from "./make-folder.ts";
import type { Powers } from "./node.ts";
import { openPlainly } from "./plain-file.ts";
import { encodeUtf8 } from "./utf8.ts";

/** What went wrong, in one word; `undefined`: the record is written. Never throws: a log must not change a decision */
export function appendRecord(powers: Powers, folder: string, record: DecisionRecord): string | undefined {
  const { fs } = powers;
  let descriptor: number | undefined;
  let lock: Lock | undefined;
  try {
    // By the record's own time, so that a request and its answer are found by one rule, whatever the time zone.
    const name = `${record.now?.slice(0, 10) ?? "undated"}.jsonl`;
    descriptor = openForAppend(powers, folder, `${folder}/${name}`);
    lock = attempt(() => acquireLock(powers, `${folder}/lock`));
    const end = readEnd(powers, descriptor, FIRST_LOOK);
    if (end === undefined) return "not-a-file";
    const text = renderRecord(record);
    // Without the lock the line before may be another one by the time this is written: better a gap that shows than a chain
    // that seems broken. And an earlier day that can't be read is no reason to record nothing today.
    const before = lock === undefined ? "unreadable" : lineBefore(powers, descriptor, end, folder, name);
    const chained = before === "unreadable" ? text : `${text.slice(0, -1)},"prev":"${digestOf(before)}"}`;
    const line = encodeUtf8(`${end.isTorn ? "\n" : ""}${chained}\n`);
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

function digestOf(line: Uint8Array | undefined): string {
  return line === undefined ? CHAIN_START : digestLine(line);
}

// The chain goes on from the day before, whichever that is.
function lineBefore(
  powers: Powers,
  descriptor: number,
  end: FileEnd,
  folder: string,
  name: string,
): Uint8Array | "unreadable" | undefined {
  const own = lastLine(powers, descriptor, end);
  return own !== undefined || name === UNDATED ? own : lastLineBefore(powers, folder, name);
}

const UNDATED = "undated.jsonl";

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
    const end = readEnd(powers, descriptor, FIRST_LOOK);
    return end && (lastLine(powers, descriptor, end) ?? "empty");
  } finally {
    closeQuietly(powers, descriptor);
  }
}

const FIRST_LOOK = 8192;

// Read from the end, four times as much each time, so that it does not matter how long the log is.
function lastLine({ fs }: Powers, descriptor: number, { size, bytes: first }: FileEnd): Uint8Array | undefined {
  for (let bytes = first; ; ) {
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === NEWLINE) end -= 1;
    const start = bytes.lastIndexOf(NEWLINE, end - 1) + 1;
    if (end > 0 && (start > 0 || bytes.length === size)) return bytes.subarray(start, end);
    if (bytes.length === size) return undefined;
    const length = Math.min(bytes.length * 4, size);
    bytes = new Uint8Array(length);
    if (fs.readSync(descriptor, bytes, 0, length, size - length) < length) return undefined;
  }
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
