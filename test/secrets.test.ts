import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import fc from "fast-check";
import { powers } from "../engine/bind.ts";
import { decodeBase64 } from "../engine/core/base64.ts";
import { findFormTexts } from "../engine/core/form-texts.ts";
import { renderPath } from "../engine/core/path.ts";
import { MAX_FIELDS } from "../engine/core/secret-fields.ts";
import { createLexicon } from "../engine/core/secret-lexicon.ts";
import { isCardNumber, isMyNumber } from "../engine/core/secret-numbers.ts";
import { renderPackedWords } from "../engine/core/secret-pack.ts";
import { hasRecoveryPhrase } from "../engine/core/secret-phrase.ts";
import { isPlaceholder, placeholderCategory } from "../engine/core/secret-placeholder.ts";
import { findSecretRequests } from "../engine/core/secret-requests.ts";
import { findExcess } from "../engine/core/secret-size.ts";
import { findSecretValues } from "../engine/core/secret-values.ts";
import { SECRET_CATEGORIES } from "../engine/core/secrets.ts";
import { LANGUAGES } from "../rules/words/languages.ts";
import { secretLexicon } from "../rules/words/lexicon.ts";

const recoveryWords = (): string => powers.words("recovery");
const knowledge = { lexicon: secretLexicon(powers), recoveryWords };

function fieldsAsked(requestedSchema: unknown, message = "Fill in"): readonly string[] {
  return findSecretRequests({ message, requestedSchema }, knowledge.lexicon).map(({ field }) => field);
}

test("the packed words are those of the lists", () => {
  for (const script of ["latin", "other"] as const) {
    const file = `rules/words/packed-${script}.generated.ts`;
    const packed = readFileSync(new URL(`../${file}`, import.meta.url), "utf8");
    assert.equal(packed, renderPackedWords(LANGUAGES, script), `write ${file} anew`);
  }
});

test("the alphabet of the packed lists has room for every category", () => {
  assert.equal(SECRET_CATEGORIES.length, 13);
});

test("every language names every category that every form may ask for", () => {
  for (const { language, names } of LANGUAGES) {
    for (const category of SECRET_CATEGORIES) assert.ok(names[category] !== undefined, `${language}: ${category}`);
  }
});

test("every listed name of a secret is found where it stands alone", () => {
  // The soft and weak ones too, given what they need: a label of their own, and a cue beside them.
  const missed: string[] = [];
  for (const { language, names, cues } of LANGUAGES) {
    for (const category of SECRET_CATEGORIES) {
      const cue = cues?.[category]?.split(", ")[0]?.replace(/[*.]/g, "") ?? "";
      for (const raw of names[category]?.split(", ") ?? []) {
        const name = raw.replace(/[*.!=?]/g, "");
        const schema = { type: "object", properties: { v: { type: "string", title: name } } };
        const message = raw.endsWith("?") || raw.includes("?") ? cue : "Fill in";
        if (raw.includes("?") && cue === "") continue;
        if (!fieldsAsked(schema, message).includes("v")) missed.push(`${language}: ${category}: ${raw}`);
      }
    }
  }
  assert.deepEqual(missed, []);
});

test("a lexicon of no words finds nothing", () => {
  const lexicon = createLexicon(() => "");
  assert.deepEqual(
    findSecretRequests({ message: "Your password", requestedSchema: { properties: { v: {} } } }, lexicon),
    [],
  );
});

const ODD_SHAPES: readonly (readonly [string, unknown])[] = [
  ["no type", { properties: { password: {} } }],
  ["a schema that is true", { properties: { password: true } }],
  ["a schema that is null", { properties: { password: null } }],
  ["a type list", { properties: { password: { type: ["string", "null"] } } }],
  ["anyOf with null", { properties: { password: { anyOf: [{ type: "string" }, { type: "null" }] } } }],
  ["nested objects", { properties: { login: { type: "object", properties: { password: { type: "string" } } } } }],
  ["allOf at the root", { allOf: [{ properties: { password: { type: "string" } } }] }],
  ["definitions", { $defs: { Login: { properties: { password: { type: "string" } } } } }],
  ["items", { properties: { list: { type: "array", items: { properties: { password: {} } } } } }],
  ["properties as a list", { properties: [{ name: "password", type: "string" }] }],
  ["an empty enum", { properties: { password: { type: "string", enum: [] } } }],
  ["only in required", { properties: {}, required: ["password"] }],
  ["then and else", { if: {}, then: { properties: { password: { type: "string" } } } }],
  ["pattern properties", { patternProperties: { password: { type: "string" } } }],
  ["a list of strings", { properties: { password: { type: "array", items: { type: "string" } } } }],
  ["a number", { properties: { password: { type: "integer" } } }],
];
for (const [name, schema] of ODD_SHAPES) {
  test(`a password is seen in a schema of odd shape: ${name}`, () =>
    assert.deepEqual(fieldsAsked(schema), ["password"]));
}

