import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { decide } from "../engine/core/decide.ts";
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
