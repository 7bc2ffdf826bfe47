/**
 * The text of a policy: what is read, where it stands, and every way in which it is refused.
 * YAML is forgiving, and a policy that is read otherwise than it was meant lets something through.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { canonicalJson, isObject, type JsonValue } from "../engine/core/json.ts";
import { renderDiagnostics } from "../engine/policy/diagnostics.ts";
import {
  problemAt,
  readSource,
  type SourceError,
  type SourceErrorCode,
  type SourceNode,
  toPointer,
} from "../engine/policy/source.ts";
import { SOURCE_ERROR_CODES } from "../engine/policy/source-codes.ts";

const SEED = 20261130;

function read(text: string): SourceNode {
  const result = readSource(text);
  assert.ok(result.ok, result.ok ? "" : renderDiagnostics(result.errors, new Map([["policy", text]])));
  return result.value;
}

function refuse(text: string): readonly [SourceError, ...SourceError[]] {
  const result = readSource(text);
  assert.ok(!result.ok, `read, but should not be: ${JSON.stringify(text.slice(0, 200))}`);
  return result.errors;
}

/** Where a problem stands, and what it asks for: `line:column+length`, and a part of the help */
type Sample = readonly [text: string, place: string, help: string];

// For each code the texts that give it as their first problem.
const samples: { readonly [Code in SourceErrorCode]: readonly Sample[] } = {
  "alias-bomb": [
    [bomb(8), "6:10+3", "groups"],
    [`a: &a "${"x".repeat(5000)}"\nb: [${"*a,".repeat(100)}]\n`, "2:161+2", "groups"],
  ],
  "alias-cycle": [
    ["a: &a [*a]\n", "1:8+2", "write the value out"],
    ["a: &a\n  b:\n    - { c: *a }\n", "3:12+2", "write the value out"],
  ],
  "bad-anchor": [
    ["a: & x\n", "1:4+1", "quotes"],
    ["a: &x &y z\n", "1:7+2", "delete `&y`"],
    ["&a - b\n", "1:1+2", "next line"],
    ["b: &b x\na: !!str *b\n", "2:10+2", "delete"],
    ["{ &a: b }\n", "1:5+1", "space"],
  ],
  "bad-directive": [
    ["%YAML 1.1\n---\na: yes\n", "1:1+9", "%YAML 1.2"],
    ["%YAML 1.3\n---\na: yes\n", "1:1+9", "%YAML 1.2"],
    ["%YAML 1.2\n%YAML 1.2\n---\na: yes\n", "2:1+9", "once"],
    ["%TAG ! tag:yaml.org,2002:\n---\na: !str 1\n", "1:1+25", "delete"],
    ["%YAML 1.2\na: 1\n", "2:1+1", "`---`"],
    ["a: 1\n...\n%YAML 1.2\n", "3:1+9", "at the top"],
  ],
  "bad-escape": [
    ['pattern: "\\d+"\n', "1:11+2", "'\\d+'"],
    ['pattern: "it\'s \\w"\n', "1:16+2", "'it''s \\w'"],
    ['a: "\\x4"\n', "1:5+2", "single quotes"],
    ['a: "\\U00110000"\n', "1:5+2", "single quotes"],
    ['a: "\\ud83d"\n', "1:4+8", "both halves"],
  ],
  "bad-indent": [
    ["a:\n  b: 1\n c: 2\n", "3:2+1", "same indentation"],
    ["a: 1\n b: 2\n", "2:2+4", "belongs beside"],
    ["a:\n  - b: 1\n   c: 2\n", "3:4+1", "keys above"],
    ["a:\n  - b\n - c\n", "3:2+1", "other items"],
    ["- - a\n - b\n", "2:2+1", "same indentation"],
    ["a: 1\n- b\n", "2:1+1", "indent it"],
    ["a: - b\n", "1:4+1", "next line"],
  ],
  "bad-tag": [
    ["a: !!int abc\n", "1:4+5", "delete the tag"],
    ["a: !!str [x]\n", "1:4+5", "delete the tag"],
    ["a: !!bool yes\n", "1:4+6", "delete the tag"],
    ["a: !!str !!str x\n", "1:10+5", "delete"],
  ],
  "colon-in-text": [
    ["because: note: look twice\n", "1:10+16", '"note: look twice"'],
    ["- a: 'b': c\n", "1:6+6", "quotes"],
  ],
  "control-character": [
    ["a: x\u0000y\n", "1:5+1", "UTF-8"],
    ["a: x\u001b[2K\n", "1:5+1", "`\\x1b`"],
    ["a: x\rb: y\n", "1:5+1", "LF or CRLF"],
    ["a: x\u2028b: y\n", "1:5+1", "`\\u2028`"],
    ["a: x\u0085b: y\n", "1:5+1", "`\\x85`"],
    ["# x\ud800\na: b\n", "1:4+1", "UTF-8"],
  ],
  "duplicate-key": [
    ["a: 1\nb: 2\na: 3\n", "3:1+1", "delete one"],
    ['a: 1\n"a": 2\n', "2:1+3", "delete one"],
    ['a: 1\n"\\x61": 2\n', "2:1+6", "delete one"],
    ['{"a": {"b": 1, "b": 2}}', "1:16+3", "delete one"],
    ['{"a\n  b": 1, a b: 2}', "2:10+3", "delete one"],
    ["__proto__: 1\n__proto__: 2\n", "2:1+9", "delete one"],
    ["a: !!str x\n? a\n: y\n", "2:3+1", "delete one"],
  ],
  "empty-document": [
    ["", "1:1+0", "version: 1"],
    ["\ufeff\r\n \n", "1:1+0", "version: 1"],
    ["# nothing yet\n", "1:1+0", "version: 1"],
    ["---\n...\n", "1:1+0", "version: 1"],
    ["...\n", "1:1+0", "version: 1"],
  ],
  "invisible-character": [
    ["rul\u200bes: []\n", "1:4+1", "`\\u200b`"],
    ["rul\u200des: []\n", "1:4+1", "`\\u200d`"],
    ["- crm\u200c\n", "1:6+1", "`\\u200c`"],
    ["- \ufeffcrm\n", "1:3+1", "`\\ufeff`"],
    ["- cr\u00adm\n", "1:5+1", "`\\xad`"],
    ["# reviewed \u202e}]\na: 1\n", "1:12+1", "`\\u202e`"],
    ["- crm\u{e0061}\n", "1:6+2", "`\\U000e0061`"],
    ["- |\n  crm\u200d\n", "2:6+1", "`\\u200d`"],
  ],
  "key-not-text": [
    ["1: x\n", "1:1+1", '"1"'],
    ["a: {true: x}\n", "1:5+4", '"true"'],
    ["~: x\n", "1:1+1", '"~"'],
    ["3.10: x\n", "1:1+4", '"3.10"'],
    [": x\n", "1:1+0", "write the key"],
    ["? [a]\n: x\n", "1:3+3", "quotes"],
    ["{a: 1}: x\n", "1:1+6", "quotes"],
    ["a: &a x\n*a : y\n", "2:1+2", "write the key out"],
    ["!!int 1: x\n", "1:7+1", '"1"'],
  ],
  "long-key": [[`${"k".repeat(1100)}: 1\n`, "1:1+1100", "shorter"]],
  "malformed-yaml": [
    ["--- a: b\n", "1:5+1", "next line"],
    ["a: [- b]\n", "1:5+2", "[first, second]"],
    ['{ // comment\n "a": 1 }\n', "1:3+2", "`# `"],
    ["// comment\na: 1\n", "1:1+2", "`# `"],
  ],
  "merge-key": [
    ["base: &b {deny: true}\nx:\n  <<: *b\n", "3:3+2", "write the keys out"],
    ["base: &b {deny: true}\nx: [{ <<: [*b] }]\n", "2:7+2", "write the keys out"],
    ["? <<\n: {a: 1}\n", "1:3+2", "write the keys out"],
  ],
  "missing-colon": [
    ["version: 1\ndefault ask\n", "2:1+11", "key: value"],
    ["default ask\nrules: []\n", "1:1+11", "key: value"],
  ],
  "missing-comma": [
    ['{"a": 1 "b": 2}', "1:7+8", "comma"],
    ['["a" "b"]', "1:6+1", "comma"],
    ["servers: [\n  crm\n  billing,\n]\n", "2:3+3", '"crm"'],
    ["a: {b: c\n d: e}\n", "1:8+1", "comma"],
  ],
  "missing-space": [
    ["default:ask\n", "1:1+8", "`default:`"],
    ["version: 1\ndefault:ask\nrules: []\n", "2:1+8", "`default:`"],
    ["rules: [{use:canonical-url}]\n", "1:10+4", "`use:`"],
  ],
  "missing-value": [
    ["a: {observe}\n", "1:5+7", "key: value"],
    ["? a\n", "1:3+1", "key: value"],
  ],
  "needs-quotes": [
    ["servers:\n  - @scope/server\n", "2:5+13", '"@scope/server"'],
    ["a: `b`\n", "1:4+3", '"`b`"'],
    ["a: %b\n", "1:4+2", '"%b"'],
    ["a: [|b]\n", "1:5+2", '"|b"'],
    ["- >b c\n", "1:3+4", '">b c"'],
    ["a: [x]#y\n", "1:7+2", "space before `#`"],
  ],
  "not-utf-8": [["a: caf\ufffd\n", "1:7+1", "UTF-8"]],
  "odd-colon": [
    ["default\uff1aask\nrules: []\n", "1:8+1", "ordinary colon"],
    ["version: 1\ndefault\uff1aask\n", "2:8+1", "ordinary colon"],
    ["rules:\n  - use\uff1arequire-https\n", "2:8+1", "ordinary colon"],
    ["- { use\uff1ax, a: b }\n", "1:8+1", "ordinary colon"],
    ["default\ufe55 ask\n", "1:8+1", "ordinary colon"],
  ],
  "odd-number": [
    ["a: .inf\n", "1:4+4", '".inf"'],
    ["a: .NaN\n", "1:4+4", '".NaN"'],
    ["a: 1e999\n", "1:4+5", '"1e999"'],
    ["a: 12345678901234567890\n", "1:4+20", '"12345678901234567890"'],
    ['{"a": [9007199254740993]}', "1:8+16", '"9007199254740993"'],
  ],
  "odd-quote": [
    ["- \u201ccrm\u201d\n", "1:3+1", '`"`'],
    ["\u2018a\u2019: b\n", "1:1+1", '`"`'],
    ["a: [\uff02b\uff02]\n", "1:5+1", '`"`'],
  ],
  "odd-space": [
    ["action:\u00a0deny\n", "1:8+1", "`\\xa0`"],
    ["version: 1\ndefault:\u00a0ask\nrules: []\n", "2:9+1", "`\\xa0`"],
    ["rules:\n  -\u00a0crm\n", "2:4+1", "`\\xa0`"],
    ["- \u3000crm\n", "1:3+1", "`\\u3000`"],
    ["- crm\u2003\n", "1:6+1", "`\\u2003`"],
    ["a: x\u00a0# comment\n", "1:5+1", "`\\xa0`"],
    ["my\u00a0field: x\n", "1:3+1", "`\\xa0`"],
    ["- 'crm\u00a0'\n", "1:7+1", "`\\xa0`"],
    ["[a,\u00a0b]\n", "1:4+1", "`\\xa0`"],
  ],
  "several-documents": [
    ["a: 1\n---\nb: 2\n", "2:1+3", "one policy a file"],
    ["a: 1\n...\nb: 2\n", "3:1+3", "one policy a file"],
    ["...\na: 1\n", "2:1+3", "one policy a file"],
    ["---\na: 1\n---\n", "3:1+3", "one policy a file"],
  ],
  "swallowed-item": [["hosts:\n  - a.example.com\n    - b.example.com\n", "3:5+1", "indentation"]],
  "tab-indent": [
    ["rules:\n\tdeny: all\n", "2:1+1", "spaces"],
    ["rules:\n  - a: 1\n\tb: 2\n", "3:1+1", "spaces"],
    ["a: |\n\tx\n", "2:1+1", "spaces"],
    ["a: {\r\n\tb: 1\r\n}\r\n", "2:1+1", "spaces"],
  ],
  "too-deep": [
    [`${"[".repeat(101)}${"]".repeat(101)}`, "1:101+2", ""],
    ["- ".repeat(100_000), "1:206+1", ""],
    ["[".repeat(100_000), "1:104+1", ""],
    ["{a: ".repeat(100_000), "1:410+1", ""],
    [`a: &a ${"[".repeat(60)}${"]".repeat(60)}\nb: ${"[".repeat(60)}*a${"]".repeat(60)}\n`, "2:64+2", ""],
  ],
  "too-large": [["a".repeat(2 ** 19 + 1), "1:1+0", "extends"]],
  unclosed: [
    ["a: [x\nb: 1\n", "1:4+1", "`]`"],
    ["a: {x: 1\nb: 1\n", "1:4+1", "`}`"],
    ["a: [x}\n", "1:4+1", "`]`"],
    ['a: "x\nb: 1\n', "1:4+1", '`"`'],
    ['a: "x\\"', "1:4+1", '`"`'],
    ["a: 'it''", "1:4+1", "`'`"],
    ['a: "x\u201d\n', "1:4+1", "in place of `\u201d`"],
    ["a: [#deploy]\nb: 1\n", "1:4+1", "comment"],
    ['{"version": 1', "1:1+1", "`}`"],
  ],
  "unexpected-text": [
    ["- 'it's here'\n", "1:7+7", "`''`"],
    ['a: "x" y\n', "1:8+1", "whole text"],
    ["a: [b]]\n", "1:7+1", "quotes"],
    ["}\n", "1:1+1", "quotes"],
    ["a: 1\n... b\n", "2:5+1", "quotes"],
    ["- a\nb: 1\n", "2:1+1", "indentation"],
    ['{"a": 1,, "b": 2}', "1:9+1", "delete it"],
    ["a: &a x\nb: *a c\n", "2:7+1", "quotes"],
  ],
  "unknown-alias": [
    ["allow:\n  - *.example.com\n", "2:5+13", '"*.example.com"'],
    ["allow: *.a.com, *.b.com\n", "1:8+7", '"*.a.com"'],
    ["a: {*.b: 1}\n", "1:5+4", '"*.b"'],
    ["- *\n", "1:3+1", '"*"'],
    ["- **\n", "1:3+2", '"**"'],
    ["a: &trusted [x]\nb: *trustde\n", "2:4+8", "did you mean `*trusted`?"],
    ["a: *b\nc: &b x\n", "1:4+2", '"*b"'],
  ],
  "unknown-tag": [
    ['a: !!js/function "function(){return 1}"\n', "1:4+13", "delete"],
    ["a: !secret b\n", "1:4+7", "delete"],
    ["a: ! b\n", "1:4+1", "delete"],
    ["a: !!binary aGk=\n", "1:4+8", "delete"],
    ["a: !!set {b}\n", "1:4+5", "delete"],
    ["!!python/object:os.system {a: 1}\n", "1:1+25", "delete"],
    ["!!merge <<: {a: 1}\n", "1:1+7", "delete"],
    ["- !<tag:evil.test,2026:x> a\n", "1:3+23", "delete"],
    ["!include secrets.yaml\n", "1:1+8", "delete"],
  ],
};

