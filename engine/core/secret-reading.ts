/**
 * What one text of a form says about secrets: which it names, and whether it asks for them, forbids them, or speaks of
 * something about them. Knows phrases and their order, nothing of fields.
 */
import { type Hit, type Lexicon, ROLES, type Sense } from "./secret-lexicon.ts";
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
// Mentions of a category that may count or not; the plain demands come on top.
const MAX_DOUBTFUL = 32;

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
    reading = withMentions(
      reading,
      readOne(lexicon, disguised.length === plain.length ? folded : undefined, disguised),
    );
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

function readOne(lexicon: Lexicon, folded: FoldedText | undefined, text: string): TextReading {
  if (text.length <= PIECE) return readPiece(lexicon, folded, text, 0);
  let reading = NOTHING;
  for (let from = 0; from < text.length; from += PIECE - OVERLAP) {
    const piece = readPiece(lexicon, folded, text.slice(from, from + PIECE), from);
    reading = {
      mentions: [...reading.mentions, ...piece.mentions],
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
  const state: Evaluation = { words, hits, sentences: undefined, sentence: 0 };
  const mentions: Mention[] = [];
  let excused = 0;
  let cues = 0;
  let known = false;
  let harmless = false;
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
  return { mentions, excused, cues, known, harmless, empty };
}

const bit = (...roles: readonly (typeof ROLES)[number][]): number =>
  roles.reduce((bits, role) => bits | (1 << ROLES.indexOf(role)), 0);
const ABOUT = bit("about");
const ABOUT_OF = bit("aboutOf");
const ASKS = bit("asks");
const FILLERS = bit("fillers");
const HARMLESS = bit("harmless");
const KNOWN = bit("known");
const LINKS = bit("links");
const NEVER = bit("never");
const NEVER_AFTER = bit("neverAfter");
const POINTERS = bit("pointers");
const SENDS = bit("sends");
const WHETHER = bit("whether");
const WITHOUT = bit("without");
const SMALL = bit("asks", "fillers", "generic", "links", "pointers");
/** Passes through a list: `passwords, API keys or tokens` */
const JOINING = bit("asks", "fillers", "known", "links");
/** Says that the word before it is not the head of a compound */
const TELLING = bit("about", "harmless", "known");

interface Evaluation {
  readonly words: Words;
  readonly hits: readonly Hit[];
  sentences: Sentences | undefined;
  sentence: number;
}

interface Sentences {
  readonly list: readonly Sentence[];
  readonly asking: number;
  readonly pointing: number;
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

/** How many phrases around a secret's name are looked at: enough for any sentence that a person reads, and it keeps this linear */
const REACH = 16;

function nearest(index: number): number {
  return Math.max(0, index - REACH);
}

function is(hit: Hit, roles: number): boolean {
  return (hit.phrase.roles & roles) !== 0;
}

function isCommon(mentions: readonly Mention[], category: SecretCategory): boolean {
  let count = 0;
  for (const mention of mentions) if (mention.category === category) count += 1;
  return count >= MAX_DOUBTFUL;
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
  return mayFollow(last) || is(last, NEVER);
}

function mayFollow({ phrase }: Hit): boolean {
  return (
    (phrase.roles & ABOUT) !== 0 || phrase.senses.length > 0 || (phrase.roles & ~TELLING) !== 0 || phrase.cues !== 0
  );
}

function isForbidden(state: Evaluation, index: number, listed: boolean): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  if (listed && isListItem(state, index)) return true;
  let unbroken = true;
  let clauses = false;
  let asked = false;
  for (let i = index - 1, from = hit.from; i >= nearest(index); i -= 1) {
    const before = hits[i] as Hit;
    const widest = widestGap(words, before.to, from);
    if (widest >= SENTENCE) break;
    if (widest >= CLAUSE) clauses = true;
    if (before.to !== from) unbroken = false;
    from = before.from;
    if (is(before, WITHOUT) && unbroken && !clauses && !asked) return true;
    // `Do not share it but enter your password`: the later demand stands alone.
    if (is(before, NEVER)) return (unbroken || !asked) && (unbroken || !clauses);
    if (is(before, ASKS)) asked = true;
  }
  let clause = false;
  for (let i = index + 1, to = hit.to; i < Math.min(hits.length, index + REACH); i += 1) {
    const after = hits[i] as Hit;
    const widest = widestGap(words, to, after.from);
    if (widest >= SENTENCE) break;
    if (widest >= CLAUSE) clause = true;
    to = after.to;
    if (is(after, NEVER_AFTER)) return true;
    if (clause && is(after, ASKS)) break;
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
  if (next !== undefined && next.from === end && is(next, LINKS) && (words.gaps[end] as number) <= SPACE) {
    end = next.to;
    next = hits[index + 2];
  }
  if (next !== undefined && next.from === end && (words.gaps[end] as number) <= SPACE && is(next, ABOUT)) return true;
  let strangers = 0;
  for (let i = index - 1, from = hit.from; i >= nearest(index); i -= 1) {
    const before = hits[i] as Hit;
    if (hit.from - before.to > 60 || widestGap(words, before.to, from) >= CLAUSE) return false;
    strangers += wordsBetween(words, before.to, from);
    if (strangers > 2) return false;
    if (is(before, ABOUT_OF)) return true;
    if (is(before, ASKS) && !is(before, FILLERS)) return false;
    if (before.phrase.senses.length > 0 && !is(before, FILLERS)) return false;
    from = before.from;
  }
  return false;
}

// `We will send a code to this address`, `the code is sent to this number`.
function isSent(state: Evaluation, index: number): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  const next = hits[index + 1];
  if (next !== undefined && next.from === hit.to && is(next, SENDS)) return true;
  for (let i = index - 1, from = hit.from; i >= nearest(index); i -= 1) {
    const before = hits[i] as Hit;
    if (widestGap(words, before.to, from) >= SENTENCE) return false;
    if (is(before, SENDS)) return true;
    from = before.from;
  }
  return false;
}

function leads(state: Evaluation, index: number): boolean {
  const { hits } = state;
  let { from } = hits[index] as Hit;
  if (index >= REACH) return false;
  for (let i = index - 1; i >= 0; i -= 1) {
    const before = hits[i] as Hit;
    if (before.to !== from || !(is(before, FILLERS | ASKS) || before.phrase.senses.length > 0)) return false;
    from = before.from;
  }
  return from === 0;
}

function askingOf(state: Evaluation, hit: Hit): Pick<Mention, "asked" | "aside"> {
  state.sentences ??= readSentences(state);
  const { list, asking, pointing } = state.sentences;
  // Mentions come in order, so the sentence is this one or a later one.
  while (hit.from >= (list[state.sentence] as Sentence).to) state.sentence += 1;
  const own = list[state.sentence] as Sentence;
  const others = asking - (own.asks || own.question ? 1 : 0) > 0;
  const points = pointing - (own.points ? 1 : 0) > 0;
  const yesOrNo = own.question && own.whether && !own.asks;
  return { asked: own.asks && !yesOrNo, aside: yesOrNo || (!own.asks && !own.question && others && !points) };
}

function readSentences({ words, hits }: Evaluation): Sentences {
  const list: Sentence[] = [];
  let asking = 0;
  let pointing = 0;
  let next = 0;
  for (let from = 0; from < words.length; ) {
    let to = from + 1;
    while (to < words.length && (words.gaps[to] as number) < SENTENCE) to += 1;
    let roles = 0;
    for (; next < hits.length && (hits[next] as Hit).from < to; next += 1) roles |= (hits[next] as Hit).phrase.roles;
    const points = (roles & POINTERS) !== 0;
    const asks = points || (roles & ASKS) !== 0;
    const question = words.gaps[to] === QUESTION;
    if (points) pointing += 1;
    if (asks || question) asking += 1;
    list.push({ to, asks, points, whether: (roles & WHETHER) !== 0, question });
    from = to;
  }
  return { list, asking, pointing };
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
