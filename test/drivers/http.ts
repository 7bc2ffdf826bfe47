/**
 * The http handlers: called as they are, and inside the servers that people put them into.
 * Each case gets a handler of its own, since a handler stands for one policy; servers and sockets stay the same.
 */
import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import express from "express";
import { Hono } from "hono";
import type { DecisionRecord } from "../../engine/core/record.ts";
import { createEngine, fetchHandler, nodeHandler, PolicyError, refusingEngine } from "../../engine/index.ts";
import type { Case } from "../support/cases.ts";
import { outcomeOfAnswer } from "./answers.ts";
import type { Driver } from "./driver.ts";

const DIST = join(import.meta.dirname, "../../dist");

type Library = Pick<
  typeof import("../../engine/index.ts"),
  "createEngine" | "fetchHandler" | "nodeHandler" | "PolicyError" | "refusingEngine"
>;

interface Answer {
  readonly status: number;
  readonly type: string | null | undefined;
  readonly text: string;
}

/** How a body reaches a handler; `serve` puts the handler of the case in its place */
interface Way<Handler> {
  readonly library: () => Promise<Library>;
  readonly handler: (library: Library, ...given: Parameters<Library["fetchHandler"]>) => Handler;
  readonly start?: () => Promise<void>;
  readonly post: (handler: Handler, body: Uint8Array) => Promise<Answer>;
  readonly stop?: () => Promise<void>;
}

function driverOf<Handler>(name: string, { library: load, handler: make, start, post, stop }: Way<Handler>): Driver {
  let library: Library | undefined;
  return {
    name,
    start: async () => {
      library = await load();
      await start?.();
    },
    decide: async (one) => {
      if (library === undefined) throw new Error("not started");
      const records: DecisionRecord[] = [];
      const engine = await engineFor(library, one, (record) => records.push(record));
      const { context } = one;
      const handler = make(library, engine, { context: () => context ?? {} });
      const { status, type, text } = await post(handler, bytesOf(one));
      if (status !== 200) throw new Error(`answered ${status}: the client takes that for no decision`);
      if (type !== "application/json") throw new Error(`answered as ${type}`);
      return outcomeOfAnswer(text, records);
    },
    stop: async () => stop?.(),
    leavesOut: () => undefined,
    expected: new Map(),
  };
}

async function engineFor(
  library: Library,
  { policy }: Case,
  audit: (record: DecisionRecord) => void,
): ReturnType<Library["createEngine"]> {
  const [only] = policy;
  try {
    return await library.createEngine({ policy: only !== undefined && policy.length === 1 ? only : policy, audit });
  } catch (error) {
    if (!(error instanceof library.PolicyError)) throw error;
    return library.refusingEngine(error.errors, { audit });
  }
}

function bytesOf({ input }: Case): Uint8Array {
  switch (input.kind) {
    case "object":
      return Buffer.from(JSON.stringify(input.object));
    case "text":
      return Buffer.from(input.text);
    case "bytes":
      return input.bytes;
  }
}

const source = async (): Promise<Library> => ({
  createEngine,
  fetchHandler,
  nodeHandler,
  PolicyError,
  refusingEngine,
});
const cjs = async (): Promise<Library> => createRequire(import.meta.url)(join(DIST, "sekisho.cjs"));
const mjs = async (): Promise<Library> => import(pathToFileURL(join(DIST, "sekisho.mjs")).href);

type FetchHandler = ReturnType<Library["fetchHandler"]>;
type NodeHandler = ReturnType<Library["nodeHandler"]>;

const URL_OF_HOOKS = "http://127.0.0.1/hook";

/** `Request` in, `Response` out, as Deno, Bun and Workers call it */
export const httpFetch: Driver = driverOf<FetchHandler>("http-fetch", {
  library: mjs,
  handler: (library, ...given) => library.fetchHandler(...given),
  post: async (handler, body) => read(await handler(new Request(URL_OF_HOOKS, { method: "POST", body: copy(body) }))),
});

/** The two objects of node:http, without a server */
export const httpNode: Driver = driverOf<NodeHandler>("http-node", {
  library: source,
  handler: (library, ...given) => library.nodeHandler(...given),
  post: async (handler, body) => {
    const incoming = Object.assign(Readable.from([body], { objectMode: false }), {
      method: "POST",
      url: "/hook",
      headers: { "content-length": String(body.length) },
      complete: true,
    });
    return new Promise((resolve) => {
      let head: Omit<Answer, "text"> | undefined;
      handler(incoming, {
        shouldKeepAlive: true,
        headersSent: false,
        writeHead: (status, headers) => {
          head = { status, type: headers["content-type"] };
        },
        end: (text) => {
          if (head !== undefined) resolve({ ...head, text });
        },
      });
    });
  },
});

const bare = createPlace((handler: NodeHandler) => createServer(handler));

/** A node:http server and a client on a real socket */
export const httpSocket: Driver = driverOf<NodeHandler>("http-socket", {
  library: cjs,
  handler: (library, ...given) => library.nodeHandler(...given),
  ...bare,
});

const app = createPlace((handler: NodeHandler) => createServer(express().post("/hook", handler)));

/** The node handler as a route of Express */
export const httpExpress: Driver = driverOf<NodeHandler>("http-express", {
  library: cjs,
  handler: (library, ...given) => library.nodeHandler(...given),
  ...app,
});

/** The fetch handler as a route of Hono */
export const httpHono: Driver = driverOf<FetchHandler>("http-hono", {
  library: mjs,
  handler: (library, ...given) => library.fetchHandler(...given),
  post: async (handler, body) => {
    const hono = new Hono().post("/hook", (context) => handler(context.req.raw));
    return read(await hono.request(URL_OF_HOOKS, { method: "POST", body: copy(body) }));
  },
});

// A server whose one handler is that of the case.
function createPlace(
  serve: (handler: NodeHandler) => Server,
): Required<Pick<Way<NodeHandler>, "post" | "start" | "stop">> {
  let current: NodeHandler | undefined;
  let server: Server | undefined;
  const agent = new Agent({ keepAlive: true });
  return {
    start: async () => {
      server = serve((...pair) => current?.(...pair));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
    },
    post: (handler, body) => {
      if (server === undefined) throw new Error("not started");
      current = handler;
      return postTo((server.address() as AddressInfo).port, body, agent);
    },
    stop: async () => {
      agent.destroy();
      server?.closeAllConnections();
      server?.close();
    },
  };
}

function postTo(port: number, body: Uint8Array, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", "content-length": body.length };
    const call = request({ host: "127.0.0.1", port, path: "/hook", method: "POST", headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        resolve({ status: response.statusCode ?? 0, type: response.headers["content-type"], text });
      });
      response.on("error", reject);
    });
    call.on("error", reject);
    call.end(body);
  });
}

async function read(response: {
  status: number;
  headers: { get(name: string): string | null };
  text(): Promise<string>;
}): Promise<Answer> {
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
}

// The types of `fetch` want a buffer of its own.
function copy(body: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(body);
}