function bomb(levels: number): string {
  let text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
  for (let level = 1; level <= levels; level += 1) {
    text += `a${level}: &a${level} [${Array(9)
      .fill(`*a${level - 1}`)
      .join(",")}]\n`;
  }
  return text;
}

describe("what is refused, and where", () => {
  test("every code has a text that gives it", () => {
    assert.deepEqual(Object.keys(samples).sort(), Object.keys(SOURCE_ERROR_CODES).sort());
  });

  for (const [code, texts] of Object.entries(samples)) {
    test(code, () => {
      assert.ok(texts.length > 0);
      for (const [text, place, help] of texts) {
        const [first] = refuse(text);
        const label = JSON.stringify(text.slice(0, 80));
        assert.equal(first.code, code, label);
        assert.equal(`${first.line}:${first.column}+${first.length}`, place, label);
        assert.ok((first.help ?? "").includes(help), `${label}: ${first.help}`);
      }
    });
  }

  test("messages are one line, lower case, without a period, and hide nothing", () => {
    for (const [text] of Object.values(samples).flat()) {
      for (const { message, help = "" } of refuse(text)) {
        assert.match(message, /^[^A-Z\n].*[^.\n]$/);
        assert.doesNotMatch(message + help, /[\u0000-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\ufeff]/);
      }
    }
  });

  test("independent problems are told together, in the order of the text", () => {
    const errors = refuse('a: *.x\nb: @y\nc: "\\d"\nd: 1\nd: 2\ne: !z 3\n');
    assert.deepEqual(
      errors.map(({ code, at }) => [code, at]),
      [
        ["unknown-alias", "/a"],
        ["needs-quotes", "/b"],
        ["bad-escape", "/c"],
        ["duplicate-key", "/d"],
        ["unknown-tag", "/e"],
      ],
    );
  });

  test("nothing is told of what comes after the reader lost its way", () => {
    assert.deepEqual(
      refuse("a: @x\nb: [c\nd: *.e\n").map(({ code }) => code),
      ["needs-quotes", "unclosed"],
    );
  });

  test("there is an end to the problems of one text", () => {
    for (const text of [
      "- @a\n".repeat(500),
      "a: 1\n".repeat(500),
      "&a ".repeat(500),
      "]".repeat(500),
      "%x\n".repeat(500),
    ]) {
      assert.ok(refuse(text).length <= 20);
    }
  });

  test("the pointer names keys with `/` and `~`", () => {
    assert.equal(refuse("a/b:\n  c~d: *.x\n")[0].at, "/a~1b/c~0d");
  });

  test("the file is named where there is one", () => {
    const result = readSource("a: @b", { file: "team/policy.yaml" });
    assert.ok(!result.ok && result.errors[0].file === "team/policy.yaml");
    assert.equal("file" in refuse("a: @b")[0], false);
  });
});

