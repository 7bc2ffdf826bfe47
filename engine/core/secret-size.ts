/**
 * Whether a form, or an answer, is too long to be read for secrets.
 * Reading is linear, but whoever has to answer in time can't wait for megabytes; no honest question is so long.
 */
import { isArray, isObject, type JsonValue } from "./json.ts";
import { findFields, MAX_FIELDS } from "./secret-fields.ts";
import type { AskedForm } from "./secret-requests.ts";

/** What there is too much of */
export interface Excess {
  readonly unit: "characters" | "fields";
  readonly limit: number;
}

/** What a form has more of than is read: its message, names and texts may have `limit` characters together */
export function findExcess({ message, requestedSchema }: AskedForm, limit: number): Excess | undefined {
  const size = sizeOf(requestedSchema, limit);
  if (message.length + size.names + size.texts > limit) return { unit: "characters", limit };
  const many = size.values >= MAX_FIELDS && findFields(requestedSchema).length >= MAX_FIELDS;
  return many ? { unit: "fields", limit: MAX_FIELDS } : undefined;
}

/** Whether the names of an answer's fields have more than `limit` characters; its texts may be long, they cost less */
export function hasLongNames(content: unknown, limit: number): boolean {
  return sizeOf(content, limit).names > limit;
}

// Counts until a limit is passed.
function sizeOf(root: unknown, limit: number): { values: number; names: number; texts: number } {
  const size = { values: 0, names: 0, texts: 0 };
  const open: JsonValue[] = [root as JsonValue];
  while (open.length > 0 && size.names <= limit) {
    const value = open.pop() as JsonValue;
    size.values += 1;
    if (typeof value === "string") size.texts += value.length;
    else if (isArray(value)) for (const item of value) open.push(item);
    else if (isObject(value)) {
      for (const name of Object.keys(value)) {
        size.names += name.length;
        open.push(value[name] as JsonValue);
      }
    }
  }
  return size;
}
