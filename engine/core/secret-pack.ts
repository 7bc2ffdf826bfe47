/**
 * Packs the word lists of all languages into a sorted text for each script, when the program is built.
 * Sorted, a phrase is found by halving, so that the first form needs no index: a hook starts for one question.
 */
import { compareCodeUnits } from "./json.ts";
import {
  FIRST_CUE,
  FIRST_ROLE,
  FIRST_SENSE,
  LINE_END,
  ROLES,
  type WordScript,
  writeLetters,
} from "./secret-phrases.ts";
import { SECRET_CATEGORIES, type SecretWords } from "./secrets.ts";
import { foldText } from "./text.ts";
import { createWords, readWords } from "./text-words.ts";

interface Packed {
  readonly flags: Set<string>;
  readonly senses: string[];
}

/** The lists of one script as the lexicon reads them; throws where a phrase has no letters, which is a slip in a list */
function packWords(lists: readonly SecretWords[], script: WordScript): string {
  const phrases = new Map<string, Packed>();
  for (const list of lists) {
    if (list.script !== script) continue;
    for (const [index, category] of SECRET_CATEGORIES.entries()) {
      addAll(phrases, list.names[category], FIRST_SENSE + index);
      addAll(phrases, list.cues?.[category], FIRST_CUE + index);
    }
    for (const [index, role] of ROLES.entries()) addAll(phrases, list[role], FIRST_ROLE + index);
  }
  return render(phrases);
}

/** The text of rules/words/packed-<script>.generated.ts */
export function renderPackedWords(lists: readonly SecretWords[], script: WordScript): string {
  return `/** Made from the lists beside it by \`renderPackedWords\` (engine/core/secret-pack.ts); not to be edited */
export const packed: string =
  ${JSON.stringify(packWords(lists, script))};
`;
}

const MARKS = /[*.!=?]+$/;

function addAll(phrases: Map<string, Packed>, listed: string | undefined, meaning: number): void {
  if (listed === undefined || listed === "") return;
  for (const raw of listed.split(", ")) {
    const inside = raw.startsWith("*");
    const marks = MARKS.exec(raw)?.[0] ?? "";
    const spelled = raw.slice(inside ? 1 : 0, raw.length - marks.length);
    const letters = squeeze(spelled);
    if (letters === "") throw new Error(`no letters in the phrase \`${raw}\``);
    const phrase = phrases.get(letters) ?? { flags: new Set(), senses: [] };
    phrases.set(letters, phrase);
    if (/[ '’-]|\d[a-z]|[a-z]\d/.test(spelled)) phrase.flags.add("_");
    if (inside) phrase.flags.add("^");
    if (marks.includes("*")) phrase.flags.add("*");
    if (marks.includes(".")) phrase.flags.add(".");
    const sense = String.fromCharCode(meaning) + marks.replace(/[*.]/g, "");
    if (!phrase.senses.some((known) => known.charAt(0) === sense.charAt(0))) phrase.senses.push(sense);
  }
}

function squeeze(phrase: string): string {
  const words = createWords();
  readWords(foldText(phrase).text, words);
  return String.fromCharCode(...words.units.subarray(0, words.length));
}

// Flags first: they are told from meanings by not being letters.
function render(phrases: ReadonlyMap<string, Packed>): string {
  return [...phrases]
    .map(([letters, { flags, senses }]) => `${writeLetters(letters)} ${[...flags].sort().join("")}${senses.join("")}`)
    .sort(compareCodeUnits)
    .join(LINE_END);
}
