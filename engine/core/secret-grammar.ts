/**
 * How the phrases of one text stand to each other: whether a secret's name is a name there, and whether the text asks for it,
 * forbids it, or speaks of something about it.
 */
import { type Hit, ROLES, type Role, type Sense } from "./secret-phrases.ts";
import { CLAUSE, COLON, INSIDE, QUESTION, SENTENCE, SPACE, type Words } from "./text-words.ts";

/** The phrases of one text, in order, and what was worked out about them */
export interface Passage {
  readonly words: Words;
  readonly hits: readonly Hit[];
  sentences: Sentences | undefined;
  /** The sentence that was looked at last */
  sentence: number;
}

export interface Asking {
  /** The sentence asks for something, and not by yes or no */
  readonly asked: boolean;
  /** Another sentence of the text asks for something of its own */
  readonly aside: boolean;
}

function roleBits(...roles: readonly Role[]): number {
  let bits = 0;
  for (const role of roles) bits |= 1 << ROLES.indexOf(role);
  return bits;
}

const ABOUT = roleBits("about");
const ABOUT_OF = roleBits("aboutOf");
const ASKS = roleBits("asks");
const FILLERS = roleBits("fillers");
export const HARMLESS: number = roleBits("harmless");
export const KNOWN: number = roleBits("known");
const LINKS = roleBits("links");
const NEVER = roleBits("never");
const NEVER_AFTER = roleBits("neverAfter");
const POINTERS = roleBits("pointers");
const SENDS = roleBits("sends");
export const WIRING: number = roleBits("wiring");
const WHETHER = roleBits("whether");
const WITHOUT = roleBits("without");
export const SMALL: number = roleBits("asks", "fillers", "generic", "links", "pointers");
/** Passes through a list: `passwords, API keys or tokens` */
export const JOINING: number = roleBits("asks", "fillers", "known", "links");
/** Says that the word before it is not the head of a compound */
const TELLING = roleBits("about", "harmless", "known", "wiring");

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

/** A soft word names a secret only as a head: no further noun behind it, and if softer, none before it */
export function isNamed(state: Passage, index: number, sense: Sense): boolean {
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

/** `Never enter your password`, `パスワードは不要`; `listed`: the name before it in a list was forbidden */
export function isForbidden(state: Passage, index: number, listed: boolean): boolean {
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

function isListItem(state: Passage, index: number): boolean {
  const { words, hits } = state;
  const hit = hits[index] as Hit;
  const before = hits[index - 1];
  return before !== undefined && before.to === hit.from && widestGap(words, before.to, hit.from) < SENTENCE;
}

/** `password policy`, `APIキーの名前`; `name of the API key`, `how many tokens` */
export function isAbout(state: Passage, index: number): boolean {
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

/** `We will send a code to this address`, `the code is sent to this number` */
export function isSent(state: Passage, index: number): boolean {
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

/** Nothing but small words stands before it */
export function leads(state: Passage, index: number): boolean {
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

/** Whether the sentence asks; to be called for the hits in order */
export function askingOf(state: Passage, hit: Hit): Asking {
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

function readSentences({ words, hits }: Passage): Sentences {
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

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}
