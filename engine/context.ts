/**
 * What a caller hands in beside the input: time, facts, memory. Checked as hostile as the input itself, and read such that
 * what can't be read counts for the stricter.
 */
import { readHookInput } from "./adapters/wire.ts";
import { isObject } from "./core/json.ts";
import { ReadMemory } from "./core/read-memory.ts";
import type { Asked, Candidate, Context, Memory } from "./core/rule.ts";
import { parseNow } from "./core/time.ts";

/** What a caller may hand in beside the input; all of it optional, and checked as hostile as the input itself */
export interface DecideContext {
  /** A time in UTC, `2026-11-30T15:30:00.000Z` or shorter; unreadable counts as absent */
  readonly now?: string;
  readonly facts?: Readonly<Record<string, string | number | boolean>>;
  readonly memory?: MemoryInput;
}

export interface MemoryInput {
  /** The Elicitation inputs that an ElicitationResult may answer, as the hook got them */
  readonly candidates: readonly unknown[];
  /** For a question: what the same server asked before in this session, oldest first; left out where that is not known */
  readonly asked?: readonly Asked[];
}

const NO_FACTS: ReadonlyMap<string, string> = new Map();
/** Where a caller hands in nothing */
export const NO_CONTEXT: Context = { now: undefined, facts: NO_FACTS, memory: undefined };

/**
 * Checks what a caller handed in beside the input. A clock or a memory that can't be read counts as absent, and then the
 * stricter holds; without facts that were meant a guard might not apply, so such a context is `undefined`: nothing is decided.
 */
export function contextOf(given: DecideContext | undefined): Context | undefined {
  if (given === undefined || given === null) return NO_CONTEXT;
  if (!isPlain(given)) return undefined;
  const facts = attempt(() => factsOf(given.facts));
  if (facts === undefined) return undefined;
  return { now: attempt(() => parseNow(given.now)), facts, memory: attempt(() => memoryOf(given.memory)) };
}

// A Map, a Set or a list of pairs would be read as an object without any keys.
function isPlain(value: unknown): boolean {
  return attempt(() => isObject(value) && !(Symbol.iterator in value)) === true;
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function factsOf(facts: DecideContext["facts"] | null): ReadonlyMap<string, string> | undefined {
  if (facts === undefined || facts === null) return NO_FACTS;
  if (!isPlain(facts)) return undefined;
  const stated = Object.entries(facts as Readonly<Record<string, unknown>>);
  if (stated.length === 0) return NO_FACTS;
  const read = new Map<string, string>();
  for (const [name, value] of stated) {
    if (value === undefined || value === null) continue;
    if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return undefined;
    read.set(name, String(value));
  }
  return read;
}

// A candidate that can't be read could be the one that is answered, so then nothing is known for certain.
function memoryOf(memory: DecideContext["memory"]): Memory | undefined {
  if (typeof memory === "object" && memory !== null && ReadMemory.is(memory)) return memory;
  if (!isObject(memory) || !Array.isArray(memory["candidates"])) return undefined;
  const candidates: Candidate[] = [];
  for (const input of memory["candidates"]) {
    const reading = readHookInput(input);
    if (reading.kind !== "request" || reading.request.event !== "Elicitation") return undefined;
    candidates.push(reading.request);
  }
  const { asked } = memory as { readonly asked?: unknown };
  if (asked === undefined || asked === null) return { candidates };
  const earlier = Array.isArray(asked) ? asked.map(askedOf) : [undefined];
  return earlier.every((one) => one !== undefined) ? { candidates, asked: earlier } : undefined;
}

function askedOf(given: unknown): Asked | undefined {
  if (!isObject(given)) return undefined;
  const { at, same, answer = null } = given as Readonly<Record<string, unknown>>;
  const time = parseNow(at);
  const known = answer === null || answer === "accept" || answer === "cancel" || answer === "decline";
  return time === undefined || typeof same !== "boolean" || !known ? undefined : { at: time, same, answer };
}
