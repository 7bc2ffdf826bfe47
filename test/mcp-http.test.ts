/**
 * The MCP server over Streamable HTTP: clients of both SDKs, and requests as no SDK would make them. A call of the tool is
 * answered 200 with one text, whoever makes it and however.
 */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, suite, test } from "node:test";
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as HttpV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { createTokens } from "../engine/adapters/http-tokens.ts";
import { createMcpHttp } from "../engine/adapters/mcp-http.ts";
import { nodePowers } from "../engine/adapters/node.ts";
import type { Reading } from "../engine/adapters/wire.ts";
import { createEngine } from "../engine/index.ts";
import { textOf } from "./drivers/mcp.ts";

const ACCEPT = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"team":"core"}}}';
const BLOCK = '{"decision":"block"}';
const FORM = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Which team?",
  mode: "form",
  url: "",
  requested_schema: '{"type":"object","properties":{"team":{"type":"string"}}}',
  action: "",
  content: "",
};
const TOKEN = "0123456789abcdef0123456789abcdef";
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "calling", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

const PROGRAM = join(import.meta.dirname, "../dist/sekisho.cjs");
const POLICY = { version: 1, rules: [{ use: "answer-form", answers: { team: "core" } }] };
const engine = await createEngine({ policy: POLICY });
const open = engine as unknown as import("../engine/deciding.ts").OpenEngine;
let decided = 0;
const answer = (reading: Reading): string => {
  decided += 1;
  return JSON.stringify(open.examineReading(reading).output);
};

