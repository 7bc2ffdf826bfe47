/**
 * nodeHandler: for node:http, and for Express, which hands on the same two objects.
 * A body that is refused half-way is read on and dropped: to close the connection over unread bytes resets it, and the
 * client that is still sending would lose the answer.
 */
import type { Engine } from "../deciding.ts";
import { joinChunks } from "./http-bytes.ts";
import { type Call, DEADLINES_IN_ALL, type Gate } from "./http-gate.ts";
import { createHandlerGate, type HttpHandlerOptions } from "./http-handler.ts";
import type { CallProblem } from "./http-head.ts";
import { MAX_INPUT_BYTES } from "./wire.ts";

/** What is used of node:http's IncomingMessage */
export interface NodeRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly complete: boolean;
  readonly readableEnded: boolean;
  readonly destroyed: boolean;
  on(event: string, listener: NodeListener): unknown;
  off(event: string, listener: NodeListener): unknown;
  resume(): unknown;
  readonly socket?: NodeSocket | null;
}

interface NodeSocket {
  destroy(): unknown;
  end(): unknown;
  once(event: string, listener: NodeListener): unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: as the types of Node and Express have it, which nothing narrower fits
type NodeListener = (...values: any[]) => void;

/** What is used of node:http's ServerResponse */
export interface NodeResponse {
  statusCode: number;
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  end(text: string): unknown;
}

/** Its promise is for tests: it never rejects, and nobody needs to wait for it */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => Promise<void>;

/** Always answers 200 with one JSON object */
export function nodeHandler(engine: Engine, options?: HttpHandlerOptions): NodeHandler {
  return handleBy(createHandlerGate(engine, options));
}

/** The same around any gate. `broken`: what the server knows of a call whose body came to no end */
export function handleBy(gate: Gate, broken?: (request: NodeRequest) => CallProblem | undefined): NodeHandler {
  return async (request, response) => {
    const call = gate.open({
      method: request.method ?? "",
      target: targetOf(request),
      header: (name) => headerOf(request, name),
    });
    const body =
      call.refused ?? givenBody(request) ?? (await readBody(request, call, gate.deadline, () => broken?.(request)));
    const text = await call.answer(body);
    if (request.complete || request.destroyed) {
      send(response, text);
      return;
    }
    dropRest(request, gate.deadline, !response.shouldKeepAlive);
    // Else node:http closes the connection as soon as the answer is out, and the rest of the body resets it.
    response.shouldKeepAlive = true;
    send(response, text, "keep-alive");
  };
}

// Below a router of Express `url` lacks what the router matched.
function targetOf(request: NodeRequest): string {
  const { originalUrl } = request as { readonly originalUrl?: unknown };
  return typeof originalUrl === "string" ? originalUrl : (request.url ?? "");
}

function headerOf({ headers }: NodeRequest, name: string): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return Array.isArray(value) ? value.join(", ") : value;
}

// Where a body parser of Express was here before. What it made of the text is decided as any object is.
function givenBody(request: NodeRequest): Uint8Array | { readonly input: unknown } | CallProblem | undefined {
  if (!request.readableEnded) return request.destroyed ? "aborted" : undefined;
  const { body } = request as { readonly body?: unknown };
  if (ArrayBuffer.isView(body)) return body as Uint8Array;
  return body === undefined || body === null ? "body-read-already" : { input: body };
}

function readBody(
  request: NodeRequest,
  call: Call,
  deadline: number,
  broken: () => CallProblem | undefined,
): Promise<Uint8Array | CallProblem> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const late = (): void => finish("deadline");
    const whole = setTimeout(late, deadline * DEADLINES_IN_ALL);
    let idle = setTimeout(late, deadline);
    const finish = (body: Uint8Array | CallProblem): void => {
      clearTimeout(whole);
      clearTimeout(idle);
      request.off("data", chunk);
      resolve(body);
    };
    const chunk = (bytes: Uint8Array): void => {
      clearTimeout(idle);
      idle = setTimeout(late, deadline);
      // A stream that somebody gave an encoding can't be counted or checked any more.
      const problem = typeof bytes === "string" ? "body-read-already" : call.take(bytes.length);
      if (problem !== undefined) {
        finish(problem);
        return;
      }
      chunks.push(bytes);
      length += bytes.length;
    };
    const gone = (): void => finish(broken() ?? "aborted");
    request.on("data", chunk);
    request.on("end", () => finish(joinChunks(chunks, length)));
    request.on("aborted", gone);
    request.on("error", gone); // stays: an error without a listener would end the process
    request.on("close", gone);
  });
}

function send(response: NodeResponse, text: string, connection?: string): void {
  try {
    // Somebody's time-out may have answered before us; nothing can be done about that here.
    if (response.headersSent) return;
    response.statusCode = 200;
    if (connection !== undefined) response.setHeader("connection", connection);
    response.setHeader("content-type", "application/json");
    response.end(text); // in one piece: so node:http states its length
  } catch {}
}

const DROPPED_AT_MOST = 4 * MAX_INPUT_BYTES;

function dropRest(request: NodeRequest, deadline: number, closes: boolean): void {
  const { socket } = request;
  let dropped = 0;
  const stop = (): void => void socket?.destroy();
  const timer = setTimeout(stop, deadline * DEADLINES_IN_ALL);
  request.on("error", () => {});
  request.on("data", (bytes: Uint8Array) => {
    dropped += bytes.length;
    if (dropped > DROPPED_AT_MOST) stop();
  });
  request.on("end", () => {
    clearTimeout(timer);
    if (closes) socket?.end();
  });
  socket?.once("close", () => clearTimeout(timer)); // that of the request is not told any more, once the answer went out
  request.resume();
}
