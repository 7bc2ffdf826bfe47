/**
 * Wallet recovery phrases: 12 to 24 words of one list, the last holding a checksum (BIP-39).
 * The checksum keeps prose out: twelve listed words in a row pass by chance once in sixteen times, and hardly ever stand so.
 */
import { sha256 } from "./sha256.ts";

let known: { readonly list: string; readonly places: ReadonlyMap<string, number> } | undefined;

const WORD = /[A-Za-z]+/g;
const LENGTHS = [24, 21, 18, 15, 12] as const;
// Longer runs of listed words are a word list, or an attempt to keep us busy.
const MAX_RUN = 400;

/** Whether a text holds a recovery phrase. `words`: the list, asked for when a text could hold one; numbers and signs between the words do not matter */
export function hasRecoveryPhrase(text: string, words: () => string): boolean {
  if (!hasManyWords(text)) return false;
  const places = placesIn(words());
  let run: number[] = [];
  for (const [found] of text.matchAll(WORD)) {
    const place = placeOf(found, places);
    if (place !== undefined) run.push(place);
    else {
      if (holdsPhrase(run)) return true;
      run = [];
    }
  }
  return holdsPhrase(run);
}

export interface PhrasePart {
  readonly text: string;
  readonly listed: boolean;
}

/**
 * Phrases whose words lie over several parts, each as the indices of its parts. What is no listed word ends a list, but
 * another field may stand between two fields.
 */
export function findSplitPhrases(parts: readonly PhrasePart[], words: () => string): readonly (readonly number[])[] {
  const split = parts.map(({ text }) => wordsOnly(text));
  let count = 0;
  for (const some of split) count += some.length;
  if (count < 12) return [];
  const places = placesIn(words());
  const phrases: (readonly number[])[] = [];
  let run: number[] = [];
  let from: number[] = [];
  const end = (): void => {
    if (holdsPhrase(run)) phrases.push(from);
    run = [];
    from = [];
  };
  for (const [index, some] of split.entries()) {
    const found = some.map((word) => placeOf(word, places));
    if (found.length > 0 && !found.includes(undefined)) {
      for (const place of found) run.push(place as number);
      from.push(index);
    } else if (parts[index]?.listed === true) end();
  }
  end();
  return phrases;
}

// The words of a text of nothing else, but numbers and signs (`1. abandon`).
function wordsOnly(text: string): readonly string[] {
  return /^[\x09\x0a\x0d\x20-\x7e]*$/.test(text) ? (text.match(WORD) ?? []) : [];
}

/** Whether a text is nothing but 12 to 24 listed words, checksum or not: for a field that asked for a phrase */
export function looksLikeRecoveryPhrase(text: string): boolean {
  const words = text.trim().split(/[\s,]+/);
  return words.length >= 12 && words.length <= 25 && words.every((word) => /^[A-Za-z]{3,8}$/.test(word));
}

function placesIn(list: string): ReadonlyMap<string, number> {
  if (known?.list !== list) known = { list, places: new Map(list.split(" ").map((word, index) => [word, index])) };
  return known.places;
}

function placeOf(word: string, places: ReadonlyMap<string, number>): number | undefined {
  return word.length > 8 ? undefined : places.get(lowerAscii(word));
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
