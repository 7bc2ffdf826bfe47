/**
 * The mcp_tool hook: `sekisho mcp` as a process, called by clients of both SDKs and by bare JSON-RPC, one for each revision
 * of the protocol. Fields arrive as the client's templates make them, or, by bare JSON-RPC, as the values that they are.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { isObject, type JsonObject, type JsonValue, parseJson } from "../../engine/core/json.ts";
import type { DecisionRecord } from "../../engine/core/record.ts";
import { createEngine, PolicyError } from "../../engine/index.ts";
import type { Case } from "../support/cases.ts";
import { outcomeOfAnswer } from "./answers.ts";
import type { Driver } from "./driver.ts";

/** A connection to a server: calls its tool, and gives the result as it came */
export interface Connection {
  readonly call: (args: unknown) => Promise<unknown>;
  readonly close: () => Promise<void>;
}

export interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

type Open = (command: Command) => Promise<Connection>;

const PROGRAM = join(import.meta.dirname, "../../dist/sekisho.cjs");

export const mcpV1: Driver = driver("mcp-v1", openV1, mappedArguments);
export const mcpV2: Driver = driver("mcp-v2", openV2, mappedArguments);
export const mcpRaw: Driver = driver("mcp-raw", openRaw, valueArguments);

/** SDK v1, protocol 2025-11-25 */
export async function openV1(command: Command): Promise<Connection> {
  const client = new ClientV1({ name: "calling", version: "1" }, { capabilities: { elicitation: {} } });
  await client.connect(new StdioV1({ ...command, stderr: "ignore" }));
  return {
    call: (args) => client.callTool({ name: "decide", arguments: args as Record<string, unknown> }),
    close: () => client.close(),
  };
}

/** SDK v2, protocol 2026-07-28 */
export async function openV2(command: Command): Promise<Connection> {
  const versionNegotiation = { mode: { pin: "2026-07-28" } };
  const client = new ClientV2(
    { name: "calling", version: "1" },
    { capabilities: { elicitation: {} }, versionNegotiation },
  );
  await client.connect(new StdioV2({ ...command, stderr: "ignore" }));
  return {
    call: (args) => client.callTool({ name: "decide", arguments: args as Record<string, unknown> }),
    close: () => client.close(),
  };
}

