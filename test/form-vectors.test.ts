/**
 * The schemas of real servers and the given vectors (../shared), read where they are at hand.
 * Where a vector is marked as disputed and this reading differs, the reason stands here.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { parseForm } from "../engine/core/form.ts";
import { checkContent } from "../engine/core/form-content.ts";
import { FORM_PROBLEM_KINDS, type FormProblem } from "../engine/core/form-problem.ts";
import { isObject, type JsonObject, type JsonValue, parseJson } from "../engine/core/json.ts";

const MANY = Array.from({ length: 5000 }, (_, index) => `p${index}`);
const GENERATED: ReadonlyMap<string, () => JsonValue> = new Map([
  [
    "P(5000 string properties p0…p4999), all required",
    () => ({ type: "object", properties: record(MANY, { type: "string" }), required: MANY }),
  ],
  ["one short string each", () => record(MANY, "x")],
  [
    "properties nested 10000 deep",
    () => {
      let schema: JsonValue = { type: "string" };
      for (let level = 0; level < 10_000; level += 1) schema = { type: "object", properties: { a: schema } };
      return schema;
    },
  ],
]);

// ../shared/facts/real-schemas.json: what is named in each, by its place in the list; those left out name nothing or notes.
const REAL: Readonly<Record<number, readonly string[]>> = {
  14: ["not-an-object "],
  15: ["not-an-object "],
  23: ["missing-type /properties/value/items/type"],
  27: [
    "bad-type /properties/optional_age/type",
    "bad-type /properties/optional_email/type",
    "bad-type /properties/subscribe/type",
  ],
  28: ["bad-choices /properties/tags/items"],
  35: ["constraint /properties/instance_count/enum", "constraint /properties/enable_logs/enum"],
  38: ["constraint /properties/number/format"],
  39: ["constraint /properties/email/pattern"],
  40: ["bad-type /properties/nick/type", "bad-type /properties/env/type", "constraint /properties/only/const"],
  41: ["constraint /properties/n/exclusiveMinimum"],
  42: [
    "bad-type /properties/color/type",
    "constraint /properties/n/exclusiveMaximum",
    "constraint /properties/n/exclusiveMinimum",
    "constraint /properties/n/multipleOf",
    "unknown-format /properties/uid/format",
    "bad-type /properties/u/type",
  ],
  46: ["bad-choices /properties/shot/items"],
};

// A few of them stand here as well, so that this file tests something wherever it runs.
const SOME: readonly [server: string, schema: JsonValue, outside: readonly string[]][] = [
  ["kubernetes-mcp-server: an empty form", { type: "object", properties: {} }, []],
  [
    "rmcp: draft-07, root title and description",
    {
      $schema: "http://json-schema.org/draft-07/schema#",
      title: "UserInfo",
      description: "User information",
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
    },
    [],
  ],
  [
    "python-sdk v1: nullable fields",
    { type: "object", properties: { age: { anyOf: [{ type: "integer" }, { type: "null" }], default: null } } },
    ["bad-type /properties/age/type"],
  ],
  [
    "FastMCP: choices without a type",
    { type: "object", properties: { value: { type: "array", items: { enum: ["apple", "banana"] } } } },
    ["missing-type /properties/value/items/type"],
  ],
  [
    "zod: pattern beside format",
    {
      type: "object",
      properties: { email: { type: "string", format: "email", pattern: "^.+@.+$" } },
      required: ["email"],
      additionalProperties: false,
    },
    ["constraint /properties/email/pattern"],
  ],
];

describe("some schemas of real servers", () => {
  for (const [server, schema, outside] of SOME) {
    test(server, () => assert.deepEqual(namedIn(schema), outside));
  }
});

const realPath = "../shared/facts/real-schemas.json";
if (existsSync(realPath)) {
  const shapes = JSON.parse(readFileSync(realPath, "utf8")) as readonly { source: string; requested_schema: unknown }[];
  describe("schemas of real servers", () => {
    for (const [index, { source, requested_schema }] of shapes.entries()) {
      test(`${index}: ${source}`, () => {
        assert.deepEqual(namedIn(requested_schema), (REAL[index] ?? []).toSorted());
      });
    }
  });
}

// Disputed vectors on which this reading differs from the vector's, and why.
const DISPUTED: Readonly<Record<string, string>> = {
  "sch-010": "a number enum is outside the grammar: named, and checked all the same",
  "sch-031": "a form accept carries an object, so content that is absent is refused",
  "sch-039":
    "pattern is outside the grammar of every version: named, never run, so the value is not refused but `unchecked`",
  "sch-049": "a keyword that nobody knows may be meant as a limit: named",
  "sch-106": "the client drops `__proto__`, so it can't arrive",
};

interface Vector {
  readonly id: string;
  readonly why: string;
  readonly disputed?: string;
  readonly input: {
    readonly mode?: string;
    readonly requested_schema: JsonValue;
    readonly action: string;
    readonly content?: JsonValue;
    readonly content_json?: string;
  };
  readonly expect: {
    readonly schema_ok: boolean | null;
    readonly schema_errors?: readonly string[];
    readonly valid: boolean | null;
    readonly errors: readonly string[] | null;
  };
}

const vectorPath = "../shared/cases/schemas.jsonl";
if (existsSync(vectorPath)) {
  const vectors = readFileSync(vectorPath, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => parsed(line) as unknown as Vector)
    .filter(({ input }) => input.mode !== "url" && input.action === "accept")
    .filter(({ input }) => isBuildable(input.requested_schema) && isBuildable(input.content));
  describe("given vectors", () => {
    for (const { id, why, disputed, input, expect } of vectors) {
      if (disputed !== undefined && DISPUTED[id] !== undefined) {
        test(`${id}, disputed: ${DISPUTED[id]}`, () => {
          const ours = ourReading(input);
          assert.ok(
            ours.ok !== expect.schema_ok || ours.valid !== expect.valid,
            "the readings agree: take it off the list",
          );
        });
        continue;
      }
      test(`${id}: ${why.split(" [checked")[0]}`, () => {
        const ours = ourReading(input);
        if (expect.schema_ok !== null) assert.equal(ours.ok, expect.schema_ok);
        for (const place of expect.schema_errors ?? []) {
          assert.ok(
            ours.places.some((at) => place === "/" || at.startsWith(place)),
            `${place} in ${ours.places}`,
          );
        }
        if (expect.valid !== null) assert.equal(ours.valid, expect.valid);
        if (expect.valid !== null && ours.read) assert.deepEqual(ours.errors, expect.errors ?? []);
      });
    }
  });
}

function ourReading({ requested_schema, content, content_json }: Vector["input"]): {
  readonly read: boolean;
  readonly ok: boolean;
  readonly places: readonly string[];
  readonly valid: boolean;
  readonly errors: readonly string[];
} {
  const form = parseForm(build(requested_schema));
  const outside: readonly FormProblem[] = form.ok ? form.value.problems.filter(isOutside) : form.errors;
  const places = outside.map(({ at }) => at);
  if (!form.ok) return { read: false, ok: false, places, valid: false, errors: [] };
  // What the client can't carry is no matter of the schema, but for names and numbers that JSON itself can't carry.
  const sent = content_json === undefined ? build(content) : (JSON.parse(content_json) as JsonValue);
  const problems = checkContent(form.value, sent).filter(
    ({ code, field }) => code !== "unsendable" || field === "__proto__",
  );
  const errors = [...new Set(problems.map(({ at }) => at))];
  return { read: true, ok: outside.length === 0, places, valid: errors.length === 0, errors };
}

// Vectors that are too large to write down say in words what to build.
function isBuildable(value: JsonValue | undefined): boolean {
  const words = isObject(value) ? value["$generate"] : undefined;
  return words === undefined || GENERATED.has(words as string);
}

function build(value: JsonValue | undefined): JsonValue | undefined {
  const words = isObject(value) ? value["$generate"] : undefined;
  return words === undefined ? value : GENERATED.get(words as string)?.();
}

function namedIn(schema: unknown): readonly string[] {
  const form = parseForm(schema);
  const found = form.ok ? form.value.problems.filter(isOutside) : form.errors;
  return found.map(({ code, at }) => `${code} ${at}`).toSorted();
}

// What `spec-form` reports: outside the grammar, other than by what servers add everywhere and limits nothing.
function isOutside({ code }: FormProblem): boolean {
  const kind = FORM_PROBLEM_KINDS[code];
  return kind !== "note" && kind !== "broken";
}

function record(names: readonly string[], value: JsonValue): JsonObject {
  return Object.fromEntries(names.map((name) => [name, value]));
}

function parsed(text: string): JsonValue {
  const json = parseJson(text);
  assert.ok(json.ok, text.slice(0, 80));
  return json.value;
}
