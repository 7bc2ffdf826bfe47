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
import { copyInto, foldInto, type Letters, latinInto, letterSource, lettersText } from "./text.ts";
import { disguisedReadings } from "./text-disguise.ts";
import { CODE, DISGUISES, readLetters, SIGN, type Words } from "./text-words.ts";

export interface Mention extends Asking {
  readonly category: SecretCategory;
  /** The category as a bit, in the order of `SECRET_CATEGORIES` */
  readonly bit: number;
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
const UNKNOWN: TextReading = { ...NOTHING, empty: false };
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
  const { letters } = lexicon;
  foldInto(text, letters);
  const reading = readFolded(lexicon, text);
  return letters.turned ? withStraight(lexicon, reading, text) : reading;
}

// What an override turns may be turned back within it, by embeddings and isolates.
function withStraight(lexicon: Lexicon, before: TextReading, text: string): TextReading {
  const { letters } = lexicon;
  if (text.length <= 2 * DISGUISED) {
    foldInto(text, letters, false);
    return withMentions(before, readFolded(lexicon, text));
  }
  let reading = before;
  for (const from of [0, text.length - DISGUISED]) {
    const part = text.slice(from, from + DISGUISED);
    foldInto(part, letters, false);
    const straight = readFolded(lexicon, part);
    const mentions = straight.mentions.map((mention) => ({ ...mention, at: mention.at + from }));
    reading = withMentions(reading, { ...straight, mentions });
  }
  return reading;
}

function readFolded(lexicon: Lexicon, text: string): TextReading {
  const { letters } = lexicon;
  const { length } = letters;
  const plain = readOne(lexicon, letters, letters, 0, length, 0);
  if (length <= PIECE) {
    return (lexicon.words.met & DISGUISES) === 0 ? plain : withDisguised(lexicon, plain, text, 0, length);
  }
  const begun = withDisguised(lexicon, plain, text, 0, DISGUISED);
  return withDisguised(lexicon, begun, text, length - DISGUISED, length);
}

function withDisguised(lexicon: Lexicon, before: TextReading, raw: string, from: number, to: number): TextReading {
  const { letters, others, words } = lexicon;
  let reading = before;
  const latin = !letters.ascii && latinInto(letters, from, to, others);
  if (latin) reading = withMentions(reading, readOne(lexicon, letters, others, 0, others.length, from));
  // What the words were read from last is this stretch, unless it is but a part of the text.
  const whole = latin || to - from === letters.length;
  if (whole && (words.met & (SIGN | CODE)) === 0) return reading;
  const text = latin
    ? lettersText(others, 0, others.length)
    : letters.ascii
      ? raw.slice(from, to)
      : lettersText(letters, from, to);
  for (const disguised of disguisedReadings(text)) {
    // Of equal length: a letter for a letter, so the way back is known.
    const source = disguised.length === text.length ? letters : undefined;
    copyInto(disguised, others);
    reading = withMentions(reading, readOne(lexicon, source, others, 0, others.length, from));
  }
  return reading;
}

export function bitOf(category: SecretCategory): number {
  return 1 << SECRET_CATEGORIES.indexOf(category);
}

// Another reading can only add what it found: what the plain one says stays.
function withMentions(plain: TextReading, other: TextReading): TextReading {
  if (other.mentions.length === 0) return plain;
  let seen = plain.excused;
  for (const { bit, weak } of plain.mentions) if (!weak) seen |= bit;
  const added = other.mentions.filter(({ bit }) => (seen & bit) === 0);
  return added.length === 0 ? plain : { ...plain, mentions: [...plain.mentions, ...added], empty: false };
}

