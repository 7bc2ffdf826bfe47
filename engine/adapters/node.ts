/**
 * What the command hook needs of the world outside, taken from Node or a runtime like it.
 * Handed in as one object, so that a test can let disk, pipe or clock fail.
 */
import { nodeModule, nodeProcess } from "../platform.ts";

/** The few calls that are made */
export type Files = Pick<
  typeof import("node:fs"),
  | "closeSync"
  | "constants"
  | "fstatSync"
  | "lstatSync"
  | "mkdirSync"
  | "openSync"
  | "readdirSync"
  | "readFileSync"
  | "readlinkSync"
  | "readSync"
  | "realpathSync"
  | "renameSync"
  | "statSync"
  | "symlinkSync"
  | "unlinkSync"
  | "writeSync"
>;

export interface StdinListener {
  readonly chunk: (bytes: Uint8Array) => void;
  readonly end: () => void;
  readonly error: () => void;
}

export interface Powers {
  /** Descriptors 0, 1 and 2 are stdin, stdout and stderr */
  readonly fs: Files;
  readonly pid: number;
  /** Whether there is such a process, whoever's it is */
  readonly isRunning: (pid: number) => boolean;
  readonly env: (name: string) => string | undefined;
  readonly home: () => string | undefined;
  /** The time as `YYYY-MM-DDTHH:MM:SS.sssZ`, if the clock can be read */
  readonly now: () => string | undefined;
  readonly parseArgs: typeof import("node:util").parseArgs;
  /** `undefined` where the bytes are not UTF-8 */
  readonly decodeUtf8: (bytes: Uint8Array) => string | undefined;
  /** Listens until the function that it gives is called */
  readonly followStdin: (listener: StdinListener) => () => void;
  /** Calls once after that many milliseconds, unless the function that it gives is called first */
  readonly after: (milliseconds: number, act: () => void) => () => void;
  /** Blocks everything */
  readonly sleep: (milliseconds: number) => void;
}

/** The powers of this process. Throws where there is nothing like Node */
export function nodePowers(): Powers {
  const process = nodeProcess();
  const fs = nodeModule("fs");
  if (process === undefined || fs === undefined) throw new Error("Node, or a runtime like it, is needed");
  return {
    fs,
    pid: process.pid,
    isRunning: (pid) => isRunning(process, pid),
    env: (name) => process.env[name],
    home: () => homeOf(process),
    now: readClock,
    parseArgs: (config) => (nodeModule("util") as typeof import("node:util")).parseArgs(config),
    decodeUtf8,
    followStdin: (listener) => followStdin(process, listener),
    after: (milliseconds, act) => {
      const timer = setTimeout(act, milliseconds);
      return () => clearTimeout(timer);
    },
    sleep: (milliseconds) => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds),
  };
}

function isRunning(process: NodeJS.Process, pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: unknown }).code !== "ESRCH"; // somebody else's may not be asked
  }
}

// As the client finds its own folder: HOME, but on Windows, where a shell's HOME may be no path of the system's.
function homeOf(process: NodeJS.Process): string | undefined {
  const { HOME } = process.env;
  if (process.platform !== "win32" && HOME !== undefined && HOME !== "") return HOME;
  try {
    return nodeModule("os")?.homedir();
  } catch {
    return undefined; // a user without an entry, as in some containers
  }
}

// Put together here, since the first `toISOString` of a process costs 0.2 ms. A clock beyond what `Date` can hold, or
// in a year that has no four digits, is none.
function readClock(): string | undefined {
  const time = new Date();
  const year = time.getUTCFullYear();
  if (!(year >= 0 && year <= 9999)) return undefined;
  const two = (part: number): string => String(part).padStart(2, "0");
  const date = `${String(year).padStart(4, "0")}-${two(time.getUTCMonth() + 1)}-${two(time.getUTCDate())}`;
  const milliseconds = String(time.getUTCMilliseconds()).padStart(3, "0");
  return `${date}T${two(time.getUTCHours())}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())}.${milliseconds}Z`;
}

// A wrong byte becomes U+FFFD; only where one occurs is it worth asking whether it was written so.
function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (typeof Buffer === "function") {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
    if (!text.includes("\ufffd")) return text;
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

// Not `fs.read`: a read that is waiting in a thread keeps the process from ending, even by `process.exit`.
function followStdin(process: NodeJS.Process, { chunk, end, error }: StdinListener): () => void {
  const { stdin } = process;
  stdin.on("data", chunk);
  stdin.on("end", end);
  stdin.on("close", end);
  stdin.on("error", error);
  return () => {
    for (const [name, listener] of [
      ["data", chunk],
      ["end", end],
      ["close", end],
    ] as const)
      stdin.off(name, listener);
    stdin.destroy(); // `error` goes on listening: an error without a listener would end the process
  };
}
