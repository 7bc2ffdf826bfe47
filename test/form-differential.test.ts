/**
 * Forms against a JSON Schema validator (ajv, 2020-12, own properties, formats), over generated schemas and contents.
 * Where a form is certain the two must agree to the pointer; where they differ on purpose, the difference is listed below.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { FormatDefinition } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { parseForm } from "../engine/core/form.ts";
import { checkContent } from "../engine/core/form-content.ts";
import { hasFormat } from "../engine/core/form-format.ts";
import { isObject, type JsonObject, type JsonValue } from "../engine/core/json.ts";

const SEED = 20261130;
const ajv = new Ajv2020({
  strict: false,
  validateSchema: false,
  allErrors: true,
  ownProperties: true,
  strictNumbers: true,
});
addFormats.default(ajv);

describe("the engine and a validator", () => {
  test("agree on every form of the grammar", () => {
    fc.assert(
      fc.property(formOf(grammarProperty), contents, (schema, content) => {
        const ours = ourPlaces(schema, content);
        assert.equal(ours.certain, true, JSON.stringify(schema));
        assert.deepEqual(ours.places, theirPlaces(schema, content), JSON.stringify({ schema, content }));
      }),
      { seed: SEED, numRuns: 800 },
    );
  });

  test("agree on any schema: no refusal without cause, and where a cause is missed the form is not certain", () => {
    let missed = 0;
    let threw = 0;
    fc.assert(
      fc.property(formOf(anyProperty), contents, (schema, content) => {
        const ours = ourPlaces(schema, content);
        const theirs = theirPlaces(schema, content);
        const shown = JSON.stringify({ schema, content });
        if (theirs === undefined) {
          threw += 1;
          assert.equal(ours.certain, false, shown);
          return;
        }
        for (const place of ours.places) assert.ok(theirs.includes(place), `${place} of ${shown}`);
        if (ours.places.length < theirs.length) {
          missed += 1;
          assert.equal(ours.certain, false, shown);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
    // The generator reaches both.
    assert.ok(missed > 20 && threw > 20, `${missed} ${threw}`);
  });

  for (const format of ["date", "date-time", "email", "uri"] as const) {
    test(`agree on texts one or two slips away from a good ${format}`, () => {
      const { validate } = { validate: fullFormats[format] } as { validate: FormatDefinition<string> | Check };
      const theirs = asCheck(validate);
      let good = 0;
      fc.assert(
        fc.property(slips(format), (text) => {
          if (DIFFERS.some((one) => one.format === format && one.where(text))) return;
          const ours = hasFormat(text, format);
          if (ours) good += 1;
          assert.equal(ours, theirs(text), JSON.stringify(text));
        }),
        { seed: SEED, numRuns: 10_000 },
      );
      assert.ok(good > 500, `${good} good texts`);
    });
  }
});

type Check = ((text: string) => boolean) | RegExp;

interface Difference {
  readonly about: string;
  readonly format: string;
  readonly where: (text: string) => boolean;
  readonly examples: readonly string[];
}

// Texts that the validator takes and the engine does not: each is wrong by RFC 3339, and other validators refuse them.
const DIFFERS: readonly Difference[] = [
  {
    about: "any white space between date and time",
    format: "date-time",
    where: (text) => /^.{10}[^\S ]/su.test(text),
    examples: ["2026-11-30\t10:00:00Z", "2026-11-30\n10:00:00Z", "2026-11-30\u00a010:00:00Z"],
  },
  {
    about: "an hour 24 or a minute 60 that the offset brings back to 23:59",
    format: "date-time",
    where: (text) => /^.{11}(?:2[4-9]|[3-9].|..:[6-9])/su.test(text),
    examples: ["2026-11-30T24:59:30+01:00", "2026-11-30T23:60:00+00:01"],
  },
];

describe("differences on purpose", () => {
  for (const { about, format, where, examples } of DIFFERS) {
    for (const text of examples) {
      test(`${about}: ${JSON.stringify(text)}`, () => {
        const schema = { type: "object", properties: { a: { type: "string", format } } };
        assert.equal(where(text), true);
        assert.deepEqual(theirPlaces(schema, { a: text }), []);
        assert.deepEqual(ourPlaces(schema, { a: text }).places, ["/a"]);
      });
    }
  }

  test("`__proto__` is a name like others here; the validator skips it", () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}');
    const content = JSON.parse('{"__proto__":1}');
    assert.deepEqual(theirPlaces(schema, content), []);
    assert.deepEqual(ourPlaces(schema, content).places, ["/__proto__"]);
  });

  test("a fraction is never rounded up to a second 60", () => {
    const schema = { type: "object", properties: { a: { type: "string", format: "date-time" } } };
    const content = { a: "2026-11-30T10:00:59.99999999999999999999Z" };
    assert.deepEqual(theirPlaces(schema, content), ["/a"]);
    assert.deepEqual(ourPlaces(schema, content).places, []);
  });

  test("a root that is no object is refused as a whole, whatever a validator makes of it", () => {
    for (const schema of [{ type: ["object", "null"], properties: {} }, true]) {
      assert.deepEqual(theirPlaces(schema as JsonValue, {}), []);
      assert.equal(parseForm(schema).ok, false);
    }
  });

  test("what the client does not carry is named, though it is valid", () => {
    const schema = { type: "object", properties: { a: { type: "object" }, n: { type: "number" } } };
    const content = { a: { b: 1 }, n: 2 ** 60 };
    assert.deepEqual(theirPlaces(schema, content), []);
    const form = parseForm(schema);
    assert.ok(form.ok);
    assert.deepEqual(
      checkContent(form.value, content).map(({ code, at }) => `${code} ${at}`),
      ["unsendable /a", "inexact /n"],
    );
  });

  test("a name that stands twice in `required` counts once; a strict validator refuses to compile", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a", "a"] };
    assert.throws(() => new Ajv2020({ strict: false }).compile(schema));
    assert.deepEqual(ourPlaces(schema, {}).places, ["/a"]);
  });

  const uncertain: readonly [about: string, property: JsonObject, value: JsonValue][] = [
    ["pattern is never run", { type: "string", pattern: "^a" }, "b"],
    ["other formats are not known", { type: "string", format: "uuid" }, "x"],
    ["multipleOf", { type: "integer", multipleOf: 2 }, 3],
    ["anyOf beside a type", { type: "string", anyOf: [{ const: "a" }] }, "b"],
    ["a length beside enum", { type: "string", enum: ["a"], minLength: 2 }, "a"],
    ["oneOf beside enum", { type: "string", enum: ["a"], oneOf: [{ const: "b", title: "B" }] }, "a"],
    ["a field of several types", { type: ["string", "null"] }, 1],
    ["a nested object", { type: "object" }, "x"],
    ["an array of free strings", { type: "array", items: { type: "string" }, minItems: 2 }, ["a"]],
    ["choices that are not all strings", { type: "string", enum: ["a", 1] }, "b"],
    ["a schema that takes nothing", false, "b"] as unknown as [string, JsonObject, JsonValue],
  ];
  for (const [about, property, value] of uncertain) {
    test(`not checked, so never answered automatically: ${about}`, () => {
      const schema = { type: "object", properties: { a: property } };
      assert.deepEqual(theirPlaces(schema, { a: value }), ["/a"]);
      assert.deepEqual(ourPlaces(schema, { a: value }), { certain: false, places: [] });
    });
  }
});

/** Places that the schema refuses; what the client can't carry is no matter of the schema */
function ourPlaces(schema: JsonValue, content: JsonValue): { certain: boolean; places: readonly string[] } {
  const form = parseForm(schema);
  if (!form.ok) return { certain: false, places: [] };
  const problems = checkContent(form.value, content).filter(({ code }) => code !== "unsendable" && code !== "inexact");
  return { certain: form.value.certain, places: unique(problems.map(({ at }) => at)) };
}

