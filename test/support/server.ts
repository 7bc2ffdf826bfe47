/** `sekisho serve` as a process of its own, with what it logs, and the ways to call it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";

const PROGRAM = join(import.meta.dirname, "../../dist/sekisho.cjs");

export interface Entry {
  readonly kind: string;
  readonly [name: string]: unknown;
}

export interface Ending {
  readonly code: number | null;
  readonly stderr: string;
}

export interface ServeProcess {
  readonly child: ChildProcess;
  /** Where it listens, as it says itself */
  readonly at: string;
  readonly port: number;
  readonly log: () => readonly Entry[];
  /** Waits until an entry is there that fits, and gives it */
  readonly seen: (fits: (entry: Entry) => boolean) => Promise<Entry>;
  readonly stop: (signal?: NodeJS.Signals) => Promise<Ending>;
}

const running = new Set<ChildProcess>();

/** For `after`: nothing may outlive a test */
export function killServers(): void {
  for (const child of running) child.kill("SIGKILL");
}

/** Rejects with what it printed if it ends before it listens. `--port 0` is added where no place is given */
export async function startServe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<ServeProcess> {
  const place = args.includes("--socket") || args.includes("--port") ? [] : ["--port", "0"];
  const child = spawn(process.execPath, [PROGRAM, "serve", ...place, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  running.add(child);
  const entries: Entry[] = [];
  let rest = "";
  let stderr = "";
  let tell = (): void => {};
  child.stdout.on("data", (bytes: Buffer) => {
    const lines = (rest + bytes.toString("utf8")).split("\n");
    rest = lines.pop() ?? "";
    entries.push(...lines.map((line) => JSON.parse(line) as Entry));
    tell();
  });
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  const ended = new Promise<Ending>((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, stderr });
      tell();
    });
  });

  const seen = async (fits: (entry: Entry) => boolean): Promise<Entry> => {
    for (;;) {
      const found = entries.find(fits);
      if (found !== undefined) return found;
      if (!running.has(child)) throw new Error(`it ended before that: ${stderr}${JSON.stringify(entries)}`);
      await new Promise<void>((resolve) => {
        tell = resolve;
      });
    }
  };
  const at = String((await seen(({ kind }) => kind === "listening"))["at"]);
  return {
    child,
    at,
    port: Number(/:(\d+)\/hook$/.exec(at)?.[1] ?? 0),
    log: () => entries,
    seen,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Runs `serve` where it should not even start, and gives how it ended */
export async function refusedServe(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ending> {
  const child = spawn(process.execPath, [PROGRAM, "serve", ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent", ...env },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  let stderr = "";
  child.stderr.on("data", (bytes: Buffer) => {
    stderr += bytes.toString("utf8");
  });
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stderr };
}

export interface HttpAnswer {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

interface HttpCall {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
}

/** One call by node:http on a connection of its own; `where`: a port of this machine, or a socket file */
export function callServer(
  where: number | string,
  { path = "/hook", method = "POST", headers, body }: HttpCall,
): Promise<HttpAnswer> {
  const target = typeof where === "number" ? { host: "127.0.0.1", port: where } : { socketPath: where };
  return new Promise((resolve, reject) => {
    const call = request({ ...target, path, method, headers: { ...headers }, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers["content-type"],
          text: Buffer.concat(chunks).toString("utf8"),
        }),
      );
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Writes these texts on a bare connection, and gives all that came back until the other side closed */
export async function sayRaw(port: number, ...texts: readonly (string | Uint8Array)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => chunks.push(bytes));
  let failure: Error | undefined;
  socket.on("error", (error) => {
    failure = error;
  });
  for (const text of texts) socket.write(text);
  await once(socket, "close");
  if (failure !== undefined) throw failure;
  return Buffer.concat(chunks).toString("utf8");
}
