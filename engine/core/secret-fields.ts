/**
 * The places of a form where a person could type something, out of any JSON shape, and what each says of itself.
 * Tolerant where `form.ts` is exact: a guard must see a `password` also where the schema is nested, odd or broken.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { SecretCategory } from "./secrets.ts";

export interface AskedField {
  /** The property's name */
  readonly name: string;
  readonly texts: readonly string[];
  /** Labels of options, defaults, examples: what is offered, not what is asked */
  readonly offered: readonly string[];
  /** A text that stands in the field at first */
  readonly preset: string | undefined;
  readonly holds: "choice" | "nothing" | "number" | "text";
  /** What the schema's keywords say outright: `format: password`, `writeOnly`, `autocomplete` */
  readonly declared: SecretCategory | undefined;
}

/** More than any form has; a schema beyond is read as far as this */
export const MAX_FIELDS = 10_000;
const MAX_DEPTH = 60;

/** Finds every property of a schema, at any depth, each with its own texts; reads anything, throws nothing */
export function findFields(schema: unknown): readonly AskedField[] {
  const fields: AskedField[] = [];
  walk(schema as JsonValue, 0, fields);
  return fields;
}

function walk(schema: JsonValue, depth: number, fields: AskedField[]): void {
  if (depth > MAX_DEPTH || fields.length >= MAX_FIELDS) return;
  if (isArray(schema)) {
    for (const item of schema) walk(item, depth + 1, fields);
    return;
  }
  if (!isObject(schema)) return;
  const named = new Set<string>();
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] as JsonValue;
    if (keyword === "properties" || keyword === "patternProperties" || keyword === "dependentSchemas") {
      addProperties(value, depth, named, fields);
    } else if (!TEXTS.has(keyword) && typeof value === "object" && value !== null && !DATA.has(keyword)) {
      walk(value, depth + 1, fields);
    }
  }
  // A name in `required` alone: a client may still draw it (case req-098).
  const required = Object.hasOwn(schema, "required") ? schema["required"] : undefined;
  if (!isArray(required)) return;
  for (const name of required) {
    if (typeof name === "string" && !named.has(name)) fields.push(readField(name, {}));
  }
}

function addProperties(properties: JsonValue, depth: number, named: Set<string>, fields: AskedField[]): void {
  if (isArray(properties)) {
    for (const property of properties) {
      if (!isObject(property)) continue;
      const name = textOf(property, "name") ?? textOf(property, "key") ?? textOf(property, "id") ?? "";
      named.add(name);
      fields.push(readField(name, property));
      walk(property, depth + 1, fields);
    }
    return;
  }
  if (!isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    if (fields.length >= MAX_FIELDS) return;
    const property = properties[name] as JsonValue;
    named.add(name);
    fields.push(readField(name, isObject(property) ? property : {}));
    if (mayHoldFields(property)) walk(property, depth + 1, fields);
  }
}

// Most properties are flat: nothing in them is worth a walk.
function mayHoldFields(property: JsonValue): boolean {
  if (typeof property !== "object" || property === null) return false;
  if (isArray(property)) return true;
  for (const keyword of Object.keys(property)) {
    const value = property[keyword];
    if (typeof value === "object" && value !== null && (keyword === "required" || !DATA.has(keyword))) return true;
  }
  return false;
}

// Keywords whose values are data, not schemas.
const DATA: ReadonlySet<string> = new Set(["default", "enum", "const", "examples", "required", "enumNames"]);
const TEXTS: ReadonlySet<string> = new Set(["title", "description"]);

/** The root's own title and description: what the whole form says of itself */
export function findRootTexts(schema: unknown): readonly string[] {
  if (!isObject(schema as JsonValue)) return [];
  return [...TEXTS].map((keyword) => textOf(schema as JsonObject, keyword) ?? "").filter((text) => text !== "");
}

const NONE: readonly string[] = [];

function readField(name: string, schema: JsonObject): AskedField {
  const keywords = Object.keys(schema);
  return {
    name,
    texts: hasAny(keywords, LABELS) ? textsOf(schema) : NONE,
    offered: hasAny(keywords, OFFERS) ? offeredBy(schema, []) : NONE,
    preset: textOf(schema, "default"),
    holds: holdsOf(schema, 0),
    declared: declaredOf(schema, keywords),
  };
}

const LABELS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "label",
  "placeholder",
  "prompt",
  "help",
  "$comment",
]);
const PROPOSALS: readonly string[] = [
  "default",
  "examples",
  "example",
  "enum",
  "enumNames",
  "const",
  "pattern",
  "placeholder",
];
const OFFERS: ReadonlySet<string> = new Set([...PROPOSALS, "oneOf", "anyOf", "items"]);

function hasAny(keywords: readonly string[], wanted: ReadonlySet<string>): boolean {
  for (const keyword of keywords) if (wanted.has(keyword)) return true;
  return false;
}

