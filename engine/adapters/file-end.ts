/** The end of a file of lines, to which others may be writing at this moment. */
import type { Powers } from "./node.ts";

export interface FileEnd {
  readonly size: number;
  readonly bytes: Uint8Array;
  /** The last line has no end: a writer died in the midst of it, or the disk was full */
  readonly isTorn: boolean;
}

const NEWLINE = 0x0a;
const LOOKS = 4;
const PAUSE = 2;

/** Reads the last bytes, at most so many. `undefined`: it is no plain file. Throws what the file system throws */
export function readEnd({ fs, sleep }: Powers, descriptor: number, most: number): FileEnd | undefined {
  for (let look = 1; ; look += 1) {
    const about = fs.fstatSync(descriptor);
    if (!about.isFile()) return undefined;
    const { size } = about;
    const bytes = new Uint8Array(Math.min(most, size));
    const isRead = size === 0 || fs.readSync(descriptor, bytes, 0, bytes.length, size - bytes.length) === bytes.length;
    const isTorn = !isRead || (size > 0 && bytes[bytes.length - 1] !== NEWLINE);
    // A line without its end is either torn for good, or just being written: look again before saying so.
    if (!isTorn || look === LOOKS) return { size, bytes, isTorn };
    sleep(PAUSE);
  }
}
