/**
 * The packed word lists as a tree of letters, for whoever reads many forms or a long one: a letter is one step.
 * Growing it costs more than a hook's one form, which is looked up in the sorted text itself (secret-lexicon.ts).
 */
import { FIRST_LEAD, LINE_END, type Phrase, parseLine, signValue } from "./secret-phrases.ts";

/** Tables, not an object of functions: whoever walks keeps them at hand */
export interface Trie {
  readonly packed: string;
  /** By slot: a node and a letter, 0 for none; and the node that the letter leads to */
  readonly keys: Int32Array;
  readonly nodes: Uint16Array;
  readonly shift: number;
  /** By node: what the phrase that ends there may do (`ENDS` and the bits below it), 0 for none */
  readonly flags: Uint8Array;
  /** By node: where that phrase's line begins */
  readonly lines: Int32Array;
  /** By node, each read when it is first met */
  readonly phrases: (Phrase | undefined)[];
  /** By a first letter: `STARTS`, `SINGLE`, `ANYWHERE` */
  readonly firsts: Uint8Array;
  /** By two first letters of ASCII (`pairOf`): twice the node that they lead to, and one more if a phrase that may stand inside a word begins so */
  readonly pairs: Uint16Array;
}

/** A phrase ends at the node; it is written as several words, has an open end, a plural, may stand inside a word */
export const ENDS = 1;
export const SEVERAL = 2;
export const OPEN = 4;
export const PLURAL = 8;
export const WITHIN = 16;

/** A phrase begins with this letter */
export const STARTS = 1;
/** This letter is a phrase of its own */
export const SINGLE = 2;
/** What begins with this letter may go on with any, or stand in a word: the pairs don't tell */
export const ANYWHERE = 4;

/** KEEP IN SYNC with `pairs`: both letters are ASCII */
export function pairOf(first: number, second: number): number {
  return (first << 7) | second;
}

/** Number of the node where every phrase begins; 0 is no node, so that an empty slot leads nowhere */
export const ROOT = 1;
/** Knuth's multiplier: spreads keys that differ in their last letter */
export const MIX = 0x9e3779b1;

/** Grows the tree of a packed list. Linear */
export function createTrie(packed: string): Trie {
  const size = slotsFor(packed.length);
  const shift = 32 - Math.log2(size);
  const keys = new Int32Array(size);
  const nodes = new Uint16Array(size);
  const firsts = new Uint8Array(0x10000);
  const pairs = new Uint16Array(0x4000);
  let count = ROOT;
  const ends: number[] = [];
  for (let at = 0; at < packed.length; ) {
    let node = ROOT;
    let i = at;
    let depth = 0;
    let first = 0;
    let pair = 0;
    for (let sign = packed.charCodeAt(i); sign !== BLANK; sign = packed.charCodeAt(i)) {
      let unit = sign;
      if (sign >= FIRST_LEAD && sign < FIRST_LEAD + 16) {
        const middle = signValue(packed.charCodeAt(i + 1));
        unit = ((sign - FIRST_LEAD) << 12) | (middle << 6) | signValue(packed.charCodeAt(i + 2));
        i += 2;
      }
      i += 1;
      const key = (node << 16) | unit;
      let slot = Math.imul(key, MIX) >>> shift;
      while (keys[slot] !== key && keys[slot] !== 0) slot = (slot + 1) & (size - 1);
      if (keys[slot] === 0) {
        count += 1;
        keys[slot] = key;
        nodes[slot] = count;
      }
      node = nodes[slot] as number;
      depth += 1;
      if (depth === 1) first = unit;
      else if (depth === 2 && first < 0x80 && unit < 0x80) {
        pair = pairOf(first, unit);
        pairs[pair] = (node << 1) | ((pairs[pair] as number) & 1);
      }
    }
    const found = packed.indexOf(LINE_END, i);
    const end = found < 0 ? packed.length : found;
    const flag = flagsOf(packed, i + 1, end);
    const inside = (flag & WITHIN) !== 0;
    firsts[first] = (firsts[first] as number) | STARTS;
    if (depth === 1) firsts[first] = (firsts[first] as number) | ((flag & OPEN) === 0 ? SINGLE : ANYWHERE);
    else if (inside) {
      if (pair === 0) firsts[first] = (firsts[first] as number) | ANYWHERE;
      else pairs[pair] = (pairs[pair] as number) | 1;
    }
    ends.push(node, at, flag);
    at = end + 1;
  }
  const lines = new Int32Array(count + 1);
  const flags = new Uint8Array(count + 1);
  for (let i = 0; i < ends.length; i += 3) {
    lines[ends[i] as number] = ends[i + 1] as number;
    flags[ends[i] as number] = ends[i + 2] as number;
  }
  const phrases = new Array<Phrase | undefined>(count + 1).fill(undefined);
  return { packed, keys, nodes, shift, flags, lines, phrases, firsts, pairs };
}

/** The phrase that ends at a node whose line is known */
export function phraseOf({ packed, lines, phrases }: Trie, node: number): Phrase {
  const known = phrases[node];
  if (known !== undefined) return known;
  const at = lines[node] as number;
  const end = packed.indexOf(LINE_END, at);
  const phrase = parseLine(packed.slice(at, end < 0 ? packed.length : end));
  phrases[node] = phrase;
  return phrase;
}

const BLANK = 0x20;

// KEEP IN SYNC with `parseLine`.
function flagsOf(packed: string, from: number, to: number): number {
  let flags = ENDS | PLURAL;
  for (let i = from; i < to; i += 1) {
    const sign = packed.charAt(i);
    if (sign === "_") flags |= SEVERAL;
    else if (sign === "*") flags |= OPEN;
    else if (sign === "^") flags |= OPEN | WITHIN;
    else if (sign === ".") flags &= ~PLURAL;
  }
  return flags;
}

// A power of two, twice the nodes or so (phrases share their beginnings), so that a wrong way ends soon.
function slotsFor(letters: number): number {
  let size = 1024;
  while (size < letters * 0.75) size *= 2;
  return size;
}
