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
  return isAscii(text) ? { text, source: undefined } : fold(text);
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
  let reading = "";
  let kept = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const alike = unit < 0x80 ? undefined : lookAlike(unit);
    if (alike === undefined || (isHan(unit) && !isAmongKana(text, i))) continue;
    reading += text.slice(kept, i) + alike;
    kept = i + 1;
  }
  return kept === 0 ? undefined : reading + text.slice(kept);
}

// 口 in a word of kana is ロ; beside another Han character it is itself (入力, 口座).
function isAmongKana(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at + 1);
  return (isKana(before) || isKana(after)) && !isHan(before) && !isHan(after);
}

function isKana(unit: number): boolean {
  return unit >= 0x3041 && unit <= 0x30fc;
}

function isHan(unit: number): boolean {
  return unit >= 0x3400 && unit <= 0x9fff;
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

// Grows as needed: most folds are as long as the text or shorter.
class Output {
  units: Uint16Array;
  source: Int32Array;
  length = 0;

  constructor(capacity: number) {
    this.units = new Uint16Array(capacity);
    this.source = new Int32Array(capacity);
  }

  add(unit: number, from: number): void {
    if (this.length === this.units.length) this.grow();
    this.units[this.length] = unit;
    this.source[this.length] = from;
    this.length += 1;
  }

  private grow(): void {
    const units = new Uint16Array(this.length * 2 + 16);
    const source = new Int32Array(this.length * 2 + 16);
    units.set(this.units);
    source.set(this.source);
    this.units = units;
    this.source = source;
  }

  text(): string {
    let text = "";
    for (let i = 0; i < this.length; i += 4096) {
      text += String.fromCharCode.apply(
        undefined,
        this.units.subarray(i, Math.min(i + 4096, this.length)) as unknown as number[],
      );
    }
    return text;
  }
}

function fold(text: string): FoldedText {
  const out = new Output(text.length + 8);
  // Where right-to-left overrides begin in the output: what follows is drawn backwards.
  const overrides: number[] = [];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      out.add(unit, i);
      continue;
    }
    if (unit >= 0xd800 && unit <= 0xdfff) {
      i = addAstral(text, i, out);
      continue;
    }
    if (unit >= 0x202a && unit <= 0x202e) {
      if (unit === 0x202e) overrides.push(out.length);
      else if (unit === 0x202c) turn(out, overrides.pop());
      else if (overrides.length > 0) overrides.push(-1);
      continue;
    }
    const folded = foldOf(unit);
    if (folded === DROP) continue;
    if (isVoicing(unit)) {
      voice(out, unit, i);
      continue;
    }
    if (isJamo(unit)) {
      i = addJamo(text, i, out);
      continue;
    }
    if (folded === KEEP) out.add(unit, i);
    else if (folded === LONG) for (const part of longFold(unit)) out.add(part.charCodeAt(0), i);
    else out.add(folded, i);
  }
  while (overrides.length > 0) turn(out, overrides.pop());
  return { text: out.text(), source: out.source.subarray(0, out.length) };
}

function addAstral(text: string, at: number, out: Output): number {
  const code = text.codePointAt(at) ?? 0;
  if (code < 0x10000) {
    out.add(0xfffd, at);
    return at;
  }
  if (isInvisible(code)) return at + 1;
  const folded = foldAstral(code);
  if (folded === "") {
    out.add(text.charCodeAt(at), at);
    out.add(text.charCodeAt(at + 1), at);
  } else out.add(folded.charCodeAt(0), at);
  return at + 1;
}

function turn(out: Output, from: number | undefined): void {
  if (from === undefined || from < 0) return;
  out.units.subarray(from, out.length).reverse();
  out.source.subarray(from, out.length).reverse();
}

// Voicing marks of kana: combining, spacing, half-width. They make another letter (は, ば, ぱ).
function isVoicing(unit: number): boolean {
  return (unit >= 0x3099 && unit <= 0x309c) || unit === 0xff9e || unit === 0xff9f;
}

function voice(out: Output, unit: number, at: number): void {
  const last = out.length - 1;
  const mark = unit === 0x3099 || unit === 0x309b || unit === 0xff9e ? "\u3099" : "\u309a";
  const composed = last < 0 ? "" : (String.fromCharCode(out.units[last] as number) + mark).normalize("NFC");
  if (composed.length === 1) out.units[last] = composed.charCodeAt(0);
  else out.add(mark.charCodeAt(0), at);
}

function isJamo(unit: number): boolean {
  return unit >= 0x1100 && unit <= 0x11ff;
}

// Conjoining jamo to syllables; NFC of them is arithmetic, the same on every engine (runtime §7).
function addJamo(text: string, at: number, out: Output): number {
  let end = at + 1;
  while (end < text.length && end - at < 64 && isJamo(text.charCodeAt(end))) end += 1;
  const composed = text.slice(at, end).normalize("NFC");
  for (let i = 0; i < composed.length; i += 1) out.add(composed.charCodeAt(i), at);
  return end - 1;
}