/** No SDK, protocol 2025-06-18 */
export async function openRaw({ command, args, env }: Command): Promise<Connection> {
  const child = spawn(command, args, { env, stdio: ["pipe", "pipe", "ignore"] });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  let id = 0;
  const ask = async (method: string, params: unknown): Promise<unknown> => {
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    const { value } = await answers.next();
    const answer = JSON.parse(value) as { readonly id: number; readonly result?: unknown };
    if (answer.id !== id || answer.result === undefined) throw new Error(`answered ${value}`);
    return answer.result;
  };
  const clientInfo = { name: "calling", version: "1" };
  const { protocolVersion } = (await ask("initialize", {
    protocolVersion: "2025-06-18",
    capabilities: {},
    clientInfo,
  })) as {
    protocolVersion: string;
  };
  if (protocolVersion !== "2025-06-18") throw new Error(`the server speaks ${protocolVersion}`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  return { call: (given) => ask("tools/call", { name: "decide", arguments: given }), close: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.stdin?.end();
  await end;
}

/** One text block and nothing beside it, whatever it says */
export function textOf(result: unknown): string {
  const { content, isError, structuredContent } = result as Readonly<Record<string, unknown>>;
  const [block, ...others] = content as readonly [{ readonly type: string; readonly text: string }];
  if (block.type !== "text" || others.length > 0) throw new Error(`not one text block: ${JSON.stringify(content)}`);
  if (isError !== undefined || structuredContent !== undefined) throw new Error("more than a text block");
  return block.text;
}

function driver(name: string, open: Open, argumentsOf: (one: Case) => JsonObject | string): Driver {
  let folder: string | undefined;
  const servers = new Map<string, Server>();
  return {
    name,
    start: async () => {
      folder = mkdtempSync(join(tmpdir(), `sekisho-${name}-`));
    },
    decide: async (one) => {
      const server = await serverFor(one, servers, folder ?? tmpdir(), open);
      const args = argumentsOf(one);
      if (typeof args === "string") throw new Error("left out");
      try {
        const text = textOf(await (await server.connection).call(args));
        return outcomeOfAnswer(text, server.newRecords());
      } finally {
        if (server.once) await (await server.connection).close();
      }
    },
    stop: async () => {
      for (const { connection } of servers.values()) await (await connection).close();
      if (folder !== undefined) rmSync(folder, { recursive: true });
    },
    leavesOut: (one) => {
      if (one.context?.now !== undefined || endsSometime(one)) return "its clock can't be set";
      if (one.context?.memory !== undefined) return "its memory can't be set";
      const args = argumentsOf(one);
      return typeof args === "string" ? args : undefined;
    },
    expected: new Map(),
  };
}

interface Server {
  readonly connection: Promise<Connection>;
  readonly write: (policies: readonly JsonObject[]) => void;
  readonly newRecords: () => readonly DecisionRecord[];
  readonly once: boolean;
}

/**
 * Starting a process is slow, so a server is used again wherever it only has to read another policy. One that does not load
 * leaves the one before it in force: that needs a server that never had another.
 */
async function serverFor(one: Case, servers: Map<string, Server>, folder: string, open: Open): Promise<Server> {
  const facts = Object.entries(one.context?.facts ?? {}).flatMap(([fact, value]) => ["--fact", `${fact}=${value}`]);
  const key = JSON.stringify([one.policy.length, ...facts]);
  const known = servers.get(key);
  const once = !(await loads(one));
  if (known !== undefined && !once) {
    known.write(one.policy);
    return known;
  }
  const own = mkdtempSync(join(folder, "server-"));
  const log = join(own, "log");
  mkdirSync(log);
  const files = one.policy.map((_, index) => join(own, `policy-${index}.yaml`));
  const write = (policies: readonly JsonObject[]): void => {
    for (const [index, file] of files.entries()) writeFileSync(file, JSON.stringify(policies[index]));
    // What an earlier case asked is not what this one knows.
    for (const file of readdirSync(log)) if (file.startsWith("session-")) rmSync(join(log, file));
  };
  write(one.policy);
  const args = [PROGRAM, "mcp", ...files.flatMap((file) => ["--policy", file]), ...facts, "--audit", log];
  const env = { PATH: process.env["PATH"] ?? "", HOME: own };
  const connection = open({ command: process.execPath, args, env });
  let read = 0;
  const newRecords = (): readonly DecisionRecord[] => {
    const files = readdirSync(log).filter((file) => file.endsWith(".jsonl"));
    const lines = files.flatMap((file) => readFileSync(join(log, file), "utf8").trimEnd().split("\n"));
    const fresh = lines.slice(read).map((line) => JSON.parse(line) as DecisionRecord);
    read = lines.length;
    return fresh;
  };
  const server = { connection, write, newRecords, once };
  if (!once) servers.set(key, server);
  return server;
}

async function loads({ policy }: Case): Promise<boolean> {
  try {
    await createEngine({ policy: [...policy] });
    return true;
  } catch (error) {
    if (error instanceof PolicyError) return false;
    throw error;
  }
}

const TEXTS = [
  "hook_event_name",
  "session_id",
  "transcript_path",
  "cwd",
  "prompt_id",
  "agent_type",
  "mcp_server_name",
  "message",
  "mode",
  "url",
  "elicitation_id",
  "action",
] as const;
const OBJECTS = ["requested_schema", "content"] as const;

/** As the client fills in `"${field}"` (client-observed D2), or why there is no such way to say it */
function mappedArguments(one: Case): JsonObject | string {
  const input = inputOf(one);
  if (typeof input === "string") return input;
  const mapped: Record<string, string> = {};
  for (const name of TEXTS) {
    const value = input[name] ?? "";
    if (typeof value !== "string") return "a template makes a text of everything";
    mapped[name] = value;
  }
  if ((input["message"] ?? undefined) === undefined && input["hook_event_name"] === "Elicitation")
    return "a message that is missing arrives as an empty one";
  for (const name of OBJECTS) {
    const value = input[name] ?? "";
    if (typeof value === "string" && value.trim().startsWith("{")) return "a template makes a text of everything";
    mapped[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return emptyTexts(input) ?? mapped;
}

/** As somebody hands over who has the values */
function valueArguments(one: Case): JsonObject | string {
  const input = inputOf(one);
  if (typeof input === "string") return input;
  const { requested_schema: schema, content } = input;
  for (const value of [schema, content])
    if (typeof value === "string" && value.trim().startsWith("{")) return "JSON text is taken for what it says";
  // A hook that does not map the content must not let it pass unread.
  const whole = input["action"] === "accept" && !Object.hasOwn(input, "content") ? { ...input, content: null } : input;
  return emptyTexts(input) ?? whole;
}

function inputOf({ input }: Case): JsonObject | string {
  switch (input.kind) {
    case "object":
      return input.object;
    case "bytes":
      return "arguments are no text";
    case "text": {
      const json = parseJson(input.text);
      return json.ok && isObject(json.value) ? json.value : "arguments are no text";
    }
  }
}

// Without a clock an exception has ended; a server has one.
function endsSometime({ policy }: Case): boolean {
  return JSON.stringify(policy).includes('"until"');
}

function emptyTexts(input: JsonObject): string | undefined {
  const isEmpty = (value: JsonValue | undefined): boolean => value === "";
  const names = [...TEXTS, ...OBJECTS].filter((name) => name !== "message" && isEmpty(input[name]));
  return names.length > 0 ? "an empty text is none there" : undefined;
}
