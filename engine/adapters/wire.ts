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
  | { readonly kind: "request"; readonly event: EventName; readonly request: Request }
  | { readonly kind: "foreign" }
  | {
      readonly kind: "malformed";
      readonly event: EventName;
      readonly server: string | undefined;
      readonly problem: string;
    }
  | { readonly kind: "unreadable"; readonly problem: string };

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
  try {
    if (typeof input === "string") return readText(input);
    if (typeof input !== "object" || input === null || Array.isArray(input)) return unreadable("not-an-object");
    return readFields(input, true);
  } catch {
    return unreadable("hostile-object");
  }
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
  const json = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!json.ok) return readBroken(text.replace(/^\ufeff/, ""), json.errors[0].code);
  if (!isObject(json.value)) return unreadable("not-an-object");
  return readFields(json.value, false);
}

// A key given twice, or nesting without end: the event can still be read where its key stands once, at the top.
function readBroken(text: string, problem: string): Reading {
  if (problem === "malformed-json" || problem === "too-many-values" || text.split('"hook_event_name"').length !== 2)
    return unreadable(problem);
  const loose: unknown = JSON.parse(text);
  const event =
    isObject(loose) && Object.hasOwn(loose, "hook_event_name") ? eventName(loose["hook_event_name"]) : undefined;
  return event === undefined ? unreadable(problem) : { kind: "malformed", event, server: undefined, problem };
}

// The hooks' names for the fields of a request (client-observed A1). A literal: this runs for every request.
function readFields(input: object, copy: boolean): Reading {
  const schema = own(input, "requested_schema");
  const content = own(input, "content");
  const fields = {
    event: own(input, "hook_event_name"),
    server: own(input, "mcp_server_name"),
    mode: own(input, "mode"),
    message: own(input, "message"),
    requestedSchema: copy ? plainField(schema) : schema,
    url: own(input, "url"),
    action: own(input, "action"),
    content: copy ? plainField(content) : content,
    elicitationId: own(input, "elicitation_id"),
    sessionId: own(input, "session_id"),
    agentType: own(input, "agent_type"),
  };
  const event = eventName(fields.event);
  if (event === undefined) return isForeign(fields.event) ? { kind: "foreign" } : unreadable("unknown-event");
  const parsed = parseRequest(fields);
  if (parsed.ok) return { kind: "request", event, request: parsed.value };
  const { field, problem } = parsed.errors[0];
  const server = typeof fields.server === "string" ? fields.server : undefined;
  return { kind: "malformed", event, server, problem: `${problem}:${field}` };
}

function own(input: object, name: string): unknown {
  return Object.hasOwn(input, name) ? (input as Readonly<Record<string, unknown>>)[name] : undefined;
}

function plainField(value: unknown): unknown {
  return typeof value === "object" && value !== null ? plainCopy(value, 1) : value;
}

// An embedder's object may hold getters, cycles or odd prototypes; rules must meet plain JSON that can't change.
function plainCopy(value: unknown, depth: number): JsonValue {
  if (depth > MAX_JSON_DEPTH) throw new Error("too deep");
  if (value === null || typeof value === "string" || typeof value === "number" || typeof value === "boolean")
    return value;
  if (typeof value !== "object") throw new Error("not JSON");
  if (isArray(value)) return Array.from(value, (item) => plainCopy(item, depth + 1));
  const copy = createObject();
  for (const key of Object.keys(value)) {
    const item = (value as Record<string, unknown>)[key];
    if (item !== undefined) copy[key] = plainCopy(item, depth + 1);
  }
  return copy;
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
