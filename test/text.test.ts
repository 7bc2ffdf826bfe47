import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { sha256Hex } from "../engine/core/sha256.ts";
import { foldText, latinReading, sourceIndex } from "../engine/core/text.ts";
import { disguisedReadings } from "../engine/core/text-disguise.ts";
import { findLink, findTextProblems } from "../engine/core/text-problems.ts";
import { createWords, readWords } from "../engine/core/text-words.ts";

const FOLDS: readonly (readonly [string, string, string])[] = [
  ["ASCII stands as it is", "Enter your p@ssw0rd", "Enter your p@ssw0rd"],
  ["half-width katakana are composed and read as hiragana", "ﾊﾟｽﾜｰﾄﾞ", "ぱすわーど"],
  ["katakana and hiragana are one", "パスワード", "ぱすわーど"],
  ["decomposed kana are composed", "ハ\u309aスワート\u3099", "ぱすわーど"],
  ["accents go", "Contraseña, clé, Schlüssel, São", "Contrasena, cle, Schlussel, Sao"],
  ["decomposed accents go", "contrasen\u0303a", "contrasena"],
  ["letters without a decomposition are spelled", "ß æ Œ ø ł đ þ ı", "ss ae OE o l d th i"],
  ["invisible characters go", "pa\u200dss\u2060wo\u00adrd\ufeff", "password"],
  ["marks on letters go", "p\u0332a\u0332s\u0332s\u0332", "pass"],
  ["mathematical letters", "𝐩𝒶𝓈𝔰𝕨𝖔𝗋𝘥 𝙿𝟙", "password P1"],
  ["enclosed letters", "ⓟⓐⓢⓢ 🅿🅰🆂🆂 🄿", "pass PASS P"],
  ["full-width letters and digits", "ＰＩＮ１２", "PIN12"],
  ["digits of other scripts", "٤١ ४१ ๔๑", "41 41 41"],
  ["ligatures and numerals", "ﬁle Ⅷ №", "file VIII No"],
  ["radicals are the characters they stand for", "⼝令", "口令"],
  ["conjoining jamo become syllables", "비밀번호".normalize("NFD"), "비밀번호"],
  ["Russian stays Russian", "Пароль ёй", "Пароль еи"],
  ["an override turns its text", "\u202edrowssap\u202c!", "password!"],
  ["an override without an end", "a\u202edcb", "abcd"],
  ["an override in an override turns nothing back", "\u202edr\u202eowss\u202cap\u202c!", "password!"],
  ["embeddings in an override close before it", "\u202edrow\u202as\u202cs\u202cap", "sswordap"],
  ["a lone surrogate is no letter", "a\ud800b", "a\ufffdb"],
];

for (const [name, raw, folded] of FOLDS) {
  test(`folding: ${name}`, () => assert.equal(foldText(raw).text, folded));
}

test("positions lead back to the raw text", () => {
  const raw = "x \u200bpа\u0332ss ﬁn 🅿";
  const folded = foldText(raw);
  assert.equal(folded.text, "x pаss fin P");
  const at = (part: string): number => sourceIndex(folded, folded.text.indexOf(part));
  assert.equal(at("p"), raw.indexOf("p"));
  assert.equal(at("ss"), raw.indexOf("ss"));
  assert.equal(at("in"), raw.indexOf("ﬁ"));
  assert.equal(at("P"), raw.indexOf("🅿"));
  assert.equal(sourceIndex(foldText("abc"), 1), 1);
});

test("letters that look Latin are read so, and only where there are any", () => {
  assert.equal(latinReading("pаsswоrd"), "password");
  assert.equal(latinReading("ΡΙΝ"), "PIN");
  assert.equal(latinReading("password"), undefined);
  assert.equal(latinReading("ぱすわ一ど 口座"), undefined);
});

test("folding gives the same text on every engine: the whole table, by digest", () => {
  // Unicode grows; these characters do not change any more. A difference means that an engine folds in another way.
  let all = "";
  for (let code = 0; code < 0x20000; code += 1) {
    if (code < 0xd800 || code > 0xdfff) all += `${code.toString(16)} ${foldText(String.fromCodePoint(code)).text}\n`;
  }
  assert.equal(sha256Hex(all), "6f867fdbf63f011e478a0dd92c5add82ab567b64fa393b02dc5fc4358fc3b13f");
});

test("folding twice changes nothing more, and never throws", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
      // Overrides turn text, and turned text may compose.
      const once = foldText(text.replace(/[\u202a-\u202e]/g, "")).text;
      const twice = foldText(once).text;
      assert.equal(foldText(twice).text, twice);
    }),
    { seed: 4, numRuns: 500 },
  );
});

