/**
 * Sets of code points, and which letters count as one under `(?i)`.
 * RE2 has its own ideas of both, so the engine's `/i`, `\w` and `\s` are never asked.
 */

/** First and last code point of each range, flat; sorted, apart, and not adjacent */
export type CodeSet = readonly number[];

export const MAX_CODE = 0x10ffff;

/** The set of some ranges in any order */
export function codeSet(ranges: readonly number[]): CodeSet {
  const pairs: [number, number][] = [];
  for (let i = 0; i < ranges.length; i += 2) pairs.push([ranges[i] as number, ranges[i + 1] as number]);
  pairs.sort((left, right) => left[0] - right[0]);
  const set: number[] = [];
  for (const [from, to] of pairs) {
    const last = set.length - 1;
    if (last > 0 && from <= (set[last] as number) + 1) set[last] = Math.max(set[last] as number, to);
    else set.push(from, to);
  }
  return set;
}

export function invert(set: CodeSet): CodeSet {
  const rest: number[] = [];
  let next = 0;
  for (let i = 0; i < set.length; i += 2) {
    if ((set[i] as number) > next) rest.push(next, (set[i] as number) - 1);
    next = (set[i + 1] as number) + 1;
  }
  if (next <= MAX_CODE) rest.push(next, MAX_CODE);
  return rest;
}

export function hasCode(set: CodeSet, code: number): boolean {
  for (let i = 0; i < set.length; i += 2) {
    if (code < (set[i] as number)) return false;
    if (code <= (set[i + 1] as number)) return true;
  }
  return false;
}

/** Whether some code point is in both */
export function meet(left: CodeSet, right: CodeSet): boolean {
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if ((left[i + 1] as number) < (right[j] as number)) i += 2;
    else if ((right[j + 1] as number) < (left[i] as number)) j += 2;
    else return true;
  }
  return false;
}

/**
 * The ranges with all that folds into them, as RE2 folds: Unicode's simple case folding, one letter for one.
 * `undefined` where that takes more of its tables than stand here.
 */
export function foldRanges(ranges: CodeSet): CodeSet | undefined {
  const folded = [...ranges];
  for (let i = 0; i < ranges.length; i += 2) {
    const from = ranges[i] as number;
    const to = ranges[i + 1] as number;
    // Every letter and all its forms lie inside.
    if (from <= 0x41 && to >= LAST_CASED) continue;
    for (let code = from; code <= to; code += 1) {
      const end = caselessUntil(code);
      if (end !== undefined) {
        code = end;
        continue;
      }
      const forms = formsOf(code);
      if (forms === undefined) return undefined;
      for (const form of forms) folded.push(form, form);
    }
  }
  return codeSet(folded);
}

// U+1E943, Adlam: no code point above has a case (Unicode 17).
const LAST_CASED = 0x1e943;

// Ranges without any letter that has a case: signs, and scripts from Hebrew to Han. First and last, in hexadecimal.
const CASELESS =
  "0-40 5b-60 7b-b4 b6-bf d7-d7 f7-f7 590-109f 1100-139f 1400-1c7f 2000-2125 2190-24b5 24ea-2bff 2e80-a63f abc0-d7ff e000-faff fe00-ff20 ff5b-103ff 1f000-10ffff";
let caseless: CodeSet | undefined;

// The last code point of the caseless range that holds this one.
function caselessUntil(code: number): number | undefined {
  caseless ??= CASELESS.split(/[- ]/).map((number) => Number.parseInt(number, 16));
  for (let i = 0; i < caseless.length && (caseless[i] as number) <= code; i += 2) {
    if (code <= (caseless[i + 1] as number)) return caseless[i + 1];
  }
  return undefined;
}

// CaseFolding.txt, statuses C and S, for ASCII, Latin-1 and the Cyrillic of Slavic languages.
function formsOf(code: number): readonly number[] | undefined {
  switch (code) {
    case 0x17f:
      return [0x53, 0x73];
    case 0x212a:
      return [0x4b, 0x6b];
    case 0xdf:
      return [0x1e9e];
    case 0xff:
      return [0x178];
  }
  const other = otherCase(code);
  if (other === undefined) return undefined;
  const rare = RARE.find((letters) => letters.codePointAt(0) === Math.max(code, other));
  return rare === undefined ? [other] : [other, ...Array.from(rare.slice(1), (letter) => letter.charCodeAt(0))];
}

// Small letters with more than one other form.
const RARE = [
  "k\u212a",
  "s\u017f",
  "\u00e5\u212b",
  "в\u1c80",
  "д\u1c81",
  "о\u1c82",
  "с\u1c83",
  "т\u1c84\u1c85",
  "ъ\u1c86",
];

function otherCase(code: number): number | undefined {
  if (code >= 0x41 && code <= 0x5a) return code + 0x20;
  if (code >= 0x61 && code <= 0x7a) return code - 0x20;
  if (code >= 0xc0 && code <= 0xde) return code + 0x20;
  if (code >= 0xe0 && code <= 0xfe) return code - 0x20;
  if (code >= 0x400 && code <= 0x40f) return code + 0x50;
  if (code >= 0x410 && code <= 0x42f) return code + 0x20;
  if (code >= 0x430 && code <= 0x44f) return code - 0x20;
  if (code >= 0x450 && code <= 0x45f) return code - 0x50;
  return undefined;
}
