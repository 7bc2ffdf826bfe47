/**
 * Further readings of a text whose letters were swapped for signs or codes: p@ssw0rd, pass%77ord, pass&#119;ord.
 * They are guesses, so detectors use them only to find more.
 */

// What people write in place of letters; `1`, `!` and `|` stand for two.
const SIGNS = "a@4 s$5 o0 e3€ t7+ b8 l£ y¥ i1!|";

/** Readings of a folded text with signs and codes as letters; none for ordinary text */
export function disguisedReadings(text: string): readonly string[] {
  const readings: string[] = [];
  const decoded = decode(text);
  if (decoded !== undefined) readings.push(decoded);
  const plain = decoded ?? text;
  if (!/[@4$50378+\u20ac\u00a3\u00a51!|]|vv/.test(plain)) return readings;
  const units = unitsOf(plain);
  if (!hasSigns(units, units.length)) return readings;
  const first = withLetters(units, false);
  readings.push(first);
  const second = withLetters(units, true);
  if (second !== first) readings.push(second);
  return readings;
}

function unitsOf(text: string): Uint16Array {
  const { length } = text;
  const units = new Uint16Array(length);
  // As in `copy` in text.ts.
  const { charCodeAt } = String.prototype;
  for (let i = 0; i < length; i += 1) units[i] = charCodeAt.call(text, i);
  return units;
}

let letters: Uint8Array | undefined;

function letterTable(): Uint8Array {
  const table = new Uint8Array(0x100);
  for (const group of SIGNS.split(" ")) {
    for (let i = 1; i < group.length; i += 1) {
      const unit = group.charCodeAt(i) === 0x20ac ? 0x80 : group.charCodeAt(i);
      table[unit] = group.charCodeAt(0);
    }
  }
  return table;
}

function signLetter(unit: number): number {
  letters ??= letterTable();
  if (unit === 0x20ac) return letters[0x80] as number;
  return unit < 0x100 ? (letters[unit] as number) : 0;
}

function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
}

/** Whether a sign has a letter behind it, or a digit one before it: else signs give no other reading. The first `length` units count */
export function hasSigns(units: Uint16Array, length: number): boolean {
  let before = 0;
  for (let i = 0; i < length; i += 1) {
    const unit = units[i] as number;
    const next = i + 1 < length ? (units[i + 1] as number) : 0;
    if (unit === 0x76) {
      if (next === 0x76 && i + 2 < length && isLetter(units[i + 2] as number)) return true;
    } else if (signLetter(unit) !== 0 && (isLetter(next) || (isLetter(before) && unit > 0x21))) return true;
    before = unit;
  }
  return false;
}

function withLetters(units: Uint16Array, second: boolean): string {
  const read = new Uint16Array(units.length);
  let count = 0;
  for (let i = 0; i < units.length; i += 1, count += 1) {
    const unit = units[i] as number;
    if (unit === 0x76 && units[i + 1] === 0x76) {
      read[count] = 0x77;
      i += 1;
      continue;
    }
    const letter = signLetter(unit);
    if (letter === 0 || !inWord(units, i)) read[count] = unit;
    else read[count] = inCase(second && letter === 0x69 ? 0x6c : letter, units, i);
  }
  let text = "";
  for (let i = 0; i < count; i += 4096) {
    text += String.fromCharCode.apply(undefined, read.subarray(i, Math.min(i + 4096, count)) as unknown as number[]);
  }
  return text;
}

// As the letter beside it: `0TP` is one word, `oTP` would be two.
function inCase(letter: number, units: Uint16Array, at: number): number {
  const beside = at > 0 && isLetter(units[at - 1] as number) ? (units[at - 1] as number) : (units[at + 1] as number);
  return beside >= 0x41 && beside <= 0x5a ? letter - 0x20 : letter;
}

function inWord(units: Uint16Array, at: number): boolean {
  const before = units[at - 1] as number;
  const after = units[at + 1] as number;
  const bound = (unit: number): boolean => isLetter(unit) || signLetter(unit) !== 0;
  // An exclamation mark at the end of a word is one.
  return (units[at] as number) === 0x21 ? bound(after) : bound(before) || bound(after);
}

// Limits keep each pattern linear; a match is never longer than what a browser would read as one.
const CODES =
  /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?|%([0-9a-f]{2})|\\u\{?([0-9a-f]{4,6})\}?|\\x([0-9a-f]{2})|<\/?[a-z!][^<>]{0,80}>/gi;

function decode(text: string): string | undefined {
  if (!/[&%\\<]/.test(text)) return undefined;
  let found = false;
  const decoded = text.replace(CODES, (_, hex, decimal, percent, unit, short) => {
    found = true;
    const digits: string | undefined = hex ?? percent ?? unit ?? short;
    const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
    if (Number.isNaN(code)) return "";
    return code <= 0x10ffff && code > 0x1f ? String.fromCodePoint(code) : " ";
  });
  return found ? decoded : undefined;
}
