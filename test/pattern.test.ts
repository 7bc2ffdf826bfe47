/**
 * Patterns, words and globs of a policy: what they find, what is refused and how it is said, and what a search may cost.
 * That patterns mean what RE2 means by them is tested in pattern-differential.test.ts.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { JsonValue } from "../engine/core/json.ts";
import type { OptionPowers } from "../engine/core/options.ts";
import { compilePattern, translatePattern } from "../engine/core/pattern.ts";
import { linearForm, MAX_STEPS } from "../engine/core/pattern-linear.ts";
import { parsePattern } from "../engine/core/pattern-parse.ts";
import { plainPattern } from "../engine/core/pattern-plain.ts";
import { readTextCondition } from "../engine/core/pattern-text.ts";
import { createPattern } from "../engine/powers/patterns.ts";
import { countSteps } from "./support/backtracking.ts";
import { loopingPatterns, patterns, pumpedTexts, texts } from "./support/patterns.ts";
import { runs } from "./support/runs.ts";

const CHECKING: OptionPowers = {
  registrableDomain: () => undefined,
  pattern: (source) => compilePattern(source, createPattern),
};

describe("a pattern is rewritten", () => {
  const rows: readonly (readonly [pattern: string, source: string, flags?: string])[] = [
    ["abc", "abc"],
    ["(?i)ok", "[Oo][Kk\\u212a]"],
    ["a.c", "a[^\\u000a]c", "u"],
    ["(?s)a.c", "a[^]c", "u"],
    ["\\d\\s", "[0-9][\\u0009-\\u000a\\u000c-\\u000d\\u0020]"],
    ["(?m)^a$", "(?<![^\\n])a(?![^\\n])"],
    ["\\Aa\\z", "^a$"],
    ["[[:upper:]]\\x{65E5}\\Q.*\\E", "[A-Z]\\u65e5\\u002e\\u002a"],
    ["😀", "\\u{1f600}", "u"],
    ["(?P<year>[0-9]{4})-(?:a|bc)?d", "[0-9]{4}\\u002d(?:(?:a|bc)){0,1}?d"],
    // An open end is cut: it never decides whether there is a match.
    [".*secret.*", "secret"],
    ["^(?s).*?secret$", "^[^]*?secret$", "u"],
    ["a+b{2,}", "ab{2}"],
    ["^a*b?", "^"],
    // `(a|b)*` is one set, and a loop inside a group comes to the surface.
    ["^(?:a|b)*c", "^[a-b]*?c"],
    ["x(?:a\\s*b|c)", "xa[\\u0009-\\u000a\\u000c-\\u000d\\u0020]*?b|xc"],
  ];
  for (const [pattern, source, flags = ""] of rows) {
    test(pattern, () => {
      const { steps, ...regExp } = translatePattern(pattern) as Exclude<ReturnType<typeof translatePattern>, string>;
      assert.deepEqual(regExp, { source, flags });
      assert.ok(steps <= MAX_STEPS);
    });
  }
});

describe("a pattern is left to the whole engine", () => {
  for (const pattern of [
    "(a+)+$",
    "^(a|aa)+$",
    "(.*)*x",
    "a.*b",
    "\\ba+b",
    "x[ab]*a*y",
    "^a*a*b",
    "(?:a+b)+c",
    "x[a-z]{0,60}[a-z]{0,60}!",
    "x(?:a{0,9}){0,9}!",
    "(?:a|ab?|ac?){8}!",
    "x{1000}y",
    "\\pL",
    "\\p{Greek}",
    "a\\Bb",
    "(?i)ǆ",
    "\ud83d",
    "\\x{D800}",
    `${"(".repeat(60)}a${")".repeat(60)}`,
    "a".repeat(5_001),
  ]) {
    test(pattern.slice(0, 40), () => {
      const asked: string[] = [];
      const power = (source: string) => {
        asked.push(source);
        return createPattern(source);
      };
      assert.ok(compilePattern(pattern, power) !== undefined);
      assert.deepEqual(asked, [pattern]);
    });
  }
});

describe("a search is bounded", () => {
  const sizes = [50, 200, 800];

  for (const [pattern, piece] of [
    ["^a*b", "a"],
    ["-a*b", "-a"],
    ["-a*-a*-", "a-"],
    ["(?i)api\\s*key\\s*[:=]", "api key "],
    ["^(?:[a-z]+-)?[a-z]*$", "a"],
    ["(?:a|ab|b)(?:a|ab|b)(?:a|ab|b)c", "ab"],
    ["^[^/]*/[^/]*/[^/]*x", "/a"],
    // Six places to begin are inside one loop, and each goes the costly way from there.
    ["(?:abcdef|bcdef|cdef|def|ef|f)-x*x{9}!", `abcdef-${"x".repeat(60)}`],
  ] as const) {
    test(`${pattern} over ${piece.slice(0, 20)}…: four times the text, four times the steps`, () => {
      const form = linearForm(nodeOf(pattern));
      assert.ok(form !== undefined);
      const steps = sizes.map((size) => countSteps(form.alternatives, piece.repeat(size)));
      for (const [at, count] of steps.entries()) {
        assert.ok(count <= form.steps * (piece.length * (sizes[at] as number) + 1), `${count} steps`);
        if (at > 0) assert.ok(count <= 4.2 * (steps[at - 1] as number), `${steps}`);
      }
    });
  }

  for (const [name, source, text] of [
    ["loops", loopingPatterns, pumpedTexts],
    ["any pattern", patterns, fc.oneof(texts, pumpedTexts)],
  ] as const) {
    test(`${name}: by the steps that were promised, whatever the text`, () => {
      let ours = 0;
      fc.assert(
        fc.property(source, text, (pattern, some) => {
          const node = parsePattern(pattern);
          const form = typeof node === "string" ? undefined : linearForm(node);
          if (form === undefined) return;
          ours += 1;
          const steps = countSteps(form.alternatives, some);
          assert.ok(steps <= form.steps * (some.length + 1), `${pattern}: ${steps} steps, ${form.steps} promised`);
        }),
        runs(10),
      );
      assert.ok(ours > 200, `${ours} patterns`);
    });
  }

  test("the promise of a plain word list holds too", () => {
    const words = ["api[_-]?key", "tokens?", "k?a?s?", "a b"];
    for (const pattern of [`(?i)(${words.join("|")})`, `\\b(?:${words.join("|")})\\b`, words.join("|")]) {
      const plain = plainPattern(pattern);
      const form = linearForm(nodeOf(pattern));
      assert.ok(plain !== undefined && form !== undefined);
      for (const text of ["api_kez", "kas".repeat(20), "a b token"]) {
        assert.ok(countSteps(form.alternatives, text) <= plain.steps * (text.length + 1), `${pattern} in ${text}`);
      }
    }
    assert.equal(plainPattern("a?b?c?d?e?f?g?h?"), undefined);
  });
});

