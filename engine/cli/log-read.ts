/**
 * Reads logs: in pieces, since a log may be larger than the memory, and from its end where only that is wanted.
 * A line that is no record is counted and passed over: half a line is what a killed hook leaves.
 */
import { isLogFile } from "../adapters/log-files.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { DecisionRecord } from "../core/record.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { STRICTNESS } from "./strictness.ts";

/** Where `init` puts the log (DESIGN §10) */
export const LOG_FOLDER = ".claude/sekisho-log";

type Place = Pick<Io, "cwd" | "fs" | "path">;

/** The files of a folder by day, or the file itself. Throws `UsageError` where there is none */
export function logFiles(name: string, { fs, path, cwd }: Place): readonly string[] {
  const target = path.resolve(cwd, name);
  try {
    if (!fs.statSync(target).isDirectory()) return [name];
    const files = fs.readdirSync(target).filter(isLogFile).toSorted();
    return files.map((file) => path.join(name, file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const help = "name a folder or a file of records; `--audit` of the hook says where they are written";
    throw new UsageError(code === "ENOENT" ? `there is no \`${name}\`` : `\`${name}\` can't be read (${code})`, help);
  }
}

/** A record, or `undefined` for a line that is none */
export function parseRecord(line: string): DecisionRecord | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  return isRecord(value) ? value : undefined;
}

// Whoever may write the log can write anything there; who reads it counts on these.
function isRecord(value: unknown): value is DecisionRecord {
  if (!isObject(value)) return false;
  const { version, id, effect, event, mode, server, session, now, via, engine, policy, duration } = value;
  const { reasons, errors, observed, facts, request, memory, withheld, recorded } = value;
  return (
    version === 2 &&
    [id, engine, policy].every(isText) &&
    [server, session, now, via].every((one) => one === null || isText(one)) &&
    (duration === null || typeof duration === "number") &&
    isText(effect) &&
    Object.hasOwn(STRICTNESS, effect) &&
    (event === null || event === "Elicitation" || event === "ElicitationResult") &&
    (mode === null || mode === "form" || mode === "url") &&
    [reasons, errors].every((list) => isArray(list) && list.every(isReason)) &&
    isArray(observed) &&
    observed.every((one) => isReason(one) && isText(one["effect"]) && Object.hasOwn(STRICTNESS, one["effect"])) &&
    isObject(facts) &&
    Object.values(facts).every(isText) &&
    (request === null || isRequest(request)) &&
    (memory === null || (isObject(memory) && isArray(memory["candidates"]) && memory["candidates"].every(isRequest))) &&
    isArray(withheld) &&
    withheld.every(isPlace) &&
    isArray(recorded) &&
    recorded.every((one) => isObject(one) && isObject(one["verdict"]))
  );
}

function isReason(value: JsonValue): value is JsonObject {
  return isObject(value) && isText(value["rule"]) && isText(value["code"]) && isObject(value["args"]);
}

function isRequest(value: JsonValue | undefined): boolean {
  if (!isObject(value)) return false;
  const { withheld, schema, content, message, url, action } = value;
  return (
    isArray(withheld) &&
    withheld.every(isPlace) &&
    [schema, content].every((one) => one === undefined || isObject(one)) &&
    [message, url, action].every((one) => one === undefined || isText(one))
  );
}

function isPlace(value: JsonValue): boolean {
  return isObject(value) && isText(value["at"]);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

const PIECE = 4 * 1024 * 1024;

/** Every line of a file that is not empty; `seen` is told how many bytes have been read */
export function* linesOf(file: string, { fs, path, cwd }: Place, seen?: (bytes: number) => void): Generator<string> {
  const descriptor = fs.openSync(path.resolve(cwd, file), "r");
  try {
    const piece = Buffer.alloc(PIECE);
    let parts: Buffer[] = [];
    for (let count = fs.readSync(descriptor, piece); count > 0; count = fs.readSync(descriptor, piece)) {
      seen?.(count);
      let from = 0;
      for (;;) {
        const end = piece.indexOf(0x0a, from);
        if (end < 0 || end >= count) break;
        const text =
          parts.length === 0
            ? piece.toString("utf8", from, end)
            : Buffer.concat([...parts, piece.subarray(from, end)]).toString("utf8");
        parts = [];
        if (text !== "") yield text;
        from = end + 1;
      }
      if (from < count) parts.push(Buffer.from(piece.subarray(from, count)));
    }
    const rest = Buffer.concat(parts).toString("utf8");
    if (rest !== "") yield rest;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The lines of a file from its end to its beginning, the last one first: what was written last is found at once */
export function* linesBackwards(file: string, { fs, path, cwd }: Place): Generator<string> {
  const descriptor = fs.openSync(path.resolve(cwd, file), "r");
  try {
    let end = fs.fstatSync(descriptor).size;
    let parts: Buffer[] = [];
    while (end > 0) {
      const start = Math.max(0, end - TAIL);
      const piece = Buffer.alloc(end - start);
      fs.readSync(descriptor, piece, 0, piece.length, start);
      let to = piece.length;
      for (;;) {
        const at = to === 0 ? -1 : piece.lastIndexOf(0x0a, to - 1);
        if (at < 0) break;
        const text = Buffer.concat([piece.subarray(at + 1, to), ...parts]).toString("utf8");
        parts = [];
        if (text !== "") yield text;
        to = at;
      }
      if (to > 0) parts = [Buffer.from(piece.subarray(0, to)), ...parts];
      end = start;
    }
    const first = Buffer.concat(parts).toString("utf8");
    if (first !== "") yield first;
  } finally {
    fs.closeSync(descriptor);
  }
}

const TAIL = 256 * 1024;
