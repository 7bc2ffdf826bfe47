/**
 * The texts of an answer's content, each with the property that it lies in.
 * A name may be as long as the input, and a list below it as well: places are chains, and a name is never copied.
 */
import { isArray, isObject, type JsonValue } from "./json.ts";
import type { Path } from "./path.ts";

export interface Leaf {
  readonly at: Path | undefined;
  /** The nearest property's name; none for a name itself */
  readonly name: string | undefined;
  /** The first property's name, by which a question names its field */
  readonly top: string;
  readonly text: string;
  readonly number: boolean;
  /** Stands directly in a list */
  readonly listed: boolean;
}

const MAX_DEPTH = 60;

/** Collects the texts, numbers and long names of a content in its order */
export function findLeaves(content: unknown): readonly Leaf[] {
  const leaves: Leaf[] = [];
  collect(content as JsonValue, undefined, "", undefined, leaves, 0);
  return leaves;
}

function collect(
  value: JsonValue,
  at: Path | undefined,
  name: string,
  top: string | undefined,
  leaves: Leaf[],
  depth: number,
): void {
  if (depth > MAX_DEPTH) return;
  if (typeof value === "string" || typeof value === "number") {
    const number = typeof value === "number";
    leaves.push({ at, name, top: top ?? "", text: String(value), number, listed: typeof at?.step === "number" });
  } else if (isArray(value)) {
    for (const [step, item] of value.entries()) {
      collect(item, { before: at, step }, name, top ?? String(step), leaves, depth + 1);
    }
  } else if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const inner: Path = { before: at, step: key };
      // A token can also hide in a property's name.
      if (key.length >= 16) {
        leaves.push({ at: inner, name: undefined, top: top ?? key, text: key, number: false, listed: false });
      }
      collect(value[key] as JsonValue, inner, key, top ?? key, leaves, depth + 1);
    }
  }
}
