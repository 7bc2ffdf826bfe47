/**
 * The audit entry of one decision: what was decided and why, and of the request only its shape.
 * No value that a person typed or a server sent as text stands in it, whole or in part (DESIGN §9).
 */
import type { Decision } from "./decision.ts";
import { canonicalJson, isObject, type JsonValue } from "./json.ts";
import { redactName, redactReason, redactText, shapesOf, type ValueShape } from "./redact.ts";
import type { EventName, Request } from "./request.ts";
import type { Context } from "./rule.ts";
import { sha256Hex } from "./sha256.ts";
import { parseUrl } from "./url.ts";

export interface DecisionRecord {
  readonly version: 1;
  /** Version of sekisho */
  readonly engine: string;
  /** Digest of policy and scripts */
  readonly policy: string;
  readonly now: string | null;
  readonly event: EventName | null;
  readonly server: string | null;
  readonly mode: "form" | "url" | null;
  readonly effect: Decision["effect"];
  readonly reasons: Decision["reasons"];
  readonly errors: Decision["errors"];
  readonly observed: Decision["observed"];
  readonly facts: Readonly<Record<string, string>>;
  readonly request: RequestShape | null;
}

/** Lengths of messages and links count UTF-16 code units; of what a person typed only the class is told */
export type RequestShape =
  | { readonly message: number; readonly fields: readonly string[] }
  | { readonly message: number; readonly url: { readonly length: number; readonly host: string | null } }
  | { readonly action: string; readonly content: Readonly<Record<string, ValueShape>> | null };

export interface RecordParts {
  readonly engine: string;
  readonly policy: string;
  readonly context: Context;
  readonly decision: Decision;
  readonly event: EventName | undefined;
  readonly server: string | undefined;
  readonly request: Request | undefined;
}

export function createRecord({
  engine,
  policy,
  context,
  decision,
  event,
  server,
  request,
}: RecordParts): DecisionRecord {
  const { effect, reasons, errors, observed } = decision;
  return {
    version: 1,
    engine,
    policy,
    now: context.now ?? null,
    event: event ?? null,
    server: server === undefined ? null : redactName(server),
    mode: request?.mode ?? null,
    effect,
    // Copies: who gets the record may change it, and must not change the decision.
    reasons: reasons.map(redactReason),
    errors: errors.map(redactReason),
    observed: observed.map(redactReason),
    facts: Object.fromEntries(
      [...context.facts]
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .map(([name, fact]) => [name, redactText(fact)]),
    ),
    request: request === undefined ? null : shapeOf(request),
  };
}

/** The SHA-256 of the canonical JSON of a policy, in hex: what every record carries (DESIGN §3) */
export function digestOf(policy: JsonValue): string {
  return sha256Hex(canonicalJson(policy));
}

/**
 * One line of JSON in which no character can break a line or a terminal: controls, C1, U+2028 and U+2029,
 * bidirectional and invisible characters stand as escapes.
 */
export function renderRecord(record: DecisionRecord): string {
  return JSON.stringify(record).replace(
    /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\uffff]|\udb40[\udc00-\udfff]/g,
    (found) =>
      Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
        "",
      ),
  );
}

function shapeOf(request: Request): RequestShape {
  if (request.event === "ElicitationResult") {
    const content = request.mode === "form" ? request.content : undefined;
    return { action: request.action, content: content === undefined ? null : shapesOf(content) };
  }
  if (request.mode === "url") {
    const url = parseUrl(request.url);
    return {
      message: request.message.length,
      url: { length: request.url.length, host: url.ok ? url.value.host : null },
    };
  }
  const properties = request.requestedSchema["properties"];
  return {
    message: request.message.length,
    fields: isObject(properties) ? Object.keys(properties).map(redactName) : [],
  };
}
