/** What is said of the file of a session by those who write it and those who read it. */

/** In bytes; far more than is ever written (docs/memory.md) */
export const LARGEST: number = 16 * 1024 * 1024;

/** Something in it is no line of ours: somebody may have wiped out what was there */
export const DAMAGED = "damaged";
