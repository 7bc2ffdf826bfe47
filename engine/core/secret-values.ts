/**
 * Secrets in an answer: what has the shape of one, and what was put into a field that asks for one.
 * Says where and of what kind, never the value nor a part of it.
 */
import { decodeBase64 } from "./base64.ts";
import { renderPath } from "./path.ts";
import { findLeaves, type Leaf } from "./secret-leaves.ts";
import type { Lexicon } from "./secret-lexicon.ts";
import { hasCardNumber, hasIban, hasSocialSecurityNumber, isCardNumber, isMyNumber } from "./secret-numbers.ts";
import { hasRecoveryPhrase, looksLikeRecoveryPhrase } from "./secret-phrase.ts";
import { isExampleBody, isPlaceholder } from "./secret-placeholder.ts";
import { type Mention, readSecretText } from "./secret-reading.ts";
import type { SecretRequest } from "./secret-requests.ts";
import { findAssignments, findAwsSecret, findShapes } from "./secret-shapes.ts";
import { findSplitSecrets } from "./secret-split.ts";
import { findTokens } from "./secret-tokens.ts";
import type { SecretCategory } from "./secrets.ts";
import { foldText } from "./text.ts";

export interface SecretValue {
  /** `github-pat`, `payment-card`, `password`, … */
  readonly kind: string;
  readonly category: SecretCategory;
  /** JSON pointer into the content; made when it is read, since a name may be long and lie over many findings */
  readonly field: string;
  /** The property of the content that this is, or lies in */
  readonly name: string;
}

export interface ValueKnowledge {
  readonly lexicon: Lexicon;
  /** The words of BIP-39 in order, separated by blanks */
  readonly recoveryWords: () => string;
  /** What the question asked for, if it is known (`findSecretRequests`) */
  readonly asked?: readonly SecretRequest[];
  /** Take a long random value for a secret also in a field whose name and question ask for none */
  readonly anyRandom?: boolean;
}

/** Finds secrets in the content of an answer, in the order of its fields; each kind once a field */
export function findSecretValues(content: unknown, knowledge: ValueKnowledge): readonly SecretValue[] {
  const found: SecretValue[] = [];
  const leaves = findLeaves(content);
  const aws = leaves.some(({ text }) => /(?:AKIA|ASIA)[A-Z0-9]{16}/.test(text));
  const readName = nameReader(knowledge);
  const alone: Leaf[] = [];
  for (const leaf of leaves) {
    const kinds = kindsIn(leaf, knowledge, leaf.name === undefined ? undefined : readName(leaf.name, leaf.top), aws);
    for (const kind of kinds) found.push(valueAt(kind, leaf));
    if (kinds.size > 0) continue;
    // It may be a piece of a token all the same: whoever takes more for secrets finds whatever others find.
    alone.push(leaf);
    if (knowledge.anyRandom === true && leaf.name !== undefined && isVeryRandom(foldText(leaf.text).text))
      found.push(valueAt("generic-secret", leaf));
  }
  const isTelling = (name: string): boolean => {
    const { known, harmless } = readSecretText(knowledge.lexicon, name);
    return known || harmless;
  };
  for (const { kind, parts } of findSplitSecrets(alone, { words: knowledge.recoveryWords, isTelling })) {
    for (const part of parts) found.push(valueAt(kind, part));
  }
  return found;
}

/** What a property's name, and the question behind it, say of its values */
interface NameReading {
  /** Categories that the name or its question asks for; `true` where the question did */
  readonly categories: ReadonlyMap<SecretCategory, boolean>;
  /** The name may be one of a key or token (`bearer`); only a value that looks like one decides */
  readonly maybeToken: boolean;
  readonly myNumber: boolean;
  readonly aws: boolean;
}

