/**
 * What one text of a form says about secrets: which it names, and whether it asks for them, forbids them, or speaks of
 * something about them. Knows phrases and their order, nothing of fields.
 */
import type { Hit, Lexicon, Role, Sense } from "./secret-lexicon.ts";
import { SECRET_CATEGORIES, type SecretCategory } from "./secrets.ts";
import { type FoldedText, foldText, latinReading, sourceIndex } from "./text.ts";
import { disguisedReadings } from "./text-disguise.ts";
import { CLAUSE, COLON, INSIDE, QUESTION, readWords, SENTENCE, SPACE, type Words } from "./text-words.ts";

export interface Mention {
  readonly category: SecretCategory;
  /** Index into the raw text */
  readonly at: number;
  /** Counts only beside a cue or a firm mention of its category */
  readonly weak: boolean;
  /** The word has harmless meanings: a title can say that one of them is meant */
  readonly soft: boolean;
  /** The sentence asks for something, and not by yes or no */
  readonly asked: boolean;
  /** Nothing but small words stands before it */
  readonly leads: boolean;
  /** The text tells that it is sent somewhere */
  readonly sent: boolean;
  /** Another sentence of the text asks for something of its own */
  readonly aside: boolean;
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
  /** Says nothing of its own: every word is a small or a generic one */
  readonly empty: boolean;
}

const NOTHING: TextReading = { mentions: [], excused: 0, cues: 0, known: false, harmless: false, empty: true };
// A longer text is read in pieces, so that memory stays bounded; the pieces overlap, so that no phrase is cut.
const PIECE = 65_536;
const OVERLAP = 256;

