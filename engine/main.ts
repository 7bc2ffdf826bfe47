/**
 * The entry of the one file: a library to whoever loads it, and the program where it is the one that was started.
 * Whatever goes wrong in the program ends with exit code 2, since 1 and 0 let a request through (DESIGN §5).
 */
import { hook } from "./adapters/command.ts";
import { coldNow, loadCommands } from "./cold.ts";
import * as library from "./index.ts";
import { nodeModule, nodeProcess } from "./platform.ts";
import { programArguments } from "./program.ts";

// How the one file begins; the build puts it in.
declare const SEKISHO_HEAD: string | undefined;

if (typeof module === "object" && module !== null) {
  // For our own worker threads, which load this file as a library (script-guard.ts).
  Object.defineProperty(library, Symbol.for("sekisho:parts"), { value: coldNow });
  module.exports = library;
} else (globalThis as { sekisho?: typeof library }).sekisho = library;

const given = programArguments(new Error().stack, typeof SEKISHO_HEAD === "string" ? SEKISHO_HEAD : "");
const host = nodeProcess();
if (given !== undefined && host !== undefined) start(host, given);

function start(process: NodeJS.Process, args: readonly string[]): void {
  process.exitCode = 2;
  if (typeof [].toSorted !== "function" || nodeModule("fs") === undefined) {
    say("this runtime is too old: Node 20.19 or later is needed");
    return;
  }
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  const [command, ...rest] = args;
  if (command === "hook") {
    hook(rest).then((code) => process.exit(code), fail); // at once: stdin may stay open
    return;
  }
  runCommand(args).then((code) => {
    process.exitCode = code; // not at once: stdout may be asynchronous
  }, fail);
}

async function runCommand(args: readonly string[]): Promise<number> {
  return (await loadCommands()).run(args);
}

// Only the kind of error and its place: an engine's own message may hold what a person typed.
function fail(error: unknown): never {
  const { name, stack } = error instanceof Error ? error : new Error();
  const frames = stack?.split("\n").filter((line) => /^\s*at /.test(line));
  say([`failed: ${name}`, ...(frames ?? [])].join("\n"));
  return process.exit(2);
}

function say(text: string): void {
  const line = `sekisho: ${text}\n`;
  try {
    const fs = nodeModule("fs");
    if (fs === undefined) host?.stderr.write(line);
    else fs.writeSync(2, line);
  } catch {}
}
