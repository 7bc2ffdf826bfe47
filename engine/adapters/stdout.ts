/**
 * Writes the answer to stdout, whole and synchronously, or says that it could not.
 * `process.stdout` is asynchronous on pipes, and what a slow reader has not taken at exit is lost (plm-050).
 */
import type { Powers } from "./node.ts";

const LONGEST_PAUSE = 20;
const DEADLINES_IN_ALL = 4;

/** Whether every byte went out; a reader who takes nothing for `deadline` milliseconds has gone */
export function writeStdout(powers: Powers, text: string, deadline: number): boolean {
  const { fs } = powers;
  if (leadsNowhere(powers)) return false;
  let rest = new TextEncoder().encode(text);
  let pause = 1;
  let idle = 0;
  let waited = 0;
  while (rest.length > 0) {
    const written = writeSome(fs, rest);
    if (written === undefined) return false;
    if (written > 0) {
      rest = rest.subarray(written);
      pause = 1;
      idle = 0;
      continue;
    }
    if (idle >= deadline || waited >= DEADLINES_IN_ALL * deadline) return false;
    // Counted, not read from a clock: clocks jump.
    powers.sleep(pause);
    idle += pause;
    waited += pause;
    pause = Math.min(2 * pause, LONGEST_PAUSE);
  }
  return true;
}

/** One short line for whoever looks; it is never an error that nobody can */
export function writeStderr({ fs }: Powers, text: string): void {
  const [line = ""] = text.split("\n", 1);
  // Names are hostile text too: on a terminal they may only be seen.
  const shown = line
    .slice(0, 300)
    .replace(/[^\u0020-\u007e]/gu, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
  try {
    fs.writeSync(2, new TextEncoder().encode(`sekisho hook: ${shown}\n`));
  } catch {}
}

// 0: the pipe is full; `undefined`: nobody reads, the disk is full, …
function writeSome(fs: Powers["fs"], bytes: Uint8Array): number | undefined {
  try {
    return fs.writeSync(1, bytes);
  } catch (error) {
    return (error as { code?: unknown }).code === "EAGAIN" ? 0 : undefined;
  }
}

// Node opens /dev/null in place of a closed stdout: every write succeeds there, and the decision is lost with exit 0.
function leadsNowhere({ fs }: Powers): boolean {
  try {
    const stdout = fs.fstatSync(1);
    return stdout.isCharacterDevice() && stdout.rdev === fs.statSync("/dev/null", { throwIfNoEntry: false })?.rdev;
  } catch {
    return true;
  }
}
