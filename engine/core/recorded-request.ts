/**
 * A recorded request as `decide` takes it. Whoever replays is told of each read of something that was withheld: what a rule
 * says after such a read may be another thing than what it would have said (DESIGN §9, "unknown").
 */
import { createObject, type JsonObject, type JsonValue } from "./json.ts";
import type { EventName, Mode, Request } from "./request.ts";
import type { Asked, Candidate, Context, Memory } from "./rule.ts";
import type { RecordedRequest, Withheld } from "./withhold.ts";

/** Parts of a request, and `before` for what was asked before */
export type Part = "before" | "content" | "facts" | "id" | "message" | "schema" | "url";

export type Touch = (part: Part) => void;

export interface Origin {
  readonly event: EventName;
  readonly mode: Mode;
  readonly server: string;
}

export interface RecordedMemory {
  readonly candidates: readonly RecordedRequest[];
  readonly asked: readonly Asked[] | null;
}

/** The request; `touch` is told of reads of what was withheld */
export function reviveRequest(recorded: RecordedRequest, { event, mode, server }: Origin, touch?: Touch): Request {
  const { message, schema, url, action, content, session, elicitation, agent, withheld } = recorded;
  const request: Record<string, unknown> = { event, mode, server };
  const put = (name: string, value: unknown, places: readonly string[], part: Part): void => {
    if (value === undefined) return;
    const hides = touch !== undefined && withheld.some(({ at }) => places.some((place) => isIn(at, place)));
    if (hides) watch(request, name, value, () => touch(part));
    else request[name] = value;
  };
  if (event === "Elicitation") {
    put("message", message ?? "", ["/message"], "message");
    if (mode === "url") put("url", url ?? "", ["/url"], "url");
    else put("requestedSchema", plain(schema ?? {}), ["/schema"], "schema");
  } else {
    request["action"] = action ?? "cancel";
    if (content !== undefined) {
      const values = touch === undefined ? plain(content) : watched(content, withheld, () => touch("content"));
      // Only names: each value is watched by itself.
      put("content", values, withheld.some(hidesNames) ? ["/content"] : [], "content");
    }
  }
  put("sessionId", session, ["/session"], "id");
  put("elicitationId", elicitation, ["/elicitation"], "id");
  put("agentType", agent, ["/agent"], "id");
  return request as unknown as Request;
}

export function reviveMemory(memory: RecordedMemory, server: string, touch?: Touch): Memory {
  const candidates = memory.candidates.map((one) => {
    const mode = one.schema === undefined ? "url" : "form";
    return reviveRequest(one, { event: "Elicitation", mode, server }, touch && (() => touch("before"))) as Candidate;
  });
  return { candidates, ...(memory.asked === null ? {} : { asked: memory.asked }) };
}

/** `hidden`: names of facts that were withheld */
export function reviveContext(
  now: string | null,
  facts: Readonly<Record<string, string>>,
  memory: Memory | undefined,
  hidden: ReadonlySet<string> = new Set(),
  touch?: Touch,
): Context {
  const known = new Map(Object.entries(facts));
  return {
    now: now ?? undefined,
    memory,
    facts: touch === undefined || hidden.size === 0 ? known : watchedFacts(known, hidden, touch),
  };
}

function watchedFacts(
  facts: Map<string, string>,
  hidden: ReadonlySet<string>,
  touch: Touch,
): ReadonlyMap<string, string> {
  const watched = new Map(facts);
  watched.get = (name) => {
    if (hidden.has(name)) touch("facts");
    return facts.get(name);
  };
  // Whoever lists them all reads the hidden ones too.
  const all = (): MapIterator<[string, string]> => {
    touch("facts");
    return facts.entries();
  };
  watched.entries = all;
  watched[Symbol.iterator] = all;
  watched.forEach = (visit) => {
    for (const [name, fact] of all()) visit(fact, name, facts);
  };
  watched.values = () => {
    touch("facts");
    return facts.values();
  };
  return watched;
}

function isIn(at: string, place: string): boolean {
  return at === place || at.startsWith(`${place}/`);
}

function hidesNames({ type }: Withheld): boolean {
  return type === "names";
}

function watched(content: JsonObject, withheld: readonly Withheld[], touch: () => void): JsonObject {
  const copy = createObject();
  const all = withheld.length > 0;
  for (const name of Object.keys(content)) {
    const value = plain(content[name] as JsonValue);
    if (all) watch(copy, name, value, touch);
    else copy[name] = value;
  }
  return copy;
}

function watch(object: object, name: string, value: unknown, touch: () => void): void {
  Object.defineProperty(object, name, {
    enumerable: true,
    configurable: true,
    get: () => {
      touch();
      return value;
    },
  });
}

// Rules meet objects that inherit nothing (core/json.ts); a line of the log was read by a quicker reader.
function plain<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(plain) as unknown as Value;
  const copy = createObject();
  for (const name of Object.keys(value)) copy[name] = plain((value as JsonObject)[name] as JsonValue);
  return copy as unknown as Value;
}
