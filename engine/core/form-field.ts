/**
 * One property of a form, read into a field: text, number, yes/no, or a choice in any of the grammar's five spellings.
 * Keywords outside the grammar are named, and those that are easily checked all the same are kept (MCP 2026-07-28, schema.ts).
 */
import type { Field, Option, Protocol, Values } from "./form.ts";
import { isAnnotation, isNames, own, type Report } from "./form-keyword.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "./json.ts";

/** Reads one property; `report` stands at it. What has no reading becomes an opaque field, with its labels and a problem */
export function parseField(
  name: string,
  schema: JsonValue,
  required: boolean,
  protocol: Protocol,
  report: Report,
): Field {
  if (!isObject(schema)) {
    report("not-an-object");
    return { type: "opaque", name, title: undefined, description: undefined, required, default: undefined };
  }
  const shape = readShape(schema, report);
  readKeywords(schema, shape, report);
  const stated = own(schema, "default");
  if (stated !== undefined && !suits(stated, shape)) report("bad-default", "default");
  if (protocol === "2025-06-18") reportNewer(schema, shape, report);
  const labels = {
    name,
    title: readLabel(schema, "title", report),
    description: readLabel(schema, "description", report),
    required,
    default: stated,
  };
  // Not a spread: with so many shapes, engines take several times as long for it.
  return Object.assign(labels, shape);
}

/** The part of a field that its type decides */
type Shape = ShapeOf<Field>;
type ShapeOf<One> = One extends Field ? Omit<One, "default" | "description" | "name" | "required" | "title"> : never;

function readShape(schema: JsonObject, report: Report): Shape {
  const type = own(schema, "type");
  switch (type) {
    case "string":
      return readString(schema, report);
    case "number":
    case "integer":
      return {
        type,
        minimum: readBound(schema, "minimum", report),
        maximum: readBound(schema, "maximum", report),
        exclusiveMinimum: readBound(schema, "exclusiveMinimum", report),
        exclusiveMaximum: readBound(schema, "exclusiveMaximum", report),
        values: readValues(schema),
      };
    case "boolean":
      return { type, values: readValues(schema) };
    case "array":
      return readChoices(schema, report);
    default:
      report("bad-type", "type");
      return { type: "opaque" };
  }
}

function readString(schema: JsonObject, report: Report): Shape {
  // With both, the client keeps `enum` (mcp-elicitation §5.1); `oneOf` is then reported as a keyword out of place.
  for (const keyword of ["enum", "oneOf"] as const) {
    const list = own(schema, keyword);
    if (list === undefined) continue;
    const titles = keyword === "enum" ? readTitles(schema, list, report) : [];
    const options = readOptions(list, keyword, titles, (code, ...path) => report(code, keyword, ...path));
    return options === undefined ? { type: "opaque" } : { type: "choice", ...options };
  }
  const format = own(schema, "format");
  const known = format === "date" || format === "date-time" || format === "email" || format === "uri";
  if (format !== undefined && !known) report("unknown-format", "format");
  return {
    type: "string",
    minLength: readLength(schema, "minLength", report),
    maxLength: readLength(schema, "maxLength", report),
    format: known ? format : undefined,
    values: readValues(schema),
  };
}

function readChoices(schema: JsonObject, report: Report): Shape {
  const items = own(schema, "items");
  const keyword = isObject(items) ? ["enum", "anyOf"].find((one) => Object.hasOwn(items, one)) : undefined;
  if (!isObject(items) || keyword === undefined) {
    report("bad-choices", "items");
    return { type: "opaque" };
  }
  const inItems: Report = (code, ...path) => report(code, "items", ...path);
  const type = own(items, "type");
  // FastMCP sends `enum` alone (PrefectHQ/fastmcp#3731): outside the grammar, but strings of a list have one reading.
  if (type === undefined && keyword === "enum") inItems("missing-type", "type");
  if (type !== undefined && type !== "string") inItems("bad-type", "type");
  for (const extra of Object.keys(items)) {
    if (extra === "type" && keyword === "anyOf" && type === "string") inItems("annotation", extra);
    if (extra !== keyword && extra !== "type") inItems(isAnnotation(extra) ? "annotation" : "constraint", extra);
  }
  const list = own(items, keyword) as JsonValue;
  const options = readOptions(list, keyword, [], (code, ...path) => inItems(code, keyword, ...path));
  if (options === undefined) return { type: "opaque" };
  return {
    type: "choices",
    ...options,
    minItems: readLength(schema, "minItems", report),
    maxItems: readLength(schema, "maxItems", report),
    unique: own(schema, "uniqueItems") === true,
  };
}

interface Options {
  readonly options: readonly Option[];
  readonly values: Values;
}

