/**
 * Whether a text can't name a secret in any reading: sooner told than what it says.
 * Most forms ask for none, and where nothing is named it does not matter what else the words say.
 */
import type { Lexicon } from "./secret-lexicon.ts";
import { copyInto, foldInto, latinInto, lettersText } from "./text.ts";
import { disguisedReadings } from "./text-disguise.ts";
import { ALIKE, CODE, readLetters, SIGN } from "./text-words.ts";

/** Whether no reading of the text names a secret; KEEP IN SYNC with the readings of `readSecretText` */
export function isQuiet(lexicon: Lexicon, raw: string): boolean {
  const { letters, others, words } = lexicon;
  foldInto(raw, letters);
  readLetters(letters.units, 0, letters.length, words);
  if (lexicon.mayName(words)) return false;
  if (words.met < ALIKE) return true;
  const latin = !letters.ascii && latinInto(letters, 0, letters.length, others);
  if (latin) {
    readLetters(others.units, 0, others.length, words);
    if (lexicon.mayName(words)) return false;
  }
  if ((words.met & (SIGN | CODE)) === 0) return true;
  const text = latin || !letters.ascii ? lettersText(latin ? others : letters, 0, letters.length) : raw;
  for (const disguised of disguisedReadings(text)) {
    copyInto(disguised, others);
    readLetters(others.units, 0, others.length, words);
    if (lexicon.mayName(words)) return false;
  }
  return true;
}
