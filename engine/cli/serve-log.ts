/**
 * The log of a server: one JSON object a line, on stdout.
 * Whoever reads it may be slow or gone. A server that waits for its log answers nobody, so lines are written behind its back,
 * as many as fit, and those that do not are counted.
 */
import type { CallReport } from "../adapters/http-gate.ts";
import { redactName } from "../core/redact.ts";
import type { Examination } from "../deciding.ts";
import type { Io } from "./io.ts";

export interface ServerLog {
  /** Puts `time` first, and leaves out what is undefined */
  readonly write: (entry: LogEntry) => void;
  /** The same of a call: who, what came of it, and why; nothing that was asked or answered */
  readonly writeCall: (call: CallReport) => void;
  /** How many lines found no room, or nobody who took them */
  readonly dropped: () => number;
  /** Resolves when everything is out, with `true`, or after `milliseconds` */
  readonly drain: (milliseconds: number) => Promise<boolean>;
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

  // All of it is ASCII, so a character is a byte.
  const add = (fields: string): void => {
    const line = `{"time":"${now()}",${fields}}\n`;
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
  };

  return {
    write: (entry) => add(renderJson(entry).slice(1, -1)),
    writeCall: (call) => add(renderCall(call)),
    dropped: () => lost,
    drain: (milliseconds) =>
      new Promise((resolve) => {
        if (!writing) {
          resolve(true);
          return;
        }
        const timer = setTimeout(resolve, milliseconds, false);
        told = () => {
          clearTimeout(timer);
          resolve(true);
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

// Put together by hand: it is written for every call, and `JSON.stringify` takes several times as long.
function renderCall({ caller, problem, bytes, milliseconds, examination }: CallReport): string {
  const level = problem === undefined ? "info" : "warn";
  const who = caller === undefined ? "" : `,"caller":${renderText(caller)}`;
  const wrong = problem === undefined ? "" : `,"problem":"${problem}"`;
  const came = examination === undefined ? "" : renderExamination(examination);
  const spent = Math.round(milliseconds * 1000) / 1000;
  return `"kind":"call","level":"${level}"${who}${wrong}${came},"bytes":${bytes},"milliseconds":${spent}`;
}

function renderExamination({ reading, decision: { effect, reasons } }: Examination): string {
  const known = reading.kind === "request" || reading.kind === "malformed";
  const event = known ? reading.event : reading.kind;
  const server = reading.kind === "request" ? reading.request.server : known ? reading.server : undefined;
  const of = server === undefined ? "" : `,"server":${renderText(redactName(server))}`;
  const why = reasons.length === 0 ? "[]" : renderJson(reasons.map(({ rule, code }) => `${rule}/${code}`));
  return `,"event":"${event}"${of},"effect":"${effect}","reasons":${why}`;
}

function renderText(text: string): string {
  return /[^ !#-[\]-~]/.test(text) ? renderJson(text) : `"${text}"`;
}

// Names are hostile text: what a terminal would obey, or nobody would see, stands as an escape.
function renderJson(value: LogEntry | readonly string[] | string): string {
  const json = JSON.stringify(value);
  if (!/[\u007f-\uffff]/.test(json)) return json;
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
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