async function start(findCaller?: (token: string) => string | undefined, deadline = 10_000): Promise<[Server, string]> {
  const { decodeUtf8 } = nodePowers();
  const server = createServer(createMcpHttp({ answer, findCaller, decodeUtf8, deadline }));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`];
}

interface Got {
  readonly status: number;
  readonly text: string;
}

async function post(url: string, body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Got> {
  const response = await fetch(url, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
  });
  return { status: response.status, text: await response.text() };
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

// Not `fetch`, which writes `Host` itself.
async function postAs(url: string, host: string, body: string): Promise<Got> {
  const headers = { host, "content-type": "application/json", accept: "application/json, text/event-stream" };
  const asked = httpRequest(url, { method: "POST", headers });
  asked.end(body);
  const [response] = await once(asked, "response");
  let text = "";
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

function call(id: unknown, args: unknown = FORM, name = "decide", _meta: unknown = undefined): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args, _meta } });
}

function said({ status, text }: Got, id: unknown): string {
  assert.equal(status, 200, text);
  const message = JSON.parse(text) as { readonly id: unknown; readonly result: unknown };
  assert.equal(message.id, id);
  return textOf(message.result);
}

suite("over HTTP", () => {
  let server: Server;
  let url: string;
  before(async () => {
    [server, url] = await start();
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test("SDK v1", async () => {
    const client = new ClientV1({ name: "calling", version: "1" }, { capabilities: { elicitation: {} } });
    await client.connect(new HttpV1(new URL(url)) as never);
    assert.deepEqual(
      (await client.listTools()).tools.map(({ name }) => name),
      ["decide"],
    );
    assert.equal(textOf(await client.callTool({ name: "decide", arguments: FORM })), ACCEPT);
    assert.equal(textOf(await client.callTool({ name: "other", arguments: FORM })), BLOCK);
    await client.close();
  });

  for (const mode of ["legacy", { pin: "2026-07-28" }] as const) {
    test(`SDK v2, ${JSON.stringify(mode)}`, async () => {
      const client = new ClientV2(
        { name: "calling", version: "1" },
        { capabilities: {}, versionNegotiation: { mode } },
      );
      await client.connect(new HttpV2(new URL(url)));
      assert.deepEqual(
        (await client.listTools()).tools.map(({ name }) => name),
        ["decide"],
      );
      assert.equal(textOf(await client.callTool({ name: "decide", arguments: FORM })), ACCEPT);
      assert.equal(textOf(await client.callTool({ name: "other", arguments: FORM })), BLOCK);
      await client.close();
    });
  }

  test("many callers with the same ids", async () => {
    const other = { ...FORM, mode: "both" };
    const answers = Array.from({ length: 100 }, async (_, index) =>
      said(await post(url, call(1, index % 2 === 0 ? FORM : other)), 1),
    );
    for (const [index, text] of (await Promise.all(answers)).entries()) assert.equal(text === ACCEPT, index % 2 === 0);
  });

  test("a call on each revision, as it stands", async () => {
    for (const version of ["2025-06-18", "2025-11-25"])
      assert.equal(said(await post(url, call(1), { "mcp-protocol-version": version }), 1), ACCEPT);
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "decide" };
    assert.equal(said(await post(url, call("a", FORM, "decide", ENVELOPE), headers), "a"), ACCEPT);
  });

  const REFUSED: readonly (readonly [about: string, body: string, headers?: Record<string, string>])[] = [
    ["another tool", call(1, FORM, "mcp__sekisho__decide")],
    ["arguments that are a list", call(1, [])],
    ["a key twice", call(1).replace('"mode":"form"', '"mode":"form","mode":"form"')],
    ["no JSON", call(1).replace('"arguments":{', '"arguments":{{').replace('"id":1,', "").replace(/\}$/, ',"id":1}')],
    ["a revision that nobody knows", call(1), { "mcp-protocol-version": "2099-01-01" }],
    ["a content type of something else", call(1), { "content-type": "text/plain" }],
    [
      "headers that say something else",
      call(1, FORM, "decide", ENVELOPE),
      { "mcp-protocol-version": "2026-07-28", "mcp-name": "x" },
    ],
    ["an envelope without headers", call(1, FORM, "decide", ENVELOPE)],
    ["from a page", call(1), { origin: "https://evil.test" }],
    ["a session that is unknown", call(1), { "mcp-session-id": "x" }],
  ];
  for (const [about, body, headers] of REFUSED) {
    test(`${about}: never an error`, async () => {
      const text = said(await post(url, body, headers), 1);
      assert.ok(text === BLOCK || text === ACCEPT, text);
      if (about !== "a session that is unknown" && about !== "a content type of something else")
        assert.equal(text, BLOCK);
    });
  }

  test("another path", async () => {
    assert.equal(said(await post(url.replace("/mcp", "/other"), call(1)), 1), BLOCK);
    assert.equal((await post(url.replace("/mcp", "/other"), '{"jsonrpc":"2.0","id":1,"method":"ping"}')).status, 404);
  });

  test("a name that was bound to this machine's address", async () => {
    const before = decided;
    assert.equal(said(await postAs(url, "evil.test", call(1)), 1), BLOCK);
    assert.equal((await postAs(url, "evil.test:80", '{"jsonrpc":"2.0","id":1,"method":"ping"}')).status, 403);
    assert.equal(decided, before);
    assert.equal(said(await postAs(url, "localhost:1", call(1)), 1), ACCEPT);
  });

  test("a body that is far too long, and bytes that are not UTF-8", async () => {
    assert.equal(said(await post(url, tail(call(1, { ...FORM, message: "x".repeat(34 * 1024 * 1024) }))), 1), BLOCK);
    const [head = "", rest = ""] = tail(call(1)).split("Which");
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28]), Buffer.from(rest)]);
    assert.equal(said(await post(url, body), 1), BLOCK);
  });

  test("a body that stops coming", async () => {
    const [hasty, at] = await start(undefined, 200);
    const asked = httpRequest(at, { method: "POST", headers: { "content-type": "application/json" } });
    asked.write(call(1).slice(0, 60)); // the id is among them
    const [response] = await once(asked, "response");
    let text = "";
    for await (const chunk of response) text += chunk;
    assert.equal(said({ status: response.statusCode, text }, 1), BLOCK);
    asked.destroy();
    hasty.close();
  });

  test("what is no call is the protocol's own affair", async () => {
    assert.equal((await post(url, "{")).status, 400);
    assert.equal((await fetch(url)).status, 405);
    const { status, text } = await post(url, '{"jsonrpc":"2.0","id":1,"method":"tools/none"}');
    assert.match(text, /-32601/, String(status));
  });
});

suite("with a token", () => {
  let server: Server;
  let url: string;
  before(async () => {
    const tokens = createTokens([["ci", TOKEN]]);
    assert.ok(tokens.ok);
    [server, url] = await start(tokens.value);
  });
  after(() => {
    server.closeAllConnections();
    server.close();
  });

  test("the right one", async () => {
    assert.equal(said(await post(url, call(1), { authorization: `Bearer ${TOKEN}` }), 1), ACCEPT);
    assert.equal(said(await postAs(url, "sekisho.internal", call(1)), 1), BLOCK); // none at all
  });

  for (const authorization of ["", "Bearer ", `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN]) {
    test(`not ${JSON.stringify(authorization)}`, async () => {
      const before = decided;
      assert.equal(said(await post(url, call(1), { authorization }), 1), BLOCK);
      const ping = await post(url, '{"jsonrpc":"2.0","id":1,"method":"ping"}', { authorization });
      assert.equal(ping.status, 401);
      assert.equal(decided, before);
    });
  }
});