test("names that objects are born with are names like others", () => {
  const schema = JSON.parse(
    '{"properties":{"__proto__":{"type":"string","title":"Password"},"constructor":{"type":"string"}}}',
  );
  assert.deepEqual(fieldsAsked(schema), ["__proto__"]);
});

const CANNOT_HOLD: readonly (readonly [string, unknown])[] = [
  ["a yes/no field", { type: "boolean" }],
  ["a choice", { type: "string", enum: ["a", "b"] }],
  ["a titled choice", { type: "string", oneOf: [{ const: "a", title: "A" }] }],
  ["choices", { type: "array", items: { type: "string", enum: ["a"] } }],
  ["titled choices", { type: "array", items: { anyOf: [{ const: "a", title: "A" }] } }],
  ["a constant", { const: "a" }],
  ["a date", { type: "string", format: "date" }],
  ["nothing but null", { type: "null" }],
];
for (const [name, schema] of CANNOT_HOLD) {
  test(`no secret fits into ${name}`, () => assert.deepEqual(fieldsAsked({ properties: { password: schema } }), []));
}

test("overrides hide nothing, however they are nested, and any number is read in linear time", () => {
  const titles = [
    "\u202edrowssap\u202c",
    "\u202e\u202edrowssap\u202c\u202c",
    "\u202e\u202dpassword\u202c\u202c",
    "\u202e\u2066password\u2069\u202c",
    "\u202e\u202ap@ssw0rd",
  ];
  for (const title of titles) {
    assert.deepEqual(fieldsAsked({ properties: { v: { type: "string", title } } }), ["v"], JSON.stringify(title));
  }
  // With a reversal for each these take minutes.
  const many = 300_000;
  for (const title of ["\u202ea".repeat(many), `${"\u202e".repeat(many)}abc${"\u202c".repeat(many)}`]) {
    assert.deepEqual(fieldsAsked({ properties: { v: { type: "string", title } } }), []);
  }
});

test("keywords that mark a secret", () => {
  for (const extra of [
    { format: "password" },
    { writeOnly: true },
    { "x-sensitive": true },
    { autocomplete: "one-time-code" },
  ]) {
    assert.deepEqual(fieldsAsked({ properties: { v: { type: "string", ...extra } } }), ["v"], JSON.stringify(extra));
  }
  assert.deepEqual(fieldsAsked({ properties: { v: { type: "string", writeOnly: false, format: "email" } } }), []);
});

test("a proposed value tells what is wanted", () => {
  for (const text of ["sk-ant-...", "ghp_xxxx", "^sk-[a-z]+$", "-----BEGIN PRIVATE KEY-----"]) {
    assert.ok(placeholderCategory(text) !== undefined, text);
  }
  for (const text of ["Alice", "sky", "-----BEGIN CERTIFICATE-----", ""])
    assert.equal(placeholderCategory(text), undefined, text);
});

test("a choice of secrets beside a bare field asks for one", () => {
  const schema = { properties: { kind: { type: "string", enum: ["Password", "API key"] }, value: { type: "string" } } };
  assert.deepEqual([...new Set(fieldsAsked(schema, "Sign in"))], ["value"]);
});

test("any JSON is read without a throw, and its order does not matter", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.string(), (schema, message) => {
      findSecretRequests({ message, requestedSchema: schema }, knowledge.lexicon);
      findSecretRequests({ message, requestedSchema: { properties: schema } }, knowledge.lexicon);
      findSecretValues(schema, knowledge);
    }),
    { seed: 4, numRuns: 300 },
  );
});

test("a password field is seen beside anything else", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 })), (others) => {
      assert.ok(fieldsAsked({ properties: { ...others, password: { type: "string" } } }).includes("password"));
    }),
    { seed: 4, numRuns: 200 },
  );
});

test("the question tells what an answer is", () => {
  const asked = findSecretRequests(
    { message: "Enter the 6-digit code we just sent", requestedSchema: { properties: { code: { type: "string" } } } },
    knowledge.lexicon,
  );
  assert.deepEqual(findSecretValues({ code: "492817" }, knowledge), []);
  assert.deepEqual(
    findSecretValues({ code: "492817" }, { ...knowledge, asked }).map(({ kind, field }) => [kind, field]),
    [["otp", "/code"]],
  );
  assert.deepEqual(findSecretValues({ code: "" }, { ...knowledge, asked }), []);
});

