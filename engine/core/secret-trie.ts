/**
 * The packed word lists as a tree of letters, for whoever reads many forms or a long one: a letter is one step.
 * Growing it costs more than a hook's one form, which is looked up in the sorted text itself (secret-sorted.ts).
 */
import { FIRST_LEAD, LINE_END, type Phrase, parseLine, signValue } from "./secret-phrases.ts";

/**
 * Tables, not an object of functions: whoever walks keeps them at hand.
 * A place in the tree is a number: the node's, shifted by 8, and what the phrase that ends there may do (`ENDS` and the
 * bits above it).
 */
export interface Trie {
  /** Two numbers a slot: a node and a letter (`keyOf`; 0: none), and the place that the letter leads to */
  readonly steps: Int32Array;
  /** Of a mixed key, so many bits are no part of its slot */
  readonly shift: number;
  /** By two first letters of ASCII (`pairOf`): twice the place that they lead to, and one more if a phrase that may stand inside a word begins so */
  readonly pairs: Int32Array;
  /** By a first letter: `STARTS`, `SINGLE`, `ANYWHERE` */
  readonly firsts: Uint8Array;
  /** A bit for each `beginningOf` a phrase that names a secret or has an open end */
  readonly names: Int32Array;
  readonly packed: string;
  /** By node: where the line of the phrase begins that ends there */
  readonly lines: Int32Array;
  /** By node, each read when it is first met */
  readonly phrases: (Phrase | undefined)[];
}

/** Where every phrase begins; 0 is no place, so that an empty slot leads nowhere */
export const ROOT: number = 1 << 8;

/** A phrase ends at a place; it is written as several words, has an open end, a plural, may stand inside a word */
export const ENDS = 1;
export const SEVERAL = 2;
export const OPEN = 4;
export const PLURAL = 8;
export const WITHIN = 16;
/** It names a secret */
export const NAMES = 32;

/** A phrase begins with this letter */
export const STARTS = 1;
/** This letter is a phrase of its own */
export const SINGLE = 2;
/** What begins with this letter may go on with any, or stand in a word: the pairs don't tell */
export const ANYWHERE = 4;

/** Knuth's multiplier, as a signed number: spreads keys that differ in their last letter */
export const MIX: number = 0x9e3779b1 | 0;

/** A step from a place by a letter */
export function keyOf(place: number, letter: number): number {
  return ((place >> 8) << 16) | letter;
}

/** The index of two letters, both ASCII */
export function pairOf(first: number, second: number): number {
  return (first << 7) | second;
}

/** A number for the first letters of a phrase, three of ASCII or two others; different ones may share it */
export function beginningOf(first: number, second: number, third: number): number {
  if (first > 0x7f) return ((first * 0x2545) ^ (second & 0x7f)) & 0x1ffff;
  return ((first & 31) << 12) | ((second & 31) << 7) | (third & 0x7f);
}

