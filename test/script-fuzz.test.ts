/**
 * Scripts that nobody wrote: attack scripts with pieces cut, doubled and mixed.
 * Whatever comes of one, it is the same twice, is no throw, and says nothing that was not granted.
 */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import type { JsonObject } from "../engine/core/json.ts";
import { createEngine, type Decision, PolicyError } from "../engine/index.ts";
import { readAttackFiles } from "./support/attacks.ts";
import { runs } from "./support/runs.ts";

const attacks = readAttackFiles().flatMap(({ cases }) => cases);
const sources = attacks.map(({ policy }) => {
  const rules = policy[0]?.["rules"] as readonly JsonObject[] | undefined;
  return String(rules?.at(-1)?.["source"]);
});
// Those that run out of their steps take long, and say nothing new.
const FUEL = 200_000;

const PIECES = [
  "{",
  "}",
  "(",
  ")",
  "[",
  "]",
  ";",
  "=>",
  "...",
  "`${",
  "`",
  "//",
  "/*",
  "*/",
  "\0",
  "\ud800",
  "\r",
  "#x",
  "?.",
];
const WORDS = [
  "function* ",
  "yield ",
  "async ",
  "class ",
  "this",
  "globalThis",
  "rule",
  "call",
  "return ",
  "throw ",
  "super",
];

/** One change at a place: so many characters go, and something comes */
const change = fc.record({
  at: fc.nat({ max: 2000 }),
  cut: fc.nat({ max: 12 }),
  put: fc.oneof(
    fc.constantFrom(...PIECES, ...WORDS, ""),
    fc
      .tuple(fc.constantFrom(...sources), fc.nat({ max: 500 }), fc.nat({ max: 60 }))
      .map(([from, at, length]) => from.slice(at, at + length)),
  ),
});

function changed(
  source: string,
  { at, cut, put }: { readonly at: number; readonly cut: number; readonly put: string },
): string {
  const place = at % (source.length + 1);
  return source.slice(0, place) + put + source.slice(place + cut);
}

// `undefined`: it does not load, so that the policy refuses everything.
async function decideTwice(source: string, input: JsonObject): Promise<readonly [Decision, Decision] | undefined> {
  const policy = { version: 1, rules: [{ use: "script", source, may: ["decline"], fuel: FUEL }] };
  try {
    const engine = await createEngine({ policy });
    return [engine.decide(input), engine.decide(input)];
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

suite("scripts that nobody wrote", () => {
  test("say the same twice, and nothing beyond what was granted", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: attacks.length - 1 }),
        fc.array(change, { minLength: 1, maxLength: 3 }),
        async (index, changes) => {
          const attack = attacks[index];
          const input = attack?.input.kind === "object" ? attack.input.object : {};
          const decided = await decideTwice(changes.reduce(changed, sources[index] ?? ""), input);
          if (decided === undefined) return;
          const [first, second] = decided;
          assert.equal(JSON.stringify(first), JSON.stringify(second));
          assert.ok(["ask", "decline", "pass"].includes(first.effect), first.effect);
          const failed = first.errors.some(({ code }) => code === "failed");
          assert.ok(!failed || first.effect === "decline", "a failure that refuses nothing");
        },
      ),
      runs(),
    );
  });
});
