/**
 * The log of a server: one JSON object a line, on stdout.
 * Whoever reads it may be slow or gone. A server that waits for its log answers nobody, so lines are written behind its back,
 * as many as fit, and those that do not are counted.
 */
import type { CallReport } from "../adapters/http-gate.ts";
import { redactName } from "../core/redact.ts";
import type { Io } from "./io.ts";

export interface ServerLog {
  /** Puts `time` first, and leaves out what is undefined */
  readonly write: (entry: LogEntry) => void;
  /** How many lines found no room, or nobody who took them */
  readonly dropped: () => number;
  /** Resolves when everything is out, or after `milliseconds` */
  readonly drain: (milliseconds: number) => Promise<void>;
}

export type LogEntry = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const WRITE_EVERY = 50;
const MOST_CHARACTERS = 4 * 1024 * 1024;

export function createServerLog({ fs, now }: Pick<Io, "fs" | "now">): ServerLog {
  const waiting: Block[] = [];
  let characters = 0;
  let lost = 0;
  let writing = false;
  let told: (() => void) | undefined;
  const encoder = new TextEncoder();

  const next = (): void => {
    const block = waiting.shift();
    if (block === undefined) {
      writing = false;
      told?.();
      return;
    }
    characters -= block.length;
    writeOut(fs, block.bytes.subarray(0, block.length), (whole) => {
      if (!whole) lost += block.lines;
      if (waiting.length !== 1 || told !== undefined) next();
      else setTimeout(next, WRITE_EVERY);
    });
  };

  return {
    write: (entry) => {
      const line = lineOf(now(), entry);
      if (characters + line.length > MOST_CHARACTERS) {
        lost += 1;
        return;
      }
      let block = waiting.at(-1);
      if (block === undefined || block.bytes.length - block.length < line.length) {
        block = { bytes: new Uint8Array(Math.max(BLOCK, line.length)), length: 0, lines: 0 };
        waiting.push(block);
      }
      block.length += encoder.encodeInto(line, block.bytes.subarray(block.length)).written;
      block.lines += 1;
      characters += line.length;
      if (!writing) {
        writing = true;
        // Not at once, so that what happens together goes out in one write: each costs as much as a decision.
        setTimeout(next, WRITE_EVERY);
      }
    },
    dropped: () => lost,
    drain: (milliseconds) =>
      new Promise((resolve) => {
        if (!writing) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, milliseconds);
        told = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}

/** Lines as bytes: as texts they would be waiting just long enough to be moved to the old heap */
interface Block {
  readonly bytes: Uint8Array;
  length: number;
  lines: number;
}

const BLOCK = 65_536;

// All of it is ASCII, so a character is a byte.
function lineOf(time: string, entry: LogEntry): string {
  return `{"time":"${time}",${escaped(JSON.stringify(entry)).slice(1)}\n`;
}

/** A call as a line: who, what came of it, and why; nothing that was asked or answered */
export function callEntry({ caller, problem, bytes, milliseconds, examination }: CallReport): LogEntry {
  const level = problem === undefined ? "info" : "warn";
  const spent = Math.round(milliseconds * 1000) / 1000;
  if (examination === undefined) return { kind: "call", level, caller, problem, bytes, milliseconds: spent };
  const { reading, decision } = examination;
  const known = reading.kind === "request" || reading.kind === "malformed";
  const server = reading.kind === "request" ? reading.request.server : known ? reading.server : undefined;
  return {
    kind: "call",
    level,
    caller,
    problem,
    event: known ? reading.event : reading.kind,
    server: server === undefined ? undefined : redactName(server),
    effect: decision.effect,
    reasons: decision.reasons.map(({ rule, code }) => `${rule}/${code}`),
    bytes,
    milliseconds: spent,
  };
}

// Asynchronously, and so in a thread of its own: a pipe that nobody reads would stop the server itself.
function writeOut(fs: Io["fs"], bytes: Uint8Array, done: (whole: boolean) => void): void {
  fs.write(1, bytes, 0, bytes.length, (error, written) => {
    if (error?.code === "EAGAIN") setTimeout(() => writeOut(fs, bytes, done), 10);
    else if (error !== null) done(false);
    else if (written < bytes.length) writeOut(fs, bytes.subarray(written), done);
    else done(true);
  });
}

// Names are hostile text: what a terminal would obey, or nobody would see, stands as an escape.
function escaped(json: string): string {
  if (!/[\u007f-\uffff]/.test(json)) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
