/**
 * What stands in a record for a value that a person typed: something that fits, or breaks, the form in the very same ways.
 * So a rule that holds answers against forms can be asked again, though the value is gone (DESIGN §9).
 */
import { checkContent, type Field, type Form } from "./form.ts";
import { createObject, isArray, isObject, type JsonValue } from "./json.ts";
import { maskText, mayBeSecret } from "./redact.ts";
import { lengthClass } from "./value-shape.ts";

export interface StandIn {
  readonly value: JsonValue;
  /** Whether every form that may have been asked says of it what it says of the value */
  readonly fits: boolean;
}

/** `forms`: what may have been asked. The first of a few simple values that no form can tell from the one that was typed */
export function standInFor(name: string, value: JsonValue, forms: readonly Form[]): StandIn {
  const fields = forms.map((form) => alone(form, name));
  const wanted = problemsOf(fields, name, value);
  const [plain, ...others] = simpleValues(value, forms.map(({ byName }) => byName.get(name)).filter(isField));
  for (const one of [plain, ...others]) if (problemsOf(fields, name, one) === wanted) return { value: one, fits: true };
  return { value: plain, fits: false };
}

function isField(field: Field | undefined): field is Field {
  return field !== undefined;
}

// The form with this field alone: each field is judged by itself, and a form may have thousands.
function alone(form: Form, name: string): Form {
  const field = form.byName.get(name);
  const [fields, byName] = field === undefined ? [[], NO_FIELDS] : [[field], new Map([[name, field]])];
  return { ...form, fields, byName, required: [] };
}

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

function problemsOf(forms: readonly Form[], name: string, value: JsonValue): string {
  const content = createObject();
  content[name] = value;
  const said = forms.flatMap((form) => [false, true].map((ours) => checkContent(form, content, { ours })));
  return JSON.stringify(said.map((problems) => problems.map(({ code, field }) => [code, field])));
}

function simpleValues(value: JsonValue, fields: readonly Field[]): readonly [JsonValue, ...JsonValue[]] {
  if (typeof value === "string") return simpleTexts(value, fields);
  if (typeof value === "number") return simpleNumbers(value, fields);
  if (typeof value === "boolean") return [false, true];
  if (isArray(value)) return simpleLists(value, fields);
  // An object can't be sent, whatever is in it, and `null` says nothing.
  return [isObject(value) ? {} : value];
}

const FORMATS = ["a@example.com", "https://example.com/", "2000-01-01", "2000-01-01T00:00:00Z"];

function simpleTexts(value: string, fields: readonly Field[]): readonly [string, ...string[]] {
  const texts = [filled(leastOf(value))];
  for (const field of fields) {
    // Of the server's own words the first, whichever was chosen.
    if ("values" in field) for (const one of first(field.values)) if (typeof one === "string") texts.push(one);
    if (field.type !== "string") continue;
    const { minLength = 0, maxLength = minLength } = field;
    for (const length of [minLength, maxLength, minLength - 1, maxLength + 1]) {
      if (length >= 0 && length <= MOST) texts.push(filled(length));
    }
  }
  return [...(texts as [string, ...string[]]), ...FORMATS, ""];
}

const MOST = 10_000;

function simpleNumbers(value: number, fields: readonly Field[]): readonly [number, ...number[]] {
  const numbers: number[] = [];
  for (const field of fields) {
    if ("values" in field) for (const one of first(field.values)) if (typeof one === "number") numbers.push(one);
    if (field.type !== "number" && field.type !== "integer") continue;
    for (const limit of [field.minimum, field.maximum, field.exclusiveMinimum, field.exclusiveMaximum]) {
      if (limit !== undefined) numbers.push(limit, limit - 1, limit + 1);
    }
  }
  // Beyond 2^53 a number is rounded on its way (client-observed B3), and that is told from it alone.
  return [0, 1, ...numbers, 0.5, 2 ** 53 + 2, value < 0 ? -(2 ** 53) - 2 : 2 ** 60];
}

function simpleLists(value: readonly JsonValue[], fields: readonly Field[]): readonly [JsonValue, ...JsonValue[]] {
  const { length } = value.slice(0, MOST);
  const texts = value.every((one) => typeof one === "string");
  const plain = Array.from({ length }, (_, at) => (texts ? SIGN : simpleValues(value[at] as JsonValue, [])[0]));
  const lists: JsonValue[] = [];
  for (const field of fields) {
    if (field.type !== "choices") continue;
    const offered = [...field.values].filter(isShown).slice(0, Math.max(length, 1));
    const [one = "*"] = offered;
    const chosen = Array.from({ length }, (_, at) => offered[at] ?? one);
    const repeated = Array.from({ length }, () => one);
    const strange = [...chosen.slice(0, -1), SIGN];
    lists.push(chosen, repeated, strange, [...repeated.slice(0, -1), SIGN]);
  }
  return [plain, ...lists];
}

function first(values: ReadonlySet<JsonValue> | undefined): readonly JsonValue[] {
  return [...(values ?? [])].filter(isShown).slice(0, 1);
}

// A record masks what may be a secret among the server's own words as well, so none of that may stand for an answer.
function isShown(value: JsonValue): boolean {
  if (typeof value === "number") return !mayBeSecret(String(value));
  return typeof value !== "string" || maskText(value) === value;
}

// The shortest text of its class, so that a length is told as roughly as everywhere (core/redact.ts).
function leastOf(value: string): number {
  return Number.parseInt(lengthClass(value.length), 10);
}

// A sign that nobody types, so that a likeness can't be taken for a value.
const SIGN = "\u2592";

function filled(length: number): string {
  return SIGN.repeat(length);
}
