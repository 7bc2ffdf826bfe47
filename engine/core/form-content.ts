/**
 * Content against a form: every way in which the server would refuse it, or the client would not carry it unharmed.
 * The client checks nothing (client-observed B3) and a wrong value breaks the tool call, so this is the only check there is.
 */
import type { ChoicesField, Field, Form, NumberField, StringField, Values } from "./form.ts";
import { hasFormat } from "./form-format.ts";
import { isNames, pointer } from "./form-keyword.ts";
import { isArray, isObject, type JsonValue } from "./json.ts";

/** `at` is a JSON pointer into the content; `field` the name it starts with, `""` for the content itself */
export interface ContentProblem {
  readonly code: ContentProblemCode;
  readonly at: string;
  readonly field: string;
}

export type ContentProblemCode =
  /** A string is not of the field's format */
  | "bad-format"
  /** A number has more digits than the client carries: beyond 2^53 it is rounded (client-observed B3) */
  | "inexact"
  /** A required field is absent */
  | "missing"
  /** None of the values that the field allows */
  | "not-a-choice"
  /** An item stands twice where items must be unique */
  | "repeated"
  | "too-few"
  | "too-large"
  | "too-long"
  | "too-many"
  | "too-short"
  | "too-small"
  /** The form may limit the content in a way that is not checked; `ours` only */
  | "unchecked"
  /** A name that the form does not have: refused by the schema itself, or `ours` */
  | "undeclared"
  /** The client drops the name or refuses the value: `__proto__`, null, objects, arrays of others than strings */
  | "unsendable"
  /** Not of the field's type; likewise content that is no object */
  | "wrong-type";

export interface CheckOptions {
  /** The content is the engine's own answer: only declared fields, and no form that is not wholly understood */
  readonly ours?: boolean;
}

/** Lists what is wrong with the content of an accept, in the order of the form; empty: the server takes it */
export function checkContent(
  form: Form,
  content: unknown,
  { ours = false }: CheckOptions = {},
): readonly ContentProblem[] {
  if (!isObject(content)) return [{ code: "wrong-type", at: "", field: "" }];
  const problems: ContentProblem[] = [];
  if (ours && !form.certain) problems.push({ code: "unchecked", at: "", field: "" });
  for (const name of form.required) {
    if (!Object.hasOwn(content, name)) problems.push({ code: "missing", at: pointer([name]), field: name });
  }
  const strangers = Object.keys(content).filter((name) => !form.byName.has(name));
  const given = form.fields.map(({ name }) => name).filter((name) => Object.hasOwn(content, name));
  for (const name of [...given, ...strangers]) {
    const start = pointer([name]);
    const report = (code: ContentProblemCode, ...path: readonly string[]): void => {
      problems.push({ code, at: start + pointer(path), field: name });
    };
    const before = problems.length;
    const value = content[name] as JsonValue;
    const field = form.byName.get(name);
    if (field !== undefined) checkValue(field, value, report);
    else if (ours || form.closed) report("undeclared");
    if (problems.length === before) checkCarriage(name, value, report);
  }
  return problems;
}

/** The default of a field, where it has one that the server would take */
export function defaultOf(field: Field): JsonValue | undefined {
  const value = field.default;
  if (value === undefined) return undefined;
  let fits = true;
  const report = (): void => {
    fits = false;
  };
  checkValue(field, value, report);
  checkCarriage(field.name, value, report);
  return fits ? value : undefined;
}

type Report = (code: ContentProblemCode, ...path: readonly string[]) => void;

function checkValue(field: Field, value: JsonValue, report: Report): void {
  switch (field.type) {
    case "string":
      if (typeof value === "string") checkText(field, value, report);
      else report("wrong-type");
      return;
    case "integer":
    case "number":
      if (isNumber(value, field.type)) checkNumber(field, value, report);
      else report("wrong-type");
      return;
    case "boolean":
      if (typeof value === "boolean") checkListed(field.values, value, report);
      else report("wrong-type");
      return;
    case "choice":
      if (typeof value === "string") checkListed(field.values, value, report);
      else report("wrong-type");
      return;
    case "choices":
      if (isArray(value)) checkItems(field, value, report);
      else report("wrong-type");
      return;
    case "opaque":
      return;
  }
}

function checkText(field: StringField, value: string, report: Report): void {
  const { minLength, maxLength, format } = field;
  // Code points, not UTF-16 units (JSON Schema 2020-12, validation §6.3.1).
  const length = minLength === undefined && maxLength === undefined ? 0 : codePoints(value);
  if (minLength !== undefined && length < minLength) report("too-short");
  if (maxLength !== undefined && length > maxLength) report("too-long");
  if (format !== undefined && !hasFormat(value, format)) report("bad-format");
  checkListed(field.values, value, report);
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

// `1.0` and `1e21` are integers (JSON Schema 2020-12, validation §6.1.1). Infinity is what JSON.parse makes of `1e400`.
function isNumber(value: JsonValue, type: NumberField["type"]): value is number {
  return typeof value === "number" && Number.isFinite(value) && (type === "number" || Number.isInteger(value));
}

function checkNumber(field: NumberField, value: number, report: Report): void {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
  if (minimum !== undefined && value < minimum) report("too-small");
  else if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) report("too-small");
  if (maximum !== undefined && value > maximum) report("too-large");
  else if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) report("too-large");
  checkListed(field.values, value, report);
}

function checkItems(field: ChoicesField, value: readonly JsonValue[], report: Report): void {
  if (field.minItems !== undefined && value.length < field.minItems) report("too-few");
  if (field.maxItems !== undefined && value.length > field.maxItems) report("too-many");
  if (field.unique && new Set(value).size < value.length) report("repeated");
  for (const [index, item] of value.entries()) {
    if (typeof item !== "string") report("wrong-type", `${index}`);
    else if (!field.values.has(item)) report("not-a-choice", `${index}`);
  }
}

function checkListed(values: Values | undefined, value: JsonValue, report: Report): void {
  if (values !== undefined && !values.has(value)) report("not-a-choice");
}

// Only strings, numbers, booleans and arrays of strings arrive as they were (client-observed B3).
function checkCarriage(name: string, value: JsonValue, report: Report): void {
  if (typeof value === "number" && Number.isFinite(value)) {
    // Every double beyond is whole, and may stand for a number whose last digits are lost already.
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) report("inexact");
  } else if (typeof value !== "string" && typeof value !== "boolean" && !isNames(value)) report("unsendable");
  if (name === "__proto__") report("unsendable");
}
