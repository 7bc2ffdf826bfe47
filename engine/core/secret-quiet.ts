/**
 * Whether texts can't name a secret in any reading: sooner told than what they say.
 * Most forms ask for none, and where nothing is named it does not matter what else the words say.
 */
import type { Lexicon } from "./secret-lexicon.ts";
import { copyInto, foldInto, latinInto, lettersText } from "./text.ts";
import { disguisedReadings, hasSigns } from "./text-disguise.ts";
import { ALIKE, CODE, DISGUISES, readLetters, SIGN } from "./text-words.ts";

// Ends a sentence for every reader, so that no phrase lies over two texts.
const BETWEEN = "\n\n";

/** Whether no reading of any of these texts names a secret; in doubt not. KEEP IN SYNC with `readSecretText` */
export function areQuiet(lexicon: Lexicon, texts: readonly string[]): boolean {
  const raw = texts.join(BETWEEN);
  const { letters, others, words } = lexicon;
  foldInto(raw, letters);
  // An override without an end would turn the texts that follow.
  if (!letters.ascii && /[\u202a-\u202e]/.test(raw)) return false;
  readLetters(letters.units, 0, letters.length, words);
  if (lexicon.mayName(words)) return false;
  if ((words.met & DISGUISES) === 0) return true;
  // A tag could begin in one text and end in another.
  if ((words.met & CODE) !== 0 && texts.length > 1) return texts.every((text) => areQuiet(lexicon, [text]));
  const latin = (words.met & ALIKE) !== 0 && latinInto(letters, 0, letters.length, others);
  if (latin) {
    readLetters(others.units, 0, others.length, words);
    if (lexicon.mayName(words)) return false;
  }
  if ((words.met & (SIGN | CODE)) === 0) return true;
  // Digits stand mostly alone, and then they are digits.
  if ((words.met & CODE) === 0 && !hasSigns((latin ? others : letters).units, letters.length)) return true;
  const text = latin || !letters.ascii ? lettersText(latin ? others : letters, 0, letters.length) : raw;
  for (const disguised of disguisedReadings(text)) {
    copyInto(disguised, others);
    readLetters(others.units, 0, others.length, words);
    if (lexicon.mayName(words)) return false;
  }
  return true;
}