suite("sekisho mcp --http", () => {
  let folder: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), "sekisho-mcp-http-"));
    mkdirSync(join(folder, ".claude"));
    writeFileSync(join(folder, ".claude/sekisho.yaml"), '{"version":1,"default":"decline"}');
    writeFileSync(join(folder, "policy.yaml"), JSON.stringify(POLICY));
  });
  after(() => rmSync(folder, { recursive: true }));

  function run(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
    const all = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", CLAUDE_PROJECT_DIR: folder, ...env };
    return spawn(process.execPath, [PROGRAM, "mcp", "--http", "--port", "0", ...args], {
      env: all,
      stdio: "pipe",
      cwd: folder,
    });
  }

  async function address(child: ChildProcess): Promise<string> {
    let said = "";
    for await (const chunk of child.stderr ?? []) {
      said += chunk;
      const found = /listening on (http:\S+)/.exec(said)?.[1];
      if (found !== undefined) return found;
    }
    throw new Error(said);
  }

  async function ended(child: ChildProcess): Promise<readonly [code: number | null, stderr: string]> {
    let stderr = "";
    child.stderr?.on("data", (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(child, "close");
    return [code, stderr];
  }

  test("serves until it is told to stop, and knows no project", async () => {
    const child = run([]);
    const at = await address(child);
    const client = new ClientV2({ name: "calling", version: "1" }, { capabilities: {} });
    await client.connect(new HttpV2(new URL(at)));
    assert.equal(textOf(await client.callTool({ name: "decide", arguments: FORM })), "{}");
    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    assert.equal(code, 0);
    await client.close();
  });

  test("what node:http would answer by itself is answered as a call", async () => {
    const child = run([]);
    const at = await address(child);
    for (const [about, text] of [
      [{ setHost: false }, BLOCK], // whose name it was asked by can't be told
      [{ headers: { expect: "something-odd", ...JSON_HEADERS } }, "{}"],
    ] as const) {
      const asked = httpRequest(at, { method: "POST", headers: JSON_HEADERS, ...about });
      asked.end(call(7));
      const [response] = await once(asked, "response");
      let got = "";
      for await (const chunk of response) got += chunk;
      assert.equal(said({ status: response.statusCode, text: got }, 7), text);
    }
    child.kill("SIGTERM");
    await once(child, "close");
  });

  test("with a policy, a token from the environment, and on any address", async () => {
    const child = run(["--host", "0.0.0.0", "--policy", join(folder, "policy.yaml")], { SEKISHO_TOKEN: TOKEN });
    const at = (await address(child)).replace("0.0.0.0", "127.0.0.1");
    assert.equal(said(await post(at, call(1), { authorization: `Bearer ${TOKEN}` }), 1), ACCEPT);
    assert.equal(said(await post(at, call(1)), 1), BLOCK);
    child.kill("SIGINT");
    await once(child, "close");
  });

  for (const [about, args, wanted] of [
    ["for everybody, without a token", ["--host", "0.0.0.0"], /no token is asked for/],
    ["on a port that is none", ["--port", "99999"], /is given twice|is no port/],
    ["with a token file that is not there", ["--token-file", "/nonexistent"], /can't be read/],
    ["on an address of somebody else", ["--host", "192.0.2.1"], /no token|can't listen/],
  ] as const) {
    test(`does not start ${about}`, async () => {
      const [code, stderr] = await ended(run(args));
      assert.equal(code, 2);
      assert.match(stderr, wanted);
    });
  }

  test("its options belong to it", async () => {
    const child = spawn(process.execPath, [PROGRAM, "mcp", "--port", "1"], { stdio: "pipe" });
    const [code, stderr] = await ended(child);
    assert.equal(code, 2);
    assert.match(stderr, /belongs to `--http`/);
  });
});

// As the SDKs write it: the id comes last.
function tail(body: string): string {
  const { id, ...rest } = JSON.parse(body) as { readonly id: unknown };
  return JSON.stringify({ ...rest, id });
}
