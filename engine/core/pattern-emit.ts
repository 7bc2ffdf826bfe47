/**
 * Writes a pattern as a native regular expression of the fewest features: sets, groups, counts, `^`, `$`, `\b`.
 * No flag but `u`, and that only where code points beyond the BMP play a part: so nothing depends on an engine's tables.
 */
import type { LinearRegExp } from "./pattern.ts";
import type { Assertion, PatternNode } from "./pattern-node.ts";
import { type CodeSet, invert, MAX_CODE } from "./pattern-set.ts";

export function emitRegExp(alternatives: readonly (readonly PatternNode[])[]): Pick<LinearRegExp, "flags" | "source"> {
  const nodes = alternatives.flat();
  const unicode = nodes.some(reachesSurrogates);
  return { source: alternatives.map((parts) => parts.map(emit).join("")).join("|"), flags: unicode ? "u" : "" };
}

// As code units, half of a pair would count as one character, so then the text has to be read by code point.
function reachesSurrogates(node: PatternNode): boolean {
  switch (node.kind) {
    case "assert":
      return false;
    case "set":
      return node.set.some((to, place) => place % 2 === 1 && to >= 0xd800 && !isPrivateToSpecials(node.set, place));
    case "concat":
    case "either":
      return node.parts.some(reachesSurrogates);
    case "repeat":
      return reachesSurrogates(node.part);
  }
}

// U+E000 to U+FFFF lie above the surrogates and still are one code unit each.
function isPrivateToSpecials(set: CodeSet, place: number): boolean {
  return (set[place - 1] as number) >= 0xe000 && (set[place] as number) <= 0xffff;
}

function emit(node: PatternNode): string {
  switch (node.kind) {
    case "assert":
      return ASSERTIONS[node.assert];
    case "set":
      return emitSet(node.set);
    case "concat":
      return node.parts.map(emit).join("");
    case "either":
      return `(?:${node.parts.map(emit).join("|")})`;
    case "repeat":
      return emitRounds(node);
  }
}

// `\b` without `i` knows ASCII letters alone, as RE2's. A line ends before "\n" and nothing else: `m` knows four line ends.
const ASSERTIONS: Readonly<Record<Assertion, string>> = {
  begin: "^",
  end: "$",
  "line-begin": "(?<![^\\n])",
  "line-end": "(?![^\\n])",
  "word-border": "\\b",
};

// Lazy throughout: whether there is a match does not depend on it, and a greedy `[a-z]*` keeps a way back for each character.
function emitRounds({ part, min, max }: Extract<PatternNode, { readonly kind: "repeat" }>): string {
  const body = part.kind === "set" ? emitSet(part.set) : `(?:${emit(part)})`;
  if (max === Number.POSITIVE_INFINITY) return min === 0 ? `${body}*?` : `${body}{${min},}?`;
  return min === max ? `${body}{${min}}` : `${body}{${min},${max}}?`;
}

function emitSet(set: CodeSet): string {
  if (set.length === 2 && set[0] === set[1]) return emitCode(set[0] as number);
  // `.` and `[^…]` come out as they went in.
  return set[set.length - 1] === MAX_CODE ? `[^${emitRanges(invert(set))}]` : `[${emitRanges(set)}]`;
}

function emitRanges(set: CodeSet): string {
  let ranges = "";
  for (let i = 0; i < set.length; i += 2) {
    const [from, to] = [set[i] as number, set[i + 1] as number];
    ranges += emitCode(from);
    if (to > from) ranges += `-${emitCode(to)}`;
  }
  return ranges;
}

function emitCode(code: number): string {
  const letter = (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a);
  if (letter) return String.fromCharCode(code);
  if (code > 0xffff) return `\\u{${code.toString(16)}}`;
  return `\\u${code.toString(16).padStart(4, "0")}`;
}