function textsOf(schema: JsonObject): readonly string[] {
  const texts: string[] = [];
  for (const keyword of LABELS) {
    const text = textOf(schema, keyword);
    if (text !== undefined && text !== "") texts.push(text);
  }
  return texts;
}

function textOf(schema: JsonObject, keyword: string): string | undefined {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return typeof value === "string" ? value : undefined;
}

function offeredBy(schema: JsonObject, offered: string[]): readonly string[] {
  for (const keyword of PROPOSALS) {
    if (Object.hasOwn(schema, keyword)) addTexts(schema[keyword] as JsonValue, offered);
  }
  for (const keyword of ["oneOf", "anyOf"]) {
    const options = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (!isArray(options)) continue;
    for (const option of options) {
      if (!isObject(option)) continue;
      for (const part of ["title", "const", "description"]) {
        if (Object.hasOwn(option, part)) addTexts(option[part] as JsonValue, offered);
      }
    }
  }
  const items = Object.hasOwn(schema, "items") ? schema["items"] : undefined;
  return isObject(items) ? offeredBy(items, offered) : offered;
}

function addTexts(value: JsonValue, texts: string[]): void {
  if (texts.length > 200) return;
  if (typeof value === "string") texts.push(value);
  else if (isArray(value)) for (const item of value) if (typeof item === "string") texts.push(item);
}

// What could be typed here. In doubt: text.
function holdsOf(schema: JsonObject, depth: number): AskedField["holds"] {
  if (isChoice(schema)) return "choice";
  const type = Object.hasOwn(schema, "type") ? schema["type"] : undefined;
  if (type === "string") return isDated(schema) ? "nothing" : "text";
  const types = isArray(type) ? type : [type];
  const others = types.filter((one) => one !== "null" && one !== "boolean");
  if (others.length === 0) return "nothing";
  if (others.every((one) => one === "integer" || one === "number")) return "number";
  if (others.every((one) => one === "array")) {
    const items = Object.hasOwn(schema, "items") ? schema["items"] : undefined;
    return isObject(items) && depth < MAX_DEPTH ? holdsOf(items, depth + 1) : "text";
  }
  // Its properties are fields of their own.
  if (others.every((one) => one === "object") && Object.hasOwn(schema, "properties")) return "nothing";
  if (type === undefined && depth < MAX_DEPTH) return holdsOfUnion(schema, depth) ?? "text";
  return isDated(schema) ? "nothing" : "text";
}

function isDated(schema: JsonObject): boolean {
  const format = Object.hasOwn(schema, "format") ? schema["format"] : undefined;
  return format === "date" || format === "date-time" || format === "time";
}

function holdsOfUnion(schema: JsonObject, depth: number): AskedField["holds"] | undefined {
  for (const keyword of ["anyOf", "oneOf", "allOf"]) {
    const parts = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (!isArray(parts) || parts.length === 0) continue;
    const held = parts.map((part) => (isObject(part) ? holdsOf(part, depth + 1) : "text"));
    if (held.includes("text")) return "text";
    if (held.includes("number")) return "number";
    return held.includes("choice") ? "choice" : "nothing";
  }
  return undefined;
}

function isChoice(schema: JsonObject): boolean {
  if (Object.hasOwn(schema, "const")) return true;
  if (Object.hasOwn(schema, "enum")) {
    const options = schema["enum"];
    if (isArray(options) && options.length > 0) return true;
  }
  for (const keyword of ["oneOf", "anyOf"]) {
    const options = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
    if (!isArray(options) || options.length === 0) continue;
    if (options.every((option) => isObject(option) && Object.hasOwn(option, "const"))) return true;
  }
  return false;
}

const AUTOCOMPLETE: ReadonlyMap<string, SecretCategory> = new Map([
  ["current-password", "password"],
  ["new-password", "password"],
  ["one-time-code", "otp"],
  ["cc-number", "payment-card"],
  ["cc-csc", "payment-card"],
]);

// Generators mark secrets so. The client turns `format: password` away (client-observed H), other hosts may not.
function declaredOf(schema: JsonObject, keywords: readonly string[]): SecretCategory | undefined {
  for (const keyword of keywords) {
    const value = schema[keyword];
    if (value === true && SECRET_FLAGS.has(keyword)) return "secret";
    if (typeof value !== "string") continue;
    if (value === "password" && PASSWORD_KEYWORDS.has(keyword)) return "password";
    if (keyword === "autocomplete" || keyword === "x-autocomplete") {
      const category = AUTOCOMPLETE.get(value);
      if (category !== undefined) return category;
    }
  }
  return undefined;
}

const SECRET_FLAGS: ReadonlySet<string> = new Set([
  "writeOnly",
  "sensitive",
  "secret",
  "x-secret",
  "x-sensitive",
  "x-password",
  "isSecret",
  "isPassword",
  "masked",
  "obscureText",
]);
const PASSWORD_KEYWORDS: ReadonlySet<string> = new Set([
  "format",
  "ui:widget",
  "widget",
  "inputType",
  "x-input-type",
  "control",
  "display",
  "type",
]);
