/** What is said of the file of a session by those who write it and those who read it. */

/** In bytes; far more than is ever written (docs/memory.md) */
export const LARGEST: number = 16 * 1024 * 1024;

/** Something in it is no line of ours: somebody may have wiped out what was there */
export const DAMAGED = "damaged";

// In bytes. Up to the first, lines are added as they come. Beyond it they are added under a lock, and beyond the second, or
// twice what it came to then, the file is made anew: between the two is room for those who looked at the size just before.
export const FREE = 6_144;
export const GROWN = 16_384;
