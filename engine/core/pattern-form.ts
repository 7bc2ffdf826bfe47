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
  return made(read, (tests) => {
    const [names, titles, descriptions, choices] = (["names", "titles", "descriptions", "choices"] as const).map(
      (name) => tests.get(name),
    );
    const fits = (name: string, field: JsonObject): boolean =>
      names?.(name) !== false &&
      fitsLabel(titles, field, "title") &&
      fitsLabel(descriptions, field, "description") &&
      (choices === undefined || choicesOf(field).some(choices));
    return (schema) => findField(schema, fits);
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

type Fits = (name: string, field: JsonObject) => boolean;

// Looks at every property of every schema inside this one, in the order of the text.
function findField(schema: JsonValue, fits: Fits): string | undefined {
  if (typeof schema !== "object" || schema === null) return undefined;
  for (const key of Object.keys(schema)) {
    const found = findIn(key, (schema as JsonObject)[key] as JsonValue, fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findIn(keyword: string, value: JsonValue, fits: Fits): string | undefined {
  if ((keyword === "properties" || keyword === "patternProperties") && isObject(value)) {
    for (const name of Object.keys(value)) {
      const field = value[name] as JsonValue;
      const found = fits(name, isObject(field) ? field : NO_SCHEMA) ? name : findField(field, fits);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (keyword === "required" && isArray(value)) return textsIn(value).find((name) => fits(name, NO_SCHEMA));
  return findField(value, fits);
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
