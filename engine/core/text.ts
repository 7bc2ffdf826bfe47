/**
 * One reading of untrusted text: what a person sees, in plain letters.
 * Detectors look at this and never at the raw text, so that no spelling trick has to be known twice.
 */
import { DROP, foldAstral, foldOf, isInvisible, KEEP, LONG, longFold, lookAlike } from "./text-tables.ts";

/** A text as it is read, with the way back */
export interface FoldedText {
  /** Compatibility forms, accents, marks and invisible characters are gone; case is kept; kana are hiragana */
  readonly text: string;
  /** Where each code unit of `text` came from; `undefined`: the text is ASCII and stands as it was */
  readonly source: Int32Array | undefined;
}

/** Folds a text. Linear; ASCII stays as it is, but for control characters that a terminal does not draw */
export function foldText(text: string): FoldedText {
  if (isAscii(text)) return { text, source: undefined };
  const letters = createLetters();
  foldInto(text, letters);
  return { text: lettersText(letters, 0, letters.length), source: letters.source.subarray(0, letters.length) };
}

/** Where in the raw text the code unit at `index` of the folded one came from */
export function sourceIndex(folded: FoldedText, index: number): number {
  if (folded.source === undefined) return index;
  return folded.source[Math.min(index, folded.source.length - 1)] ?? 0;
}

/**
 * The same text with every letter of another script as the Latin letter that it is drawn like (pаsswоrd with Cyrillic
 * а and о), or `undefined` if there is none. A second reading, never the only one: пароль has to stay Russian.
 */
export function latinReading(text: string): string | undefined {
  if (isAscii(text)) return undefined;
  const folded = createLetters();
  copyInto(text, folded);
  const latin = createLetters();
  return latinInto(folded, 0, text.length, latin) ? lettersText(latin, 0, latin.length) : undefined;
}

const EMPTY = new Int32Array(0);

/** The Latin reading of a stretch of letters, into `latin`, a letter for a letter; whether there is one */
export function latinInto({ units }: Letters, from: number, to: number, latin: Letters): boolean {
  if (latin.units.length < to - from) latin.units = new Uint16Array(to - from);
  let found = false;
  for (let i = from; i < to; i += 1) {
    const unit = units[i] as number;
    const alike = unit < 0x80 ? 0 : lookAlike(unit);
    const swap = alike !== 0 && !(isHan(unit) && !isAmongKana(units, i, from, to));
    latin.units[i - from] = swap ? alike : unit;
    found ||= swap;
  }
  latin.length = to - from;
  latin.ascii = false;
  return found;
}

// 口 in a word of kana is ロ; beside another Han character it is itself (入力, 口座).
function isAmongKana(units: Uint16Array, at: number, from: number, to: number): boolean {
  const before = at > from ? (units[at - 1] as number) : 0;
  const after = at + 1 < to ? (units[at + 1] as number) : 0;
  return (isKana(before) || isKana(after)) && !isHan(before) && !isHan(after);
}

function isKana(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0x30fc;
}

function isHan(unit: number): boolean {
  return unit >= 0x3400 && unit <= 0x9fff;
}

function isAscii(text: string): boolean {
  const { length } = text;
  const { charCodeAt } = String.prototype;
  for (let i = 0; i < length; i += 1) if (charCodeAt.call(text, i) > 0x7f) return false;
  return true;
}

/** A folded text as code units, in room that can be used again: reading many texts makes no garbage */
export interface Letters {
  /** The first `length` count */
  units: Uint16Array;
  /** Where each came from; not kept up where `ascii` */
  source: Int32Array;
  /** The text as it was, where not `ascii` */
  raw: Uint16Array;
  length: number;
  /** The text is ASCII and stands as it was */
  ascii: boolean;
  /** A right-to-left override turned some of it */
  turned: boolean;
}

export function createLetters(): Letters {
  return { units: new Uint16Array(512), source: EMPTY, raw: new Uint16Array(0), length: 0, ascii: true, turned: false };
}

/** Takes a text that is folded already as it stands; its letters' sources stay those of what was there before */
export function copyInto(text: string, letters: Letters): void {
  copy(text, letters);
  letters.length = text.length;
}

