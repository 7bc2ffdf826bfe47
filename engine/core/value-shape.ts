/** What may be said of any value: what it is, and how long about. */
import { isArray, type JsonValue } from "./json.ts";

/** Lengths count UTF-16 code units */
export type LengthClass = "0" | "1-7" | "8-15" | "16-31" | "32-63" | "64-255" | "256+";

/** A value's shape */
export type ValueShape =
  | { readonly type: "text"; readonly length: LengthClass }
  | { readonly type: "boolean" | "list" | "number" | "other" };

export function lengthClass(length: number): LengthClass {
  if (length === 0) return "0";
  if (length < 8) return "1-7";
  if (length < 16) return "8-15";
  if (length < 32) return "16-31";
  if (length < 64) return "32-63";
  return length < 256 ? "64-255" : "256+";
}

/** All that is said of a value that a person typed */
export function shapeOfValue(value: JsonValue): ValueShape {
  if (typeof value === "string") return { type: "text", length: lengthClass(value.length) };
  if (typeof value === "boolean" || typeof value === "number") return { type: typeof value as "boolean" | "number" };
  return { type: isArray(value) ? "list" : "other" };
}
