/**
 * Records: each decides again to the same bytes, and none holds a secret.
 * Every conformance case is decided, written down, read back and decided again, under its own policy and under others.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { contextOf, type DecideContext, NO_CONTEXT } from "../engine/context.ts";
import type { Decision } from "../engine/core/decision.ts";
import { isObject, type JsonObject, parseJson } from "../engine/core/json.ts";
import type { Policy } from "../engine/core/policy.ts";
import { type DecisionRecord, type RecordParts, renderRecord } from "../engine/core/record.ts";
import { recordDecision, type Told } from "../engine/core/record-decision.ts";
import { recordPlainly } from "../engine/core/record-plain.ts";
import { mayBeSecret } from "../engine/core/redact.ts";
import { createReplayer } from "../engine/core/replay.ts";
import { ScriptKilled } from "../engine/core/script-powers.ts";
import { tracePolicy } from "../engine/core/trace.ts";
import { type Examination, engineOf, judgeBy, KNOWLEDGE } from "../engine/deciding.ts";
import { loadEngine } from "../engine/load-engine.ts";
import { version } from "../engine/version.ts";
import { type Case, readCaseFiles } from "./support/cases.ts";

interface Decided {
  readonly one: Case;
  readonly policy: Policy;
  readonly examined: Examination;
  readonly line: string;
  readonly record: DecisionRecord;
}

const decided: readonly Decided[] = readCaseFiles()
  .flatMap(({ cases }) => cases)
  .flatMap((one) => {
    const sources = one.policy.map((policy, index) => ({
      file: `policy-${index}`,
      text: JSON.stringify(policy),
      role: "named" as const,
    }));
    const { engine, policy } = loadEngine(sources, () => undefined);
    const input =
      one.input.kind === "object" ? one.input.object : one.input.kind === "text" ? one.input.text : undefined;
    if (policy === undefined || input === undefined) return [];
    const examined = engine.examine(input, one.context as DecideContext | undefined);
    if (examined.record === undefined) return [];
    const line = renderRecord(examined.record);
    return [{ one, policy, examined, line, record: JSON.parse(line) as DecisionRecord }];
  });

suite("a record decides again", () => {
  for (const { one, policy, examined, record, line } of decided) {
    test(`${one.suite}: ${one.id}`, () => {
      assert.equal(parseJson(line).ok, true, "not strict JSON");
      const { decision, unknown, certain } = createReplayer(policy, { engine: version })(record);
      const said = ({ effect, reasons, errors, observed }: typeof decision): string =>
        JSON.stringify([effect, reasons, errors, observed]);
      assert.equal(said(decision), said(examined.decision));
      assert.deepEqual([unknown, certain], [[], true]);
      const hidden = record.request?.withheld.length ?? 0;
      if (hidden === 0 && record.recorded.length === 0)
        assert.equal(JSON.stringify(decision.content), JSON.stringify(examined.decision.content));
    });
  }

  test("it is the exception that a verdict has to be recorded, and no decision has to", () => {
    assert.deepEqual(
      names(({ record }) => record.final === true),
      [],
    );
    const recorded = names(({ record }) => record.recorded.length > 0);
    assert.ok(recorded.length > 0 && recorded.length < decided.length / 20, recorded.join("\n"));
  });
});

test("what is recorded without a closer look is what a closer look records", () => {
  let plain = 0;
  for (const { one, policy, examined } of decided) {
    const { reading, decision } = examined;
    const request = reading.kind === "request" ? reading.request : undefined;
    const parts: RecordParts = {
      engine: version,
      policy: policy.digest,
      bound: policy,
      ...KNOWLEDGE,
      context: contextOf(one.context as DecideContext | undefined) ?? NO_CONTEXT,
      decision,
      event: request?.event,
      server: request?.server,
      session: request?.sessionId,
      request,
      trail: undefined,
    };
    const told = recordPlainly(parts);
    if (told === undefined) continue;
    plain += 1;
    const closer = recordDecision(parts);
    // The content is handed on with the decision, and stands in no record.
    const { content: _, ...said } = told.decision as Decision;
    for (const [key, value] of Object.entries({ ...told, decision: said }))
      assert.equal(JSON.stringify(value), JSON.stringify(closer[key as keyof Told]), `${one.suite}: ${one.id}: ${key}`);
  }
  assert.ok(plain > decided.length / 5 && plain < decided.length / 2, `${plain} of ${decided.length}`);
});

function names(of: (one: Decided) => boolean): readonly string[] {
  return decided.filter(of).map(({ one }) => `${one.suite}: ${one.id}`);
}

test("every record is of the form that docs/record.schema.json describes", () => {
  const schema = JSON.parse(readFileSync(join(import.meta.dirname, "../docs/record.schema.json"), "utf8"));
  const isRecord = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(schema);
  for (const { one, record } of decided)
    assert.ok(isRecord(record), `${one.suite}: ${one.id}: ${JSON.stringify(isRecord.errors)}`);
});

suite("under another policy", () => {
  const open = (...rules: readonly JsonObject[]): Policy => {
    const source = { file: "other", text: JSON.stringify({ version: 1, rules }), role: "named" as const };
    const { policy } = loadEngine([source], () => undefined);
    assert.ok(policy !== undefined, JSON.stringify(rules));
    return policy;
  };
  const recordOf = (policy: Policy, input: JsonObject, context: DecideContext = {}): DecisionRecord => {
    const { record } = engineOf(judgeBy(policy)).examine({ mcp_server_name: "crm", ...input }, context);
    assert.ok(record !== undefined);
    return JSON.parse(renderRecord(record));
  };
  const replay = (policy: Policy, record: DecisionRecord, made?: Policy) => {
    const { decision, unknown, certain } = createReplayer(policy, { engine: version, made })(record);
    return [decision.effect, unknown, certain];
  };
  const QUESTION = {
    hook_event_name: "Elicitation",
    message: "Your team?",
    requested_schema: { type: "object", properties: { team: { type: "string", maxLength: 3 } } },
  };
  const answer = (team: string) => ({ hook_event_name: "ElicitationResult", action: "accept", content: { team } });
  const asked = { memory: { candidates: [{ mcp_server_name: "crm", ...QUESTION }] } };
  const plain = open({ use: "only-servers", servers: ["crm"] });

  test("what is all there is known", () => {
    const record = recordOf(plain, QUESTION);
    assert.deepEqual(replay(open({ use: "match", then: "decline", message: { words: ["team"] } }), record), [
      "decline",
      [],
      true,
    ]);
    assert.deepEqual(replay(open({ use: "answer-form", answers: { team: "a" } }), record), ["accept", [], true]);
    assert.deepEqual(replay(open({ use: "only-servers", servers: ["other"] }), record), ["decline", [], true]);
  });

  test("what reads a value that is withheld is unknown, what does not is known", () => {
    const record = recordOf(plain, answer("core"));
    const reads = { use: "match", then: "decline", content: { values: { words: ["core"] } } };
    assert.deepEqual(replay(open(reads), record), ["pass", ["match"], false]);
    assert.deepEqual(replay(open({ ...reads, observe: true }), record), ["pass", ["match"], true]);
    // Removes by name alone; the engine declines, since nobody knows the form.
    assert.deepEqual(replay(open({ use: "edit-answer", remove: ["team"] }), record), ["decline", [], true]);
    assert.deepEqual(replay(open({ use: "edit-answer", set: { team: "x" } }), record), [
      "pass",
      ["edit-answer"],
      false,
    ]);
  });

  test("a known refusal holds beside what is unknown", () => {
    const record = recordOf(plain, answer("core"));
    const other = open(
      { use: "match", then: "cancel", content: { values: { words: ["core"] } } },
      { use: "only-servers", servers: ["other"] },
    );
    assert.deepEqual(replay(other, record), ["decline", ["match"], true]);
  });

  test("whether an answer fits, and whether it holds a secret, is known though the answer is not", () => {
    for (const [team, fits] of [
      ["abc", true],
      ["abcd", false],
    ] as const) {
      const record = recordOf(plain, answer(team), asked);
      assert.deepEqual(replay(open({ use: "check-answer" }), record), [fits ? "pass" : "decline", [], true]);
    }
    const token = `gh${"p_"}FAKEfake0FAKEfake1FAKEfake2FAKEfake3`;
    const secrets = open({ use: "no-secret-answers" });
    assert.deepEqual(replay(secrets, recordOf(plain, answer(token))), ["decline", [], true]);
    assert.deepEqual(replay(secrets, recordOf(plain, answer("core"))), ["pass", [], true]);
    const random = open({ use: "no-secret-answers", "any-random": true });
    const long = recordOf(plain, answer("q8Zr2LmX0vTb7KcW4nYd6HsPq8Zr2LmX0vTb7KcW"));
    assert.deepEqual([replay(random, long)[0], replay(secrets, long)[0]], ["decline", "pass"]);
    assert.deepEqual(
      replay(open({ use: "no-secret-answers", categories: ["payment-card"] }), recordOf(plain, answer(token)))[0],
      "pass",
    );
  });

  test("an entry that the record's own policy had too says what it said", () => {
    const reads = { use: "match", then: "decline", content: { values: { words: ["core"] } } };
    const made = open(reads);
    const record = recordOf(made, answer("core"));
    const other = open({ ...reads, name: "now-named" }, { use: "only-servers", servers: ["crm"] });
    assert.deepEqual(replay(other, record), ["pass", ["match:now-named"], false]);
    assert.deepEqual(replay(other, record, made), ["decline", [], true]);
    const changed = open({ ...reads, content: { values: { words: ["core", "team"] } } });
    assert.deepEqual(replay(changed, record, made), ["pass", ["match"], false]);
  });

  test("a masked link still has its host, its length and its secrets", () => {
    const link = (url: string) => ({ hook_event_name: "Elicitation", message: "Sign in", mode: "url", url });
    const record = recordOf(plain, link("https://auth.example.com/x?token=a1B2c3D4e5F6a7B8"));
    assert.match(record.request?.url ?? "", /^https:\/\/auth\.example\.com\/x\?token=[x0]{16}$/);
    assert.deepEqual(replay(open({ use: "allow-url-hosts", hosts: ["auth.example.com"] }), record), ["ask", [], true]);
    assert.deepEqual(replay(open({ use: "allow-url-hosts", hosts: ["example.org"] }), record), ["decline", [], true]);
    assert.deepEqual(replay(open({ use: "no-url-credentials" }), record), ["decline", [], true]);
    const paths = open({ use: "allow-url-hosts", hosts: [{ host: "auth.example.com", paths: ["/x"] }] });
    assert.deepEqual(replay(paths, record), ["ask", ["allow-url-hosts"], false]);
  });

  test("another version of sekisho may say otherwise of what is withheld", () => {
    const policy = open({ use: "match", then: "decline", content: { values: { words: ["core"] } } });
    const record = recordOf(policy, answer("core"));
    const { unknown, certain } = createReplayer(policy, { engine: "9.9.9" })(record);
    assert.deepEqual([unknown, certain], [["match"], false]);
  });

  test("a fact that may be a secret is withheld, and whom it selects is unknown", () => {
    const facts = { key: "a1B2c3D4e5F6a7B8", ci: "true" };
    const policy = open({ use: "match", then: "decline", for: { facts: { key: facts.key } } });
    const record = recordOf(policy, QUESTION, { facts });
    assert.deepEqual(replay(policy, record), ["decline", [], true]);
    assert.doesNotMatch(JSON.stringify(record), /a1B2/);
    assert.deepEqual(replay(open({ use: "match", then: "decline", for: { facts: { key: "other" } } }), record)[1], [
      "match",
    ]);
    assert.deepEqual(replay(open({ use: "match", then: "decline", for: { facts: { ci: true } } }), record), [
      "decline",
      [],
      true,
    ]);
  });

  test("a request that is too large to be kept is final: as recorded under its policy, unknown under others", () => {
    const record = recordOf(plain, { ...QUESTION, message: "x ".repeat(600_000) });
    assert.deepEqual([record.final, record.request], [true, null]);
    assert.deepEqual(replay(plain, record), ["ask", [], true]);
    assert.deepEqual(replay(open({ use: "plain-message" }), record), ["ask", ["engine"], false]);
  });

  test("a script that was stopped by the clock: as recorded under its policy, unknown under others", () => {
    const policy = open({ use: "match", then: "decline", message: { words: ["team"] } });
    let asked = 0;
    const killed = tracePolicy(policy, () => {
      asked += 1;
      throw new ScriptKilled();
    });
    const record = recordOf(killed, QUESTION);
    assert.deepEqual([record.final, record.reasons.map(({ code }) => code), asked], [true, ["killed"], 1]);
    assert.deepEqual(replay(policy, record), ["decline", [], true]);
    assert.deepEqual(replay(plain, record), ["ask", [], true]);
  });

  test("what was no request is refused by every policy", () => {
    const { record } = engineOf(judgeBy(plain)).examine({ hook_event_name: "Elicitation", mcp_server_name: "crm" });
    assert.ok(record !== undefined);
    assert.deepEqual(replay(open({ use: "plain-message" }), record), ["decline", [], true]);
  });
});

suite("no record holds a secret", () => {
  const lines = vectorLines("sensitive-values");
  const { policy } = loadEngine(
    [{ file: "p", text: "extends: [strict]\nversion: 1\n", role: "named" }],
    () => undefined,
  );
  assert.ok(policy !== undefined);
  const engine = engineOf(judgeBy(policy));
  const secrets = lines
    .filter(({ expect, disputed }) => expect.sensitive && disputed === undefined)
    .flatMap(({ id, input, expect }) =>
      Object.entries(input["content"] as JsonObject).flatMap(([name, value]) =>
        typeof value === "string" && expect.fields.some((field) => field === `/${name}`) ? [{ id, name, value }] : [],
      ),
    );
  const schema = (name: string, rest: JsonObject): JsonObject => ({
    type: "object",
    properties: { [name]: { type: "string", ...rest } },
  });
  const form = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Fill in" };
  const result = { hook_event_name: "ElicitationResult", mcp_server_name: "crm", action: "accept" };
  const PLACES: Readonly<Record<string, (name: string, secret: string) => readonly [JsonObject, DecideContext?]>> = {
    "an answer": (name, secret) => [{ ...result, content: { [name]: secret } }],
    "an answer inside an answer": (name, secret) => [{ ...result, content: { list: [{ [name]: secret }] } }],
    "a question that was remembered": (name, secret) => [
      { ...result, content: { other: "x" } },
      { memory: { candidates: [{ ...form, requested_schema: schema(name, { default: secret }) }] } },
    ],
    "a default": (name, secret) => [{ ...form, requested_schema: schema(name, { default: secret }) }],
    "an example": (name, secret) => [{ ...form, requested_schema: schema(name, { examples: [secret] }) }],
  };
  // Told by their build alone: in these places no field says what they are.
  const BUILT: typeof PLACES = {
    "a message": (_, secret) => [{ ...form, message: `Use ${secret} now`, requested_schema: schema("a", {}) }],
    "a title": (_, secret) => [{ ...form, requested_schema: schema("a", { title: secret }) }],
    "a choice": (_, secret) => [{ ...form, requested_schema: schema("a", { enum: [secret, "b"] }) }],
    "a field's name": (_, secret) => [{ ...form, requested_schema: schema(secret, {}) }],
    "a name in an answer": (_, secret) => [{ ...result, content: { [secret]: "x" } }],
    "a link": (_, secret) => [
      { ...form, mode: "url", url: `https://auth.example.com/?a=${encodeURIComponent(secret)}` },
    ],
    "a link's path": (_, secret) => [{ ...form, mode: "url", url: `https://auth.example.com/a/${secret}` }],
    "a fact": (_, secret) => [{ ...form, requested_schema: schema("a", {}) }, { facts: { key: secret } }],
    "an id": (_, secret) => [{ ...result, content: {}, elicitation_id: secret, session_id: secret }],
  };
  const leaks = (
    place: (name: string, secret: string) => readonly [JsonObject, DecideContext?],
    all: boolean,
  ): readonly string[] =>
    secrets.flatMap(({ id, name, value }) => {
      if (!all && !mayBeSecret(value)) return [];
      const [input, context] = place(name, value);
      const { record, decision } = engine.examine(input, context);
      assert.ok(record !== undefined);
      const line = renderRecord(record);
      const replayed = createReplayer(policy, { engine: version })(JSON.parse(line)).decision;
      assert.equal(replayed.effect, decision.effect, id);
      const written = JSON.stringify(value).slice(1, -1);
      // What comes before it may be harmless: `Bearer `, a host.
      const core = /[A-Za-z0-9]{10,}/g;
      const runs = [...value.matchAll(core)].map(([run]) => run).filter((run) => mayBeSecret(run));
      const found = [written, ...runs.map((run) => run.slice(0, 8))].filter((text) => line.includes(text));
      return found.length > 0 ? [`${id}: ${found[0]?.slice(0, 30)}`] : [];
    });
  for (const [what, place] of Object.entries(PLACES)) test(what, () => assert.deepEqual(leaks(place, true), []));
  for (const [what, place] of Object.entries(BUILT)) test(what, () => assert.deepEqual(leaks(place, false), []));
  test("there is something to look for", () => {
    assert.ok(lines.length === 0 || secrets.length > 20, `${secrets.length}`);
  });

  test("what a person typed is in no record of any case", () => {
    for (const { one, line } of decided) {
      if (one.input.kind !== "object") continue;
      const { content, hook_event_name: event } = one.input.object;
      if (event !== "ElicitationResult" || !isObject(content)) continue;
      const texts = Object.values(content).filter(
        (value): value is string => typeof value === "string" && value.length >= 6,
      );
      // A policy may speak of the same words, and so may the question.
      const said = JSON.stringify([one.policy, one.context ?? null]);
      const found = texts.filter((text) => line.includes(JSON.stringify(text).slice(1, -1)) && !said.includes(text));
      assert.deepEqual(found, [], `${one.suite}: ${one.id}`);
    }
  });
});

interface VectorLine {
  readonly id: string;
  readonly input: JsonObject;
  readonly expect: { readonly sensitive: boolean; readonly fields: readonly string[] };
  readonly disputed?: string;
}

function vectorLines(name: string): readonly VectorLine[] {
  const file = join(import.meta.dirname, `../../shared/cases/${name}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as VectorLine);
}
