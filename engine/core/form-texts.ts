/**
 * Every text of a form that a client may show: names, titles, descriptions, labels, defaults, at any depth and in any shape.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { Path } from "./path.ts";

export interface FormText {
  readonly text: string;
  /** Place in the schema; of a name, what it names */
  readonly at: Path | undefined;
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
  collect(schema as JsonValue, undefined, 0, false, texts);
  return texts;
}

/** Whether `test` says yes to any of these texts: sooner told than listed. KEEP IN SYNC with `collect` */
export function someFormText(schema: unknown, test: (text: string) => boolean): boolean {
  return some(schema as JsonValue, 0, test);
}

function some(value: JsonValue, depth: number, test: (text: string) => boolean): boolean {
  if (typeof value === "string") return value !== "" && test(value);
  if (depth > MAX_DEPTH) return false;
  if (isArray(value)) return value.some((item) => some(item, depth + 1, test));
  if (!isObject(value)) return false;
  for (const key of Object.keys(value)) {
    const inner = value[key] as JsonValue;
    if (typeof inner === "string" && SILENT.has(key)) continue;
    if (test(key) || some(inner, depth + 1, test)) return true;
  }
  return false;
}

function collect(value: JsonValue, at: Path | undefined, depth: number, ofLink: boolean, texts: FormText[]): void {
  if (typeof value === "string") {
    if (value !== "") texts.push({ text: value, at, ofLink });
    return;
  }
  if (depth > MAX_DEPTH) return;
  if (isArray(value)) {
    for (const [step, item] of value.entries()) collect(item, { before: at, step }, depth + 1, ofLink, texts);
  } else if (isObject(value)) collectObject(value, at, depth, ofLink, texts);
}

function collectObject(
  object: JsonObject,
  at: Path | undefined,
  depth: number,
  ofLink: boolean,
  texts: FormText[],
): void {
  const link = ofLink || (Object.hasOwn(object, "format") && object["format"] === "uri");
  for (const key of Object.keys(object)) {
    if (SILENT.has(key) && typeof object[key] === "string") continue;
    const inner: Path = { before: at, step: key };
    texts.push({ text: key, at: inner, ofLink: link });
    collect(object[key] as JsonValue, inner, depth + 1, link, texts);
  }
}
