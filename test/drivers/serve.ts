/**
 * `sekisho serve` as a process, called over a real socket; records are read back from its audit log.
 * A server stands for one policy and its facts, so it is kept as long as cases of the same ones follow each other.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DecisionRecord } from "../../engine/core/record.ts";
import type { Case } from "../support/cases.ts";
import { callServer, type ServeProcess, startServe } from "../support/server.ts";
import { outcomeOfAnswer } from "./answers.ts";
import type { Driver } from "./driver.ts";

interface Kept {
  readonly key: string;
  readonly server: ServeProcess;
  readonly log: string;
  /** How many records of earlier cases stand in the log */
  records: number;
}

let folder: string | undefined;
let kept: Kept | undefined;

export const serve: Driver = {
  name: "serve",
  start: async () => {
    folder = mkdtempSync(join(tmpdir(), "sekisho-serve-driver-"));
  },
  decide: async (one) => {
    const current = await serverFor(one);
    const { status, type, text } = await callServer(current.server.port, { body: bodyOf(one) });
    if (status !== 200 || type !== "application/json") throw new Error(`answered ${status} as ${type}`);
    const all = recordsIn(current.log);
    const own = all.slice(current.records);
    current.records = all.length;
    return outcomeOfAnswer(text, own);
  },
  stop: async () => {
    await stopKept();
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

async function serverFor({ policy, context }: Case): Promise<Kept> {
  const key = JSON.stringify([policy, context]);
  if (kept?.key === key) return kept;
  await stopKept();
  const own = mkdtempSync(join(folder ?? tmpdir(), "case-"));
  const log = join(own, "log");
  const policies = policy.flatMap((document, index) => {
    const file = join(own, `policy-${index}.yaml`);
    writeFileSync(file, JSON.stringify(document));
    return ["--policy", file];
  });
  const facts = Object.entries(context?.facts ?? {}).flatMap(([name, value]) => ["--fact", `${name}=${value}`]);
  const server = await startServe([...policies, ...facts, "--audit", log, "--log", "events"], { HOME: own });
  kept = { key, server, log, records: 0 };
  return kept;
}

async function stopKept(): Promise<void> {
  const { code, stderr } = (await kept?.server.stop()) ?? { code: 0, stderr: "" };
  kept = undefined;
  if (code !== 0 || stderr !== "") throw new Error(`the server ended with ${code}: ${stderr}`);
}

function bodyOf({ input }: Case): string | Uint8Array {
  switch (input.kind) {
    case "object":
      return JSON.stringify(input.object);
    case "text":
      return input.text;
    case "bytes":
      return input.bytes;
  }
}

// The answer goes out after the record was written.
function recordsIn(log: string): readonly DecisionRecord[] {
  let files: readonly string[] = [];
  try {
    files = readdirSync(log).filter((name) => name.endsWith(".jsonl"));
  } catch {} // no decision, no folder
  return files.toSorted().flatMap((file) =>
    readFileSync(join(log, file), "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as DecisionRecord),
  );
}