test("a long random value counts in any field only on request", () => {
  const content = { nickname: "q8Zr2WnB7sKdYtX4Lm9VcE1hGf6JpU3a" };
  assert.deepEqual(findSecretValues(content, knowledge), []);
  assert.equal(findSecretValues(content, { ...knowledge, anyRandom: true }).length, 1);
  assert.deepEqual(
    findSecretValues({ id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301" }, { ...knowledge, anyRandom: true }),
    [],
  );
});

test("findings hold no part of a value", () => {
  const value = `ghp${"_"}A1b2C3d4E5f6G7h8J9k0L1m2N3p4Q5r6S7t8`;
  const found = findSecretValues({ v: value, password: "hunter2-x" }, knowledge);
  assert.equal(found.length, 2);
  assert.ok(!/ghp|A1b2|hunter/.test(JSON.stringify(found)));
});

test("a long name costs its length once, however many values it has", () => {
  // With a copy of the name for each value these take gigabytes.
  const name = "n".repeat(300_000);
  const plain = { [name]: new Array<string>(20_000).fill("b") };
  const cards = { [name]: new Array<string>(20_000).fill("4111111111111111") };
  assert.equal(findSecretValues(plain, knowledge).length, 0);
  const found = findSecretValues(cards, knowledge);
  assert.equal(found.length, 20_000);
  assert.equal(found[7]?.field, `/${name}/7`);
  const options = Array.from({ length: 5000 }, (_, index) => ({ const: `c${index}`, title: "t" }));
  const texts = findFormTexts({ properties: { [name]: { oneOf: options } } });
  assert.equal(texts.length, 2 + 1 + 5000 * 4);
  assert.equal(renderPath(texts.at(-1)?.at), `/properties/${name}/oneOf/4999/title`);
});

test("a form that is too long is not read: characters and fields", () => {
  const form = { message: "abc", requestedSchema: { type: "object" } };
  assert.equal(findExcess(form, 13), undefined);
  assert.deepEqual(findExcess(form, 12), { unit: "characters", limit: 12 });
  const required = Array.from({ length: MAX_FIELDS }, (_, index) => `f${index}`);
  assert.deepEqual(findExcess({ message: "", requestedSchema: { required } }, 1_048_576), {
    unit: "fields",
    limit: MAX_FIELDS,
  });
  assert.equal(findExcess({ message: "", requestedSchema: { required: required.slice(1) } }, 1_048_576), undefined);
});

test("recovery phrases in pieces: every piece is found, and what is no word ends a list", () => {
  const words = "letter advice cage absurd amount doctor acoustic avoid letter advice cage above".split(" ");
  const pointers = (content: unknown): readonly string[] =>
    findSecretValues(content, knowledge).map(({ kind, field }) => `${kind} ${field}`);
  assert.deepEqual(
    pointers({ who: "Bob", ...Object.fromEntries(words.map((word, index) => [`w${index}`, `${index + 1}. ${word}`])) }),
    words.map((_, index) => `recovery-phrase /w${index}`),
  );
  assert.deepEqual(pointers({ list: [...words.slice(0, 6), "Bob", ...words.slice(6)] }), []);
  assert.equal(pointers({ first: words.slice(0, 6), second: words.slice(6) }).length, 12);
});

test("recovery phrases: the list is whole, and the checksum decides", () => {
  assert.equal(recoveryWords().split(" ").length, 2048);
  assert.equal(
    createHash("sha256")
      .update(`${recoveryWords().split(" ").join("\n")}\n`)
      .digest("hex"),
    "2f5eed53a4727b4bf8880d8f3f199efc90e58503646d9ff8eff3a2ed3b24dbda",
  );
  // Published vectors of BIP-39, 12 to 24 words.
  for (const phrase of [
    "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about",
    "zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo zoo when",
    "letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic avoid letter advice cage absurd amount doctor acoustic bless",
  ]) {
    assert.ok(hasRecoveryPhrase(phrase, recoveryWords), phrase);
  }
  assert.ok(!hasRecoveryPhrase("abandon ".repeat(12), recoveryWords));
  assert.ok(!hasRecoveryPhrase("abandon ".repeat(5000), recoveryWords));
});

test("card numbers: every published network, and one wrong digit", () => {
  for (const digits of [
    "4111111111111111",
    "5555555555554444",
    "2223003122003222",
    "378282246310005",
    "6011111111111117",
    "3530111333300000",
    "30569309025904",
    "6200000000000005",
  ]) {
    assert.ok(isCardNumber(digits), digits);
    assert.ok(!isCardNumber(digits.replace(/.$/, (last) => String((Number(last) + 1) % 10))), digits);
  }
  assert.ok(!isCardNumber("0000000000000000"));
  assert.ok(isMyNumber("123456789018"));
  assert.ok(!isMyNumber("123456789012"));
});

test("base64 is read as Buffer reads it", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const buffer = Buffer.from(bytes);
      assert.equal(decodeBase64(buffer.toString("base64")), buffer.toString("latin1"));
      assert.equal(decodeBase64(buffer.toString("base64url")), buffer.toString("latin1"));
    }),
    { seed: 4, numRuns: 200 },
  );
  assert.equal(decodeBase64("a b"), undefined);
});

test("references, masks and examples are no secrets", () => {
  for (const text of [
    `\${TOKEN}`,
    "$TOKEN",
    "<YOUR_KEY>",
    "****",
    "ghp_xxxx",
    "REDACTED",
    "changeme",
    "op://a/b/c",
    "n/a",
    "",
  ]) {
    assert.ok(isPlaceholder(text), text);
  }
  for (const text of ["hunter2", "correct horse battery staple", "Tr0ub4dor&3", "password1", "aaaab"]) {
    assert.ok(!isPlaceholder(text), text);
  }
});
