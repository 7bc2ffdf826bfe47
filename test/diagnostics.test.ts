/**
 * How problems of a policy are shown: the caret stands under the fault on any terminal, and what is shown of a hostile
 * policy cannot steer it.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type Diagnostic, renderDiagnostics, showText, toPolicyProblem } from "../engine/policy/diagnostics.ts";
import { nearestWord } from "../engine/policy/nearest.ts";

function render(line: string, column: number, length: number | undefined, help = "help"): string {
  const problem: Diagnostic = {
    code: "some-code",
    at: "",
    line: 1,
    column,
    message: "wrong",
    help,
    ...(length === undefined ? {} : { length }),
  };
  return renderDiagnostics([problem], new Map([["p.yaml", line]]));
}

/** The printed line and the printed caret line, without what stands before them */
function drawn(line: string, column: number, length?: number): readonly [string, string] {
  const [, text = "", caret = ""] = render(line, column, length).split("\n");
  return [text.slice("  1 | ".length), caret.slice("    | ".length)];
}

describe("rendering", () => {
  test("as STYLE shows it", () => {
    const text = "version: 1\ndefault: ask\n\nrules:\n  - use: match\n  - use: require-https\n    loopbak: true\n";
    const problem: Diagnostic = {
      code: "unknown-option",
      at: "/rules/1/loopbak",
      line: 7,
      column: 5,
      length: 7,
      file: "policy.yaml",
      message: "rule `require-https`: unknown option `loopbak`",
      help: "did you mean `loopback`?",
    };
    assert.equal(
      renderDiagnostics([problem], new Map([["policy.yaml", text]])),
      [
        "policy.yaml:7:5 unknown-option: rule `require-https`: unknown option `loopbak`",
        "  7 |     loopbak: true",
        "    |     ^^^^^^^ did you mean `loopback`?",
        "",
      ].join("\n"),
    );
  });

  test("several problems, in several files", () => {
    const problem = { code: "c", at: "", line: 10, column: 1, length: 1, message: "m" };
    const sources = new Map([
      ["a.yaml", `${"\n".repeat(9)}x`],
      ["b.yaml", `${"\r\n".repeat(9)}y\r\n`],
    ]);
    assert.equal(
      renderDiagnostics(
        [
          { ...problem, file: "a.yaml" },
          { ...problem, file: "b.yaml" },
        ],
        sources,
      ),
      "a.yaml:10:1 c: m\n  10 | x\n     | ^\nb.yaml:10:1 c: m\n  10 | y\n     | ^\n",
    );
    assert.equal(renderDiagnostics([], sources), "");
  });

  test("without the text, or without a file", () => {
    const problem = { code: "c", at: "", line: 3, column: 1, message: "m", help: "h" };
    assert.equal(renderDiagnostics([problem], new Map()), "policy:3:1 c: m\n  h\n");
    assert.equal(renderDiagnostics([{ ...problem, file: "gone.yaml" }], new Map()), "gone.yaml:3:1 c: m\n  h\n");
    assert.equal(
      renderDiagnostics([problem], new Map([["one.yaml", "\n\nx"]])),
      "one.yaml:3:1 c: m\n  3 | x\n    | ^ h\n",
    );
  });

  test("a problem without a length is marked up to the end of its word", () => {
    assert.deepEqual(drawn("a: plugin:x, b", 4), ["a: plugin:x, b", "   ^^^^^^^^ help"]);
    assert.deepEqual(drawn('a: "b c" d', 4), ['a: "b c" d', "   ^^^^^ help"]);
    assert.deepEqual(drawn("loopbak: true", 1), ["loopbak: true", "^^^^^^^ help"]);
    assert.deepEqual(drawn("a:", 3), ["a:", "  ^ help"]);
  });

  test("the byte order mark is no column", () => {
    assert.deepEqual(drawn("\ufeffa: b", 4, 1), ["a: b", "   ^ help"]);
  });

  test("wide, combining and tabbed characters", () => {
    assert.deepEqual(drawn("\u672c\u756a: x", 5, 1), ["\u672c\u756a: x", "      ^ help"]);
    assert.deepEqual(drawn("\u672c\u756a: x", 1, 2), ["\u672c\u756a: x", "^^^^ help"]);
    assert.deepEqual(drawn("a\uff1ab", 2, 1), ["a\uff1ab", " ^^ help"]);
    assert.deepEqual(drawn("\u{1f600}\u{20bb7}: x", 7, 1), ["\u{1f600}\u{20bb7}: x", "      ^ help"]);
    assert.deepEqual(drawn("\uff71\ud55c: x", 5, 1), ["\uff71\ud55c: x", "     ^ help"]);
    assert.deepEqual(drawn("cafe\u0301: x", 8, 1), ["cafe\u0301: x", "      ^ help"]);
    assert.deepEqual(drawn("\tb\tc: x", 4, 1), ["    b   c: x", "        ^ help"]);
  });

  test("what is invisible is shown as an escape, and the caret knows its width", () => {
    assert.deepEqual(drawn("a\u200bb: x", 2, 1), ["a\\u200bb: x", " ^^^^^^ help"]);
    assert.deepEqual(drawn("\u001b[2K\u202e: x", 6, 1), ["\\x1b[2K\\u202e: x", "             ^ help"]);
    assert.deepEqual(drawn("a\u{e0061}b", 4, 1), ["a\\U000e0061b", "           ^ help"]);
  });

  test("very long lines are cut around the caret", () => {
    const [text, caret] = drawn(`${"x".repeat(5000)}fault${"y".repeat(5000)}`, 5001, 5);
    assert.ok(text.length <= 122 && text.startsWith("\u2026x") && text.endsWith("y\u2026"));
    assert.equal(text.slice(caret.indexOf("^"), caret.lastIndexOf("^") + 1), "fault");
    const [early] = drawn(`fault${"y".repeat(5000)}`, 1, 5);
    assert.ok(early.startsWith("fault") && early.endsWith("\u2026") && early.length <= 122);
    const [late, lateCaret] = drawn(`${"x".repeat(5000)}fault`, 5001, 5);
    assert.ok(late.endsWith("fault") && lateCaret.indexOf("^") === late.indexOf("fault"));
    const [, long] = drawn("z".repeat(5000), 1, 5000);
    assert.ok(long.length <= 130);
  });

  test("long lines of wide or hidden characters keep the caret in view", () => {
    for (const filler of ["\u672c", "\u200b", "\u{1f600}", "\u0301", "\t"]) {
      const before = filler.repeat(1000);
      const [text, caret] = drawn(`${before}fault${filler.repeat(1000)}`, before.length + 1, 5);
      assert.ok(text.includes("fault"), JSON.stringify(filler));
      assert.match(caret, /^ *\^{5} help$/);
      assert.ok(caret.indexOf("^") < 122);
    }
  });

  test("nothing_shown_can_steer_a_terminal", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.string({ unit: "binary" }),
        fc.nat(40),
        fc.nat(40),
        (line, words, column, length) => {
          const problem: Diagnostic = {
            code: "c",
            at: "",
            line: 1,
            column: column + 1,
            length,
            file: words,
            message: words,
            help: words,
          };
          const shown = renderDiagnostics([problem], new Map([[words, line]]));
          assert.doesNotMatch(
            shown,
            /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/,
          );
          assert.ok([2, 3].includes(shown.split("\n").length - 1));
        },
      ),
      { seed: 20261130, numRuns: 500 },
    );
  });
});