describe("a condition that is refused says what to write instead", () => {
  const rows: readonly (readonly [condition: JsonValue, code: string, help: RegExp])[] = [
    [{ matches: "" }, "bad-pattern", /what the text has to hold/],
    [{ matches: ".*" }, "bad-pattern", /leave the condition out/],
    [{ matches: "^.*$" }, "bad-pattern", /leave the condition out/],
    [{ matches: "(?s).*?" }, "bad-pattern", /leave the condition out/],
    [{ matches: "(prod|)" }, "bad-pattern", /leave the condition out/],
    [{ matches: "\\pL*" }, "bad-pattern", /leave the condition out/],
    [{ matches: "/prod/gi" }, "bad-pattern", /`\(\?i\)`/],
    [{ matches: "/prod/g" }, "bad-pattern", /without slashes/],
    [{ matches: "prod(?=uction)" }, "bad-pattern", /two conditions/],
    [{ matches: "(?<!non)prod" }, "bad-pattern", /two conditions/],
    [{ matches: "(a)\\1" }, "bad-pattern", /write out/],
    [{ matches: "\\u65e5" }, "bad-pattern", /`\\x\{65E5\}`/],
    [{ matches: "\\cA" }, "bad-pattern", /`\\x1b`/],
    [{ matches: "\\p{Script=Greek}" }, "bad-pattern", /`\\p\{Greek\}`/],
    [{ matches: "(?>a)" }, "bad-pattern", /never goes back/],
    [{ matches: "a++" }, "bad-pattern", /never goes back/],
    [{ matches: "(?x)a" }, "bad-pattern", /`U`/],
    [{ matches: "a{1001}" }, "bad-pattern", /smaller count/],
    [{ matches: "a**" }, "bad-pattern", /group/],
    [{ matches: "*.example.com" }, "bad-pattern", /`globs`/],
    [{ matches: "\\e" }, "bad-pattern", /are known/],
    [{ matches: "a\\" }, "bad-pattern", /write two/],
    [{ matches: "[z-a]" }, "bad-pattern", /`\\\[`/],
    [{ matches: "(a" }, "bad-pattern", /`\\\(`/],
    [{ matches: ["a", "(?=b)"] }, "bad-pattern", /two conditions/],
    [{ words: [] }, "empty-list", /at least one/],
    [{ words: ["prod*"] }, "wrong-value", /`globs`/],
    [{ words: ["***"] }, "wrong-value", /letters or digits/],
    [{ words: [2024] }, "wrong-type", /quotes/],
    [{ word: "a" }, "unknown-key", /`words`, `globs`, `matches`/],
    [{}, "wrong-value", /at least one/],
    ["prod", "wrong-type", /`words`/],
    [["prod"], "wrong-type", /`words`/],
  ];
  for (const [condition, code, help] of rows) {
    test(JSON.stringify(condition), () => {
      const read = readTextCondition(condition, CHECKING);
      assert.ok(!read.ok);
      assert.equal(read.errors[0].code, code);
      assert.match(read.errors[0].help ?? "", help);
    });
  }

  for (const pattern of ["^$", "/login/", "/a/b", ".", "^a*$", "a?b", "\\b"]) {
    test(`${pattern} is taken`, () => assert.ok(readTextCondition({ matches: pattern }, CHECKING).ok));
  }

  test("the path leads to the entry", () => {
    const read = readTextCondition({ matches: ["a", "("] }, CHECKING);
    assert.deepEqual(!read.ok && read.errors[0].path, ["matches", 1]);
  });
});

