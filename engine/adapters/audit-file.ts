/**
 * Appends records to the log of the day, `YYYY-MM-DD.jsonl` by UTC.
 * Many hooks write at once and may be killed at any moment, so each record goes out in one write, on a line of its own.
 */
import { coldNow } from "../cold.ts";
import type { DecisionRecord } from "../core/record.ts";
import { makeFolder } from "./make-folder.ts";
import type { Powers } from "./node.ts";

/** What went wrong, in one word; `undefined`: the record is written. Never throws: a log must not change a decision */
export function appendRecord(powers: Powers, folder: string, record: DecisionRecord): string | undefined {
  const { fs } = powers;
  let descriptor: number | undefined;
  try {
    // By the record's own time, so that a request and its answer are found by one rule, whatever the time zone.
    const file = `${folder}/${record.now?.slice(0, 10) ?? "undated"}.jsonl`;
    descriptor = openForAppend(powers, folder, file);
    if (!fs.fstatSync(descriptor).isFile()) return "not-a-file";
    const start = endsInTornLine(powers, descriptor) ? "\n" : "";
    const line = new TextEncoder().encode(`${start}${coldNow("record").renderRecord(record)}\n`);
    return fs.writeSync(descriptor, line) === line.length ? undefined : "cut-short";
  } catch (error) {
    const { code } = error as { code?: unknown };
    return typeof code === "string" ? code : "failed";
  } finally {
    if (descriptor !== undefined) closeQuietly(powers, descriptor);
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

const LOOKS = 4;
const PAUSE = 2;

// A line without its end is either torn for good, or just being written by another hook: look again before saying so.
function endsInTornLine({ fs, sleep }: Powers, descriptor: number): boolean {
  const last = new Uint8Array(1);
  for (let look = 1; ; look += 1) {
    const { size } = fs.fstatSync(descriptor);
    if (size === 0) return false;
    if (fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === 0x0a) return false;
    if (look === LOOKS) return true;
    sleep(PAUSE);
  }
}

function closeQuietly({ fs }: Powers, descriptor: number): void {
  try {
    fs.closeSync(descriptor);
  } catch {}
}
