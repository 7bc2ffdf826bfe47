/**
 * The mcp_tool hook: how long one call takes on a server that runs, and what starting one costs.
 * Wall time, since a round trip is waiting for another process; beside it a bare echo over the same pipes, in the same run.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { verdict } from "./hook.ts";
import { median } from "./processes.ts";

const WARM = 1000;
const CALLS = Number(process.env["BENCH_CALLS"] ?? 5000);
/** Issue 7: "mcp: round trip under 2 ms warm" */
const AIM = 2;

const ARGUMENTS = {
  hook_event_name: "Elicitation",
  session_id: "00000000-0000-4000-8000-000000000000",
  agent_type: "",
  mcp_server_name: "crm",
  message: "Please provide your contact information",
  mode: "form",
  url: "",
  elicitation_id: "",
  requested_schema: JSON.stringify({
    type: "object",
    properties: {
      name: { type: "string", title: "Name", description: "Your full name" },
      email: { type: "string", format: "email", description: "Your email address" },
    },
    required: ["name"],
  }),
  action: "",
  content: "",
};

/** The answer to it: a session in which questions stay open for ever would be no session */
const ANSWER = {
  ...ARGUMENTS,
  hook_event_name: "ElicitationResult",
  message: "",
  requested_schema: "",
  action: "accept",
  content: '{"name":"Alice Example"}',
};

// Question and answer in turn, a dozen of each to a session, which is more than most have.
function argumentsOf(count: number): Record<string, string> {
  const session = String(Math.floor(count / 24)).padStart(12, "0");
  return { ...(count % 2 === 0 ? ARGUMENTS : ANSWER), session_id: `00000000-0000-4000-8000-${session}` };
}

interface Connection {
  readonly call: () => Promise<unknown>;
  readonly close: () => Promise<unknown>;
}

const SCRIPT = `rule({ about: "x", codes: { no: "no" }, decide({ request, decline }) {
  if (request.message.includes("deploy")) return decline("no");
} });`;

export async function benchMcp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-"));
  try {
    const policy = join(folder, "policy.yaml");
    writeFileSync(policy, "version: 1\nextends: recommended\n");
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder };
    const command = { command: process.execPath, args: [resolve("dist/sekisho.cjs"), "mcp", "--policy", policy], env };
    const audited = { ...command, args: [...command.args, "--audit", join(folder, "log")] };
    const script = join(folder, "script.json");
    writeFileSync(
      script,
      JSON.stringify({ version: 1, extends: "recommended", rules: [{ use: "script", source: SCRIPT }] }),
    );
    const scripted = { ...audited, args: audited.args.map((arg) => (arg === policy ? script : arg)) };
    await measure("a bare echo over the same pipes", await openEcho());
    const found = [
      await measure("SDK v1, protocol 2025-11-25", await openV1(command)),
      await measure("SDK v2, protocol 2026-07-28", await openV2(command)),
      await measure("SDK v2, with record and memory", await openV2(audited)),
      await measure("SDK v2, with a script as well", await openV2(scripted)),
    ];
    console.log(
      `  aim: a round trip under ${AIM} ms warm, whatever comes with it: ${verdict(found.every((p50) => p50 < AIM))}`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measure(name: string, { call, close }: Connection): Promise<number> {
  for (let index = 0; index < WARM; index += 1) await call();
  const times: number[] = [];
  for (let index = 0; index < CALLS; index += 1) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  await close();
  times.sort((left, right) => left - right);
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0;
  console.log(`  ${name.padEnd(34)} p50 ${median(times).toFixed(3)} ms  p99 ${p99.toFixed(3)} ms`);
  return median(times);
}

interface Command {
  readonly command: string;
  readonly args: string[];
  readonly env: Record<string, string>;
}

async function openV1(command: Command): Promise<Connection> {
  const client = new ClientV1({ name: "bench", version: "1" }, { capabilities: {} });
  await client.connect(new StdioV1({ ...command, stderr: "ignore" }));
  let count = 0;
  return {
    call: () => client.callTool({ name: "decide", arguments: argumentsOf(count++) }),
    close: () => client.close(),
  };
}

async function openV2(command: Command): Promise<Connection> {
  const versionNegotiation = { mode: { pin: "2026-07-28" } };
  const client = new ClientV2({ name: "bench", version: "1" }, { capabilities: {}, versionNegotiation });
  await client.connect(new StdioV2({ ...command, stderr: "ignore" }));
  let count = 0;
  return {
    call: () => client.callTool({ name: "decide", arguments: argumentsOf(count++) }),
    close: () => client.close(),
  };
}

async function openEcho(): Promise<Connection> {
  const child = spawn(process.execPath, ["-e", "process.stdin.pipe(process.stdout)"], {
    stdio: ["pipe", "pipe", "ignore"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const line = `${JSON.stringify(ARGUMENTS)}\n`;
  return {
    call: () => {
      child.stdin.write(line);
      return lines.next();
    },
    close: async () => child.stdin.end(),
  };
}
