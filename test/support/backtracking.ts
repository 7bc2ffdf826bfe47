/**
 * A backtracking search that counts: the model of what an engine does with a pattern, for the bound of pattern-linear.ts.
 * It never lets a match end the search, so every way is gone to its end; a real engine stops sooner.
 */
import type { PatternNode } from "../../engine/core/pattern-node.ts";
import { hasCode } from "../../engine/core/pattern-set.ts";

/** Steps of a search for one of the alternatives, from every place of the text */
export function countSteps(alternatives: readonly (readonly PatternNode[])[], text: string): number {
  const codes = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  let steps = 0;

  const row = (parts: readonly PatternNode[], place: number, at: number, then: (at: number) => void): void => {
    const part = parts[place];
    if (part === undefined) then(at);
    else go(part, at, (next) => row(parts, place + 1, next, then));
  };

  const go = (node: PatternNode, at: number, then: (at: number) => void): void => {
    switch (node.kind) {
      case "set":
        steps += 1;
        if (at < codes.length && hasCode(node.set, codes[at] as number)) then(at + 1);
        return;
      case "assert":
        steps += 1;
        if (holds(node.assert, codes, at)) then(at);
        return;
      case "concat":
        row(node.parts, 0, at, then);
        return;
      case "either":
        for (const part of node.parts) {
          steps += 1;
          go(part, at, then);
        }
        return;
      case "repeat":
        rounds(node, 0, at, then);
        return;
    }
  };

  const rounds = (
    node: Extract<PatternNode, { readonly kind: "repeat" }>,
    done: number,
    at: number,
    then: (at: number) => void,
  ): void => {
    // A loop and not a recursion, since the text may be long; like an engine, it goes on before it takes one more.
    if (node.max === Number.POSITIVE_INFINITY && node.part.kind === "set" && done >= node.min) {
      for (let next = at; ; next += 1) {
        steps += 1;
        then(next);
        steps += 1;
        if (next >= codes.length || !hasCode(node.part.set, codes[next] as number)) return;
      }
    }
    steps += 1;
    if (done >= node.min) then(at);
    if (done < node.max) {
      go(node.part, at, (next) => {
        // ECMA-262, RepeatMatcher: a round that takes nothing does not count once the least number is reached.
        if (next > at || done < node.min) rounds(node, done + 1, next, then);
      });
    }
  };

  for (let at = 0; at <= codes.length; at += 1) {
    for (const alternative of alternatives) {
      steps += 1;
      row(alternative, 0, at, () => {});
    }
  }
  return steps;
}

function holds(
  assert: Extract<PatternNode, { kind: "assert" }>["assert"],
  codes: readonly number[],
  at: number,
): boolean {
  switch (assert) {
    case "begin":
      return at === 0;
    case "end":
      return at === codes.length;
    case "line-begin":
      return at === 0 || codes[at - 1] === 10;
    case "line-end":
      return at === codes.length || codes[at] === 10;
    case "word-border":
      return isWord(codes[at - 1]) !== isWord(codes[at]);
  }
}

function isWord(code: number | undefined): boolean {
  return code !== undefined && code < 0x80 && /\w/.test(String.fromCharCode(code));
}
