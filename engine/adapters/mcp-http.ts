/**
 * The same server over Streamable HTTP, for clients that reach it by a URL. The SDK knows the transport; a guard of its own
 * stands around each request, so that here too every call of the tool is answered 200, with one text.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { pathOf } from "./http-head.ts";
import type { FindCaller } from "./http-tokens.ts";
import { type Admitted, createGuard, endsIn, type Guard, type Message } from "./mcp-guard.ts";
import { createIntake, type Intake } from "./mcp-intake.ts";
import { MCP_PATH } from "./mcp-path.ts";
import { createMcpServer } from "./mcp-server.ts";
import { BLOCK, type Reading } from "./wire.ts";

export interface McpHttpParts {
  readonly answer: (reading: Reading) => string;
  /** `undefined`: whoever can reach the server may call */
  readonly findCaller: FindCaller | undefined;
  /** In milliseconds: how long a body may be silent */
  readonly deadline: number;
  /** `undefined` where the bytes are not UTF-8 */
  readonly decodeUtf8: (bytes: Uint8Array) => string | undefined;
}

export type HttpListener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A listener for a node:http server. Never rejects */
export function createMcpHttp(parts: McpHttpParts): HttpListener {
  return async (request, response) => {
    response.on("error", () => {});
    try {
      await handle(request, response, parts);
    } catch {
      if (response.headersSent) response.destroy();
      else answerStatus(response, 500);
    }
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, parts: McpHttpParts): Promise<void> {
  const status = statusFor(request, parts.findCaller);
  // To somebody who may not call nothing is decided, and nothing recorded.
  const guard = createGuard(status === undefined ? parts.answer : () => JSON.stringify(BLOCK));
  const { message, answer } = request.method === "POST" ? await admit(request, guard, parts) : {};
  if (answer !== undefined) return answerMessage(response, answer);
  const call = message?.["method"] === "tools/call" ? message : undefined;
  if (call !== undefined && status !== undefined) return answerMessage(response, refused(guard, call));
  if (status !== undefined) return answerStatus(response, status);
  if (request.method === "POST" && message === undefined) return answerStatus(response, 400);
  try {
    const served = await serve(request, message, guard);
    if (call === undefined) return await pipe(served, response);
    answerMessage(response, await answerIn(served, guard, call));
  } catch (error) {
    if (call === undefined) throw error;
    answerMessage(response, refused(guard, call));
  }
}

/** The status for a request that is not served; `undefined`: it is */
function statusFor({ headers, url = "" }: IncomingMessage, findCaller: FindCaller | undefined): number | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1];
  if (findCaller !== undefined && (token === undefined || findCaller(token) === undefined)) return 401;
  // No client but a browser sends `Origin`. A page whose name was bound to this machine's address shows in `Host`
  // (MCP 2025-11-25, transports: servers MUST validate).
  if (headers.origin !== undefined) return 403;
  if (findCaller === undefined && !LOCAL.test(headers.host ?? "")) return 403;
  return pathOf(url) === MCP_PATH ? undefined : 404;
}

const LOCAL = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?$/i;

async function admit(request: IncomingMessage, guard: Guard, parts: McpHttpParts): Promise<Admitted> {
  const { bytes, problem } = await readBody(request, parts.deadline);
  const text = problem === undefined ? parts.decodeUtf8(bytes) : undefined;
  return text === undefined ? guard.admitBroken(endsIn(bytes), problem ?? "not-utf-8") : guard.admit(text);
}

// Of a body that is too long the rest is still read: the id may stand at its end.
function readBody(request: IncomingMessage, deadline: number): Promise<ReturnType<Intake["take"]>> {
  const intake = createIntake();
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const finish = (): void => {
      clearTimeout(timer);
      resolve(intake.take());
    };
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        intake.late();
        finish();
      }, deadline);
    };
    wait();
    request.on("data", (chunk: Buffer) => {
      wait();
      intake.add(chunk);
    });
    request.on("end", finish);
    request.on("error", finish);
  });
}

function serve(request: IncomingMessage, message: Message | undefined, guard: Guard): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === "string" && !/^(?:connection|content-length|host|transfer-encoding)$/.test(name))
      headers.set(name, value);
  const { fetch } = createMcpHandler(() => createMcpServer(guard));
  const { method = "GET", url = "" } = request;
  const asked = new Request(new URL(url, "http://localhost"), {
    method,
    headers,
    ...(message === undefined ? {} : { body: JSON.stringify(message) }),
  });
  return fetch(asked, message === undefined ? {} : { parsedBody: message });
}

// Whether it came as JSON or as a stream of events, a call gets one message.
async function answerIn(served: Response, guard: Guard, call: Message): Promise<Message> {
  const text = await served.text();
  const isStream = served.headers.get("content-type")?.startsWith("text/event-stream") === true;
  const texts = isStream ? [...text.matchAll(/^data: ?(.*)$/gm)].map(([, data = ""]) => data) : [text];
  for (const one of texts) {
    const message = attempt(() => JSON.parse(one) as Message);
    if (message === undefined || message["id"] !== call["id"] || message["result"] === undefined) continue;
    return guard.release(message);
  }
  return refused(guard, call);
}

function refused(guard: Guard, { id }: Message): Message {
  return guard.release({ jsonrpc: "2.0", id, error: { code: -32603, message: "refused" } });
}

function answerMessage(response: ServerResponse, message: Message): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(message));
}

function answerStatus(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    "content-type": "application/json",
    ...(status === 401 ? { "www-authenticate": "Bearer" } : {}),
  });
  response.end(JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: -32600, message: `status ${status}` } }));
}

async function pipe(served: Response, response: ServerResponse): Promise<void> {
  response.writeHead(served.status, Object.fromEntries(served.headers));
  const reader = served.body?.getReader();
  response.once("close", () => void reader?.cancel().catch(() => {}));
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read())
    response.write(part.value);
  response.end();
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
