/**
 * A node:http server around a gate, in which nothing but a page of ours is ever answered otherwise than 200 and one object.
 * What node:http answers by itself (400, 408, 413, 417, 431) the client would take for "no decision", so each is taken over here.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as NetServer, Socket } from "node:net";
import { nodeModule } from "../platform.ts";
import { createAnswers } from "./http-answers.ts";
import { DEADLINES_IN_ALL, type Gate } from "./http-gate.ts";
import { type CallProblem, pathOf } from "./http-head.ts";
import { type Connection, handleBy, type NodeRequest } from "./http-node.ts";
import { BLOCK } from "./wire.ts";

/** Something else than a hook call that the server answers: health, metrics */
export interface Page {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

export interface HookServerParts {
  readonly gate: Gate;
  /** The page for a GET, if there is one at that path */
  readonly page: (path: string, authorization: string | undefined) => Page | undefined;
  /** Serve https, with key and certificate as PEM */
  readonly tls?: TlsFiles | undefined;
  /** Told of what never became a call that a gate could be asked about */
  readonly broken: (problem: CallProblem) => void;
}

export interface TlsFiles {
  readonly key: string;
  readonly cert: string;
}

export interface HookServer {
  /** Rejects with the system's error */
  readonly listen: (
    where: { readonly host: string; readonly port: number } | { readonly path: string },
  ) => Promise<void>;
  readonly address: () => ReturnType<NetServer["address"]>;
  /** From the next connection on */
  readonly replaceTls: (files: TlsFiles) => void;
  /** Takes no more connections and ends when the open calls are answered; after `grace` milliseconds they get a block */
  readonly stop: (grace: number) => Promise<void>;
}

// A client that goes by this hint never calls on a connection that is about to be closed: that call would fail.
const IDLE_HINT_SECONDS = 60;
const IDLE_SECONDS = 75;
const KEEP: Connection = { connection: "keep-alive", keepAlive: `timeout=${IDLE_HINT_SECONDS}` };
const CLOSE: Connection = { connection: "close", keepAlive: undefined };
// As many as connect in one moment and are not taken yet; beyond it a connection is made again a second later.
const BACKLOG = 4096;
// Which calls are open on a connection, and which came last; on the socket itself, since a map of them all would have to be
// made anew again and again.
const OPEN = Symbol("open");
const LAST = Symbol("last");
type Caller = Socket & { [OPEN]?: ServerResponse[]; [LAST]?: ServerResponse };
/** How long somebody who was answered may go on sending before the connection is closed over it */
const LINGER = 2000;

/** Throws where there is no node:http, or for a key and a certificate that do not fit */
export function createHookServer({ gate, page, tls, broken }: HookServerParts): HookServer {
  const callers = new Set<Caller>();
  const answers = createAnswers();
  const wrong = new WeakMap<Socket, CallProblem>();
  const handle = handleBy(gate, {
    broken: (request: NodeRequest) => wrong.get(request.socket as Socket),
    // Only where the caller keeps the connection too: one of HTTP/1.0 reads to its end.
    connection: (response) => (stopping || !response.shouldKeepAlive ? CLOSE : KEEP),
    answers,
  });
  let stopping = false;

  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    const { method = "", url = "" } = request;
    const found = method === "GET" || method === "HEAD" ? page(pathOf(url), request.headers.authorization) : undefined;
    if (found !== undefined) {
      answerPage(response, found, stopping);
      return;
    }
    const socket: Caller = request.socket;
    if (socket[OPEN] === undefined) {
      callers.add(socket);
      socket.once("close", () => callers.delete(socket));
    }
    socket[OPEN] ??= [];
    socket[OPEN].push(response);
    socket[LAST] = response;
    response.on("close", noteClosed);
    handle(request, response);
  };

  const fail = (error: unknown, socket: Socket): void => {
    const problem = problemOf(error);
    // A caller who went away gets no answer; the gate notices, if there was a call.
    if (problem === undefined || !socket.writable) {
      socket.destroy();
      return;
    }
    if (answered.has(socket)) return;
    answers.flush(); // what was decided before is answered before
    wrong.set(socket, problem);
    const { [OPEN]: open = [], [LAST]: last } = socket as Caller;
    // What comes is the rest of a call that was answered already: a second answer would be taken for the next one's.
    if ((open.length === 0 || last?.writableEnded === true) && last?.req.complete === false) {
      endRaw(socket, "");
      return;
    }
    // Else the gate has the call open, and tells of it.
    if (open.length === 0) broken(problem);
    answerRaw(socket);
  };

  const server = createServer(tls, gate.deadline, broken);
  // Of connections on which nothing moves, such as those of callers who do not read their answers.
  server.timeout = gate.deadline * (DEADLINES_IN_ALL + 1);
  server.on("request", listener);
  server.on("checkExpectation", listener); // else 417
  server.on("clientError", fail);
  // Whoever takes this for a proxy gets an answer that opens no tunnel.
  server.on("connect", (_, socket: Socket) => {
    broken("wrong-method");
    answers.flush();
    answerRaw(socket);
  });

