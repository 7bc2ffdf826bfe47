/**
 * Words that form.ts and form-field.ts share: which keywords limit nothing, and how a place in a schema is named.
 * A keyword that nobody knows counts as a limit, since a server's own validator may know it.
 */
import type { FormProblemCode } from "./form-problem.ts";
import { isArray, type JsonObject, type JsonValue } from "./json.ts";

/** Notes a problem at the end of a path from where the reporter stands */
export type Report = (code: FormProblemCode, ...path: readonly string[]) => void;

/** The value of an own property: a schema may have a prototype, and its names are data */
export function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** RFC 6901 */
export function pointer(path: readonly string[]): string {
  return path.map((step) => `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function isNames(value: JsonValue | undefined): value is readonly string[] {
  return isArray(value) && value.every((one) => typeof one === "string");
}

/** Whether a keyword outside the grammar is known to limit nothing, wherever it stands (JSON Schema 2020-12, meta-data) */
export function isAnnotation(keyword: string): boolean {
  annotations ??= new Set(ANNOTATIONS.split(" "));
  return annotations.has(keyword) || keyword.startsWith("x-");
}

// `$defs` and `definitions` limit nothing until a `$ref` points there, and that is reported where it stands.
const ANNOTATIONS =
  "$anchor $comment $defs $id default definitions deprecated description enumNames example examples id readOnly title writeOnly";
let annotations: ReadonlySet<string> | undefined;
