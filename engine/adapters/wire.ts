/**
 * The wire contract of Claude Code's hooks: the only file that knows the hooks' field names.
 * Every row here is a place where a guard can be lost, so each cites where it was measured (DESIGN §5).
 */
import type { Decision } from "../core/decision.ts";
import {
  createObject,
  isArray,
  isObject,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
  parseJson,
} from "../core/json.ts";
import { type EventName, eventName, parseRequest, type Request } from "../core/request.ts";

/** Longest input that is read, in bytes of UTF-8 (DESIGN §10) */
export const MAX_INPUT_BYTES: number = 16 * 1024 * 1024;

/**
 * What an input turned out to be. `foreign`: a hook event that is not ours, to be left alone. `malformed`: ours, but
 * not a request. `unreadable`: not even the event is known.
 */
export type Reading =
  | {
      readonly kind: "request";
      readonly event: EventName;
      readonly session: string | undefined;
      readonly request: Request;
      /** What it was read from, where that was a text */
      readonly text: string | undefined;
    }
  | { readonly kind: "foreign"; readonly session?: string | undefined }
  | {
      readonly kind: "malformed";
      readonly event: EventName;
      readonly server: string | undefined;
      readonly session: string | undefined;
      readonly problem: string;
    }
  | { readonly kind: "unreadable"; readonly session?: string | undefined; readonly problem: string };

/** The three forms of an answer; the command adapter prints nothing for `{}` and exits 2 for `block` (DESIGN §5) */
export type HookOutput =
  | { readonly [none in never]: never }
  | { readonly hookSpecificOutput: HookDecision }
  | { readonly decision: "block" };

export interface HookDecision {
  readonly hookEventName: EventName;
  readonly action: "accept" | "cancel" | "decline";
  readonly content?: JsonObject;
}

export const NO_DECISION: HookOutput = {};
export const BLOCK: HookOutput = { decision: "block" };

/** Reads one hook input: an object or JSON text. Never throws, whatever getters or proxies the object holds */
export function readHookInput(input: unknown): Reading {
  if (typeof input === "string") return readText(input);
  if (typeof input !== "object" || input === null) return unreadable("not-an-object");
  let event: EventName | undefined;
  try {
    if (Array.isArray(input)) return unreadable("not-an-object");
    // Once: a getter could say something else the second time.
    const stated = own(input, "hook_event_name");
    event = eventName(stated);
    return readFields(input, stated, undefined, { values: 0, bytes: 0 });
  } catch (thrown) {
    const problem = thrown instanceof TooMuch ? thrown.code : "hostile-object";
    return event === undefined ? unreadable(problem) : malformed(event, problem);
  }
}

/** Writes a question as the hook got it, for those who hand in what was asked before */
export function writeHookInput(request: Extract<Request, { event: "Elicitation" }>): Readonly<Record<string, unknown>> {
  return {
    hook_event_name: request.event,
    mcp_server_name: request.server,
    mode: request.mode,
    message: request.message,
    ...(request.mode === "url" ? { url: request.url } : { requested_schema: request.requestedSchema }),
    ...(request.sessionId === undefined ? {} : { session_id: request.sessionId }),
    ...(request.elicitationId === undefined ? {} : { elicitation_id: request.elicitationId }),
  };
}

/** Writes a decision as the hook's output */
export function writeHookOutput(event: EventName, { effect, content }: Decision): HookOutput {
  switch (effect) {
    case "ask":
    case "pass":
      return NO_DECISION;
    case "accept":
      return {
        hookSpecificOutput: { hookEventName: event, action: effect, ...(content === undefined ? {} : { content }) },
      };
    case "cancel":
    case "decline":
      return { hookSpecificOutput: { hookEventName: event, action: effect } };
  }
}

function readText(text: string): Reading {
  // At most three bytes of UTF-8 a code unit, so the count is made only for texts that could be over.
  if (text.length * 3 > MAX_INPUT_BYTES && utf8Length(text) > MAX_INPUT_BYTES) return unreadable("too-large");
  const body = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  // In the words of the command hook, which finds these while it still reads (adapters/stdin.ts).
  const first = /[^ \t\r\n]/.exec(body)?.[0];
  if (first !== "{") return unreadable(first === undefined ? "empty" : "not-an-object");
  const json = parseJson(body);
  if (!json.ok) {
    const { code, offset } = json.errors[0];
    return readBroken(text, code === "malformed-json" && offset >= body.length ? "truncated" : code);
  }
  if (!isObject(json.value)) return unreadable("not-an-object");
  return readFields(json.value, own(json.value, "hook_event_name"), text, undefined);
}

// A key given twice, or nesting without end: the event can still be read where it stands once, at the top.
function readBroken(text: string, problem: string): Reading {
  const event = problem === "malformed-json" || problem === "truncated" ? undefined : topLevelEvent(text);
  return event === undefined ? unreadable(problem) : malformed(event, problem);
}

