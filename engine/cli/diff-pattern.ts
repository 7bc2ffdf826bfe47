/**
 * Texts that a pattern fits, one for each of its branches.
 * A condition that no tried request meets is a condition that was not tried.
 */
import type { PatternNode } from "../core/pattern-node.ts";
import { type CodeSet, hasCode } from "../core/pattern-set.ts";

const MOST = 6;

export function samplesOf(node: PatternNode): readonly string[] {
  switch (node.kind) {
    case "assert":
      return [""];
    case "set":
      return [characterOf(node.set)];
    case "either":
      return [...new Set(node.parts.flatMap(samplesOf))].slice(0, MOST);
    case "repeat":
      return samplesOf(node.part).map((text) => text.repeat(Math.min(Math.max(node.min, 1), Math.max(node.max, 0))));
    case "concat":
      return node.parts.map(samplesOf).reduce(joined, [""]);
  }
}

// Not each with each: every branch occurs once.
function joined(before: readonly string[], after: readonly string[]): readonly string[] {
  const count = Math.min(MOST, Math.max(before.length, after.length));
  return Array.from(
    { length: count },
    (_, at) => (before[at % before.length] ?? "") + (after[at % after.length] ?? ""),
  );
}

// A letter or a digit where there is one.
function characterOf(set: CodeSet): string {
  const [plain] = ["a", "A", "0", " "].filter((one) => hasCode(set, one.charCodeAt(0)));
  const [first] = set;
  return plain ?? (first === undefined ? "" : String.fromCodePoint(first));
}
