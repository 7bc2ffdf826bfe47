/**
 * Wallet recovery phrases: 12 to 24 words of one list, the last holding a checksum (BIP-39).
 * The checksum keeps prose out: twelve listed words in a row pass by chance once in sixteen times, and hardly ever stand so.
 */
import { sha256 } from "./sha256.ts";

let places: ReadonlyMap<string, number> | undefined;
let placesOf: string | undefined;

const WORD = /[A-Za-z]+/g;
const LENGTHS = [24, 21, 18, 15, 12] as const;
// Longer runs of listed words are a word list, or an attempt to keep us busy.
const MAX_RUN = 400;

/** Whether a text holds a recovery phrase. `words`: the list, asked for when a text could hold one; numbers and signs between the words do not matter */
export function hasRecoveryPhrase(text: string, words: () => string): boolean {
  if (!hasManyWords(text)) return false;
  const list = words();
  if (places === undefined || placesOf !== list) {
    places = new Map(
      words()
        .split(" ")
        .map((word, index) => [word, index]),
    );
    placesOf = list;
  }
  let run: number[] = [];
  for (const [found] of text.matchAll(WORD)) {
    const place = found.length > 8 ? undefined : places.get(lowerAscii(found));
    if (place !== undefined) run.push(place);
    else {
      if (holdsPhrase(run)) return true;
      run = [];
    }
  }
  return holdsPhrase(run);
}

/** Whether a text is nothing but 12 to 24 listed words, checksum or not: for a field that asked for a phrase */
export function looksLikeRecoveryPhrase(text: string): boolean {
  const words = text.trim().split(/[\s,]+/);
  return words.length >= 12 && words.length <= 25 && words.every((word) => /^[A-Za-z]{3,8}$/.test(word));
}

function hasManyWords(text: string): boolean {
  let gaps = 0;
  let before = false;
  for (let i = 0; i < text.length && gaps < 11; i += 1) {
    const unit = text.charCodeAt(i) | 0x20;
    const letter = unit >= 0x61 && unit <= 0x7a;
    if (before && !letter) gaps += 1;
    before = letter;
  }
  return gaps >= 11;
}

function lowerAscii(word: string): string {
  return /[A-Z]/.test(word)
    ? word.replace(/[A-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0x20))
    : word;
}

function holdsPhrase(run: readonly number[]): boolean {
  if (run.length < 12) return false;
  for (let from = 0; from + 12 <= Math.min(run.length, MAX_RUN); from += 1) {
    for (const length of LENGTHS) {
      if (from + length <= run.length && passesChecksum(run, from, length)) return true;
    }
  }
  return false;
}

// Eleven bits a word: entropy, then the first bits of its SHA-256, one for each 32.
function passesChecksum(run: readonly number[], from: number, length: number): boolean {
  const bits = length * 11;
  const checkBits = bits % 32;
  const entropy = new Uint8Array((bits - checkBits) / 8);
  let check = 0;
  for (let bit = 0; bit < bits; bit += 1) {
    const word = run[from + Math.floor(bit / 11)] as number;
    const value = (word >> (10 - (bit % 11))) & 1;
    if (bit < bits - checkBits) entropy[bit >> 3] = (entropy[bit >> 3] as number) | (value << (7 - (bit & 7)));
    else check = (check << 1) | value;
  }
  return (sha256(entropy)[0] as number) >> (8 - checkBits) === check;
}
