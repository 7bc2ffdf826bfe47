/**
 * Reading forms: what is taken from a schema, what is named as outside the grammar, and which questions ask for yes or no.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Field, type Form, type Protocol, parseForm } from "../engine/core/form.ts";
import { checkContent } from "../engine/core/form-content.ts";
import { asksOnlyYesNo, isEmptyForm, isLoneYesNo, readQuestion } from "../engine/core/form-question.ts";
import { type JsonObject, type JsonValue, parseJson } from "../engine/core/json.ts";

function read(schema: unknown, protocol?: Protocol): Form {
  const form = parseForm(schema, protocol);
  if (!form.ok) assert.fail(JSON.stringify(form));
  return form.value;
}

function one(
  property: JsonValue,
  protocol?: Protocol,
): { readonly field: Field; readonly problems: readonly string[] } {
  const form = read({ type: "object", properties: { a: property } }, protocol);
  return { field: form.byName.get("a") as Field, problems: form.problems.map(({ code, at }) => `${code} ${at}`) };
}

const REAL_FORM = {
  type: "object",
  properties: {
    name: { type: "string", title: "Name", description: "Your name", minLength: 1, maxLength: 40 },
    mail: { type: "string", format: "email" },
    age: { type: "integer", minimum: 18, maximum: 120, default: 30 },
    score: { type: "number", minimum: 0 },
    news: { type: "boolean", default: false },
    pet: { type: "string", enum: ["cat", "dog"], enumNames: ["Cat", "Dog"], default: "cat" },
    plan: { type: "string", enum: ["free", "paid"] },
    role: {
      type: "string",
      oneOf: [
        { const: "dev", title: "Developer" },
        { const: "ops", title: "Operator" },
      ],
    },
    tags: { type: "array", minItems: 1, maxItems: 2, items: { type: "string", enum: ["x", "y", "z"] } },
    fish: {
      type: "array",
      items: {
        anyOf: [
          { const: "f1", title: "Tuna" },
          { const: "f2", title: "Trout" },
        ],
      },
    },
  },
  required: ["name", "age"],
} as const;

describe("reading a form", () => {
  test("all forms of the grammar are read, and nothing is named", () => {
    const form = read(REAL_FORM);
    assert.deepEqual(form.problems, []);
    assert.equal(form.certain, true);
    assert.deepEqual(
      form.fields.map(({ name, type, required }) => `${name} ${type} ${required}`),
      [
        "name string true",
        "mail string false",
        "age integer true",
        "score number false",
        "news boolean false",
        "pet choice false",
        "plan choice false",
        "role choice false",
        "tags choices false",
        "fish choices false",
      ],
    );
    const name = form.byName.get("name") as Field & { type: "string" };
    assert.deepEqual([name.title, name.description, name.minLength, name.maxLength], ["Name", "Your name", 1, 40]);
    const options = (field: string): unknown => (form.byName.get(field) as Field & { type: "choice" }).options;
    assert.deepEqual(options("pet"), [
      { const: "cat", title: "Cat" },
      { const: "dog", title: "Dog" },
    ]);
    assert.deepEqual(options("plan"), [
      { const: "free", title: undefined },
      { const: "paid", title: undefined },
    ]);
    assert.deepEqual(options("fish"), [
      { const: "f1", title: "Tuna" },
      { const: "f2", title: "Trout" },
    ]);
    assert.equal(form.byName.get("news")?.default, false);
  });

  test("names of Object.prototype are ordinary, with and without a prototype", () => {
    const text =
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"hasOwnProperty":{"type":"boolean"}},"required":["toString"]}';
    for (const schema of [JSON.parse(text), parsed(text)]) {
      const form = read(schema);
      assert.deepEqual([...form.byName.keys()], ["__proto__", "constructor", "hasOwnProperty"]);
      assert.deepEqual(form.required, ["toString"]);
      assert.deepEqual(
        checkContent(form, JSON.parse("{}")).map(({ at }) => at),
        ["/toString"],
      );
      const content = JSON.parse('{"toString":"x","hasOwnProperty":true,"constructor":1,"__proto__":"x"}');
      assert.deepEqual(
        checkContent(form, content).map(({ code, at }) => `${code} ${at}`),
        ["unsendable /__proto__", "wrong-type /constructor"],
      );
    }
  });

  const unreadable: readonly [about: string, schema: unknown, code: string, at: string][] = [
    ["null", null, "not-an-object", ""],
    ["a list", [], "not-an-object", ""],
    ["true", true, "not-an-object", ""],
    ["another type", { type: "string" }, "bad-type", "/type"],
    ["a list of types", { type: ["object"], properties: {} }, "bad-type", "/type"],
    ["properties as a list", { type: "object", properties: [] }, "not-an-object", "/properties"],
    ["properties as null", { type: "object", properties: null }, "not-an-object", "/properties"],
  ];
  for (const [about, schema, code, at] of unreadable) {
    test(`the root can't be read: ${about}`, () => {
      assert.deepEqual(parseForm(schema), { ok: false, errors: [{ code, at }] });
    });
  }

  const roots: readonly [root: JsonObject, problems: readonly string[], certain: boolean][] = [
    [
      { title: "T", description: "D", $comment: "c", "x-a": 1 },
      ["annotation", "annotation", "annotation", "annotation"],
      true,
    ],
    [{ $schema: "https://json-schema.org/draft/2020-12/schema" }, [], true],
    [{ $schema: "http://json-schema.org/draft-07/schema#" }, [], true],
    [{ $schema: "https://schemas.example/none" }, ["unknown-dialect"], false],
    [{ $schema: 7 }, ["unknown-dialect"], false],
    [{ additionalProperties: false }, ["annotation"], true],
    [{ additionalProperties: { type: "string" } }, ["constraint"], false],
    [{ required: ["a", "a"] }, ["duplicate-required"], true],
    [{ required: ["b"] }, ["unknown-required"], true],
    [{ required: true }, ["bad-required"], false],
    [{ required: ["a", 1] }, ["bad-required"], false],
    [{ minProperties: 1 }, ["constraint"], false],
    [{ if: {}, else: {} }, ["constraint", "constraint"], false],
    [{ nobodyKnowsThis: 1 }, ["constraint"], false],
    [JSON.parse('{"__proto__":1,"constructor":2}'), ["constraint", "constraint"], false],
  ];
  for (const [root, problems, certain] of roots) {
    test(`root keywords: ${JSON.stringify(root)}`, () => {
      const schema = { type: "object", properties: { a: { type: "string" } }, ...root };
      for (const name of Object.keys(root)) {
        Object.defineProperty(schema, name, { value: root[name], enumerable: true, configurable: true });
      }
      const form = read(schema);
      assert.deepEqual(
        form.problems.map(({ code }) => code),
        problems,
      );
      assert.equal(form.certain, certain);
    });
  }

  test("what `required` has too much of is named by its place", () => {
    const form = read({ type: "object", properties: { a: { type: "string" } }, required: ["a", "b", "a", 1] });
    assert.deepEqual(
      form.problems.map(({ code, at }) => `${code} ${at}`),
      ["duplicate-required /required/2", "bad-required /required/3", "unknown-required /required/1"],
    );
    assert.deepEqual(read({ type: "object", properties: {}, required: "a" }).problems, [
      { code: "bad-required", at: "/required" },
    ]);
  });

  test("`$schema` is in the grammar since 2025-11-25", () => {
    const schema = { $schema: "http://json-schema.org/draft-07/schema#", type: "object", properties: {} };
    assert.deepEqual(read(schema, "2025-06-18").problems, [{ code: "annotation", at: "/$schema" }]);
    assert.deepEqual(read(schema, "2025-11-25").problems, []);
    assert.deepEqual(read(schema).problems, []);
  });

  test("100,000 keywords on a property, of a type or of none, and under a long name, come to an answer", () => {
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`k${index}`, 1]));
    assert.equal(one({ ...many, type: "object" }).problems.length, 1);
    const long = read({ type: "object", properties: { ["n".repeat(1_000_000)]: { ...many, type: "string" } } });
    assert.equal(long.problems.length, 100_000);
    assert.equal(long.problems.at(-1)?.at.endsWith("n/k99999"), true);
  });

  test("a root without type, or without properties, is understood and named", () => {
    assert.deepEqual(read({ properties: {} }).problems, [{ code: "missing-type", at: "/type" }]);
    assert.deepEqual(read({ type: "object" }).problems, [{ code: "missing-properties", at: "/properties" }]);
  });

  const properties: readonly [property: JsonValue, type: Field["type"], problems: readonly string[]][] = [
    [true, "opaque", ["not-an-object /properties/a"]],
    [{}, "opaque", ["bad-type /properties/a/type"]],
    [{ type: "null" }, "opaque", ["bad-type /properties/a/type"]],
    [{ type: ["string", "null"] }, "opaque", ["bad-type /properties/a/type"]],
    [{ type: "object", properties: {} }, "opaque", ["bad-type /properties/a/type"]],
    [{ $ref: "#/$defs/A" }, "opaque", ["bad-type /properties/a/type"]],
    [{ anyOf: [{ type: "string" }, { type: "null" }], default: null }, "opaque", ["bad-type /properties/a/type"]],
    [{ type: "string", pattern: "^a" }, "string", ["constraint /properties/a/pattern"]],
    [{ type: "string", const: "a" }, "string", ["constraint /properties/a/const"]],
    [{ type: "string", required: true }, "string", ["constraint /properties/a/required"]],
    [{ type: "string", anyOf: [] }, "string", ["constraint /properties/a/anyOf"]],
    [{ type: "string", "x/~y": 1 }, "string", ["constraint /properties/a/x~1~0y"]],
    [{ type: "string", format: "uuid" }, "string", ["unknown-format /properties/a/format"]],
    [{ type: "string", format: 3 }, "string", ["unknown-format /properties/a/format"]],
    [{ type: "string", minLength: 1.5 }, "string", ["bad-limit /properties/a/minLength"]],
    [{ type: "string", maxLength: -1 }, "string", ["bad-limit /properties/a/maxLength"]],
    [
      { type: "string", title: 1, description: [] },
      "string",
      ["bad-label /properties/a/title", "bad-label /properties/a/description"],
    ],
    [
      { type: "string", writeOnly: true, "x-a": 1 },
      "string",
      ["annotation /properties/a/writeOnly", "annotation /properties/a/x-a"],
    ],
    [{ type: "string", default: null }, "string", ["bad-default /properties/a/default"]],
    [{ type: "integer", default: "5" }, "integer", ["bad-default /properties/a/default"]],
    [{ type: "integer", format: "int32" }, "integer", ["constraint /properties/a/format"]],
    [{ type: "integer", enum: [1, 2] }, "integer", ["constraint /properties/a/enum"]],
    [{ type: "number", exclusiveMinimum: 0 }, "number", ["constraint /properties/a/exclusiveMinimum"]],
    [{ type: "number", minimum: "1" }, "number", ["bad-limit /properties/a/minimum"]],
    [{ type: "boolean", enum: [true] }, "boolean", ["constraint /properties/a/enum"]],
    [{ type: "string", enum: [] }, "choice", ["no-choices /properties/a/enum"]],
    [{ type: "string", enum: ["a", 1] }, "opaque", ["bad-choices /properties/a/enum/1"]],
    [{ type: "string", enum: "a" }, "opaque", ["bad-choices /properties/a/enum"]],
    [{ type: "string", enum: ["a", "a"] }, "choice", ["duplicate-choice /properties/a/enum"]],
    [{ type: "string", enum: ["a", "b"], enumNames: ["A"] }, "choice", ["label-count /properties/a/enumNames"]],
    [{ type: "string", enum: ["a"], enumNames: "A" }, "choice", ["bad-label /properties/a/enumNames"]],
    [{ type: "string", enum: ["a"], minLength: 1 }, "choice", ["constraint /properties/a/minLength"]],
    [
      { type: "string", enum: ["a"], oneOf: [{ const: "a", title: "A" }] },
      "choice",
      ["constraint /properties/a/oneOf"],
    ],
    [{ type: "string", oneOf: [{ const: "a" }] }, "choice", ["missing-label /properties/a/oneOf/0/title"]],
    [{ type: "string", oneOf: [{ const: 1, title: "A" }] }, "opaque", ["bad-choices /properties/a/oneOf/0"]],
    [
      { type: "string", oneOf: [{ const: "a", title: "A", pattern: "b" }] },
      "choice",
      ["constraint /properties/a/oneOf/0/pattern"],
    ],
    [
      { type: "string", oneOf: [{ const: "a", title: "A", type: "string" }] },
      "choice",
      ["annotation /properties/a/oneOf/0/type"],
    ],
    [{ type: "array", items: { type: "string" } }, "opaque", ["bad-choices /properties/a/items"]],
    [{ type: "array", items: { type: "object", properties: {} } }, "opaque", ["bad-choices /properties/a/items"]],
    [{ type: "array" }, "opaque", ["bad-choices /properties/a/items"]],
    [{ type: "array", items: { enum: ["a"] } }, "choices", ["missing-type /properties/a/items/type"]],
    [{ type: "array", items: { enum: ["a"], type: "number" } }, "choices", ["bad-type /properties/a/items/type"]],
    [
      { type: "array", items: { enum: ["a"], type: "string", title: "A" } },
      "choices",
      ["annotation /properties/a/items/title"],
    ],
    [
      { type: "array", items: { enum: ["a"], type: "string", pattern: "b" } },
      "choices",
      ["constraint /properties/a/items/pattern"],
    ],
    [{ type: "array", items: { oneOf: [{ const: "a", title: "A" }] } }, "opaque", ["bad-choices /properties/a/items"]],
    [
      { type: "array", items: { anyOf: [{ const: "a" }] } },
      "choices",
      ["missing-label /properties/a/items/anyOf/0/title"],
    ],
    [
      { type: "array", items: { type: "string", anyOf: [{ const: "a", title: "A" }] } },
      "choices",
      ["annotation /properties/a/items/type"],
    ],
    [
      { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: true },
      "choices",
      ["constraint /properties/a/uniqueItems"],
    ],
    [
      { type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: false },
      "choices",
      ["annotation /properties/a/uniqueItems"],
    ],
  ];
  for (const [property, type, problems] of properties) {
    test(`a property: ${JSON.stringify(property)}`, () => {
      const { field, problems: found } = one(property);
      assert.equal(field.type, type);
      assert.deepEqual(found, problems);
    });
  }

  test("an opaque field keeps its labels, for those who read them", () => {
    const { field } = one({ type: "object", title: "Password", description: "secret" });
    assert.deepEqual([field.title, field.description], ["Password", "secret"]);
  });

  test("what came with a later version is named when an older one is asked for", () => {
    const found = (protocol: Protocol): readonly string[] =>
      read(REAL_FORM, protocol).problems.map(({ code, at }) => `${code} ${at}`);
    assert.deepEqual(found("2025-06-18"), [
      "newer /properties/age/default",
      "newer /properties/pet/default",
      "newer /properties/role/oneOf",
      "newer-type /properties/tags/type",
      "newer-type /properties/fish/type",
    ]);
    assert.deepEqual(found("2025-11-25"), []);
    assert.equal(read(REAL_FORM, "2025-06-18").certain, false);
  });
});

describe("yes/no questions", () => {
  const form = (properties: JsonObject, more: JsonObject = {}): Form => read({ type: "object", properties, ...more });
  const yesNo: readonly [property: JsonObject, yes: JsonValue, no: JsonValue][] = [
    [{ type: "boolean" }, true, false],
    [{ type: "boolean", title: "Yes, delete it" }, true, false],
    [{ type: "string", enum: ["Yes", "No"], enumNames: ["Yes, I confirm", "No, I do not confirm"] }, "Yes", "No"],
    [{ type: "string", enum: ["no", "yes"] }, "yes", "no"],
    [
      {
        type: "string",
        oneOf: [
          { const: "accept", title: "Approve" },
          { const: "reject", title: "Reject" },
        ],
      },
      "accept",
      "reject",
    ],
    [{ type: "string", enum: ["ALLOW", "DENY"] }, "ALLOW", "DENY"],
    [{ type: "string", enum: ["はい", "いいえ"] }, "はい", "いいえ"],
  ];
  for (const [property, yes, no] of yesNo) {
    test(`read: ${JSON.stringify(property)}`, () => {
      assert.deepEqual(readQuestion(one(property).field), { yes, no });
      assert.equal(isLoneYesNo(form({ a: property })), true);
    });
  }

  const doubtful: readonly [name: string, property: JsonObject, yesNo: boolean][] = [
    ["a", { type: "string", enum: ["Yes", "No"], enumNames: ["No, keep it", "Yes, delete it"] }, true],
    ["a", { type: "string", enum: ["yes", "no", "always"] }, true],
    ["a", { type: "string", enum: ["allow_once", "deny"] }, true],
    ["a", { type: "string", enum: ["I agree"] }, true],
    ["a", { type: "string", enum: ["1", "0"], enumNames: ["Yes", "No"] }, true],
    ["a", { type: "string", enum: ["yes", "Yes"] }, false],
    ["a", { type: "string", enum: ["window", "aisle", "no preference"] }, false],
    ["a", { type: "string", enum: ["s", "m"] }, false],
    ["a", { type: "string" }, false],
    ["a", { type: "array", items: { type: "string", enum: ["yes", "no"] } }, false],
    ["cancelOrder", { type: "boolean" }, true],
    ["reject_all", { type: "boolean" }, true],
    ["a", { type: "boolean", title: "Do not delete" }, true],
    ["a", { type: "boolean", title: "Don't delete" }, true],
    ["a", { type: "boolean", enum: [true] }, true],
  ];
  for (const [name, property, wide] of doubtful) {
    test(`never answered: ${name} ${JSON.stringify(property)}`, () => {
      const read = form({ [name]: property });
      assert.equal(readQuestion(read.fields[0] as Field), undefined);
      assert.equal(isLoneYesNo(read), wide);
    });
  }

  test("where silence is consent", () => {
    assert.equal(isEmptyForm(form({})), true);
    assert.equal(isEmptyForm(form({}, { required: ["a"] })), false);
    assert.equal(form({}).silenceConsents, true);
    assert.equal(form({ a: { type: "boolean" } }).silenceConsents, false);
    assert.equal(form({ a: { type: "boolean", default: false } }).silenceConsents, true);
    assert.equal(form({ a: { type: "string", enum: ["Yes", "No"], default: "Yes" } }).silenceConsents, true);
    assert.equal(form({ a: { type: "string", default: "x" } }).silenceConsents, false);
    assert.equal(form({ a: { type: "boolean", default: true }, b: { type: "string" } }).silenceConsents, false);
  });

  test("forms in which a default may consent, though it is not certain to", () => {
    const alone = (property: JsonObject): boolean => asksOnlyYesNo(form({ a: property }));
    assert.equal(alone({ type: "string", enum: ["Continue", "Later"] }), true);
    assert.equal(alone({ type: "string", enum: ["Delete it", "Cancel"] }), true);
    assert.equal(alone({ type: "array", items: { type: "string", enum: ["I agree"] } }), true);
    assert.equal(alone({ type: "array", items: { type: "string", enum: ["Yes", "No"] } }), true);
    assert.equal(alone({ type: "string", enum: ["window", "aisle", "no preference"] }), false);
    assert.equal(alone({ type: "array", items: { type: "string", enum: ["x", "y"] } }), false);
    // Where silence is consent stays as narrow as DESIGN §2 says it: there a policy's own answer would be void.
    assert.equal(form({ a: { type: "string", enum: ["Continue", "Later"], default: "Later" } }).silenceConsents, false);
  });

  test("forms of yes/no questions alone", () => {
    assert.equal(asksOnlyYesNo(form({})), false);
    assert.equal(asksOnlyYesNo(form({ a: { type: "boolean" }, b: { type: "string", enum: ["y", "n"] } })), true);
    assert.equal(asksOnlyYesNo(form({ a: { type: "boolean" }, b: { type: "string" } })), false);
  });
});

function parsed(text: string): JsonValue {
  const json = parseJson(text);
  assert.ok(json.ok, text.slice(0, 80));
  return json.value;
}