describe("what is read", () => {
  const texts: readonly (readonly [string, JsonValue])[] = [
    ["a: [yes, no, on, off, y, n]", { a: ["yes", "no", "on", "off", "y", "n"] }],
    ["yes: 1\non: 2", { yes: 1, on: 2 }],
    ["until: 2027-03-31", { until: "2027-03-31" }],
    ["a: [12:30:45, 1_000, 0b1, 2027-03-31T00:00:00Z]", { a: ["12:30:45", "1_000", "0b1", "2027-03-31T00:00:00Z"] }],
    ["a: [true, False, null, ~, ]", { a: [true, false, null, null] }],
    ["a:\nb: ''", { a: null, b: "" }],
    ["a: [-0, 1e3, 0.5]", { a: [0, 1000, 0.5] }],
    [
      "hosts: &h [auth.example.com]\nr1: {allow: *h}\nr2: {allow: *h}",
      {
        hosts: ["auth.example.com"],
        r1: { allow: ["auth.example.com"] },
        r2: { allow: ["auth.example.com"] },
      },
    ],
    ["&k a: &v b\nc: *k\nd: *v", { a: "b", c: "a", d: "b" }],
    ["a: &x 1\nb: &x 2\nc: *x", { a: 1, b: 2, c: 2 }],
    ["? a\n: b", { a: "b" }],
    ['"<<": 1', { "<<": 1 }],
    ["!!map\na: !!seq [!!str 1, !!int 2, !<tag:yaml.org,2002:str> 3]", { a: ["1", 2, "3"] }],
    ['\ufeff%YAML 1.2\r\n---\r\n"a": b\r\n...\r\n', { a: "b" }],
    ["a: |\n  x\n  y\nb: >-\n  x\n  y", { a: "x\ny\n", b: "x y" }],
    ["because: a long\n  text", { because: "a long text" }],
    ['{\n\t"a": [\n\t\t1,\n\t\t"\\u0041\\/\\ud83d\\ude00"\n\t]\n}', { a: [1, "A/\u{1f600}"] }],
    [
      "because: \u6ce8\u610f\uff1a\u672c\u756a\u3000\u74b0\u5883",
      { because: "\u6ce8\u610f\uff1a\u672c\u756a\u3000\u74b0\u5883" },
    ],
    ["words: [password\uff1a, mot de passe\u00a0\uff1a]", { words: ["password\uff1a", "mot de passe\u00a0\uff1a"] }],
    [
      "- \u06cc\u200c\u0645\n- 1\ufe0f\u20e3 \u{1f468}\u200d\u{1f469} \u2764\ufe0f",
      ["\u06cc\u200c\u0645", "1\ufe0f\u20e3 \u{1f468}\u200d\u{1f469} \u2764\ufe0f"],
    ],
    ['"\\u200b": "\\u202e\\x00\\ufeff"', { "\u200b": "\u202e\u0000\ufeff" }],
    ["servers: [plugin:crm:main, 'plugin:*:*', http://x]", { servers: ["plugin:crm:main", "plugin:*:*", "http://x"] }],
    ["a: it\u2019s \u201cfine\u201d", { a: "it\u2019s \u201cfine\u201d" }],
    ["a: b #c: d", { a: "b" }],
    ["a: x - y", { a: "x - y" }],
  ];
  for (const [text, value] of texts) {
    test(JSON.stringify(text), () => assert.equal(canonicalJson(read(text).value), canonicalJson(value)));
  }

  test("names are data: __proto__ is a key like others, and nothing is polluted", () => {
    const { value } = read("__proto__: {trusted: true}\nconstructor: {prototype: {trusted: true}}\n");
    assert.ok(isObject(value));
    assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
    assert.equal(Object.getPrototypeOf(value), null);
    assert.equal(Object.getPrototypeOf(Object.values(value)[0]), null);
    assert.equal(Reflect.get({}, "trusted"), undefined);
  });

  test("as much inside each other as is allowed, and no more", () => {
    const nestings: readonly ((depth: number) => string)[] = [
      (depth) => "[".repeat(depth) + "]".repeat(depth),
      (depth) => `${"{a: ".repeat(depth)}b${"}".repeat(depth)}`,
      (depth) => `${"- ".repeat(depth)}a`,
      (depth) => Array.from({ length: depth }, (_, level) => `${" ".repeat(level)}a:\n`).join(""),
      (depth) => `a: &a ${"[".repeat(50)}${"]".repeat(50)}\nb: ${"[".repeat(depth - 51)}*a${"]".repeat(depth - 51)}`,
    ];
    for (const nesting of nestings) {
      read(nesting(100));
      assert.equal(refuse(nesting(101))[0].code, "too-deep");
    }
  });

  test("a long text with much in it", () => {
    const rules = Array.from({ length: 2000 }, (_, index) => `  - { use: match, name: rule-${index}, then: ask }\n`);
    const { value } = read(`version: 1\nrules:\n${rules.join("")}`);
    assert.ok(isObject(value) && Array.isArray(value["rules"]));
    assert.equal(value["rules"].length, 2000);
  });
});

