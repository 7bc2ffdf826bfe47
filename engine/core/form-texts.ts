/**
 * Every text of a form that a client may show: names, titles, descriptions, labels, defaults, at any depth and in any shape.
 */
import { pointer } from "./form-keyword.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";

export interface FormText {
  readonly text: string;
  /** JSON pointer into the schema; of a name, to what it names */
  readonly at: string;
  /** Stands in a field that holds a link, where an example of one is no surprise */
  readonly ofLink: boolean;
}

const MAX_DEPTH = 100;
// Keywords whose text is for programs.
const SILENT: ReadonlySet<string> = new Set([
  "$schema",
  "$ref",
  "$id",
  "type",
  "format",
  "pattern",
  "contentMediaType",
]);

/** Collects the texts in the order of the schema */
export function findFormTexts(schema: unknown): readonly FormText[] {
  const texts: FormText[] = [];
  collect(schema as JsonValue, [], false, texts);
  return texts;
}

function collect(value: JsonValue, path: readonly string[], ofLink: boolean, texts: FormText[]): void {
  if (typeof value === "string") {
    if (value !== "") texts.push({ text: value, at: pointer(path), ofLink });
    return;
  }
  if (path.length > MAX_DEPTH) return;
  if (isArray(value)) {
    for (const [index, item] of value.entries()) collect(item, [...path, String(index)], ofLink, texts);
  } else if (isObject(value)) collectObject(value, path, ofLink, texts);
}

function collectObject(object: JsonObject, path: readonly string[], ofLink: boolean, texts: FormText[]): void {
  const link = ofLink || (Object.hasOwn(object, "format") && object["format"] === "uri");
  for (const key of Object.keys(object)) {
    if (SILENT.has(key) && typeof object[key] === "string") continue;
    texts.push({ text: key, at: pointer([...path, key]), ofLink: link });
    collect(object[key] as JsonValue, [...path, key], link, texts);
  }
}