/**
 * Folds a text into `letters`: what `foldText` gives, without making a text of it. Linear.
 * `turning`: false leaves the order of the letters, as it is where embeddings and isolates within an override turn it back
 */
export function foldInto(text: string, letters: Letters, turning = true): void {
  letters.ascii = copy(text, letters) < 0x80;
  letters.turned = false;
  letters.length = text.length;
  if (letters.ascii) return;
  const { raw } = letters;
  letters.raw = letters.units;
  letters.units = raw.length < text.length ? new Uint16Array(letters.raw.length) : raw;
  fold(text, letters, turning);
}

/** Takes a text's code units; gives all bits that were met */
function copy(text: string, letters: Letters): number {
  const { length } = text;
  if (letters.units.length < length) letters.units = new Uint16Array(length);
  const { units } = letters;
  // V8 looks methods up by a string's layout, and there are more of these (one-byte, two-byte, sliced, joined …) than it keeps
  // in mind at one place: where it has met them all, `text.charCodeAt(i)` costs 15 ns, and this way 2.
  const { charCodeAt } = String.prototype;
  let met = 0;
  for (let i = 0; i < length; i += 1) {
    const unit = charCodeAt.call(text, i);
    units[i] = unit;
    met |= unit;
  }
  return met;
}

/** A stretch of letters as text */
export function lettersText({ units }: Letters, from: number, to: number): string {
  let text = "";
  for (let i = from; i < to; i += 4096) {
    text += String.fromCharCode.apply(undefined, units.subarray(i, Math.min(i + 4096, to)) as unknown as number[]);
  }
  return text;
}

/** Where in the raw text a letter came from */
export function letterSource({ ascii, source, length }: Letters, index: number): number {
  return ascii ? index : (source[Math.min(index, length - 1)] as number);
}

// Units that stand for themselves are in the table as themselves, so most of a text costs one look; 0 is not looked up yet.
const folds = new Uint16Array(0x10000);
// What the table can't say: controls, whose code would be one of these; what turns, composes or has several units.
const SPECIAL = 3;

function foldingOf(unit: number): number {
  const folding = computeFolding(unit);
  folds[unit] = folding;
  return folding;
}

function computeFolding(unit: number): number {
  if (unit < 0x80) return Math.max(unit, SPECIAL);
  if ((unit >= 0xd800 && unit <= 0xdfff) || (unit >= 0x202a && unit <= 0x202e)) return SPECIAL;
  const folded = foldOf(unit);
  if (folded === DROP) return DROP;
  if (isVoicing(unit) || isJamo(unit) || folded === LONG) return SPECIAL;
  return folded === KEEP ? unit : folded;
}

// Reads from `text`, since a fold may be longer than what it stands for.
function fold(text: string, letters: Letters, turning: boolean): void {
  if (letters.source.length < letters.units.length) letters.source = new Int32Array(letters.units.length);
  let { units, source } = letters;
  const override: Override = { from: -1, depth: 0, turning };
  let count = 0;
  const { raw } = letters;
  const { length } = text;
  for (let i = 0; i < length; i += 1) {
    const unit = raw[i] as number;
    const folding = folds[unit] || foldingOf(unit);
    if (folding > SPECIAL) {
      if (count === units.length) {
        grow(letters);
        ({ units, source } = letters);
      }
      units[count] = folding;
      source[count] = i;
      count += 1;
    } else if (folding === SPECIAL) {
      if (isVoicing(unit) && count > 0) {
        const composed = composedKana(units[count - 1] as number, isHalfVoicing(unit));
        if (composed !== 1) {
          units[count - 1] = composed;
          continue;
        }
      }
      letters.length = count;
      i = addSpecial(text, i, letters, override);
      count = letters.length;
      ({ units, source } = letters);
    }
  }
  letters.length = count;
  if (override.from >= 0) turn(letters, override);
}

// What follows a right-to-left override is drawn backwards, once, however many are nested (UAX #9: each raises the level to
// the next odd one).
interface Override {
  /** Where it begins in the output, else -1 */
  from: number;
  /** Embeddings that are open in it */
  depth: number;
  readonly turning: boolean;
}

