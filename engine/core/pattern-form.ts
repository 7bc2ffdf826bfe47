/**
 * Conditions on the fields of a form and on answers.
 * Names are found at any depth: where a server hides a field, its own validator may still read it.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { OptionPowers, OptionProblem } from "./options.ts";
import type { TextTest } from "./pattern.ts";
import { described, made, mappingSchema, readMapping, readTextCondition, TEXT_SCHEMA } from "./pattern-text.ts";
import type { Result } from "./result.ts";

/** The name of the first field that the condition holds for */
export type FieldsTest = (schema: JsonObject) => string | undefined;
export type ContentTest = (content: JsonObject) => string | undefined;

export const FIELDS_SCHEMA: JsonObject = mappingSchema({
  names: described("the field's name, or a name in `required`", TEXT_SCHEMA),
  titles: described("the field's title", TEXT_SCHEMA),
  descriptions: described("the field's description", TEXT_SCHEMA),
  choices: described("one of the values that the field offers, or its label", TEXT_SCHEMA),
});

/** One field has to fit all that is stated */
export function readFieldsCondition(value: JsonValue, powers: OptionPowers): Result<FieldsTest, OptionProblem> {
  const read = readMapping(value, ["names", "titles", "descriptions", "choices"], (one) =>
    readTextCondition(one, powers),
  );
  return made(read, (tests) => (schema) => {
    const names = tests.get("names");
    for (const [name, field] of fieldsOf(schema)) {
      if (names?.(name) === false) continue;
      if (
        fitsLabel(tests.get("titles"), field, "title") &&
        fitsLabel(tests.get("descriptions"), field, "description")
      ) {
        const choices = tests.get("choices");
        if (choices === undefined || choicesOf(field).some(choices)) return name;
      }
    }
    return undefined;
  });
}

export const CONTENT_SCHEMA: JsonObject = mappingSchema({
  names: described("the name under which a value stands", TEXT_SCHEMA),
  values: described("the value; numbers, `true` and `false` as they are written", TEXT_SCHEMA),
});

/** One value has to fit all that is stated */
export function readContentCondition(value: JsonValue, powers: OptionPowers): Result<ContentTest, OptionProblem> {
  const read = readMapping(value, ["names", "values"], (one) => readTextCondition(one, powers));
  return made(read, (tests) => (content) => findValue(content, tests.get("names"), tests.get("values"), undefined));
}

function fitsLabel(test: TextTest | undefined, field: JsonObject, key: string): boolean {
  if (test === undefined) return true;
  const label = Object.hasOwn(field, key) ? field[key] : undefined;
  return typeof label === "string" && test(label);
}

const NO_SCHEMA: JsonObject = {};

// Every property of every schema inside this one, in the order of the text.
function* fieldsOf(schema: JsonValue): Iterable<readonly [name: string, field: JsonObject]> {
  if (isArray(schema)) {
    for (const item of schema) yield* fieldsOf(item);
    return;
  }
  if (!isObject(schema)) return;
  for (const [key, value] of Object.entries(schema)) {
    if ((key === "properties" || key === "patternProperties") && isObject(value)) {
      for (const [name, field] of Object.entries(value)) {
        yield [name, isObject(field) ? field : NO_SCHEMA];
        yield* fieldsOf(field);
      }
    } else if (key === "required" && isArray(value)) {
      for (const name of value) if (typeof name === "string") yield [name, NO_SCHEMA];
    } else if (typeof value === "object") yield* fieldsOf(value);
  }
}

// Every spelling of a choice (MCP 2026-07-28, elicitation: `enum`, `enumNames`, `oneOf`, `anyOf`, and `items` of a list).
function choicesOf(field: JsonObject): readonly string[] {
  return Object.entries(field).flatMap(([key, value]) => {
    switch (key) {
      case "const":
        return textsIn([value]);
      case "enum":
      case "enumNames":
        return isArray(value) ? textsIn(value) : [];
      case "oneOf":
      case "anyOf":
        return isArray(value)
          ? value.filter(isObject).flatMap((one) => [...textsIn([one["title"] ?? null]), ...choicesOf(one)])
          : [];
      case "items":
        return isObject(value) ? choicesOf(value) : [];
      default:
        return [];
    }
  });
}

function textsIn(values: readonly JsonValue[]): readonly string[] {
  return values.filter((value) => typeof value === "string");
}

// A value also stands under the names of all that is around it.
function findValue(
  value: JsonValue,
  names: TextTest | undefined,
  values: TextTest | undefined,
  under: string | undefined,
): string | undefined {
  if (isObject(value) || isArray(value)) {
    for (const [key, item] of Object.entries(value)) {
      const name = isArray(value) ? under : nameOf(key, names, under);
      if (name !== undefined && values === undefined) return name;
      const found = findValue(item as JsonValue, names, values, name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return under !== undefined && value !== null && values?.(String(value)) === true ? under : undefined;
}

function nameOf(key: string, names: TextTest | undefined, under: string | undefined): string | undefined {
  if (names === undefined) return key;
  return under ?? (names(key) ? key : undefined);
}
