/** Canaries: known by their session alone, and decided as any other call. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CANARY_SESSION, isCanary } from "../engine/adapters/canary.ts";
import { readHookInput } from "../engine/adapters/wire.ts";
import { createEngine } from "../engine/index.ts";

const ASKED = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Sign in",
  mode: "url",
  url: "http://evil.test/",
};

suite("a canary", () => {
  test("is known by its session, whole and in its own spelling", () => {
    assert.equal(isCanary(CANARY_SESSION), true);
    for (const other of [undefined, "", `${CANARY_SESSION} `, CANARY_SESSION.toUpperCase(), `x${CANARY_SESSION}`])
      assert.equal(isCanary(other), false, String(other));
  });

  test("is known as a request; the same words anywhere else are an ordinary call", () => {
    assert.equal(isCanary(readHookInput({ ...ASKED, session_id: CANARY_SESSION })), true);
    assert.equal(isCanary(readHookInput(ASKED)), false);
    for (const field of ["mcp_server_name", "message", "elicitation_id", "prompt_id", "transcript_path", "session"])
      assert.equal(isCanary(readHookInput({ ...ASKED, [field]: CANARY_SESSION })), false, field);
  });

  test("is known where it is malformed", () => {
    assert.equal(isCanary(readHookInput({ ...ASKED, message: 1, session_id: CANARY_SESSION })), true);
    assert.equal(isCanary(readHookInput({ ...ASKED, message: 1 })), false);
    assert.equal(isCanary({ kind: "unreadable", problem: "empty" }), false);
    assert.equal(isCanary({ kind: "foreign" }), false);
  });

  test("is known where nothing is decided: an event of others, and one that can't be read", () => {
    for (const event of ["Notification", "elicitation"]) {
      assert.equal(
        isCanary(readHookInput({ ...ASKED, hook_event_name: event, session_id: CANARY_SESSION })),
        true,
        event,
      );
      assert.equal(isCanary(readHookInput({ ...ASKED, hook_event_name: event })), false, event);
    }
  });

  test("is decided as any other call", async () => {
    const engine = await createEngine({ policy: "version: 1\nrules:\n  - use: require-https\n" });
    const canary = engine.decide({ ...ASKED, session_id: CANARY_SESSION });
    assert.deepEqual(canary, engine.decide({ ...ASKED, session_id: "0f8fad5b-d9cb-469f-a165-70867728950e" }));
    assert.equal(canary.effect, "decline");
  });
});
