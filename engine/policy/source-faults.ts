/**
 * Faults of a policy's text while it is being read, and which of them are worth showing.
 * One slip makes a YAML reader stumble many times; its author should be told of it once.
 */
import type { SourceErrorCode } from "./source-codes.ts";

/** Longest text of a policy, in UTF-16 code units */
export const MAX_SOURCE_LENGTH: number = 2 ** 19;
/** Mappings and lists inside each other */
export const MAX_SOURCE_DEPTH = 100;
/** What aliases may add to a policy: values, and characters in them */
export const MAX_ALIASED_SIZE: number = 2 ** 18;
/** Faults reported for one text */
export const MAX_FAULTS = 20;

/** A fault by its place in the text, before it becomes a diagnostic */
export interface Fault {
  readonly code: SourceErrorCode;
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly help?: string;
  /** Where it is in the document, if that is not what the offset says */
  readonly path?: readonly string[];
  /** What comes after it in the text may be read wrongly because of it */
  readonly derails?: boolean;
}

/** The one fault that several parts find */
export const TOO_DEEP: Pick<Fault, "code" | "message" | "help" | "derails"> = {
  code: "too-deep",
  message: `more than ${MAX_SOURCE_DEPTH} mappings and lists inside each other`,
  help: "write a flatter policy",
  derails: true,
};

/** The faults worth showing, in the order of the text: no echoes of the same fault, nothing after the reader lost its way */
export function selectFaults(faults: readonly Fault[], text: string): readonly Fault[] {
  const selected: Fault[] = [];
  for (const fault of [...faults].sort(compareFaults)) {
    const last = selected.at(-1);
    if (last?.start === fault.start) continue;
    const sameLine = last !== undefined && !text.slice(last.start, fault.start).includes("\n");
    // What derails the reader after a fault on the same line is most often that fault again.
    if (!(fault.derails === true && sameLine)) selected.push(fault);
    if (fault.derails === true || selected.length === MAX_FAULTS) break;
  }
  return selected;
}

// Of two at one place, what derailed the reader explains the other.
function compareFaults(left: Fault, right: Fault): number {
  return left.start - right.start || Number(right.derails === true) - Number(left.derails === true);
}
