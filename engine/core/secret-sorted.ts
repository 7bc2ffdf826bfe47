/**
 * Finds the listed phrases in a text without an index: the lists come as sorted texts (secret-pack.ts) in which a lookup
 * halves, and what a text looked up is remembered. Nothing is split beforehand, since a hook starts for one form.
 */
import { mayBreak, pluralEnd } from "./secret-ends.ts";
import { type Hit, LINE_END, type Phrase, parseLine, writeLetters } from "./secret-phrases.ts";
import { createTrie, type Trie } from "./secret-trie.ts";
import { COLON, INSIDE, type Words } from "./text-words.ts";

/** The packed lists of one script, and what was looked up in them */
export interface Index {
  /** How many letters a lookup takes */
  readonly depth: number;
  readonly packed: () => string;
  /** Lines by their first letters, half as many as a lookup takes */
  readonly shelves: Map<string, readonly string[]>;
  readonly remembered: Map<number, readonly Phrase[]>;
  /** First letters of phrases that may stand inside a word */
  readonly insides: () => Uint8Array;
  /** Whether any phrase begins with this letter; most Han characters begin none */
  readonly begins: (unit: number) => boolean;
  readonly trie: () => Trie;
}

// An attacker's text can have any number of beginnings.
const MAX_REMEMBERED = 20_000;

const BEGINS = 1;
const BEGINS_NOTHING = 2;

export function createIndex(read: () => string, depth: number): Index {
  let packed: string | undefined;
  let insides: Uint8Array | undefined;
  let firsts: Uint8Array | undefined;
  let trie: Trie | undefined;
  const index: Index = {
    depth,
    shelves: new Map(),
    remembered: new Map(),
    packed: () => {
      packed ??= read();
      return packed;
    },
    insides: () => {
      insides ??= findInsides(index.packed());
      return insides;
    },
    begins: (unit) => {
      firsts ??= new Uint8Array(0x10000);
      if (firsts[unit] === 0) {
        firsts[unit] = shelfOf(index, writeLetters(String.fromCharCode(unit))).length > 0 ? BEGINS : BEGINS_NOTHING;
      }
      return firsts[unit] === BEGINS;
    },
    trie: () => {
      trie ??= createTrie(index.packed());
      return trie;
    },
  };
  return index;
}

// Lines whose flags hold `^`.
function findInsides(packed: string): Uint8Array {
  const letters = new Uint8Array(128);
  for (let at = packed.indexOf("^"); at >= 0; at = packed.indexOf("^", at + 1)) {
    letters[packed.charCodeAt(packed.lastIndexOf(LINE_END, at) + 1)] = 1;
  }
  return letters;
}

const NO_PHRASES: readonly Phrase[] = [];

/** The phrases that may begin at a place, longest first */
function phrasesAt(index: Index, { units, length }: Words, at: number): readonly Phrase[] {
  let key = 0;
  let prefix = 0;
  // A small integer, the fastest key there is: four letters of 7 bits, or two of 16.
  const width = index.depth === 4 ? 7 : 16;
  for (let k = 0; k < index.depth; k += 1) {
    const unit = at + k < length ? (units[at + k] as number) : 0;
    if (unit >> width !== 0 || unit === 0) break;
    key = (key << width) | unit;
    prefix += 1;
  }
  if (prefix === 0) return NO_PHRASES;
  // Shorter keys must not look like longer ones.
  for (let k = prefix; k < index.depth; k += 1) key <<= width;
  const known = index.remembered.get(key);
  if (known !== undefined) return known;
  const phrases = lookUp(index, String.fromCharCode(...units.subarray(at, at + prefix)));
  if (index.remembered.size >= MAX_REMEMBERED) index.remembered.clear();
  index.remembered.set(key, phrases);
  return phrases;
}

function lookUp(index: Index, prefix: string): readonly Phrase[] {
  const half = index.depth >> 1;
  const shelf = shelfOf(index, writeLetters(`${prefix} `.slice(0, half)));
  const phrases: Phrase[] = [];
  if (prefix.length === index.depth && shelf.length > 0) {
    const letters = writeLetters(prefix);
    for (let i = lowerBound(shelf, letters); i < shelf.length && (shelf[i] as string).startsWith(letters); i += 1) {
      phrases.push(parseLine(shelf[i] as string));
    }
  }
  for (let length = Math.min(prefix.length, index.depth - 1); length > 0; length -= 1) {
    const whole = `${writeLetters(prefix.slice(0, length))} `;
    const lines = length < half ? shelfOf(index, whole) : shelf;
    if (lines.length === 0) continue;
    const line = lines[lowerBound(lines, whole)];
    if (line?.startsWith(whole) === true) phrases.push(parseLine(line));
  }
  return phrases.length < 2 ? phrases : phrases.sort((left, right) => right.text.length - left.text.length);
}

