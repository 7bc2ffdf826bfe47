/**
 * How many records `sekisho replay` decides again in a minute of one core: the whole command as a process, from a file, with
 * records that the hook's own engine made of forms, links and answers under the pack `recommended` and twenty rules.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { createEngine } from "../dist/sekisho.mjs";
import { verdict } from "./hook.ts";
import { twentyRules } from "./policies.ts";

const RECORDS = Number(process.env["BENCH_RECORDS"] ?? 200_000);
const AT_ONCE = 20_000;
const AIM = 1_000_000;

const properties = {
  name: { type: "string", title: "Name", description: "Your full name" },
  email: { type: "string", format: "email", description: "Your email address" },
  age: { type: "integer", minimum: 18 },
};

function inputs(index: number): readonly object[] {
  const origin = { session_id: `session-${index % 50}`, mcp_server_name: `internal-${index % 7}` };
  const form = {
    ...origin,
    hook_event_name: "Elicitation",
    mode: "form",
    requested_schema: { type: "object", properties },
  };
  return [
    { ...form, message: `Please provide your contact information for order ${index}` },
    { ...form, message: "Please enter your API key for the billing service" },
    {
      ...origin,
      hook_event_name: "Elicitation",
      mode: "url",
      message: "Sign in",
      url: `https://auth.example.com/login?state=${index}`,
    },
    {
      ...origin,
      hook_event_name: "Elicitation",
      mode: "url",
      message: "Sign in",
      url: "https://auth.example.com:pw@evil.test/",
    },
    {
      ...origin,
      hook_event_name: "ElicitationResult",
      mode: "form",
      action: "accept",
      content: { name: "Alice", age: 30 },
    },
  ];
}

export async function benchReplay(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-"));
  try {
    const policy = join(folder, "old.yaml");
    const changed = join(folder, "new.yaml");
    const document = { ...(twentyRules() as object), extends: "recommended" };
    writeFileSync(policy, stringify(document));
    writeFileSync(changed, stringify({ ...document, default: "decline" }));
    const log = join(folder, "records.jsonl");
    await writeRecords(log, document);
    const bytes = statSync(log).size;
    console.log(`  ${RECORDS} records of ${Math.round(bytes / RECORDS)} bytes`);
    for (const [what, args] of [
      ["the same policy", ["--policy", policy]],
      ["another policy", ["--policy", changed]],
      ["another, against the first", ["--policy", changed, "--against", policy]],
    ] as const) {
      const rate = perMinute(log, args);
      console.log(
        `  ${what}: ${Math.round(rate / 1000)},000 a minute of one core; aim 1,000,000: ${verdict(rate >= AIM)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function writeRecords(log: string, policy: object): Promise<void> {
  let lines: string[] = [];
  const audit = (record: object): void => void lines.push(JSON.stringify(record));
  const engine = await createEngine({ policy: policy as never, audit });
  const made: string[] = [];
  for (let index = 0; made.length < AT_ONCE; index += 1) {
    for (const input of inputs(index)) engine.decide(input, { now: "2026-11-30T12:00:00Z" });
    made.push(...lines);
    lines = [];
  }
  const text = `${made.join("\n")}\n`;
  for (let written = 0; written < RECORDS; written += made.length) appendFileSync(log, text);
}

// By the processor time of the child, starting included: other work on the machine does not count.
function perMinute(log: string, args: readonly string[]): number {
  const command = [resolve("dist/sekisho.cjs"), "replay", log, ...args, "--json"];
  const time = spawnSync("/bin/sh", ["-c", '"$0" "$@"; times', process.execPath, ...command], { encoding: "utf8" });
  const [, children = ""] = time.stdout.trimEnd().split("\n").slice(-2);
  const seconds = [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, m, s]) => sum + Number(m) * 60 + Number(s),
    0,
  );
  return (RECORDS / seconds) * 60;
}
