/**
 * Which fields of a form ask for a secret, and for what kind.
 * MCP forbids servers to ask for secrets by form; the words may stand in a name, a title, a description or only in the message.
 */
import { type AskedField, findFields, findRootTexts } from "./secret-fields.ts";
import type { Lexicon } from "./secret-lexicon.ts";
import { placeholderCategory } from "./secret-placeholder.ts";
import { areQuiet } from "./secret-quiet.ts";
import { bitOf, type Mention, readSecretText, type TextReading } from "./secret-reading.ts";
import { SECRET_CATEGORIES, type SecretCategory } from "./secrets.ts";

export interface AskedForm {
  readonly message: string;
  /** The form's schema, of whatever shape */
  readonly requestedSchema: unknown;
}

/** One field that asks for a secret */
export interface SecretRequest {
  /** The property's name; nested ones by their own name */
  readonly field: string;
  readonly category: SecretCategory;
  /** Where the word stands that says so: the property's name, one of its texts, elsewhere in the schema, or the message */
  readonly seenIn: "message" | "name" | "schema" | "text";
  /** Index into that text */
  readonly at: number;
}

/** Finds the fields that ask for secrets; in the order of the form, a field once for each category */
export function findSecretRequests(form: AskedForm, lexicon: Lexicon): readonly SecretRequest[] {
  const fields = findFields(form.requestedSchema);
  if (fields.length === 0 || asksForNothing(form, fields, lexicon)) return [];
  // Root keys reach the dialog (client-observed H), so its title speaks for the form as the message does.
  const context: Context[] = [{ reading: readSecretText(lexicon, form.message), seenIn: "message" }];
  for (const text of findRootTexts(form.requestedSchema)) {
    context.push({ reading: readSecretText(lexicon, text), seenIn: "schema" });
  }
  const read: ReadField[] = [];
  for (const field of fields) read.push(readField(field, lexicon));
  const evidence = weigh(context, read);
  const found: SecretRequest[] = [];
  // Categories that a field asks for in firm words; those the message need not be heard for.
  let answered = 0;
  for (const field of read) answered |= askedBy(field, evidence, found);
  askedByContext(context, read, evidence, answered, found);
  return found.length > 1 ? inOrder(found, fields) : found;
}

// More is read at once: a long text would be read twice.
const SHORT = 8192;

/** Whether nothing in the form names a secret; told for short ones */
function asksForNothing(form: AskedForm, fields: readonly AskedField[], lexicon: Lexicon): boolean {
  const texts = [form.message, ...findRootTexts(form.requestedSchema)];
  for (const field of fields) {
    if (field.declared !== undefined) return false;
    texts.push(field.name);
    for (const text of field.texts) texts.push(text);
    for (const text of field.offered) {
      if (placeholderCategory(text) !== undefined) return false;
      texts.push(text);
    }
  }
  let length = 0;
  for (const text of texts) length += text.length;
  return length <= SHORT && areQuiet(lexicon, texts);
}

/** What is said of the whole form */
interface Context {
  readonly reading: TextReading;
  readonly seenIn: "message" | "schema";
}

interface ReadField {
  readonly field: AskedField;
  readonly name: TextReading;
  readonly texts: readonly TextReading[];
  readonly offered: readonly TextReading[];
  readonly preset: TextReading | undefined;
}

const NONE: readonly TextReading[] = [];

function readField(field: AskedField, lexicon: Lexicon): ReadField {
  const { name, texts, offered, preset, holds } = field;
  return {
    field,
    name: readSecretText(lexicon, name),
    texts: readAll(texts, lexicon),
    offered: holds === "choice" ? readAll(offered, lexicon) : NONE,
    preset: preset === undefined || holds !== "text" ? undefined : readSecretText(lexicon, preset),
  };
}

function readAll(texts: readonly string[], lexicon: Lexicon): readonly TextReading[] {
  if (texts.length === 0) return NONE;
  const readings: TextReading[] = [];
  for (const text of texts) readings.push(readSecretText(lexicon, text));
  return readings;
}

/** What the whole form says, for words that count only in company */
interface Evidence {
  /** Categories that are named firmly somewhere */
  readonly firm: number;
  readonly cues: number;
  /** The form is about a circuit: its pins are contacts */
  readonly wiring: boolean;
}