// Walks the text without recursion, so that neither nesting nor a long string costs any stack.
function topLevelEvent(text: string): EventName | undefined {
  const stop = /["{}[\]]/g;
  const value = /\s*:\s*"([A-Za-z]*)"/y;
  let depth = 0;
  let found: string | undefined;
  for (let at = stop.exec(text); at !== null; at = stop.exec(text)) {
    if (at[0] !== '"') {
      depth += at[0] === "{" || at[0] === "[" ? 1 : -1;
      continue;
    }
    const end = stringEnd(text, at.index);
    if (end < 0) break;
    stop.lastIndex = end;
    if (depth !== 1 || !isEventKey(text.slice(at.index, Math.min(end, at.index + LONGEST_KEY)))) continue;
    value.lastIndex = end;
    const stated = value.exec(text)?.[1];
    // A string that is no key is followed by no colon.
    if (stated === undefined && !/^\s*:/.test(text.slice(end, end + 20))) continue;
    if (found !== undefined || stated === undefined) return undefined;
    found = stated;
  }
  return eventName(found);
}

// Just after the closing quotation mark of the string that opens at `start`; -1: it is never closed.
function stringEnd(text: string, start: number): number {
  const stop = /["\\]/g;
  stop.lastIndex = start + 1;
  for (let at = stop.exec(text); at !== null; at = stop.exec(text)) {
    if (at[0] === '"') return at.index + 1;
    stop.lastIndex = at.index + 2;
  }
  return -1;
}

const LONGEST_KEY = 200;

// In whichever spelling: `"hook_event_n\u0061me"` is the same key.
function isEventKey(key: string): boolean {
  if (key === '"hook_event_name"') return true;
  const json = key.includes("\\") ? parseJson(key) : undefined;
  return json?.ok === true && json.value === "hook_event_name";
}

// The hooks' names for the fields of a request (client-observed A1). A literal: this runs for every request.
function readFields(input: object, stated: unknown, text: string | undefined, count: Count | undefined): Reading {
  const fields = {
    event: stated,
    server: plainField(own(input, "mcp_server_name"), count),
    mode: plainField(own(input, "mode"), count),
    message: plainField(own(input, "message"), count),
    requestedSchema: plainField(own(input, "requested_schema"), count),
    url: plainField(own(input, "url"), count),
    action: plainField(own(input, "action"), count),
    content: plainField(own(input, "content"), count),
    elicitationId: plainField(own(input, "elicitation_id"), count),
    sessionId: plainField(own(input, "session_id"), count),
    agentType: plainField(own(input, "agent_type"), count),
  };
  const event = eventName(fields.event);
  const session = textOrNone(fields.sessionId);
  if (event === undefined)
    return isForeign(fields.event)
      ? { kind: "foreign", session }
      : { kind: "unreadable", session, problem: "unknown-event" };
  const parsed = parseRequest(fields);
  if (parsed.ok) return { kind: "request", event, session, request: parsed.value, text };
  const { field, problem } = parsed.errors[0];
  return { kind: "malformed", event, server: textOrNone(fields.server), session, problem: `${problem}:${field}` };
}

function textOrNone(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function own(input: object, name: string): unknown {
  return Object.hasOwn(input, name) ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
}

/** What an object holds so far, in the measures of a text */
interface Count {
  values: number;
  bytes: number;
}

class TooMuch extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

// Values of parsed text are plain and counted already.
function plainField(value: unknown, count: Count | undefined): unknown {
  if (count === undefined) return value;
  if (typeof value === "string") countText(value, count);
  // The fields stand one level down, as they do in a text.
  return typeof value === "object" && value !== null ? plainCopy(value, 2, count) : value;
}

function countText(text: string, count: Count): void {
  count.bytes += text.length;
  if (count.bytes > MAX_INPUT_BYTES) throw new TooMuch("too-large");
}

// An embedder's object may hold getters, cycles or odd prototypes; rules must meet plain JSON that can't change.
function plainCopy(value: unknown, depth: number, count: Count): JsonValue {
  count.values += 1;
  if (count.values > MAX_JSON_VALUES) throw new TooMuch("too-many-values");
  if (count.bytes > MAX_INPUT_BYTES) throw new TooMuch("too-large");
  switch (typeof value) {
    case "string":
      countText(value, count);
      return value;
    case "boolean":
      return value;
    case "number":
      if (Number.isFinite(value)) return value;
      throw new TooMuch("number-out-of-range");
    case "object": {
      if (value === null) return value;
      if (depth > MAX_JSON_DEPTH) throw new TooMuch("too-deep");
      if (isArray(value)) return Array.from(value, (item) => plainCopy(item, depth + 1, count));
      const copy = createObject();
      // Faster than `Object.keys`, which makes a list for every object of every request.
      for (const key in value) {
        if (!Object.hasOwn(value, key)) continue;
        count.bytes += key.length;
        const item = (value as Record<string, unknown>)[key];
        if (item !== undefined) copy[key] = plainCopy(item, depth + 1, count);
      }
      return copy;
    }
  }
  throw new Error("not JSON");
}

/**
 * Whether this is the name of another hook event. The client adds events over time, so any plain word is one, unless
 * it could be a spelling of ours: letting `elicitation` pass as unknown would be a guard that silently does nothing.
 */
function isForeign(event: unknown): boolean {
  if (typeof event !== "string" || !/^[A-Za-z][A-Za-z0-9_:.-]{0,63}$/.test(event)) return false;
  const folded = event.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (folded.includes("elicit")) return false;
  return distance(folded, "elicitation") > 3 && distance(folded, "elicitationresult") > 3;
}

// Levenshtein, on texts of at most 64 characters.
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= right.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (left[at - 1] === right[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}

function utf8Length(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else if (unit >= 0xd800 && unit < 0xdc00) {
      bytes += 4;
      at += 1;
    } else bytes += 3;
  }
  return bytes;
}

function unreadable(problem: string): Reading {
  return { kind: "unreadable", problem };
}

function malformed(event: EventName, problem: string): Reading {
  return { kind: "malformed", event, server: undefined, session: undefined, problem };
}
