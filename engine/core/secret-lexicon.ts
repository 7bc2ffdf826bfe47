/**
 * Finds the listed phrases in a text.
 * The longest at each place counts, so that a harmless phrase hides the secret word in it. Nothing is indexed or split
 * beforehand: the lists come as sorted texts (secret-pack.ts) in which a lookup halves, and what a text looked up is
 * remembered. A hook starts for one form.
 */
import { type Hit, LINE_END, type Phrase, parseLine, type WordScript, writeLetters } from "./secret-phrases.ts";
import {
  ANYWHERE,
  beginningOf,
  createTrie,
  ENDS,
  keyOf,
  MIX,
  NAMES,
  OPEN,
  PLURAL,
  pairOf,
  phraseAt,
  ROOT,
  SEVERAL,
  SINGLE,
  STARTS,
  type Trie,
  WITHIN,
} from "./secret-trie.ts";
import { createLetters, type Letters } from "./text.ts";
import { BARE, CLAUSE, COLON, createWords, INSIDE, SPACE, type Words } from "./text-words.ts";

export interface Lexicon {
  /** Finds the listed phrases in words; in order, without overlap */
  readonly find: (words: Words) => readonly Hit[];
  /** Whether the words may name a secret, or lead to one inside a word; without a tree nothing is known, so they may */
  readonly mayName: (words: Words) => boolean;
  /** Room for the words of one text at a time, for its letters, and for another reading of them */
  readonly words: Words;
  readonly letters: Letters;
  readonly others: Letters;
}

// More than most hooks read in their life; a tree costs as much as looking up this many letters.
const MANY_LETTERS = 8_192;

/**
 * Makes a lexicon of packed lists, each read when a text first needs it. Costs nothing; keep it, since it remembers.
 * `many`: letters after which a tree of the lists is grown, which finds the same sooner
 */
export function createLexicon(packed: (script: WordScript) => string, many: number = MANY_LETTERS): Lexicon {
  const latin = createIndex(() => packed("latin"), 4);
  const other = createIndex(() => packed("other"), 2);
  let read = 0;
  return {
    words: createWords(),
    letters: createLetters(),
    others: createLetters(),
    find(words) {
      if (read >= many) return words.beyondLatin ? findGrown(words, other, latin) : findGrown(words, latin, undefined);
      read += words.length;
      return words.beyondLatin ? find(words, other, latin) : find(words, latin, undefined);
    },
    mayName(words) {
      if (read < many) return true;
      return mayName(words, latin.trie(), words.beyondLatin ? other.trie() : undefined);
    },
  };
}

