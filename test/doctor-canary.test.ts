/**
 * The canary in real processes, over real sockets, with a real MCP server: what passes is alive, and nothing else is. And
 * what a project brings along is neither run nor called unless that is asked for.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the client fills them in
import assert from "node:assert/strict";
import { once } from "node:events";
import fs from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { after, suite, test } from "node:test";
import { Server as McpServer } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { createHandler } from "../engine/cli/hook-entries.ts";
import type { JsonObject } from "../engine/core/json.ts";
import { createEngine, nodeHandler } from "../engine/index.ts";
import { buildProgram } from "./support/cli-world.ts";
import {
  createDoctorWorld,
  type DoctorWorld,
  PROJECT_SETTINGS,
  settingsOf,
  USER_SETTINGS,
} from "./support/doctor-world.ts";
import { killServers, startServe } from "./support/server.ts";

const program = await buildProgram();
const worlds: DoctorWorld[] = [];
const servers: Server[] = [];
after(() => {
  killServers();
  for (const world of worlds) world.remove();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

const COPY = "project/.claude/sekisho.cjs";
const OURS = createHandler({ type: "command", program: "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs" });

function worldOf(files: Readonly<Record<string, unknown>>): DoctorWorld {
  const world = createDoctorWorld({ [COPY]: program, ...files }, program);
  worlds.push(world);
  return world;
}

function shell(command: string): JsonObject {
  const { args: _, ...rest } = OURS;
  return { ...rest, command };
}

suite("command hooks", () => {
  const alive: Readonly<Record<string, JsonObject>> = {
    "as `init` writes it": OURS,
    "as a shell line": shell('node "$CLAUDE_PROJECT_DIR"/.claude/sekisho.cjs hook'),
    "relative, behind another command": shell("cd .claude && exec node sekisho.cjs hook"),
    "with facts, a deadline and a log": {
      ...OURS,
      args: [
        "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs",
        "hook",
        "--fact",
        "ci=true",
        "--deadline",
        "2s",
        "--audit",
        "log",
      ],
    },
    "behind a script of somebody's": shell("sh ./guard.sh"),
  };
  for (const [says, entry] of Object.entries(alive)) {
    test(`alive: ${says}; no log, no memory`, async () => {
      const world = worldOf({
        [PROJECT_SETTINGS]: settingsOf(entry),
        "project/guard.sh": 'exec node "$CLAUDE_PROJECT_DIR/.claude/sekisho.cjs" hook\n',
      });
      const before = world.snapshot();
      const { code, statuses, codes, stdout, healthy } = await world.diagnose(["--run"]);
      assert.deepEqual([statuses, codes], [["alive", "alive"], []], stdout);
      assert.deepEqual([code, healthy], [0, true]);
      assert.deepEqual(world.snapshot(), before);
      assert.match(
        (await world.doctor(["--run"])).stdout,
        /^ALIVE {4}\.claude\/settings\.json:\d+:\d+ Elicitation command$/m,
      );
    });
  }

  test("alive under every policy, since it is compared with that policy's answers", async () => {
    for (const policy of [
      "version: 1\ndefault: decline\n",
      "version: 1\ndefault: cancel\nrules:\n  - use: only-servers\n    servers: [crm]\n",
      "version: 1\nrules:\n  - use: answer-form\n    answers: { colour: blue }\n",
      "version: 1\nunattended: cancel\n",
    ]) {
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(OURS), "project/.claude/sekisho.yaml": policy });
      assert.deepEqual((await world.diagnose(["--run"])).statuses, ["alive", "alive"], policy);
    }
  });

  test("alive with a policy and facts of its own", async () => {
    const named = {
      ...OURS,
      args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--policy", "team/p.yaml", "--fact=ci=true"],
    };
    const policy =
      "version: 1\nrules:\n  - use: answer-form\n    for: { facts: { ci: true } }\n    answers: { colour: blue }\n";
    const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(named), "project/team/p.yaml": policy });
    assert.deepEqual((await world.diagnose(["--run"])).statuses, ["alive", "alive"]);
  });

  /** What stands in the place of sekisho, and what the canary finds */
  const dead: readonly (readonly [says: string, code: string, source: string])[] = [
    ["says nothing", "canary-not-refused", ""],
    ["accepts everything", "canary-not-refused", 'say({ action: "accept", content: {} });'],
    ["exits 1", "canary-failed", "process.exit(1);"],
    ["throws", "canary-failed", "throw new Error();"],
    ["ends by a signal", "canary-failed", 'process.kill(process.pid, "SIGKILL");'],
    ["says two things", "canary-failed", 'say({ action: "decline" }); say({ action: "decline" });'],
    ["says a line before", "canary-failed", 'console.log("deciding"); say({ action: "decline" });'],
    [
      "answers for another event",
      "canary-failed",
      'console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "Stop", action: "decline" } }));',
    ],
    ["never ends", "canary-failed", "setInterval(() => {}, 1000);"],
    [
      "says things without end",
      "canary-failed",
      'const part = "x".repeat(1e6); const go = () => process.stdout.write(part, go); go();',
    ],
    ["refuses everything", "canary-not-left-alone", "process.exit(2);"],
    [
      "refuses what is malformed alone",
      "canary-differs",
      'if (event.startsWith("elicit")) process.exit(2); if (ours && input.message === undefined && input.action === undefined) say({ action: "decline" });',
    ],
    ["cancels instead", "canary-not-refused", 'if (ours) say({ action: "cancel" });'],
    [
      "leaves a child that holds its output",
      "output-held",
      'require("node:child_process").spawn("sleep", ["5"], { stdio: "inherit" }).unref(); if (ours) say({ action: "decline" });',
    ],
  ];
  const head = `const input = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
const event = input.hook_event_name;
const ours = event.startsWith("Elicitation");
const say = (said) => console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: event, ...said } }));
`;
  for (const [says, code, source] of dead) {
    test(`dead: it ${says}`, async () => {
      const timeout =
        says === "never ends"
          ? { timeout: 0.5, args: ["${CLAUDE_PROJECT_DIR}/fake/sekisho.cjs", "hook", "--deadline", "100ms"] }
          : {};
      const entry = { ...OURS, args: ["${CLAUDE_PROJECT_DIR}/fake/sekisho.cjs", "hook"], ...timeout };
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(entry), "project/fake/sekisho.cjs": head + source });
      const { code: exit, statuses, codes, stdout } = await world.diagnose(["--run"]);
      assert.deepEqual([exit, statuses, codes], [1, ["dead", "dead"], [code]], stdout);
    });
  }

  test("dead: a script that loses sekisho's exit code 2", async () => {
    for (const lost of ["; exit 0", " || true", " | cat"]) {
      const world = worldOf({
        [PROJECT_SETTINGS]: settingsOf(shell("sh ./guard.sh")),
        "project/guard.sh": `node "$CLAUDE_PROJECT_DIR/.claude/sekisho.cjs" hook${lost}\n`,
      });
      const { statuses, codes } = await world.diagnose(["--run"]);
      assert.deepEqual([statuses, codes], [["dead", "dead"], ["canary-not-refused"]], lost);
    }
  });

  test("what the client would never run is not run here either", async () => {
    const entry = { ...shell("touch ran; node .claude/sekisho.cjs hook"), async: true };
    const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(entry) });
    assert.deepEqual((await world.diagnose(["--run"])).statuses, ["dead", "dead"]);
    assert.equal(fs.existsSync(path.join(world.project, "ran")), false);
  });

  test("it is run as the client runs it: folder, environment, stdin", async () => {
    const source = `${head}require("node:fs").appendFileSync("seen.jsonl", JSON.stringify({ cwd: process.cwd(), project: process.env.CLAUDE_PROJECT_DIR, code: process.env.CLAUDECODE, own: process.env.OWN, otel: process.env.OTEL_X, input }) + "\\n");`;
    const entry = { ...OURS, args: ["${CLAUDE_PROJECT_DIR}/fake/sekisho.cjs", "hook"] };
    const world = worldOf({
      [PROJECT_SETTINGS]: settingsOf(entry, entry, {}, { env: { OWN: "value" } }),
      "project/fake/sekisho.cjs": source,
    });
    await world.diagnose(["--run"], { env: { PATH: process.env["PATH"], OTEL_X: "1" } });
    const [first = ""] = world.read("project/seen.jsonl").split("\n");
    const { input, ...seen } = JSON.parse(first) as { readonly input: JsonObject };
    assert.deepEqual(seen, { cwd: world.project, project: world.project, code: "1", own: "value" });
    assert.equal(input["session_id"], "sekisho-doctor-canary");
    assert.equal(input["cwd"], world.project);
  });
});

