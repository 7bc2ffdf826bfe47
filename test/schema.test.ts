/**
 * The JSON Schema of policies: it accepts whatever the checker accepts, refuses what a schema can see, and its messages
 * are about the one mistake. An editor that marks a good line red is switched off.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { parse, parseDocument } from "yaml";
import { rulesById } from "../engine/all-rules.ts";
import { powers } from "../engine/bind.ts";
import type { JsonValue } from "../engine/core/json.ts";
import { loadPolicyText, loadPolicyValue } from "../engine/policy/load.ts";
import { createPolicySchema } from "../engine/policy/schema.ts";
import { RULES } from "../rules/index.ts";
import { PACKS } from "../rules/packs/index.ts";
import { readCaseFiles } from "./support/cases.ts";

const SETTINGS = { rules: rulesById, packs: PACKS, powers };
const ROOT = join(import.meta.dirname, "..");

const ajv = new Ajv2020({
  strict: true,
  strictRequired: false,
  strictTypes: false,
  allErrors: true,
  allowUnionTypes: true,
});
addFormats.default(ajv);
const isPolicy = ajv.compile(createPolicySchema(RULES, [...PACKS.keys()]));

interface PolicyCase {
  readonly id: string;
  readonly policy: string;
  readonly errors?: readonly { readonly code: string; readonly file?: string }[];
}

const cases = readdirSync(join(ROOT, "test/cases/policy")).flatMap((name) => {
  const text = readFileSync(join(ROOT, "test/cases/policy", name), "utf8");
  return (parse(text) as { readonly suite: string; readonly cases: readonly PolicyCase[] }).cases.map((one) => ({
    ...one,
    id: `${name.replace(/\.yaml$/, "")}/${one.id}`,
  }));
});

function readYaml(policy: string): unknown {
  const document = parseDocument(policy.replace(/^\ufeff/, ""), { uniqueKeys: true });
  return document.errors.length > 0 ? undefined : (document.toJS() as unknown);
}

suite("what the checker accepts, the schema accepts", () => {
  for (const { id, policy, errors } of cases) {
    if (errors !== undefined) continue;
    test(id, () => {
      assert.ok(isPolicy(readYaml(policy)), JSON.stringify(isPolicy.errors));
    });
  }
  test("the packs", () => {
    for (const name of PACKS.keys()) {
      const text = readFileSync(join(ROOT, "rules/packs", `${name}.yaml`), "utf8");
      assert.ok(isPolicy(readYaml(text)), `${name}: ${JSON.stringify(isPolicy.errors)}`);
    }
  });
  test("the policies of all conformance cases that load", () => {
    let count = 0;
    for (const { cases: all } of readCaseFiles()) {
      for (const { suite: name, id, policy } of all) {
        for (const document of policy) {
          if (!loadPolicyValue(document as JsonValue, SETTINGS).ok) continue;
          count += 1;
          assert.ok(isPolicy(document), `${name}/${id}: ${JSON.stringify(isPolicy.errors)}`);
        }
      }
    }
    assert.ok(count > 100, `${count} policies`);
  });
  test("every rule with no more than it needs", () => {
    for (const { id, options } of RULES) {
      const needed = Object.entries(options).filter(([, { required }]) => required);
      const values: Readonly<Record<string, JsonValue>> = {
        hosts: "auth.example.com",
        servers: "crm",
        then: "ask",
        answer: "yes",
      };
      const rule = { use: id, ...Object.fromEntries(needed.map(([name]) => [name, values[name] ?? "x"])) };
      assert.ok(isPolicy({ rules: [rule] }), `${id}: ${JSON.stringify(isPolicy.errors)}`);
    }
  });
});

/** What only the checker sees: other files, lists that it knows, texts with a grammar, several places at once */
const UNSEEN: ReadonlySet<string> = new Set([
  "bad-path",
  "bad-pattern",
  "bad-port",
  "bad-wildcard",
  "base-not-here",
  "duplicate-key",
  "duplicate-name",
  "extends-cycle",
  "ip-by-accident",
  "is-a-url",
  "matches-everything",
  "never-matches",
  "not-a-host",
  "public-suffix",
  "unclosed",
]);

