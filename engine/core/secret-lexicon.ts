/**
 * Word lists made ready for matching, and the matcher.
 * One pass over a text finds every listed phrase, the longest at each place, so that a harmless phrase hides the secret
 * word in it.
 */
import { SECRET_CATEGORIES, type SecretCategory, type SecretWords } from "./secrets.ts";
import { foldText } from "./text.ts";
import { BARE, COLON, createWords, INSIDE, readWords, SPACE, type Words } from "./text-words.ts";

export type Role = SecretCategory | `cue:${SecretCategory}` | (typeof ROLES)[number];

/** One meaning of a phrase; most have one, `security code` has two */
export interface Sense {
  readonly role: Role;
  readonly soft: boolean;
  readonly softer: boolean;
  readonly weak: boolean;
}

/** A phrase found: units `from` to `to` of the words */
export interface Hit {
  readonly senses: readonly Sense[];
  readonly from: number;
  readonly to: number;
}

export interface Lexicon {
  /** Finds the listed phrases in words; in order, without overlap */
  readonly find: (words: Words) => readonly Hit[];
  /** Room for the words of one text at a time */
  readonly words: Words;
}

const ROLES = [
  "about",
  "aboutOf",
  "asks",
  "fillers",
  "generic",
  "harmless",
  "known",
  "links",
  "never",
  "neverAfter",
  "pointers",
  "sends",
  "whether",
  "without",
] as const;

interface Entry {
  readonly text: string;
  /** Written as several words: any break between words may stand inside */
  readonly phrase: boolean;
  stem: boolean;
  inside: boolean;
  readonly plural: boolean;
  readonly senses: Sense[];
}

/** The phrases that begin with the same two letters; read only when a text has such a word */
interface Bucket {
  readonly raw: string[];
  readonly roles: Role[];
  entries: readonly Entry[] | undefined;
}

type Index = Map<number, Bucket>;

/** Makes a lexicon of word lists. Make it when it is first needed, and keep it */
export function createLexicon(lists: readonly SecretWords[]): Lexicon {
  const latin: Index = new Map();
  // Phrases in other scripts wait until a text needs them.
  const waiting: [string, Role][] = [];
  // Letters with which a phrase begins that may stand inside a word.
  const insides = new Uint8Array(128);
  for (const list of lists) {
    for (const role of ROLES) addAll(list[role], role);
    for (const category of SECRET_CATEGORIES) {
      addAll(list.names[category], category);
      addAll(list.cues?.[category], `cue:${category}`);
    }
  }
  function addAll(phrases: string | undefined, role: Role): void {
    if (phrases === undefined || phrases === "") return;
    for (const raw of phrases.split(", ")) {
      const inside = raw.charCodeAt(0) === STAR;
      const first = raw.charCodeAt(inside ? 1 : 0);
      if (first > 0x36f) waiting.push([raw, role]);
      else {
        if (inside) insides[first] = 1;
        addTo(latin, raw, role);
      }
    }
  }
  let other: Index | undefined;
  const bucketAt = (first: number, second: number): Bucket | undefined => {
    if (first <= 0x36f) return latin.get(keyOf(first, second));
    if (other === undefined) {
      other = new Map();
      for (const [raw, role] of waiting) addTo(other, raw, role);
    }
    return other.get(keyOf(first, second));
  };
  return { words: createWords(), find: (words) => find(words, bucketAt, insides) };
}

const STAR = 0x2a;

function addTo(index: Index, raw: string, role: Role): void {
  const letters = raw.slice(raw.charCodeAt(0) === STAR ? 1 : 0, 8);
  const [first, second] = isPlain(letters.charCodeAt(0), letters.charCodeAt(1))
    ? [letters.charCodeAt(0), letters.charCodeAt(1)]
    : firstTwo(letters);
  const key = keyOf(first, second);
  const bucket = index.get(key);
  if (bucket === undefined) index.set(key, { raw: [raw], roles: [role], entries: undefined });
  else {
    bucket.raw.push(raw);
    bucket.roles.push(role);
  }
}

function isPlain(first: number, second: number): boolean {
  return first >= 0x61 && first <= 0x7a && second >= 0x61 && second <= 0x7a;
}

function firstTwo(letters: string): readonly [number, number] {
  const text = squeeze(letters.replace(MARKS, ""));
  return [text.charCodeAt(0), text.length > 1 ? text.charCodeAt(1) : 0];
}

function keyOf(first: number, second: number): number {
  return ((first & 0x7fff) << 15) | (second & 0x7fff);
}