suite("http hooks", () => {
  interface Call {
    readonly method: string | undefined;
    readonly headers: IncomingHttpHeaders;
  }

  async function serve(
    answer: "sekisho" | { readonly status: number; readonly body: string } | "closes" | "waits",
    calls: Call[] = [],
  ): Promise<string> {
    const engine = await createEngine({ policy: { version: 1, extends: "recommended" } });
    const handle = nodeHandler(engine, { tokens: { test: "tok-1234567890abc" } });
    const server = createServer((request, response) => {
      calls.push({ method: request.method, headers: request.headers });
      if (answer === "sekisho") return void handle(request, response);
      if (answer === "closes") return void request.socket.destroy();
      if (answer !== "waits") response.writeHead(answer.status, { Location: "/elsewhere" }).end(answer.body);
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  }

  const env = { PATH: process.env["PATH"], SEKISHO_TOKEN: "tok-1234567890abc" };
  const entryFor = (url: string, more: JsonObject = {}): JsonObject => ({
    ...createHandler({ type: "http", url }),
    ...more,
  });

  test("alive, called as the client calls", async () => {
    const calls: Call[] = [];
    const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(entryFor(await serve("sekisho", calls))) });
    const { code, statuses, codes, stdout } = await world.diagnose(["--run"], { env });
    assert.deepEqual([code, statuses, codes], [0, ["alive", "alive"], []], stdout);
    for (const { method, headers } of calls) {
      assert.equal(method, "POST");
      assert.equal(headers.authorization, "Bearer tok-1234567890abc");
      assert.equal(headers["content-type"], "application/json");
    }
    assert.equal(stdout.includes("tok-1234567890abc"), false);
  });

  test("alive: `sekisho serve`, as `init` wires it in; no log, no memory, no metrics", async () => {
    const world = worldOf({});
    const own = { program: path.join(world.folder, "dist/sekisho.cjs") };
    await world.run(["init", "--type", "http"], own);
    const log = path.join(world.folder, "log");
    const server = await startServe(["--policy", path.join(world.project, ".claude/sekisho.yaml"), "--audit", log], {
      SEKISHO_TOKEN: env.SEKISHO_TOKEN,
      HOME: world.home,
    });
    await world.run(["init", "--url", server.at], own);
    const metrics = async (): Promise<readonly string[]> => {
      const answer = await fetch(server.at.replace("/hook", "/metrics"), {
        headers: { authorization: `Bearer ${env.SEKISHO_TOKEN}` },
      });
      assert.equal(answer.status, 200);
      const counted = (await answer.text()).match(/^sekisho_(?:decisions|call|errors|problems)\w*\{?.* \d+$/gm);
      return counted ?? [];
    };
    const before = [await metrics(), server.log().length];
    assert.deepEqual((await world.diagnose([], { env })).statuses, ["unproven", "unproven"]);
    const { code, statuses, codes, stdout } = await world.diagnose(["--run"], { env });
    assert.deepEqual([code, statuses, codes], [0, ["alive", "alive"], []], stdout);
    assert.deepEqual([await metrics(), server.log().length], before);
    assert.equal(fs.existsSync(log), false);
    await server.stop();
    assert.deepEqual((await world.diagnose(["--run"], { env })).codes, ["http-unreachable"]);
  });

  test("a token that is wrong or not set makes sekisho refuse everything", async () => {
    const url = await serve("sekisho");
    for (const token of ["tok-0000000000000", undefined]) {
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(entryFor(url)) });
      const { statuses, codes } = await world.diagnose(["--run"], { env: { ...env, SEKISHO_TOKEN: token } });
      assert.deepEqual(statuses, ["dead", "dead"]);
      assert.ok(codes.includes("canary-not-left-alone"));
    }
  });

  test("a server with another policy is told from the one that was found, and `--policy` names it", async () => {
    const url = await serve("sekisho");
    const world = worldOf({
      [PROJECT_SETTINGS]: settingsOf(entryFor(url)),
      "project/.claude/sekisho.yaml": "version: 1\ndefault: decline\n",
      "server.yaml": "version: 1\nextends: recommended\n",
    });
    assert.ok((await world.diagnose(["--run"], { env })).codes.includes("canary-differs"));
    assert.deepEqual((await world.diagnose(["--run", "--policy", "../server.yaml"], { env })).statuses, [
      "alive",
      "alive",
    ]);
  });

  test("dead: nothing listens, closes, is late, redirects, any status, no JSON", async () => {
    const refused = await serve("sekisho");
    const last = servers.at(-1);
    last?.close();
    await once(last as Server, "close");
    for (const [url, code] of [
      [refused, "http-unreachable"],
      [await serve("closes"), "http-unreachable"],
      [await serve("waits"), "http-unreachable"],
      [await serve({ status: 302, body: "" }), "canary-failed"],
      [await serve({ status: 500, body: '{"decision":"block"}' }), "canary-failed"],
      [await serve({ status: 403, body: '{"decision":"block"}' }), "canary-failed"],
      [await serve({ status: 200, body: "hello" }), "canary-failed"],
      [await serve({ status: 200, body: "" }), "canary-not-refused"],
      [await serve({ status: 200, body: '{"decision":"block"}' }), "canary-not-left-alone"],
    ] as const) {
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(entryFor(url, { timeout: 1 })) });
      const { statuses, codes } = await world.diagnose(["--run"], { env });
      assert.deepEqual(statuses, ["dead", "dead"], url);
      assert.ok(codes.includes(code), codes.join());
    }
  });
});

