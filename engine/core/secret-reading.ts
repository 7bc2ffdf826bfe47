/**
 * What one text of a form says about secrets: which it names, and whether it asks for them, forbids them, or speaks of
 * something about them. Knows phrases and their order, nothing of fields.
 */
import {
  type Asking,
  askingOf,
  HARMLESS,
  isAbout,
  isDigit,
  isForbidden,
  isNamed,
  isSent,
  JOINING,
  KNOWN,
  leads,
  type Passage,
  SMALL,
  WIRING,
} from "./secret-grammar.ts";
import type { Lexicon } from "./secret-lexicon.ts";
import type { Hit } from "./secret-phrases.ts";
import { SECRET_CATEGORIES, type SecretCategory } from "./secrets.ts";
import { type FoldedText, foldText, latinReading, sourceIndex } from "./text.ts";
import { disguisedReadings } from "./text-disguise.ts";
import { readWords, type Words } from "./text-words.ts";

export interface Mention extends Asking {
  readonly category: SecretCategory;
  /** Index into the raw text */
  readonly at: number;
  /** Counts only beside a cue or a firm mention of its category */
  readonly weak: boolean;
  /** The word has harmless meanings: a title can say that one of them is meant */
  readonly soft: boolean;
  /** One of these meanings is a contact of a circuit */
  readonly contact: boolean;
  /** Nothing but small words stands before it */
  readonly leads: boolean;
  /** The text tells that it is sent somewhere */
  readonly sent: boolean;
}

export interface TextReading {
  readonly mentions: readonly Mention[];
  /** Names secrets, but asks for something about them (policy, name, length) or forbids them; a set of bits by category */
  readonly excused: number;
  /** What makes weak words count; a set of bits by category */
  readonly cues: number;
  /** Tells what the field holds, and it is no secret */
  readonly known: boolean;
  /** Holds a phrase that only looks like a secret's name */
  readonly harmless: boolean;
  /** Speaks of circuits */
  readonly wiring: boolean;
  /** Says nothing of its own: every word is a small or a generic one */
  readonly empty: boolean;
}

const NOTHING: TextReading = {
  mentions: [],
  excused: 0,
  cues: 0,
  known: false,
  harmless: false,
  wiring: false,
  empty: true,
};
// A longer text is read in pieces, so that memory stays bounded; the pieces overlap, so that no phrase is cut.
const PIECE = 65_536;
const OVERLAP = 256;
// Mentions of a category that may count or not; the plain demands come on top.
const MAX_DOUBTFUL = 32;

// Disguises are looked for in the beginning and the end of a longer text, of each so much: that is where a person looks, and
// every letter of a disguised text is read four times.
const DISGUISED = 32_768;

/** Reads one text in every way in which it can be read; in the midst of a very long one only as it stands. Linear */
export function readSecretText(lexicon: Lexicon, text: string): TextReading {
  if (text === "") return NOTHING;
  const folded = foldText(text);
  const { length } = folded.text;
  const plain = readOne(lexicon, folded, folded.text, 0);
  if (length <= 2 * DISGUISED) return withDisguised(lexicon, plain, folded, folded.text, 0);
  const begun = withDisguised(lexicon, plain, folded, folded.text.slice(0, DISGUISED), 0);
  return withDisguised(lexicon, begun, folded, folded.text.slice(length - DISGUISED), length - DISGUISED);
}

function withDisguised(
  lexicon: Lexicon,
  before: TextReading,
  folded: FoldedText,
  text: string,
  from: number,
): TextReading {
  let reading = before;
  const latin = folded.source === undefined ? undefined : latinReading(text);
  if (latin !== undefined) reading = withMentions(reading, readOne(lexicon, folded, latin, from));
  const plain = latin ?? text;
  for (const disguised of disguisedReadings(plain)) {
    // Of equal length: a letter for a letter, so the way back is known.
    const source = disguised.length === plain.length ? folded : undefined;
    reading = withMentions(reading, readOne(lexicon, source, disguised, from));
  }
  return reading;
}

export function bitOf(category: SecretCategory): number {
  return 1 << SECRET_CATEGORIES.indexOf(category);
}

