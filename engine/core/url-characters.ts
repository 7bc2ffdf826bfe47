/**
 * Characters that no link may hold in plain: nobody sees them, or not everybody reads them alike.
 * The ranges are Unicode 17's Default_Ignorable_Code_Point (with its reserved blocks), Bidi_Control and White_Space, and
 * the noncharacters; written out, since `\p{…}` follows the engine's Unicode version.
 */

export type CharacterProblem = "bidi" | "control-char" | "invisible-char" | "lone-surrogate" | "whitespace";

const NONE: readonly CharacterProblem[] = [];
const CONTROL: readonly CharacterProblem[] = ["control-char"];
const SPACE: readonly CharacterProblem[] = ["whitespace"];
const INVISIBLE: readonly CharacterProblem[] = ["invisible-char"];
// Bidi controls have no shape of their own either.
const BIDI: readonly CharacterProblem[] = ["bidi", "invisible-char"];
const LONE: readonly CharacterProblem[] = ["lone-surrogate"];

/** What is wrong with one code point (a lone surrogate counts as one), whatever stands around it */
export function characterProblems(code: number): readonly CharacterProblem[] {
  if (code < 0xa0) {
    if (code === 0x20) return SPACE;
    return code < 0x20 || code >= 0x7f ? CONTROL : NONE;
  }
  if (code < 0x200b) {
    if (code === 0xa0 || code === 0x1680 || code >= 0x2000) return SPACE;
    if (code === 0x061c) return BIDI;
    return isInvisibleLow(code) ? INVISIBLE : NONE;
  }
  if (code < 0x2070) {
    if (code === 0x2028 || code === 0x2029 || code === 0x202f || code === 0x205f) return SPACE;
    if (code === 0x200e || code === 0x200f || (code >= 0x202a && code <= 0x202e)) return BIDI;
    if (code >= 0x2066 && code <= 0x2069) return BIDI;
    return code <= 0x200d || code >= 0x2060 ? INVISIBLE : NONE;
  }
  if (code === 0x3000) return SPACE;
  if (code >= 0xd800 && code <= 0xdfff) return LONE;
  return isInvisibleHigh(code) ? INVISIBLE : NONE;
}

function isInvisibleLow(code: number): boolean {
  return (
    code === 0x00ad ||
    code === 0x034f ||
    code === 0x115f ||
    code === 0x1160 ||
    code === 0x17b4 ||
    code === 0x17b5 ||
    (code >= 0x180b && code <= 0x180f)
  );
}

function isInvisibleHigh(code: number): boolean {
  return (
    // BRAILLE PATTERN BLANK: not ignorable by Unicode's list, and yet an empty cell.
    code === 0x2800 ||
    code === 0x3164 ||
    (code >= 0xfe00 && code <= 0xfe0f) ||
    code === 0xfeff ||
    code === 0xffa0 ||
    (code >= 0xfff0 && code <= 0xfffb) ||
    (code >= 0x1bca0 && code <= 0x1bca3) ||
    (code >= 0x1d173 && code <= 0x1d17a) ||
    (code >= 0xe0000 && code <= 0xe0fff) ||
    (code >= 0xfdd0 && code <= 0xfdef) ||
    (code & 0xfffe) === 0xfffe
  );
}
