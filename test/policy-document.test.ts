/**
 * The checker of policy documents: each kind of fault with its place and what to write instead, what documents come to
 * when they are joined, and what is only warned of. The cases are data: test/cases/policy.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parseDocument } from "yaml";
import { rulesById } from "../engine/all-rules.ts";
import { powers } from "../engine/bind.ts";
import { ERROR_CODES } from "../engine/core/errors.ts";
import { canonicalJson, type JsonObject, type JsonValue } from "../engine/core/json.ts";
import { lintDocument } from "../engine/policy/lint.ts";
import { type Loaded, type LoadSettings, loadPolicyText, loadPolicyValue } from "../engine/policy/load.ts";
import { PACKS } from "../rules/packs/index.ts";
import { runs } from "./support/runs.ts";

interface PolicyCase {
  readonly id: string;
  readonly policy: string;
  readonly file?: string;
  readonly role?: "project" | "user";
  readonly files?: Readonly<Record<string, string>>;
  readonly reads?: false;
  readonly errors?: readonly { readonly code: string; readonly file?: string; readonly help?: string }[];
  readonly document?: JsonObject;
  readonly warnings?: readonly string[];
}

interface PolicyFile {
  readonly suite: string;
  readonly cases: readonly PolicyCase[];
}

const FOLDER = join(import.meta.dirname, "cases/policy");
const FIRST_LINE = "# yaml-language-server: $schema=../policy.schema.json\n";
const SETTINGS: LoadSettings = { rules: rulesById, packs: PACKS, powers };

const files = readdirSync(FOLDER)
  .sort()
  .map((name) => ({ name: name.replace(/\.yaml$/, ""), text: readFileSync(join(FOLDER, name), "utf8") }));
const parsed = files.map(({ name, text }) => ({
  name,
  text,
  data: parseDocument(text, { uniqueKeys: true, strict: true }).toJS() as PolicyFile,
}));

function load({ policy, file = "policy.yaml", role, files: others = {}, reads }: Omit<PolicyCase, "id">): Loaded {
  const known = new Map([...Object.entries(others), [file, policy]]);
  const read = (path: string): string | undefined => {
    if (path.endsWith("unreadable.yaml")) throw new Error("the runtime's own text");
    return known.get(path);
  };
  return loadPolicyText(
    { text: policy, file, ...(role === undefined ? {} : { role }) },
    reads === false ? SETTINGS : { ...SETTINGS, read },
  );
}

/** The errors in the form of the cases; a help only where the case has one */
function errorsOf(loaded: Loaded, { file = "policy.yaml", errors = [] }: PolicyCase): readonly object[] {
  if (loaded.ok) return [];
  const texts = new Map(loaded.sources.map((source) => [source.file, source.text]));
  return loaded.errors.map(({ code, at, line, column, length, help, file: where = "" }, index) => {
    const written = (texts.get(where) ?? "").replace(/^\ufeff/, "").split(/\r?\n/)[line - 1] ?? "";
    return {
      code,
      ...(where === file ? {} : { file: where }),
      at,
      line,
      column,
      caret: written.slice(column - 1, column - 1 + (length ?? 0)),
      ...(errors[index]?.help === undefined ? {} : { help }),
    };
  });
}

suite("the case files themselves", () => {
  const schema = JSON.parse(readFileSync(join(FOLDER, "../policy.schema.json"), "utf8")) as object;
  const isPolicyFile = new Ajv2020({ strict: true, strictRequired: false }).compile(schema);
  for (const { name, text, data } of parsed) {
    test(`${name} is as its schema says, with ids of its own`, () => {
      assert.ok(text.startsWith(FIRST_LINE));
      assert.ok(isPolicyFile(data), JSON.stringify(isPolicyFile.errors));
      assert.equal(data.suite, name);
      const ids = data.cases.map(({ id }) => id);
      assert.deepEqual(ids, [...new Set(ids)]);
    });
  }
  test("every code that a document can have occurs in one", () => {
    // Of compiled policies, scripts and files: other tests.
    const elsewhere = [
      ...["missing-script", "missing-source", "no-sandbox", "not-this-version", "script-fails", "script-outside"],
      ...["script-syntax", "script-too-large", "unreadable-file", "unused-script"],
    ];
    const found = new Set(
      parsed.flatMap(({ data }) => data.cases.flatMap(({ errors = [] }) => errors.map(({ code }) => code))),
    );
    assert.deepEqual(
      Object.keys(ERROR_CODES).filter((code) => !found.has(code) && !elsewhere.includes(code)),
      [],
    );
  });
});

