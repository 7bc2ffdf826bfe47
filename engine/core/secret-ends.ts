/**
 * Where a listed phrase ends in a text, and what may stand between its letters.
 * Both ways to find phrases, in the sorted lists and by the tree, ask here.
 */
import { BARE, INSIDE, SPACE } from "./text-words.ts";

export const SMALL_S = 0x73;
export const SMALL_E = 0x65;
// Below this length chance words are near: `to ken`, `keep in`.
const LONG_WORD = 6;

export function pluralEnd(units: Uint16Array, gaps: Uint8Array, end: number): number {
  if (units[end] === SMALL_S && gaps[end + 1] !== INSIDE) return end + 1;
  return units[end] === SMALL_E && units[end + 1] === SMALL_S && gaps[end + 2] !== INSIDE ? end + 2 : -1;
}

/** Whether a phrase of one word may be written with breaks in it */
export function mayBreak(last: number, length: number, widest: number, breaks: number): boolean {
  if (widest > SPACE) return false;
  // Han, kana and Hangul: every character is a word of its own.
  if (last > 0x3000) return true;
  // p-i-n, O T P: every letter stands alone.
  if (breaks === length - 1) return true;
  return widest <= BARE ? length >= 4 : length >= LONG_WORD;
}