/** The lines that begin so. Strings are compared whole: at the first form this code runs uncompiled, theirs does not */
function shelfOf(index: Index, letters: string): readonly string[] {
  const known = index.shelves.get(letters);
  if (known !== undefined) return known;
  const packed = index.packed();
  const lines: string[] = [];
  for (let at = placeOf(packed, letters); packed.startsWith(letters, at); ) {
    const end = packed.indexOf(LINE_END, at);
    lines.push(packed.slice(at, end < 0 ? packed.length : end));
    if (end < 0) break;
    at = end + 1;
  }
  if (index.shelves.size >= MAX_REMEMBERED) index.shelves.clear();
  index.shelves.set(letters, lines);
  return lines;
}

/** Where the first line begins that does not sort before the letters; the end if all do */
function placeOf(packed: string, letters: string): number {
  let low = 0;
  let high = packed.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const start = middle === 0 ? 0 : packed.lastIndexOf(LINE_END, middle - 1) + 1;
    if (packed.slice(start, start + letters.length) < letters) {
      const end = packed.indexOf(LINE_END, middle);
      low = end < 0 ? packed.length : end + 1;
    } else high = start;
  }
  return low;
}

function lowerBound(lines: readonly string[], wanted: string): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((lines[middle] as string) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The longest phrases, in order, without overlap; `second`: looked up too where the text has other letters, in `index` */
export function findSorted(words: Words, index: Index, second: Index | undefined): readonly Hit[] {
  const { units, gaps, length } = words;
  const insides = second === undefined ? index.insides() : second.insides();
  const hits: Hit[] = [];
  // After a hit inside a word its rest may be a word of its own (Passwort-länge).
  let rest = -1;
  for (let i = 0; i < length; ) {
    const unit = units[i] as number;
    const begins = gaps[i] !== INSIDE || i === rest;
    if (!begins && (unit > 0x7f || insides[unit] === 0)) {
      i += 1;
      continue;
    }
    if (unit > 0x7f && !index.begins(unit)) {
      i += 1;
      continue;
    }
    let hit = longest(phrasesAt(index, words, i), words, i, begins);
    if (second !== undefined && unit < 0x80) {
      const other = longest(phrasesAt(second, words, i), words, i, begins);
      if (other !== undefined && (hit === undefined || other.to > hit.to)) hit = other;
    }
    if (hit === undefined) i += 1;
    else {
      hits.push(hit);
      rest = hit.to;
      i = hit.to;
    }
  }
  return hits;
}

function longest(phrases: readonly Phrase[], words: Words, from: number, begins: boolean): Hit | undefined {
  for (const phrase of phrases) {
    if (!begins && !phrase.inside) continue;
    const to = matchEnd(phrase, words, from);
    if (to > 0) return { phrase, from, to };
  }
  return undefined;
}

function matchEnd(phrase: Phrase, words: Words, from: number): number {
  const { units, gaps, length } = words;
  const { text } = phrase;
  const end = from + text.length;
  // Most phrases of a beginning differ at the end, so that is looked at first.
  if (end > length || units[end - 1] !== phrase.last) return -1;
  let widest = INSIDE;
  let breaks = 0;
  for (let k = 0; k < text.length; k += 1) {
    if (units[from + k] !== text.charCodeAt(k)) return -1;
    const gap = gaps[from + k] as number;
    if (k > 0 && gap !== INSIDE) {
      breaks += 1;
      if (gap > widest) widest = gap;
    }
  }
  return endOf(phrase, words, end, widest, breaks);
}

/** Where a phrase ends whose letters do at `end`, with its plural; -1 if what stands in it or behind it says otherwise */
function endOf(phrase: Phrase, { units, gaps }: Words, end: number, widest: number, breaks: number): number {
  if (breaks > 0) {
    const { length } = phrase.text;
    if (phrase.several ? widest > COLON : !mayBreak(phrase.last, length, widest, breaks)) return -1;
  }
  if (gaps[end] !== INSIDE) return end;
  const plural = phrase.plural ? pluralEnd(units, gaps, end) : -1;
  return plural < 0 && (phrase.stem || phrase.inside) ? end : plural;
}
