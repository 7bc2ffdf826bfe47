/**
 * A listed phrase, and the line that stands for it in the packed lists.
 */
import { SECRET_CATEGORIES, type SecretCategory } from "./secrets.ts";

/**
 * Which lists: those of languages in Latin letters, which every text is looked up in, and the others. Each is sorted lines of
 * ASCII, a line a phrase's letters (`writeLetters`), a blank, and what it means.
 */
export type WordScript = "latin" | "other";

/** Between two lines: a sign that nothing in them is, and that a quoted text need not escape */
export const LINE_END = ",";

/** What a phrase can be beside a secret's name or a cue */
export const ROLES = [
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
  "wiring",
  "without",
] as const;

export type Role = (typeof ROLES)[number];

/** A secret that a phrase names; most name one, `security code` two */
export interface Sense {
  readonly category: SecretCategory;
  /** The category as a bit, in the order of `SECRET_CATEGORIES` */
  readonly bit: number;
  readonly soft: boolean;
  readonly softer: boolean;
  readonly weak: boolean;
}

export interface Phrase {
  readonly text: string;
  /** Its last code unit */
  readonly last: number;
  readonly senses: readonly Sense[];
  /** Categories for which it is a cue, as bits */
  readonly cues: number;
  /** Bits in the order of `ROLES` */
  readonly roles: number;
  /** Written as several words: any break between words may stand inside */
  readonly several: boolean;
  readonly stem: boolean;
  readonly inside: boolean;
  readonly plural: boolean;
}

/** A phrase found: units `from` to `to` of the words */
export interface Hit {
  readonly phrase: Phrase;
  readonly from: number;
  readonly to: number;
}

/** Where the meanings begin in the packed lists: secrets from A, cues from N, roles from a; 13 categories fill the capitals */
export const FIRST_SENSE = 0x41;
export const FIRST_CUE = 0x4e;
export const FIRST_ROLE = 0x61;

const CARET = 0x5e;
const UNDERSCORE = 0x5f;

/** Reads one line; KEEP IN SYNC with `render` in secret-pack.ts */
export function parseLine(line: string): Phrase {
  const end = line.indexOf(" ");
  const senses: { category: SecretCategory; bit: number; soft: boolean; softer: boolean; weak: boolean }[] = [];
  let cues = 0;
  let roles = 0;
  let flags = "";
  for (let i = end + 1; i < line.length; i += 1) {
    const unit = line.charCodeAt(i);
    const sense = senses[senses.length - 1];
    if (unit >= FIRST_SENSE && unit !== CARET && unit !== UNDERSCORE) {
      if (unit >= FIRST_ROLE) roles |= 1 << (unit - FIRST_ROLE);
      else if (unit >= FIRST_CUE) cues |= 1 << (unit - FIRST_CUE);
      else {
        const category = SECRET_CATEGORIES[unit - FIRST_SENSE] as SecretCategory;
        senses.push({ category, bit: 1 << (unit - FIRST_SENSE), soft: false, softer: false, weak: false });
      }
    } else if (line.charAt(i) === "!" && sense !== undefined) sense.soft = true;
    else if (line.charAt(i) === "=" && sense !== undefined) sense.soft = sense.softer = true;
    else if (line.charAt(i) === "?" && sense !== undefined) sense.weak = true;
    else flags += line.charAt(i);
  }
  const text = readLetters(line.slice(0, end));
  return {
    text,
    last: text.charCodeAt(text.length - 1),
    senses,
    cues,
    roles,
    several: flags.includes("_"),
    stem: flags.includes("*"),
    inside: flags.includes("^"),
    plural: !flags.includes("."),
  };
}

// A letter beyond ASCII is three signs, the first of which no phrase holds: so the lists are a third of what escapes would
// make of them, and are searched as they are.
export const FIRST_LEAD = 0x41;
const FIRST_SIGN = 0x3f;

/** Letters as the packed lists write them */
export function writeLetters(letters: string): string {
  let written = "";
  for (let i = 0; i < letters.length; i += 1) {
    const unit = letters.charCodeAt(i);
    written +=
      unit < 0x80
        ? letters.charAt(i)
        : String.fromCharCode(FIRST_LEAD + (unit >> 12), sign((unit >> 6) & 63), sign(unit & 63));
  }
  return written;
}

// The 64 from `?` on; what a quoted text would have to escape gives way.
function sign(value: number): number {
  return FIRST_SIGN + value === BACKSLASH ? INSTEAD : FIRST_SIGN + value;
}

const BACKSLASH = 0x5c;
const INSTEAD = 0x3e;

function readLetters(written: string): string {
  let letters = "";
  for (let i = 0; i < written.length; i += 1) {
    const unit = written.charCodeAt(i);
    if (unit < FIRST_LEAD || unit > FIRST_LEAD + 15) letters += written.charAt(i);
    else {
      letters += String.fromCharCode(
        ((unit - FIRST_LEAD) << 12) |
          (signValue(written.charCodeAt(i + 1)) << 6) |
          signValue(written.charCodeAt(i + 2)),
      );
      i += 2;
    }
  }
  return letters;
}

/** What a sign stands for */
export function signValue(unit: number): number {
  return (unit === INSTEAD ? BACKSLASH : unit) - FIRST_SIGN;
}
