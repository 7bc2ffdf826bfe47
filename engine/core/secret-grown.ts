/**
 * Finds the listed phrases in a text by a tree of letters; the same as secret-sorted.ts finds, sooner, once the tree has grown.
 */
import { mayBreak, pluralEnd, SMALL_E, SMALL_S } from "./secret-ends.ts";
import type { Hit } from "./secret-phrases.ts";
import {
  ANYWHERE,
  beginningOf,
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
import { CLAUSE, COLON, INSIDE, type Words } from "./text-words.ts";

/** The longest phrases, in order, without overlap; `latin`: looked up too where the text has other letters, in `main` */
export function findGrown(words: Words, main: Trie, latin: Trie | undefined): readonly Hit[] {
  const { units, gaps, length } = words;
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
export function mayName({ units, gaps, length }: Words, latin: Trie, other: Trie | undefined): boolean {
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
