/**
 * The given vectors on scripts, read as they are where they are at hand (../shared/cases/sandbox.jsonl).
 * Their scripts are function bodies that return `{ action, content }`; here each stands inside a `decide` that says the same.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import { parse } from "yaml";
import { isObject, type JsonObject, type JsonValue } from "../engine/core/json.ts";
import { createEngine, type Decision, type DecisionRecord } from "../engine/index.ts";

const FILE = join(import.meta.dirname, "../../shared/cases/sandbox.jsonl");

interface Vector {
  readonly id: string;
  readonly group: string;
  readonly why: string;
  readonly disputed?: string;
  readonly input: { readonly rule_script: string; readonly hook: JsonObject };
  readonly expect: { readonly outcome: string };
}

const DISPUTED: Readonly<Record<string, { readonly ours: string; readonly why: string }>> = parse(
  readFileSync(join(import.meta.dirname, "vectors-disputed.yaml"), "utf8"),
);

/** Everything that a vector's script came to */
interface Answer {
  readonly decision: Decision;
  readonly record: string;
  readonly failed: boolean;
  /** What it accepted with, as text */
  readonly content: string;
}

/** What each outcome of the file means here; a failure refuses, which no vector minds where it asks for containment */
const OUTCOMES: Readonly<Record<string, (answer: Answer) => boolean>> = {
  "no host access": ({ failed, content }) => failed || /\\"(?:undefined|boolean)\\"/.test(content),
  "stopped by limit": ({ failed }) => failed,
  "stopped by limit, host usable afterwards": ({ failed }) => failed,
  "decision taken, jobs bounded": ({ decision }) => decision.effect !== "ask",
  "refused or stopped": ({ decision }) => decision.effect === "decline",
  "decline or stopped": ({ decision }) => decision.effect === "decline",
  "decline, stdout clean": ({ decision }) => decision.effect === "decline",
  refused: ({ failed, decision }) => failed || (decision.effect !== "accept" && decision.errors.length > 0),
  "one read only": ({ failed, decision }) => !failed && decision.effect === "decline",
  "as the JSON text says or refused": ({ failed, decision }) => failed || decision.effect === "accept",
  "non-decision": ({ failed }) => failed,
  "non-decision, reported": ({ failed, decision }) => failed && decision.errors.length > 0,
  "error without the text in logs": ({ failed, record }) => failed && !record.includes("4821"),
  "next rule unaffected": ({ decision }) => decision.reasons.some(({ rule }) => rule === "script:next"),
  "later rules and the log see the original": ({ decision, record }) =>
    decision.reasons.some(({ rule }) => rule === "match") && record.includes('"server":"demo-server"'),
  // The same is asked for on every runtime: attacks/determinism.yaml.
  "same text on every machine": ({ decision }) => decision.effect === "decline",
};

const all = (existsSync(FILE) ? readFileSync(FILE, "utf8") : "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Vector);

for (const group of new Set(all.map((one) => one.group))) {
  suite(`sandbox.jsonl: ${group}`, () => {
    for (const { id, why, disputed, input, expect } of all.filter((one) => one.group === group)) {
      test(`${id}${disputed === undefined ? "" : ", disputed"}: ${why.split(" [run")[0]}`, async () => {
        const answer = await decide(input.rule_script, input.hook);
        const meets = OUTCOMES[expect.outcome];
        assert.ok(meets !== undefined, `unknown outcome \`${expect.outcome}\``);
        assert.ok(meets(answer), `wanted: ${expect.outcome}; got: ${JSON.stringify(answer.decision)}`);
        if (disputed !== undefined) {
          const written = DISPUTED[id];
          const ours = answer.failed ? "refused" : answer.decision.effect;
          assert.equal(written?.ours, ours, "write our answer down, with the reason");
        }
      });
    }
  });
}

async function decide(body: string, hook: JsonObject): Promise<Answer> {
  const records: DecisionRecord[] = [];
  const engine = await createEngine({ policy: policyOf(body, hook), audit: (record) => void records.push(record) });
  const decision = engine.decide(hook);
  assert.equal(JSON.stringify(engine.decide(hook)), JSON.stringify(decision), "the second call differs");
  return {
    decision,
    record: JSON.stringify(records),
    failed: decision.errors.some(({ rule, code }) => rule === "engine" && code === "failed"),
    content: JSON.stringify(decision.content ?? {}),
  };
}

function policyOf(body: string, hook: JsonObject): JsonObject {
  const next = `rule({ about: "Comes next", codes: { no: "no" }, decide({ decline }) {
    return ["x"].includes("y") || "x".startsWith("y") ? undefined : decline("no");
  } });`;
  return {
    version: 1,
    rules: [
      { use: "script", source: scriptOf(body, firstText(hook)), may: ["accept", "cancel", "decline"] },
      ...(/Array\.prototype/.test(body) ? [{ use: "script", name: "next", source: next }] : []),
      // A notice that the original is still there; a decline, as the scripts that need it say too.
      ...(/mcp_server_name/.test(body)
        ? [{ use: "match", for: { servers: "demo-server" }, message: { words: ["team"] }, then: "decline" }]
        : []),
    ],
  };
}

// What is read of a result is its JSON text, once. Content of fields that the form has not stands in one that it has.
function scriptOf(body: string, field: string): string {
  return `const body = (input) => {
${body}
};
rule({
  about: "Does what a vector does",
  codes: { said: "said" },
  decide(call) {
    const { event, server, requestedSchema, ...request } = call.request;
    const input = { hook_event_name: event, mcp_server_name: server, requested_schema: requestedSchema, ...request };
    const result = body(input);
    if (result === undefined) return undefined;
    const { action, content = {} } = JSON.parse(JSON.stringify(result));
    if (action === "decline" || action === "cancel") return call[action]("said");
    if (action !== "accept") return result;
    const fits = Object.keys(content).every((name) => name === "${field}");
    return call.accept(fits ? content : { "${field}": JSON.stringify(content) });
  },
});`;
}

function firstText(hook: JsonObject): string {
  const schema = hook["requested_schema"] as JsonValue | undefined;
  const properties = isObject(schema) ? schema["properties"] : undefined;
  return isObject(properties) ? (Object.keys(properties)[0] ?? "team") : "team";
}
