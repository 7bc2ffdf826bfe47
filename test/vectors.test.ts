/**
 * The given vectors, read as they are where they are at hand (../shared/cases): one small reader a file.
 * Where reasonable people differ a vector says so (`disputed`); our answer to each of those, and why, stands in
 * vectors-disputed.yaml, so that a changed answer is noticed and has to be written down.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import type { JsonObject, JsonValue } from "../engine/core/json.ts";
import { createEngine, type Decision, PolicyError } from "../engine/index.ts";

const SHARED = join(import.meta.dirname, "../../shared/cases");

interface Vector<Input, Expect> {
  readonly id: string;
  readonly group: string;
  readonly why: string;
  readonly disputed?: string;
  readonly input: Input;
  readonly expect: Expect;
}

/** What one vector came to here: `yes` is what the file calls safe, sensitive or valid */
interface Answer {
  readonly yes: boolean;
  readonly said: readonly string[];
}

const DISPUTED: Readonly<Record<string, { readonly ours: string; readonly why: string }>> = parse(
  readFileSync(join(import.meta.dirname, "vectors-disputed.yaml"), "utf8"),
);

/** Makes a test of every vector of a file, in a suite a group */
function vectors<Input, Expect>(
  file: string,
  words: readonly [yes: string, no: string],
  wanted: (expect: Expect) => boolean,
  answer: (input: Input) => Promise<Answer>,
  compare: (answer: Answer, vector: Vector<Input, Expect>) => void,
): void {
  const path = join(SHARED, file);
  if (!existsSync(path)) return;
  const all = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Vector<Input, Expect>);
  for (const group of new Set(all.map((one) => one.group))) {
    suite(`${file}: ${group}`, () => {
      for (const vector of all.filter((one) => one.group === group)) {
        const { id, why, disputed, input, expect } = vector;
        if (disputed === undefined) {
          test(`${id}: ${why.split(" [checked")[0]}`, async () => {
            const ours = await answer(input);
            assert.equal(words[ours.yes ? 0 : 1], words[wanted(expect) ? 0 : 1], `said: ${ours.said}`);
            compare(ours, vector);
          });
          continue;
        }
        test(`${id}, disputed: ${why.split(" [checked")[0]}`, async () => {
          const ours = await answer(input);
          const written = DISPUTED[id];
          assert.ok(written !== undefined, `our answer is ${words[ours.yes ? 0 : 1]}: write it down, with the reason`);
          assert.equal(words[ours.yes ? 0 : 1], written.ours, `said: ${ours.said}`);
          assert.ok(written.why.length > 10, "without a reason");
        });
      }
    });
  }
}

function saidBy({ reasons }: Decision): readonly string[] {
  return reasons.map(({ rule, code, args }) => `${rule}/${code} ${JSON.stringify(args)}`);
}

// --- urls.jsonl -----------------------------------------------------------------------------------------------------

interface LinkInput {
  readonly hook?: JsonObject;
  readonly allow?: readonly string[];
  readonly allow_registrable?: readonly string[];
  readonly policy_pattern?: string;
}

interface LinkExpect {
  readonly safe?: boolean;
  readonly pattern_ok?: boolean;
  readonly reasons: readonly string[];
}

/** Everything that the rules on links can say, with the list of the vector as what is trusted */
function linkPolicy({ allow, allow_registrable }: LinkInput): JsonObject {
  const hosts: readonly JsonValue[] = allow ?? (allow_registrable ?? []).map((domain) => ({ domain }));
  return {
    version: 1,
    rules: [
      { use: "canonical-url" },
      { use: "require-https", loopback: true },
      { use: "allow-url-hosts", hosts },
      { use: "no-url-credentials" },
      { use: "no-lookalike-hosts", hosts },
      { use: "no-private-hosts", hosts },
      { use: "no-open-redirects", hosts },
      { use: "url-length" },
    ],
  };
}

/**
 * The file's words for what is wrong with a link, and ours (a code, or the `problem` of a link without one reading).
 * `not-canonical`, `unparseable` and `bad-host` name no single fault; any of ours counts.
 */
const LINK_REASONS: Readonly<Record<string, RegExp>> = {
  userinfo: /user-?info|credentials/,
  backslash: /backslash/,
  "control-char": /control/,
  whitespace: /space/,
  bidi: /bidi|invisible|not-ascii|non-ascii|control/,
  "invisible-char": /invisible|not-ascii|non-ascii|host/,
  "encoded-host": /encoded|percent|host/,
  "malformed-percent": /percent/,
  scheme: /scheme|not-https|control|absolute|slashes/,
  "insecure-http": /http/,
  "host-not-allowed": /host|user|backslash|control|slashes/,
  "path-not-allowed": /path/,
  "port-not-allowed": /port/,
  punycode: /punycode|twin|mixed|confusable|host/,
  "mixed-script": /mixed|twin|confusable|host/,
  confusable: /confusable|twin|mixed|host/,
  "ip-host": /ip|number|host/,
  loopback: /loopback|number|host|dot/,
  "link-local": /link-local|host/,
  "private-net": /private|host/,
  "redirect-param": /redirect|target/,
  "token-in-url": /token|secret|credential|signature|jwt|password|magic|signed/,
  "pii-in-url": /personal|phone|mail|pii/,
  "too-long": /long/,
  "shell-metachar": /character|percent|ascii/,
  "public-suffix": /public-suffix/,
  "not-a-host": /not-a-host/,
  "bad-wildcard": /not-a-host|wildcard/,
};

