/**
 * Looks for whole words in a text, as a person reads it: in any case, spelling of the same letters, or gaps between them.
 * Borders follow the script: `art` is not in `party`, but 本番 is in 本番環境, where nothing is put between words.
 */
import type { TextTest } from "./pattern.ts";
import { foldText, latinReading } from "./text.ts";
import { BARE, createWords, INSIDE, readWords, SPACE, type Words } from "./text-words.ts";

/** What to write instead, where a word could never be found as it was meant; `undefined`: it can */
export function checkWord(word: string): string | undefined {
  const { gaps, length } = wordsOf(`a${foldText(word).text}a`);
  if (length < 3) return "a word has letters or digits; for signs use `globs` or `matches`";
  const bare = Math.max(gaps[1] as number, gaps[length - 1] as number) <= BARE;
  return bare
    ? undefined
    : "a word begins and ends with a letter or digit; for signs and parts of words use `globs` or `matches`";
}

/** Whether a text holds one of the words. Linear in the text, for each word */
export function createWordsTest(words: readonly string[]): TextTest {
  const needles = words.map(needleOf);
  const latin = words.map((word) => {
    const folded = foldText(word).text;
    return needleOf(latinReading(folded) ?? folded);
  });
  return (text) => {
    const folded = foldText(text).text;
    if (holdsAny(folded, needles)) return true;
    const alike = latinReading(folded);
    return alike !== undefined && holdsAny(alike, latin);
  };
}

interface Needle {
  readonly units: readonly number[];
  /** The widest gap that may stand before each unit, and whether some gap must */
  readonly gaps: readonly { readonly least: number; readonly most: number }[];
}

function needleOf(word: string): Needle {
  const { units, gaps, length } = wordsOf(foldText(word).text);
  return {
    units: Array.from(units.subarray(0, length)),
    // `api key` is also `api_key` and `apiKey`, but `apikey` is another word.
    gaps: Array.from(gaps.subarray(0, length), (gap) =>
      gap <= BARE ? { least: INSIDE, most: BARE } : { least: BARE, most: Math.max(gap, SPACE) },
    ),
  };
}

function holdsAny(text: string, needles: readonly Needle[]): boolean {
  const words = wordsOf(text);
  return needles.some((needle) => holds(words, needle));
}

function holds(words: Words, { units, gaps }: Needle): boolean {
  const [first] = units;
  for (let at = 0; at + units.length <= words.length; at += 1) {
    if (words.units[at] === first && startsHere(words, at) && continues(words, at, units, gaps)) return true;
  }
  return false;
}

function continues(words: Words, at: number, units: readonly number[], gaps: Needle["gaps"]): boolean {
  for (let i = 1; i < units.length; i += 1) {
    if (words.units[at + i] !== units[i]) return false;
    const gap = words.gaps[at + i] as number;
    const allowed = gaps[i];
    if (allowed === undefined || gap < allowed.least || gap > allowed.most) return false;
  }
  return startsHere(words, at + units.length) || isUnspaced(words.units[at + units.length - 1] as number);
}

// Whether a word may begin at this unit; the end of the text is a border too.
function startsHere(words: Words, at: number): boolean {
  return (words.gaps[at] as number) > INSIDE || isUnspaced(words.units[at] as number);
}

// Thai, Lao, Myanmar, Khmer put nothing between words; Han, kana and Hangul begin a word each in `readWords`.
function isUnspaced(unit: number): boolean {
  return (unit >= 0x0e00 && unit <= 0x0eff) || (unit >= 0x1000 && unit <= 0x109f) || (unit >= 0x1780 && unit <= 0x17ff);
}

const SHARED_LENGTH = 65_536;
let shared: Words | undefined;

// One room for all texts, but for huge ones, which would keep it huge.
function wordsOf(text: string): Words {
  shared ??= createWords();
  const words = text.length > SHARED_LENGTH ? createWords() : shared;
  readWords(text, words);
  return words;
}
