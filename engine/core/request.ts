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
  const report = (field: RequestField, problem: RequestProblem["problem"]): undefined => {
    problems.push({ field, problem });
    return undefined;
  };
  const text = (field: RequestField, needed: boolean): string | undefined => {
    const value = fields[field] ?? undefined;
    if (value === undefined) return needed ? report(field, "missing") : undefined;
    return typeof value === "string" ? value : report(field, "wrong-type");
  };
  const object = (field: RequestField, needed: boolean): JsonObject | undefined => {
    const value = fields[field] ?? undefined;
    if (value === undefined) return needed ? report(field, "missing") : undefined;
    return isObject(value) ? value : report(field, "wrong-type");
  };
  const absent = (...names: readonly RequestField[]): void => {
    for (const name of names) if ((fields[name] ?? undefined) !== undefined) report(name, "other-mode");
  };

  const event = eventName(fields.event);
  if (event === undefined) report("event", "unknown-value");
  const server = text("server", true) ?? "";
  // An empty name is no name: for mcp_tool hooks "" means absent (client-observed D2).
  if (fields.server === "") report("server", "missing");
  const mode = fields.mode ?? "form";
  if (mode !== "form" && mode !== "url") report("mode", typeof mode === "string" ? "unknown-value" : "wrong-type");
  const origin: Origin = {
    server,
    ...optional("sessionId", text("sessionId", false)),
    ...optional("elicitationId", text("elicitationId", false)),
    ...optional("agentType", text("agentType", false)),
  };

  let request: Request;
  if (event === "ElicitationResult") {
    const action = text("action", true) ?? "";
    if (action !== "accept" && action !== "decline" && action !== "cancel") {
      if (action !== "") report("action", "unknown-value");
      return { ok: false, errors: firstOf(problems, "action") };
    }
    if (mode === "url") {
      absent("content", "requestedSchema");
      request = { ...origin, event, mode, action };
    } else {
      absent("url");
      request = { ...origin, event, mode: "form", action, ...optional("content", object("content", false)) };
    }
  } else {
    const message = text("message", true) ?? "";
    if (mode === "url") {
      absent("requestedSchema");
      request = { ...origin, event: "Elicitation", mode, message, url: text("url", true) ?? "" };
    } else {
      absent("url");
      const requestedSchema = object("requestedSchema", true) ?? {};
      request = { ...origin, event: "Elicitation", mode: "form", message, requestedSchema };
    }
  }
  const [first, ...rest] = problems;
  return first === undefined ? { ok: true, value: request } : { ok: false, errors: [first, ...rest] };
}

/** The event, if it is one of ours in its exact spelling */
export function eventName(value: unknown): EventName | undefined {
  return value === "Elicitation" || value === "ElicitationResult" ? value : undefined;
}

function firstOf(
  problems: readonly RequestProblem[],
  field: RequestField,
): readonly [RequestProblem, ...RequestProblem[]] {
  const [first, ...rest] = problems;
  return first === undefined ? [{ field, problem: "missing" }] : [first, ...rest];
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}