// Another reading can only add what it found: what the plain one says stays.
function withMentions(plain: TextReading, other: TextReading): TextReading {
  if (other.mentions.length === 0) return plain;
  const seen = new Set(plain.mentions.filter(({ weak }) => !weak).map(({ category }) => category));
  const added = other.mentions.filter(({ category }) => !seen.has(category) && (plain.excused & bitOf(category)) === 0);
  return added.length === 0 ? plain : { ...plain, mentions: [...plain.mentions, ...added], empty: false };
}

function readOne(lexicon: Lexicon, folded: FoldedText | undefined, text: string, start: number): TextReading {
  if (text.length <= PIECE) return readPiece(lexicon, folded, text, start);
  let reading = NOTHING;
  for (let from = 0; from < text.length; from += PIECE - OVERLAP) {
    const piece = readPiece(lexicon, folded, text.slice(from, from + PIECE), start + from);
    reading = {
      mentions: [...reading.mentions, ...piece.mentions],
      excused: reading.excused | piece.excused,
      cues: reading.cues | piece.cues,
      known: reading.known || piece.known,
      harmless: reading.harmless || piece.harmless,
      wiring: reading.wiring || piece.wiring,
      empty: reading.empty && piece.empty,
    };
  }
  return reading;
}

function readPiece(lexicon: Lexicon, folded: FoldedText | undefined, text: string, offset: number): TextReading {
  const { words } = lexicon;
  readWords(text, words);
  const hits = lexicon.find(words);
  if (hits.length === 0) return words.length <= 1 ? NOTHING : { ...NOTHING, empty: isShortLabel(words) };
  const state: Passage = { words, hits, sentences: undefined, sentence: 0 };
  const mentions: Mention[] = [];
  let excused = 0;
  let cues = 0;
  let known = false;
  let harmless = false;
  let wiring = false;
  let covered = 0;
  let empty = true;
  let forbidden = false;
  let settled = 0;
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index] as Hit;
    if (empty && hit.from !== covered && !isNumber(words, covered, hit.from)) empty = false;
    covered = hit.to;
    const { roles, senses } = hit.phrase;
    cues |= hit.phrase.cues;
    if ((roles & KNOWN) !== 0) known = true;
    if ((roles & HARMLESS) !== 0) harmless = true;
    if ((roles & WIRING) !== 0) wiring = true;
    for (const sense of senses) {
      const { category } = sense;
      // One plain demand is enough; a text of nothing but secrets' names must not take long.
      if ((settled & bitOf(category)) !== 0 || !isNamed(state, index, sense)) continue;
      forbidden = isForbidden(state, index, forbidden);
      if (forbidden || isAbout(state, index)) {
        excused |= bitOf(category);
        continue;
      }
      const mention: Mention = {
        category,
        at: folded === undefined ? 0 : sourceIndex(folded, (words.at[hit.from] as number) + offset),
        weak: sense.weak,
        soft: sense.soft,
        contact: sense.softer,
        ...askingOf(state, hit),
        leads: leads(state, index),
        sent: isSent(state, index),
      };
      if (mention.asked && !mention.aside && !mention.weak && !mention.soft && !mention.sent)
        settled |= bitOf(category);
      else if (mentions.length >= MAX_DOUBTFUL && isCommon(mentions, category)) continue;
      mentions.push(mention);
    }
    if (senses.length > 0 || (roles & SMALL) === 0) empty = false;
    if (senses.length === 0 && (roles & JOINING) === 0) forbidden = false;
  }
  if (empty && covered !== words.length && !isNumber(words, covered, words.length)) empty = false;
  return { mentions, excused, cues, known, harmless, wiring, empty };
}

function isCommon(mentions: readonly Mention[], category: SecretCategory): boolean {
  let count = 0;
  for (const mention of mentions) if (mention.category === category) count += 1;
  return count >= MAX_DOUBTFUL;
}

function isNumber(words: Words, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (!isDigit(words.units[i] as number)) return false;
  return true;
}

// `zz`, `f12`, `x`: too short to say anything.
function isShortLabel(words: Words): boolean {
  return words.length <= 3;
}