// Each name once: it may be long, and have many values.
function nameReader({ lexicon, asked = [] }: ValueKnowledge): (name: string, top: string) => NameReading {
  const askedOf = new Map<string, Set<SecretCategory>>();
  for (const { field, category } of asked) {
    const categories = askedOf.get(field);
    if (categories === undefined) askedOf.set(field, new Set([category]));
    else categories.add(category);
  }
  const readings = new Map<string, Map<string, NameReading>>();
  const mentions = new Map<string, readonly Mention[]>();
  return (name, top) => {
    const ofName = readings.get(name) ?? new Map<string, NameReading>();
    readings.set(name, ofName);
    const known = ofName.get(top);
    if (known !== undefined) return known;
    const categories = new Map<SecretCategory, boolean>();
    for (const field of [top, name]) {
      for (const category of askedOf.get(field) ?? []) categories.set(category, true);
    }
    const own = mentions.get(name) ?? readSecretText(lexicon, name).mentions;
    mentions.set(name, own);
    let maybeToken = false;
    for (const { category, weak } of own) {
      if (weak) maybeToken ||= TOKENS.has(category);
      else if (!categories.has(category)) categories.set(category, false);
    }
    const reading = { categories, maybeToken, myNumber: MY_NUMBER.test(name), aws: /aws|secret_?access/i.test(name) };
    ofName.set(top, reading);
    return reading;
  };
}

function kindsIn(
  leaf: Leaf,
  knowledge: ValueKnowledge,
  named: NameReading | undefined,
  aws: boolean,
): ReadonlySet<string> {
  const kinds = new Set<string>();
  const report = (kind: string): void => {
    kinds.add(kind);
  };
  const text = foldText(leaf.text).text;
  findKnown(text, report);
  for (const reading of hiddenReadings(text)) if (kinds.size === 0) findKnown(reading, report);
  if (named === undefined) return kinds;
  findChecked(text, knowledge.recoveryWords, report);
  if (named.myNumber && isMyNumber(text)) report("my-number");
  if (kinds.size === 0 || aws) findAwsSecret(text, aws || named.aws, report);
  if (kinds.size === 0) {
    for (const [category, asked] of named.categories) {
      const kind = kindFor(category, text, leaf.number, asked);
      if (kind !== undefined) report(kind);
    }
  }
  if (kinds.size === 0) findAssignments(text, report);
  if (kinds.size === 0 && named.maybeToken && isVeryRandom(text)) report("generic-secret");
  return kinds;
}

const TOKENS: ReadonlySet<SecretCategory> = new Set(["api-key", "access-token", "private-key", "secret"]);

// As English a name for anything, so it is in no word list.
const MY_NUMBER = /^my[-_ ]?number(?![a-z])/i;

function valueAt(kind: string, { at, top }: Leaf): SecretValue {
  return {
    kind,
    category: categoryOf(kind),
    name: top,
    get field() {
      return renderPath(at);
    },
  };
}

function findKnown(text: string, report: (kind: string) => void): void {
  if (text.length < 16) return;
  findTokens(text, report);
  findShapes(text, report);
}

function findChecked(text: string, words: () => string, report: (kind: string) => void): void {
  if (hasCardNumber(text)) report("payment-card");
  if (text.length >= 15 && hasIban(text)) report("iban");
  if (text.length >= 11 && hasSocialSecurityNumber(text)) report("ssn");
  if (hasRecoveryPhrase(text, words)) report("recovery-phrase");
}

// Longer texts are read as they stand: nobody wraps a token in a megabyte.
const MAX_HIDDEN = 20_000;