function grow(letters: Letters): void {
  const units = new Uint16Array(letters.units.length * 2 + 16);
  const source = new Int32Array(letters.units.length * 2 + 16);
  units.set(letters.units);
  source.set(letters.source.subarray(0, letters.units.length));
  letters.units = units;
  letters.source = source;
}

function add(letters: Letters, unit: number, from: number): void {
  if (letters.length === letters.units.length) grow(letters);
  letters.units[letters.length] = unit;
  letters.source[letters.length] = from;
  letters.length += 1;
}

/** Adds what a unit stands for that the table can't say; gives the index of the last unit that was read */
function addSpecial(text: string, at: number, letters: Letters, override: Override): number {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) add(letters, unit, at);
  else if (unit >= 0xd800 && unit <= 0xdfff) return addAstral(text, at, letters);
  else if (unit >= 0x202a && unit <= 0x202e) embed(unit, letters, override);
  else if (isVoicing(unit)) add(letters, isHalfVoicing(unit) ? 0x309a : 0x3099, at);
  else if (isJamo(unit)) return addJamo(text, at, letters);
  else for (const part of longFold(unit)) add(letters, part.charCodeAt(0), at);
  return at;
}

function addAstral(text: string, at: number, letters: Letters): number {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x10000) {
    add(letters, 0xfffd, at);
    return at;
  }
  if (isInvisible(code)) return at + 1;
  const folded = foldAstral(code);
  if (folded === "") {
    add(letters, text.charCodeAt(at), at);
    add(letters, text.charCodeAt(at + 1), at);
  } else add(letters, folded.charCodeAt(0), at);
  return at + 1;
}

function embed(unit: number, letters: Letters, override: Override): void {
  if (override.from < 0) {
    if (unit === 0x202e) override.from = letters.length;
  } else if (unit !== 0x202c) override.depth += 1;
  else if (override.depth > 0) override.depth -= 1;
  else {
    turn(letters, override);
    override.from = -1;
  }
}

function turn(letters: Letters, { from, turning }: Override): void {
  const { units, source, length } = letters;
  // One letter is the same either way.
  if (length - from < 2) return;
  letters.turned = true;
  if (!turning) return;
  for (let left = from, right = length - 1; left < right; left += 1, right -= 1) {
    const unit = units[left] as number;
    units[left] = units[right] as number;
    units[right] = unit;
    const came = source[left] as number;
    source[left] = source[right] as number;
    source[right] = came;
  }
}

// Voicing marks of kana: combining, spacing, half-width. They make another letter (は, ば, ぱ).
function isVoicing(unit: number): boolean {
  return (unit >= 0x3099 && unit <= 0x309c) || unit === 0xff9e || unit === 0xff9f;
}

function isHalfVoicing(unit: number): boolean {
  return unit !== 0x3099 && unit !== 0x309b && unit !== 0xff9e;
}

// Of kana and their two marks; 0 is not worked out yet, 1: they are no letter. Only kana are composed with these marks.
const FIRST_KANA = 0x3041;
const voiced = new Uint16Array(2 * (0x30ff - FIRST_KANA + 1));

function composedKana(unit: number, semi: boolean): number {
  if (unit < FIRST_KANA || unit > 0x30ff) return 1;
  const at = 2 * (unit - FIRST_KANA) + (semi ? 1 : 0);
  if (voiced[at] === 0) {
    const text = (String.fromCharCode(unit) + (semi ? "\u309a" : "\u3099")).normalize("NFC");
    voiced[at] = text.length === 1 ? text.charCodeAt(0) : 1;
  }
  return voiced[at] as number;
}

function isJamo(unit: number): boolean {
  return unit >= 0x1100 && unit <= 0x11ff;
}

// Conjoining jamo to syllables; NFC of them is arithmetic, the same on every engine (runtime §7).
function addJamo(text: string, at: number, letters: Letters): number {
  let end = at + 1;
  while (end < text.length && end - at < 64 && isJamo(text.charCodeAt(end))) end += 1;
  const composed = text.slice(at, end).normalize("NFC");
  for (let i = 0; i < composed.length; i += 1) add(letters, composed.charCodeAt(i), at);
  return end - 1;
}
