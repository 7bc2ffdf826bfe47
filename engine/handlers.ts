/**
 * The handlers for other people's servers, each loaded when it is asked for: a command hook needs none of them.
 */
import type { FetchHandler } from "./adapters/http-fetch.ts";
import type { HttpHandlerOptions } from "./adapters/http-handler.ts";
import type { NodeHandler } from "./adapters/http-node.ts";
import { coldNow } from "./cold.ts";
import type { Engine } from "./deciding.ts";

/** Answers http hooks where there is fetch (Hono, Deno, Bun, Workers): always 200 and one JSON object. Never rejects */
export function fetchHandler(engine: Engine, options?: HttpHandlerOptions): FetchHandler {
  return coldNow("http").fetchHandler(engine, options);
}

/** Answers http hooks under node:http and Express: always 200 and one JSON object. Never rejects */
export function nodeHandler(engine: Engine, options?: HttpHandlerOptions): NodeHandler {
  return coldNow("http").nodeHandler(engine, options);
}
