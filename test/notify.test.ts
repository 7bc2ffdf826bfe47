/**
 * The reason reaches a person: what `--notify` adds to the hook, and what `sekisho notify` says; by real processes.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { CANARY_SESSION } from "../engine/adapters/canary.ts";
import { createCliWorld } from "./support/cli-world.ts";
import { createHookPlace, type HookPlace } from "./support/hook-process.ts";

const world = createCliWorld();
after(world.remove);

let place: HookPlace;
before(async () => {
  place = await createHookPlace();
});
after(() => place.remove());

const login = {
  session_id: "s1",
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Log in, hunter2",
  requested_schema: { type: "object", properties: { password: { type: "string", default: "hunter2" } } },
};
const question = { ...login, requested_schema: { type: "object", properties: {} } };
const ESC = "\u001b";
const BEL = "\u0007";

async function hook(
  input: object | string,
  args: readonly string[],
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return place.run({ args, stdin: typeof input === "string" ? input : JSON.stringify(input) });
}

suite("--notify terminal", () => {
  test("a refusal with its rule and code, and the decision as it was; one object, one line", async () => {
    const plain = await hook(login, []);
    const { code, stdout, stderr } = await hook(login, ["--notify", "terminal"]);
    assert.deepEqual([code, stderr], [0, ""]);
    const { terminalSequence, ...rest } = JSON.parse(stdout) as { terminalSequence: string };
    assert.equal(`${JSON.stringify(rest)}\n`, plain.stdout);
    assert.equal(stdout.split("\n").length, 2);
    assert.match(
      terminalSequence,
      /^\u001b\]9;sekisho declined crm: no-secret-forms\/asks-for-secret: field `password` asks/,
    );
    assert.ok(terminalSequence.endsWith(BEL));
    assert.ok(!stdout.includes("hunter2"));
  });

  test("OSC 777 by its own name, both where both are asked for", async () => {
    const { stdout } = await hook(login, ["--notify", "terminal-777"]);
    const { terminalSequence } = JSON.parse(stdout) as { terminalSequence: string };
    assert.ok(terminalSequence.startsWith(`${ESC}]777;notify;sekisho;sekisho declined crm: `));
    assert.equal(terminalSequence.split(";").length, 4);
    const both = await hook(login, ["--notify", "terminal", "--notify", "terminal-777"]);
    assert.equal(both.stdout.split("\\u001b]").length, 3);
  });

  test("what is not refused is as without it: nothing printed", async () => {
    assert.deepEqual(await hook(question, ["--notify", "terminal"]), { code: 0, stdout: "", stderr: "" });
    assert.deepEqual(await hook({ hook_event_name: "PreToolUse" }, ["--notify", "terminal"]), {
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("an answer of the policy's own is as without it", async () => {
    const policy = place.write("confirm.yaml", "rules: [{ use: confirm, answer: yes, for: { servers: crm } }]\n");
    const plain = await hook(question, ["--policy", policy]);
    assert.match(plain.stdout, /"accept"/);
    assert.deepEqual(await hook(question, ["--policy", policy, "--notify", "terminal"]), plain);
  });

  test("what can't be read at all stays exit code 2, with nothing on stdout", async () => {
    const { code, stdout } = await hook("[", ["--notify", "terminal"]);
    assert.deepEqual([code, stdout], [2, ""]);
  });

  test("what doctor asks to see whether a hook is alive tells nobody", async () => {
    const canary = { ...login, session_id: CANARY_SESSION };
    assert.deepEqual(await hook(canary, ["--notify", "terminal"]), await hook(canary, []));
  });

  test("a policy that does not load is told too", async () => {
    const policy = place.write("bad.yaml", "rulez: []\n");
    const { code, stdout } = await hook(question, ["--policy", policy, "--notify", "terminal"]);
    assert.equal(code, 0);
    assert.match(stdout, /engine\/no-policy[\s\S]*"action":"decline"/);
  });

  test("names from outside can't end the sequence or begin another, and are cut", async () => {
    const name = `${ESC}]0;owned${BEL}\u009d\u202e${"x".repeat(5000)}`;
    const input = {
      ...login,
      mcp_server_name: name,
      requested_schema: { type: "object", properties: { [`password${name}`]: { type: "string" } } },
    };
    const { stdout } = await hook(input, ["--notify", "terminal", "--notify", "terminal-777"]);
    const { terminalSequence } = JSON.parse(stdout) as { terminalSequence: string };
    const [, first = "", second = "", ...more] = terminalSequence.split(ESC);
    assert.equal(more.length, 0);
    for (const part of [first, second]) {
      assert.equal(part.indexOf(BEL), part.length - 1);
      assert.doesNotMatch(part.slice(0, -1), /[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
      assert.ok(part.length < 300, String(part.length));
    }
  });
});

suite("--notify command", () => {
  const program = (): string =>
    place.write(
      "tell.cjs",
      `const fs = require("node:fs");
const kinds = [0, 1, 2].map((fd) => { try { const s = fs.fstatSync(fd); return s.isCharacterDevice() ? "null" : "open"; } catch { return "closed"; } });
fs.writeFileSync(process.argv[2] + ".new", JSON.stringify({ args: process.argv.slice(3), kinds, names: Object.keys(process.env), pid: process.pid }));
fs.renameSync(process.argv[2] + ".new", process.argv[2]);
setTimeout(() => {}, 20000);
`,
    );

  test("is started with the arguments as they are and the text as one more, with none of our streams, and not waited for", async () => {
    const out = join(place.folder, "told.json");
    const command = [process.execPath, program(), out, "$(touch x)", "a b", "; exit 1"];
    const end = await place.run({
      args: ["--notify", "command", "--", ...command],
      stdin: JSON.stringify(login),
      env: { ANTHROPIC_API_KEY: "k", CLAUDE_CODE_MESSAGING_TOKEN: "t", DISPLAY: ":0" },
    });
    assert.deepEqual([end.code, end.stderr], [0, ""]);
    assert.equal(end.stdout, (await hook(login, [])).stdout);
    for (let look = 0; look < 200 && !existsSync(out); look += 1) await wait(25);
    const told = JSON.parse(readFileSync(out, "utf8")) as {
      args: string[];
      kinds: string[];
      names: string[];
      pid: number;
    };
    assert.deepEqual(told.args.slice(0, 3), ["$(touch x)", "a b", "; exit 1"]);
    assert.equal(told.args.length, 4);
    assert.match(told.args[3] ?? "", /^sekisho declined crm: no-secret-forms\/asks-for-secret/);
    assert.deepEqual(told.kinds, ["null", "null", "null"]);
    assert.ok(told.names.includes("DISPLAY"));
    assert.deepEqual(
      told.names.filter((name) => /KEY|TOKEN/.test(name)),
      [],
    );
    // It still runs: had it a stream of ours, the hook's would not have ended before it.
    assert.equal(process.kill(told.pid, 0), true);
    process.kill(told.pid);
  });

  test("the program may stand right behind `--notify command` too", async () => {
    const out = join(place.folder, "told-too.json");
    await hook(login, ["--notify", "command", process.execPath, program(), out, "--policy", "x"]);
    for (let look = 0; look < 200 && !existsSync(out); look += 1) await wait(25);
    const told = JSON.parse(readFileSync(out, "utf8")) as { args: string[]; pid: number };
    process.kill(told.pid);
    assert.deepEqual(told.args.slice(0, 2), ["--policy", "x"]);
  });

  test("a program that is not there changes nothing", async () => {
    const end = await hook(login, ["--notify", "command", "--", "/nowhere/at/all"]);
    assert.deepEqual([end.code, end.stdout], [0, (await hook(login, [])).stdout]);
  });

  const misused: Readonly<Record<string, readonly string[]>> = {
    "no program": ["--notify", "command"],
    "nothing behind --": ["--notify", "command", "--"],
    "an empty program": ["--notify", "command", "--", ""],
    "a program without --notify command": ["--notify", "terminal", "--", "true"],
    "another way": ["--notify", "mail"],
    "no way": ["--notify"],
  };
  for (const [what, args] of Object.entries(misused)) {
    test(`wrong options refuse: ${what}`, async () => {
      const { code, stdout } = await hook(question, args);
      assert.deepEqual([code, stdout], [2, ""]);
    });
  }
});

suite("sekisho notify", () => {
  const dialog = (session: string | undefined, type = "elicitation_dialog"): string =>
    JSON.stringify({
      hook_event_name: "Notification",
      notification_type: type,
      message: "x",
      ...(session === undefined ? {} : { session_id: session }),
    });
  const folder = join(world.folder, "log");
  const say = async (stdin: string, args: readonly string[] = ["--text"]) => {
    const newest = new Date().toISOString();
    return world.run(["notify", "--audit", folder, ...args], { stdin, now: () => newest });
  };
  before(async () => {
    await hook(login, ["--audit", folder]);
    await hook({ ...login, session_id: "s2" }, ["--audit", folder]);
    await hook(question, ["--audit", folder]);
  });

  test("says why a person is asked, and what was refused lately, in this session", async () => {
    const { code, stdout } = await say(dialog("s1"));
    assert.equal(code, 0);
    assert.equal(
      stdout,
      "sekisho: crm asks, no rule answers it; 1 refused in 10 minutes, last crm: no-secret-forms/asks-for-secret: field `password` asks for a secret: password, told by its name\n",
    );
    assert.equal((await say(dialog("s1", "elicitation_url_dialog"))).stdout, stdout);
    assert.match((await say(dialog("s2"))).stdout, /^sekisho: 1 refused/);
  });

  test("as a hook: one object with the terminal's notification", async () => {
    const { stdout } = await say(dialog("s1"), []);
    const { terminalSequence, ...rest } = JSON.parse(stdout) as { terminalSequence: string };
    assert.deepEqual(rest, {});
    assert.match(terminalSequence, /^\u001b\]9;sekisho: crm asks/);
  });

  test("silent where it has nothing to say", async () => {
    for (const stdin of [
      dialog("s3"),
      dialog("s1", "elicitation_response"),
      dialog("s1", "idle_prompt"),
      JSON.stringify(login),
      "",
      "{",
      "[]",
    ])
      assert.deepEqual(await say(stdin), { code: 0, stdout: "", stderr: "" });
    assert.deepEqual(await world.run(["notify", "--audit", "nowhere"], { stdin: dialog("s1") }), {
      code: 0,
      stdout: "",
      stderr: "",
    });
  });

  test("what is long ago is not lately", async () => {
    const later = new Date(Date.now() + 3_600_000).toISOString();
    assert.equal(
      (await world.run(["notify", "--audit", folder], { stdin: dialog("s1"), now: () => later })).stdout,
      "",
    );
  });

  test("wrong usage", async () => {
    for (const args of [
      ["--notify", "mail"],
      ["--notify", "command"],
      ["--", "true"],
    ])
      assert.equal((await say(dialog("s1"), args)).code, 2);
  });
});
