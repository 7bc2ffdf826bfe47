/**
 * What may be said of a value: what it is, how long about, and where it stands; never a part of it, nor its hash.
 * The one place that every record, explanation, error text and log goes through (DESIGN §9): a beginning tells which service
 * a token opens, and a plain hash of a short secret is as good as the secret.
 */
import type { Reason } from "./decision.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import { isDigit, isLetter, isPlain, MAX_NAME } from "./plain-text.ts";
import type { Args } from "./rule.ts";
import { foldText } from "./text.ts";
import { lengthClass, shapeOfValue, type ValueShape } from "./value-shape.ts";

/** A value's shape in words; `kind`: what a detector took it for */
export function sayValue(value: JsonValue, kind?: string): string {
  const shape = shapeOfValue(value);
  const what = shape.type === "text" ? `text of ${shape.length} characters` : shape.type;
  return kind === undefined ? `[${what}]` : `[${kind}, ${what}]`;
}

/** The shapes of an answer's fields. Names are data too: one that may be a secret stands as its place */
export function shapesOf(content: JsonObject): Readonly<Record<string, ValueShape>> {
  return Object.fromEntries(
    Object.keys(content).map((name, index) => [redactName(name, index), shapeOfValue(content[name] as JsonValue)]),
  );
}

/** A field's name, unless it may be a secret itself. `index`: its place among its neighbours, where that is known */
export function redactName(name: string, index?: number): string {
  if (name.length <= MAX_NAME && !mayBeSecret(name)) return name;
  return `[name${index === undefined ? "" : ` ${index + 1}`} of ${lengthClass(name.length)} characters]`;
}

/** A JSON pointer, each part of it a name */
export function redactPointer(pointer: string): string {
  return pointer.length > MAX_NAME || mayBeSecret(pointer) ? pointer.split("/").map(pathPart).join("/") : pointer;
}

function pathPart(part: string): string {
  return redactName(part);
}

/** A reason whose arguments name no secret: all of them are names, places, hosts, counts and codes by construction (STYLE §5) */
export function redactReason<One extends Reason>(reason: One): One {
  return { ...reason, args: tellArgs(reason.args, { place: redactPointer }) };
}

// Arguments that hold what a form or an answer calls its fields; the others come out of closed lists, or are hosts.
const NAMING: ReadonlySet<string> = new Set(["at", "field", "name", "place"]);

/** Arguments with each field's name as a record has it */
export function tellArgs(args: Args, { place }: { readonly place: (text: string) => string }): Args {
  const told: Record<string, Args[string]> = {};
  for (const name of Object.keys(args)) {
    const value = args[name] as Args[string];
    told[name] = typeof value === "string" && NAMING.has(name) ? place(value) : value;
  }
  return told;
}

/** A text of a policy, or about one, in which every word that may be a secret is withheld */
export function redactText(text: string): string {
  return withoutSecrets(text, sayValue);
}

/** A text of a server in which every word that may be a secret is masked sign for sign, so that its length stays */
export function maskText(text: string): string {
  if (isPlain(text)) return text;
  return withoutSecrets(text, maskAll).replace(LONG_NUMBER, (digits) => (isDay(digits) ? digits : maskAll(digits)));
}

function withoutSecrets(text: string, say: (secret: string) => string): string {
  // Digits of other scripts and wide ones are digits.
  const plain = foldText(text).text;
  if (PEM.test(plain) || isPhrase(plain) || GROUPED.test(plain)) return say(text);
  return text
    .replace(NAMED, (_, name: string, value: string) => name + say(value))
    .replace(SAID, (_, name: string, value: string) => name + say(value))
    .replace(WORD, (word) => (mayBeSecret(word) ? say(word) : word));
}

// A code to sign in with has six digits or more; a day written together has eight.
const LONG_NUMBER = /[\d\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]{6,}/g;

function isDay(digits: string): boolean {
  return /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits);
}

/** As many signs, none of them said; blanks stay */
export function maskAll(text: string): string {
  return text.replace(/\S/g, "*");
}

// What ends a word in a policy and in the messages about it.
const WORD = /[^\s`'"{}[\],]{8,}/g;
const NAMED =
  /((?:passw[\w-]{0,20}|passphrase|pwd|secret|token|api[_-]?key|private[_-]?key|pin|otp|cvv|cvc|card[_-]?(?:no|number)|iban|ssn|seed[\w-]{0,20}|mnemonic|cookie|session[\w-]{0,20}|pass(?:code)?|kennwort|contrase[\u00f1n]a[\w-]{0,20}|(?:verification|security|access|login|sms|auth)[ _-]?code|clave|senha|mot[ _-]de[ _-]passe|mdp|parola|\u043f\u0430\u0440\u043e\u043b\u044c|\u30d1\u30b9\u30ef\u30fc\u30c9|\u6697\u8a3c\u756a\u53f7|\u5bc6[\u7801\u78bc]|[\u9a8c\u9a57][\u8bc1\u8b49][\u7801\u78bc]|\uc778\uc99d\ubc88\ud638|\ube44\ubc00\ubc88\ud638)["']?\s?[:=]\s?["']?)([^\s"'`{}[\],]{3,})/gi;
