/**
 * What commands may touch: streams, files, clock and surroundings, as one object.
 * Tests hand in their own, and nothing else in cli/ reaches for Node.
 */
import { nodeModule, nodeProcess } from "../platform.ts";

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** The file that is running, if it is one */
  readonly program: string | undefined;
  /** Whether what is printed goes to a person: then colours may be used */
  readonly terminal: boolean;
  readonly now: () => string;
  readonly wait: (milliseconds: number) => Promise<void>;
  /** Throws `ClosedOutput` where nobody reads any more */
  readonly print: (text: string) => void;
  /** Never throws */
  readonly warn: (text: string) => void;
  /** The lines of stdin without their ends; of one longer than `limit` bytes only a little more than that is kept */
  readonly lines: (limit: number) => AsyncIterable<Uint8Array>;
  /** All of stdin, at most `limit` bytes and a little more */
  readonly readAll: (limit: number) => Promise<Uint8Array>;
  readonly fs: typeof import("node:fs");
  readonly path: typeof import("node:path");
}

/** Whoever read stdout has gone: no error, but no reason to go on either */
export class ClosedOutput extends Error {}

/** The surroundings of this process. Throws where there is no Node or anything like it */
export function createIo(): Io {
  const process = nodeProcess();
  const fs = nodeModule("fs");
  const path = nodeModule("path");
  const os = nodeModule("os");
  if (process === undefined || fs === undefined || path === undefined || os === undefined) {
    throw new Error("the commands need Node.js, Deno or Bun");
  }
  return {
    env: process.env,
    cwd: process.cwd(),
    home: homeOf(process, os),
    program: process.argv[1],
    terminal: process.stdout.isTTY === true,
    now: () => new Date().toISOString(),
    wait: (milliseconds) => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
    print: (text) => {
      if (!writeAll(fs, 1, text)) throw new ClosedOutput();
    },
    warn: (text) => void writeAll(fs, 2, text),
    lines: (limit) => splitLines(process.stdin, limit),
    readAll: (limit) => readAll(process.stdin, limit),
    fs,
    path,
  };
}

/** The lines of chunks of bytes; see `Io.lines` */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      // What goes beyond the limit is dropped, but for enough that the line still shows as too long.
      if (length <= limit) parts.push(part);
      length += part.length;
      if (end < 0) break;
      yield join(parts);
      parts = [];
      length = 0;
      from = end + 1;
    }
  }
  if (length > 0) yield join(parts);
}

async function readAll(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > limit) break;
  }
  return join(parts);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

// KEEP IN SYNC with adapters/node.ts: the commands have to find the folder that the hook finds.
function homeOf(process: NodeJS.Process, os: typeof import("node:os")): string {
  const { HOME } = process.env;
  if (process.platform !== "win32" && HOME !== undefined && HOME !== "") return HOME;
  try {
    return os.homedir();
  } catch {
    return ""; // a user without an entry, as in some containers
  }
}

// Whole and in order, also into a pipe whose reader is slow; `false`: the reader went away.
function writeAll(fs: typeof import("node:fs"), stream: number, text: string): boolean {
  const bytes = new TextEncoder().encode(text);
  let written = 0;
  while (written < bytes.length) {
    try {
      written += fs.writeSync(stream, bytes, written);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EAGAIN") return false;
      pause(5);
    }
  }
  return true;
}

function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
