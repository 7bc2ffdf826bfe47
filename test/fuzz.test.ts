/**
 * Whatever comes in at `respond`: it never throws, never accepts where no rule accepts, and leaves exactly one record of
 * every event that is ours. What this finds becomes a case.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { isObject, type JsonObject } from "../engine/core/json.ts";
import { createEngine, type Decision, type DecisionRecord, type Engine, type HookOutput } from "../engine/index.ts";
import { runs } from "./support/runs.ts";

const WIRE = join(import.meta.dirname, "cases/wire");
const FILLED = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Which team?",
  requested_schema: { type: "object", properties: { team: { type: "string", default: "core" } }, required: ["team"] },
};
const RECORDED: readonly JsonObject[] = readdirSync(WIRE)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(WIRE, name), "utf8")) as JsonObject)
  .concat(FILLED);

interface Guard {
  readonly name: string;
  readonly policy: JsonObject;
  /** Ids of the rules in it that may accept a question, or change an answer */
  readonly accepting: readonly string[];
}

const GUARDS: readonly Guard[] = [
  { name: "the pack recommended", policy: { version: 1, extends: "recommended" }, accepting: [] },
  { name: "the pack strict", policy: { version: 1, extends: "strict" }, accepting: [] },
  { name: "the pack observe", policy: { version: 1, extends: "observe" }, accepting: [] },
  { name: "the pack unattended", policy: { version: 1, extends: "unattended" }, accepting: ["fill-defaults"] },
  {
    name: "rules that accept",
    policy: {
      version: 1,
      default: "decline",
      rules: [
        { use: "answer-form", answers: { username: "alice", team: "core", ok: true } },
        { use: "fill-defaults" },
        { use: "confirm", answer: "yes" },
        { use: "no-secret-answers", then: "remove" },
      ],
    },
    accepting: ["answer-form", "fill-defaults", "confirm", "no-secret-answers"],
  },
];

const NAMES = [
  "hook_event_name",
  "mcp_server_name",
  "message",
  "mode",
  "requested_schema",
  "url",
  "elicitation_id",
  "action",
  "content",
  "session_id",
  "agent_type",
  "__proto__",
  "constructor",
];

const aName = fc.constantFrom("Elicitation", "ElicitationResult", "elicitation", "PreToolUse", "");
const aWord = fc.constantFrom("form", "url", "accept", "decline", "cancel", "object", "string", "boolean", "array");
const aText = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.webUrl(), fc.emailAddress(), aWord, aName);
const aValue = fc.oneof({ weight: 3, arbitrary: aText }, { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) });
const aProperty = fc.dictionary(
  fc.constantFrom("type", "title", "description", "default", "enum", "oneOf", "items", "minimum", "format", "pattern"),
  fc.oneof(aWord, fc.jsonValue({ maxDepth: 2 })),
);
const aSchema = fc.record({
  type: fc.constantFrom<unknown>("object", "array", null),
  properties: fc.dictionary(fc.oneof(aText, fc.constantFrom("__proto__", "ok", "team", "password")), aProperty),
  required: fc.array(fc.oneof(aText, fc.constantFrom("ok", "team")), { maxLength: 3 }),
});

/** Hook inputs that were recorded, with some of their fields put out of order */
const aBentInput: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...RECORDED),
    fc.array(fc.tuple(fc.constantFrom(...NAMES), fc.oneof(aValue, aSchema, fc.constant(undefined))), { maxLength: 3 }),
  )
  .map(([recorded, changes]) => {
    const input: Record<string, unknown> = { ...recorded };
    for (const [name, value] of changes) {
      if (value === undefined) delete input[name];
      else Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true });
    }
    return input;
  });

/** Their text, cut off, doubled, or with other characters in between */
const aBentText: fc.Arbitrary<string> = fc
  .tuple(aBentInput, fc.nat(), fc.nat(3), fc.string({ unit: "binary", maxLength: 5 }))
  .map(([input, seed, cut, between]) => {
    const text = JSON.stringify(input);
    const at = seed % (text.length + 1);
    return `${text.slice(0, at)}${between}${text.slice(at + cut)}`;
  });

const anInput: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: aBentInput },
  { weight: 2, arbitrary: aBentInput.map((input) => JSON.stringify(input)) },
  { weight: 2, arbitrary: aBentText },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes).toString("latin1")) },
  {
    weight: 1,
    arbitrary: fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withNullPrototype: true }),
  },
);

const aContext: fc.Arbitrary<unknown> = fc.oneof(
  fc.constant(undefined),
  fc.record({
    now: aText,
    facts: fc.dictionary(aText, aValue),
    memory: fc.record({ candidates: fc.array(aBentInput) }),
  }),
  fc.anything(),
);

suite("whatever comes in", () => {
  for (const { name, policy, accepting } of GUARDS) {
    test(name, async () => {
      const records: DecisionRecord[] = [];
      const seen = new Set<string>();
      const engine = await createEngine({ policy, audit: (record) => void records.push(record) });
      fc.assert(
        fc.property(anInput, aContext, (input, context) => {
          records.length = 0;
          const decision = engine.decide(input, context as Parameters<Engine["decide"]>[1]);
          const left = records.length;
          seen.add(decision.effect);
          const output = engine.respond(input, context as Parameters<Engine["respond"]>[1]);
          checkOutput(output, decision);
          assert.equal(records.length, 2 * left);
          assert.equal(
            JSON.stringify(records[0]),
            JSON.stringify(records[1]),
            "decide and respond leave one record each",
          );
          assert.equal(left, isForeign(input) && decision.effect === "pass" ? 0 : 1, `${left} records of one decision`);
          if (decision.effect === "accept") {
            const rules = decision.reasons.map(({ rule }) => rule);
            assert.ok(rules.length > 0 && rules.every((rule) => accepting.includes(rule)), `accepted by ${rules}`);
          }
        }),
        runs(2),
      );
      // A run in which nothing was accepted, or nothing refused, would say little.
      const wanted = ["decline", "pass", ...(accepting.length > 0 ? ["accept"] : [])];
      assert.deepEqual(
        wanted.filter((effect) => !seen.has(effect)),
        [],
      );
    });
  }
});

function checkOutput(output: HookOutput, { effect, content }: Decision): void {
  const text = JSON.stringify(output);
  assert.equal(JSON.stringify(JSON.parse(text)), text);
  if ("decision" in output) {
    assert.equal(text, '{"decision":"block"}');
    assert.equal(effect, "decline");
  } else if ("hookSpecificOutput" in output) {
    const { hookEventName, action, ...rest } = output.hookSpecificOutput;
    assert.match(hookEventName, /^Elicitation(?:Result)?$/);
    assert.equal(action, effect);
    assert.equal(JSON.stringify(rest), JSON.stringify(content === undefined ? {} : { content }));
    if (content !== undefined) assert.ok(isObject(content) && effect === "accept", `${effect} with ${text}`);
  } else {
    assert.equal(text, "{}");
    assert.ok(effect === "ask" || effect === "pass", `${effect} prints nothing`);
  }
}

// Whether the input is legible and its event is somebody else's: only such an event may leave no record.
function isForeign(input: unknown): boolean {
  let value = input;
  try {
    if (typeof input === "string") value = JSON.parse(input.replace(/^\ufeff/, ""));
  } catch {
    return false;
  }
  if (!isObject(value) || !Object.hasOwn(value, "hook_event_name")) return false;
  const event = value["hook_event_name"];
  return typeof event === "string" && !/elicit/i.test(event);
}
