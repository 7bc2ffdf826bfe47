/**
 * The last net: a script that its fuel would stop too late is stopped by the clock, its request is refused, and the server
 * goes on; a hook answers by its deadline. Fuel is what ends scripts everywhere else; here a policy gives so much of it that the clock is first.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { startMcp } from "./support/mcp-process.ts";
import { killServers, startServe } from "./support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "sekisho-guard-"));
const FILE = join(import.meta.dirname, "../dist/sekisho.cjs");

after(() => {
  killServers();
  rmSync(folder, { recursive: true });
});

const SOURCE = `rule({ about: "x", codes: { no: "no" }, decide({ request, decline }) {
  if (request.message === "hang") for (;;);
  if (request.message === "no") return decline("no");
} });`;

async function ask(port: number, message: string): Promise<unknown> {
  const body = JSON.stringify({
    hook_event_name: "Elicitation",
    mcp_server_name: "x",
    message,
    requested_schema: { type: "object", properties: {} },
  });
  const headers = { "content-type": "application/json" };
  const response = await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body });
  assert.equal(response.status, 200);
  return response.json();
}

test("a script that hangs is killed, refused and recorded as that, and the next calls are decided", async () => {
  const policy = join(folder, "policy.yaml");
  const log = join(folder, "log");
  writeFileSync(
    policy,
    JSON.stringify({ version: 1, rules: [{ use: "script", source: SOURCE, fuel: 2_000_000_000 }] }),
  );
  const server = await startServe(["--policy", policy, "--deadline", "500ms", "--audit", log]);
  const declines = { hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } };
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await ask(server.port, "no"), declines);
    assert.deepEqual(await ask(server.port, "fine"), {});
    assert.notDeepEqual(await ask(server.port, "hang"), {});
    assert.deepEqual(await ask(server.port, "fine"), {});
  }
  const { code } = await server.stop();
  assert.equal(code, 0);
  assert.deepEqual(reasonsIn(log).slice(0, 4), ["script/no", "", "engine/killed", ""]);
});

test("a server of the MCP tool goes on as well", async () => {
  const policy = join(folder, "mcp.json");
  const log = join(folder, "mcp-log");
  writeFileSync(
    policy,
    JSON.stringify({ version: 1, rules: [{ use: "script", source: SOURCE, fuel: 2_000_000_000 }] }),
  );
  const server = startMcp(["--policy", policy, "--deadline", "500ms", "--audit", log], folder);
  const clientInfo = { name: "test", version: "1" };
  await server.ask("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo });
  const said: unknown[] = [];
  for (const message of ["no", "hang", "fine", "no"]) {
    const asked = {
      hook_event_name: "Elicitation",
      mcp_server_name: "x",
      message,
      requested_schema: { type: "object" },
    };
    const { result } = await server.ask("tools/call", { name: "decide", arguments: asked });
    const [first] = (result?.content ?? []) as readonly { text: string }[];
    said.push(JSON.parse(first?.text ?? "null").hookSpecificOutput?.action);
  }
  assert.deepEqual(said, ["decline", "decline", undefined, "decline"]);
  assert.equal(await server.end(), 0);
  assert.deepEqual(reasonsIn(log), ["script/no", "engine/killed", "", "script/no"]);
});

test("scripts with more fuel than the hook has time are killed, and the hook refuses while its client still listens", () => {
  const policy = join(folder, "slow.json");
  const log = join(folder, "hook-log");
  const names = ["one", "two", "three"];
  const rules = names.map((name) => ({ use: "script", name, source: SOURCE, fuel: 2_000_000_000 }));
  writeFileSync(policy, JSON.stringify({ version: 1, rules }));
  const decide = (message: string): readonly [number | null, string] => {
    const input = { hook_event_name: "Elicitation", mcp_server_name: "x", message, requested_schema: {} };
    const args = [FILE, "hook", "--policy", policy, "--deadline", "2s", "--audit", log];
    const { status, stdout } = spawnSync(process.execPath, args, { input: JSON.stringify(input), encoding: "utf8" });
    return [status, stdout === "" ? "" : JSON.parse(stdout).hookSpecificOutput.action];
  };
  assert.deepEqual(decide("fine"), [0, ""]);
  assert.deepEqual(decide("hang"), [0, "decline"]);
  assert.deepEqual(reasonsIn(log), ["", names.map(() => "engine/killed").join()]);
});

function reasonsIn(log: string): readonly string[] {
  return readdirSync(log)
    .filter((file) => file.endsWith(".jsonl"))
    .flatMap((file) => readFileSync(join(log, file), "utf8").trim().split("\n"))
    .map((line) => JSON.parse(line) as { reasons: { rule: string; code: string }[] })
    .map(({ reasons }) => reasons.map(({ rule, code }) => `${rule}/${code}`).join());
}
