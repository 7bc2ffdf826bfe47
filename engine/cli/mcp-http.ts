/**
 * `sekisho mcp --http`: who may reach the server, and when it ends.
 * By the same rules as `serve`: others than this machine only with a token.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { McpHttpParts } from "../adapters/mcp-http.ts";
import { MCP_PATH } from "../adapters/mcp-path.ts";
import type { ColdParts } from "../cold.ts";
import { nodeModule, nodeProcess } from "../platform.ts";
import { type Command, type Given, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { openAccess } from "./serve-access.ts";
import { addressOf, isLoopback, renderAddress } from "./serve-address.ts";

export const HTTP_OPTIONS = {
  http: { type: "boolean", about: `serve Streamable HTTP on ${MCP_PATH} in place of stdin and stdout` },
  host: { type: "string", value: "HOST", about: "with --http: listen there; 127.0.0.1 if left out" },
  port: { type: "string", value: "PORT", about: "with --http: on this port; 8474 if left out, 0: any" },
  "token-file": { type: "string", value: "FILE", about: "with --http: bearer tokens, one NAME=TOKEN a line" },
} as const satisfies Command["options"];

export interface HttpRun extends Omit<McpHttpParts, "findCaller"> {
  readonly given: Given;
  readonly io: Io;
  readonly report: (text: string) => void;
  readonly create: ColdParts["mcp"]["createMcpHttp"];
}

/** Serves until it is told to stop, and gives the exit code. Throws `UsageError` */
export async function serveMcpOverHttp({ given, io, report, create, ...parts }: HttpRun): Promise<number> {
  const host = await addressOf(given.text("host") ?? "127.0.0.1");
  const port = portOf(given.text("port") ?? "8474");
  const access = openAccess(given.text("token-file"), !isLoopback(host), io);
  const listener = create({ ...parts, findCaller: access.findCaller });
  const log = {
    write: ({ kind, problem }: Readonly<Record<string, unknown>>) => report([kind, problem].filter(Boolean).join(": ")),
  };
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    access.look(log);
    void listener(request, response);
  };
  // Without these node:http answers 400 and 417 by itself, which to the client is no decision (client-observed D3).
  const server = nodeModule("http")?.createServer({ requireHostHeader: false }, handle);
  server?.on("checkExpectation", handle);
  if (server === undefined) throw new UsageError("`mcp --http` needs Node.js, or a runtime like it");
  const listening = await new Promise<unknown>((resolve) => {
    server.once("error", resolve);
    server.listen(port, host, () => resolve(undefined));
  });
  if (listening !== undefined)
    throw new UsageError(`it can't listen there: ${String((listening as { readonly code?: unknown }).code)}`);
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new UsageError("it can't listen there");
  report(`listening on http://${renderAddress(address.address)}:${address.port}${MCP_PATH}`);
  await new Promise((resolve) => {
    for (const name of ["SIGTERM", "SIGINT"] as const) nodeProcess()?.once(name, resolve);
  });
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), GRACE).unref();
  });
  return 0;
}

const GRACE = 2000;

function portOf(text: string): number {
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535)
    throw new UsageError(`\`--port ${text}\` is no port`, "write a number from 0 to 65535");
  return port;
}