/** Reads one text in every way in which it can be read. Linear */
export function readSecretText(lexicon: Lexicon, text: string): TextReading {
  if (text === "") return NOTHING;
  const folded = foldText(text);
  let reading = readOne(lexicon, folded, folded.text);
  const latin = latinReading(folded.text);
  if (latin !== undefined) reading = withMentions(reading, readOne(lexicon, folded, latin));
  const plain = latin ?? folded.text;
  for (const disguised of disguisedReadings(plain)) {
    // Of equal length: a letter for a letter, so the way back is known.
    reading = withMentions(reading, readOne(lexicon, disguised.length === plain.length ? folded : undefined, disguised));
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
  const added = other.mentions.filter(
    ({ category }) => !seen.has(category) && (plain.excused & bitOf(category)) === 0,
  );
  return added.length === 0 ? plain : { ...plain, mentions: [...plain.mentions, ...added], empty: false };
}

function readOne(lexicon: Lexicon, folded: FoldedText | undefined, text: string): TextReading {
  if (text.length <= PIECE) return readPiece(lexicon, folded, text, 0);
  let reading = NOTHING;
  for (let from = 0; from < text.length; from += PIECE - OVERLAP) {
    const piece = readPiece(lexicon, folded, text.slice(from, from + PIECE), from);
    reading = {
      mentions: reading.mentions.length > 64 ? reading.mentions : [...reading.mentions, ...piece.mentions],
      excused: reading.excused | piece.excused,
      cues: reading.cues | piece.cues,
      known: reading.known || piece.known,
      harmless: reading.harmless || piece.harmless,
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
  const state: Evaluation = { words, hits, sentences: undefined };
  const mentions: Mention[] = [];
  let excused = 0;
  let cues = 0;
  let known = false;
  let harmless = false;
  let covered = 0;
  let empty = true;
  let forbidden = false;
  for (let index = 0; index < hits.length; index += 1) {
    const hit = hits[index] as Hit;
    if (empty && hit.from !== covered && !isNumber(words, covered, hit.from)) empty = false;
    covered = hit.to;
    let small = false;
    let secret = false;
    for (const sense of hit.senses) {
      const category = CATEGORY_OF.get(sense.role);
      if (category === undefined) {
        if (sense.role.startsWith("cue:")) cues |= bitOf(sense.role.slice(4) as SecretCategory);
        else if (sense.role === "known") known = true;
        else if (sense.role === "harmless") harmless = true;
        else if (SMALL.has(sense.role)) small = true;
        continue;
      }
      secret = true;
      if (!isNamed(state, index, sense)) continue;
      forbidden = isForbidden(state, index, forbidden);
      if (forbidden || isAbout(state, index)) {
        excused |= bitOf(category);
        continue;
      }
      mentions.push({
        category,
        at: folded === undefined ? 0 : sourceIndex(folded, (words.at[hit.from] as number) + offset),
        weak: sense.weak,
        soft: sense.soft,
        ...askingOf(state, hit),
        leads: leads(state, index),
        sent: isSent(state, index),
      });
    }
    if (!small && !secret) empty = false;
    if (secret) empty = false;
    if (!secret && !joins(hit)) forbidden = false;
  }
  if (empty && covered !== words.length && !isNumber(words, covered, words.length)) empty = false;
  return { mentions, excused, cues, known, harmless, empty };
}

const CATEGORY_OF: ReadonlyMap<Role, SecretCategory> = new Map(
  SECRET_CATEGORIES.map((category) => [category, category]),
);
const SMALL: ReadonlySet<Role> = new Set<Role>(["asks", "fillers", "generic", "links", "pointers"]);

interface Evaluation {
  readonly words: Words;
  readonly hits: readonly Hit[];
  sentences: readonly Sentence[] | undefined;
}

interface Sentence {
  readonly to: number;
  readonly asks: boolean;
  /** It asks for what another sentence named (enter it below) */
  readonly points: boolean;
  /** A question that is answered with yes or no */
  readonly whether: boolean;
  readonly question: boolean;
}

function has(hit: Hit | undefined, role: Role): boolean {
  if (hit === undefined) return false;
  for (const sense of hit.senses) if (sense.role === role) return true;
  return false;
}

function isSecret(hit: Hit): boolean {
  return hit.senses.some(({ role }) => CATEGORY_OF.has(role));
}

// Passes through a list: `passwords, API keys or tokens`.
function joins(hit: Hit): boolean {
  return has(hit, "fillers") || has(hit, "known") || has(hit, "links") || has(hit, "asks");
}

// A soft word names a secret only as a head: no further noun behind it, and if softer, none before it.
function isNamed(state: Evaluation, index: number, sense: Sense): boolean {
  if (!sense.soft) return true;
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  if (hit.to < words.length && (words.gaps[hit.to] as number) <= SPACE && !isDigit(words.units[hit.to] as number)) {
    const next = hits[index + 1];
    if (next === undefined || next.from !== hit.to || !mayFollow(next)) return false;
  }
  if (!sense.softer || hit.from === 0 || (words.gaps[hit.from] as number) > SPACE) return true;
  const last = hits[index - 1];
  if (last === undefined || last.to !== hit.from) return isDigit(words.units[hit.from - 1] as number);
  return mayFollow(last) || has(last, "known") || has(last, "never");
}

function mayFollow(hit: Hit): boolean {
  for (const { role } of hit.senses) {
    if (role === "harmless" || role === "about" || role === "known") continue;
    return true;
  }
  return has(hit, "about");
}

function isForbidden(state: Evaluation, index: number, listed: boolean): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  if (listed && isListItem(state, index)) return true;
  let unbroken = true;
  let clauses = false;
  let asked = false;
  for (let i = index - 1, from = hit.from; i >= 0; i -= 1) {
    const before = hits[i] as Hit;
    const widest = widestGap(words, before.to, from);
    if (widest >= SENTENCE) break;
    if (widest >= CLAUSE) clauses = true;
    if (before.to !== from) unbroken = false;
    from = before.from;
    if (has(before, "without") && unbroken && !clauses && !asked) return true;
    // `Do not share it but enter your password`: the later demand stands alone.
    if (has(before, "never")) return (unbroken || !asked) && (unbroken || !clauses);
    if (has(before, "asks")) asked = true;
  }
  for (let i = index + 1, to = hit.to; i < hits.length; i += 1) {
    const after = hits[i] as Hit;
    const widest = widestGap(words, to, after.from);
    if (widest >= SENTENCE) break;
    to = after.to;
    if (has(after, "neverAfter")) return true;
    if (widestGap(words, hit.to, after.to) >= CLAUSE && has(after, "asks")) break;
  }
  return false;
}

function isListItem(state: Evaluation, index: number): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  const before = hits[index - 1];
  return before !== undefined && before.to === hit.from && widestGap(words, before.to, hit.from) < SENTENCE;
}

// `password policy`, `APIキーの名前`; `name of the API key`, `how many tokens`.
function isAbout(state: Evaluation, index: number): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  let next = hits[index + 1];
  let end = hit.to;
  if (next !== undefined && next.from === end && has(next, "links") && (words.gaps[end] as number) <= SPACE) {
    end = next.to;
    next = hits[index + 2];
  }
  if (next !== undefined && next.from === end && (words.gaps[end] as number) <= SPACE && has(next, "about")) return true;
  let strangers = 0;
  for (let i = index - 1, from = hit.from; i >= 0; i -= 1) {
    const before = hits[i] as Hit;
    if (widestGap(words, before.to, from) >= CLAUSE) return false;
    strangers += wordsBetween(words, before.to, from);
    if (strangers > 2 || hit.from - before.to > 60) return false;
    if (has(before, "aboutOf")) return true;
    if (has(before, "asks") && !has(before, "fillers")) return false;
    if (isSecret(before) && !has(before, "fillers")) return false;
    from = before.from;
  }
  return false;
}

