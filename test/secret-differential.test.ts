/**
 * The quick ways of finding secrets' names against the slow, obvious ones, over many generated texts.
 * A name that only the quick way misses would let a form ask for a secret, but only in a process that has read much before.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { powers } from "../engine/bind.ts";
import { createLexicon } from "../engine/core/secret-lexicon.ts";
import { areQuiet } from "../engine/core/secret-quiet.ts";
import { readSecretText } from "../engine/core/secret-reading.ts";
import { findSecretRequests } from "../engine/core/secret-requests.ts";
import { SECRET_CATEGORIES, type SecretWords } from "../engine/core/secrets.ts";
import { foldText } from "../engine/core/text.ts";
import { BARE, COLON, createWords, INSIDE, readWords, SPACE, type Words } from "../engine/core/text-words.ts";
import { LANGUAGES } from "../rules/words/languages.ts";
import { REQUEST_LINES, readRequestCases } from "./secret-request-cases.ts";

// The tree from the first letter on, and never.
const grown = createLexicon(powers.words, 0);
const sorted = createLexicon(powers.words, Number.POSITIVE_INFINITY);

/** A phrase as the lists have it */
interface Listed {
  readonly spelled: string;
  readonly letters: string;
  readonly latin: boolean;
  readonly several: boolean;
  readonly open: boolean;
  readonly inside: boolean;
  readonly plural: boolean;
}

const listed = LANGUAGES.flatMap(readList);

