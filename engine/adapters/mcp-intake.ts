/**
 * The bytes of one message, as they come in: joined once, at their end, since a long one of many pieces would otherwise be copied
 * again for each. Of one that is refused only the ends are kept, where its id may be.
 */
import { joinChunks } from "./http-bytes.ts";
import { MAX_INPUT_BYTES } from "./wire.ts";

export type IntakeProblem = "deadline" | "too-large";

export interface Intake {
  readonly add: (chunk: Uint8Array) => void;
  /** The rest comes too late */
  readonly late: () => void;
  readonly isEmpty: () => boolean;
  /** What came, or its ends and what is wrong with it; the next message begins */
  readonly take: () => { readonly bytes: Uint8Array; readonly problem: IntakeProblem | undefined };
}

/** A text inside a JSON text is longer than the text: by half, if it is full of quotation marks */
const MAX_MESSAGE_BYTES = 2 * MAX_INPUT_BYTES;
const KEPT = 1000;

export function createIntake(): Intake {
  let chunks: Uint8Array[] = [];
  let length = 0;
  let problem: IntakeProblem | undefined;
  return {
    add: (chunk) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_MESSAGE_BYTES) problem ??= "too-large";
      if (problem !== undefined) chunks = [withoutMiddle(joined(chunks))];
    },
    late: () => {
      problem ??= "deadline";
    },
    isEmpty: () => length === 0,
    take: () => {
      const taken = { bytes: joined(chunks), problem };
      [chunks, length, problem] = [[], 0, undefined];
      return taken;
    },
  };
}

function withoutMiddle(bytes: Uint8Array): Uint8Array {
  return bytes.length <= 2 * KEPT ? bytes : joined([bytes.slice(0, KEPT), bytes.slice(-KEPT)]);
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  return joinChunks(
    chunks,
    chunks.reduce((sum, { length }) => sum + length, 0),
  );
}
