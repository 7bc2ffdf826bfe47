/**
 * The engine beside slower or foreign ones that are known to be right: the oracle, regular expressions, the platform's
 * JSON and its dates. (Links are compared in url-differential.test.ts, contents in form-differential.test.ts.)
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decide } from "../engine/core/decide.ts";
import { matchesGlob } from "../engine/core/glob.ts";
import { canonicalJson, type JsonValue, parseJson } from "../engine/core/json.ts";
import { isDate, parseNow } from "../engine/core/time.ts";
import { oracle } from "./oracle.ts";
import { bindPolicy } from "./support/abstract-policy.ts";
import { aQuestion, aResult, type Scenario } from "./support/arbitrary.ts";
import { runs } from "./support/runs.ts";

function agrees({ documents, request, context }: Scenario): void {
  const decision = decide(bindPolicy(documents), request, context);
  const expected = oracle(documents, request, context.memory?.candidates ?? []);
  assert.equal(decision.effect, expected.effect);
  const content = decision.content === undefined ? undefined : sortedPairs(Object.entries(decision.content));
  assert.deepEqual(content, expected.content === undefined ? undefined : sortedPairs([...expected.content]));
}

function sortedPairs(pairs: readonly (readonly [string, unknown])[]): readonly (readonly [string, unknown])[] {
  return pairs.toSorted(([left], [right]) => (left < right ? -1 : 1));
}

test("questions are decided as the oracle decides them", () => {
  fc.assert(fc.property(aQuestion, agrees), runs(4));
});

test("results are decided as the oracle decides them", () => {
  fc.assert(fc.property(aResult, agrees), runs(4));
});

const aGlobText = fc.string({
  unit: fc.constantFrom("a", "b", "*", "?", ".", "[", "\\", "\n", "関", "\ud83d\ude42"),
  maxLength: 12,
});

test("globs match what the regular expression made of them matches", () => {
  fc.assert(
    fc.property(aGlobText, aGlobText, (glob, text) => {
      const escaped = glob.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      // Without the flag `u` a dot is one UTF-16 code unit, as `?` is.
      const pattern = new RegExp(`^(?:${escaped.replaceAll("\\*", "[^]*").replaceAll("\\?", "[^]")})$`);
      assert.equal(matchesGlob(glob, text), pattern.test(text));
      assert.equal(matchesGlob(glob, glob.replaceAll("*", "").replaceAll("?", "x")), true);
    }),
    runs(5),
  );
});

// Texts that are nearly JSON: what is valid, with a character taken out, put in or doubled.
const aJsonText = fc
  .tuple(
    fc.json({ maxDepth: 4, stringUnit: "binary" }),
    fc.nat(),
    fc.constantFrom("", "", ",", "}", '"', "\\", "0", "-", "e", "\u0000", " ", "\u00a0"),
  )
  .map(([text, seed, between]) => {
    const at = seed % (text.length + 1);
    return between === "" ? text : text.slice(0, at) + between + text.slice(at + (seed % 2));
  });

test("JSON is read as the platform reads it, or refused where it refuses it or a key stands twice", () => {
  fc.assert(
    fc.property(aJsonText, (text) => {
      const ours = parseJson(text);
      let theirs: JsonValue | undefined;
      try {
        theirs = JSON.parse(text) as JsonValue;
      } catch {}
      if (!ours.ok && ours.errors[0].code === "duplicate-key") return;
      // `1e400` is Infinity once it is read, and null once it is written again.
      if (!ours.ok && ours.errors[0].code === "number-out-of-range") return;
      assert.equal(ours.ok, theirs !== undefined);
      if (ours.ok) assert.equal(JSON.stringify(ours.value), JSON.stringify(theirs));
    }),
    runs(5),
  );
});

test("equal values have one canonical text, whatever the order of their keys, and it reads back as the same value", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4, stringUnit: "binary" }), (value) => {
      const text = canonicalJson(value as JsonValue);
      const read = parseJson(text);
      assert.ok(read.ok, text);
      assert.equal(canonicalJson(reversed(read.value)), text);
      // JSON has one zero: -0 is written as 0.
      assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    }),
    runs(2),
  );
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const pairs = Object.entries(value).reverse();
  return Object.fromEntries(pairs.map(([name, item]) => [name, reversed(item)]));
}

test("times are read as the platform reads them", () => {
  fc.assert(
    fc.property(fc.date({ min: new Date("0001-01-01"), max: new Date("9999-12-31"), noInvalidDate: true }), (date) => {
      const full = date.toISOString();
      assert.equal(parseNow(full), full);
      assert.equal(parseNow(full.slice(0, 10)), `${full.slice(0, 10)}T00:00:00.000Z`);
      assert.equal(parseNow(full.replace(/\.\d+/, "")), full.replace(/\.\d+/, ".000"));
      assert.equal(isDate(full.slice(0, 10)), true);
    }),
    runs(),
  );
  fc.assert(
    fc.property(fc.nat(9999), fc.nat(14), fc.nat(33), (year, month, day) => {
      const text = [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join(
        "-",
      );
      const date = new Date(`${text}T00:00:00Z`);
      const there = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      assert.equal(isDate(text), there);
      assert.equal(parseNow(text) !== undefined, there);
    }),
    runs(),
  );
});
