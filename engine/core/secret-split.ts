/**
 * Secrets in pieces: tokens, card numbers and recovery phrases that lie over several fields or items of one answer.
 * Only what is certain when it is put together: a fixed form, or a checksum.
 */

import type { Leaf } from "./secret-leaves.ts";
import { isCardNumber } from "./secret-numbers.ts";
import { findSplitPhrases } from "./secret-phrase.ts";
import { findShapes } from "./secret-shapes.ts";
import { findTokens } from "./secret-tokens.ts";
import { foldText } from "./text.ts";

export interface SplitSecret {
  readonly kind: string;
  readonly parts: readonly Leaf[];
}

// No piece of a secret is longer.
const MAX_PART = 400;

/** Finds secrets in pieces; `leaves`: those in which alone nothing was found. `words`: the list of recovery phrases */
export function findSplitSecrets(leaves: readonly Leaf[], words: () => string): readonly SplitSecret[] {
  const parts = leaves.filter(({ name, text }) => name !== undefined && text.length <= MAX_PART);
  const split: SplitSecret[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    for (let count = 2; count <= 4 && i + count <= parts.length; count += 1) {
      const group = parts.slice(i, i + count);
      const kind = joinedKind(group.map(({ text }) => text.trim()));
      if (kind === undefined) continue;
      split.push({ kind, parts: group });
      i += count - 1;
      break;
    }
  }
  for (const phrase of splitPhrases(parts, words)) split.push({ kind: "recovery-phrase", parts: phrase });
  return split;
}

function joinedKind(parts: readonly string[]): string | undefined {
  if (parts.some((part) => part === "" || /\s/.test(part))) return undefined;
  const joined = parts.join("");
  if (parts.length === 4 && parts.every((part) => /^\d{4}$/.test(part)) && isCardNumber(joined)) return "payment-card";
  if (joined.length < 24) return undefined;
  // The last part must be needed: else the first alone would have been found, and what follows is another field.
  let kind: string | undefined;
  const report = (found: string): void => {
    kind ??= found;
  };
  findTokens(joined, report);
  if (kind === undefined && joined.includes("eyJ")) findShapes(joined, report);
  return kind;
}

// A list of words, or a field for each (`word_1` …): their order is the order of the answer.
function splitPhrases(parts: readonly Leaf[], words: () => string): readonly (readonly Leaf[])[] {
  const worded = parts.filter(({ number, text }) => !number && text !== "");
  if (worded.length < 2) return [];
  const phrases = findSplitPhrases(
    worded.map(({ text, listed }) => ({ text: foldText(text).text, listed })),
    words,
  );
  return phrases.map((indices) => indices.map((index) => worded[index] as Leaf));
}