/** `undefined`: it refuses to compile */
function theirPlaces(schema: JsonValue, content: JsonValue): readonly string[] | undefined {
  let validate: ReturnType<typeof ajv.compile>;
  try {
    validate = ajv.compile(schema as object);
  } catch {
    return undefined;
  }
  validate(content);
  // Else every generated schema stays in its cache.
  if (isObject(schema)) ajv.removeSchema(schema);
  const places = (validate.errors ?? []).map(({ instancePath, params }) => {
    const name = params["missingProperty"] ?? params["additionalProperty"];
    if (name !== undefined) return `${instancePath}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
    // `not`, `if` and the like of the root; and what lies inside a value that is not read here.
    return instancePath.split("/").slice(0, 3).join("/");
  });
  return unique(places);
}

function unique(places: readonly string[]): readonly string[] {
  return [...new Set(places)].sort();
}

function asCheck(found: FormatDefinition<string> | Check): (text: string) => boolean {
  if (typeof found === "function") return found;
  if (found instanceof RegExp) return (text) => found.test(text);
  return asCheck(found.validate as Check);
}

// Generators. Few names, words and numbers, so that schemas and contents meet.

const names = fc.constantFrom("a", "b", "constructor", "toString", "hasOwnProperty", "a/b~c", "", "名前");
const words = fc.constantFrom("x", "y", "yes", "", "\u{1f389}", "e\u0301", "a@b.c", "2026-11-30", "x:y", "\ud800");
const numbers = fc.constantFrom(-1, -0, 0, 1, 1.5, 3, 100, 1e21, 2 ** 53, Number.POSITIVE_INFINITY);
const small = fc.nat({ max: 3 });
const labels = { title: fc.string({ maxLength: 3 }), description: fc.string({ maxLength: 3 }) };

function keywords(type: string, parts: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<JsonObject> {
  const required = Object.keys(parts).filter((name) => name === "enum" || name === "oneOf" || name === "items");
  return fc
    .record({ ...labels, ...parts }, { requiredKeys: required as never[] })
    .map((found) => ({ type, ...found }) as JsonObject);
}

const list = fc.array(words, { minLength: 1, maxLength: 4 });
const titled = list.map((values) => values.map((value) => ({ const: value, title: value })));
const finite = numbers.filter((value) => Number.isFinite(value));
const lengths = { minLength: small, maxLength: small, format: fc.constantFrom("email", "uri", "date", "date-time") };
const items = fc.oneof(
  list.map((values) => ({ type: "string", enum: values })),
  titled.map((options) => ({ anyOf: options })),
);

const grammarProperty: fc.Arbitrary<JsonObject> = fc.oneof(
  keywords("string", { ...lengths, default: words }),
  keywords("number", { minimum: finite, maximum: finite, default: finite }),
  keywords("integer", { minimum: finite, maximum: finite, default: finite }),
  keywords("boolean", { default: fc.boolean() }),
  keywords("string", { enum: list, enumNames: fc.array(words), default: words }),
  keywords("string", { oneOf: titled, default: words }),
  keywords("array", { items, minItems: small, maxItems: small, default: list }),
);

const limits: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject[]>(
    { pattern: "^x" },
    { format: "uuid" },
    { const: "x" },
    { const: 1 },
    { enum: [] },
    { enum: [1, "x"] },
    { enum: [true, 1] },
    { exclusiveMinimum: 1 },
    { exclusiveMaximum: 1 },
    { multipleOf: 2 },
    { minLength: 2 },
    { minLength: 1.5 },
    { maxLength: -1 },
    { maximum: 1 },
    { uniqueItems: true },
    { uniqueItems: false },
    { not: { const: "x" } },
    { anyOf: [{ type: "string" }, { type: "null" }] },
    { allOf: [{ minLength: 2 }] },
    { oneOf: [{ const: "x" }, { const: "x", title: "X" }] },
    { oneOf: [{ const: "x", title: "X", minLength: 3 }] },
    { type: ["string", "null"] },
    { type: "object" },
    { type: "null" },
    { items: { type: "string" } },
    { items: { enum: ["x", "y"] } },
    { items: { enum: ["x"], pattern: "y" } },
    { required: true },
    { writeOnly: true, "x-a": 1, examples: ["y"] },
    { default: null },
  ),
);
const anyProperty: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(grammarProperty, limits).map(([property, more]) => ({ ...property, ...more })) },
  { weight: 2, arbitrary: grammarProperty },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue[]>(true, false, {}) },
);

function formOf(property: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> {
  const parts = {
    properties: fc.array(fc.tuple(names, property), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
    required: fc.uniqueArray(names, { maxLength: 2 }),
    additionalProperties: fc.boolean(),
    $schema: fc.constant("https://json-schema.org/draft/2020-12/schema"),
    title: fc.constant("T"),
  };
  return fc
    .record(parts, { requiredKeys: ["properties"] })
    .map((root) => ({ type: "object", ...root }) as unknown as JsonObject);
}

const value: fc.Arbitrary<JsonValue> = fc.oneof(
  { weight: 6, arbitrary: words },
  { weight: 3, arbitrary: numbers },
  { weight: 2, arbitrary: fc.boolean() },
  { weight: 3, arbitrary: fc.array(words, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.constantFrom<JsonValue[]>(null, {}, [1], [["x"]], { x: "y" }) },
);
const contents: fc.Arbitrary<JsonValue> = fc
  .array(fc.tuple(names, value), { maxLength: 6 })
  .map((entries) => Object.fromEntries(entries))
  .filter(isObject);

const SAMPLES = {
  date: ["2024-02-29", "2023-02-28", "2026-11-30", "0000-01-01"],
  "date-time": [
    "2026-11-30T10:00:00Z",
    "2026-11-30t23:59:59.5+09:00",
    "2026-02-28 00:00:00-0930",
    "2026-01-01T00:00:00-08",
  ],
  email: ["a@b.c", "a.b+c@d-e.example", "x_y'z@1.2.3"],
  uri: [
    "https://u:p@a.example:8/p;a=1/?q=1/2?#f/?",
    "mailto:a@b.c",
    "x:/",
    "http://[2001:db8::1]:80/a",
    "h://[::ffff:1.2.3.4]",
    "a+b:%41c",
    "v://[v1.a:b]",
  ],
} as const;
const ALPHABET = [..."aZ09.:-+@/?#[]%\"'TtZz \t\n\u00a0é\u212a２_~!$&()*,;=<>\\^`{|}"];

function slips(format: keyof typeof SAMPLES): fc.Arbitrary<string> {
  const slip = fc.tuple(fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...ALPHABET));
  return fc.tuple(fc.constantFrom(...SAMPLES[format]), fc.array(slip, { maxLength: 2 })).map(([sample, edits]) =>
    edits.reduce<string>((text, [place, removed, added]) => {
      const at = place % (text.length + 1);
      return text.slice(0, at) + (removed === 2 ? "" : added) + text.slice(at + (removed === 0 ? 0 : 1));
    }, sample),
  );
}
