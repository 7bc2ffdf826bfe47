/** Plain values for tests, made so that no name of theirs is special: `__proto__` is a key like any other. */
import type { JsonObject, JsonValue } from "../../engine/core/json.ts";

export type Pairs = readonly (readonly [name: string, value: JsonValue])[];

/** An object without a prototype, as the engine's own reader makes them */
export function objectOf(pairs: Pairs): JsonObject {
  const object: Record<string, JsonValue> = Object.create(null);
  for (const [name, value] of pairs) object[name] = value;
  return object;
}

/** Freezes a value and all that hangs on it: a write to it throws from now on */
export function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const key of Reflect.ownKeys(value)) deepFreeze((value as Record<PropertyKey, unknown>)[key]);
  }
  return value;
}

/** One spelling for decisions, to compare them byte for byte */
export function bytes(value: unknown): string {
  return JSON.stringify(value);
}
