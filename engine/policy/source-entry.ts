/**
 * The values of a policy with their places: the tree behind `SourceNode`.
 * Kept apart from the values themselves, so that those stay plain JSON.
 */
import type { JsonValue } from "../core/json.ts";

/** A stretch of the text */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A value and where it stands; children are the values of an object by key, or those of an array by index */
export interface Entry {
  readonly value: JsonValue;
  readonly span: Span;
  /** What a caret marks: the first key of a block mapping, the first dash of a block list, else all of it */
  readonly mark: Span;
  readonly key?: Span;
  /** A scalar as it is written, quotes included */
  readonly spelling?: string;
  readonly children: ReadonlyMap<string, Entry>;
  /** Values in it, and characters in them, aliases written out */
  readonly size: number;
  /** Mappings and lists inside each other */
  readonly height: number;
}

const NONE: ReadonlyMap<string, Entry> = new Map();

/** A scalar, or what stands in for a value that could not be read */
export function leaf(value: JsonValue, { start, end }: Span, spelling?: string): Entry {
  const span = { start, end };
  const size = 1 + (spelling ?? "").length;
  return { value, span, mark: span, children: NONE, size, height: 0, ...(spelling === undefined ? {} : { spelling }) };
}

/** An object or array */
export function branch(value: JsonValue, children: ReadonlyMap<string, Entry>, span: Span, mark: Span): Entry {
  let size = 1;
  let height = 0;
  for (const [key, child] of children) {
    size += key.length + child.size;
    height = Math.max(height, child.height);
  }
  return { value, span, mark, children, size, height: height + 1 };
}

/** The entry at a path, or the last one on the way to it */
export function findEntry(root: Entry, parts: readonly string[]): { readonly entry: Entry; readonly found: boolean } {
  let entry = root;
  for (const part of parts) {
    const child = entry.children.get(part);
    if (child === undefined) return { entry, found: false };
    entry = child;
  }
  return { entry, found: true };
}

/**
 * The path of the innermost value around an offset. Where the text is not YAML, keys can be wrong: at a key it is the
 * path of the mapping around it, and a key of several lines is none.
 */
export function pathAt(root: Entry, offset: number): readonly string[] {
  for (const [part, child] of root.children) {
    const begins = child.key === undefined ? child.span.start <= offset : child.key.start < offset;
    if (begins && offset < child.span.end && !part.includes("\n")) return [part, ...pathAt(child, offset)];
  }
  return [];
}
