/**
 * What the log costs: a hook with `--audit` beside one without, for a question and for an answer, with logs small and large.
 */
import { execFile, spawnSync } from "node:child_process";
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildSync } from "esbuild";
import { stringify } from "yaml";
import { verifyLog } from "../engine/adapters/verify-log.ts";
import { verdict } from "./hook.ts";
import { twentyRules } from "./policies.ts";
import { comparePaired, type Variant } from "./processes.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);
const SESSION = "00000000-0000-4000-8000-000000000000";

const QUESTION = {
  session_id: SESSION,
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Please provide your contact information",
  mode: "form",
  requested_schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", description: "Your full name" },
      email: { type: "string", format: "email", description: "Your email address" },
    },
    required: ["name"],
  },
};
const ANSWER = {
  session_id: SESSION,
  hook_event_name: "ElicitationResult",
  mcp_server_name: "crm",
  mode: "form",
  action: "accept",
  content: { name: "Alice", email: "alice@example.com" },
};

export async function benchAudit(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-"));
  try {
    const program = resolve("dist/sekisho.cjs");
    const yaml = join(folder, "policy.yaml");
    const compiled = join(folder, "policy.compiled.json");
    writeFileSync(yaml, stringify(twentyRules()));
    const made = spawnSync(process.execPath, [program, "check", yaml, "--compile", compiled], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(`the policy does not compile: ${made.stdout}${made.stderr}`);
    for (const [what, input] of [
      ["question", QUESTION],
      ["answer", ANSWER],
    ] as const) {
      const request = join(folder, `${what}.json`);
      writeFileSync(request, `${JSON.stringify(input)}\n`);
      const hook = `node ${program} hook --policy ${compiled}`;
      const log = join(folder, "log");
      mkdirSync(log, { recursive: true });
      const variants: Variant[] = [
        { name: `hook, ${what}`, line: `${hook} < ${request}` },
        { name: `hook, ${what} (again)`, line: `${hook} < ${request}` },
        { name: `hook --audit, ${what}`, line: `${hook} --audit ${log} < ${request}` },
      ];
      const ratios = comparePaired(variants, ROUNDS);
      for (const { name, wall, cpu, wallMs, cpuMs } of ratios) {
        console.log(
          `  ${name.padEnd(36)} wall ${wall.toFixed(3)}x  cpu ${cpu.toFixed(3)}x   (${wallMs.toFixed(1)} / ${cpuMs.toFixed(1)} ms)`,
        );
      }
      const [plain, , audited] = ratios;
      const cost = (audited?.cpuMs ?? 99) - (plain?.cpuMs ?? 0);
      console.log(
        `  aim: at most 3 ms over \`hook\` at the median: ${cost.toFixed(1)} ms of CPU, ${verdict(cost <= 3)}`,
      );
    }
    benchLongLog(folder, program, compiled);
    await benchWriters(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// The log of the day, 1 MB of earlier lines against 1 GB.
function benchLongLog(folder: string, program: string, compiled: string): void {
  const logs = ["short", "long"].map((name) => join(folder, name));
  const day = new Date().toISOString().slice(0, 10);
  const piece = `${`{"version":2,"id":"x","server":"${"x".repeat(1000)}"}`}\n`.repeat(1000);
  for (const [at, log] of logs.entries()) {
    mkdirSync(log);
    const file = fs.openSync(join(log, `${day}.jsonl`), "w");
    for (let count = 0; count < (at === 0 ? 1 : 1000); count += 1) fs.writeSync(file, piece);
    fs.closeSync(file);
  }
  const request = join(folder, "answer.json");
  const [short, long] = comparePaired(
    logs.map((log, at) => ({
      name: at === 0 ? "1 MB" : "1 GB",
      line: `node ${program} hook --policy ${compiled} --audit ${log} < ${request}`,
    })),
    ROUNDS,
  );
  console.log(
    `  log of 1 MB: ${short?.cpuMs.toFixed(1)} ms of CPU, of 1 GB: ${long?.cpuMs.toFixed(1)} ms, ratio ${long?.cpu.toFixed(3)}`,
  );
  console.log(`  aim: flat in the size of the log: ${verdict((long?.cpu ?? 9) <= 1.1)}`);
}

const WRITERS = 32;
const LINES = 1000;

async function benchWriters(folder: string): Promise<void> {
  const worker = join(folder, "append-lines.cjs");
  buildSync({
    entryPoints: ["bench/append-lines.ts"],
    bundle: true,
    platform: "node",
    format: "cjs",
    outfile: worker,
  });
  const log = join(folder, "writers");
  const start = Date.now();
  const said = await Promise.all(
    Array.from(
      { length: WRITERS },
      (_, at) =>
        new Promise<string>((resolve, reject) => {
          const args = [worker, log, `w${at}`, String(LINES), "1200"];
          execFile(process.execPath, args, { maxBuffer: 1e8 }, (error, stdout) =>
            error === null ? resolve(stdout) : reject(error),
          );
        }),
    ),
  );
  const seconds = (Date.now() - start) / 1000;
  const { lines, errors, gaps } = verifyLog(fs, log);
  const text = fs.readFileSync(join(log, "2026-11-30.jsonl"), "utf8").trimEnd().split("\n");
  const ids = new Set(text.map((line) => (JSON.parse(line) as { id: string }).id));
  const whole = lines === WRITERS * LINES && ids.size === lines && errors.length === 0 && said.join("") === "";
  console.log(
    `  ${WRITERS} processes x ${LINES} lines in ${seconds.toFixed(1)} s: ${lines} lines, ${ids.size} different, ${errors.length} errors, ${gaps.length} gaps`,
  );
  console.log(`  aim: none lost, none torn, the chain verifies: ${verdict(whole)}`);
}
