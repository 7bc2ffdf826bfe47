/**
 * The load on a server, as a process of its own so that it takes none of the server's time: `tsx serve-load.ts PLAN`, with the
 * plan and what came of it as JSON.
 */
import { connect } from "node:net";
import autocannon from "autocannon";
import { CALLS, hookCall } from "./serve-calls.ts";

export interface LoadPlan {
  readonly port: number;
  /** What every answer has to be; `the call`: as an echo answers */
  readonly wanted: "the call" | "{}";
  readonly connections: number;
  /** `burst`: all connect in one moment, with a call each */
  readonly how: "burst" | "calls" | "seconds";
  readonly count: number;
  /** Calls a second; left out: as many as go */
  readonly rate?: number;
}

export interface LoadResult {
  readonly answered: number;
  readonly wrong: number;
  readonly lost: number;
  /** From the first call to the last answer */
  readonly seconds: number;
  /** Milliseconds */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
}

const calls = Array.from({ length: CALLS }, (_, index) => hookCall(index));
const plan = JSON.parse(process.argv[2] ?? "{}") as LoadPlan;
console.log(JSON.stringify(await (plan.how === "burst" ? burst(plan) : load(plan))));

async function load({ port, wanted, connections, how, count, rate }: LoadPlan): Promise<LoadResult> {
  const times: number[] = [];
  const right = new Set(wanted === "the call" ? calls : [wanted]);
  const requests = calls.map((body) => ({ body }));
  let clients = 0;
  let wrong = 0;
  let start = 0;
  // autocannon ends at a full second, however soon the last answer came.
  let end = 0;
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const run = autocannon(
      {
        url: `http://127.0.0.1:${port}/hook`,
        method: "POST",
        headers: { "content-type": "application/json" },
        requests,
        connections,
        ...(how === "calls" ? { amount: count } : { duration: count }),
        ...(rate === undefined ? {} : { overallRate: rate }),
        setupClient: (client) => {
          // Each begins elsewhere, so that hardly two of them ask the same at once.
          clients += 1;
          const first = Math.floor((clients * CALLS) / connections) % CALLS;
          client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
          client.on("body", (text) => {
            if (!right.has(String(text))) wrong += 1;
          });
        },
      },
      (error, done) => (error === null || error === undefined ? resolve(done) : reject(error)),
    );
    run.on("response", (_, status, __, milliseconds) => {
      end = performance.now();
      if (times.length === 0) start = end - milliseconds;
      times.push(milliseconds);
      if (status !== 200) wrong += 1;
    });
  });
  const seconds = (end - start) / 1000;
  return { answered: times.length, wrong, lost: result.errors + result.timeouts, seconds, ...percentiles(times) };
}

async function burst({ port, wanted, connections }: LoadPlan): Promise<LoadResult> {
  const [body = ""] = calls;
  const call = `POST /hook HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const start = performance.now();
  const answers = await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<{ said: string; time: number }>((resolve) => {
          let said = "";
          const socket = connect(port, "127.0.0.1", () => socket.write(call));
          socket.on("data", (bytes) => {
            said += bytes.toString("utf8");
          });
          socket.on("error", () => {});
          socket.on("close", () => resolve({ said, time: performance.now() - start }));
        }),
    ),
  );
  const answered = answers.filter(({ said }) => said.startsWith("HTTP/1.1 200 OK\r\n"));
  return {
    answered: answered.length,
    wrong: answered.filter(({ said }) => !said.endsWith(`\r\n\r\n${wanted}`)).length,
    lost: answers.length - answered.length,
    seconds: (performance.now() - start) / 1000,
    ...percentiles(answers.map(({ time }) => time)),
  };
}

function percentiles(times: number[]): Pick<LoadResult, "most" | "p50" | "p99"> {
  times.sort((left, right) => left - right);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), most: at(1) };
}
