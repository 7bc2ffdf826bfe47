/**
 * Values for fields as a policy states them: what is read, what is an error, and what a fact may become.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type FieldValue, type FieldValues, fieldValues, resolveValue } from "../engine/core/form-values.ts";
import { type JsonValue, parseJson } from "../engine/core/json.ts";

const powers = { registrableDomain: undefined, pattern: () => undefined };

function read(value: JsonValue, keys?: readonly string[]): ReturnType<ReturnType<typeof fieldValues>["read"]> {
  return fieldValues("values", keys).read(value, powers);
}

describe("values for fields", () => {
  test("constants and facts, under any name", () => {
    const json = parseJson(
      '{"__proto__":"x","constructor":1,"on":false,"tags":["a"],"none":[],"user":{"fact":"user"},"n":{"fact":"n","as":"number"}}',
    );
    assert.ok(json.ok);
    const values = read(json.value);
    assert.ok(values.ok);
    const expected: FieldValues = new Map<string, FieldValue>([
      ["__proto__", "x"],
      ["constructor", 1],
      ["on", false],
      ["tags", ["a"]],
      ["none", []],
      ["user", { fact: "user", as: "text" }],
      ["n", { fact: "n", as: "number" }],
    ]);
    assert.deepEqual(values.value, expected);
  });

  const errors: readonly [about: string, value: JsonValue, code: string, path: readonly string[]][] = [
    ["a list", ["a"], "wrong-type", []],
    ["nothing", {}, "wrong-value", []],
    ["null", { a: null }, "wrong-type", ["a"]],
    ["a list of numbers", { a: [1] }, "wrong-type", ["a"]],
    ["digits beyond the client's", { a: 2 ** 53 }, "wrong-value", ["a"]],
    ["infinity", { a: Number.POSITIVE_INFINITY }, "wrong-value", ["a"]],
    ["a fact without a name", { a: { as: "text" } }, "wrong-value", ["a"]],
    ["an empty fact", { a: { fact: "" } }, "wrong-value", ["a"]],
    ["a fact as something else", { a: { fact: "x", as: "date" } }, "wrong-value", ["a", "as"]],
    ["a fact and a stranger", { a: { fact: "x", of: "y" } }, "wrong-value", ["a", "of"]],
  ];
  for (const [about, value, code, path] of errors) {
    test(`an error: ${about}`, () => {
      const values = read(value);
      assert.ok(!values.ok);
      assert.deepEqual([values.errors[0].code, values.errors[0].path], [code, path]);
    });
  }

  test("only names that make sense, where they are listed", () => {
    assert.ok(read({ email: "x" }, ["email"]).ok);
    assert.equal(read({ emial: "x" }, ["email"]).ok, false);
  });

  const facts = new Map([
    ["user", "alice"],
    ["n", "-1.5"],
    ["padded", "042"],
    ["exponent", "1e3"],
    ["long", "9007199254740993"],
    ["blank", ""],
    ["huge", "Infinity"],
    ["yes", "true"],
    ["no", "false"],
    ["maybe", "True"],
  ]);
  const resolved: readonly [value: FieldValue, expected: JsonValue | undefined][] = [
    ["constant", "constant"],
    [false, false],
    [["a"], ["a"]],
    [{ fact: "user", as: "text" }, "alice"],
    [{ fact: "padded", as: "text" }, "042"],
    [{ fact: "n", as: "number" }, -1.5],
    [{ fact: "padded", as: "number" }, undefined],
    [{ fact: "exponent", as: "number" }, undefined],
    [{ fact: "long", as: "number" }, undefined],
    [{ fact: "blank", as: "number" }, undefined],
    [{ fact: "huge", as: "number" }, undefined],
    [{ fact: "user", as: "number" }, undefined],
    [{ fact: "yes", as: "flag" }, true],
    [{ fact: "no", as: "flag" }, false],
    [{ fact: "maybe", as: "flag" }, undefined],
    [{ fact: "absent", as: "text" }, undefined],
  ];
  for (const [value, expected] of resolved) {
    test(`resolved: ${JSON.stringify(value)}`, () => assert.deepEqual(resolveValue(value, facts), expected));
  }
});