  return {
    listen: (where) =>
      new Promise((resolve, reject) => {
        server.once("error", reject);
        server.listen({ ...where, backlog: BACKLOG }, () => {
          server.off("error", reject);
          server.on("error", () => {}); // beyond the limit of open files the system closes connections without a word
          resolve();
        });
      }),
    address: () => server.address(),
    replaceTls: ({ key, cert }) => {
      if ("setSecureContext" in server) (server as unknown as SecureServer).setSecureContext({ key, cert });
    },
    stop: (grace) =>
      new Promise((resolve) => {
        stopping = true;
        answers.flush();
        const timer = setTimeout(() => {
          for (const socket of callers)
            if (socket[OPEN]?.some(({ headersSent }) => !headersSent) === true) answerRaw(socket);
          // What was written must get out first.
          setTimeout(() => server.closeAllConnections(), 100);
        }, grace);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function noteClosed(this: ServerResponse): void {
  const open = (this.req.socket as Caller)[OPEN] ?? [];
  const place = open.indexOf(this);
  if (place >= 0) open.splice(place, 1);
}

interface SecureServer {
  setSecureContext(files: TlsFiles): void;
}

function createServer(tls: TlsFiles | undefined, deadline: number, broken: HookServerParts["broken"]): Server {
  const settings = {
    // Counted by the gate too, but only from the head on.
    headersTimeout: deadline,
    requestTimeout: deadline * (DEADLINES_IN_ALL + 1),
    connectionsCheckingInterval: Math.min(1000, Math.ceil(deadline / 4)),
    keepAliveTimeout: IDLE_SECONDS * 1000,
    // A call without a Host is answered 400 by node:http itself, and not by way of `clientError`.
    requireHostHeader: false,
    noDelay: true,
  };
  const http = nodeModule("http");
  const https = nodeModule("https");
  if (http === undefined || https === undefined) throw new Error("Node, or a runtime like it, is needed");
  if (tls === undefined) return http.createServer(settings);
  const server = https.createServer({ ...settings, ...tls, handshakeTimeout: deadline });
  refusePlainHttp(server, deadline, broken);
  server.on("tlsClientError", (_, socket) => {
    socket.destroy(); // no answer can be read without a handshake
    broken("no-tls");
  });
  return server;
}

// The first byte of TLS is 22; of whatever else calls here, the answer has to be readable without TLS.
function refusePlainHttp(server: Server, deadline: number, broken: HookServerParts["broken"]): void {
  const [accept] = server.listeners("connection") as ((this: Server, socket: Socket) => void)[];
  server.removeAllListeners("connection");
  server.on("connection", (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), deadline);
    socket.on("error", () => {});
    socket.once("close", () => clearTimeout(timer));
    socket.once("data", (bytes: Buffer) => {
      clearTimeout(timer);
      if (bytes[0] !== 22) {
        broken("plain-http");
        answerRaw(socket);
        return;
      }
      socket.pause();
      socket.unshift(bytes);
      accept?.call(server, socket);
    });
  });
}

// `undefined`: the caller has gone. The rest is what the parser found, or that something took too long.
function problemOf(error: unknown): CallProblem | undefined {
  const { code } = error as { readonly code?: unknown };
  if (code === "ECONNRESET" || code === "EPIPE" || code === "ECONNABORTED") return undefined;
  if (code === "HPE_INVALID_EOF_STATE") return "aborted"; // no more will come, but an answer can still be read
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "deadline" : "malformed-http";
}

function answerPage(response: ServerResponse, { status, type, text }: Page, stopping: boolean): void {
  if (stopping) response.setHeader("connection", "close");
  response.statusCode = status;
  response.setHeader("content-type", type);
  response.setHeader("cache-control", "no-store");
  response.end(text);
}

const answered = new WeakSet<Socket>();
const BLOCKED = JSON.stringify(BLOCK);
const RAW_ANSWER = [
  "HTTP/1.1 200 OK",
  "Content-Type: application/json",
  `Content-Length: ${BLOCKED.length}`,
  "Connection: close",
  "",
  BLOCKED,
].join("\r\n");

// Where there is no response to write on.
function answerRaw(socket: Socket): void {
  endRaw(socket, RAW_ANSWER);
}

// What still comes is read and dropped: closing over it would reset the connection, and take back what was written before.
function endRaw(socket: Socket, last: string): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  socket.on("error", () => {});
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const timer = setTimeout(() => socket.destroy(), LINGER);
  socket.once("close", () => clearTimeout(timer));
  socket.once("end", () => socket.destroy());
  socket.end(last);
  socket.resume();
}