async function answerLink(input: LinkInput): Promise<Answer> {
  const { policy_pattern: pattern } = input;
  try {
    const engine = await createEngine({ policy: linkPolicy(pattern === undefined ? input : { allow: [pattern] }) });
    if (pattern !== undefined) return { yes: true, said: [] };
    const decision = engine.decide(input.hook);
    return { yes: decision.effect === "ask" && decision.reasons.length === 0, said: saidBy(decision) };
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return { yes: false, said: error.errors.map(({ code }) => code) };
  }
}

vectors<LinkInput, LinkExpect>(
  "urls.jsonl",
  ["safe", "not safe"],
  ({ safe, pattern_ok }) => safe ?? pattern_ok ?? false,
  answerLink,
  ({ yes, said }, { expect: { reasons } }) => {
    const named = reasons.filter((reason) => LINK_REASONS[reason] !== undefined);
    if (yes || named.length === 0) return;
    const text = said.join(" ");
    assert.ok(
      named.some((reason) => LINK_REASONS[reason]?.test(text)),
      `none of ${reasons} in ${text}`,
    );
  },
);

// --- sensitive-requests.jsonl ---------------------------------------------------------------------------------------

interface SensitiveExpect {
  readonly sensitive: boolean;
  readonly fields: readonly string[];
}

async function answerForm(input: JsonObject): Promise<Answer> {
  const engine = await createEngine({ policy: { version: 1, rules: [{ use: "no-secret-forms" }] } });
  const decision = engine.decide(input);
  return { yes: decision.effect === "decline", said: saidBy(decision) };
}

vectors<JsonObject, SensitiveExpect>(
  "sensitive-requests.jsonl",
  ["sensitive", "harmless"],
  ({ sensitive }) => sensitive,
  answerForm,
  namesOneOf,
);

// --- sensitive-values.jsonl -----------------------------------------------------------------------------------------

async function answerValue(input: JsonObject): Promise<Answer> {
  const engine = await createEngine({ policy: { version: 1, rules: [{ use: "no-secret-answers" }] } });
  const decision = engine.decide(input);
  return { yes: decision.effect === "decline", said: saidBy(decision) };
}

vectors<JsonObject, SensitiveExpect>(
  "sensitive-values.jsonl",
  ["sensitive", "harmless"],
  ({ sensitive }) => sensitive,
  answerValue,
  namesOneOf,
);

// A reason names a field that the vector names too; a message alone may have given it away.
function namesOneOf({ yes, said }: Answer, { expect: { fields } }: Vector<JsonObject, SensitiveExpect>): void {
  if (!yes || fields.length === 0) return;
  const names = fields.map((field) => JSON.stringify(field.split("/")[field.startsWith("/") ? 1 : 0]));
  assert.ok(
    names.some((name) => said.some((text) => text.includes(name))),
    `none of ${names} in ${said}`,
  );
}

// --- schemas.jsonl --------------------------------------------------------------------------------------------------

interface SchemaInput {
  readonly mode?: string;
  readonly requested_schema: JsonObject;
  readonly action: string;
  readonly content?: JsonObject;
  readonly content_json?: string;
}

// What the form and the answer say is compared in form-vectors.test.ts; here the whole way is gone, for forms that lie
// inside the grammar: the question is remembered, and an answer that does not fit it is stopped.
async function answerAnswer(input: SchemaInput): Promise<Answer> {
  const engine = await createEngine({ policy: { version: 1, rules: [{ use: "check-answer" }] } });
  const origin = { mcp_server_name: "crm", mode: "form" };
  const schema = input.requested_schema;
  const question = { ...origin, hook_event_name: "Elicitation", message: "?", requested_schema: schema };
  const content = input.content_json ?? JSON.stringify(input.content);
  const result = { ...origin, hook_event_name: "ElicitationResult", action: input.action };
  const text = JSON.stringify(result).replace(/\}$/, content === undefined ? "}" : `,"content":${content}}`);
  const decision = engine.decide(text, { memory: { candidates: [question] } });
  return { yes: decision.effect === "pass", said: saidBy(decision) };
}

const schemasPath = join(SHARED, "schemas.jsonl");
if (existsSync(schemasPath)) {
  suite("schemas.jsonl: answers on their way out", () => {
    const all = readFileSync(schemasPath, "utf8")
      .split("\n")
      .filter((line) => line !== "" && !line.includes('"$generate"'))
      .map((line) => JSON.parse(line) as Vector<SchemaInput, { schema_ok: boolean; valid: boolean | null }>)
      .filter(({ input, expect, disputed }) => disputed === undefined && input.mode === "form" && expect.valid !== null)
      .filter(({ input, expect }) => input.action === "accept" && expect.schema_ok);
    for (const { id, why, input, expect } of all) {
      test(`${id}: ${why.split(" [checked")[0]}`, async () => {
        const { yes, said } = await answerAnswer(input);
        assert.equal(yes ? "fits" : "does not fit", expect.valid ? "fits" : "does not fit", `said: ${said}`);
      });
    }
  });
}

test("every answer to a disputed vector that is written down has its reason", () => {
  for (const [id, { ours, why }] of Object.entries(DISPUTED)) {
    assert.match(id, /^(?:url|req|val|sbx)-\d{3}$/);
    assert.ok(["accept", "safe", "not safe", "sensitive", "harmless"].includes(ours), `${id}: ${ours}`);
    assert.ok(why.length > 10, `${id} has no reason`);
  }
});