/** Reads a stretch of `letters`; `source` leads back to the raw text, where the stretch began at `start` */
function readOne(
  lexicon: Lexicon,
  source: Letters | undefined,
  letters: Letters,
  from: number,
  to: number,
  start: number,
): TextReading {
  const offset = start - from;
  if (to - from <= PIECE) return readPiece(lexicon, source, letters, from, to, offset);
  let reading = NOTHING;
  const mentions: Mention[] = [];
  for (let piece = from; piece < to; piece += PIECE - OVERLAP) {
    const next = readPiece(lexicon, source, letters, piece, Math.min(piece + PIECE, to), offset);
    for (const mention of next.mentions) mentions.push(mention);
    reading = {
      mentions,
      excused: reading.excused | next.excused,
      cues: reading.cues | next.cues,
      known: reading.known || next.known,
      harmless: reading.harmless || next.harmless,
      wiring: reading.wiring || next.wiring,
      empty: reading.empty && next.empty,
    };
  }
  return reading;
}

function readPiece(
  lexicon: Lexicon,
  source: Letters | undefined,
  letters: Letters,
  from: number,
  to: number,
  offset: number,
): TextReading {
  const { words } = lexicon;
  readLetters(letters.units, from, to, words);
  const hits = lexicon.find(words);
  if (hits.length === 0) return words.length <= 1 ? NOTHING : isShortLabel(words) ? NOTHING : UNKNOWN;
  let roles = 0;
  let cues = 0;
  let named = false;
  let empty = true;
  let covered = 0;
  for (const { phrase, from, to } of hits) {
    roles |= phrase.roles;
    cues |= phrase.cues;
    const names = phrase.senses.length > 0;
    named ||= names;
    if (empty) {
      empty = !names && (phrase.roles & SMALL) !== 0 && (from === covered || isNumber(words, covered, from));
    }
    covered = to;
  }
  if (empty && covered !== words.length && !isNumber(words, covered, words.length)) empty = false;
  const mentions: Mention[] = [];
  const excused = named
    ? readMentions({ words, hits, sentences: undefined, sentence: 0 }, source, offset, mentions)
    : 0;
  return {
    mentions,
    excused,
    cues,
    known: (roles & KNOWN) !== 0,
    harmless: (roles & HARMLESS) !== 0,
    wiring: (roles & WIRING) !== 0,
    empty,
  };
}

/** Adds the mentions of a passage that names secrets; gives the categories that it excuses, as bits */
function readMentions(state: Passage, source: Letters | undefined, offset: number, mentions: Mention[]): number {
  const { words, hits } = state;
  let excused = 0;
  let forbidden = false;
  let settled = 0;
  // Categories that have doubtful mentions enough.
  let common = 0;
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index] as Hit;
    const { roles, senses } = hit.phrase;
    for (const sense of senses) {
      const { category, bit } = sense;
      // One plain demand is enough; a text of nothing but secrets' names must not take long.
      if ((settled & bit) !== 0 || !isNamed(state, index, sense)) continue;
      const crowded = (common & bit) !== 0;
      if (crowded && (sense.weak || sense.soft || !isDemand(askingOf(state, hit)))) continue;
      forbidden = isForbidden(state, index, forbidden);
      if (forbidden || isAbout(state, index)) {
        excused |= bit;
        continue;
      }
      const { asked, aside } = askingOf(state, hit);
      const mention: Mention = {
        category,
        bit,
        at: source === undefined ? 0 : letterSource(source, (words.at[hit.from] as number) + offset),
        weak: sense.weak,
        soft: sense.soft,
        contact: sense.softer,
        asked,
        aside,
        leads: leads(state, index),
        sent: isSent(state, index),
      };
      if (isDemand(mention) && !mention.weak && !mention.soft && !mention.sent) settled |= bit;
      else if (crowded) continue;
      mentions.push(mention);
      if (!crowded && mentions.length >= MAX_DOUBTFUL && isCommon(mentions, category)) common |= bit;
    }
    if (senses.length === 0 && (roles & JOINING) === 0) forbidden = false;
  }
  return excused;
}

function isDemand({ asked, aside }: Asking): boolean {
  return asked && !aside;
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