// The same text unwrapped: percent codes, blanks and line breaks inside a token, base64 or hex of a text.
function hiddenReadings(text: string): readonly string[] {
  if (text.length < 16 || text.length > MAX_HIDDEN) return [];
  const readings: string[] = [];
  if (/%[0-9a-f]{2}/i.test(text)) {
    readings.push(text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))));
  }
  if (/\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&#\d/i.test(text)) {
    readings.push(
      text.replace(/\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|&#(\d{1,5});?/gi, (_, unit, byte, code) =>
        String.fromCharCode(code === undefined ? Number.parseInt(unit ?? byte, 16) : Number(code)),
      ),
    );
  }
  const joined = text.replace(/[\s"'`+|]+/g, "");
  if (joined.length !== text.length && joined.length >= 20 && !/\S{1,12}(?:\s+[A-Za-z]{1,12}){3}/.test(text)) {
    readings.push(joined);
  }
  const compact = joined.replace(/^data:[\w/+.;-]{0,80},/, "");
  if (/^[A-Za-z0-9+/_-]{24,}={0,2}$/.test(compact)) {
    const decoded = decodeBase64(compact);
    if (decoded !== undefined && isPrintable(decoded)) readings.push(decoded);
    if (compact.length % 2 === 0 && /^[0-9a-f]+$/i.test(compact)) {
      const bytes = compact.replace(/../g, (hex) => String.fromCharCode(Number.parseInt(hex, 16)));
      if (isPrintable(bytes)) readings.push(bytes);
    }
    if (compact.length <= 400) readings.push([...compact].reverse().join(""));
  }
  return readings;
}

function isPrintable(text: string): boolean {
  return /^[\x09\x0a\x0d\x20-\x7e]{12,}$/.test(text);
}

// What a value in a field for such a secret is, if it can be one. Where the question asked, nearly anything can.
function kindFor(category: SecretCategory, value: string, number: boolean, asked: boolean): string | undefined {
  const text = value.trim();
  if (isPlaceholder(text)) return undefined;
  const digits = text.replace(/[ -]/g, "");
  switch (category) {
    case "password":
      return "password";
    case "pin":
      return /^\d{3,12}$/.test(digits) ? "pin" : asked ? "pin" : undefined;
    case "otp":
      return /^[A-Za-z0-9]{4,12}$/.test(digits) && /\d/.test(digits) ? "otp" : asked ? "otp" : undefined;
    case "payment-card":
      return /^\d{3,4}$|^\d{12,19}$/.test(digits) && (asked || digits.length < 5 || isCardNumber(digits))
        ? "payment-card"
        : undefined;
    case "bank-account":
      return /^[A-Za-z]{0,4}\d[\dA-Za-z]{4,}$/.test(digits) ? "bank-account" : undefined;
    case "national-id":
      if (isMyNumber(text)) return "my-number";
      return digits.length <= 24 && digits.replace(/\D/g, "").length >= 4 ? "national-id" : undefined;
    case "recovery-phrase":
      return looksLikeRecoveryPhrase(text) || (asked && text.length >= 8) ? "recovery-phrase" : undefined;
    case "security-answer":
      return "security-answer";
    case "session-cookie":
      return !number && (asked || isRandom(text)) && text.length >= 8 ? "session-cookie" : undefined;
    case "private-key":
    case "api-key":
    case "access-token":
    case "secret":
      if (number || isExampleBody(text)) return undefined;
      return isRandom(text) || (asked && text.length >= 6) ? "generic-secret" : undefined;
  }
}

// No word, no sentence, no address: letters and digits mixed, eight at least.
function isRandom(text: string): boolean {
  if (text.length < 8 || /\s/.test(text) || /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(text)) return false;
  if (/^\d+$/.test(text) || !/\d/.test(text) || !/[A-Za-z]/.test(text)) return isLongAndMixed(text);
  return !/^[A-Za-z]+(?:[-_. +][A-Za-z]+)*[-_. +]?\d{0,4}$/.test(text) && entropy(text) >= 2.5;
}

function isLongAndMixed(text: string): boolean {
  return text.length >= 20 && /[a-z]/.test(text) && /[A-Z]/.test(text) && entropy(text) >= 4;
}

// 32 and more characters of all three sorts that are neither a hash nor words: only by option, since file and video ids are the same.
function isVeryRandom(text: string): boolean {
  if (!/^[A-Za-z0-9+/_=-]{32,200}$/.test(text) || /^[0-9a-f-]+$/i.test(text)) return false;
  return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && entropy(text) >= 4.2;
}

/** Shannon's measure, in bits a character */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const sign of text) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const CATEGORY_OF_KIND: ReadonlyMap<string, SecretCategory> = new Map<string, SecretCategory>([
  ["password", "password"],
  ["basic-auth", "password"],
  ["url-credentials", "password"],
  ["connection-string", "secret"],
  ["generic-secret", "secret"],
  ["private-key", "private-key"],
  ["age-key", "private-key"],
  ["wallet-key", "private-key"],
  ["session-cookie", "session-cookie"],
  ["payment-card", "payment-card"],
  ["iban", "bank-account"],
  ["bank-account", "bank-account"],
  ["ssn", "national-id"],
  ["my-number", "national-id"],
  ["national-id", "national-id"],
  ["otp", "otp"],
  ["pin", "pin"],
  ["recovery-phrase", "recovery-phrase"],
  ["security-answer", "security-answer"],
]);

/** The category of a kind; the kinds of tokens end in what they are */
export function categoryOf(kind: string): SecretCategory {
  const known = CATEGORY_OF_KIND.get(kind);
  if (known !== undefined) return known;
  if (kind.endsWith("-key") || kind.endsWith("-key-id")) return "api-key";
  return kind.endsWith("-secret") ? "secret" : "access-token";
}