for (const { name, data } of parsed) {
  suite(name, () => {
    for (const one of data.cases) {
      test(one.id, () => {
        const loaded = load(one);
        assert.deepEqual(errorsOf(loaded, one), one.errors ?? []);
        if (!loaded.ok) return;
        if (one.document !== undefined)
          assert.equal(canonicalJson(loaded.value.document as unknown as JsonValue), canonicalJson(one.document));
        if (one.warnings !== undefined) {
          const warnings = lintDocument(loaded.value, "2026-11-30T12:00:00.000Z");
          assert.deepEqual(
            warnings.map(({ code }) => code),
            one.warnings,
          );
        }
      });
    }
  });
}

suite("documents without measure", () => {
  test("files that extend each other one inside another have an end", () => {
    const others = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`${index}.yaml`, `extends: ${index + 1}.yaml\n`]),
    );
    const loaded = load({ policy: "extends: 0.yaml\n", files: others });
    assert.equal(loaded.ok, false);
    assert.deepEqual(
      loaded.errors.map(({ code, file }) => [code, file]),
      [["extends-cycle", "30.yaml"]],
    );
  });
  test("files that each extend another twice do not grow without end", () => {
    const others = Object.fromEntries(
      Array.from({ length: 25 }, (_, index) => [
        `${index}.yaml`,
        `extends: [${index + 1}.yaml, ./${index + 1}.yaml]\n`,
      ]),
    );
    const loaded = load({
      policy: "extends: 0.yaml\n",
      files: { ...others, "25.yaml": "rules: [{ use: require-https }]\n" },
    });
    assert.ok(loaded.ok);
    assert.equal(loaded.value.document.rules.length, 1);
    assert.equal(loaded.value.sources.length, 27);
  });
  test("ten thousand rules load, and warnings about them come to an end", () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => ({ use: "match", name: `r${index}`, then: "ask" }));
    const loaded = loadPolicyValue({ rules }, SETTINGS);
    assert.ok(loaded.ok);
    assert.deepEqual(lintDocument(loaded.value, "2026-11-30"), []);
  });
});

suite("documents as values", () => {
  test("are checked as their texts are", () => {
    const loaded = loadPolicyValue({ rules: [{ use: "require-htps" }] }, SETTINGS);
    assert.equal(loaded.ok, false);
    assert.deepEqual([loaded.errors[0].code, loaded.errors[0].at], ["unknown-rule", "/rules/0/use"]);
  });
  test("what is no JSON is no policy", () => {
    const circle: Record<string, unknown> = {};
    circle["rules"] = circle;
    for (const value of [undefined, null, 1n, circle, () => {}, Symbol.iterator, "text", [], 5]) {
      const loaded = loadPolicyValue(value as JsonValue, SETTINGS);
      assert.equal(loaded.ok, false, String(value));
    }
  });
  test("any JSON gives a document or errors with a place, and never throws", () => {
    const words = fc.constantFrom(
      "rules",
      "use",
      "for",
      "servers",
      "extends",
      "from",
      "without",
      "except",
      "require-https",
      "match",
      "then",
      "ask",
      "__proto__",
      "facts",
      "until",
      "name",
      "events",
      "message",
      "words",
      "hosts",
      "answers",
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.oneof(
          words,
          fc.constant(null),
          fc.boolean(),
          fc.integer(),
          fc.double({ noNaN: true }),
          fc.string({ maxLength: 5 }),
        ),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(words, tie("any"), { maxKeys: 4 }),
      ),
    })).any;
    fc.assert(
      fc.property(fc.dictionary(words, value, { maxKeys: 4 }), (document) => {
        const text = JSON.stringify(document, undefined, 1);
        const loaded = load({ policy: text });
        if (loaded.ok) return;
        for (const { at, line, column, length, code } of loaded.errors) {
          assert.match(at, /^(?:\/[^/]*)*$/);
          const written = text.split("\n")[line - 1] ?? "";
          assert.ok(
            column >= 1 && column - 1 + (length ?? 0) <= written.length,
            `${code} ${at} ${line}:${column} in ${text}`,
          );
        }
      }),
      runs(1),
    );
  });
});