describe("positions", () => {
  const text = [
    "version: 1",
    "servers:",
    "  trusted: &t [crm, 3.10]",
    "rules:",
    "  - use: require-https",
    '    "for": { servers: *t }',
    "    because:",
    "  - use: >-",
    "      folded",
    "    a/b: '\u{1f600}' # comment",
  ].join("\r\n");
  const source = read(`\ufeff${text}`);
  const places: readonly (readonly [string, "key" | "value", string])[] = [
    ["/version", "key", "1:1+7"],
    ["/version", "value", "1:10+1"],
    ["/servers", "value", "3:3+7"],
    ["/servers/trusted", "value", "3:15+11"],
    ["/servers/trusted/1", "value", "3:21+4"],
    ["/rules", "value", "5:3+1"],
    ["/rules/0", "value", "5:5+3"],
    ["/rules/0/use", "value", "5:10+13"],
    ["/rules/0/for", "key", "6:5+5"],
    ["/rules/0/for", "value", "6:12+15"],
    ["/rules/0/for/servers", "value", "6:23+2"],
    // Through an alias: where the value was written.
    ["/rules/0/for/servers/1", "value", "3:21+4"],
    // Nothing stands there: the key.
    ["/rules/0/because", "value", "7:5+7"],
    ["/rules/1/use", "value", "8:10+2"],
    ["/rules/1/a~1b", "value", "10:10+4"],
    // Not there: the nearest value around it.
    ["/rules/0/name", "key", "5:5+3"],
    ["/rules/7", "value", "4:1+5"],
    ["/default", "key", "1:1+7"],
    ["", "value", "1:1+7"],
  ];
  for (const [pointer, which, place] of places) {
    test(`${pointer || "the root"}, ${which}`, () => {
      const { line, column, length } = source.locate(pointer, which);
      assert.equal(`${line}:${column}+${length}`, place);
    });
  }

  test("a path is given as its parts, too", () => {
    assert.deepEqual(source.locate(["rules", 1, "a/b"]), source.locate("/rules/1/a~1b"));
    assert.equal(toPointer(["rules", 1, "a/b~"]), "/rules/1/a~1b~0");
  });

  test("the spelling of a scalar is kept", () => {
    const numbers = read("servers: [123, 1e3, 3.10, 012, '7', 0x1F, ]\nlast: [*n, &n 1]\n".replace("*n, ", ""));
    const spellings = [0, 1, 2, 3, 4, 5].map((index) => numbers.spelling(["servers", index]));
    assert.deepEqual(spellings, ["123", "1e3", "3.10", "012", "'7'", "0x1F"]);
    assert.equal(source.spelling("/rules/0/for/servers/1"), "3.10");
    assert.equal(source.spelling("/rules/0/because"), undefined);
    assert.equal(source.spelling("/rules"), undefined);
    assert.equal(source.spelling("/nowhere"), undefined);
  });

  test("a checker's problem stands at its value", () => {
    const problem = problemAt(source, ["rules", 0, "use"], "key", {
      code: "some-code",
      message: "wrong",
      help: "write it",
    });
    assert.deepEqual(problem, {
      code: "some-code",
      at: "/rules/0/use",
      line: 5,
      column: 5,
      message: "wrong",
      help: "write it",
      length: 3,
    });
  });
});

