/**
 * Runs a command hook as the client does: shell or exec form, in the project's folder, with its environment, for no longer
 * than its `timeout` (client-observed A2, B4, G).
 */
import { CANARY_SESSION } from "../../adapters/canary.ts";
import type { JsonObject } from "../../core/json.ts";
import { isArray } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { nodeModule, nodeProcess } from "../../platform.ts";
import { type Outcome, outcomeOfCommand } from "./client-output.ts";
import { fillPlaceholders } from "./started.ts";

export interface Run {
  readonly entry: JsonObject;
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** In seconds */
  readonly timeout: number;
}

/** What came of it, and whether something that it left behind holds its output */
export interface CommandEnd extends Outcome {
  readonly held?: true;
}

/** Never rejects */
export async function runCommand(
  { entry, project, env, timeout }: Run,
  input: JsonObject,
  event: EventName | undefined,
): Promise<CommandEnd> {
  const children = nodeModule("child_process");
  if (children === undefined) return { action: "none", problem: "this runtime starts no programs" };
  const { command, args, shell } = entry;
  const variable = (name: string): string | undefined => (name === "CLAUDE_PROJECT_DIR" ? project : undefined);
  const fill = (word: unknown): string => fillPlaceholders(String(word), variable) ?? "";
  const [program, words] =
    args !== undefined && isArray(args)
      ? [fill(command), args.map(fill)]
      : shell === "bash"
        ? ["bash", ["-c", String(command)]]
        : ["/bin/sh", ["-c", String(command)]];
  const options = {
    cwd: project,
    env: clientEnvironment(env, project),
    stdio: "pipe",
    detached: true, // a group of its own, so that all of it can be ended
  } as const;
  let child: ReturnType<typeof children.spawn>;
  try {
    child = children.spawn(program, words, options);
  } catch {
    return { action: "none", problem: "it does not start" }; // a NUL in its arguments, for one
  }
  const { stdin, stdout, stderr } = child;
  if (stdin === null || stdout === null || stderr === null) return { action: "none", problem: "it does not start" };
  return await new Promise((resolve) => {
    const output: Uint8Array[] = [];
    let length = 0;
    let code: number | string | undefined;
    let patience: NodeJS.Timeout | undefined;
    const end = (outcome: CommandEnd): void => {
      clearTimeout(timer);
      clearTimeout(patience);
      killGroup(child.pid);
      stdout.destroy();
      stderr.destroy();
      resolve(outcome);
    };
    const judge = (): CommandEnd =>
      outcomeOfCommand(event, code ?? "failed", new TextDecoder().decode(join(output, length)));
    const timer = setTimeout(() => end({ action: "none", problem: `no end after ${timeout} s` }), timeout * 1000);
    child.on("error", (error) => {
      const { code: why } = error as NodeJS.ErrnoException;
      end({
        action: "none",
        problem: why === "ENOENT" ? "there is no such program" : `it does not start (${why ?? "failed"})`,
      });
    });
    stdin.on("error", () => {}); // who does not read does no harm
    stdout.on("error", () => {});
    stderr.on("error", () => {});
    stderr.resume();
    stdout.on("data", (chunk: Uint8Array) => {
      length += chunk.length;
      if (length > MOST_OUTPUT) end({ action: "none", problem: "output without end" });
      else output.push(chunk);
    });
    child.on("exit", (status, signal) => {
      code = status ?? signal ?? "failed";
      patience = setTimeout(() => end({ ...judge(), held: true }), HELD_AFTER);
    });
    child.on("close", () => end(judge()));
    stdin.end(`${JSON.stringify(input)}\n`);
  });
}

/** What is still held this long after the end counts as held (client-observed B4) */
const HELD_AFTER = 700;
const MOST_OUTPUT = 16 * 1024 * 1024;

/** The variables that the client adds (client-observed A2, by name); those of its telemetry it keeps to itself */
export function clientEnvironment(env: Run["env"], project: string): Record<string, string | undefined> {
  const kept = Object.entries(env).filter(([name]) => !name.startsWith("OTEL_"));
  return {
    ...Object.fromEntries(kept),
    CLAUDE_PROJECT_DIR: project,
    CLAUDECODE: "1",
    CLAUDE_CODE_ENTRYPOINT: "cli",
    CLAUDE_CODE_SESSION_ID: CANARY_SESSION,
    PWD: project,
  };
}

export function killGroup(pid: number | undefined): void {
  const process = nodeProcess();
  if (pid === undefined || process === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {} // it has ended
}

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
