/**
 * Checking content: every way in which a server would refuse it, or the client would not carry it.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Field, type Form, type Protocol, parseForm } from "../engine/core/form.ts";
import { checkContent, defaultOf } from "../engine/core/form-content.ts";
import type { JsonObject, JsonValue } from "../engine/core/json.ts";

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

describe("checking content", () => {
  const good = { name: "Ann", age: 30 };

  test("a complete answer", () => {
    assert.deepEqual(wrong(REAL_FORM, good), []);
    assert.deepEqual(wrong(REAL_FORM, { ...good, tags: ["x", "x"], fish: [], news: false, score: 0, role: "ops" }), []);
  });

  test("content that is no object", () => {
    for (const content of [undefined, null, [], "x", 1]) assert.deepEqual(wrong(REAL_FORM, content), ["wrong-type "]);
  });

  test("what is missing, in the order of the form", () => {
    assert.deepEqual(wrong(REAL_FORM, {}), ["missing /name", "missing /age"]);
  });

  const values: readonly [property: JsonObject, good: readonly JsonValue[], bad: readonly [JsonValue, string][]][] = [
    [
      { type: "string", minLength: 2, maxLength: 3 },
      ["ab", "abc", "\u{1f389}\u{1f389}", "e\u0301"],
      [
        ["a", "too-short /a"],
        ["\u{1f389}", "too-short /a"],
        ["abcd", "too-long /a"],
        ["\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "too-long /a"],
        [5, "wrong-type /a"],
        [null, "wrong-type /a"],
        [["ab"], "wrong-type /a"],
      ],
    ],
    [{ type: "string" }, ["", "\ud800", "\u0000"], [[true, "wrong-type /a"]]],
    [
      { type: "integer", minimum: 1, maximum: 10 },
      [1, 10, 3.0],
      [
        [0, "too-small /a"],
        [11, "too-large /a"],
        [3.5, "wrong-type /a"],
        ["3", "wrong-type /a"],
        [Number.POSITIVE_INFINITY, "wrong-type /a"],
        [Number.NaN, "wrong-type /a"],
      ],
    ],
    [{ type: "number", minimum: 0 }, [0, -0, 0.1, 1e15], [[-1e-9, "too-small /a"]]],
    [
      { type: "number", minimum: 10, maximum: 1 },
      [],
      [
        [0, "too-small /a"],
        [11, "too-large /a"],
      ],
    ],
    [
      { type: "integer" },
      [Number.MAX_SAFE_INTEGER, -5],
      [
        [2 ** 53, "inexact /a"],
        [1e21, "inexact /a"],
        [-(2 ** 60), "inexact /a"],
      ],
    ],
    [{ type: "integer", enum: [1, 2] }, [1], [[3, "not-a-choice /a"]]],
    [
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 2 },
      [1],
      [
        [0, "too-small /a"],
        [2, "too-large /a"],
      ],
    ],
    [{ type: "string", const: "only" }, ["only"], [["other", "not-a-choice /a"]]],
    [
      { type: "boolean" },
      [true, false],
      [
        ["true", "wrong-type /a"],
        [1, "wrong-type /a"],
        [0, "wrong-type /a"],
      ],
    ],
    [{ type: "boolean", enum: [true] }, [true], [[false, "not-a-choice /a"]]],
    [
      { type: "string", enum: ["Prod", "dev"], enumNames: ["Production", "Development"] },
      ["Prod", "dev"],
      [
        ["prod", "not-a-choice /a"],
        ["Production", "not-a-choice /a"],
        ["", "not-a-choice /a"],
      ],
    ],
    [{ type: "string", enum: [] }, [], [["", "not-a-choice /a"]]],
    [
      {
        type: "string",
        oneOf: [
          { const: "x", title: "1" },
          { const: "x", title: "2" },
          { const: "y", title: "3" },
        ],
      },
      ["y"],
      [["x", "not-a-choice /a"]],
    ],
    [
      {
        type: "array",
        minItems: 1,
        maxItems: 2,
        items: {
          anyOf: [
            { const: "x", title: "1" },
            { const: "x", title: "2" },
          ],
        },
      },
      [["x"], ["x", "x"]],
      [
        [[], "too-few /a"],
        [["x", "x", "x"], "too-many /a"],
        [["x", "z"], "not-a-choice /a/1"],
        [["x", 1], "wrong-type /a/1"],
        ["x", "wrong-type /a"],
      ],
    ],
    [
      { type: "array", items: { type: "string", enum: ["x"] }, uniqueItems: true },
      [["x"]],
      [[["x", "x"], "repeated /a"]],
    ],
    [
      { type: "object" },
      ["anything", 1, ["x"]],
      [
        [{ b: 1 }, "unsendable /a"],
        [null, "unsendable /a"],
        [[1], "unsendable /a"],
        [[["x"]], "unsendable /a"],
      ],
    ],
  ];
  for (const [property, fits, fails] of values) {
    test(`values of ${JSON.stringify(property)}`, () => {
      for (const value of fits) assert.deepEqual(refused(property, value), [], JSON.stringify(value));
      for (const [value, problem] of fails)
        assert.deepEqual(refused(property, value), [problem], JSON.stringify(value));
    });
  }

  const formats: readonly [format: string, good: readonly string[], bad: readonly string[]][] = [
    [
      "email",
      ["a@b.c", "a.b+c@d-e.example", "!#$%&'*+/=?^_`{|}~-@x.y", "1@2.3"],
      [
        "",
        "a",
        "a@b",
        "@b.c",
        "a@",
        "a@b.",
        "a@.c",
        "a@b..c",
        ".a@b.c",
        "a.@b.c",
        "a..b@c.d",
        "a@b@c.d",
        '"a"@b.c',
        "ä@b.c",
        "a@ä.c",
        "a@[1.2.3.4]",
        "a@b.c\n",
        " a@b.c",
        "a@-b.c",
        "a@b-.c",
        "\u212a@b.c",
      ],
    ],
    [
      "uri",
      [
        "https://a.example/p?q=1#f",
        "mailto:a@b.c",
        "urn:x:y",
        "javascript:alert(1)",
        "x:/",
        "a+b-c.d:e",
        "http://[::1]:80/a",
        "http://u:p@[2001:db8::192.0.2.1]/",
        "http://[v1.x]/",
        "http://h?#",
        "x:%41",
      ],
      [
        "",
        "example.org",
        "/a",
        "//h/a",
        "?q",
        "#f",
        "x:",
        "x:?q",
        "x:#f",
        "1x:a",
        ":a",
        "http://a b",
        "http://例子.example",
        "http://a\n",
        "x:%4",
        "x:%zz",
        "http://[::1",
        "http://[:::1]/",
        "http://[1:2:3:4:5:6:7:8:9]/",
        "http://[::1]x",
        "http://a[::1]/",
        "x:[a]",
        "http://a/[b]",
        "http://[::1]:a/",
        "x:a#b#c",
        "x:a\\b",
        "x:<a>",
        "http://[::256.1.1.1]",
        "http://[::1.2.3]",
      ],
    ],
    [
      "date",
      ["2024-02-29", "2000-02-29", "0000-01-01", "9999-12-31", "2026-04-30"],
      [
        "",
        "2023-02-29",
        "1900-02-29",
        "2026-04-31",
        "2026-13-01",
        "2026-00-10",
        "2026-01-00",
        "2026-1-1",
        "20260101",
        "２026-11-30",
        "2026-11-30T00:00:00Z",
        " 2026-11-30",
        "2026-11-30\n",
        "-026-11-30",
        "+2026-11-30",
      ],
    ],
    [
      "date-time",
      [
        "2026-11-30T10:00:00Z",
        "2026-11-30t10:00:00z",
        "2026-11-30 10:00:00Z",
        "2026-11-30T10:00:00.123456+09:00",
        "2026-11-30T10:00:00+0900",
        "2026-11-30T10:00:00-09",
        "2026-12-31T23:59:60Z",
        "2026-12-31T15:59:60-08:00",
        "2027-01-01T08:59:60+09:00",
      ],
      [
        "",
        "2026-11-30",
        "2026-11-30T10:00:00",
        "2026-11-30T10:00Z",
        "2026-11-30T24:00:00Z",
        "2026-11-30T10:60:00Z",
        "2026-11-30T10:00:60Z",
        "2026-11-30T10:00:61Z",
        "2026-11-30T10:00:00+25:00",
        "2026-11-30T10:00:00+09:60",
        "2026-11-30T10:00:00.Z",
        "2026-11-30T10:00:00.1.2Z",
        "2026-11-30T10:00:00 Z",
        "2026-11-30\t10:00:00Z",
        "2026-11-30T10:00:00Z\n",
        "2023-02-29T10:00:00Z",
        "2026-11-30T10:00:00+9:00",
        "2026-11-30T10:00:00+",
        "2026-11-30T１0:00:00Z",
      ],
    ],
  ];
  for (const [format, fits, fails] of formats) {
    test(`format ${format}`, () => {
      for (const value of fits) assert.deepEqual(refused({ type: "string", format }, value), [], value);
      for (const value of fails) assert.deepEqual(refused({ type: "string", format }, value), ["bad-format /a"], value);
    });
  }

  test("names are escaped in pointers, an empty name is a name", () => {
    const schema = { type: "object", properties: { "a/b~c": { type: "integer" }, "": { type: "integer" } } };
    assert.deepEqual(wrong(schema, { "a/b~c": "x", "": "x" }), ["wrong-type /a~1b~0c", "wrong-type /"]);
  });

  test("extra properties are valid JSON Schema, unless the schema is closed; the engine itself never sends one", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    assert.deepEqual(wrong(schema, { a: "x", b: "y" }), []);
    assert.deepEqual(wrong(schema, { a: "x", b: {} }), ["unsendable /b"]);
    assert.deepEqual(wrong({ ...schema, additionalProperties: false }, { a: "x", b: "y" }), ["undeclared /b"]);
    assert.deepEqual(wrong(schema, { a: "x", b: "y" }, true), ["undeclared /b"]);
  });

  test("what is not wholly understood is never answered by the engine", () => {
    const schema = { type: "object", properties: { a: { type: "string", pattern: "x" } } };
    assert.deepEqual(wrong(schema, { a: "x" }), []);
    assert.deepEqual(wrong(schema, { a: "x" }, true), ["unchecked "]);
    assert.deepEqual(wrong({ type: "object", properties: { a: { type: "string", enum: [] } } }, {}, true), [
      "unchecked ",
    ]);
  });

  test("defaults are used only where the server would take them", () => {
    const of = (property: JsonValue): JsonValue | undefined => defaultOf(field(property));
    assert.equal(of({ type: "boolean", default: false }), false);
    assert.equal(of({ type: "integer", default: 0 }), 0);
    assert.equal(of({ type: "string", default: "" }), "");
    assert.deepEqual(of({ type: "array", items: { type: "string", enum: ["a"] }, default: ["a"] }), ["a"]);
    assert.equal(of({ type: "integer", maximum: 10, default: 99 }), undefined);
    assert.equal(of({ type: "integer", default: 2.5 }), undefined);
    assert.equal(of({ type: "integer", default: 2 ** 53 }), undefined);
    assert.equal(of({ type: "string", enum: ["a"], default: "z" }), undefined);
    assert.equal(of({ type: "string", format: "date", default: "" }), undefined);
    assert.equal(of({ type: "string", default: null }), undefined);
    assert.equal(of({ type: "string" }), undefined);
  });

  test("5,000 properties, 100,000 choices, 10,000 levels and a long text come to an answer", () => {
    const names = Array.from({ length: 5000 }, (_, index) => `p${index}`);
    const wide = { type: "object", properties: record(names, { type: "string" }), required: names };
    assert.deepEqual(wrong(wide, record(names, "x")), []);
    assert.equal(wrong(wide, {}).length, 5000);

    const words = Array.from({ length: 100_000 }, (_, index) => `w${index}`);
    const choices = { type: "object", properties: { a: { type: "array", items: { type: "string", enum: words } } } };
    assert.deepEqual(wrong(choices, { a: words }), []);

    const name = "n".repeat(1_000_000);
    const named = { type: "object", properties: { [name]: choices.properties.a } };
    assert.equal(wrong(named, { [name]: Array.from({ length: 100_000 }, () => "no") }).length, 100_000);

    let deep: JsonValue = { type: "string" };
    for (let level = 0; level < 10_000; level += 1) deep = { type: "object", properties: { a: deep } };
    assert.deepEqual(read(deep).problems, [{ code: "bad-type", at: "/properties/a/type" }]);
    assert.deepEqual(refused({ type: "object" }, deep), ["unsendable /a"]);

    const long = "a".repeat(1_000_000);
    for (const format of ["email", "uri", "date", "date-time"]) {
      for (const text of [
        long,
        `${long}@${long}`,
        `${"a.".repeat(500_000)}@a.b`,
        `x:${"%41".repeat(300_000)}`,
        `2026-11-30T10:00:00.${"1".repeat(1_000_000)}`,
      ]) {
        assert.ok(refused({ type: "string", format }, text).length <= 1);
      }
    }
  });
});

function read(schema: unknown, protocol?: Protocol): Form {
  const form = parseForm(schema, protocol);
  if (!form.ok) assert.fail(JSON.stringify(form));
  return form.value;
}

function field(property: JsonValue): Field {
  return read({ type: "object", properties: { a: property } }).fields[0] as Field;
}

function wrong(schema: JsonValue, content: unknown, ours = false): readonly string[] {
  return checkContent(read(schema), content, { ours }).map(({ code, at }) => `${code} ${at}`);
}

/** Problems of one value in a form of one field `a` */
function refused(property: JsonValue, value: JsonValue): readonly string[] {
  return wrong({ type: "object", properties: { a: property } }, { a: value });
}

function record(names: readonly string[], value: JsonValue): JsonObject {
  return Object.fromEntries(names.map((name) => [name, value]));
}