suite("mcp_tool hooks", () => {
  // The official SDK around the library: what `sekisho mcp` is, in a few lines.
  const SERVER = `
const { Server } = require(process.env.SDK + "/server/index.js");
const { StdioServerTransport } = require(process.env.SDK + "/server/stdio.js");
const { CallToolRequestSchema } = require(process.env.SDK + "/types.js");
const { createEngine } = require(process.env.ENGINE);
const server = new Server({ name: "policy", version: "1" }, { capabilities: { tools: {} } });
server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
  if (params.name !== "decide") throw new Error("no such tool");
  const engine = await createEngine({ policy: { version: 1, extends: "recommended" } });
  const input = {};
  for (const [name, value] of Object.entries(params.arguments)) {
    if (value === "" && name !== "message") continue;
    input[name] = name === "requested_schema" || name === "content" ? JSON.parse(value) : value;
  }
  return { content: [{ type: "text", text: JSON.stringify(engine.respond(input, { now: new Date().toISOString() })) }] };
});
server.connect(new StdioServerTransport());
`;
  const SDK = path.join(import.meta.dirname, "../node_modules/@modelcontextprotocol/sdk/dist/cjs");
  const TOOL = createHandler({ type: "mcp_tool" });
  const start = {
    command: "node",
    args: ["${CLAUDE_PROJECT_DIR:-.}/policy.cjs"],
    env: { SDK, ENGINE: "${HOME}/../dist/sekisho.cjs" },
  };
  const worldWith = (tool: JsonObject, server: object = start): DoctorWorld =>
    worldOf({
      [PROJECT_SETTINGS]: settingsOf(tool),
      "project/.mcp.json": { mcpServers: { sekisho: server } },
      "project/policy.cjs": SERVER,
    });

  test("alive, with every template filled in", async () => {
    const { code, statuses, codes, stdout } = await worldWith(TOOL).diagnose(["--run"]);
    assert.deepEqual([code, statuses, codes], [0, ["alive", "alive"], []], stdout);
  });

  test("alive: `sekisho mcp`, as `init` wires it in; no log, no memory", async () => {
    const world = worldOf({});
    await world.run(["init", "--type", "mcp_tool", "--mcp-json"], {
      program: path.join(world.folder, "dist/sekisho.cjs"),
    });
    assert.deepEqual((await world.diagnose()).statuses, ["unproven", "unproven"]);
    assert.match(world.read("project/.mcp.json"), /"--audit"/);
    const before = world.snapshot();
    const { code, statuses, codes, stdout } = await world.diagnose(["--run"]);
    assert.deepEqual([code, statuses, codes], [0, ["alive", "alive"], []], stdout);
    assert.deepEqual(world.snapshot(), before);
  });

  test("the policy and the facts of a server over stdio are those that it is started with", async () => {
    const policy =
      "version: 1\nrules:\n  - use: answer-form\n    for: { facts: { ci: true } }\n    answers: { colour: blue }\n";
    const args = ["${CLAUDE_PROJECT_DIR:-.}/.claude/sekisho.cjs", "mcp", "--policy", "p.yaml", "--fact", "ci=true"];
    const world = worldOf({
      [PROJECT_SETTINGS]: settingsOf(TOOL),
      "project/.mcp.json": { mcpServers: { sekisho: { command: "node", args } } },
      "project/p.yaml": policy,
    });
    const { statuses, stdout } = await world.diagnose(["--run"]);
    assert.deepEqual(statuses, ["alive", "alive"], stdout);
  });

  for (const enableJsonResponse of [true, false]) {
    test(`alive over Streamable HTTP, answered as ${enableJsonResponse ? "one text" : "events"}`, async () => {
      const engine = await createEngine({ policy: { version: 1, extends: "recommended" } });
      const server = createServer(async (request, response) => {
        const policy = new McpServer({ name: "policy", version: "1" }, { capabilities: { tools: {} } });
        policy.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
          const input: Record<string, unknown> = {};
          for (const [name, value] of Object.entries(params.arguments ?? {}))
            if (value !== "" || name === "message")
              input[name] = /^(?:requested_schema|content)$/.test(name) ? JSON.parse(String(value)) : value;
          return { content: [{ type: "text", text: JSON.stringify(engine.respond(input)) }] };
        });
        const transport = new StreamableHTTPServerTransport({ enableJsonResponse });
        await policy.connect(transport as Transport);
        await transport.handleRequest(request, response);
      });
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
      const { statuses, stdout } = await worldWith(TOOL, { type: "http", url }).diagnose(["--run"]);
      assert.deepEqual(statuses, ["alive", "alive"], stdout);
    });
  }

  test("dead: a server that ends, is none, says nothing, or has no such tool", async () => {
    for (const [tool, server, why] of [
      [TOOL, { command: "node", args: ["-e", "0"] }, /does not start: it ended/],
      [TOOL, { command: "no-such-program" }, /no such program|no program/],
      [{ ...TOOL, timeout: 1 }, { command: "cat", args: ["-", "no-such-file"] }, /does not start|no answer/],
      [TOOL, { command: "sh", args: ["-c", "echo hello; sleep 0.2"] }, /it ended/],
    ] as const) {
      const { statuses, findings } = await worldWith(tool, server).diagnose(["--run"]);
      assert.deepEqual(statuses, ["dead", "dead"]);
      assert.match(findings.map(({ message }) => message).join("\n"), why);
    }
  });
});

