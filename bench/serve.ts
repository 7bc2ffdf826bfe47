/**
 * `sekisho serve` under load, beside a bare node:http echo of the same run: latency at a steady rate, throughput, memory, a burst.
 * The server has one core to itself where `taskset` is here; the load comes from a process on the others.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { verdict } from "./hook.ts";
import { median } from "./processes.ts";
import type { LoadPlan, LoadResult } from "./serve-load.ts";

const BODY = JSON.stringify({
  session_id: "00000000-0000-4000-8000-000000000000",
  transcript_path: "/home/alice/.claude/projects/demo/00000000.jsonl",
  cwd: "/home/alice/demo",
  prompt_id: "00000000-0000-4000-8000-000000000001",
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
});

const ECHO = `require("node:http").createServer((request, response) => {
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(Buffer.concat(chunks));
  });
}).listen(0, "127.0.0.1", function () { console.log(JSON.stringify({ port: this.address().port })); });`;

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);

interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  readonly wanted: string;
}

export async function benchServe(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-serve-"));
  const policy = join(folder, "policy.yaml");
  writeFileSync(policy, "version: 1\nextends: recommended\n");
  const running: Running[] = [];
  try {
    const serve = await start([resolve("dist/sekisho.cjs"), "serve", "--port", "0", "--policy", policy], "{}");
    running.push(serve);
    const echo = await start(["-e", ECHO], BODY);
    running.push(echo);
    for (const one of running) await load(one, { how: "calls", count: 20_000, connections: 20 });

    await latency(serve, echo);
    await throughput(serve, echo);
    await burst(serve);
    await memory(serve);
  } finally {
    for (const { child } of running) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function latency(serve: Running, echo: Running): Promise<void> {
  for (const [name, one] of [
    ["echo", echo],
    ["serve", serve],
  ] as const) {
    const { p50, p99, most, answered, wrong, lost } = await load(one, {
      how: "seconds",
      count: 10,
      connections: 10,
      rate: 500,
    });
    const met = one === echo ? "" : `; aim p50 < 1, p99 < 10: ${verdict(p50 < 1 && p99 < 10)}`;
    console.log(
      `  ${name} at 500/s: p50 ${p50.toFixed(3)} ms, p99 ${p99.toFixed(2)} ms, most ${most.toFixed(1)} ms, ${answered} answered, ${wrong} wrong, ${lost} lost${met}`,
    );
  }
}

// In pairs, so that what else the machine does falls out of the ratio.
async function throughput(serve: Running, echo: Running): Promise<void> {
  const ratios: { wall: number; cpu: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await rates(serve);
    const bare = await rates(echo);
    ratios.push({ wall: own.wall / bare.wall, cpu: own.cpu / bare.cpu });
    console.log(
      `  round ${round + 1}: serve ${own.wall.toFixed(0)}/s (${own.cpu.toFixed(0)} a CPU second), echo ${bare.wall.toFixed(0)}/s (${bare.cpu.toFixed(0)})`,
    );
  }
  const wall = median(ratios.map((one) => one.wall));
  const cpu = median(ratios.map((one) => one.cpu));
  console.log(
    `  throughput: ${wall.toFixed(2)}x of the echo, by CPU ${cpu.toFixed(2)}x; aim at least 0.5x: ${verdict(wall >= 0.5)}`,
  );
}

async function rates(one: Running): Promise<{ wall: number; cpu: number }> {
  const before = cpuSeconds(one.child);
  const { answered, seconds, wrong, lost } = await load(one, { how: "calls", count: 20_000, connections: 20 });
  if (wrong > 0 || lost > 0) throw new Error(`${wrong} wrong, ${lost} lost`);
  return { wall: answered / seconds, cpu: answered / (cpuSeconds(one.child) - before) };
}

async function burst(serve: Running): Promise<void> {
  const { answered, wrong, lost, seconds, most } = await load(serve, { how: "burst", count: 1, connections: 2000 });
  console.log(
    `  burst of 2,000 connections: ${answered} answered 200, ${wrong} wrong, ${lost} lost, in ${seconds.toFixed(2)} s, the last after ${most.toFixed(0)} ms; aim none lost: ${verdict(answered === 2000 && wrong + lost === 0)}`,
  );
}

async function memory(serve: Running): Promise<void> {
  const megabytes: number[] = [];
  for (let part = 0; part < 20; part += 1) {
    await load(serve, { how: "calls", count: 10_000, connections: 20 });
    megabytes.push(residentMegabytes(serve.child));
  }
  const early = Math.max(...megabytes.slice(0, 10));
  const late = Math.max(...megabytes.slice(10));
  console.log(`  memory after each 10,000 of 200,000 calls, MB: ${megabytes.map((one) => one.toFixed(0)).join(" ")}`);
  console.log(
    `  most in the second half ${(late / early).toFixed(3)}x of the first; aim at most 1.05x: ${verdict(late <= 1.05 * early)}`,
  );
}

async function start(args: readonly string[], wanted: string): Promise<Running> {
  const pinned = spawnSync("taskset", ["-c", "0", "true"]).status === 0;
  if (!pinned) console.log("  taskset is not here: the server is not kept on one core");
  const [command = "", ...rest] = [...(pinned ? ["taskset", "-c", "0"] : []), process.execPath, ...args];
  const child = spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  let port = 0;
  child.stdout.on("data", (bytes: Buffer) => {
    if (port === 0) said += bytes.toString("utf8"); // later: its log, read and dropped
  });
  while (port === 0) {
    await once(child.stdout, "data");
    port = Number(/"port":(\d+)|:(\d+)\/hook"/.exec(said)?.slice(1).find(Boolean) ?? 0);
  }
  return { child, port, wanted };
}

async function load(
  { port, wanted }: Running,
  plan: Pick<LoadPlan, "connections" | "count" | "how" | "rate">,
): Promise<LoadResult> {
  const whole: LoadPlan = { ...plan, port, wanted, body: BODY };
  const child = spawn(process.execPath, ["--import", "tsx", resolve("bench/serve-load.ts"), JSON.stringify(whole)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString("utf8");
  });
  await once(child, "close");
  return JSON.parse(said) as LoadResult;
}

function cpuSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function residentMegabytes({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
}
