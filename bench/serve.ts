/**
 * `sekisho serve` under load, beside a bare node:http echo of the same run: latency at a steady rate, throughput, memory, a burst.
 * The server has one core to itself where `taskset` is here; the load comes from a process on the others.
 */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { verdict } from "./hook.ts";
import { median } from "./processes.ts";
import type { LoadPlan, LoadResult } from "./serve-load.ts";

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
  readonly wanted: LoadPlan["wanted"];
}

export async function benchServe(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-serve-"));
  const policy = join(folder, "policy.yaml");
  writeFileSync(policy, "version: 1\nextends: recommended\n");
  const running: Running[] = [];
  try {
    const serve = await start([resolve("dist/sekisho.cjs"), "serve", "--port", "0", "--policy", policy], "{}");
    running.push(serve);
    const echo = await start(["-e", ECHO], "the call");
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
  const rounds: { own: Rates; bare: Rates }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const own = await rates(serve);
    const bare = await rates(echo);
    rounds.push({ own, bare });
    console.log(`  round ${round + 1}: serve ${renderRates(own)}, echo ${renderRates(bare)}`);
  }
  const share = median(rounds.map(({ own, bare }) => own.perSecond / bare.perSecond));
  const [own, bare] = [rounds.map((one) => one.own.cpu), rounds.map((one) => one.bare.cpu)].map(median);
  console.log(
    `  throughput: ${share.toFixed(2)}x of the echo, at ${own?.toFixed(0)} us of CPU a call to its ${bare?.toFixed(0)}; aim at least 0.5x: ${verdict(share >= 0.5)}`,
  );
}

interface Rates {
  readonly perSecond: number;
  /** Microseconds a call */
  readonly cpu: number;
}

async function rates(one: Running): Promise<Rates> {
  const before = cpuSeconds(one.child);
  const { answered, seconds, wrong, lost } = await load(one, { how: "calls", count: 20_000, connections: 20 });
  if (wrong > 0 || lost > 0) throw new Error(`${wrong} wrong, ${lost} lost`);
  return { perSecond: answered / seconds, cpu: ((cpuSeconds(one.child) - before) / answered) * 1e6 };
}

function renderRates({ perSecond, cpu }: Rates): string {
  return `${perSecond.toFixed(0)}/s (${cpu.toFixed(0)} us of CPU a call)`;
}

async function burst(serve: Running): Promise<void> {
  const { answered, wrong, lost, seconds, most } = await load(serve, { how: "burst", count: 1, connections: 2000 });
  console.log(
    `  burst of 2,000 connections: ${answered} answered 200, ${wrong} wrong, ${lost} lost, in ${seconds.toFixed(2)} s, the last after ${most.toFixed(0)} ms; aim none lost: ${verdict(answered === 2000 && wrong + lost === 0)}`,
  );
}

// Node collects what is old once in 100,000 calls or so, and holds more and more until then: what stays shows in the least.
async function memory(serve: Running): Promise<void> {
  const megabytes: number[] = [];
  for (let part = 0; part < 40; part += 1) {
    await load(serve, { how: "calls", count: 10_000, connections: 20 });
    megabytes.push(residentMegabytes(serve.child));
  }
  const early = megabytes.slice(0, 20);
  const late = megabytes.slice(20);
  const growth = Math.min(...late) / Math.min(...early);
  console.log(`  memory after each 10,000 of 400,000 calls, MB: ${megabytes.map((one) => one.toFixed(0)).join(" ")}`);
  console.log(
    `  least in the second half ${growth.toFixed(3)}x of the first, most ${(Math.max(...late) / Math.max(...early)).toFixed(3)}x; aim at most 1.05x: ${verdict(growth <= 1.05)}`,
  );
}

async function start(args: readonly string[], wanted: LoadPlan["wanted"]): Promise<Running> {
  if (!pins()) console.log("  taskset is not here: the server is not kept on one core");
  const child = spawnOn("0", args);
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
  const whole: LoadPlan = { ...plan, port, wanted };
  const others = `1-${Math.max(1, availableParallelism() - 1)}`;
  const child = spawnOn(others, ["--import", "tsx", resolve("bench/serve-load.ts"), JSON.stringify(whole)]);
  let said = "";
  child.stdout.on("data", (bytes: Buffer) => {
    said += bytes.toString("utf8");
  });
  await once(child, "close");
  return JSON.parse(said) as LoadResult;
}

// Kept on some cores, where that can be: else the load would take of the server's.
function spawnOn(cores: string, args: readonly string[]): ChildProcessByStdio<null, Readable, null> {
  const [command = "", ...rest] = [...(pins() ? ["taskset", "-c", cores] : []), process.execPath, ...args];
  return spawn(command, rest, { stdio: ["ignore", "pipe", "inherit"] });
}

let pinning: boolean | undefined;

function pins(): boolean {
  pinning ??= availableParallelism() > 1 && spawnSync("taskset", ["-c", "0,1", "true"]).status === 0;
  return pinning;
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
