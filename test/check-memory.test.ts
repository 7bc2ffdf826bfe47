/** A policy that needs a memory, and a hook that keeps none: `check` says so before a question comes. */
import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { loadEngine } from "../engine/load-engine.ts";
import { needsMemory } from "../engine/needs-memory.ts";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

function install(args: readonly string[]): void {
  const handler = {
    type: "command",
    command: "node",
    args: ["$" + "{CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", ...args],
  };
  const hooks = { Elicitation: [{ hooks: [handler] }], ElicitationResult: [{ hooks: [handler] }] };
  world.write("project/.claude/settings.json", JSON.stringify({ hooks }));
}

suite("sekisho check", () => {
  const needy = world.write("needy.yaml", "rules: [{ use: limit-asks }]\n");
  const easy = world.write("easy.yaml", "rules: [{ use: check-answer }]\n");

  test("a hook without a log, and a rule that needs to know what was asked: an error", async () => {
    install([]);
    const { code, stdout } = await world.run(["check", needy]);
    assert.equal(code, 1);
    assert.match(stdout, /needs-memory: rule `limit-asks` needs to know what was asked/);
    const { code: json, stdout: data } = await world.run(["check", needy, "--json"]);
    assert.deepEqual([json, JSON.parse(data).files[0].memory[0].code], [1, "needs-memory"]);
    assert.equal((await world.run(["check", easy])).code, 0);
  });

  test("a hook with a log, or none at all, is fine", async () => {
    for (const args of [["--audit", "/tmp/log"], ["--audit=/tmp/log"]]) {
      install(args);
      assert.equal((await world.run(["check", needy])).code, 0);
    }
    world.write("project/.claude/settings.json", "{}");
    assert.equal((await world.run(["check", needy])).code, 0);
    world.write("project/.claude/settings.json", "broken");
    assert.equal((await world.run(["check", needy])).code, 0);
  });
});

test("which entries need one", () => {
  const text =
    "rules:\n  - { use: limit-asks, name: often }\n  - { use: edit-answer, remove: [a] }\n  - { use: check-answer }\n" +
    "  - { use: check-answer, name: strict, on-no-memory: decline }\n  - { use: no-secret-answers }\n";
  const { policy } = loadEngine([{ file: "p", text, role: "named" }], () => undefined);
  assert.ok(policy !== undefined);
  assert.deepEqual(needsMemory(policy), ["limit-asks:often", "edit-answer", "check-answer:strict"]);
});
