/**
 * The http handlers beside what the conformance cases hold: whatever is wrong with a call, it is answered 200 with a block.
 * The client takes any other status, and any text that is no object, for no decision (client-observed C).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { pathToFileURL } from "node:url";
import express from "express";
import { Hono } from "hono";
import { createTokens } from "../engine/adapters/http-tokens.ts";
import type { DecisionRecord } from "../engine/core/record.ts";
import { createEngine, type Engine, fetchHandler, type HttpHandlerOptions, nodeHandler } from "../engine/index.ts";

const records: DecisionRecord[] = [];
const engine = await createEngine({
  policy: { version: 1, default: "decline", rules: [{ use: "answer-form", answers: { team: "核" } }] },
  audit: (record) => records.push(record),
});
const INPUT = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Which team?",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
});
const ACCEPT = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"team":"核"}}}';
const BLOCK = '{"decision":"block"}';
const TOKEN = "0123456789abcdef0123456789abcdef";

interface Call {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

type Send = (call: Call, options?: HttpHandlerOptions, on?: Engine) => Promise<Response>;

const direct: Send = ({ path = "/hook", method = "POST", headers = {}, body = INPUT }, options, on = engine) =>
  fetchHandler(
    on,
    options,
  )(new Request(`http://127.0.0.1${path}`, { method, headers, body: method === "POST" ? body : null }));

const servers: Server[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const overSocket: Send = async (
  { path = "/hook", method = "POST", headers = {}, body = INPUT },
  options,
  on = engine,
) =>
  fetch(`http://127.0.0.1:${await listen(nodeHandler(on, options))}${path}`, {
    method,
    headers,
    body: method === "POST" ? body : null,
  });

async function answered(response: Response, text: string): Promise<void> {
  assert.deepEqual({ status: response.status, text: await response.text() }, { status: 200, text });
  assert.equal(response.headers.get("content-type"), "application/json");
}

function problems(): readonly unknown[] {
  return records.map(({ reasons }) => reasons[0]?.args["problem"]);
}

const tokens = { ci: TOKEN, laptop: TOKEN.split("").reverse().join("") };
const bearer = (token: string): Call => ({ headers: { authorization: `Bearer ${token}` } });

const LET_IN: Readonly<Record<string, readonly [Call, HttpHandlerOptions?]>> = {
  "a plain call": [{}],
  "a query behind the path": [{ path: "/hook?from=settings" }],
  "another path that was asked for": [{ path: "/guards/sekisho" }, { path: "/guards/sekisho" }],
  "the first token": [bearer(tokens.ci), { tokens }],
  "the second token": [bearer(tokens.laptop), { tokens }],
  "a scheme in small letters": [{ headers: { authorization: `bearer ${tokens.ci}` } }, { tokens }],
  "a token where none is needed": [bearer("whatever")],
  "a byte order mark": [{ body: `\ufeff${INPUT}` }],
  "a content type of another kind": [{ headers: { "content-type": "text/plain" } }],
  "the body as it is": [{ headers: { "content-encoding": "identity" } }],
};

const REFUSED: Readonly<Record<string, readonly [Call, HttpHandlerOptions?]>> = {
  "a mistyped path": [{ path: "/hooks" }],
  "a path that only means the same": [{ path: "/%68ook" }],
  "a slash behind the path": [{ path: "/hook/" }],
  "no path": [{ path: "" }],
  "another method": [{ method: "GET" }],
  "no token": [{}, { tokens }],
  "an empty token, as of a variable that the client may not read": [
    { headers: { authorization: "Bearer" } },
    { tokens },
  ],
  "a wrong token": [bearer(`${tokens.ci}0`), { tokens }],
  "the beginning of a token": [bearer(tokens.ci.slice(0, -1)), { tokens }],
  "a token in other letters": [bearer(tokens.ci.toUpperCase()), { tokens }],
  "two tokens": [bearer(`${tokens.ci}, Bearer ${tokens.laptop}`), { tokens }],
  "a very long token": [bearer("a".repeat(8000)), { tokens }],
  "the name of a token": [bearer("ci"), { tokens }],
  "the token by Basic": [{ headers: { authorization: `Basic ${tokens.ci}` } }, { tokens }],
  "a web page": [{ headers: { origin: "https://evil.test" } }],
  "a web page without an origin to tell": [{ headers: { origin: "null" } }],
  "a packed body": [{ headers: { "content-encoding": "gzip" } }],
  "no body": [{ body: "" }],
  "no JSON": [{ body: "team=core" }],
  "a list": [{ body: `[${INPUT}]` }],
  "half an object": [{ body: INPUT.slice(0, -5) }],
  "two objects": [{ body: `${INPUT}\n${INPUT}` }],
  "text behind the object": [{ body: `${INPUT} x` }],
  "UTF-16": [{ body: new Uint8Array(Buffer.from(INPUT, "utf16le")) }],
  "Latin 1": [{ body: new Uint8Array(Buffer.from(INPUT.replace("team?", "t\u00e9am?"), "latin1")) }],
  "a context that throws": [
    {},
    {
      context: () => {
        throw new Error("no facts today");
      },
    },
  ],
};

for (const [name, send] of [
  ["fetchHandler", direct],
  ["nodeHandler", overSocket],
] as const) {
  suite(name, () => {
    for (const [what, [call, options]] of Object.entries(LET_IN)) {
      test(`${what}: decided`, async () => answered(await send(call, options), ACCEPT));
    }
    for (const [what, [call, options]] of Object.entries(REFUSED)) {
      test(`${what}: 200 and a block`, async () => answered(await send(call, options), BLOCK));
    }

    test("what should not have been let in leaves no record, what can't be read leaves one", async () => {
      records.length = 0;
      await send({}, { tokens });
      await send({ path: "/" });
      assert.deepEqual(problems(), []);
      await send({ body: new Uint8Array([0xff]) });
      await send({ headers: { "content-encoding": "br" } });
      await send({ body: "{" });
      assert.deepEqual(problems(), ["not-utf-8", "compressed", "truncated"]);
    });

    test("16 MiB are read, and not a byte more", async () => {
      const limit = 16 * 1024 * 1024;
      const filled = (size: number): string => INPUT.replace(/\}$/, `,"x":"${" ".repeat(size)}"}`);
      const most = filled(limit - Buffer.byteLength(filled(0)));
      records.length = 0;
      await answered(await send({ body: most }), ACCEPT);
      await answered(await send({ body: `${most} ` }), BLOCK);
      assert.deepEqual(problems(), [undefined, "too-large"]);
    });

    test("the clock is handed in, and facts are if somebody has them", async () => {
      records.length = 0;
      await send({});
      await send({}, { context: () => ({ facts: { ci: true } }) });
      assert.match(records[0]?.now ?? "", /^\d{4}-\d\d-\d\dT/);
      assert.deepEqual(records[1]?.facts, { ci: "true" });
      assert.equal(records[1]?.now, null);
    });

    const respond: Readonly<Record<string, Engine["respond"]>> = {
      "that throws": () => {
        throw new Error("broken");
      },
      "that says nothing": () => undefined as never,
      "that says a list": () => [] as never,
      "that says what can't be written": () => ({ toJSON: () => undefined }) as never,
      "that fails later": () => Promise.reject(new Error("broken")) as never,
    };
    for (const [what, broken] of Object.entries(respond)) {
      test(`an engine ${what}: a block`, async () =>
        answered(await send({}, {}, { ...engine, respond: broken }), BLOCK));
    }
    test("an engine that takes its time is waited for, until the deadline", async () => {
      const output = engine.respond(INPUT);
      const later = { ...engine, respond: () => Promise.resolve(output) as never };
      await answered(await send({}, {}, later), ACCEPT);
      const never = { ...engine, respond: () => new Promise(() => {}) as never };
      await answered(await send({}, { deadline: 20 }, never), BLOCK);
    });
  });
}

suite("options that can't be meant are an error when the server starts", () => {
  const wrong: Readonly<Record<string, unknown>> = {
    "a path without its slash": { path: "hook" },
    "a short token": { tokens: { ci: "secret" } },
    "an empty token": { tokens: { ci: "" } },
    "a token that can't stand in a header": { tokens: { ci: `${TOKEN} ${TOKEN}` } },
    "no deadline at all": { deadline: 0 },
    "a deadline that is no number": { deadline: "5s" },
    "a context that is none": { context: { now: "2026-11-30" } },
  };
  for (const [what, options] of Object.entries(wrong)) {
    test(what, () => {
      assert.throws(() => fetchHandler(engine, options as HttpHandlerOptions), TypeError);
      assert.throws(() => nodeHandler(engine, options as HttpHandlerOptions), TypeError);
    });
  }
  test("no engine", () => assert.throws(() => fetchHandler(undefined as never), TypeError));
  test("errors of tokens never show one", () => {
    const found = createTokens([["ci", "hunter2"]]);
    assert.deepEqual(found, { ok: false, errors: ["token `ci` is shorter than 16 characters"] });
  });
});

suite("a body that is not all there", () => {
  const head = "POST /hook HTTP/1.1\r\nHost: x\r\n";

  // Everything that came back until the other side closed, or until it looks whole.
  async function raw(options: HttpHandlerOptions, ...texts: readonly string[]): Promise<string> {
    const socket = connect(await listen(nodeHandler(engine, options)), "127.0.0.1");
    let said = "";
    socket.on("data", (bytes) => {
      said += bytes.toString("utf8");
      if (said.includes("}")) socket.destroy();
    });
    for (const text of texts) socket.write(text);
    await once(socket, "close");
    return said;
  }

  test("silence in the middle: a block at the deadline", async () => {
    const said = await raw({ deadline: 30 }, `${head}Content-Length: 100\r\n\r\n{"hook`);
    assert.match(said, /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*\{"decision":"block"\}$/);
  });

  test("a byte now and then: a block at four deadlines", async () => {
    let stop = (): void => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const timer = setInterval(() => controller.enqueue(new Uint8Array([0x20])), 10);
        stop = () => clearInterval(timer);
      },
    });
    const request = new Request("http://127.0.0.1/hook", { method: "POST", body, duplex: "half" } as RequestInit);
    await answered(await fetchHandler(engine, { deadline: 40 })(request), BLOCK);
    stop();
  });

  test("a stream that breaks: a block", async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new Uint8Array(Buffer.from(INPUT)));
        controller.error(new Error("gone"));
      },
    });
    const request = new Request("http://127.0.0.1/hook", { method: "POST", body, duplex: "half" } as RequestInit);
    await answered(await fetchHandler(engine)(request), BLOCK);
  });

  test("a body that somebody took before: a block", async () => {
    const request = new Request("http://127.0.0.1/hook", { method: "POST", body: INPUT });
    await request.text();
    await answered(await fetchHandler(engine)(request), BLOCK);
  });

  test("a caller who goes away leaves a record, and nothing that waits", async () => {
    records.length = 0;
    const socket = connect(await listen(nodeHandler(engine)), "127.0.0.1");
    socket.write(`${head}Content-Length: 100\r\n\r\n{"hook`, () => setTimeout(() => socket.destroy(), 20));
    while (records.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(problems(), ["aborted"]);
  });

  test("a body that is refused by its length can be sent whole, and the answer is not lost", async () => {
    const body = Buffer.alloc(17 * 1024 * 1024, 0x20);
    for (const headers of [{}, { "content-encoding": "gzip" }]) {
      await answered(await overSocket({ body: new Uint8Array(body), headers }), BLOCK);
    }
  });
});

suite("inside other people's servers", () => {
  test("Express: below a router, the path is the one that was called", async () => {
    const app = express().use("/guards", express.Router().post("/hook", nodeHandler(engine, { path: "/guards/hook" })));
    const port = await listen(app);
    await answered(await fetch(`http://127.0.0.1:${port}/guards/hook`, { method: "POST", body: INPUT }), ACCEPT);
  });

  const parsers = { json: express.json(), text: express.text({ type: "*/*" }), raw: express.raw({ type: "*/*" }) };
  for (const [name, parser] of Object.entries(parsers)) {
    test(`Express: behind its ${name} parser`, async () => {
      const port = await listen(express().use(parser).post("/hook", nodeHandler(engine)));
      const headers = { "content-type": "application/json" };
      await answered(await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", body: INPUT, headers }), ACCEPT);
    });
  }

  test("Express: a body that was thrown away is a block", async () => {
    const port = await listen(
      express()
        .use((request, _, next) => {
          request.resume();
          request.on("end", () => next());
        })
        .post("/hook", nodeHandler(engine)),
    );
    await answered(await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", body: INPUT }), BLOCK);
  });

  test("node:http: a time-out of the server's that answered before", async () => {
    const handler = nodeHandler(engine);
    const port = await listen((request, response) => {
      response.end("{}");
      handler(request, response);
    });
    assert.equal((await fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", body: INPUT })).status, 200);
  });

  test("a Worker: no process, no modules, and no text that is evaluated", () => {
    const script = `
      const { createEngine, fetchHandler } = await import(process.env.LIBRARY);
      const write = process.stdout.write.bind(process.stdout);
      for (const name of ["process", "setImmediate", "module", "require"]) delete globalThis[name];
      const engine = await createEngine({ policy: "version: 1\\nextends: recommended" });
      const call = { method: "POST", body: ${JSON.stringify(INPUT.replaceAll("team", "password"))} };
      const response = await fetchHandler(engine)(new Request("https://guard.example/hook", call));
      write(response.status + " " + (await response.text()));`;
    const library = pathToFileURL(join(import.meta.dirname, "../dist/sekisho.mjs")).href;
    const flags = ["--disallow-code-generation-from-strings", "--input-type=module", "-e", script];
    const env = { PATH: process.env["PATH"] ?? "", LIBRARY: library };
    const { stdout, stderr } = spawnSync(process.execPath, flags, { encoding: "utf8", env });
    const wanted = '200 {"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}';
    assert.deepEqual({ stdout, stderr }, { stdout: wanted, stderr: "" });
  });

  test("Hono: mounted, its path is the rest", async () => {
    const app = new Hono().mount("/hook", fetchHandler(engine, { path: "/" }));
    await answered(await app.request("/hook", { method: "POST", body: INPUT }), ACCEPT);
  });
});
