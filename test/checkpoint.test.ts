/** The way of every input through memory, decision and record: what fails beside the decision never changes it by itself. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CANARY_SESSION } from "../engine/adapters/canary.ts";
import { type CheckpointParts, createCheckpoint, type MemoryStore } from "../engine/adapters/checkpoint.ts";
import { type Reading, readHookInput } from "../engine/adapters/wire.ts";
import { createDecision } from "../engine/core/decision.ts";
import type { DecisionRecord } from "../engine/core/record.ts";
import type { Context } from "../engine/core/rule.ts";
import { engineOf, type OpenEngine } from "../engine/deciding.ts";

const ASKED = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  session_id: "one",
  message: "Name?",
  requested_schema: { type: "object", properties: {} },
};

function through(input: unknown, parts: Partial<CheckpointParts> = {}) {
  const records: DecisionRecord[] = [];
  const reports: string[] = [];
  const contexts: Context[] = [];
  const engine: OpenEngine = {
    ...engineOf({
      digest: "digest",
      decide: (_, context) => {
        contexts.push(context);
        return createDecision({ effect: "accept", content: {} });
      },
    }),
    remembers: ["asked"],
  };
  const checkpoint = createCheckpoint({
    engine,
    via: "command",
    audit: (record) => {
      records.push(record);
      return undefined;
    },
    report: (problem) => void reports.push(problem),
    ...parts,
  });
  const reading: Reading = readHookInput(input);
  return { examined: checkpoint.examine(reading, { now: "2026-11-30T15:30:00Z" }), records, reports, contexts };
}

suite("checkpoint", () => {
  test("one record a decision, and nothing to report", () => {
    const { examined, records, reports } = through(ASKED);
    assert.deepEqual([examined.decision.effect, records.length, reports], ["accept", 1, []]);
  });

  test("unreadable and malformed inputs are recorded too", () => {
    for (const input of ["{", '{"hook_event_name":"Elicitation"}']) {
      const { examined, records } = through(input);
      assert.equal(records[0]?.effect, "decline");
      assert.deepEqual(records[0]?.reasons, examined.decision.reasons);
    }
  });

  test("events that are not ours, and canaries, leave no trace", () => {
    const memory: MemoryStore = { recall: () => assert.fail(), remember: () => assert.fail() };
    for (const input of [{ hook_event_name: "Stop" }, { ...ASKED, session_id: CANARY_SESSION }]) {
      assert.deepEqual(through(input, { memory }).records, []);
    }
    assert.equal(through({ ...ASKED, session_id: CANARY_SESSION }).examined.decision.effect, "accept");
    const malformed = { ...ASKED, session_id: CANARY_SESSION, message: 1 };
    assert.deepEqual(through(malformed).records, []);
    assert.equal(through(malformed).examined.decision.effect, "decline");
  });

  test("a record that can't be written changes nothing, and is reported", () => {
    for (const audit of [() => "ENOSPC", throwing("ENOSPC")]) {
      const { examined, reports } = through(ASKED, { audit });
      assert.equal(examined.decision.effect, "accept");
      assert.deepEqual(reports, ["the decision stands, but could not be recorded: ENOSPC"]);
    }
  });

  test("where a record is required, what can't be recorded is refused", () => {
    for (const audit of [() => "ENOSPC", throwing("ENOSPC")]) {
      const { examined, reports } = through(ASKED, { audit, auditRequired: true });
      assert.deepEqual(examined.output, {
        hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" },
      });
      assert.deepEqual(
        examined.decision.reasons.map(({ rule, code, args }) => [rule, code, args]),
        [["engine", "no-audit", { problem: "ENOSPC" }]],
      );
      assert.deepEqual(reports, ["refused: could not be recorded: ENOSPC"]);
    }
    assert.deepEqual(through("{", { audit: () => "EIO", auditRequired: true }).examined.output, { decision: "block" });
    assert.equal(through(ASKED, { auditRequired: true }).examined.decision.effect, "accept");
  });

  test("what is remembered reaches the decision, and the decision the memory", () => {
    const remembered: unknown[] = [];
    const memory: MemoryStore = {
      recall: () => ({ candidates: [ASKED] }),
      remember: ({ decision }) => void remembered.push(decision.effect),
    };
    const { contexts } = through(ASKED, { memory });
    assert.deepEqual(
      contexts.map((context) => context.memory?.candidates.length),
      [1],
    );
    assert.deepEqual(remembered, ["accept"]);
  });

  test("a policy that reads no memory has none recalled and none kept", () => {
    const memory: MemoryStore = { recall: () => assert.fail(), remember: () => assert.fail() };
    const engine = engineOf({ digest: "", decide: () => createDecision({ effect: "ask" }) });
    assert.deepEqual(through(ASKED, { memory, engine }).reports, []);
  });

  test("a memory that fails counts as none, and is reported", () => {
    const memory: MemoryStore = { recall: throwing("EIO"), remember: throwing("EROFS") };
    const { examined, contexts, reports } = through(ASKED, { memory });
    assert.equal(examined.decision.effect, "accept");
    assert.equal(contexts[0]?.memory, undefined);
    assert.deepEqual(reports, ["what was asked before can't be read: EIO", "what was asked can't be kept: EROFS"]);
  });

  test("a report that fails changes nothing", () => {
    const report = throwing("EPIPE");
    assert.equal(through(ASKED, { audit: () => "EIO", report }).examined.decision.effect, "accept");
  });
});

function throwing(code: string) {
  return (): never => {
    throw Object.assign(new Error("the runtime's own text"), { code });
  };
}
