/**
 * Secrets in pieces: tokens, card numbers and recovery phrases that lie over several fields or items of one answer.
 * Only what is certain when it is put together: a fixed form, or a checksum.
 */
import type { Path } from "./path.ts";
import type { Leaf } from "./secret-leaves.ts";
import { isCardNumber, isIban } from "./secret-numbers.ts";
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

export interface SplitKnowledge {
  /** The list of recovery phrases */
  readonly words: () => string;
  /** Whether a name tells what its values are, and it is no secret: two phone numbers are no card */
  readonly isTelling: (name: string) => boolean;
}

/** Finds secrets in pieces; `leaves`: those in which alone nothing was found */
export function findSplitSecrets(
  leaves: readonly Leaf[],
  { words, isTelling }: SplitKnowledge,
): readonly SplitSecret[] {
  const parts = leaves.filter(({ name, text }) => name !== undefined && text.length <= MAX_PART);
  const split: SplitSecret[] = [];
  for (let i = 0; i < parts.length; i += 1) {
    for (let count = 2; count <= 4 && i + count <= parts.length; count += 1) {
      const group = parts.slice(i, i + count);
      const texts = group.map(({ text }) => foldText(text).text.trim());
      const kind = joinedKind(texts) ?? numberKind(texts, () => areOfOne(parts, i, count, isTelling));
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
  // A key id of AWS; any other token is longer.
  if (joined.length < 20) return undefined;
  // The last part must be needed: else the first alone would have been found, and what follows is another field.
  let kind: string | undefined;
  const report = (found: string): void => {
    kind ??= found;
  };
  findTokens(joined, report);
  if (kind === undefined && joined.includes("eyJ")) findShapes(joined, report);
  return kind;
}

const PIECE = /^\d(?:[ -]?\d){3,14}$/;

// Two numbers of eight digits in forty look like a card, so they must also look like one thing in pieces. An IBAN has a
// country, its length and two check digits.
function numberKind(parts: readonly string[], areOfOne: () => boolean): string | undefined {
  const [first = ""] = parts;
  const joined = parts.join("");
  if (/^[A-Z]{2} ?\d{2}/i.test(first) && isIban(joined)) return "iban";
  if (!parts.every((part) => PIECE.test(part))) return undefined;
  const digits = parts.map((part) => part.replace(/\D/g, ""));
  const even = digits.every(({ length }) => length % 4 === 0);
  // American Express and Diners: 4-6-5, 4-6-4.
  const uneven = digits[0]?.length === 4 && digits[1]?.length !== 4;
  return (even || uneven) && isCardNumber(digits.join("")) && areOfOne() ? "payment-card" : undefined;
}

/** Whether parts are the whole of one list, or fields whose names differ in a number, a letter or an ordinal alone */
function areOfOne(parts: readonly Leaf[], from: number, count: number, isTelling: (name: string) => boolean): boolean {
  const group = parts.slice(from, from + count);
  const first = group[0] as Leaf;
  if (group.some(({ listed }) => listed !== first.listed) || isTelling(first.name ?? "")) return false;
  if (!first.listed) return new Set(group.map(({ name }) => stemOf(name ?? ""))).size === 1;
  const list = first.at?.before;
  const isMember = (leaf: Leaf | undefined): boolean => leaf?.listed === true && sameList(leaf.at?.before, list);
  return group.every(isMember) && !isMember(parts[from - 1]) && !isMember(parts[from + count]);
}

function sameList(left: Path | undefined, right: Path | undefined): boolean {
  return left === right;
}

const ORDINALS = /(?<![a-z])(?:first|second|third|fourth|one|two|three|four|[a-z])(?![a-z])|[\d_.-]+|[A-Z]$/g;

function stemOf(name: string): string {
  return name
    .slice(0, 100)
    .replace(ORDINALS, "")
    .replace(/[^A-Za-z]/g, "")
    .toLowerCase();
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
