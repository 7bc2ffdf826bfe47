/**
 * Calls the tool of an mcp_tool hook: starts the server that the client would start, and speaks the three messages of MCP
 * that a call takes (initialize, initialized, tools/call).
 * By hand, since a client library would be ten times this file inside the one file, for one command.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { nodeModule } from "../../platform.ts";
import { version } from "../../version.ts";
import { fillTemplates } from "./client-input.ts";
import { type Outcome, outcomeOfTool } from "./client-output.ts";
import { clientEnvironment, killGroup, type Run } from "./run-command.ts";

export interface McpSession {
  /** Never rejects */
  readonly call: (hook: JsonObject, input: JsonObject, event: EventName | undefined) => Promise<Outcome>;
  readonly end: () => void;
}

/** What the client speaks to servers that do not know the newest protocol (client-observed A4) */
const PROTOCOL = "2025-11-25";

/** `entry`: the server's, from the configuration. What goes wrong is the outcome of each call */
export function startMcp({ entry, project, env, timeout }: Run): McpSession {
  const wire = openWire({ entry, project, env, timeout });
  const hello = wire.ask("initialize", {
    protocolVersion: PROTOCOL,
    capabilities: { elicitation: { form: {}, url: {} } },
    clientInfo: { name: "sekisho-doctor", version },
  });
  const ready = hello.then((answer) => {
    if ("result" in answer) wire.tell("notifications/initialized");
    return answer;
  });
  return {
    async call({ tool, input: template = {} }, input, event) {
      const greeted = await ready;
      if (!("result" in greeted)) return { action: "none", problem: `the server does not start: ${greeted.why}` };
      const answer = await wire.ask("tools/call", { name: String(tool), arguments: fillTemplates(template, input) });
      return "result" in answer ? outcomeOfTool(event, answer.result) : { action: "none", problem: answer.why };
    },
    end: wire.end,
  };
}

type Answer = { readonly result: JsonValue } | { readonly why: string };

interface Wire {
  readonly ask: (method: string, params: JsonObject) => Promise<Answer>;
  readonly tell: (method: string) => void;
  readonly end: () => void;
}

function openWire({ entry, project, env, timeout }: Run): Wire {
  const waiting = new Map<number, (answer: Answer) => void>();
  let closed: string | undefined;
  let child: ReturnType<typeof startServer>;
  const close = (why: string): void => {
    closed ??= why;
    for (const answer of waiting.values()) answer({ why: closed });
    waiting.clear();
  };
  try {
    child = startServer(entry, project, env);
  } catch {
    close("it does not start");
  }
  const say = (message: JsonObject): void => {
    child?.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  };
  child?.on("error", ({ code }: NodeJS.ErrnoException) =>
    close(code === "ENOENT" ? "there is no such program" : "it does not start"),
  );
  child?.on("close", () => close("it ended"));
  child?.stdin.on("error", () => {});
  child?.stderr.resume();
  if (child !== undefined) {
    const take = (message: JsonObject): void => {
      const { id, method, result, error } = message;
      // Whatever the server asks of a client, this one does not do.
      if (typeof method === "string" && id !== undefined) say({ id, error: { code: -32601, message: "not here" } });
      if (typeof method === "string" || typeof id !== "number") return;
      waiting.get(id)?.(
        error === undefined && result !== undefined ? { result } : { why: "the server answers with an error" },
      );
      waiting.delete(id);
    };
    readLines(child.stdout, take, () => close("it says too much"));
  }
  let last = 0;
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        if (closed !== undefined || child === undefined) return resolve({ why: closed ?? "it does not start" });
        last += 1;
        const id = last;
        const timer = setTimeout(() => {
          waiting.delete(id);
          resolve({ why: `no answer after ${timeout} s` });
        }, timeout * 1000);
        waiting.set(id, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        say({ id, method, params });
      }),
    tell: (method) => say({ method }),
    end: () => {
      killGroup(child?.pid);
      child?.stdout.destroy();
      child?.stderr.destroy();
    },
  };
}

function startServer(entry: JsonObject, project: string, env: Run["env"]) {
  const { command, args, env: own } = entry;
  const fill = (text: string): string => fillVariables(text, { ...env });
  const more = own !== undefined && isObject(own) ? Object.entries(own) : [];
  return nodeModule("child_process")?.spawn(
    fill(String(command)),
    args !== undefined && isArray(args) ? args.map((word) => fill(String(word))) : [],
    {
      cwd: project,
      env: {
        ...clientEnvironment(env, project),
        ...Object.fromEntries(more.map(([name, value]) => [name, fill(String(value))])),
      },
      stdio: ["pipe", "pipe", "pipe"],
      detached: true,
    },
  );
}

/** In the configuration of servers: `${NAME}` and `${NAME:-instead}` */
function fillVariables(text: string, env: Run["env"]): string {
  return text.replace(
    /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g,
    (whole, name: string, instead?: string) => env[name] ?? instead ?? whole,
  );
}

function readLines(stream: NodeJS.ReadableStream, take: (message: JsonObject) => void, overflow: () => void): void {
  let text = "";
  stream.setEncoding("utf8");
  stream.on("error", () => {});
  stream.on("data", (chunk: string) => {
    text += chunk;
    if (text.length > MOST_OUTPUT) {
      text = "";
      overflow();
    }
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      const message = parse(line);
      if (isObject(message)) take(message);
    }
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const MOST_OUTPUT = 16 * 1024 * 1024;
