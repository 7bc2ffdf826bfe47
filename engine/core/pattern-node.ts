/**
 * The tree of a pattern, and how its parts are put together.
 * Groups and greed leave no trace in it: a policy asks whether a text matches, never where.
 */
import { type CodeSet, codeSet } from "./pattern-set.ts";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CodeSet }
  | { readonly kind: "assert"; readonly assert: Assertion }
  | { readonly kind: "concat" | "either"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      readonly max: number;
      /** Written with braces */
      readonly counted: boolean;
    };

export type Assertion = "begin" | "end" | "line-begin" | "line-end" | "word-border";

/** How often a part is repeated */
export type Times = Pick<Extract<PatternNode, { readonly kind: "repeat" }>, "counted" | "max" | "min">;

/** RE2's limit for a count in braces, and for counts inside counts, multiplied */
export const MAX_COUNT = 1_000;

export function concat(parts: readonly PatternNode[]): PatternNode {
  const flat = parts.flatMap((part) => (part.kind === "concat" ? part.parts : [part]));
  return flat.length === 1 ? (flat[0] as PatternNode) : { kind: "concat", parts: flat };
}

export function either(branches: readonly PatternNode[]): PatternNode {
  const flat = branches.flatMap((branch) => (branch.kind === "either" ? branch.parts : [branch]));
  if (flat.length === 1) return flat[0] as PatternNode;
  // `(a|b)*` is `[ab]*`, and costs as little.
  if (flat.every((branch) => branch.kind === "set"))
    return { kind: "set", set: codeSet(flat.flatMap(({ set }) => set)) };
  return { kind: "either", parts: flat };
}

/** `undefined`: more often than RE2 allows */
export function repeat(part: PatternNode, times: Times): PatternNode | undefined {
  const node: PatternNode = { kind: "repeat", part, ...times };
  return times.counted && (times.min >= 2 || times.max >= 2) && !countsFit(node, MAX_COUNT) ? undefined : node;
}

function countsFit(node: PatternNode, left: number): boolean {
  switch (node.kind) {
    case "assert":
    case "set":
      return true;
    case "concat":
    case "either":
      return node.parts.every((part) => countsFit(part, left));
    case "repeat": {
      if (!node.counted) return countsFit(node.part, left);
      const most = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
      if (node.max === 0) return true;
      if (most > left) return false;
      return countsFit(node.part, most > 0 ? Math.trunc(left / most) : left);
    }
  }
}