// `my password is hunter2`, `curl -u bob:hunter2`.
const SAID = /(\bpassw[\w-]{0,20}\s(?:is\s|was\s)?|\s(?:-u|--user)[ =][^\s:]{1,64}:)(?=\S{0,60}\d)([^\s"'`]{4,})/gi;
// A card or an account in groups.
const GROUPED = /(?:\d[\s._/|*+\u2010-\u2015-]?){12}|\b[a-z]{2}\d{2}(?: ?[a-z0-9]{2,4}){4}/i;
const PEM = /-----BEGIN |PRIVATE KEY/;

/**
 * Whether a name or a word may be a secret, told from its build alone: rather too often than too seldom, for what is lost is
 * a name in a log. Linear.
 */
export function mayBeSecret(text: string): boolean {
  if (text.length < 8 || isPlain(text)) return false;
  const plain = foldText(text).text;
  if (countDigits(plain) >= 9 || PEM.test(plain) || /:\/\/[^/\s]*:[^/\s]*@/.test(plain)) return true;
  return changes(plain) >= 4 || isPhrase(plain) || isJumbled(plain);
}

function countDigits(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i += 1) if (isDigit(text.charCodeAt(i))) count += 1;
  return count;
}

// How often letters and digits take turns within one word: `line2` once, a token every other character.
function changes(text: string): number {
  let count = 0;
  let last = 0;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    const kind = isDigit(unit) ? 1 : isLetter(unit) ? 2 : 0;
    if (kind !== 0 && last !== 0 && kind !== last) count += 1;
    last = kind;
  }
  return count;
}

// Capitals in the midst of words, many or in runs: `tQpLmZrWk`, `abcDEFghiJKLmnoPQ`.
function isJumbled(text: string): boolean {
  return (
    /(?:[a-z]{1,3}[A-Z]{1,3}){5}|(?:[a-z]{2,6}[A-Z]{2,6}){3}/.test(text) ||
    (/[A-Z]{2}|\d/.test(text) && /(?:[a-z]{1,5}[A-Z0-9]{1,5}){4}/.test(text))
  );
}

// A recovery phrase: twelve short words in a row.
function isPhrase(text: string): boolean {
  return /(?:\b[a-z]{3,8}\b[\s\d.,]{1,8}){11}[a-z]{3,8}\b/i.test(text);
}

/** Values by name with those that a detector found replaced by what they are; `kindOf` is told a name */
export function redactContent(content: JsonObject, kindOf: (name: string) => string | undefined): JsonObject {
  const shown: [string, JsonValue][] = [];
  for (const [index, name] of Object.keys(content).entries()) {
    const value = content[name] as JsonValue;
    const kind = kindOf(name);
    shown.push([redactName(name, index), kind === undefined && !isObject(value) ? value : sayValue(value, kind)]);
  }
  return Object.fromEntries(shown);
}

/**
 * A link in which whatever may be a secret is masked sign for sign, since what is said of a link points at places in it. Its
 * host is always shown: it is what a person has to see.
 */
export function maskLink(link: string): string {
  const scheme = /^[a-z][a-z0-9+.-]{0,20}:[/\\]{0,4}/i.exec(link.slice(0, 30))?.[0] ?? "";
  const end = endOf(link, /[/\\?#]/g, scheme.length);
  const authority = link.slice(scheme.length, end);
  const at = authority.lastIndexOf("@") + 1;
  return scheme + maskUser(authority.slice(0, at)) + authority.slice(at) + maskParts(link.slice(end));
}

function endOf(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

// Whatever stands before `@` signs somebody in.
function maskUser(user: string): string {
  const colon = user.indexOf(":");
  return colon < 0 ? maskParts(user) : maskParts(user.slice(0, colon)) + mask(user.slice(colon));
}

function maskParts(text: string): string {
  return text.replace(/[^/\\?#&=;:@,]{8,}/g, (part) => (mayBeSecret(part) ? mask(part) : part));
}

// Signs that hide or reorder stay: they are what a link is shown for.
function mask(text: string): string {
  return text.replace(/[A-Za-z0-9+_=!$*.~-]/g, "*");
}
