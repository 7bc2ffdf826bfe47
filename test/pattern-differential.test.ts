/**
 * Our reading of RE2 syntax against a whole engine for it, over generated patterns and texts.
 * A wrong answer here is a guard that looks away, so the two must agree on every pattern and every text.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { compilePattern, type TextTest, translatePattern } from "../engine/core/pattern.ts";
import { plainPattern } from "../engine/core/pattern-plain.ts";
import { foldRanges, hasCode } from "../engine/core/pattern-set.ts";
import { createPattern } from "../engine/powers/patterns.ts";
import { brokenPatterns, loopingPatterns, patterns, plainPatterns, plainTexts, texts } from "./support/patterns.ts";
import { runs } from "./support/runs.ts";

const someTexts = fc.array(texts, { minLength: 12, maxLength: 12 }).map((some) => ["", ...some]);

describe("patterns, by us and by a whole RE2 engine", () => {
  for (const [name, source, least] of [
    ["any pattern", patterns, 0.1],
    ["loops", loopingPatterns, 0.2],
    ["pieces of syntax", brokenPatterns, 0.1],
  ] as const) {
    test(`${name}: the same are valid, and match the same texts`, () => {
      let native = 0;
      let matched = 0;
      let total = 0;
      fc.assert(
        fc.property(source, someTexts, (pattern, some) => {
          total += 1;
          const translated = translatePattern(pattern);
          if (translated === "beyond") return;
          const whole = createPattern(pattern);
          assert.equal(translated === "invalid", whole === undefined, shown(pattern));
          if (translated === "invalid" || whole === undefined) return;
          native += 1;
          matched += agree(pattern, nativeTest(translated), whole, some);
        }),
        { ...runs(10) },
      );
      // The generator reaches what it is for.
      assert.ok(native > total * least, `${native} of ${total} patterns were ours`);
      assert.ok(matched > native && matched < native * 12, `${matched} matches of ${native} patterns`);
    });
  }

  test("plain word lists: both of our ways agree with it", () => {
    let plain = 0;
    fc.assert(
      fc.property(plainPatterns, fc.array(plainTexts, { minLength: 20, maxLength: 20 }), (pattern, some) => {
        const short = plainPattern(pattern);
        const whole = createPattern(pattern);
        if (short === undefined || whole === undefined) {
          assert.equal(short, undefined, `${shown(pattern)} is no RE2 syntax`);
          return;
        }
        plain += 1;
        agree(pattern, nativeTest(short), whole, some);
        const long = translatePattern(pattern);
        assert.ok(typeof long === "object", shown(pattern));
        agree(pattern, nativeTest(long), whole, some);
      }),
      runs(5),
    );
    assert.ok(plain > 100, `${plain} plain patterns`);
  });

  test("what is beyond us is decided by it alone", () => {
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const whole = createPattern(pattern);
        assert.equal(compilePattern(pattern, createPattern)?.(text), whole?.(text), shown(pattern));
      }),
      runs(2),
    );
  });
});

describe("case folding, by us and by a whole RE2 engine", () => {
  const everyLetter = Array.from({ length: 0x20000 }, (_, code) => code).filter(
    (code) => code < 0xd800 || code > 0xdfff,
  );
  // What folds into anything we know must be among what folds at all, for either.
  const folding = everyLetter.filter((code) => {
    const letter = String.fromCodePoint(code);
    return letter.toLowerCase() !== letter || letter.toUpperCase() !== letter || code < 0x180 || code === 0x212a;
  });

  test("every letter that has a case here has the same forms there", () => {
    let known = 0;
    for (const code of folding) {
      const ours = foldRanges([code, code]);
      if (ours === undefined) continue;
      known += 1;
      const theirs = createPattern(`(?i)[\\x{${code.toString(16)}}]`) as TextTest;
      const near = new Set([
        code,
        code - 0x20,
        code + 0x20,
        code - 0x50,
        code + 0x50,
        ...folding.slice(0, 200),
        ...RARE,
      ]);
      for (const other of near) {
        if (other < 0) continue;
        assert.equal(hasCode(ours, other), theirs(String.fromCodePoint(other)), `U+${code.toString(16)} ${other}`);
      }
    }
    assert.ok(known > 250, `${known} letters`);
  });

  test("what has no case here has none there", () => {
    // Each range between the letters that we fold or leave: with one look at all code points it must match itself alone.
    const caseless = ranges(everyLetter.filter((code) => isAlone(foldRanges([code, code]))));
    assert.ok(caseless.length > 10);
    const theirs = createPattern(`(?i)[${caseless.map(([from, to]) => `\\x{${hex(from)}}-\\x{${hex(to)}}`).join("")}]`);
    assert.ok(theirs !== undefined);
    const within = new Set(caseless.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));
    for (const code of everyLetter) {
      assert.equal(theirs(String.fromCodePoint(code)), within.has(code), `U+${hex(code)}`);
    }
  });
});

const RARE = [
  0x178, 0x17f, 0x1c80, 0x1c81, 0x1c82, 0x1c83, 0x1c84, 0x1c85, 0x1c86, 0x1c87, 0x1c88, 0x1e9e, 0x212a, 0x212b,
];

function agree(pattern: string, ours: TextTest, theirs: TextTest, some: readonly string[]): number {
  let matched = 0;
  for (const text of some) {
    const answer = ours(text);
    assert.equal(answer, theirs(text), `${shown(pattern)} in ${JSON.stringify(text)}`);
    if (answer) matched += 1;
  }
  return matched;
}

function nativeTest({ source, flags }: { readonly source: string; readonly flags: string }): TextTest {
  const regExp = new RegExp(source, flags);
  return (text) => regExp.test(text);
}

function isAlone(set: readonly number[] | undefined): boolean {
  return set?.length === 2 && set[0] === set[1];
}

function ranges(codes: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const code of codes) {
    const last = found.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else found.push([code, code]);
  }
  return found;
}

function hex(code: number): string {
  return code.toString(16);
}

function shown(pattern: string): string {
  return JSON.stringify(pattern);
}
