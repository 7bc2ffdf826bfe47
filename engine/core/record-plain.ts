/**
 * The record of a decision in which nothing can be a secret: the request as it is, nothing withheld, nothing decided again.
 * Most questions are such, and this tells it without any of what else takes (record-decision.ts, which says the same of them).
 */
import type { Decision, Reason } from "./decision.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import { isPlain, isPlainName, MAX_NAME } from "./plain-text.ts";
import { presetsOf } from "./presets.ts";
import type { RecordParts } from "./record.ts";
import type { Told } from "./record-decision.ts";
import type { Request } from "./request.ts";
import { isUuid } from "./uuid.ts";
import { shapeOfValue } from "./value-shape.ts";
import type { RecordedRequest } from "./withhold.ts";

// In UTF-16 code units of JSON: what is larger may be too large to be kept at all.
const MOST_PLAIN = 65_536;

/** `undefined`: something may have to be withheld */
export function recordPlainly({ context, decision, server, session, request }: RecordParts): Told | undefined {
  if (request?.event === "ElicitationResult" && "content" in request && request.content !== undefined) return undefined;
  if (server !== undefined && !isPlainName(server)) return undefined;
  if (session !== undefined && !isPlainId(session)) return undefined;
  const facts = [...context.facts].sort(([left], [right]) => (left < right ? -1 : 1));
  if (!facts.every(([, fact]) => isPlain(fact)) || !isPlainDecision(decision)) return undefined;
  const { effect, reasons, errors, observed } = decision;
  const { candidates = [], asked = null } = context.memory ?? {};
  const kept = request === undefined ? null : plainRequest(request);
  const before = candidates.map(plainRequest);
  if (kept === undefined || !before.every((one) => one !== undefined)) return undefined;
  if (JSON.stringify([kept, before]).length > MOST_PLAIN) return undefined;
  return {
    // Whoever gets the record may do with it as they like.
    decision: { effect, reasons: copied(reasons), errors: copied(errors), observed: copied(observed) },
    content: contentOf(decision),
    server: server ?? null,
    session: session ?? null,
    facts: Object.fromEntries(facts),
    request: kept,
    memory: kept === null || context.memory === undefined ? null : { candidates: before, asked },
    withheld: [],
    recorded: [],
    final: false,
  };
}

// What was stopped by the clock is a matter of its own.
function isPlainDecision({ content, reasons, errors, observed }: Decision): boolean {
  if (content !== undefined && !Object.keys(content).every(isPlainName)) return false;
  for (const said of [reasons, errors, observed])
    for (const { code, args } of said) {
      if (code === "killed") return false;
      for (const arg of Object.values(args)) if (typeof arg === "string" && !isPlainName(arg)) return false;
    }
  return true;
}

function copied<Said extends Reason>(list: readonly Said[]): readonly Said[] {
  return list.map((one) => ({ ...one, args: { ...one.args } }));
}

function contentOf({ content }: Decision): Told["content"] {
  if (content === undefined) return null;
  return Object.fromEntries(Object.entries(content).map(([name, value]) => [name, shapeOfValue(value)]));
}

/** A request as a record holds it; `undefined`: something in it may have to be withheld */
export function plainRequest(request: Request): RecordedRequest | undefined {
  const { sessionId: session, elicitationId: elicitation, agentType: agent } = request;
  for (const id of [session, elicitation]) if (id !== undefined && !isPlainId(id)) return undefined;
  if (agent !== undefined && !isPlain(agent)) return undefined;
  const body = plainBody(request);
  if (body === undefined) return undefined;
  return {
    ...body,
    withheld: [],
    ...(session === undefined ? {} : { session }),
    ...(elicitation === undefined ? {} : { elicitation }),
    ...(agent === undefined ? {} : { agent }),
  };
}

// A link is always looked at more closely, and so is whatever a person typed.
function plainBody(request: Request): Partial<RecordedRequest> | undefined {
  if (request.event === "ElicitationResult")
    return "content" in request && request.content !== undefined ? undefined : { action: request.action };
  if (request.mode === "url" || !isPlain(request.message) || presetsOf(request).length > 0) return undefined;
  const { message, requestedSchema } = request;
  if (!isPlainSchema(requestedSchema)) return undefined;
  return { message, schema: JSON.parse(JSON.stringify(requestedSchema)) as JsonObject };
}

function isPlainSchema(value: JsonValue): boolean {
  if (typeof value === "string") return isPlain(value);
  if (isArray(value)) return value.every(isPlainSchema);
  if (!isObject(value)) return true;
  return Object.keys(value).every((key) => isPlainName(key) && isPlainSchema(value[key] as JsonValue));
}

function isPlainId(id: string): boolean {
  return id.length <= MAX_NAME && (isUuid(id) || id.length < 8 || isPlain(id));
}
