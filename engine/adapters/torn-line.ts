/** Whether a file of lines was left in the middle of one, by a writer that died or a disk that was full. */
import type { Powers } from "./node.ts";

const NEWLINE = 0x0a;
const LOOKS = 4;
const PAUSE = 2;

/** A line without its end is either torn for good, or just being written by another hook: look again before saying so */
export function endsInTornLine({ fs, sleep }: Powers, descriptor: number): boolean {
  const last = new Uint8Array(1);
  for (let look = 1; ; look += 1) {
    const { size } = fs.fstatSync(descriptor);
    if (size === 0) return false;
    if (fs.readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] === NEWLINE) return false;
    if (look === LOOKS) return true;
    sleep(PAUSE);
  }
}
