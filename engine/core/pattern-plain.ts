/**
 * The short way for the patterns that most policies have: a list of words, between `^`, `$`, `\b` or parentheses.
 * Reading them as `pattern-parse.ts` does is right too, but costs a hook a millisecond of compiling this engine's code.
 */
import type { LinearRegExp } from "./pattern.ts";

// `(?i)`, what stands before; letters, digits, `_`, `-`, blanks and classes of these, each with `?` or not; what stands behind.
const PLAIN = /^(\(\?i\))?((?:\^|\\b)?(?:\((?:\?:)?)?)((?:[\w -]\??|\[-?[\w ]+-?\]\??|\|)+)(\)?(?:\$|\\b)?)$/;
const MAX_PLAIN = 500;

/** `undefined`: not as plain as that, or too much of it */
export function plainPattern(source: string): LinearRegExp | undefined {
  const found = source.length > MAX_PLAIN ? null : PLAIN.exec(source);
  if (found === null) return undefined;
  const [, fold, before = "", words = "", behind = ""] = found;
  if (before.includes("(") !== behind.startsWith(")")) return undefined;
  // Each word is tried by itself, and each `?` in it doubles the ways.
  const steps = words.split("|").reduce((sum, word) => sum + (word.length + 4) * 2 ** (word.split("?").length - 1), 4);
  if (steps > MAX_PLAIN) return undefined;
  return { source: before + (fold === undefined ? words : words.replace(FOLDED, foldPart)) + behind, flags: "", steps };
}

const FOLDED = /\[[^\]]*\]|[A-Za-z]/g;

function foldPart(part: string): string {
  return part.startsWith("[") ? part.replace(/[A-Za-z]/g, bothCases) : `[${bothCases(part)}]`;
}

// As RE2 folds: U+212A KELVIN SIGN is a K, U+017F LONG S an S.
function bothCases(letter: string): string {
  const small = letter.charCodeAt(0) | 0x20;
  const rare = small === 0x6b ? "\\u212a" : small === 0x73 ? "\\u017f" : "";
  return String.fromCharCode(small - 0x20, small) + rare;
}