/** The same for single cases of codes that a schema mostly can see */
const UNSEEN_CASES: ReadonlySet<string> = new Set([
  "extends/missing-file",
  "extends/missing-file-in-another-folder",
  "extends/unreadable-file",
  "extends/no-files-here",
  "extends/fault-in-the-other-file-is-told-once",
  "extends/without-an-unknown-rule",
  "extends/without-a-rule-that-is-not-in-it",
  "names/without",
  "rules/nothing-to-say",
  "rules/question-and-answer-at-once",
  "servers/group-in-a-group",
]);

suite("what a schema can see, it refuses", () => {
  for (const { id, policy, errors = [] } of cases) {
    const seen = errors.some(({ code, file }) => file === undefined && !UNSEEN.has(code)) && !UNSEEN_CASES.has(id);
    if (seen) {
      test(id, () => {
        assert.equal(isPolicy(readYaml(policy)), false);
      });
    }
  }
  test("each of those left out is a case that the schema accepts: else it could be left in", () => {
    const known = new Map(cases.map((one) => [one.id, one.policy]));
    for (const id of UNSEEN_CASES) assert.ok(isPolicy(readYaml(known.get(id) ?? "")), id);
  });
  test("each of its codes occurs in a case that the schema accepts", () => {
    const accepted = cases.filter(({ policy }) => isPolicy(readYaml(policy)));
    const codes = new Set(accepted.flatMap(({ errors = [] }) => errors.map(({ code }) => code)));
    const unneeded = [...UNSEEN].filter((code) => !codes.has(code) && code !== "duplicate-key" && code !== "unclosed");
    assert.deepEqual(unneeded, []);
  });
});

suite("its messages are about the mistake", () => {
  const messages = (document: unknown): readonly string[] => {
    assert.equal(isPolicy(document), false);
    const told = (isPolicy.errors ?? []).filter(({ keyword }) => keyword !== "if");
    return told.map(
      ({ instancePath, keyword, params }: ErrorObject) => `${instancePath} ${keyword} ${Object.values(params).join()}`,
    );
  };
  test("a misspelt option is told as that, and not as every rule that it is not", () => {
    assert.deepEqual(messages({ rules: [{ use: "require-https", loopbak: true }] }), [
      "/rules/0 additionalProperties loopbak",
    ]);
  });
  test("a misspelt rule lists the rules", () => {
    const [only, ...others] = messages({ rules: [{ use: "require-htps" }] });
    assert.match(only ?? "", /^\/rules\/0\/use enum .*require-https/);
    assert.deepEqual(others, []);
  });
  test("a missing option", () => {
    assert.deepEqual(messages({ rules: [{ use: "allow-url-hosts" }] }), ["/rules/0 required hosts"]);
  });
  test("a rule that says nothing of which it is", () => {
    assert.deepEqual(messages({ rules: [{ loopback: true }] }), ["/rules/0 required use"]);
  });
  test("a word of a closed list", () => {
    assert.deepEqual(messages({ rules: [], default: "declin" }), ["/default enum ask,cancel,decline"]);
  });
});

suite("what editors show", () => {
  const schema = createPolicySchema(RULES, [...PACKS.keys()]) as {
    readonly properties: Readonly<Record<string, { readonly description?: string }>>;
    readonly $defs: Readonly<
      Record<string, { readonly description?: string; readonly properties?: Readonly<Record<string, object>> }>
    >;
  };
  test("every rule and every option has a sentence", () => {
    for (const { id, options } of RULES) {
      const rule = schema.$defs[`rule-${id}`];
      assert.ok((rule?.description ?? "").length > 10, id);
      for (const name of Object.keys(options))
        assert.ok(
          ((rule?.properties?.[name] as { description?: string } | undefined)?.description ?? "").length > 3,
          `${id}.${name}`,
        );
    }
  });
  test("the comment that YAML editors read, and the schema in a document's key, are no policy", () => {
    assert.ok(loadPolicyText({ text: "# yaml-language-server: $schema=policy.schema.json\nrules: []\n" }, SETTINGS).ok);
    assert.equal(isPolicy({ $schema: "x", rules: [] }), false);
  });
});