interface Index {
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

function createIndex(read: () => string, depth: number): Index {
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

function find(words: Words, index: Index, second: Index | undefined): readonly Hit[] {
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

/** As `find`, by the tree */
function findGrown(words: Words, index: Index, second: Index | undefined): readonly Hit[] {
  const { units, gaps, length } = words;
  const main = index.trie();
  const latin = second?.trie();
  const { pairs, firsts } = latin ?? main;
  const starts = main.firsts;
  const hits: Hit[] = [];
  // After a hit inside a word its rest may be a word of its own (Passwort-länge).
  let rest = -1;
  for (let i = 0; i < length; ) {
    const unit = units[i] as number;
    const begins = gaps[i] !== INSIDE || i === rest;
    if (!begins) {
      const next = units[i + 1] as number;
      const pair = unit < 0x80 && next < 0x80 ? (pairs[pairOf(unit, next)] as number) : 0;
      if ((pair & 1) === 0 && (unit > 0x7f || ((firsts[unit] as number) & ANYWHERE) === 0)) {
        i += 1;
        continue;
      }
    }
    let trie = main;
    let found = starts[unit] === 0 ? 0 : longestFrom(main, units, gaps, i, begins);
    if (latin !== undefined && unit < 0x80) {
      const other = longestFrom(latin, units, gaps, i, begins);
      if ((other & LENGTH) > (found & LENGTH)) {
        trie = latin;
        found = other;
      }
    }
    if (found === 0) {
      i += 1;
      continue;
    }
    rest = i + (found & LENGTH);
    hits.push({ phrase: phraseAt(trie, found >> LENGTH_BITS), from: i, to: rest });
    i = rest;
  }
  return hits;
}

/** Whether a phrase that names a secret stands in the words, or one that ends inside a word; most words are told by their beginning */
function mayName({ units, gaps, length }: Words, latin: Trie, other: Trie | undefined): boolean {
  const { names, pairs, firsts } = latin;
  const otherNames = other?.names;
  for (let i = 0; i < length; i += 1) {
    const unit = units[i] as number;
    const next = units[i + 1] as number;
    const begins = gaps[i] !== INSIDE;
    if (begins) {
      // Behind the end stands 0, and behind that some other text; a wrong yes costs only time.
      const beginning = beginningOf(unit, next, units[i + 2] as number);
      const bit = 1 << (beginning & 31);
      if (unit < 0x80 && ((names[beginning >> 5] as number) & bit) !== 0) {
        if (namesFrom(latin, units, gaps, i, true, 0)) return true;
      }
      if (otherNames !== undefined && ((otherNames[beginning >> 5] as number) & bit) !== 0) {
        if (namesFrom(other as Trie, units, gaps, i, true, 0)) return true;
      }
      continue;
    }
    // In a word only Latin phrases begin.
    if (unit > 0x7f) continue;
    const pair = next < 0x80 ? (pairs[pairOf(unit, next)] as number) : 0;
    if ((pair & 1) === 0 && ((firsts[unit] as number) & ANYWHERE) === 0) continue;
    if (namesFrom(latin, units, gaps, i, false, 0)) return true;
  }
  return false;
}

// More stems in one word than any word has.
const MAX_STEMS = 4;

// As `longestFrom`, for names of secrets, and for those that begin behind a phrase which ends inside a word.
function namesFrom(
  trie: Trie,
  units: Uint16Array,
  gaps: Uint8Array,
  from: number,
  begins: boolean,
  stems: number,
): boolean {
  const { steps, shift } = trie;
  const mask = steps.length - 1;
  let widest = INSIDE;
  let breaks = 0;
  let place = ROOT;
  for (let end = from; ; end += 1) {
    if ((place & (NAMES | OPEN)) !== 0 && (begins || (place & WITHIN) !== 0)) {
      if (grownEnd(place, units, gaps, from, end, widest, breaks) > 0) {
        if ((place & NAMES) !== 0) return true;
        if (gaps[end] === INSIDE) {
          // The rest may be a word of the other list.
          const sameScript = (units[end] as number) > 0x7f === (units[end - 1] as number) > 0x7f;
          if (!sameScript || stems === MAX_STEMS || namesFrom(trie, units, gaps, end, true, stems + 1)) return true;
        }
      }
    }
    const key = keyOf(place, units[end] as number);
    let slot = (Math.imul(key, MIX) >>> shift) << 1;
    while (steps[slot] !== key) {
      if (steps[slot] === 0) return false;
      slot = (slot + 2) & mask;
    }
    const gap = gaps[end] as number;
    if (gap !== INSIDE && end !== from) {
      if (gap >= CLAUSE) return false;
      breaks += 1;
      if (gap > widest) widest = gap;
    }
    place = steps[slot + 1] as number;
  }
}

// A node and a length as one small number.
const LENGTH_BITS = 10;
const LENGTH = 0x3ff;

/** The node of the longest phrase from here, and how long it is there with its plural; 0 for none */
function longestFrom(trie: Trie, units: Uint16Array, gaps: Uint8Array, from: number, begins: boolean): number {
  const { steps, shift } = trie;
  const first = units[from] as number;
  const second = units[from + 1] as number;
  let widest = INSIDE;
  let breaks = 0;
  let place = ROOT;
  let end = from;
  if (first < 0x80 && second < 0x80) {
    const pair = (trie.pairs[pairOf(first, second)] as number) >> 1;
    const known = trie.firsts[first] as number;
    if (pair === 0) {
      // A letter alone, or in the plural.
      if ((known & (SINGLE | ANYWHERE)) === 0) return 0;
      if (known === (STARTS | SINGLE) && gaps[from + 1] === INSIDE && second !== SMALL_S && second !== SMALL_E)
        return 0;
    } else if (known === STARTS) {
      const gap = gaps[from + 1] as number;
      if (gap !== INSIDE) {
        if (gap >= CLAUSE) return 0;
        breaks = 1;
        widest = gap;
      }
      place = pair;
      end = from + 2;
    }
  }
  const mask = steps.length - 1;
  let found = 0;
  let length = 0;
  for (;;) {
    if ((place & ENDS) !== 0 && (begins || (place & WITHIN) !== 0)) {
      const to = grownEnd(place, units, gaps, from, end, widest, breaks);
      if (to > 0) {
        found = place;
        length = to - from;
      }
    }
    const key = keyOf(place, units[end] as number);
    let slot = (Math.imul(key, MIX) >>> shift) << 1;
    let met = steps[slot] as number;
    while (met !== key) {
      if (met === 0) return ((found >> 8) << LENGTH_BITS) | length;
      slot = (slot + 2) & mask;
      met = steps[slot] as number;
    }
    const gap = gaps[end] as number;
    if (gap !== INSIDE && end !== from) {
      // No phrase has room for more.
      if (gap >= CLAUSE) return ((found >> 8) << LENGTH_BITS) | length;
      breaks += 1;
      if (gap > widest) widest = gap;
    }
    place = steps[slot + 1] as number;
    end += 1;
  }
}

/** As `endOf`, by flags */
function grownEnd(
  flag: number,
  units: Uint16Array,
  gaps: Uint8Array,
  from: number,
  end: number,
  widest: number,
  breaks: number,
): number {
  if (breaks > 0) {
    if ((flag & SEVERAL) !== 0) {
      if (widest > COLON) return -1;
    } else if (!mayBreak(units[end - 1] as number, end - from, widest, breaks)) return -1;
  }
  if (gaps[end] !== INSIDE) return end;
  const plural = (flag & PLURAL) === 0 ? -1 : pluralEnd(units, gaps, end);
  return plural < 0 && (flag & OPEN) !== 0 ? end : plural;
}

function longest(phrases: readonly Phrase[], words: Words, from: number, begins: boolean): Hit | undefined {
  for (const phrase of phrases) {
    if (!begins && !phrase.inside) continue;
    const to = matchEnd(phrase, words, from);
    if (to > 0) return { phrase, from, to };
  }
  return undefined;
}

const SMALL_S = 0x73;
const SMALL_E = 0x65;
// Below this length chance words are near: `to ken`, `keep in`.
const LONG_WORD = 6;

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

function pluralEnd(units: Uint16Array, gaps: Uint8Array, end: number): number {
  if (units[end] === SMALL_S && gaps[end + 1] !== INSIDE) return end + 1;
  return units[end] === SMALL_E && units[end + 1] === SMALL_S && gaps[end + 2] !== INSIDE ? end + 2 : -1;
}

/** Whether a phrase of one word may be written with breaks in it */
function mayBreak(last: number, length: number, widest: number, breaks: number): boolean {
  if (widest > SPACE) return false;
  // Han, kana and Hangul: every character is a word of its own.
  if (last > 0x3000) return true;
  // p-i-n, O T P: every letter stands alone.
  if (breaks === length - 1) return true;
  return widest <= BARE ? length >= 4 : length >= LONG_WORD;
}
