/**
 * Reads the hook input from stdin: the first read blocks, further ones run against the deadline.
 * Asynchronous reading costs 14 ms (facts/runtime.md §1), and the client has written the object before anybody reads;
 * but a blocking read can't be ended, so it is done once only.
 */
import type { Powers } from "./node.ts";
import { createObjectFinder } from "./object-end.ts";
import { MAX_INPUT_BYTES } from "./wire.ts";

export type StdinProblem =
  | "deadline"
  | "empty"
  | "not-an-object"
  | "not-utf-8"
  | "too-large"
  | "truncated"
  | "unreadable-stdin";

export type StdinReading =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: StdinProblem };

/** Somebody who writes a byte just before each deadline is not waited for longer than this many */
const DEADLINES_IN_ALL = 4;
const FIRST_READ_BYTES = 64 * 1024;

/** Gives the text of the first JSON object as soon as it is complete; `deadline` in milliseconds counts from the last byte */
export async function readStdin(powers: Powers, deadline: number): Promise<StdinReading> {
  const intake = createIntake(powers);
  const first = readFirst(powers, intake);
  return first === undefined ? readOn(powers, intake, deadline) : first;
}

function readFirst({ fs }: Powers, intake: Intake): StdinReading | undefined {
  const bytes = new Uint8Array(FIRST_READ_BYTES);
  let count: number;
  try {
    count = fs.readSync(0, bytes);
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "EAGAIN") return undefined; // somebody left the pipe non-blocking, and nothing is there yet
    return code === "EOF" ? intake.end() : failed("unreadable-stdin"); // `EOF`: Windows
  }
  return count === 0 ? intake.end() : intake.add(bytes.subarray(0, count));
}

function readOn(powers: Powers, intake: Intake, deadline: number): Promise<StdinReading> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined;
    const finish = (reading: StdinReading): void => {
      cancelIdle();
      cancelWhole();
      stop?.();
      resolve(reading);
    };
    const late = (): void => finish(failed("deadline"));
    const cancelWhole = powers.after(deadline * DEADLINES_IN_ALL, late);
    let cancelIdle = powers.after(deadline, late);
    try {
      stop = powers.followStdin({
        chunk: (bytes) => {
          cancelIdle();
          cancelIdle = powers.after(deadline, late);
          const reading = intake.add(bytes);
          if (reading !== undefined) finish(reading);
        },
        end: () => finish(intake.end()),
        error: () => finish(failed("unreadable-stdin")),
      });
    } catch {
      finish(failed("unreadable-stdin"));
    }
  });
}

interface Intake {
  /** The reading, as soon as it is certain */
  readonly add: (chunk: Uint8Array) => StdinReading | undefined;
  readonly end: () => StdinReading;
}

// All bytes in one piece: characters that are split between chunks are decoded whole.
function createIntake({ decodeUtf8 }: Powers): Intake {
  const find = createObjectFinder();
  let bytes = new Uint8Array(0);
  let length = 0;
  let begun = false;

  const keep = (chunk: Uint8Array): void => {
    if (length === 0) bytes = chunk as Uint8Array<ArrayBuffer>;
    else {
      if (length + chunk.length > bytes.length) {
        const wider = new Uint8Array(Math.max(length + chunk.length, 2 * bytes.length));
        wider.set(bytes.subarray(0, length));
        bytes = wider;
      }
      bytes.set(chunk, length);
    }
    length += chunk.length;
  };

  return {
    add: (chunk) => {
      keep(chunk.subarray(0, MAX_INPUT_BYTES - length));
      const found = find(bytes, length);
      if (found === "none") return failed("not-an-object");
      if (found === "more" || found === "blank") {
        begun = found === "more";
        return length === MAX_INPUT_BYTES ? failed("too-large") : undefined;
      }
      const text = decodeUtf8(bytes.subarray(found.start, found.end));
      return text === undefined ? failed("not-utf-8") : { ok: true, text };
    },
    end: () => failed(begun ? "truncated" : "empty"),
  };
}

function failed(problem: StdinProblem): StdinReading {
  return { ok: false, problem };
}