/** Grows the tree of a packed list. Linear */
export function createTrie(packed: string): Trie {
  const size = slotsFor(packed.length);
  const shift = 32 - Math.log2(size);
  const steps = new Int32Array(2 * size);
  const firsts = new Uint8Array(0x10000);
  const pairs = new Int32Array(0x4000);
  const names = new Int32Array(0x1000);
  // By node: its slot, since what ends there may be known later.
  const slots: number[] = [-1, -1];
  const ends: number[] = [];
  for (let at = 0; at < packed.length; ) {
    let place = ROOT;
    let slot = -1;
    let depth = 0;
    let first = 0;
    let second = 0;
    let third = 0;
    let i = at;
    for (let sign = packed.charCodeAt(i); sign !== BLANK; sign = packed.charCodeAt(i)) {
      let unit = sign;
      if (sign >= FIRST_LEAD && sign < FIRST_LEAD + 16) {
        const middle = signValue(packed.charCodeAt(i + 1));
        unit = ((sign - FIRST_LEAD) << 12) | (middle << 6) | signValue(packed.charCodeAt(i + 2));
        i += 2;
      }
      i += 1;
      depth += 1;
      if (depth === 1) first = unit;
      else if (depth === 2) second = unit;
      else if (depth === 3) third = unit;
      const key = keyOf(place, unit);
      slot = Math.imul(key, MIX) >>> shift;
      while (steps[2 * slot] !== key && steps[2 * slot] !== 0) slot = (slot + 1) & (size - 1);
      if (steps[2 * slot] === 0) {
        steps[2 * slot] = key;
        steps[2 * slot + 1] = slots.length << 8;
        slots.push(slot);
      }
      place = steps[2 * slot + 1] as number;
    }
    const found = packed.indexOf(LINE_END, i);
    const end = found < 0 ? packed.length : found;
    const flags = flagsOf(packed, i + 1, end);
    steps[2 * slot + 1] = place | flags;
    ends.push(place >> 8, at);
    firsts[first] = (firsts[first] as number) | startOf(depth, flags, first, second);
    if ((flags & (NAMES | OPEN)) !== 0) markName(names, depth, first, second, third);
    if (first < 0x80 && second < 0x80 && depth > 1) {
      const pair = pairOf(first, second);
      pairs[pair] = (pairs[pair] as number) | ((flags & WITHIN) === 0 ? 2 : 3);
    }
    at = end + 1;
  }
  const lines = new Int32Array(slots.length);
  for (let i = 0; i < ends.length; i += 2) lines[ends[i] as number] = ends[i + 1] as number;
  leadPairs(pairs, steps, shift);
  const phrases = new Array<Phrase | undefined>(slots.length).fill(undefined);
  return { steps, shift, pairs, firsts, names, packed, lines, phrases };
}

/** The phrase that ends at a node */
export function phraseAt({ packed, lines, phrases }: Trie, node: number): Phrase {
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
    else if (sign >= "A" && sign < "N") flags |= NAMES;
  }
  return flags;
}

// What is shorter than a beginning begins with any.
function markName(names: Int32Array, depth: number, first: number, second: number, third: number): void {
  const from = first > 0x7f ? second : third;
  const whole = first > 0x7f ? depth > 1 : depth > 2;
  for (let last = whole ? from : 0; last <= (whole ? from : 0x7f); last += 1) {
    for (let middle = depth > 1 ? second : 0; middle <= (depth > 1 ? second : 0x7f); middle += 1) {
      const at = first > 0x7f ? beginningOf(first, last, 0) : beginningOf(first, middle, last);
      names[at >> 5] = (names[at >> 5] as number) | (1 << (at & 31));
    }
  }
}

function startOf(depth: number, flags: number, first: number, second: number): number {
  if (depth === 1) return (flags & OPEN) === 0 ? STARTS | SINGLE : STARTS | ANYWHERE;
  return (flags & WITHIN) !== 0 && (first > 0x7f || second > 0x7f) ? STARTS | ANYWHERE : STARTS;
}

// Marked pairs get the place that they lead to: two steps less for each word.
function leadPairs(pairs: Int32Array, steps: Int32Array, shift: number): void {
  for (let pair = 0; pair < pairs.length; pair += 1) {
    const mark = pairs[pair] as number;
    if (mark === 0) continue;
    const first = stepFrom(ROOT, pair >> 7, steps, shift);
    pairs[pair] = (stepFrom(first, pair & 0x7f, steps, shift) << 1) | (mark & 1);
  }
}

function stepFrom(place: number, letter: number, steps: Int32Array, shift: number): number {
  const key = keyOf(place, letter);
  let slot = Math.imul(key, MIX) >>> shift;
  while (steps[2 * slot] !== key && steps[2 * slot] !== 0) slot = (slot + 1) & (steps.length / 2 - 1);
  return steps[2 * slot + 1] as number;
}

// A power of two, twice the nodes or so (phrases share their beginnings), so that a wrong way ends soon.
function slotsFor(letters: number): number {
  let size = 1024;
  while (size < letters * 0.75) size *= 2;
  return size;
}
