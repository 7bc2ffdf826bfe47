/**
 * Patterns of a policy, in RE2 syntax, matched in linear time: the text is the attacker's.
 * Most are rewritten for the engine's own `RegExp`, since a package for the rest costs a hook 22 ms (facts/runtime.md §8b).
 */
import { emitRegExp, type RegExpText } from "./pattern-emit.ts";
import { linearForm } from "./pattern-linear.ts";
import { parsePattern } from "./pattern-parse.ts";

/** Whether a text holds what is looked for */
export type TextTest = (text: string) => boolean;

/** A whole engine for RE2 syntax; `undefined`: not in that syntax */
export type PatternPower = (source: string) => TextTest | undefined;

/**
 * A test for a pattern anywhere in a text; `undefined`: not RE2 syntax.
 * `power` is asked only for what cannot be bounded here, and gives the same answers (pattern-differential.test.ts).
 */
export function compilePattern(source: string, power: PatternPower): TextTest | undefined {
  const translated = translatePattern(source);
  if (translated === "invalid") return undefined;
  if (translated === "beyond") return power(source);
  const regExp = new RegExp(translated.source, translated.flags);
  return (text) => regExp.test(text);
}

/** The native twin of a pattern, that takes at most `steps` × (length + 1) steps; `beyond`: it has none */
export function translatePattern(source: string): (RegExpText & { readonly steps: number }) | "beyond" | "invalid" {
  const node = parsePattern(source);
  if (node === "beyond" || node === "invalid") return node;
  const form = linearForm(node);
  if (form === undefined) return "beyond";
  return { ...emitRegExp(form.alternatives), steps: form.steps };
}
