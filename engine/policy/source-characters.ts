/**
 * Characters that a reader of a policy cannot see, or takes for others.
 * A policy is reviewed by eye, so what stands in it has to be what is seen (Trojan Source, CVE-2021-42574); and what is
 * shown of it in a terminal must not steer the terminal.
 */

/** A character that may not stand in a policy as it is, wherever it stands */
export interface OddCharacter {
  readonly kind: "control" | "half" | "invisible" | "line-end" | "replacement" | "reordering";
  readonly character: string;
  readonly offset: number;
  readonly length: number;
}

// Spaces that YAML takes for letters. U+2800 (Braille blank) is no space, but is drawn as one.
const SPACES = "\\u00a0\\u1680\\u2000-\\u200a\\u202f\\u205f\\u2800\\u3000";
// Joiners and variation selectors: part of how Persian, Mongolian or an emoji is written, invisible elsewhere.
const JOINERS = "\\u180b-\\u180d\\u180f\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const REORDERING = "\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069";
// Default_Ignorable_Code_Point (Unicode 15) without the two groups above, and the interlinear annotation marks.
const INVISIBLE =
  "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0\\ufff0-\\ufffb" +
  "\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}";
// What YAML 1.2 calls not printable (c-printable), with DEL and the C1 controls.
const CONTROL = "\\0-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x84\\x86-\\x9f\\ufffe\\uffff";
// Line ends of YAML 1.1 that YAML 1.2 reads as letters.
const LINE_ENDS = "\\x85\\u2028\\u2029";
// With the flag u, a surrogate matches only where its other half is missing.
const HALVES = "\\ud800-\\udfff";

/** The colon and what looks like it: full-width, small, vertical, letter colon, ratio */
export const COLONS = "\uff1a\ufe55\ufe13\ua789\u2236";

const patterns = new Map<string, RegExp>();

/** A pattern, built when first used; `{space}` and `{joiner}` stand for the groups of this file */
export function pattern(source: string, flags: string): RegExp {
  const name = `${flags}:${source}`;
  let built = patterns.get(name);
  if (built === undefined) {
    built = new RegExp(source.replaceAll("{space}", SPACES).replaceAll("{joiner}", JOINERS), flags);
    patterns.set(name, built);
  }
  built.lastIndex = 0;
  return built;
}

/** Those characters, each named once, the first `limit` of them */
export function findOddCharacters(text: string, limit: number): OddCharacter[] {
  const found = new Map<string, OddCharacter>();
  const odd = pattern(`[${CONTROL}${LINE_ENDS}${HALVES}${REORDERING}${INVISIBLE}\\ufffd]|\\r(?!\\n)`, "gu");
  for (let match = odd.exec(text); match !== null && found.size < limit; match = odd.exec(text)) {
    const character = match[0];
    if (!found.has(character)) {
      found.set(character, { kind: kindOf(character), character, offset: match.index, length: character.length });
    }
  }
  return [...found.values()];
}

/** The text with everything invisible as an escape of YAML's double quotes, and on one line */
export function escapeText(text: string): string {
  const hidden = pattern(`[${CONTROL}${LINE_ENDS}${HALVES}${REORDERING}${INVISIBLE}{space}{joiner}\\t\\n\\r]`, "gu");
  return text.replace(hidden, (character) => escapeOf(character));
}

/** The text as YAML wants it in quotes, for a help line; long texts are cut */
export function quoteText(text: string): string {
  const short = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  const shown = escapeText(short);
  if (shown !== short) return `"${escapeText(short.replace(/["\\]/g, "\\$&"))}"`;
  return /["\\]/.test(short) ? `'${short.replaceAll("'", "''")}'` : `"${short}"`;
}

/** Half of a pair of UTF-16 code units: no text that UTF-8 can carry */
export function hasHalfCharacter(text: string): boolean {
  return pattern(`[${HALVES}]`, "u").test(text);
}

function kindOf(character: string): OddCharacter["kind"] {
  if (character === "\ufffd") return "replacement";
  if (character === "\r" || pattern(`[${LINE_ENDS}]`, "u").test(character)) return "line-end";
  if (hasHalfCharacter(character)) return "half";
  if (pattern(`[${REORDERING}]`, "u").test(character)) return "reordering";
  return pattern(`[${CONTROL}]`, "u").test(character) ? "control" : "invisible";
}

function escapeOf(character: string): string {
  if (character === "\t") return "\\t";
  if (character === "\n") return "\\n";
  if (character === "\r") return "\\r";
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}