describe("text in messages", () => {
  test("stands in backticks, on one line, with escapes", () => {
    assert.equal(showText("a\nb\t\u001b\u202e\ufeff"), "`a\\nb\\t\\x1b\\u202e\\ufeff`");
    assert.equal(showText("\u672c\u756a"), "`\u672c\u756a`");
  });

  test("is cut, never through a character", () => {
    assert.equal(showText("x".repeat(100)), `\`${"x".repeat(59)}\u2026\``);
    assert.equal(showText(`${"x".repeat(58)}\u{1f600}\u{1f600}`), `\`${"x".repeat(58)}\u2026\``);
    assert.equal(showText("abcdef", 4), "`abc\u2026`");
  });
});

test("the public part of a problem has the keys of the public API", () => {
  const problem: Diagnostic = {
    file: "f",
    length: 3,
    help: "h",
    message: "m",
    column: 2,
    line: 1,
    at: "/a",
    code: "c",
  };
  assert.equal(
    JSON.stringify(toPolicyProblem(problem)),
    '{"code":"c","at":"/a","line":1,"column":2,"message":"m","help":"h"}',
  );
  const { help: _, ...bare } = problem;
  assert.equal("help" in toPolicyProblem(bare), false);
});

describe("the nearest word", () => {
  const words = ["ask", "decline", "cancel", "loopback", "require-all", "require-https", "servers", "hosts"];
  const slips: readonly (readonly [string, string | undefined])[] = [
    ["loopbak", "loopback"],
    ["lopbak", "loopback"],
    ["lopbk", undefined],
    ["declien", "decline"],
    ["aks", "ask"],
    ["as", "ask"],
    ["asq", "ask"],
    ["aqq", undefined],
    ["Servers", "servers"],
    ["REQUIRE_HTTPS", "require-https"],
    ["requireAll", "require-all"],
    ["rul\u200bes", undefined],
    ["host", "hosts"],
    ["", undefined],
    ["deny", undefined],
    ["x".repeat(5000), undefined],
    ["hosts", "hosts"],
  ];
  for (const [word, nearest] of slips) {
    test(`${word.slice(0, 20)} \u2192 ${nearest ?? "none"}`, () => assert.equal(nearestWord(word, words), nearest));
  }

  test("of two equally near the first", () => {
    assert.equal(nearestWord("cart", ["care", "card"]), "care");
    assert.equal(nearestWord("a", ["b", "c"]), undefined);
    assert.equal(nearestWord("on", ["no"]), "no");
  });

  test("names of an object are no words", () => {
    assert.equal(nearestWord("constructor", words), undefined);
    assert.equal(nearestWord("__proto__", words), undefined);
  });
});
