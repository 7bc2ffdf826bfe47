/**
 * A form as the server asked for it: `requested_schema` read into fields, and all that lies outside the grammar by name.
 * The client checks no answer against the schema (client-observed B3), so what is not understood here is never answered.
 */
import { parseField } from "./form-field.ts";
import { isAnnotation, own, pointer, type Report } from "./form-keyword.ts";
import { type FormProblem, type FormProblemCode, leavesDoubt } from "./form-problem.ts";
import { isEmptyForm, isLoneYesNo } from "./form-question.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Result } from "./result.ts";

// This file is the engine's door to forms; the parts stand in files of their own.
export { checkContent } from "./form-content.ts";

/** MCP revisions that know elicitation; a policy names the one that servers are held to */
export type Protocol = "2025-06-18" | "2025-11-25" | "2026-07-28";
export const PROTOCOLS: readonly Protocol[] = ["2025-06-18", "2025-11-25", "2026-07-28"];
export const NEWEST_PROTOCOL: Protocol = "2026-07-28";

/** The strictest of several, since the grammar only ever grew; what says none is left out */
export function oldestProtocol(stated: readonly (Protocol | undefined)[]): Protocol {
  return PROTOCOLS.find((protocol) => stated.includes(protocol)) ?? NEWEST_PROTOCOL;
}

export interface Form {
  /** In the order of the schema */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Names that an accept must carry, each once; the form need not have a field of that name */
  readonly required: readonly string[];
  /** `additionalProperties: false` */
  readonly closed: boolean;
  readonly problems: readonly FormProblem[];
  /** Every constraint is understood: content without a problem is content that the server takes */
  readonly certain: boolean;
  /** An empty form, or a lone yes/no question that has a default: to say nothing is to say yes (DESIGN §2) */
  readonly silenceConsents: boolean;
}

export type Field = BooleanField | ChoiceField | ChoicesField | NumberField | OpaqueField | StringField;

interface Labelled {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly required: boolean;
  /** As the server wrote it: it may break the field's own limits (`defaultOf` checks) */
  readonly default: JsonValue | undefined;
}

export interface StringField extends Labelled {
  readonly type: "string";
  /** Code points */
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly format: Format | undefined;
  /** Of a lone `const`, which is outside the grammar; likewise for numbers and booleans, there also of `enum` */
  readonly values: Values | undefined;
}

export interface NumberField extends Labelled {
  readonly type: "integer" | "number";
  /** Inclusive, as `maximum` is */
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  /** Outside the grammar, but not to be ignored */
  readonly exclusiveMinimum: number | undefined;
  readonly exclusiveMaximum: number | undefined;
  readonly values: Values | undefined;
}

export interface BooleanField extends Labelled {
  readonly type: "boolean";
  readonly values: Values | undefined;
}

/** One of the options, in any of the three spellings */
export interface ChoiceField extends Labelled {
  readonly type: "choice";
  readonly options: readonly Option[];
  /** What validates: a `const` that stands twice in a `oneOf` does not */
  readonly values: Values;
}

/** Any number of the options, in either spelling */
export interface ChoicesField extends Labelled {
  readonly type: "choices";
  readonly options: readonly Option[];
  readonly values: Values;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  /** `uniqueItems: true` is outside the grammar; without it repeated items are valid */
  readonly unique: boolean;
}

/** A property whose schema has no reading here; only its labels are known */
export interface OpaqueField extends Labelled {
  readonly type: "opaque";
}

export interface Option {
  readonly const: string;
  readonly title: string | undefined;
}

export type Values = ReadonlySet<JsonValue>;
export type Format = "date" | "date-time" | "email" | "uri";

/** Reads a form. Fails only where the root can't be read; everything else is a field and, if need be, a problem */
export function parseForm(requestedSchema: unknown, protocol: Protocol = NEWEST_PROTOCOL): Result<Form, FormProblem> {
  if (!isObject(requestedSchema)) return unreadable("not-an-object", "");
  const schema: JsonObject = requestedSchema;
  const problems: FormProblem[] = [];
  // The beginning of a place is made once: a long name under many keywords would fill the memory with copies of it.
  const below = (...start: readonly string[]): Report => {
    let place: string | undefined;
    return (code, ...path) => {
      place ??= pointer(start);
      problems.push({ code, at: place + pointer(path) });
    };
  };
  const report = below();

  const type = own(schema, "type");
  if (type === undefined) report("missing-type", "type");
  else if (type !== "object") return unreadable("bad-type", "/type");
  const properties = own(schema, "properties");
  if (properties === undefined) report("missing-properties", "properties");
  else if (!isObject(properties)) return unreadable("not-an-object", "/properties");
  for (const keyword of Object.keys(schema)) readRootKeyword(keyword, schema[keyword] as JsonValue, protocol, report);

  const required = readRequired(own(schema, "required"), report);
  const byName = new Map<string, Field>();
  for (const name of Object.keys(properties ?? {})) {
    const property = (properties as JsonObject)[name] as JsonValue;
    byName.set(name, parseField(name, property, required.has(name), protocol, below("properties", name)));
  }
  for (const [name, index] of required) if (!byName.has(name)) report("unknown-required", "required", `${index}`);

  const form = {
    fields: [...byName.values()],
    byName,
    required: [...required.keys()],
    problems,
    closed: own(schema, "additionalProperties") === false,
    certain: !problems.some(leavesDoubt),
    silenceConsents: false,
  };
  form.silenceConsents = isEmptyForm(form) || (isLoneYesNo(form) && form.fields[0]?.default !== undefined);
  return { ok: true, value: form };
}

function readRootKeyword(keyword: string, value: JsonValue, protocol: Protocol, report: Report): void {
  switch (keyword) {
    case "type":
    case "properties":
    case "required":
      return;
    case "$schema":
      if (!isKnownDialect(value)) report("unknown-dialect", keyword);
      // In the grammar since 2025-11-25.
      else if (protocol === "2025-06-18") report("annotation", keyword);
      return;
    case "additionalProperties":
      report(typeof value === "boolean" ? "annotation" : "constraint", keyword);
      return;
    default:
      report(isAnnotation(keyword) ? "annotation" : "constraint", keyword);
  }
}

// Servers on the TypeScript SDK v2 refuse a dialect that they do not know (mcp-elicitation §4.4).
const DIALECT = /^https?:\/\/json-schema\.org\/draft(?:-0[4-7]|\/2019-09|\/2020-12)\/schema#?$/;

function isKnownDialect(value: JsonValue): boolean {
  return typeof value === "string" && value.length < 100 && DIALECT.test(value);
}

/** The names, and where in the list each stands first */
function readRequired(value: JsonValue | undefined, report: Report): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  if (value === undefined) return names;
  if (!isArray(value)) {
    report("bad-required", "required");
    return names;
  }
  for (const [index, name] of value.entries()) {
    if (typeof name !== "string") report("bad-required", "required", `${index}`);
    else if (names.has(name)) report("duplicate-required", "required", `${index}`);
    else names.set(name, index);
  }
  return names;
}

function unreadable(code: FormProblemCode, at: string): Result<Form, FormProblem> {
  return { ok: false, errors: [{ code, at }] };
}
