/**
 * A memory that was read and checked already, as a store of ours gives it.
 * What callers hand in is checked as hostile as any input (context.ts); nobody but this class can make what passes unchecked,
 * whatever proxy it is.
 */
import type { Asked, Candidate, Memory } from "./rule.ts";

export class ReadMemory implements Memory {
  readonly #read: true = true;
  readonly candidates: readonly Candidate[];
  declare readonly asked?: readonly Asked[];

  constructor(candidates: readonly Candidate[], asked: readonly Asked[] | undefined) {
    this.candidates = candidates;
    if (asked !== undefined) this.asked = asked;
  }

  static is(value: object): value is ReadMemory {
    return #read in value;
  }
}
