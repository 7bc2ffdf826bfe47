/**
 * A request: one hook input, read and checked; a union by event and mode.
 * Rules only ever see what passed here, so every field has the type that it says.
 */
import { isObject, type JsonObject } from "./json.ts";
import type { Result } from "./result.ts";

export type EventName = "Elicitation" | "ElicitationResult";
export type Mode = "form" | "url";
export type Action = "accept" | "decline" | "cancel";

interface Origin {
  /** Configuration key of the MCP server, as written (client-observed A1); an ordinary string, whatever it spells */
  readonly server: string;
  readonly sessionId?: string;
  /** URL mode on protocol 2025-11-25 only (client-observed A1); opaque */
  readonly elicitationId?: string;
  /** Only under `--agent`, never for subagents (client-observed A1) */
  readonly agentType?: string;
}

export interface FormRequest extends Origin {
  readonly event: "Elicitation";
  readonly mode: "form";
  readonly message: string;
  readonly requestedSchema: JsonObject;
}

export interface UrlRequest extends Origin {
  readonly event: "Elicitation";
  readonly mode: "url";
  readonly message: string;
  /** As the client hands it over: not normalised (client-observed H) */
  readonly url: string;
}

export interface FormResult extends Origin {
  readonly event: "ElicitationResult";
  readonly mode: "form";
  readonly action: Action;
  readonly content?: JsonObject;
}

export interface UrlResult extends Origin {
  readonly event: "ElicitationResult";
  readonly mode: "url";
  readonly action: Action;
}

export type Request = FormRequest | UrlRequest | FormResult | UrlResult;

/** The fields of a request before they are checked; `adapters/wire.ts` fills them from the hook's own names */
export interface RequestFields {
  readonly event: unknown;
  readonly server?: unknown;
  readonly mode?: unknown;
  readonly message?: unknown;
  readonly requestedSchema?: unknown;
  readonly url?: unknown;
  readonly action?: unknown;
  readonly content?: unknown;
  readonly elicitationId?: unknown;
  readonly sessionId?: unknown;
  readonly agentType?: unknown;
}

export type RequestField = keyof RequestFields;

/** `missing`: needed here and absent; `wrong-type`; `unknown-value`; `other-mode`: belongs to the other mode */
export interface RequestProblem {
  readonly field: RequestField;
  readonly problem: "missing" | "other-mode" | "unknown-value" | "wrong-type";
}

/**
 * Checks the fields of one request. `null` counts as absent, and a request without `mode` is a form
 * (MCP 2026-07-28, elicitation: "MUST be read as form"). A field of the other mode makes it malformed: the client and
 * this engine might each look at another one.
 */
export function parseRequest(fields: RequestFields): Result<Request, RequestProblem> {
  const problems: RequestProblem[] = [];
  const event = eventName(fields.event);
  if (event === undefined) problems.push({ field: "event", problem: "unknown-value" });
  const mode = fields.mode ?? "form";
  if (mode !== "form" && mode !== "url") {
    problems.push({ field: "mode", problem: typeof mode === "string" ? "unknown-value" : "wrong-type" });
  }
  const server = textOf(fields, "server", problems) ?? missing("server", "", problems);
  // An empty name is no name: for mcp_tool hooks "" means absent (client-observed D2).
  if (fields.server === "") problems.push({ field: "server", problem: "missing" });
  const request =
    event === "ElicitationResult"
      ? readResult(fields, mode === "url", server, problems)
      : readQuestion(fields, mode === "url", server, problems);
  for (const name of OPTIONAL) {
    const value = textOf(fields, name, problems);
    // Set, not spread: this runs for every request, and spreading costs more than all the rest here.
    if (value !== undefined) (request as { [Name in typeof name]?: string })[name] = value;
  }
  const [first, ...rest] = problems;
  return first === undefined ? { ok: true, value: request } : { ok: false, errors: [first, ...rest] };
}

type Problems = RequestProblem[];

function readQuestion(fields: RequestFields, isUrl: boolean, server: string, problems: Problems): Request {
  const event = "Elicitation";
  const message = textOf(fields, "message", problems) ?? missing("message", "", problems);
  if (isUrl) {
    refuseField(fields, "requestedSchema", problems);
    return {
      server,
      event,
      mode: "url",
      message,
      url: textOf(fields, "url", problems) ?? missing("url", "", problems),
    };
  }
  refuseField(fields, "url", problems);
  const requestedSchema = objectOf(fields, "requestedSchema", problems) ?? missing("requestedSchema", {}, problems);
  return { server, event, mode: "form", message, requestedSchema };
}

function readResult(fields: RequestFields, isUrl: boolean, server: string, problems: Problems): Request {
  const event = "ElicitationResult";
  const stated = textOf(fields, "action", problems) ?? missing("action", "cancel", problems);
  const action = stated === "accept" || stated === "decline" || stated === "cancel" ? stated : undefined;
  if (action === undefined) problems.push({ field: "action", problem: "unknown-value" });
  if (isUrl) {
    refuseField(fields, "content", problems);
    refuseField(fields, "requestedSchema", problems);
    return { server, event, mode: "url", action: action ?? "cancel" };
  }
  refuseField(fields, "url", problems);
  const content = objectOf(fields, "content", problems);
  const request = { server, event, mode: "form", action: action ?? "cancel" } as const;
  return content === undefined ? request : { ...request, content };
}

const OPTIONAL = ["sessionId", "elicitationId", "agentType"] as const;

// `null` is absent; a value of the wrong type is reported, and what stands in for it is never decided on.
function textOf(fields: RequestFields, field: RequestField, problems: Problems): string | undefined {
  const value = fields[field];
  if (value === undefined || value === null || typeof value === "string") return value ?? undefined;
  problems.push({ field, problem: "wrong-type" });
  return "";
}

function objectOf(fields: RequestFields, field: RequestField, problems: Problems): JsonObject | undefined {
  const value = fields[field];
  if (value === undefined || value === null) return undefined;
  if (isObject(value)) return value;
  problems.push({ field, problem: "wrong-type" });
  return {};
}

function missing<Value>(field: RequestField, instead: Value, problems: Problems): Value {
  problems.push({ field, problem: "missing" });
  return instead;
}

function refuseField(fields: RequestFields, field: RequestField, problems: Problems): void {
  if (fields[field] !== undefined && fields[field] !== null) problems.push({ field, problem: "other-mode" });
}

/** The event, if it is one of ours in its exact spelling */
export function eventName(value: unknown): EventName | undefined {
  return value === "Elicitation" || value === "ElicitationResult" ? value : undefined;
}