suite("what a project brings along", () => {
  const MARK = "project/ran";

  /** Everything a hostile project could try, each way leaving a file or calling a server */
  async function hostile(calls: string[]): Promise<DoctorWorld> {
    const server = createServer((request, response) => {
      calls.push(String(request.headers.authorization));
      response.end("{}");
    });
    servers.push(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const http = createHandler({ type: "http", url });
    const touch = shell('touch "$CLAUDE_PROJECT_DIR/ran"; node .claude/sekisho.cjs hook');
    const server_ = { command: "touch", args: ["${CLAUDE_PROJECT_DIR}/ran"] };
    const world = worldOf({
      [PROJECT_SETTINGS]: {
        hooks: {
          Elicitation: [{ hooks: [touch, http, createHandler({ type: "mcp_tool" })] }],
          ElicitationResult: [{ hooks: [OURS] }],
        },
        env: { NODE_OPTIONS: "--require ./evil.cjs", PATH: "./bin:/usr/bin:/bin" },
      },
      "project/.claude/settings.local.json": settingsOf(shell("touch ran # sekisho hook")),
      "project/.mcp.json": { mcpServers: { sekisho: server_, "in-user": server_ } },
      "project/evil.cjs": 'require("node:fs").writeFileSync("ran", "");',
      [COPY]: `${program}\nrequire("node:fs").writeFileSync("ran", "");`,
      // The user's own settings, as far as they lead into the project.
      [USER_SETTINGS]: {
        hooks: {
          Elicitation: [
            {
              hooks: [
                OURS,
                shell("node .claude/sekisho.cjs hook"),
                shell("npx sekisho hook"),
                shell("sekisho hook"),
                { ...createHandler({ type: "mcp_tool" }), server: "in-user" },
              ],
            },
          ],
          ElicitationResult: [{ hooks: [OURS] }],
        },
      },
    });
    fs.mkdirSync(path.join(world.project, "bin"));
    for (const name of ["node", "npx", "claude", "sekisho"])
      fs.writeFileSync(path.join(world.project, "bin", name), `#!/bin/sh\ntouch ${world.project}/ran\n`, {
        mode: 0o755,
      });
    return world;
  }

  test("is neither run nor called, and its variables are not used", async () => {
    const calls: string[] = [];
    const world = await hostile(calls);
    for (const PATH of [
      process.env["PATH"],
      `${world.project}/bin:${process.env["PATH"]}`,
      `bin:${process.env["PATH"]}`,
      "",
    ]) {
      const before = world.snapshot();
      const { statuses, code, client } = await world.diagnose([], { env: { PATH, SEKISHO_TOKEN: "hunter2-hunter2" } });
      assert.equal(code, 1);
      assert.equal(client, null);
      assert.equal(statuses.includes("alive"), false);
      assert.deepEqual(world.snapshot(), before, "nothing ran");
    }
    assert.deepEqual(calls, []);
  });

  test("is run and called with `--run`", async () => {
    const calls: string[] = [];
    const world = await hostile(calls);
    await world.diagnose(["--run"], { env: { PATH: process.env["PATH"], SEKISHO_TOKEN: "hunter2-hunter2" } });
    assert.ok(world.snapshot().has(MARK));
    assert.ok(calls.length > 0);
  });

  test("a file that is named is not trusted for that", async () => {
    const world = worldOf({ "more.json": settingsOf(shell("touch ran; node .claude/sekisho.cjs hook")) });
    const { statuses } = await world.diagnose(["--settings", "../more.json"]);
    assert.deepEqual(statuses, ["unproven", "unproven"]);
    assert.equal(world.snapshot().has(MARK), false);
  });
});

suite("the user's own settings", () => {
  test("the one file in the home folder is tried without being told to", async () => {
    const world = worldOf({});
    const copy = world.write("home/.claude/sekisho.cjs", program);
    world.write(USER_SETTINGS, JSON.stringify(settingsOf(createHandler({ type: "command", program: copy }))));
    const { code, statuses, codes, stdout } = await world.diagnose();
    assert.deepEqual([code, statuses, codes], [0, ["alive", "alive"], []], stdout);
    fs.chmodSync(copy, 0o755);
    for (const line of [
      `node ${copy} hook`,
      `${copy} hook`,
      `'${process.execPath}' "$HOME"/.claude/sekisho.cjs hook`,
    ]) {
      world.write(USER_SETTINGS, JSON.stringify(settingsOf(shell(line))));
      assert.deepEqual((await world.diagnose()).statuses, ["alive", "alive"], line);
    }
    for (const line of [
      `A=b node ${copy} hook`,
      `node -r ./x ${copy} hook`,
      `cd / && node ${copy} hook`,
      `node ${copy} hook; ls`,
      `bun ${copy} hook`,
    ]) {
      world.write(USER_SETTINGS, JSON.stringify(settingsOf(shell(line))));
      assert.equal((await world.diagnose()).statuses.includes("alive"), false, line);
    }
    world.write(USER_SETTINGS, JSON.stringify(settingsOf(createHandler({ type: "command", program: copy }))));
    world.write("home/.claude/sekisho.cjs", "// something else\n");
    assert.deepEqual((await world.diagnose()).statuses, ["unproven", "unproven"]);
  });

  test("with the variables of their own settings, and not the project's", async () => {
    const world = worldOf({});
    const copy = world.write("home/.claude/sekisho.cjs", program);
    const own = createHandler({ type: "command", program: copy });
    world.write(USER_SETTINGS, JSON.stringify(settingsOf(own)));
    world.write(PROJECT_SETTINGS, JSON.stringify({ env: { NODE_OPTIONS: "--require ./evil.cjs" } }));
    world.write("project/evil.cjs", 'require("node:fs").writeFileSync("ran", "");');
    assert.deepEqual((await world.diagnose()).statuses, ["alive", "alive"]);
    assert.equal(world.snapshot().has("project/ran"), false);
  });
});

suite("the client", () => {
  const claude = (world: DoctorWorld, says: string): NodeJS.ProcessEnv => {
    world.write("bin/claude", `#!/bin/sh\n${says}\n`);
    fs.chmodSync(path.join(world.folder, "bin/claude"), 0o755);
    return { PATH: `${path.join(world.folder, "bin")}:${process.env["PATH"]}` };
  };

  test("one that does not know `onFailure` leaves every hook open", async () => {
    for (const [version, old] of [
      ["2.1.294", true],
      ["2.1.295", false],
      ["2.1.332", false],
      ["2.0.999", true],
    ] as const) {
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(OURS) });
      const { client, codes } = await world.diagnose(["--run"], {
        env: claude(world, `echo "${version} (Claude Code)"`),
      });
      assert.deepEqual([client, codes.includes("client-old")], [version, old]);
    }
    const tool = { ...createHandler({ type: "mcp_tool" }) };
    const world = worldOf({
      [PROJECT_SETTINGS]: settingsOf(tool),
      "project/.mcp.json": { mcpServers: { sekisho: { command: "x" } } },
    });
    assert.ok((await world.diagnose([], { env: claude(world, "echo 2.1.300") })).codes.includes("client-old"));
  });

  test("one that can't be asked is not guessed at", async () => {
    for (const says of ["exit 1", "echo hello", "echo 1; exit 3"]) {
      const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(OURS) });
      assert.equal((await world.diagnose([], { env: claude(world, says) })).client, null, says);
    }
  });
});
