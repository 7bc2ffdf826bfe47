/**
 * Stands on both sides of the MCP SDK: no call of a tool reaches it but as one that it can't refuse, and none gets an error.
 * To the client a JSON-RPC error is no decision, and so lets the request through (client-observed D3).
 */
import { isObject, parseJson } from "../core/json.ts";
import { readToolArguments } from "./mcp-arguments.ts";
import type { Reading } from "./wire.ts";

/** The one tool */
export const TOOL = "decide";

/** A JSON-RPC message */
export type Message = Readonly<Record<string, unknown>>;

/** `message`: for the SDK; `answer`: what goes out at once, without it; neither: nothing can be said */
export interface Admitted {
  readonly message?: Message;
  readonly answer?: Message;
}

export interface Guard {
  /** Takes the text of one message as it came in */
  readonly admit: (text: string) => Admitted;
  /** Takes what there is of a message that can't be read, and why it can't */
  readonly admitBroken: (broken: BrokenText, problem: string) => Admitted;
  /** The text for a call, by the arguments that the SDK hands on */
  readonly decide: (args: unknown) => string;
  /** What goes out in the place of a message of the SDK's */
  readonly release: (message: Message) => Message;
}

/** How a message begins and ends: its id stands at one of them, since clients write no parameters around it */
export interface BrokenText {
  readonly head: string;
  readonly tail: string;
}

const PIECE = 300;

/** The ends of a message, byte by byte: an id is ASCII */
export function endsIn(bytes: Uint8Array): BrokenText {
  const latin1 = (part: Uint8Array): string => String.fromCharCode(...part);
  return { head: latin1(bytes.subarray(0, PIECE)), tail: latin1(bytes.subarray(-PIECE)) };
}

interface Call {
  readonly id: unknown;
  readonly number: number;
  readonly reading: Reading;
  readonly modern: boolean;
}

/** `answer`: the text for what a call turned out to be. Must not throw */
export function createGuard(answer: (reading: Reading) => string): Guard {
  // What the SDK has and did not answer yet, by its id; a number stands in the place of its arguments.
  const open = new Map<unknown, Call>();
  let count = 0;
  const admitBroken = ({ head, tail }: BrokenText, problem: string): Admitted => {
    const text = answer({ kind: "unreadable", problem });
    const id = (ID_FIRST.exec(head) ?? ID_LAST.exec(tail))?.[1];
    if (id === undefined) return {};
    return { answer: resultOf(JSON.parse(id), text, `${head}${tail}`.includes(ENVELOPE)) };
  };
  return {
    admitBroken,
    admit: (text) => {
      const message = messageIn(text);
      if (message === undefined)
        return admitBroken({ head: text.slice(0, PIECE), tail: text.slice(-PIECE) }, "malformed-json");
      const { id, method, params } = message;
      if (method === "notifications/cancelled" && isObject(params)) open.delete(params["requestId"]);
      if (method !== "tools/call" || id === undefined) return { message };
      const meta = isObject(params) && isObject(params["_meta"]) ? params["_meta"] : undefined;
      const modern = meta !== undefined && ENVELOPE in meta;
      const reading = callIn(text);
      // The SDK drops a message whose id is of another kind.
      if (typeof id !== "string" && !Number.isSafeInteger(id)) return { answer: resultOf(id, answer(reading), modern) };
      count += 1;
      open.set(id, { id, number: count, reading, modern });
      return { message: plainCall(id, count, meta) };
    },
    decide: (args) => {
      const number = isObject(args) ? args["call"] : undefined;
      const call = [...open.values()].find((one) => one.number === number);
      return answer(call?.reading ?? { kind: "unreadable", problem: "not-a-call" });
    },
    release: (message) => {
      const call = open.get(message["id"]);
      if (call === undefined || message["method"] !== undefined) return message;
      open.delete(call.id);
      if (message["error"] === undefined) return message;
      return resultOf(call.id, answer({ kind: "unreadable", problem: "not-a-call" }), call.modern);
    },
  };
}

// MCP 2026-07-28: what says in a request's `_meta` which revision it is of, and so how its result looks.
const ENVELOPE = "io.modelcontextprotocol/protocolVersion";
const ID = '("[^"\\\\]{0,200}"|-?[0-9]{1,15})';
const ID_FIRST = new RegExp(`^\\s*\\{\\s*(?:"jsonrpc"\\s*:\\s*"2\\.0"\\s*,\\s*)?"id"\\s*:\\s*${ID}\\s*,`);
const ID_LAST = new RegExp(`,\\s*"id"\\s*:\\s*${ID}\\s*\\}\\s*$`);

// Not strictly: what is no call of the tool is the SDK's own affair.
function messageIn(text: string): Message | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return typeof message === "object" && message !== null ? (message as Message) : undefined;
  } catch {
    return undefined;
  }
}

// Strictly: of a key that is given twice the client might mean the other value.
function callIn(text: string): Reading {
  const json = parseJson(text);
  if (!json.ok) return { kind: "unreadable", problem: json.errors[0].code };
  const params = isObject(json.value) ? json.value["params"] : undefined;
  if (!isObject(params)) return { kind: "unreadable", problem: "not-an-object" };
  if (params["name"] !== TOOL) return { kind: "unreadable", problem: "unknown-tool" };
  return readToolArguments(params["arguments"]);
}

function plainCall(id: unknown, number: number, meta: Message | undefined): Message {
  const params = { name: TOOL, arguments: { call: number }, ...(meta === undefined ? {} : { _meta: meta }) };
  return { jsonrpc: "2.0", id, method: "tools/call", params };
}

function resultOf(id: unknown, text: string, modern: boolean): Message {
  const content = [{ type: "text", text }];
  return { jsonrpc: "2.0", id, result: modern ? { resultType: "complete", content } : { content } };
}
