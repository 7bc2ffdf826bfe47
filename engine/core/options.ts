/**
 * The options of rules, declared as data.
 * One declaration gives the checker, the type that `decide` sees, the documents' JSON Schema and the docs.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Result } from "./result.ts";

type OptionProblemCode =
  | "bad-path"
  | "bad-pattern"
  | "bad-port"
  | "bad-wildcard"
  | "empty-list"
  | "ip-by-accident"
  | "is-a-url"
  | "matches-everything"
  | "not-a-host"
  | "public-suffix"
  | "unknown-key"
  | "wrong-type"
  | "wrong-value";

/** What is wrong with an option's value; `path` leads from the option to the place, `code` is an `ErrorCode` */
export interface OptionProblem {
  readonly path: readonly (string | number)[];
  readonly code: OptionProblemCode;
  readonly message: string;
  readonly help?: string;
}

/** Powers while a document is checked; a compiled policy was checked before, so it needs no suffix list */
export interface OptionPowers {
  readonly registrableDomain: ((host: string) => string | undefined) | undefined;
  readonly pattern: (source: string) => ((text: string) => boolean) | undefined;
}

export interface OptionSpec<Value> {
  /** How docs name the kind: `yes / no`, `list of text` */
  readonly kind: string;
  readonly about: string;
  readonly required: boolean;
  /** The value where a document states none; `undefined`: there is none */
  readonly first: JsonValue | undefined;
  /** JSON Schema (2020-12) of the value as a document writes it */
  readonly schema: JsonObject;
  /** Checks a document's value and makes what `decide` uses; called once per entry, never per request */
  readonly read: (value: JsonValue, powers: OptionPowers) => Result<Value, OptionProblem>;
}

// biome-ignore lint/suspicious/noExplicitAny: the value types of a rule's options differ; `CheckedOptions` gives them back
export type OptionSpecs = Readonly<Record<string, OptionSpec<any>>>;

export type CheckedOptions<Specs extends OptionSpecs> = {
  readonly [Name in keyof Specs]: Specs[Name] extends OptionSpec<infer Value> ? Value : never;
};

/** `true` or `false`, with a first value */
export function flag(first: boolean, about: string): OptionSpec<boolean> {
  return {
    kind: "true / false",
    about,
    required: false,
    first,
    schema: { type: "boolean", default: first },
    read: (value) => (typeof value === "boolean" ? good(value) : wrongType("`true` or `false`", value)),
  };
}

/** One of a few words, with a first value */
export function choice<const Word extends string>(
  words: readonly Word[],
  first: Word,
  about: string,
): OptionSpec<Word> {
  return {
    kind: words.map((word) => `\`${word}\``).join(" / "),
    about,
    required: false,
    first,
    schema: { enum: words, default: first },
    read: (value) => readWord(words, value),
  };
}

/** One of a few words; the document has to say which */
export function requiredChoice<const Word extends string>(words: readonly Word[], about: string): OptionSpec<Word> {
  return {
    kind: words.map((word) => `\`${word}\``).join(" / "),
    about,
    required: true,
    first: undefined,
    schema: { enum: words },
    read: (value) => readWord(words, value),
  };
}

