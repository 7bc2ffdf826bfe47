/**
 * The command hook as the client runs it: a process, the hook input on stdin, the answer as exit code and stdout.
 * Reasons do not travel on that way, so they are read back from the audit log.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import type { Decision } from "../../engine/core/decision.ts";
import type { JsonObject } from "../../engine/core/json.ts";
import type { DecisionRecord } from "../../engine/core/record.ts";
import type { Case, CaseInput } from "../support/cases.ts";
import type { Driver } from "./driver.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/sekisho.cjs");

let folder: string | undefined;

export const command: Driver = {
  name: "command",
  start: async () => {
    folder = mkdtempSync(join(tmpdir(), "sekisho-command-"));
    const { code, stdout } = await run(["version"], "");
    if (code !== 0 || stdout === "") throw new Error("dist/sekisho.cjs does not start");
  },
  decide: async (one) => {
    const own = mkdtempSync(join(folder ?? tmpdir(), "case-"));
    const args = ["hook", ...policies(own, one.policy), ...facts(one), "--audit", join(own, "log")];
    const { code, stdout } = await run(args, stdinOf(one.input));
    const [record, ...others] = recordsIn(join(own, "log"));
    if (others.length > 0) throw new Error(`one decision left ${others.length + 1} records`);
    if (code === null) throw new Error("the process did not end by itself");
    return { decision: decisionOf(stdout, record), record, exit: code, stdout };
  },
  stop: async () => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
    folder = undefined;
  },
  leavesOut: ({ slowly, context }) => {
    if (!slowly) return "processes are slow: wire, hostile and example cases only";
    if (context?.now !== undefined) return "its clock can't be set";
    return context?.memory === undefined ? undefined : "its memory can't be set";
  },
  expected: new Map(),
};

interface Ending {
  readonly code: number | null;
  readonly stdout: string;
}

function run(args: readonly string[], stdin: string | Uint8Array): Promise<Ending> {
  const env = { PATH: process.env["PATH"] ?? "", HOME: folder ?? tmpdir() };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], {
      env,
      stdio: ["pipe", "pipe", "ignore"],
      timeout: 30_000,
    });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stdin.on("error", () => {}); // a hook that has decided may leave the rest of a long input unread
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout: Buffer.concat(chunks).toString("utf8") }));
    child.stdin.end(stdin);
  });
}

function policies(own: string, documents: readonly JsonObject[]): readonly string[] {
  return documents.flatMap((document, index) => {
    const file = join(own, `policy-${index}.yaml`);
    writeFileSync(file, JSON.stringify(document));
    return ["--policy", file];
  });
}

function facts({ context }: Case): readonly string[] {
  return Object.entries(context?.facts ?? {}).flatMap(([name, value]) => ["--fact", `${name}=${value}`]);
}

function stdinOf(input: CaseInput): string | Uint8Array {
  switch (input.kind) {
    case "object":
      return `${JSON.stringify(input.object)}\n`;
    case "text":
      return input.text;
    case "bytes":
      return input.bytes;
  }
}

function recordsIn(log: string): readonly DecisionRecord[] {
  let files: readonly string[] = [];
  try {
    files = readdirSync(log);
  } catch {} // no decision, no folder
  const lines = files.flatMap((file) =>
    readFileSync(join(log, file), "utf8")
      .split("\n")
      .filter((line) => line !== ""),
  );
  return lines.map((line) => JSON.parse(line) as DecisionRecord);
}

// The effect and the content as they went out, and the rest from the record; without a record nothing was decided.
function decisionOf(stdout: string, record: DecisionRecord | undefined): Decision {
  const output = stdout === "" ? undefined : JSON.parse(stdout).hookSpecificOutput;
  if (record === undefined) return { effect: output?.action ?? "pass", reasons: [], errors: [], observed: [] };
  const { effect, reasons, errors, observed } = record;
  if (output !== undefined && output.action !== effect) throw new Error(`printed ${output.action}, recorded ${effect}`);
  const content = output?.content === undefined ? {} : { content: output.content };
  return { effect, ...content, reasons, errors, observed };
}