// `We will send a code to this address`, `the code is sent to this number`.
function isSent(state: Evaluation, index: number): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  const next = hits[index + 1];
  if (next !== undefined && next.from === hit.to && has(next, "sends")) return true;
  for (let i = index - 1, from = hit.from; i >= 0; i -= 1) {
    const before = hits[i] as Hit;
    if (widestGap(words, before.to, from) >= SENTENCE) return false;
    if (has(before, "sends")) return true;
    from = before.from;
  }
  return false;
}

function leads(state: Evaluation, index: number): boolean {
  const { hits } = state;
  let from = (hits[index] as Hit).from;
  for (let i = index - 1; i >= 0; i -= 1) {
    const before = hits[i] as Hit;
    if (before.to !== from || !(has(before, "fillers") || has(before, "asks"))) return false;
    from = before.from;
  }
  return from === 0;
}

function askingOf(state: Evaluation, hit: Hit): Pick<Mention, "asked" | "aside"> {
  state.sentences ??= readSentences(state);
  let own: Sentence | undefined;
  let others = false;
  let points = false;
  for (const sentence of state.sentences) {
    if (own === undefined && hit.from < sentence.to) {
      own = sentence;
      continue;
    }
    if (sentence.points) points = true;
    else if (sentence.asks || sentence.question) others = true;
  }
  if (own === undefined) return { asked: false, aside: false };
  const yesOrNo = own.question && own.whether && !own.asks;
  return { asked: own.asks && !yesOrNo, aside: yesOrNo || (!own.asks && !own.question && others && !points) };
}

function readSentences({ words, hits }: Evaluation): readonly Sentence[] {
  const sentences: Sentence[] = [];
  let next = 0;
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && (words.gaps[to] as number) < SENTENCE) to += 1;
    let asks = false;
    let points = false;
    let whether = false;
    for (; next < hits.length && (hits[next] as Hit).from < to; next += 1) {
      const hit = hits[next] as Hit;
      if (has(hit, "asks")) asks = true;
      if (has(hit, "pointers")) points = true;
      if (has(hit, "whether")) whether = true;
    }
    sentences.push({ to, asks: asks || points, points, whether, question: words.gaps[to] === QUESTION });
    from = to;
  }
  return sentences;
}

function widestGap(words: Words, from: number, to: number): number {
  let widest = INSIDE;
  for (let i = from; i <= to && i < words.length; i += 1) {
    const gap = words.gaps[i] as number;
    if (gap > widest && i > 0) widest = gap;
  }
  return widest === COLON ? SPACE : widest;
}

function wordsBetween(words: Words, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i += 1) if (words.gaps[i] !== INSIDE) count += 1;
  return count;
}

function isNumber(words: Words, from: number, to: number): boolean {
  for (let i = from; i < to; i += 1) if (!isDigit(words.units[i] as number)) return false;
  return true;
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

// `zz`, `f12`, `x`: too short to say anything.
function isShortLabel(words: Words): boolean {
  return words.length <= 3;
}