function weigh(context: readonly Context[], fields: readonly ReadField[]): Evidence {
  const sum = { firm: 0, cues: 0, wiring: false, personal: false };
  for (const { reading } of context) addEvidence(reading, sum);
  for (const { name, texts } of fields) {
    addEvidence(name, sum);
    for (const text of texts) addEvidence(text, sum);
  }
  const { firm, cues, wiring, personal } = sum;
  return { firm, cues, wiring: wiring && !personal };
}

function addEvidence(
  reading: TextReading,
  sum: { firm: number; cues: number; wiring: boolean; personal: boolean },
): void {
  sum.cues |= reading.cues;
  sum.wiring ||= reading.wiring;
  for (const { category, bit, weak, contact } of reading.mentions) {
    if (!weak) sum.firm |= bit;
    if (category === "pin" && !contact) sum.personal = true;
  }
}

function counts({ holds }: AskedField, mention: Mention, { firm, cues, wiring }: Evidence): boolean {
  if (wiring && mention.contact && holds === "number") return false;
  return !mention.weak || ((firm | cues) & mention.bit) !== 0;
}

function askedBy(read: ReadField, evidence: Evidence, found: SecretRequest[]): number {
  const { field, name, texts } = read;
  if (field.holds === "choice" || field.holds === "nothing") return 0;
  if (field.declared === undefined && field.offered.length === 0 && !namesAny(read)) return 0;
  const own: SecretRequest[] = [];
  let firm = 0;
  const add = (category: SecretCategory, seenIn: SecretRequest["seenIn"], at: number): void => {
    if (own.some((other) => other.category === category)) return;
    own.push({ field: field.name, category, seenIn, at });
  };
  if (field.declared !== undefined) add(field.declared, "schema", 0);
  for (const offer of field.offered) {
    const category = placeholderCategory(offer);
    if (category !== undefined) add(category, "schema", 0);
  }
  // What stands in a field may name anything; only a demand counts ("Enter your password").
  for (const mention of read.preset?.mentions ?? []) {
    if (mention.asked && mention.leads && !mention.soft && !mention.weak) add(mention.category, "schema", mention.at);
  }
  // A title tells what an ambiguous name means (`pwd`: working directory).
  const told = texts.some((text) => (text.known || text.harmless) && text.mentions.length === 0);
  const excused = texts.reduce((bits, text) => bits | text.excused, 0);
  for (const mention of name.mentions) {
    if (!counts(field, mention, evidence) || !canHold(field, mention)) continue;
    if (mention.soft && (told || (excused & mention.bit) !== 0)) continue;
    add(mention.category, "name", mention.at);
    if (!mention.weak) firm |= mention.bit;
  }
  // Where the name already says something harmless, a text must ask outright; elsewhere naming is asking.
  const explained = isExplained(read);
  for (const text of texts) {
    for (const mention of text.mentions) {
      if (!counts(field, mention, evidence) || !canHold(field, mention)) continue;
      if (explained && (mention.sent || !(mention.leads || (mention.asked && !text.known)))) continue;
      if ((mention.aside || (mention.soft && told)) && !mention.leads) continue;
      add(mention.category, "text", mention.at);
      if (!mention.weak) firm |= mention.bit;
    }
  }
  found.push(...narrowed(own, evidence));
  return firm;
}

function namesAny({ name, texts, preset }: ReadField): boolean {
  if (name.mentions.length > 0 || (preset !== undefined && preset.mentions.length > 0)) return true;
  for (const { mentions } of texts) if (mentions.length > 0) return true;
  return false;
}

function isExplained({ name, texts }: ReadField): boolean {
  if (name.known || name.harmless || name.excused !== 0) return true;
  const [title] = texts;
  return texts.length > 1 && title !== undefined && title.mentions.length === 0 && (title.known || title.excused !== 0);
}

// A number can be a PIN, a code or a card, but no token or key: `tokens` in a number field are counted.
function canHold(field: AskedField, mention: Mention): boolean {
  if (field.holds !== "number") return true;
  return NUMERIC.has(mention.category);
}

const NUMERIC: ReadonlySet<SecretCategory> = new Set([
  "password",
  "otp",
  "pin",
  "payment-card",
  "bank-account",
  "national-id",
  "security-answer",
]);

