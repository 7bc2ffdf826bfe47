/**
 * A folded text as words: letters and digits in a row, and what stood between them.
 * Words run together in the row, so that `api_key`, `apiKey`, `API key`, `a.p.i-k.e.y` and `A P I  K E Y` are one thing,
 * while the gaps keep `keep in` from being a `pin`.
 */
import { lookAlike } from "./text-tables.ts";

/** What stands before a letter or digit, from nothing at all to the end of a sentence */
export const INSIDE = 0;
/** A word begins without a separator: camelCase, a digit beside a letter, a Han character, kana or Hangul syllable */
export const BARE = 1;
/** Only signs: `_`, `-`, `.`, `*`, an emoji */
const JOINED = 2;
export const SPACE = 3;
export const COLON = 4;
/** Comma, semicolon, bracket, dash */
export const CLAUSE = 5;
export const SENTENCE = 6;
/** The end of a sentence that is a question */
export const QUESTION = 7;

export interface Words {
  /** Lower-case letters and digits; the first `length` count, and 0 ends them */
  units: Uint16Array;
  /** What stands before each of them; `gaps[length]` is the end of the text */
  gaps: Uint8Array;
  /** Where each stands in the folded text */
  at: Int32Array;
  length: number;
  /** Whether there are letters other than Latin ones */
  beyondLatin: boolean;
  /** What else was met, as bits: `ALIKE`, `SIGN`, `CODE` */
  met: number;
}

/** A letter of another script that looks like a Latin one */
export const ALIKE = 16;
/** What may stand for a letter: p@ssw0rd, passvvord */
export const SIGN = 32;
/** What may begin a letter's code: %70, &#112; */
export const CODE = 64;
/** Any of these: the text has other readings */
export const DISGUISES: number = ALIKE | SIGN | CODE;
/** A letter that no Latin list has */
const BEYOND = 128;

/** Room for words that can be used again: reading a form makes no garbage */
export function createWords(): Words {
  return {
    units: new Uint16Array(513),
    gaps: new Uint8Array(513),
    at: new Int32Array(512),
    length: 0,
    beyondLatin: false,
    met: 0,
  };
}

let copied: Uint16Array | undefined;
// Longer texts are rare, and their room is not kept.
const KEPT_ROOM = 65_536;

/** Reads a folded text (`foldText`, or a reading of it) into `words`. Linear */
export function readWords(text: string, words: Words): void {
  let units = copied;
  if (units === undefined || units.length < text.length) {
    units = new Uint16Array(Math.max(512, text.length));
    if (units.length <= KEPT_ROOM) copied = units;
  }
  const { length } = text;
  // As in `copy` in text.ts.
  const { charCodeAt } = String.prototype;
  for (let i = 0; i < length; i += 1) units[i] = charCodeAt.call(text, i);
  readLetters(units, 0, length, words);
}

/** Reads a stretch of a folded text's code units into `words`, as if nothing stood around it. Linear */
export function readLetters(letters: Uint16Array, from: number, to: number, words: Words): void {
  if (words.at.length < to - from) {
    words.units = new Uint16Array(to - from + 1);
    words.gaps = new Uint8Array(to - from + 1);
    words.at = new Int32Array(to - from);
  }
  const { units, gaps, at } = words;
  let count = 0;
  let gap = SENTENCE;
  let met = 0;
  let last = OTHER;
  for (let i = from; i < to; i += 1) {
    let unit = letters[i] as number;
    let known = classes[unit] || classOf(unit);
    met |= known;
    const kind = known & 15;
    if (kind >= LOWER) {
      if (gap === INSIDE && (kind !== last || kind >= UPPER)) {
        if (kind === ALONE || startsWord(letters, i, to, last, kind)) gap = BARE;
      }
      units[count] = kind === UPPER ? lower(unit) : unit;
      gaps[count] = gap;
      at[count] = i;
      count += 1;
      gap = INSIDE;
      last = kind;
      if (kind !== LOWER && kind !== ALONE) continue;
      // Mostly more of the same follows.
      const inside = kind === LOWER ? INSIDE : BARE;
      for (i += 1; i < to; i += 1) {
        unit = letters[i] as number;
        known = classes[unit] as number;
        if ((known & 15) !== kind) break;
        met |= known;
        units[count] = unit;
        gaps[count] = inside;
        at[count] = i;
        count += 1;
      }
      i -= 1;
    } else if (kind !== SKIPPED) {
      const between = kind === STOP ? stopGap(letters, i, from, to) : kind;
      if (between > gap) gap = between;
    }
  }
  units[count] = 0;
  gaps[count] = Math.max(gap, SENTENCE);
  words.length = count;
  words.beyondLatin = (met & BEYOND) !== 0;
  words.met = met;
}