describe("a policy that was checked before", () => {
  test("builds a pattern when a text comes to it, and once", () => {
    const built: string[] = [];
    const pattern: OptionPowers["pattern"] = (source) => {
      built.push(source);
      return (text) => text.includes(source);
    };
    const read = readTextCondition({ matches: ["a", "b"] }, { registrableDomain: undefined, pattern });
    assert.ok(read.ok);
    assert.deepEqual(built, []);
    assert.equal(read.value("a"), true);
    assert.equal(read.value("a"), true);
    assert.deepEqual(built, ["a"]);
    assert.equal(read.value("b"), true);
    assert.deepEqual(built, ["a", "b"]);
  });

  test("throws where it holds no pattern, so that the rule fails and refuses", () => {
    const read = readTextCondition({ matches: "(" }, { registrableDomain: undefined, pattern: () => undefined });
    assert.ok(read.ok);
    assert.throws(() => read.value("a"));
  });
});

describe("words", () => {
  const rows: readonly (readonly [word: string, found: readonly string[], missed: readonly string[]])[] = [
    [
      "art",
      ["art", "ART?", "(art)", "an art.", "art_2", "myArt", "ARTwork1 art", "2art"],
      ["party", "arts", "arto", "àrte"],
    ],
    ["本番", ["本番", "本番環境", "在本番", "the 本番 cluster"], ["本", "番本", "本、番"]],
    ["パスワード", ["パスワード", "新パスワードを", "ぱすわーど", "ﾊﾟｽﾜｰﾄﾞ"], ["パス", "ワード"]],
    ["サーバー", ["サーバー名"], ["サ"]],
    ["비밀번호", ["비밀번호를 입력"], ["비밀"]],
    ["รหัสผ่าน", ["กรุณาใส่รหัสผ่านของคุณ"], ["รหัส"]],
    ["пароль", ["Пароль:", "ПАРОЛЬ", "введите пароль"], ["паролька", "парол"]],
    ["straße", ["STRASSE", "Straße 1"], ["Straßen"]],
    [
      "api key",
      ["API key", "api_key", "api-key", "apiKey", "API\n key", "my_api_key_2"],
      ["apikey", "api", "api: key", "apikeys"],
    ],
    ["v1", ["v1", "(V1)", "a v1-b"], ["v10", "dev1x", "v 1"]],
    ["secret", ["s\u0435cret", "sec\u00adret", "ＳＥＣＲＥＴ", "sécrét", "𝓼𝓮𝓬𝓻𝓮𝓽"], ["secretary", "s e c r e t"]],
    ["constructor", ["constructor"], ["toString"]],
  ];
  for (const [word, found, missed] of rows) {
    const read = readTextCondition({ words: [word] }, CHECKING);
    for (const text of found) {
      test(`${word} is in ${JSON.stringify(text)}`, () => assert.ok(read.ok && read.value(text)));
    }
    for (const text of missed) {
      test(`${word} is not in ${JSON.stringify(text)}`, () => assert.ok(read.ok && !read.value(text)));
    }
  }

  test("are found in a huge text, and again in a small one", () => {
    const read = readTextCondition({ words: ["needle"] }, CHECKING);
    assert.ok(read.ok);
    assert.equal(read.value(`${"hay ".repeat(50_000)}needle`), true);
    assert.equal(read.value("a needle"), true);
    assert.equal(read.value("hay ".repeat(50_000)), false);
  });
});

describe("globs", () => {
  const rows: readonly (readonly [glob: string, found: readonly string[], missed: readonly string[]])[] = [
    ["a", ["a"], ["A", "ab", ""]],
    ["a*", ["a", "ab", "a\nb"], ["ba", "A"]],
    ["*a", ["a", "ba"], ["ab"]],
    ["*a*", ["a", "bab"], ["b"]],
    ["a*b", ["ab", "acb"], ["abc"]],
    ["?a", ["ba"], ["a", "bba"]],
    ["**", ["", "a"], []],
    ["*a?", ["ab", "aab"], ["a"]],
  ];
  for (const [glob, found, missed] of rows) {
    test(glob, () => {
      const read = readTextCondition({ globs: glob }, CHECKING);
      assert.ok(read.ok);
      for (const text of found) assert.equal(read.value(text), true, text);
      for (const text of missed) assert.equal(read.value(text), false, text);
    });
  }
});

function nodeOf(pattern: string): Exclude<ReturnType<typeof parsePattern>, string> {
  const node = parsePattern(pattern);
  assert.ok(typeof node === "object", pattern);
  return node;
}