// One phrase, two senses: a security code beside a card is the card's, elsewhere a one-time code. And a general word gives
// way to an exact one (API secret, credentials).
function narrowed(own: SecretRequest[], { firm }: Evidence): readonly SecretRequest[] {
  if (own.length < 2) return own;
  const has = (category: SecretCategory): boolean => own.some((request) => request.category === category);
  const card = has("payment-card") && (firm & bitOf("payment-card")) !== 0;
  return own.filter(({ category, at, seenIn }) => {
    if (category === "otp" && card) {
      return !own.some((other) => other.category === "payment-card" && other.at === at && other.seenIn === seenIn);
    }
    if (category === "payment-card" && has("otp") && !card) return false;
    if (category === "secret" || category === "password") {
      return !own.some(
        (other) => other.category !== category && other.category !== "security-answer" && isExacter(other, category),
      );
    }
    return true;
  });
}

function isExacter(other: SecretRequest, category: SecretCategory): boolean {
  if (category === "secret") return other.category !== "password";
  return other.category === "otp" || other.category === "pin";
}

interface ContextMention extends Mention {
  readonly seenIn: Context["seenIn"];
}

// Of equal ones the first: a schema can offer thousands, to thousands of fields.
function mentionsOf(context: readonly Context[], fields: readonly ReadField[]): readonly ContextMention[] {
  const mentions = new Map<string, ContextMention>();
  const add = (reading: TextReading, seenIn: Context["seenIn"]): void => {
    if (reading.mentions.length === 0) return;
    for (const mention of reading.mentions) {
      const { at: _, ...rest } = mention;
      const key = Object.values(rest).join(" ");
      if (!mentions.has(key)) mentions.set(key, { ...mention, seenIn });
    }
  };
  for (const { reading, seenIn } of context) add(reading, seenIn);
  for (const { offered } of fields) for (const reading of offered) add(reading, "message");
  return mentions.size === 0 ? [] : [...mentions.values()];
}

/** The context decides for fields that say nothing of their own (FastMCP's `value`), and where it asks outright, for strange ones */
function askedByContext(
  context: readonly Context[],
  fields: readonly ReadField[],
  evidence: Evidence,
  answered: number,
  found: SecretRequest[],
): void {
  const mentions = mentionsOf(context, fields);
  if (mentions.length === 0) return;
  const flagged = new Set(found.map(({ field }) => field));
  for (const read of fields) {
    const { field } = read;
    if (field.holds === "choice" || field.holds === "nothing" || flagged.has(field.name)) continue;
    const generic = isGeneric(read);
    if (!generic && (answered !== 0 || isToldOtherwise(read))) continue;
    const own: SecretRequest[] = [];
    const told = isToldOtherwise(read);
    for (const mention of mentions) {
      // A comment takes anything: there the message must ask outright.
      if (told && !(mention.asked && mention.leads && !mention.soft)) continue;
      if ((answered & mention.bit) !== 0 || mention.aside || !(generic || mention.asked)) continue;
      if (!counts(field, mention, evidence) || !canHold(field, mention)) continue;
      if (answered !== 0 && mention.category === "password") continue;
      if (own.some((other) => other.category === mention.category)) continue;
      own.push({ field: field.name, category: mention.category, seenIn: mention.seenIn, at: mention.at });
    }
    found.push(...narrowed(own, evidence));
  }
}

function isGeneric({ name, texts }: ReadField): boolean {
  return name.empty && texts.every((text) => text.empty);
}

function isToldOtherwise({ name, texts }: ReadField): boolean {
  const told = (reading: TextReading): boolean => reading.known || reading.harmless || reading.excused !== 0;
  return told(name) || texts.some(told);
}

function inOrder(found: readonly SecretRequest[], fields: readonly AskedField[]): readonly SecretRequest[] {
  const places = new Map<string, number>();
  for (const [index, { name }] of fields.entries()) if (!places.has(name)) places.set(name, index);
  const place = ({ field, category }: SecretRequest): number =>
    (places.get(field) ?? 0) * SECRET_CATEGORIES.length + SECRET_CATEGORIES.indexOf(category);
  const unique = new Map(found.map((request) => [place(request), request]));
  return [...unique].sort(([left], [right]) => left - right).map(([, request]) => request);
}
