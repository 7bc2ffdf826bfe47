/**
 * nodeHandler: for node:http, and for Express, which hands on the same two objects.
 * A body that is refused half-way is read on and dropped: to close the connection over unread bytes resets it, and the
 * client that is still sending would lose the answer.
 */
import type { Engine } from "../deciding.ts";
import type { Answers } from "./http-answers.ts";
import { joinChunks } from "./http-bytes.ts";
import { type Call, DEADLINES_IN_ALL, type Gate } from "./http-gate.ts";
import { createHandlerGate, type HttpHandlerOptions } from "./http-handler.ts";
import type { CallProblem } from "./http-head.ts";
import { createPatience, type Patience } from "./http-patience.ts";
import { BLOCK, MAX_INPUT_BYTES } from "./wire.ts";

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
  shouldKeepAlive: boolean;
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string>): unknown;
  end(text: string): unknown;
}

/** Never throws */
export type NodeHandler = (request: NodeRequest, response: NodeResponse) => void;

/** Always answers 200 with one JSON object */
export function nodeHandler(engine: Engine, options?: HttpHandlerOptions): NodeHandler {
  return handleBy(createHandlerGate(engine, options));
}

/** What a server of ours knows beside */
export interface NodeServerSide {
  /** Why the body of a call came to no end */
  readonly broken?: (request: NodeRequest) => CallProblem | undefined;
  readonly connection?: (response: NodeResponse) => Connection;
  /** When answers are sent; left out: at once */
  readonly answers?: Pick<Answers, "add">;
}

/** Headers for what becomes of the connection */
export interface Connection {
  readonly connection: "close" | "keep-alive";
  readonly keepAlive: string | undefined;
}

/** The same around any gate */
export function handleBy(gate: Gate, side: NodeServerSide = {}): NodeHandler {
  const patience = createPatience(gate.deadline);
  return (request, response) => {
    try {
      const call = gate.open({
        method: request.method ?? "",
        target: targetOf(request),
        header: (name) => headerOf(request, name),
      });
      // By itself, since others may be answered in the same turn.
      const answer = (text: string): void => {
        try {
          reply(text, request, response, gate, side);
        } catch {
          send(response, BLOCKED, undefined);
        }
      };
      const finish = (body: Parameters<Call["answer"]>[0]): void => {
        const text = call.answer(body);
        if (typeof text !== "string") text.then(answer);
        else if (side.answers === undefined) answer(text);
        else side.answers.add(() => answer(text));
      };
      const given = call.refused ?? givenBody(request);
      if (given !== undefined) finish(given);
      else readBody(request, call, patience, () => side.broken?.(request), finish);
    } catch {
      send(response, BLOCKED, undefined);
    }
  };
}

const BLOCKED = JSON.stringify(BLOCK);

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
  patience: Patience,
  broken: () => CallProblem | undefined,
  done: (body: Uint8Array | CallProblem) => void,
): void {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let ended = false;
  const finish = (body: Uint8Array | CallProblem): void => {
    if (ended) return;
    ended = true;
    wait.end();
    request.off("data", chunk);
    done(body);
  };
  const wait = patience.wait(() => finish("deadline"));
  const chunk = (bytes: Uint8Array): void => {
    wait.heard();
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
  request.on("error", gone); // stays: an error without a listener would end the process
  request.on("close", gone);
}

function reply(
  text: string,
  request: NodeRequest,
  response: NodeResponse,
  { deadline }: Gate,
  { connection }: NodeServerSide,
): void {
  if (request.complete || request.destroyed) {
    send(response, text, connection?.(response));
    return;
  }
  dropRest(request, deadline, !response.shouldKeepAlive);
  // Else node:http closes the connection as soon as the answer is out, and the rest of the body resets it.
  response.shouldKeepAlive = true;
  send(response, text, KEPT);
}

const KEPT: Connection = { connection: "keep-alive", keepAlive: undefined };

function send(response: NodeResponse, text: string, connection: Connection | undefined): void {
  try {
    // Somebody's time-out may have answered before us; nothing can be done about that here.
    if (response.headersSent) return;
    response.writeHead(200, headersFor(String(Buffer.byteLength(text)), connection));
    response.end(text);
  } catch {}
}

// Written out: to spread them costs every call more.
function headersFor(length: string, kept: Connection | undefined): Record<string, string> {
  const type = "application/json";
  if (kept === undefined) return { "content-type": type, "content-length": length };
  const { connection, keepAlive } = kept;
  if (keepAlive === undefined) return { "content-type": type, "content-length": length, connection };
  return { "content-type": type, "content-length": length, connection, "keep-alive": keepAlive };
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