describe("properties", () => {
  // Pieces that mean something to YAML, so that random texts get far.
  const pieces =
    '|\n|\n  |\n    |\n - | #c\n|- |? |: |a: |a:\n|c: d\n|\'|"|[|]|{|}|,|&a |*a |!!str |!t |\t|"x"|---\n|...\n|\r\n|%x\n|\\|\\d|<<|__proto__|012|~|true|\u00a0|\uff1a|\u201c|\u200d|\u200b|\u00e9|\u{1f600}'.split(
      "|",
    );
  const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 16 }).map((parts) => parts.join(""));

  test("any_text_is_read_or_refused_at_a_place_in_it", () => {
    fc.assert(
      fc.property(fc.oneof(texts, fc.string({ unit: "binary" })), (text) => {
        const result = readSource(text);
        if (result.ok) return;
        const lines = text.replace(/^\ufeff/, "").split("\n");
        for (const { line, column, length = 0 } of result.errors) {
          assert.ok(column >= 1 && column - 1 + length <= (lines[line - 1] ?? "").length);
        }
      }),
      { seed: SEED, numRuns: 3000 },
    );
  });

  test("what_is_read_is_what_the_library_reads", () => {
    let readTexts = 0;
    fc.assert(
      fc.property(texts, (text) => {
        const result = readSource(text);
        if (!result.ok) return;
        readTexts += 1;
        const document = parseDocument(text, { merge: false, logLevel: "silent" });
        assert.deepEqual(document.errors, []);
        assert.equal(canonicalJson(result.value.value), canonicalJson(JSON.parse(JSON.stringify(document.toJS()))));
      }),
      { seed: SEED, numRuns: 3000 },
    );
    assert.ok(readTexts > 100);
  });

  test("json_is_read_as_json", () => {
    // Characters that JSON allows raw and a policy does not are written as escapes.
    const hidden = /[^\t\n -~\u00e0-\u00fe\u4e00-\u9fff]/gu;
    const escaped = (json: string) =>
      json.replace(hidden, (character) =>
        [...Array(character.length).keys()]
          .map((unit) => `\\u${character.charCodeAt(unit).toString(16).padStart(4, "0")}`)
          .join(""),
      );
    const scalar = fc.oneof(fc.string({ unit: "grapheme" }), fc.integer(), fc.boolean(), fc.constant(null));
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        scalar,
        fc.array(tie("tree"), { maxLength: 4 }),
        fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("__proto__", "<<", "1")), tie("tree"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, fc.constantFrom(undefined, 2, "\t"), (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        assert.equal(canonicalJson(read(escaped(json)).value), canonicalJson(JSON.parse(json)));
      }),
      { seed: SEED, numRuns: 500 },
    );
  });
});

// The given vectors, where they are: a text that loads there loads here, and one that does not is refused, or keeps what
// the checker of the policy's keys and names needs to refuse it.
const vectors = "../shared/cases/plumbing.jsonl";
if (existsSync(vectors)) {
  describe("given vectors", () => {
    for (const line of readFileSync(vectors, "utf8").split("\n")) {
      if (line === "") continue;
      const { id, group, input, expect, why } = JSON.parse(line);
      if (group !== "yaml") continue;
      test(`${id}: ${why}`, () => {
        const result = readSource(input.policy_yaml);
        if (expect.load === "ok") return assert.ok(result.ok);
        if (!result.ok) return assert.ok(result.errors[0].help !== undefined);
        if (expect.polluted === false)
          return assert.deepEqual(Object.keys(result.value.value as object), ["__proto__"]);
        assert.match(expect.load, /original spelling/);
        assert.equal(result.value.spelling("/servers/2"), "3.10");
      });
    }
  });
}
