/**
 * Finds the listed phrases in a text.
 * The longest at each place counts, so that a harmless phrase hides the secret word in it. A hook starts for one form, so
 * words are looked up in the sorted lists (secret-sorted.ts) until so much was read that growing a tree of them pays.
 */
import { findGrown, mayName } from "./secret-grown.ts";
import type { Hit, WordScript } from "./secret-phrases.ts";
import { createIndex, findSorted } from "./secret-sorted.ts";
import { createLetters, type Letters } from "./text.ts";
import { createWords, type Words } from "./text-words.ts";

export interface Lexicon {
  /** Finds the listed phrases in words; in order, without overlap */
  readonly find: (words: Words) => readonly Hit[];
  /** Whether the words may name a secret, or lead to one inside a word; without a tree nothing is known, so they may */
  readonly mayName: (words: Words) => boolean;
  /** Room for the words of one text at a time, for its letters, and for another reading of them */
  readonly words: Words;
  readonly letters: Letters;
  readonly others: Letters;
}

// More than most hooks read in their life; a tree costs as much as looking up this many letters.
const MANY_LETTERS = 8_192;

/**
 * Makes a lexicon of packed lists, each read when a text first needs it. Costs nothing; keep it, since it remembers.
 * `many`: letters after which a tree of the lists is grown, which finds the same sooner
 */
export function createLexicon(packed: (script: WordScript) => string, many: number = MANY_LETTERS): Lexicon {
  const latin = createIndex(() => packed("latin"), 4);
  const other = createIndex(() => packed("other"), 2);
  let read = 0;
  return {
    words: createWords(),
    letters: createLetters(),
    others: createLetters(),
    find(words) {
      if (read >= many) {
        return words.beyondLatin
          ? findGrown(words, other.trie(), latin.trie())
          : findGrown(words, latin.trie(), undefined);
      }
      read += words.length;
      return words.beyondLatin ? findSorted(words, other, latin) : findSorted(words, latin, undefined);
    },
    mayName(words) {
      if (read < many) return true;
      return mayName(words, latin.trie(), words.beyondLatin ? other.trie() : undefined);
    },
  };
}
