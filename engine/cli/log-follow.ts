/**
 * Goes on with a log: what is written from now on, on whatever day.
 */
import type { DecisionRecord } from "../core/record.ts";
import type { Io } from "./io.ts";
import type { Filter } from "./log-filter.ts";
import { logFiles, parseRecord } from "./log-read.ts";

const PAUSE = 250;
const NEWLINE = 0x0a;

/** Until somebody ends the process. The folder need not be there yet */
export async function followLog(
  folder: string,
  { matches }: Filter,
  show: (record: DecisionRecord) => void,
  io: Io,
): Promise<never> {
  const read = new Map<string, number>();
  for (const file of filesIn(folder, io)) read.set(file, sizeOf(file, io));
  for (;;) {
    for (const file of filesIn(folder, io)) {
      const from = read.get(file) ?? 0;
      const bytes = bytesFrom(file, from, io);
      // Half a line is left for the next look.
      const whole = bytes.lastIndexOf(NEWLINE) + 1;
      read.set(file, from + whole);
      for (const line of bytes.toString("utf8", 0, whole).split("\n")) {
        const record = line === "" ? undefined : parseRecord(line);
        if (record !== undefined && matches(record)) show(record);
      }
    }
    await io.wait(PAUSE);
  }
}

function filesIn(folder: string, io: Io): readonly string[] {
  return io.fs.existsSync(io.path.resolve(io.cwd, folder)) ? logFiles(folder, io) : [];
}

function sizeOf(file: string, { fs, path, cwd }: Io): number {
  return fs.statSync(path.resolve(cwd, file), { throwIfNoEntry: false })?.size ?? 0;
}

function bytesFrom(file: string, from: number, { fs, path, cwd }: Io): Buffer {
  const size = sizeOf(file, { fs, path, cwd } as Io);
  if (size <= from) return Buffer.alloc(0);
  const descriptor = fs.openSync(path.resolve(cwd, file), "r");
  try {
    const bytes = Buffer.alloc(size - from);
    return bytes.subarray(0, fs.readSync(descriptor, bytes, 0, bytes.length, from));
  } finally {
    fs.closeSync(descriptor);
  }
}