/** Some of a few words, with first ones (one word alone counts as a list of one); an empty list is "none of them" */
export function words<const Word extends string>(
  known: readonly Word[],
  first: readonly Word[],
  about: string,
): OptionSpec<readonly Word[]> {
  const item: JsonObject = { enum: known };
  return {
    kind: `list of ${known.map((word) => `\`${word}\``).join(", ")}`,
    about,
    required: false,
    first,
    schema: { anyOf: [item, { type: "array", items: item }], default: first },
    read: (value, powers) =>
      isArray(value) && value.length === 0 ? good([]) : readList(value, powers, (one) => readWord(known, one)),
  };
}

/** A whole number from `least` up to `most`, with a first value */
export function count(
  first: number,
  about: string,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): OptionSpec<number> {
  const bounded = most < Number.MAX_SAFE_INTEGER;
  return {
    kind: "whole number",
    about,
    required: false,
    first,
    schema: { type: "integer", minimum: least, ...(bounded ? { maximum: most } : {}), default: first },
    read: (value) => {
      if (typeof value !== "number") return wrongType("a whole number", value);
      return Number.isSafeInteger(value) && value >= least && value <= most
        ? good(value)
        : wrongValue(`a whole number from ${least} ${bounded ? `to ${most}` : "up"}`);
    },
  };
}

/** A text that may be left out */
export function text(about: string): OptionSpec<string | undefined> {
  return {
    kind: "text",
    about,
    required: false,
    first: undefined,
    schema: { type: "string", minLength: 1 },
    read: (value) => {
      if (typeof value !== "string") return wrongType("text", value);
      return value === "" ? wrongValue("a text of at least one character") : good(value);
    },
  };
}

/** Any mapping, handed on as it stands; empty where a document states none */
export function data(about: string): OptionSpec<JsonObject> {
  return {
    kind: "mapping",
    about,
    required: false,
    first: {},
    schema: { type: "object" },
    read: (value) => (isObject(value) ? good(value) : wrongType("a mapping", value)),
  };
}

/** A list of texts (one text alone counts as a list of one) */
export function list(
  about: string,
  { required = false }: { readonly required?: boolean } = {},
): OptionSpec<readonly string[]> {
  return {
    kind: "list of text",
    about,
    required,
    first: required ? undefined : [],
    schema: listSchema({ type: "string", minLength: 1 }),
    read: (value, powers) => readList(value, powers, readText),
  };
}

/** A list (or one item alone) whose items are read by `item`; an empty list is an error, since it could only be a slip */
export function readList<Item>(
  value: JsonValue,
  powers: OptionPowers,
  item: (value: JsonValue, powers: OptionPowers) => Result<Item, OptionProblem>,
): Result<readonly Item[], OptionProblem> {
  const values = isArray(value) ? value : [value];
  if (values.length === 0) {
    return bad({
      path: [],
      code: "empty-list",
      message: "the list is empty",
      help: "name at least one, or leave the option out",
    });
  }
  const items: Item[] = [];
  const problems: OptionProblem[] = [];
  for (const [index, one] of values.entries()) {
    const read = item(one, powers);
    if (read.ok) items.push(read.value);
    else for (const problem of read.errors) problems.push(isArray(value) ? inside(index, problem) : problem);
  }
  const [first, ...rest] = problems;
  return first === undefined ? good(items) : { ok: false, errors: [first, ...rest] };
}

export function readText(value: JsonValue): Result<string, OptionProblem> {
  if (typeof value !== "string") return wrongType("text", value);
  return value === "" ? wrongValue("a text of at least one character") : good(value);
}

export function listSchema(item: JsonObject): JsonObject {
  return { anyOf: [item, { type: "array", items: item, minItems: 1 }] };
}

export function good<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function bad(problem: OptionProblem): { readonly ok: false; readonly errors: readonly [OptionProblem] } {
  return { ok: false, errors: [problem] };
}

export function wrongType(
  wanted: string,
  value: JsonValue,
): { readonly ok: false; readonly errors: readonly [OptionProblem] } {
  const help =
    typeof value === "number" && wanted === "text" ? "put it in quotes, so that its spelling is kept" : undefined;
  const message = `${wanted} is wanted here, not ${kindOf(value)}`;
  return bad(
    help === undefined ? { path: [], code: "wrong-type", message } : { path: [], code: "wrong-type", message, help },
  );
}

export function wrongValue(
  wanted: string,
  help?: string,
): { readonly ok: false; readonly errors: readonly [OptionProblem] } {
  const message = `${wanted} is wanted here`;
  return bad(
    help === undefined ? { path: [], code: "wrong-value", message } : { path: [], code: "wrong-value", message, help },
  );
}

/** The same problem seen from one step further out */
export function inside(step: string | number, problem: OptionProblem): OptionProblem {
  return { ...problem, path: [step, ...problem.path] };
}

export function kindOf(value: JsonValue): string {
  if (value === null) return "nothing";
  if (isArray(value)) return "a list";
  if (isObject(value)) return "a mapping";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    default:
      return value ? "`true`" : "`false`";
  }
}

function readWord<Word extends string>(words: readonly Word[], value: JsonValue): Result<Word, OptionProblem> {
  const found = words.find((word) => word === value);
  if (found !== undefined) return good(found);
  const wanted = `one of ${words.map((word) => `\`${word}\``).join(", ")}`;
  return typeof value === "string" ? wrongValue(wanted) : wrongType(wanted, value);
}
