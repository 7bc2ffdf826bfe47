/**
 * An MCP server over stdio: started as its configuration says, one message a line.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { nodeModule } from "../../platform.ts";
import { fillVariables } from "./client-input.ts";
import { clientEnvironment, killGroup, type Run } from "./run-command.ts";

export type Answer = { readonly result: JsonValue } | { readonly why: string };

/** One MCP server, as far as it takes to call a tool */
export interface McpWire {
  readonly ask: (method: string, params: JsonObject) => Promise<Answer>;
  readonly tell: (method: string) => void;
  readonly end: () => void;
}

/** Never throws: what goes wrong is the answer */
export function openStdioWire({ entry, project, env, timeout }: Run): McpWire {
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