function readOptions(list: JsonValue, keyword: string, titles: readonly string[], report: Report): Options | undefined {
  if (!isArray(list)) {
    report("bad-choices");
    return undefined;
  }
  if (list.length === 0) report("no-choices");
  const options: Option[] = [];
  const twice = new Set<string>();
  const values = new Set<string>();
  for (const [index, entry] of list.entries()) {
    const option = keyword === "enum" ? readEntry(entry, titles[index]) : readTitled(entry, `${index}`, report);
    if (option === undefined) {
      report("bad-choices", `${index}`);
      return undefined;
    }
    options.push(option);
    if (values.has(option.const)) twice.add(option.const);
    values.add(option.const);
  }
  if (twice.size > 0) report("duplicate-choice");
  // `oneOf` wants exactly one match, so a value that stands twice never validates (mcp-elicitation §4.4).
  if (keyword === "oneOf") for (const value of twice) values.delete(value);
  return { options, values };
}

function readEntry(entry: JsonValue, title: string | undefined): Option | undefined {
  return typeof entry === "string" ? { const: entry, title } : undefined;
}

function readTitled(entry: JsonValue, index: string, report: Report): Option | undefined {
  if (!isObject(entry)) return undefined;
  const value = own(entry, "const");
  if (typeof value !== "string") return undefined;
  const title = own(entry, "title");
  if (typeof title !== "string") report("missing-label", index, "title");
  for (const extra of Object.keys(entry)) {
    if (extra === "const" || extra === "title") continue;
    const idle = isAnnotation(extra) || (extra === "type" && entry[extra] === "string");
    report(idle ? "annotation" : "constraint", index, extra);
  }
  return { const: value, title: typeof title === "string" ? title : undefined };
}

// The legacy labels; the value that is sent stays the enum entry (SEP-1330).
function readTitles(schema: JsonObject, list: JsonValue, report: Report): readonly string[] {
  const titles = own(schema, "enumNames");
  if (titles === undefined) return [];
  if (!isNames(titles)) {
    report("bad-label", "enumNames");
    return [];
  }
  if (isArray(list) && list.length !== titles.length) report("label-count", "enumNames");
  return titles;
}

const LABELS = ["type", "title", "description", "default"];

function readKeywords(schema: JsonObject, shape: Shape, report: Report): void {
  // The reason was named already; the keywords of a shape that can't be read say nothing more.
  if (shape.type === "opaque") return;
  const known = keywordsOf(schema, shape);
  for (const keyword of Object.keys(schema)) {
    if (LABELS.includes(keyword) || known.includes(keyword)) continue;
    const idle = isAnnotation(keyword) || (keyword === "uniqueItems" && schema[keyword] === false);
    report(idle ? "annotation" : "constraint", keyword);
  }
}

function keywordsOf(schema: JsonObject, shape: Exclude<Shape, { readonly type: "opaque" }>): readonly string[] {
  switch (shape.type) {
    case "string":
      return ["minLength", "maxLength", "format"];
    case "integer":
    case "number":
      return ["minimum", "maximum"];
    case "boolean":
      return [];
    case "choice":
      return Object.hasOwn(schema, "enum") ? ["enum", "enumNames"] : ["oneOf"];
    case "choices":
      return ["items", "minItems", "maxItems"];
  }
}

function suits(value: JsonValue, shape: Shape): boolean {
  switch (shape.type) {
    case "string":
    case "choice":
      return typeof value === "string";
    case "integer":
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "choices":
      return isNames(value);
    case "opaque":
      return true;
  }
}

// MCP 2025-06-18 knows text, numbers, booleans and `enum`, a default for booleans alone, and no arrays.
function reportNewer(schema: JsonObject, shape: Shape, report: Report): void {
  if (shape.type === "choices") report("newer-type", "type");
  if (shape.type === "choice" && !Object.hasOwn(schema, "enum")) report("newer", "oneOf");
  if (shape.type !== "boolean" && Object.hasOwn(schema, "default")) report("newer", "default");
}

function readLabel(schema: JsonObject, keyword: "description" | "title", report: Report): string | undefined {
  const value = own(schema, keyword);
  if (value === undefined || typeof value === "string") return value;
  report("bad-label", keyword);
  return undefined;
}

function readLength(schema: JsonObject, keyword: string, report: Report): number | undefined {
  const value = readBound(schema, keyword, report);
  if (value === undefined || (Number.isInteger(value) && value >= 0)) return value;
  report("bad-limit", keyword);
  return undefined;
}

function readBound(schema: JsonObject, keyword: string, report: Report): number | undefined {
  const value = own(schema, keyword);
  if (value === undefined) return undefined;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  report("bad-limit", keyword);
  return undefined;
}

// `const`, and `enum` where the grammar has none: reported, and checked all the same (a server's validator does).
function readValues(schema: JsonObject): Values | undefined {
  const list = own(schema, "enum");
  const only = own(schema, "const");
  if (only !== undefined) return new Set(isArray(list) && !list.includes(only) ? [] : [only]);
  return isArray(list) ? new Set(list) : undefined;
}
