/**
 * The one file in other runtimes: each a process that stays, takes a case a line and gives what came of it a line.
 * `test/runtimes/install.mjs` puts them there; one that is missing does not start, and so fails its suite.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Driver } from "./driver.ts";
import { GUEST_SOURCE, type Guest, guestDriver } from "./guest.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/sekisho.cjs");
const PACKAGES = join(import.meta.dirname, "../runtimes/packages.json");

/** As they are called in packages.json: `node-22`, `deno` */
export const RUNTIMES: readonly string[] = Object.keys(JSON.parse(readFileSync(PACKAGES, "utf8")));

/** The program of a runtime: of `node-22` it is `node` */
export function runtimeProgram(name: string): string {
  const [program = ""] = name.split("-");
  return join(import.meta.dirname, "../../.test-runtimes", name, "node_modules/.bin", program);
}

export const runtimeDrivers: readonly Driver[] = RUNTIMES.map((name) => guestDriver(name, () => open(name)));

const GUEST = `
const sekisho = require(${JSON.stringify(PROGRAM)});
${GUEST_SOURCE}
${oneLine.toString()}
let last = Promise.resolve();
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  last = last.then(() => answerCase(sekisho, line)).then((outcome) => {
    process.stdout.write(oneLine(outcome) + "\\n");
  });
});
`;

async function open(name: string): Promise<Guest> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-guest-"));
  const script = join(folder, "guest.cjs");
  writeFileSync(script, GUEST);
  const args = name === "deno" ? ["run", "--allow-all", "--no-prompt", script] : [script];
  const child = spawn(runtimeProgram(name), args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = endOf(child);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  child.stdin.on("error", () => {}); // it has ended, and that is told below
  return {
    ask: async (text) => {
      child.stdin.write(`${oneLine(text)}\n`);
      const line = await Promise.race([lines.next(), ended.then((how) => Promise.reject(new Error(`${name} ${how}`)))]);
      if (line.done === true) throw new Error(`${name} said no more`);
      return line.value;
    },
    close: async () => {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}

// Readers of lines end one at U+2028 and U+2029 too, which JSON leaves as they are.
function oneLine(json: string): string {
  return json.replace(/[\u2028\u2029]/g, (found) => (found === "\u2028" ? "\\u2028" : "\\u2029"));
}

// Never rejects: who waits for an answer hears of it, who closes is content.
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on("error", (error) => resolve(`does not start: ${error.message}`));
    child.on("exit", (code, signal) => resolve(`has ended with ${code ?? signal}`));
  });
}
