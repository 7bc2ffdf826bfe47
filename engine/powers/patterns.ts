/**
 * The one door to `re2js`: RE2 syntax, matched without backtracking.
 * Loaded only for patterns that `core/pattern.ts` cannot bound by itself.
 */
import { RE2JS } from "re2js";

/** A test for a pattern anywhere in a text; `undefined`: not RE2 syntax */
export function createPattern(source: string): ((text: string) => boolean) | undefined {
  const compiled = compile(source);
  // `test` takes the automaton; `find` costs three times as much (facts/runtime.md §8b).
  return compiled === undefined ? undefined : (text) => compiled.test(text);
}

function compile(source: string): RE2JS | undefined {
  try {
    return RE2JS.compile(source);
  } catch {
    return undefined;
  }
}