function readList(list: SecretWords): readonly Listed[] {
  const { names, cues, language: _, script, ...roles } = list;
  const texts = [
    ...SECRET_CATEGORIES.flatMap((category) => [names[category], cues?.[category]]),
    ...Object.values(roles),
  ];
  return texts
    .flatMap((text) => (typeof text === "string" && text !== "" ? text.split(", ") : []))
    .map((raw) => {
      const [, star = "", spelled = "", marks = ""] = /^(\*?)(.*?)([*.!=?]*)$/.exec(raw) ?? [];
      return {
        spelled,
        letters: lettersOf(wordsOf(spelled)),
        latin: script === "latin",
        several: /[ '’-]|\d[a-z]|[a-z]\d/.test(spelled),
        open: marks.includes("*") || star !== "",
        inside: star !== "",
        plural: !marks.includes("."),
      };
    });
}

function wordsOf(text: string): Words {
  const words = createWords();
  readWords(foldText(text).text, words);
  return words;
}

function lettersOf({ units, length }: Words): string {
  return String.fromCharCode(...units.subarray(0, length));
}

/** The phrases of one script by their letters; one of them in several lists is all of that */
function phrasesOf(latin: boolean): ReadonlyMap<string, Listed> {
  const phrases = new Map<string, Listed>();
  for (const phrase of listed) {
    if (phrase.latin !== latin) continue;
    const known = phrases.get(phrase.letters);
    phrases.set(phrase.letters, {
      ...phrase,
      several: phrase.several || known?.several === true,
      open: phrase.open || known?.open === true,
      inside: phrase.inside || known?.inside === true,
      plural: phrase.plural && known?.plural !== false,
    });
  }
  return phrases;
}

const latinPhrases = phrasesOf(true);
const otherPhrases = phrasesOf(false);
const LONGEST = Math.max(...listed.map(({ letters }) => letters.length));

/** Every place, every length, each phrase looked up whole */
function findSlowly(words: Words): readonly string[] {
  const letters = lettersOf(words);
  const found: string[] = [];
  let rest = -1;
  for (let from = 0; from < letters.length; ) {
    const begins = words.gaps[from] !== INSIDE || from === rest;
    const first = words.beyondLatin ? longestOf(otherPhrases, letters, words, from, begins) : undefined;
    const latin = longestOf(latinPhrases, letters, words, from, begins);
    // Inside a word, and in ASCII: only there Latin phrases begin.
    const hit = first === undefined || (latin !== undefined && latin.to > first.to) ? latin : first;
    if (hit === undefined) from += 1;
    else {
      found.push(`${hit.letters} ${from}-${hit.to}`);
      from = rest = hit.to;
    }
  }
  return found;
}

function longestOf(
  phrases: ReadonlyMap<string, Listed>,
  letters: string,
  words: Words,
  from: number,
  begins: boolean,
): { readonly letters: string; readonly to: number } | undefined {
  for (let length = Math.min(LONGEST, letters.length - from); length > 0; length -= 1) {
    const phrase = phrases.get(letters.slice(from, from + length));
    if (phrase === undefined || !(begins || phrase.inside)) continue;
    const gaps = [...words.gaps.subarray(from + 1, from + length)].filter((gap) => gap !== INSIDE);
    if (!mayBreak(phrase, gaps)) continue;
    const ends = (at: number): boolean => words.gaps[at] !== INSIDE;
    const end = from + length;
    if (ends(end)) return { letters: phrase.letters, to: end };
    const plural = ["s", "es"].find((one) => phrase.plural && letters.startsWith(one, end) && ends(end + one.length));
    if (plural !== undefined) return { letters: phrase.letters, to: end + plural.length };
    if (phrase.open) return { letters: phrase.letters, to: end };
  }
  return undefined;
}

function mayBreak({ letters, several }: Listed, gaps: readonly number[]): boolean {
  if (gaps.length === 0) return true;
  const widest = Math.max(...gaps);
  if (several) return widest <= COLON;
  if (widest > SPACE) return false;
  if (letters.charCodeAt(letters.length - 1) > 0x3000 || gaps.length === letters.length - 1) return true;
  return letters.length >= (widest <= BARE ? 4 : 6);
}

// The words of our own cases, so that phrases meet, cut and joined by what attackers and people put between letters.
const ODD =
  "\u200b|\u202e|\u202c|\u0430|\u043e|口|\uff50|0|1|@|$|.|-|_|\n|\ufb01|ß|vv|%70|&#112;|\u0301|\uff9e|\u1112|\u1161|\u{1d429}|!|?|。|:|=|(| |\\|<b>|Я|é|\u33cf|\ud800|\u3099|\0|\u0002|s|es|der|の|的|을|name|länge".split(
    "|",
  );
const cases = readRequestCases(REQUEST_LINES);
const vocabulary = cases.flatMap(({ line }) => line.split(/[ "~=:]+/));

function randomTexts(seed: number): (longest: number) => string {
  let state = seed;
  const below = (limit: number): number => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
  const odd = (): string => ODD[below(ODD.length)] as string;
  return (longest) => {
    let text = "";
    for (let count = 1 + below(longest); count > 0; count -= 1) {
      const word = vocabulary[below(vocabulary.length)] as string;
      const cut = below(word.length + 1);
      const kind = below(8);
      if (kind === 0) text += word.slice(0, cut);
      else text += kind === 1 ? word.slice(0, cut) + odd() + word.slice(cut) : word;
      text += kind < 5 ? " " : kind === 5 ? "" : odd();
    }
    return text;
  };
}

test("phrases are found alike: in the sorted lists, by the tree, and one by one", () => {
  const text = randomTexts(11);
  for (let i = 0; i < 4000; i += 1) {
    const words = wordsOf(text(12));
    const slow = findSlowly(words);
    for (const lexicon of [sorted, grown]) {
      const found = lexicon.find(words).map(({ phrase, from, to }) => `${phrase.text} ${from}-${to}`);
      assert.deepEqual(found, slow, JSON.stringify(lettersOf(words)));
    }
  }
});

test("a text that is told to be quiet names no secret: every listed name, alone and in little company", () => {
  const text = randomTexts(14);
  const texts = [...vocabulary, ...listed.map(({ spelled }) => spelled)];
  for (let i = 0; i < 12_000; i += 1) texts.push(text(2));
  for (const { spelled, open } of listed)
    if (open) for (const end of vocabulary.slice(0, 300)) texts.push(spelled + end);
  let quiet = 0;
  for (const one of texts) {
    if (!areQuiet(grown, [one])) continue;
    quiet += 1;
    const { mentions, excused } = readSecretText(sorted, one);
    assert.deepEqual([mentions.length, excused], [0, 0], JSON.stringify(one));
  }
  // Told of most that have none: else it would be of no use.
  assert.ok(quiet > 5000, String(quiet));
});

test("forms ask for the same, however much was read before", () => {
  const text = randomTexts(12);
  const forms = [
    ...cases,
    ...Array.from({ length: 8000 }, (_, index) => ({
      message: text(14),
      requestedSchema: {
        properties: {
          [index % 2 === 0 ? "value" : text(3)]: { type: index % 3 === 0 ? "integer" : "string", title: text(4) },
          x: {
            type: "string",
            description: text(8),
            ...(index % 5 === 0 && { enum: [text(2), "b"], default: text(3) }),
          },
        },
      },
    })),
  ];
  for (const form of forms) {
    assert.deepEqual(findSecretRequests(form, grown), findSecretRequests(form, sorted), JSON.stringify(form));
  }
});

test("a long text says the same in one piece and in several, however much was read before", () => {
  const text = randomTexts(13);
  for (let i = 0; i < 6; i += 1) {
    let message = "";
    while (message.length < 70_000 + i * 30_000) message += text(40);
    const form = { message, requestedSchema: { properties: { value: { type: "string" } } } };
    assert.deepEqual(findSecretRequests(form, grown), findSecretRequests(form, sorted));
  }
});
