/**
 * `sekisho serve` as people run it: a process, real sockets, signals, files that change under it.
 * Whatever is wrong with a call, it is answered 200 with a block, since any other status lets the request through
 * (client-observed C); what node:http would answer by itself is provoked with bare bytes.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { request as httpsRequest } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { CANARY_SESSION } from "../engine/adapters/canary.ts";
import {
  callServer,
  type Entry,
  killServers,
  refusedServe,
  type ServeProcess,
  sayRaw,
  startServe,
} from "./support/server.ts";

const folder = mkdtempSync(join(tmpdir(), "sekisho-serve-"));
after(() => {
  killServers();
  rmSync(folder, { recursive: true, force: true });
});

const BLOCK = '{"decision":"block"}';
const TOKEN = "0123456789abcdef0123456789abcdef";
const INPUT = JSON.stringify({
  session_id: "one",
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Which team?",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
});
const answer = (team: string): string =>
  `{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"team":"${team}"}}}`;

function file(name: string, text: string, mode = 0o600): string {
  const path = join(folder, name);
  writeFileSync(path, text, { mode });
  chmodSync(path, mode);
  return path;
}

const policyOf = (team: string): string =>
  JSON.stringify({ version: 1, rules: [{ use: "answer-form", answers: { team } }] });
const policy = file("policy.yaml", policyOf("core"));

const decided = (port: number, headers: Readonly<Record<string, string>> = {}): Promise<string> =>
  callServer(port, { body: INPUT, headers }).then(({ status, text }) => {
    assert.equal(status, 200);
    return text;
  });

async function metricsOf(port: number): Promise<string> {
  const { status, text } = await callServer(port, { method: "GET", path: "/metrics" });
  assert.equal(status, 200);
  return text;
}

suite("a call", () => {
  let server: ServeProcess;
  test("is decided", async () => {
    server = await startServe(["--policy", policy, "--deadline", "400ms"]);
    const { status, type, text } = await callServer(server.port, { body: INPUT });
    assert.deepEqual({ status, type, text }, { status: 200, type: "application/json", text: answer("core") });
  });

  const head = "POST /hook HTTP/1.1\r\nHost: x\r\n";
  const whole = `${head}Content-Length: ${INPUT.length}\r\n\r\n${INPUT}`;
  const RAW: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
    "that is not HTTP": ["hello\r\n\r\n"],
    "of TLS": [new Uint8Array([22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3])],
    "of HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    "with a header that has no name": [`${head}: x\r\n\r\n`],
    "with a header that holds a control character": [`${head}X-A: \u0001\r\n\r\n`],
    "with a length that is no number": [`${head}Content-Length: ten\r\n\r\n${INPUT}`],
    "with a length below nothing": [`${head}Content-Length: -1\r\n\r\n${INPUT}`],
    "with two lengths": [`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\n${INPUT}`],
    "with a length and pieces": [`${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    "in pieces that are none": [`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`],
    "in pieces of which one is longer than it says": [`${head}Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n`],
    "in a coding that nobody knows": [`${head}Transfer-Encoding: gzip\r\n\r\nxx`],
    "whose headers are too long": [`${head}X-A: ${"a".repeat(100_000)}\r\n\r\n`],
    "with too many headers in all": [`${head}${"X-A: aaaaaaaaaaaaaaaa\r\n".repeat(5000)}\r\n`],
    "whose address is too long": [`POST /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`],
    "that says nothing": [],
    "whose head stops half-way": ["POST /hook HT"],
    "whose headers stop half-way": [`${head}X-A: `],
    "whose body does not come": [`${head}Content-Length: 100\r\n\r\n`],
    "whose body stops half-way": [`${head}Content-Length: 100\r\n\r\n{"hook`],
    "whose body is shorter than it says": [`${head}Content-Length: ${INPUT.length + 1}\r\n\r\n${INPUT}`],
    "that wants a tunnel": ["CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n"],
    "of an unknown method": ["BLOW /hook HTTP/1.1\r\nHost: x\r\n\r\n"],
  };
  for (const [what, texts] of Object.entries(RAW)) {
    test(`${what} is answered 200 and a block, and the connection is closed`, async () => {
      const said = await sayRaw(server.port, ...texts);
      assert.match(said, /^HTTP\/1\.1 200 OK\r\n/);
      assert.ok(said.endsWith(`\r\n\r\n${BLOCK}`), said);
      assert.equal(said.split("HTTP/1.1").length, 2, said);
    });
  }

  // A second answer on the connection would stand for the next call.
  const REFUSED_EARLY: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
    "whose rest never comes": [`${head}Content-Length: 100000000\r\n\r\n{"hook`],
    "whose rest is broken": [`${head}Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n`, "zz\r\n"],
  };
  for (const [what, texts] of Object.entries(REFUSED_EARLY)) {
    test(`refused by its head, ${what}, is answered once`, async () => {
      const said = await sayRaw(server.port, ...texts);
      assert.equal(said.split("HTTP/1.1").length, 2, said);
      assert.ok(said.endsWith(`\r\n\r\n${BLOCK}`), said);
    });
  }

  const close = "Connection: close\r\n";
  const ONE: Readonly<Record<string, readonly [text: string, wanted: string]>> = {
    "of HTTP/1.0": [whole.replace("HTTP/1.1", "HTTP/1.0"), answer("core")],
    "without a host": [whole.replace("Host: x\r\n", close), answer("core")],
    "that expects to be told to go on": [whole.replace("Host", `${close}Expect: 100-continue\r\nHost`), answer("core")],
    "that expects something else": [whole.replace("Host", `${close}Expect: a miracle\r\nHost`), answer("core")],
    "that wants another protocol": [
      whole.replace("Host", "Connection: close, Upgrade\r\nUpgrade: websocket\r\nHost"),
      answer("core"),
    ],
    "in pieces": [
      `${head}${close}Transfer-Encoding: chunked\r\n\r\n${INPUT.length.toString(16)}\r\n${INPUT}\r\n0\r\n\r\n`,
      answer("core"),
    ],
    "to the whole address": [
      whole.replace("/hook", "http://127.0.0.1/hook").replace("Host", `${close}Host`),
      answer("core"),
    ],
    "whose body is longer than it says": [`${head}${close}Content-Length: ${INPUT.length - 1}\r\n\r\n${INPUT}`, BLOCK],
    "that is packed": [whole.replace("Host", `${close}Content-Encoding: gzip\r\nHost`), BLOCK],
    "to *": [`OPTIONS * HTTP/1.1\r\n${close}Host: x\r\n\r\n`, BLOCK],
    "by PUT": [whole.replace("POST", "PUT").replace("Host", `${close}Host`), BLOCK],
    "by GET": [`GET /hook HTTP/1.1\r\n${close}Host: x\r\n\r\n`, BLOCK],
    "to a page by POST": [whole.replace("/hook", "/metrics").replace("Host", `${close}Host`), BLOCK],
  };
  for (const [what, [text, wanted]] of Object.entries(ONE)) {
    test(`${what}: 200 and ${wanted === BLOCK ? "a block" : "the decision"}`, async () => {
      const said = (await sayRaw(server.port, text)).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
      assert.match(said, /^HTTP\/1\.1 200 OK\r\n/);
      assert.ok(said.endsWith(`\r\n\r\n${wanted}`), said);
    });
  }

  test("after a call on one connection, in order", async () => {
    const other = whole.replace("/hook", "/hool").replace("Host", `${close}Host`);
    const said = await sayRaw(server.port, whole.repeat(20), other);
    const bodies = said.split(/HTTP\/1\.1 200 OK\r\n(?:[^\r]+\r\n)*\r\n/).slice(1);
    assert.deepEqual(bodies, [...Array.from({ length: 20 }, () => answer("core")), BLOCK]);
  });

  test("longer than the limit can be sent whole, and its answer is not lost", async () => {
    const { status, text } = await callServer(server.port, { body: Buffer.alloc(17 * 1024 * 1024, 0x20) });
    assert.deepEqual({ status, text }, { status: 200, text: BLOCK });
    const chunked = await callServer(server.port, {
      body: Buffer.alloc(17 * 1024 * 1024, 0x20),
      headers: { "transfer-encoding": "chunked" },
    });
    assert.deepEqual({ status: chunked.status, text: chunked.text }, { status: 200, text: BLOCK });
  });

  test("drop by drop is refused while others are served", async () => {
    const slow = connect(server.port, "127.0.0.1");
    let said = "";
    slow.on("data", (bytes) => {
      said += bytes.toString("utf8");
    });
    slow.write(`${head}Content-Length: 100000\r\n\r\n`);
    const drops = setInterval(() => slow.write(" "), 50);
    slow.on("error", () => {});
    const closed = once(slow, "close");
    assert.equal(await decided(server.port), answer("core"));
    await closed;
    clearInterval(drops);
    assert.match(said, /^HTTP\/1\.1 200 OK\r\n(?:.*\r\n)*\{"decision":"block"\}$/);
  });

  test("of a hundred who never say a word leaves the others alone", async () => {
    const silent = Array.from({ length: 100 }, () => connect(server.port, "127.0.0.1"));
    for (const socket of silent) socket.on("error", () => {}).resume();
    const gone = silent.map((socket) => once(socket, "close"));
    assert.equal(await decided(server.port), answer("core"));
    await Promise.all(gone);
  });

  test("is counted and logged, without anything that was said", async () => {
    const secret = "hunter2-in-a-path";
    await callServer(server.port, { path: `/hook/${secret}?token=${secret}`, body: `{"x":"${secret}"}` });
    await callServer(server.port, { body: INPUT.replace("Which team?", secret), headers: { "x-y": secret } });
    await callServer(server.port, { body: `{"${secret}`, headers: { authorization: `Bearer ${secret}${secret}` } });
    const text = await metricsOf(server.port);
    for (const problem of [
      "malformed-http",
      "deadline",
      "too-large",
      "wrong-path",
      "wrong-method",
      "compressed",
      "aborted",
    ]) {
      if (problem !== "aborted") assert.match(text, new RegExp(`sekisho_errors_total\\{problem="${problem}"\\} [1-9]`));
      if (problem !== "aborted")
        assert.ok(
          server.log().some((entry) => entry["problem"] === problem),
          problem,
        );
    }
    assert.match(text, /sekisho_decisions_total\{event="Elicitation",effect="accept"\} [1-9]/);
    assert.match(text, /sekisho_rule_decisions_total\{event="Elicitation",effect="accept",rule="answer-form"\} [1-9]/);
    assert.match(text, /sekisho_decisions_total\{event="unreadable",effect="decline"\} [1-9]/);
    await server.seen(({ reasons }) => Array.isArray(reasons) && reasons.includes("engine/malformed"));
    assert.doesNotMatch(text + JSON.stringify(server.log()), /hunter2/);
  });

  test("of a caller who goes away is told as such", async () => {
    const socket = connect(server.port, "127.0.0.1");
    socket.write(`${head}Content-Length: 100\r\n\r\n{"hook`);
    await sleep(50);
    socket.destroy();
    await server.seen(({ problem }) => problem === "aborted");
  });

  test("of doctor's is decided and leaves no trace", async () => {
    const before = (await metricsOf(server.port)).match(/^sekisho_(?:decisions|call_duration_seconds_count).*$/gm);
    const logged = server.log().length;
    const canary = INPUT.replace('"one"', JSON.stringify(CANARY_SESSION));
    assert.equal((await callServer(server.port, { body: canary })).text, answer("core"));
    const now = (await metricsOf(server.port)).match(/^sekisho_(?:decisions|call_duration_seconds_count).*$/gm);
    assert.deepEqual(now, before);
    await sleep(100);
    assert.equal(server.log().length, logged);
  });

  test("nothing else came from it, and it stops with 0", async () => {
    assert.deepEqual(await server.stop(), { code: 0, stderr: "" });
  });
});

suite("pages", () => {
  let server: ServeProcess;
  test("say that it lives, that it is ready, and what it counted", async () => {
    server = await startServe(["--policy", policy]);
    const get = (path: string, method = "GET") => callServer(server.port, { method, path });
    assert.deepEqual(await get("/healthz"), { status: 200, type: "text/plain; charset=utf-8", text: "ok\n" });
    const ready = await get("/readyz");
    assert.equal(ready.status, 200);
    assert.equal(JSON.parse(ready.text).status, "ready");
    assert.match(JSON.parse(ready.text).policy, /^[0-9a-f]{64}$/);
    const metrics = await get("/metrics");
    assert.equal(metrics.type, "text/plain; version=0.0.4; charset=utf-8");
    assert.match(
      metrics.text,
      new RegExp(`sekisho_policy_info\\{digest="${JSON.parse(ready.text).policy}",version="[0-9.]+"\\} 1`),
    );
    assert.deepEqual(await get("/healthz", "HEAD"), { status: 200, type: "text/plain; charset=utf-8", text: "" });
    assert.equal((await get("/healthz?x=1")).text, "ok\n");
    assert.equal((await get("/")).text, BLOCK);
    await server.stop();
  });
});

suite("tokens", () => {
  const other = "fedcba9876543210fedcba9876543210";
  const bearer = (token: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${token}` });

  test("from a file: each name with its own, and it may change", async () => {
    const tokens = file("tokens", `# who may call\n\nci=${TOKEN}\r\nlaptop = ${other}\n`);
    const server = await startServe(["--policy", policy, "--token-file", tokens]);
    assert.equal(await decided(server.port), BLOCK);
    assert.equal(await decided(server.port, bearer("x".repeat(32))), BLOCK);
    assert.equal(await decided(server.port, bearer(TOKEN)), answer("core"));
    assert.equal(await decided(server.port, bearer(other)), answer("core"));
    await server.seen(({ caller, effect }) => caller === "laptop" && effect === "accept");
    await server.seen(({ problem }) => problem === "no-token");
    await server.seen(({ problem }) => problem === "wrong-token");
    // Another list in its place, as rotation does it.
    renameSync(file("tokens.new", `ci=${other}`), tokens);
    await server.seen(({ kind }) => kind === "tokens-loaded");
    assert.equal(await decided(server.port, bearer(TOKEN)), BLOCK);
    assert.equal(await decided(server.port, bearer(other)), answer("core"));
    // One that can't be used changes nothing, least of all that a token is needed.
    writeFileSync(tokens, "");
    await server.seen(({ kind }) => kind === "tokens-failed");
    rmSync(tokens);
    await sleep(700);
    assert.equal(await decided(server.port), BLOCK);
    assert.equal(await decided(server.port, bearer(other)), answer("core"));
    assert.ok(!JSON.stringify(server.log()).includes(TOKEN) && !JSON.stringify(server.log()).includes(other));
    await server.stop();
  });

  test("from the environment: one, and several", async () => {
    const env = { SEKISHO_TOKEN: TOKEN, SEKISHO_TOKENS: `ci=${other}, ${"z".repeat(20)}` };
    const server = await startServe(["--policy", policy], env);
    for (const token of [TOKEN, other, "z".repeat(20)])
      assert.equal(await decided(server.port, bearer(token)), answer("core"));
    assert.equal(await decided(server.port), BLOCK);
    const pages = (headers: Readonly<Record<string, string>>, path: string) =>
      callServer(server.port, { method: "GET", path, headers }).then(({ status }) => status);
    assert.equal(await pages({}, "/metrics"), 401);
    assert.equal(await pages(bearer(other), "/metrics"), 200);
    assert.equal(await pages({}, "/healthz"), 200);
    await server.stop();
  });

  const BAD: Readonly<Record<string, readonly [args: readonly string[], env?: Readonly<Record<string, string>>]>> = {
    "an empty file": [["--token-file", file("empty", "# nobody yet\n")]],
    "no such file": [["--token-file", join(folder, "nowhere")]],
    "a folder": [["--token-file", folder]],
    "a short token": [["--token-file", file("short", "ci=hunter2")]],
    "a name that could be a token": [["--token-file", file("odd", `${TOKEN}${TOKEN}==`)]],
    "one name twice": [["--token-file", file("twice", `ci=${TOKEN}\nci=${other}`)]],
    "an empty variable": [[], { SEKISHO_TOKEN: "" }],
    "an empty list": [[], { SEKISHO_TOKENS: " , " }],
  };
  for (const [what, [args, env]] of Object.entries(BAD)) {
    test(`${what}: it does not start, and shows none`, async () => {
      const { code, stderr } = await refusedServe(["--port", "0", "--policy", policy, ...args], env);
      assert.equal(code, 2);
      assert.match(stderr, /^sekisho: /);
      assert.doesNotMatch(stderr, /hunter2|0123456789abcdef/);
    });
  }
});

suite("where it listens", () => {
  const tokens = file("good-tokens", `ci=${TOKEN}`);
  const REFUSED: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
    "every address without a token": [["--host", "0.0.0.0"], /no token is asked for/],
    "every address of IPv6 without a token": [["--host", "::"], /no token is asked for/],
    "every address with a file that everybody can read": [
      ["--host", "0.0.0.0", "--token-file", file("open-tokens", `ci=${TOKEN}`, 0o644)],
      /everybody on this machine can read the token file/,
    ],
    "a host that there is not": [["--host", "no-such-host.invalid"], /has no address/],
    "a port that there is not": [["--port", "65536"], /is no number from 0 to 65535/],
    "a port that is no number": [["--port", "http"], /is no number/],
    "a socket and a port": [["--socket", join(folder, "s"), "--port", "1"], /exclude each other/],
    "a socket that is a file": [["--socket", policy], /is there and is no socket/],
    "a socket in no folder": [["--socket", join(folder, "no/such/folder/s")], /can't listen there/],
    "a key without a certificate": [["--tls-key", policy], /`--tls-cert` is missing/],
    "a key that is none": [["--tls-key", policy, "--tls-cert", policy], /can't be used/],
    "a misspelt option": [["--tokenfile", policy], /did you mean `--token-file`/],
    "a deadline that is none": [["--deadline", "soon"], /--deadline/],
    "a fact that is none": [["--fact", "ci"], /--fact/],
    "a log that is none": [["--log", "everything"], /--log/],
  };
  for (const [what, [args, says]] of Object.entries(REFUSED)) {
    test(`${what}: 2, and why`, async () => {
      const { code, stderr } = await refusedServe([
        ...(args.includes("--socket") || args.includes("--port") ? [] : ["--port", "0"]),
        ...args,
      ]);
      assert.equal(code, 2);
      assert.match(stderr, says);
    });
  }

  test("every address, with tokens that are kept", async () => {
    const server = await startServe(["--policy", policy, "--host", "0.0.0.0", "--token-file", tokens]);
    assert.equal(await decided(server.port, { authorization: `Bearer ${TOKEN}` }), answer("core"));
    // On a list that everybody can read from now on it does not go any further either.
    writeFileSync(tokens, `ci=${TOKEN}\nother=${"y".repeat(20)}`);
    chmodSync(tokens, 0o644);
    const { problem } = await server.seen(({ kind }) => kind === "tokens-failed");
    assert.match(String(problem), /can read the token file/);
    assert.equal(await decided(server.port, { authorization: `Bearer ${"y".repeat(20)}` }), BLOCK);
    await server.stop();
  });

  test("a name is what its address is", async () => {
    const server = await startServe(["--policy", policy, "--host", "localhost"]);
    assert.match(server.at, /^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/hook$/);
    await server.stop();
  });

  test("a port where somebody listens: 2", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { code, stderr } = await refusedServe(["--port", String((taken.address() as AddressInfo).port)]);
    taken.close();
    assert.equal(code, 2);
    assert.match(stderr, /EADDRINUSE/);
  });

  test("a socket: for its owner alone, left behind it is taken over, alive it is not", async () => {
    const path = join(folder, "hook.sock");
    const server = await startServe(["--policy", policy, "--socket", path]);
    assert.equal(statSync(path).mode & 0o777, 0o600);
    assert.equal((await callServer(path, { body: INPUT })).text, answer("core"));
    assert.match((await refusedServe(["--socket", path])).stderr, /somebody listens/);
    await server.stop("SIGKILL");
    assert.ok(existsSync(path));
    const next = await startServe(["--policy", policy, "--socket", path]);
    assert.equal((await callServer(path, { body: INPUT })).text, answer("core"));
    assert.equal((await next.stop()).code, 0);
    assert.ok(!existsSync(path));
  });

  test("its own address but not loopback's is not reached", async () => {
    const own = Object.values(networkInterfaces())
      .flat()
      .find((one) => one !== undefined && one.family === "IPv4" && !one.internal);
    const server = await startServe(["--policy", policy]);
    assert.match(server.at, /^http:\/\/127\.0\.0\.1:/);
    if (own !== undefined) {
      const socket = connect(server.port, own.address);
      const [error] = (await once(socket, "error")) as [NodeJS.ErrnoException];
      assert.equal(error.code, "ECONNREFUSED");
    }
    await server.stop();
  });
});

suite("https", () => {
  const key = join(folder, "key.pem");
  const cert = join(folder, "cert.pem");
  const make = (): void => {
    const made = spawnSync("openssl", [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ]);
    assert.equal(made.status, 0, made.stderr?.toString());
  };
  const call = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const options = { host: "127.0.0.1", port, path: "/hook", method: "POST", ca: readFileSync(cert), agent: false };
      const request = httpsRequest(options, (response) => {
        let text = "";
        response.on("data", (bytes) => {
          text += bytes;
        });
        response.on("end", () => resolve(text));
      });
      request.on("error", reject);
      request.end(INPUT);
    });

  test("with a certificate that was made here; plain http is answered readably", async () => {
    make();
    const server = await startServe(["--policy", policy, "--deadline", "400ms", "--tls-key", key, "--tls-cert", cert]);
    assert.match(server.at, /^https:\/\/127\.0\.0\.1:/);
    assert.equal(await call(server.port), answer("core"));
    assert.equal(await decided(server.port), BLOCK);
    assert.match(await sayRaw(server.port, "nonsense\r\n"), /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"decision":"block"\}$/);
    await server.seen(({ problem }) => problem === "plain-http");
    await sayRaw(server.port, new Uint8Array([22, 3, 1, 0, 5, 1, 2, 3, 4, 5]));
    await server.seen(({ problem }) => problem === "no-tls");
    // Somebody who only connects is not waited for.
    assert.equal(await sayRaw(server.port), "");
    // Another certificate, on SIGHUP.
    make();
    server.child.kill("SIGHUP");
    await server.seen(({ kind }) => kind === "tls-loaded");
    assert.equal(await call(server.port), answer("core"));
    writeFileSync(cert, "no certificate");
    server.child.kill("SIGHUP");
    await server.seen(({ kind }) => kind === "tls-failed");
    assert.equal((await server.stop()).code, 0);
  });
});

suite("policies", () => {
  const ready = async (port: number): Promise<{ status: number; body: { status: string; policy: string } }> => {
    const { status, text } = await callServer(port, { method: "GET", path: "/readyz" });
    return { status, body: JSON.parse(text) };
  };

  test("one that changes is read again; one that does not load keeps the one before, and says so", async () => {
    const own = file("changing.yaml", policyOf("core"));
    const server = await startServe(["--policy", own]);
    assert.equal(await decided(server.port), answer("core"));
    writeFileSync(own, policyOf("sales"));
    await server.seen(isLoad(2));
    assert.equal(await decided(server.port), answer("sales"));

    const before = (await ready(server.port)).body.policy;
    writeFileSync(own, "version: 1\nrulez: []\n");
    const failed = await server.seen(({ kind }) => kind === "policy-failed");
    assert.equal(failed["level"], "error");
    assert.match(String(failed["notes"]), /changing\.yaml:2:1 unknown-key/);
    assert.equal(await decided(server.port), answer("sales"));
    const { status, body } = await ready(server.port);
    assert.deepEqual(
      { status, said: body.status, policy: body.policy },
      { status: 200, said: "stale", policy: before },
    );
    const metrics = await metricsOf(server.port);
    assert.match(metrics, /^sekisho_policy_stale 1$/m);
    assert.match(metrics, /^sekisho_policy_reloads_total\{result="failed"\} 1$/m);

    rmSync(own);
    await server.seen((entry) => String(entry["notes"]).includes("can't be read"));
    assert.equal(await decided(server.port), answer("sales"));
    writeFileSync(own, policyOf("ops"));
    await server.seen(isLoad(3));
    assert.equal(await decided(server.port), answer("ops"));
    assert.equal((await ready(server.port)).body.status, "ready");
    assert.match(await metricsOf(server.port), /^sekisho_policy_stale 0$/m);
    await server.stop();

    function isLoad(count: number): (entry: Entry) => boolean {
      return () => server.log().filter(({ kind }) => kind === "policy-loaded").length >= count;
    }
  });

  test("a file that it extends is watched too, and SIGHUP reads all again", async () => {
    const base = file("base.yaml", policyOf("core"));
    const own = file("extending.yaml", 'version: 1\nextends: ["./base.yaml"]\n');
    const server = await startServe(["--policy", own]);
    writeFileSync(base, policyOf("sales"));
    await server.seen(() => server.log().filter(({ kind }) => kind === "policy-loaded").length === 2);
    assert.equal(await decided(server.port), answer("sales"));
    server.child.kill("SIGHUP");
    await server.seen(() => server.log().filter(({ kind }) => kind === "policy-loaded").length === 3);
    assert.equal(await decided(server.port), answer("sales"));
    await server.stop();
  });

  test("one that never loaded refuses, until it does", async () => {
    const own = join(folder, "later.yaml");
    const server = await startServe(["--policy", own]);
    const decline = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}';
    assert.equal(await decided(server.port), decline);
    assert.equal((await ready(server.port)).status, 503);
    assert.match(await metricsOf(server.port), /^sekisho_policy_loaded 0$/m);
    writeFileSync(own, policyOf("core"));
    await server.seen(({ kind }) => kind === "policy-loaded");
    assert.equal(await decided(server.port), answer("core"));
    assert.equal((await ready(server.port)).status, 200);
    await server.stop();
  });

  test("without --policy: the pack and the user's own, not that of the project it was started in", async () => {
    const home = mkdtempSync(join(folder, "home-"));
    const project = mkdtempSync(join(folder, "project-"));
    for (const [where, team] of [
      [home, "core"],
      [project, "sales"],
    ] as const) {
      spawnSync("mkdir", [join(where, ".claude")]);
      writeFileSync(join(where, ".claude/sekisho.yaml"), policyOf(team));
    }
    const server = await startServe([], { HOME: home, CLAUDE_PROJECT_DIR: project });
    assert.equal(await decided(server.port), answer("core"));
    const asked = INPUT.replaceAll("team", "password");
    assert.match((await callServer(server.port, { body: asked })).text, /"action":"decline"/);
    // Gone, it would leave less than there was: that is not taken for a change of mind.
    rmSync(join(home, ".claude/sekisho.yaml"));
    await server.seen((entry) => String(entry["notes"]).includes("is gone"));
    assert.equal(await decided(server.port), answer("core"));
    await server.stop();
  });

  test("facts, deadline and audit are those of the hook", async () => {
    const own = file(
      "facts.yaml",
      JSON.stringify({
        version: 1,
        rules: [{ use: "answer-form", for: { facts: { ci: true } }, answers: { team: "core" } }],
      }),
    );
    const log = join(folder, "audit");
    const server = await startServe(["--policy", own, "--fact", "ci=true", "--audit", log]);
    assert.equal(await decided(server.port), answer("core"));
    assert.equal(await decided(server.port, { "content-encoding": "br" }), BLOCK);
    await server.stop();
    const lines = readdirSync(log)
      .filter((name) => name.endsWith(".jsonl"))
      .flatMap((name) => readFileSync(join(log, name), "utf8").trim().split("\n"));
    const records = lines.map((line) => JSON.parse(line));
    assert.deepEqual(
      records.map(({ effect, facts }) => [effect, facts]),
      [
        ["accept", { ci: "true" }],
        ["decline", { ci: "true" }],
      ],
    );
  });

  test("what was asked is remembered beside the log, as by the hook: an answer that does not fit it is declined", async () => {
    const own = file("checking.yaml", "version: 1\nrules:\n  - use: check-answer\n");
    const server = await startServe(["--policy", own, "--audit", join(folder, "remembered")]);
    const result = (content: object, session = "one"): string =>
      JSON.stringify({
        session_id: session,
        hook_event_name: "ElicitationResult",
        mcp_server_name: "crm",
        action: "accept",
        content,
      });
    assert.equal(await decided(server.port), "{}");
    assert.equal((await callServer(server.port, { body: result({ team: "core" }) })).text, "{}");
    assert.equal(await decided(server.port), "{}");
    const wrong = await callServer(server.port, { body: result({ team: 5 }) });
    assert.match(wrong.text, /"action":"decline"/);
    assert.equal((await callServer(server.port, { body: result({ team: 5 }, "another") })).text, "{}");
    await server.stop();
  });

  test("a decision that can't be recorded stands, or does not, as it was told", async () => {
    const nowhere = join(policy, "log");
    const server = await startServe(["--policy", policy, "--audit", nowhere]);
    assert.equal(await decided(server.port), answer("core"));
    await server.seen(({ kind }) => kind === "unrecorded");
    assert.match(await metricsOf(server.port), /^sekisho_unrecorded_total [1-9]/m);
    await server.stop();
    const strict = await startServe(["--policy", policy, "--audit", nowhere, "--audit-required"]);
    assert.match(await decided(strict.port), /"action":"decline"/);
    await strict.stop();
  });
});

suite("many at once", () => {
  test("beyond the limit a call is refused and not kept waiting", async () => {
    const server = await startServe(["--policy", policy, "--calls", "3"]);
    const waiting: Socket[] = [];
    for (let call = 0; call < 3; call += 1) {
      const socket = connect(server.port, "127.0.0.1");
      socket.write("POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{");
      waiting.push(socket);
    }
    for (;;) {
      if (/^sekisho_open_calls 3$/m.test(await metricsOf(server.port))) break;
      await sleep(20);
    }
    assert.equal(await decided(server.port), BLOCK);
    await server.seen(({ problem }) => problem === "busy");
    for (const socket of waiting) socket.destroy();
    for (;;) {
      if (/^sekisho_open_calls 0$/m.test(await metricsOf(server.port))) break;
      await sleep(20);
    }
    assert.equal(await decided(server.port), answer("core"));
    await server.stop();
  });

  test("300 connections in one moment: each is answered, and rightly", async () => {
    const server = await startServe(["--policy", policy, "--log", "events"]);
    const answers = await Promise.all(Array.from({ length: 300 }, () => decided(server.port)));
    assert.deepEqual([...new Set(answers)], [answer("core")]);
    assert.ok(server.log().every(({ kind }) => kind !== "call"));
    await server.stop();
  });
});

suite("stopping", () => {
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    test(`${signal}: what is open is finished, idle connections are closed, nobody new is let in`, async () => {
      const server = await startServe(["--policy", policy]);
      const idle = connect(server.port, "127.0.0.1");
      idle.write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n");
      await once(idle, "data");
      const open = connect(server.port, "127.0.0.1");
      let said = "";
      open.on("data", (bytes) => {
        said += bytes.toString("utf8");
      });
      open.write(`POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: ${INPUT.length}\r\n\r\n${INPUT.slice(0, 50)}`);
      for (;;) {
        if (/^sekisho_open_calls 1$/m.test(await metricsOf(server.port))) break;
        await sleep(20);
      }
      const ended = server.stop(signal);
      await once(idle, "close");
      const late = connect(server.port, "127.0.0.1");
      const [{ code }] = (await once(late, "error")) as [NodeJS.ErrnoException];
      assert.ok(code === "ECONNREFUSED" || code === "ECONNRESET", code); // the latter: just before it closed
      open.write(INPUT.slice(50));
      await once(open, "close");
      assert.ok(said.endsWith(answer("core")), said);
      assert.match(said, /^connection: close\r$/im);
      assert.equal((await ended).code, 0);
      assert.deepEqual(
        server
          .log()
          .slice(-2)
          .map(({ kind }) => kind),
        ["call", "stopped"],
      );
    });
  }

  test("whoever does not finish gets a block in the end", async () => {
    const server = await startServe(["--policy", policy, "--deadline", "30s"]);
    const said = sayRaw(server.port, `POST /hook HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{`);
    for (;;) {
      if (/^sekisho_open_calls 1$/m.test(await metricsOf(server.port))) break;
      await sleep(20);
    }
    assert.equal((await server.stop()).code, 0);
    assert.match(await said, /^HTTP\/1\.1 200 OK\r\n[\s\S]*\{"decision":"block"\}$/);
  });

  test("a log that nobody reads stops neither the answers nor the end", async () => {
    const server = await startServe(["--policy", policy]);
    server.child.stdout?.pause();
    for (let round = 0; round < 40; round += 1)
      await Promise.all(Array.from({ length: 20 }, () => decided(server.port)));
    server.child.stdout?.resume();
    assert.equal((await server.stop()).code, 0);
  });
});

test("a server whose log nobody reads answers, and still ends when it is told to", async () => {
  const server = await startServe(["--policy", file("unread.yaml", "version: 1\nextends: recommended\n")]);
  server.child.stdout?.pause();
  // More lines than a pipe and its reader hold.
  for (let round = 0; round < 50; round += 1) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => callServer(server.port, { body: INPUT })));
    assert.deepEqual([...new Set(answers.map(({ text }) => text))], ["{}"]);
  }
  server.child.kill("SIGTERM");
  const [code, signal] = await once(server.child, "exit");
  assert.deepEqual([code, signal], [null, "SIGKILL"]);
});
