/**
 * Waits until one of several files has changed.
 * By looking at them: editors write beside a file and rename, and then what listens to the old file hears nothing.
 */
import type { Io } from "./io.ts";

const PAUSE = 200;

/** What is seen of files: their times and sizes, and whether they are there */
export function stateOf(files: readonly string[], { fs }: Pick<Io, "fs">): string {
  const states = files.map((file) => {
    try {
      const about = fs.statSync(file, { throwIfNoEntry: false });
      return about === undefined ? null : [about.mtimeMs, about.size, about.ino];
    } catch {
      return null;
    }
  });
  return JSON.stringify(states);
}

/** Resolves once the files are no longer as they were */
export async function untilChanged(
  files: readonly string[],
  before: string,
  io: Pick<Io, "fs" | "wait">,
): Promise<void> {
  while (stateOf(files, io) === before) await io.wait(PAUSE);
}
