/** `sekisho mcp` as a process, spoken to in bare lines, so that a test can write what no SDK would. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";

const PROGRAM = join(import.meta.dirname, "../../dist/sekisho.cjs");

export interface Answer {
  readonly id: unknown;
  readonly result?: { readonly content?: readonly unknown[] } & Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

export interface McpProcess {
  /** Writes as it stands, without a line's end */
  readonly write: (text: string | Uint8Array) => void;
  /** Writes a request and waits for the answer to its id */
  readonly ask: (method: string, params?: unknown) => Promise<Answer>;
  /** Waits for the answer to that id */
  readonly answerTo: (id: unknown) => Promise<Answer>;
  /** Everything that came on stdout so far */
  readonly lines: readonly string[];
  readonly stderr: () => string;
  /** Ends stdin and gives the exit code */
  readonly end: () => Promise<number | null>;
}

export interface Start {
  readonly program?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

export function startMcp(args: readonly string[], home: string, start: Start = {}): McpProcess {
  const { program = PROGRAM, cwd = home, env } = start;
  const all = { PATH: process.env["PATH"] ?? "", HOME: home, ...env };
  const child = spawn(process.execPath, [program, "mcp", ...args], { env: all, cwd, stdio: "pipe" });
  const lines: string[] = [];
  const waiting = new Map<string, (answer: Answer) => void>();
  const early = new Map<string, Answer>();
  let stderr = "";
  let id = 0;
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString("utf8");
  });
  child.stdin.on("error", () => {});
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    const answer = JSON.parse(line) as Answer;
    const key = JSON.stringify(answer.id);
    const take = waiting.get(key);
    if (take === undefined) early.set(key, answer);
    else take(answer);
  });
  const exit = new Promise<number | null>((resolve) => child.once("close", resolve));
  const answerTo = (asked: unknown): Promise<Answer> => {
    const key = JSON.stringify(asked);
    const known = early.get(key);
    if (known !== undefined) return Promise.resolve(known);
    return new Promise((resolve, reject) => {
      waiting.set(key, resolve);
      exit.then((code) => reject(new Error(`ended with ${code} and without an answer: ${stderr}`)));
    });
  };
  return {
    write: (text) => void child.stdin.write(text),
    ask: (method, params) => {
      id += 1;
      child.stdin.write(`${JSON.stringify({ method, params, jsonrpc: "2.0", id })}\n`);
      return answerTo(id);
    },
    answerTo,
    lines,
    stderr: () => stderr,
    end: () => {
      child.stdin.end();
      return exit;
    },
  };
}