test("signs and codes in place of letters are guessed", () => {
  assert.deepEqual(disguisedReadings("Enter your name, please! (3-20 characters)"), []);
  assert.ok(disguisedReadings("p@55w0rd").includes("password"));
  assert.ok(disguisedReadings("c1ient").includes("client"));
  assert.ok(disguisedReadings("P1N").includes("PIN"));
  assert.ok(disguisedReadings("pass%77ord").includes("password"));
  assert.ok(disguisedReadings("pass&#x77;ord").includes("password"));
  assert.ok(disguisedReadings("pass<b></b>word").includes("password"));
  assert.ok(disguisedReadings("passvvord").includes("password"));
});

function wordsOf(text: string): string {
  const words = createWords();
  readWords(text, words);
  let shown = "";
  for (let i = 0; i < words.length; i += 1) {
    shown +=
      ["", "'", "-", " ", ":", ",", ".", "?"][words.gaps[i] as number] + String.fromCharCode(words.units[i] as number);
  }
  return shown.slice(1);
}

const WORDS: readonly (readonly [string, string])[] = [
  ["dbPassWd", "db'pass'wd"],
  ["APIKey", "api'key"],
  ["a.p.i_k-e-y", "a-p-i-k-e-y"],
  ["oauth2Token", "oauth'2'token"],
  ["Enter your key. What is it?", "enter your key.what is it"],
  ["API\nkey\n\nNew", "api key.new"],
  ["Key: value, (other) – more", "key:value,other,more"],
  ["密码x", "密'码'x"],
];

for (const [text, words] of WORDS) test(`words of ${JSON.stringify(text)}`, () => assert.equal(wordsOf(text), words));

const PLAIN = [
  "Plain text, with\nlines and\ttabs, “quotes” – and dashes…",
  "line\r\nline",
  "Grüße, São Paulo, Ελλάδα, Привет, 東京, 서울, ไทย",
  "👩‍👩‍👧‍👦 ❤️ 1️⃣ 🏴󠁧󠁢󠁳󠁣󠁴󠁿 👍🏽",
  "می‌خواهم",
  "क्‍ष",
  "שלום\u200f!",
  "葛\u{e0100}城市",
  "Thi\u1ebft k\u1ebf Vi\u1ec7t Nam",
];
for (const text of PLAIN)
  test(`nothing hidden in ${JSON.stringify(text)}`, () => assert.deepEqual(findTextProblems(text), []));

const HIDDEN: readonly (readonly [string, string])[] = [
  ["escape", "a\u001b[31mred"],
  ["escape", "\u009b31m"],
  ["control", "a\u0007"],
  ["control", "a\bb"],
  ["control", "safe\rEvil"],
  ["control", "nul\u0000"],
  ["control", "\u007f"],
  ["c1", "a\u0085b"],
  ["bidi", "\u202egnp.exe"],
  ["bidi", "a\u2066b\u2069"],
  ["invisible", "pass\u200bword"],
  ["invisible", "soft\u00adhyphen"],
  ["invisible", "a\u200db"],
  ["invisible", "word\u2060joiner"],
  ["invisible", "mark\u200e"],
  ["invisible", "filler\u3164"],
  ["invisible", "x\ufe0f"],
  ["invisible", "braille\u2800blank"],
  ["tag", "hello\u{e0068}\u{e0069}"],
  ["line-separator", "a\u2028b"],
  ["surrogate", "a\ud83d"],
  ["stacked-marks", `Z${"\u0301".repeat(9)}`],
];
for (const [kind, text] of HIDDEN) {
  test(`${kind} in ${JSON.stringify(text)}`, () =>
    assert.deepEqual(
      findTextProblems(text).map((one) => one.kind),
      [kind],
    ));
}

test("links that become clickable are found, other colons are not", () => {
  for (const text of [
    "see https://x.test/a",
    "HTTP://X.TEST",
    "www.example.org",
    "javascript:alert(1)",
    "[a](mailto:a@b.test)",
    "vscode://file/etc",
    "ms-settings://x",
    "s3://bucket and https://x.test/",
    "ftp://x.test",
    "s3+https://x.test",
  ]) {
    assert.ok(findLink(text) >= 0, text);
  }
  for (const text of [
    "broker1:9092,broker2:9092",
    "note: this",
    "10:30",
    "a//b",
    "www",
    "std::vector",
    "data: none",
    "aws s3 rb s3://my-bucket",
    "jdbc:postgresql://db:5432/app",
    "S3://B",
    "a redis://r:6379 one",
  ]) {
    assert.equal(findLink(text), -1, text);
  }
});
