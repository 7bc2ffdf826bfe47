/**
 * JSON in which every value knows its place, so that a finding can name the line.
 * Read as the client reads it, where a repeated key counts by its last value; that it is repeated is told.
 */
import type { Node } from "jsonc-parser";
import { type JsonProblem, type JsonValue, parseJson } from "../../core/json.ts";
import { parseNodes } from "../settings-edit.ts";

export interface Located {
  readonly value: JsonValue;
  readonly line: number;
  readonly column: number;
  /** The value under a key; `undefined` where there is none, or this is no object */
  readonly member: (name: string) => Located | undefined;
  readonly members: () => readonly (readonly [name: string, value: Located])[];
  /** Empty where this is no list */
  readonly items: () => readonly Located[];
}

export interface ReadJson {
  readonly root: Located | undefined;
  /** What is wrong, with its place; `duplicate-key` alone still gives a root */
  readonly problem: { readonly code: JsonProblem["code"]; readonly line: number; readonly column: number } | undefined;
}

/** Never throws */
export function readJson(text: string): ReadJson {
  const body = text.replace(/^\ufeff/, " ");
  const lines = lineStarts(body);
  const json = parseJson(body);
  if (json.ok) return { root: locate(parseNodes(body), lines), problem: undefined };
  const { code, offset } = json.errors[0];
  const problem = { code, ...placeOf(offset, lines) };
  if (code !== "duplicate-key") return { root: undefined, problem };
  try {
    JSON.parse(body); // a second fault may stand behind the first
    return { root: locate(parseNodes(body), lines), problem };
  } catch (error) {
    // Beyond the stack, and so beyond what can be examined.
    const other = error instanceof RangeError ? "too-deep" : "malformed-json";
    return { root: undefined, problem: { ...problem, code: other } };
  }
}

function locate(node: Node, lines: readonly number[]): Located {
  const named = new Map<string, Node>();
  for (const { children: [key, value] = [] } of node.type === "object" ? (node.children ?? []) : [])
    if (key !== undefined && value !== undefined) named.set(String(key.value), value);
  return {
    get value() {
      return plainValue(node);
    },
    ...placeOf(node.offset, lines),
    member: (name) => {
      const found = named.get(name);
      return found === undefined ? undefined : locate(found, lines);
    },
    members: () => [...named].map(([name, value]) => [name, locate(value, lines)]),
    items: () => (node.type === "array" ? (node.children ?? []).map((item) => locate(item, lines)) : []),
  };
}

function plainValue(node: Node): JsonValue {
  if (node.type === "array") return (node.children ?? []).map(plainValue);
  if (node.type !== "object") return node.value as JsonValue;
  const pairs = (node.children ?? []).map(({ children: [key, value] = [] }) => [key, value] as const);
  // `fromEntries` defines, so that `__proto__` is a key like others; of equal keys the last counts.
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (value === undefined ? [] : [[String(key?.value), plainValue(value)]])),
  );
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

function placeOf(offset: number, starts: readonly number[]): { readonly line: number; readonly column: number } {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}
