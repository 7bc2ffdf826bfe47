/**
 * Patterns of a policy, in RE2 syntax, matched in linear time: the text is the attacker's.
 * Most are rewritten for the engine's own `RegExp`, since a package for the rest costs a hook 22 ms (facts/runtime.md §8b).
 */
import { emitRegExp } from "./pattern-emit.ts";
import { linearForm } from "./pattern-linear.ts";
import { parsePattern } from "./pattern-parse.ts";
import { plainPattern } from "./pattern-plain.ts";

/** Whether a text holds what is looked for */
export type TextTest = (text: string) => boolean;

/** A whole engine for RE2 syntax; `undefined`: not in that syntax */
export type PatternPower = (source: string) => TextTest | undefined;

/** A native regular expression that goes through a text of n characters in at most `steps` × (n + 1) steps */
export interface LinearRegExp {
  readonly source: string;
  readonly flags: "" | "u";
  readonly steps: number;
}

/**
 * A test for a pattern anywhere in a text; `undefined`: not RE2 syntax.
 * `power` is asked only for what cannot be bounded here, and gives the same answers (pattern-differential.test.ts).
 */
export function compilePattern(source: string, power: PatternPower): TextTest | undefined {
  const translated = plainPattern(source) ?? translatePattern(source);
  if (translated === "invalid") return undefined;
  if (translated === "beyond") return power(source);
  const regExp = new RegExp(translated.source, translated.flags);
  return (text) => regExp.test(text);
}

/** The native twin of a pattern. `beyond`: it has none, or is more than is read here */
export function translatePattern(source: string): LinearRegExp | "beyond" | "invalid" {
  const node = parsePattern(source);
  if (node === "beyond" || node === "invalid") return node;
  const form = linearForm(node);
  return form === undefined ? "beyond" : { ...emitRegExp(form.alternatives), steps: form.steps };
}
