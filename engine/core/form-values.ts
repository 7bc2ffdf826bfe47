/**
 * Options that hold values for form fields: constants, or facts that the caller passes.
 * A value is sent as it stands here. Nothing is coerced, but for a fact whose type the policy states, and only if no
 * digit or letter is lost.
 */
import { isNames } from "./form-keyword.ts";
import { isObject, type JsonValue } from "./json.ts";
import { bad, good, inside, type OptionProblem, type OptionSpec, wrongType, wrongValue } from "./options.ts";
import type { Result } from "./result.ts";

/** A value for a field: itself, or where to find it */
export type FieldValue = string | number | boolean | readonly string[] | FromFact;

export interface FromFact {
  readonly fact: string;
  readonly as: "flag" | "number" | "text";
}

/** By field name, field title, or type; names are data, so never an object */
export type FieldValues = ReadonlyMap<string, FieldValue>;

/** A mapping from names to values; `keys`: the only names that make sense */
export function fieldValues(about: string, keys?: readonly string[]): OptionSpec<FieldValues | undefined> {
  return {
    kind: "mapping to values",
    about,
    required: false,
    first: undefined,
    schema: {
      type: "object",
      minProperties: 1,
      additionalProperties: VALUE_SCHEMA,
      ...(keys === undefined ? {} : { propertyNames: { enum: keys } }),
    },
    read: (value) => readValues(value, keys),
  };
}

/** The value to send; `undefined` where its fact is not there, or is not wholly of the type that the policy states */
export function resolveValue(value: FieldValue, facts: ReadonlyMap<string, string>): JsonValue | undefined {
  if (typeof value !== "object" || !("fact" in value)) return value;
  const text = facts.get(value.fact);
  if (text === undefined || value.as === "text") return text;
  if (value.as === "flag") return text === "true" ? true : text === "false" ? false : undefined;
  // `042`, `1e3` or twenty digits would come out written otherwise: they are not taken for numbers.
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text ? number : undefined;
}

const VALUE_SCHEMA = {
  anyOf: [
    { type: ["string", "number", "boolean"] },
    { type: "array", items: { type: "string" } },
    {
      type: "object",
      properties: { fact: { type: "string", minLength: 1 }, as: { enum: ["text", "number", "flag"] } },
      required: ["fact"],
      additionalProperties: false,
    },
  ],
} as const;

function readValues(value: JsonValue, keys: readonly string[] | undefined): Result<FieldValues, OptionProblem> {
  if (!isObject(value)) return wrongType("a mapping to values", value);
  const names = Object.keys(value);
  if (names.length === 0) return wrongValue("at least one value");
  const values = new Map<string, FieldValue>();
  const problems: OptionProblem[] = [];
  for (const name of names) {
    const known = keys === undefined || keys.includes(name);
    const read = known ? readValue(value[name] as JsonValue) : wrongValue(`one of ${keys.join(", ")}`);
    if (read.ok) values.set(name, read.value);
    else for (const problem of read.errors) problems.push(inside(name, problem));
  }
  const [first, ...rest] = problems;
  return first === undefined ? good(values) : { ok: false, errors: [first, ...rest] };
}

function readValue(value: JsonValue): Result<FieldValue, OptionProblem> {
  if (typeof value === "string" || typeof value === "boolean") return good(value);
  if (typeof value === "number") {
    // Beyond, the client rounds (client-observed B3), and YAML has rounded already.
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER
      ? good(value)
      : wrongValue("a number below 2^53, since beyond it digits are lost");
  }
  if (isNames(value)) return good(value);
  if (!isObject(value)) return wrongType("text, a number, `true`, `false` or a list of texts", value);
  return readFact(value);
}

function readFact(value: Readonly<Record<string, JsonValue>>): Result<FieldValue, OptionProblem> {
  const stranger = Object.keys(value).find((key) => key !== "fact" && key !== "as");
  if (stranger !== undefined) {
    return bad({ path: [stranger], code: "wrong-value", message: "only `fact` and `as` are wanted here" });
  }
  const fact = Object.hasOwn(value, "fact") ? value["fact"] : undefined;
  const as = Object.hasOwn(value, "as") ? value["as"] : "text";
  if (typeof fact !== "string" || fact === "") return wrongValue("`fact` with the name of a fact");
  if (as !== "text" && as !== "number" && as !== "flag") {
    return bad({ path: ["as"], code: "wrong-value", message: "one of `text`, `number`, `flag` is wanted here" });
  }
  return good({ fact, as });
}