// What a code unit is; the values up to QUESTION are gaps.
const STOP = 8;
const SKIPPED = 9;
const OTHER = 10;
const LOWER = 11;
const UPPER = 12;
const DIGIT = 13;
const ALONE = 14;

// Of every code unit what it is, and what was said of it above; 0 is not worked out yet.
const classes = new Uint8Array(0x10000);

function classOf(unit: number): number {
  const kind = unit < 0x80 ? asciiKind(unit) : otherKind(unit);
  let known = unit > 0x36f && kind >= LOWER ? kind | BEYOND : kind;
  if (unit >= 0x80 && lookAlike(unit) !== 0) known |= ALIKE;
  if (SIGNS.includes(String.fromCharCode(unit))) known |= SIGN;
  if (CODES.includes(String.fromCharCode(unit))) known |= CODE;
  classes[unit] = known;
  return known;
}

// KEEP IN SYNC with text-disguise.ts. A `v` may be half of a w.
const SIGNS = "@4$50378+\u20ac\u00a3\u00a51!|v";
const CODES = "&%\\<";

function asciiKind(unit: number): number {
  if (unit >= 0x61 && unit <= 0x7a) return LOWER;
  if (unit >= 0x41 && unit <= 0x5a) return UPPER;
  if (unit >= 0x30 && unit <= 0x39) return DIGIT;
  switch (unit) {
    case 0x20:
    case 0x09:
    case 0x0d:
      return SPACE;
    case 0x0a:
    case 0x21: // !
    case 0x2e: // .
    case 0x2d: // -
      return STOP;
    case 0x3f:
      return QUESTION;
    case 0x3a: // :
    case 0x3d: // =
      return COLON;
    case 0x2c: // ,
    case 0x3b: // ;
    case 0x28:
    case 0x29:
    case 0x5b:
    case 0x5d:
      return CLAUSE;
    default:
      // Other controls (NUL, ESC, backspace) are drawn as nothing.
      return unit < 0x20 || unit === 0x7f ? SKIPPED : JOINED;
  }
}

function otherKind(unit: number): number {
  if (unit < 0x530) {
    if (unit < 0xaa || unit === 0xd7 || unit === 0xf7) return JOINED;
    return isUpper(unit) ? UPPER : LOWER;
  }
  if (unit < 0x2000) return LOWER;
  if (unit < 0x2e80) {
    if (unit >= 0x2010 && unit <= 0x2015) return STOP;
    return unit === 0x2028 || unit === 0x2029 ? SENTENCE : JOINED;
  }
  if (unit < 0x3041) {
    if (unit === 0x3001) return CLAUSE;
    if (unit === 0x3002) return SENTENCE;
    return unit >= 0x3005 && unit <= 0x3007 ? ALONE : JOINED;
  }
  // The long mark is often left out, or written as some dash.
  if (unit === 0x30fc || (unit >= 0x3099 && unit <= 0x309c)) return SKIPPED;
  if (unit === 0x30fb) return JOINED;
  if (unit < 0xa000) return ALONE;
  if (unit < 0xac00) return LOWER;
  if (unit < 0xd7a4) return ALONE;
  return unit < 0xe000 || unit >= 0xfb50 ? JOINED : ALONE;
}

// A full stop inside `a.p.i`, a hyphen inside a word, and one line break say little; with space around they end something.
function stopGap(letters: Uint16Array, at: number, from: number, to: number): number {
  const unit = letters[at] as number;
  const before = at > from ? (letters[at - 1] as number) : 0;
  const next = at + 1 < to ? (letters[at + 1] as number) : 0;
  if (unit === 0x0a) return next === 0x0a || before === 0x0a ? SENTENCE : SPACE;
  const open = next <= 0x20;
  if (unit === 0x2d || unit > 0x7f) return open && before === 0x20 ? CLAUSE : JOINED;
  return open ? SENTENCE : JOINED;
}

function startsWord(letters: Uint16Array, at: number, to: number, last: number, kind: number): boolean {
  if (kind === ALONE || last === ALONE) return true;
  if ((kind === DIGIT) !== (last === DIGIT)) return true;
  if (kind !== UPPER) return false;
  if (last === LOWER) return true;
  // `APIKey`: the last capital belongs to the word that follows.
  const next = at + 1 < to ? (letters[at + 1] as number) : 0;
  return next >= 0x61 && next <= 0x7a && last === UPPER;
}

// Greek and Cyrillic capitals; Latin letters beyond ASCII were folded before, or are too rare to matter.
function isUpper(unit: number): boolean {
  return (unit >= 0x391 && unit <= 0x3a9) || (unit >= 0x400 && unit <= 0x42f);
}

function lower(unit: number): number {
  if (unit < 0x80) return unit + 0x20;
  return unit >= 0x400 && unit < 0x410 ? unit + 0x50 : unit + 0x20;
}
