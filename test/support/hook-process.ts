/**
 * Runs `sekisho hook` as the client does: a process of its own, in a clean environment.
 * The program is built from the sources as they are, so that no test passes on an old file in dist/.
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";

export interface HookRun {
  readonly args?: readonly string[];
  readonly stdin?: Uint8Array | string;
  /** Written so many bytes at a time, so many milliseconds apart */
  readonly chunk?: number;
  readonly pause?: number;
  /** `false`: stdin stays open until the hook has ended */
  readonly close?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A command for `sh` in which `$HOOK` starts the hook with its arguments; it inherits stdin and stdout */
  readonly shell?: string;
  /** Nothing is written before so many milliseconds have passed */
  readonly delay?: number;
  /** `slow`: takes nothing for a while; `late`: nothing until the hook has ended; `none`: closes its end at once */
  readonly reader?: "late" | "none" | "slow";
  /** Which of its ends the hook finds in non-blocking mode, as another process that shares it may have left it */
  readonly nonBlocking?: "stdin" | "stdout";
}

export interface HookEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HookPlace {
  /** The temporary folder: `home`, `project` and whatever a test puts there */
  readonly folder: string;
  readonly write: (name: string, text: Uint8Array | string) => string;
  readonly run: (run: HookRun) => Promise<HookEnd>;
  readonly remove: () => void;
}

interface Build {
  readonly bundleProgram: (root: string) => Promise<{ readonly text: string }>;
}

const root = join(import.meta.dirname, "../..");

/** Builds the program into a temporary folder, where HOME and the project are too */
export async function createHookPlace(): Promise<HookPlace> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-hook-"));
  const write = (name: string, text: Uint8Array | string): string => {
    const file = join(folder, name);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const { bundleProgram } = (await import(pathToFileURL(join(root, "build/bundle.mjs")).href)) as Build;
  const program = write("sekisho.cjs", (await bundleProgram(root)).text);
  for (const name of ["home", "project"]) mkdirSync(join(folder, name));
  return {
    folder,
    write,
    run: (run) => runHook(folder, program, run),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

async function runHook(folder: string, program: string, run: HookRun): Promise<HookEnd> {
  const { args = [], shell, reader, nonBlocking } = run;
  const env = {
    PATH: process.env["PATH"],
    HOME: join(folder, "home"),
    CLAUDE_PROJECT_DIR: join(folder, "project"),
    ...run.env,
  };
  const hook = [process.execPath, program, "hook", ...args];
  const [command = "", ...rest] =
    shell !== undefined
      ? ["sh", "-c", shell.replaceAll("$HOOK", hook.map(quoted).join(" "))]
      : nonBlocking !== undefined
        ? [process.execPath, "-e", SHARING[nonBlocking], ...hook]
        : hook;
  const child = spawn(command, rest, { cwd: join(folder, "project"), env });

  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  if (reader === "slow" || reader === "late") child.stdout.pause();
  if (reader === "slow") setTimeout(() => child.stdout.resume(), 700);
  if (reader === "late") child.on("exit", () => child.stdout.resume());
  if (reader === "none") for (const stream of [child.stdout, child.stderr]) stream.destroy();
  child.stdin.on("error", () => {}); // the hook may have ended before everything was written
  await feed(child.stdin, run);
  const code = await ended;
  child.stdin.destroy();
  return { code, stdout: stdout(), stderr: stderr() };
}

async function feed(stdin: NodeJS.WritableStream & { readonly destroyed?: boolean }, run: HookRun): Promise<void> {
  const { stdin: given = "", chunk, pause = 0, close = true, delay = 0 } = run;
  if (delay > 0) await wait(delay);
  const bytes = typeof given === "string" ? Buffer.from(given) : given;
  for (let at = 0; at < bytes.length && stdin.destroyed !== true; at += chunk ?? bytes.length) {
    if (at > 0) await wait(pause);
    stdin.write(bytes.subarray(at, at + (chunk ?? bytes.length)));
  }
  if (close) stdin.end();
}

// The hook's parent shares one end with it, and opens it in its own way once the hook has started: without blocking.
const SHARING = {
  stdin: sharing(["inherit", "inherit", "inherit"], "process.stdin;"),
  stdout: sharing(["pipe", "inherit", "inherit"], "process.stdout; process.stdin.pipe(child.stdin);"),
};

function sharing(stdio: readonly string[], then: string): string {
  return `const { spawn } = require("node:child_process");
    const [command, ...args] = process.argv.slice(1);
    const child = spawn(command, args, { stdio: ${JSON.stringify(stdio)} });
    child.stdin?.on("error", () => {});
    child.on("exit", (code) => process.exit(code ?? 99));
    ${then}`;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