const MARKS = /[*.!=?]+$/;

function entriesOf(bucket: Bucket): readonly Entry[] {
  if (bucket.entries !== undefined) return bucket.entries;
  const byText = new Map<string, Entry>();
  for (const [index, raw] of bucket.raw.entries()) {
    const role = bucket.roles[index] as Role;
    const inside = raw.charCodeAt(0) === STAR;
    const marks = MARKS.exec(raw)?.[0] ?? "";
    const phrase = raw.slice(inside ? 1 : 0, raw.length - marks.length);
    const text = squeeze(phrase);
    const softer = marks.includes("=");
    const sense: Sense = { role, soft: softer || marks.includes("!"), softer, weak: marks.includes("?") };
    const known = byText.get(text);
    if (known !== undefined) {
      known.senses.push(sense);
      known.stem ||= marks.includes("*");
      known.inside ||= inside;
    } else {
      byText.set(text, {
        text,
        phrase: /[ '-]/.test(phrase),
        stem: marks.includes("*"),
        inside,
        plural: !marks.includes("."),
        senses: [sense],
      });
    }
  }
  bucket.entries = [...byText.values()].sort((left, right) => right.text.length - left.text.length);
  return bucket.entries;
}

let scratch: Words | undefined;

function squeeze(phrase: string): string {
  scratch ??= createWords();
  readWords(foldText(phrase).text, scratch);
  return String.fromCharCode(...scratch.units.subarray(0, scratch.length));
}

function find(
  words: Words,
  bucketAt: (first: number, second: number) => Bucket | undefined,
  insides: Uint8Array,
): readonly Hit[] {
  const { units, gaps, length } = words;
  const hits: Hit[] = [];
  // After a hit inside a word its rest may be a word of its own (Passwort-länge).
  let rest = -1;
  for (let i = 0; i < length; ) {
    const unit = units[i] as number;
    const begins = gaps[i] !== INSIDE || i === rest;
    if (!begins && (unit > 0x7f || insides[unit] === 0)) {
      i += 1;
      continue;
    }
    const second = i + 1 < length ? (units[i + 1] as number) : 0;
    let hit = longest(bucketAt(unit, second), words, i, begins);
    if (hit === undefined && second !== 0) hit = longest(bucketAt(unit, 0), words, i, begins);
    if (hit === undefined) i += 1;
    else {
      hits.push(hit);
      rest = hit.to;
      i = hit.to;
    }
  }
  return hits;
}

function longest(bucket: Bucket | undefined, words: Words, from: number, begins: boolean): Hit | undefined {
  if (bucket === undefined) return undefined;
  for (const entry of entriesOf(bucket)) {
    if (!begins && !entry.inside) continue;
    const to = matchEnd(entry, words, from);
    if (to > 0) return { senses: entry.senses, from, to };
  }
  return undefined;
}

const SMALL_S = 0x73;
const SMALL_E = 0x65;
// Below this length chance words are near: `to ken`, `keep in`.
const LONG_WORD = 6;

function matchEnd(entry: Entry, words: Words, from: number): number {
  const { units, gaps, length } = words;
  const { text } = entry;
  const end = from + text.length;
  if (end > length) return -1;
  let widest = INSIDE;
  let breaks = 0;
  for (let k = 0; k < text.length; k += 1) {
    if (units[from + k] !== text.charCodeAt(k)) return -1;
    const gap = gaps[from + k] as number;
    if (k > 0 && gap !== INSIDE) {
      breaks += 1;
      if (gap > widest) widest = gap;
    }
  }
  if (breaks > 0 && !mayBreak(entry, widest, breaks)) return -1;
  if (gaps[end] !== INSIDE || entry.stem || entry.inside) return end;
  if (!entry.plural) return -1;
  if (units[end] === SMALL_S && gaps[end + 1] !== INSIDE) return end + 1;
  return units[end] === SMALL_E && units[end + 1] === SMALL_S && gaps[end + 2] !== INSIDE ? end + 2 : -1;
}

function mayBreak(entry: Entry, widest: number, breaks: number): boolean {
  if (entry.phrase) return widest <= COLON;
  if (widest > SPACE) return false;
  const { length } = entry.text;
  // Han, kana and Hangul: every character is a word of its own.
  if (entry.text.charCodeAt(length - 1) > 0x3000) return true;
  // p-i-n, O T P: every letter stands alone.
  if (breaks === length - 1) return true;
  return widest <= BARE ? length >= 4 : length >= LONG_WORD;
}
