/**
 * A compiled policy: checked documents with the exact text of every source, so that a hook needs no YAML.
 * It speaks for its sources only as long as they are what they were; what differs is read anew (DESIGN §3).
 */
import { PROTOCOLS } from "../core/form.ts";
import { isArray, isObject } from "../core/json.ts";
import type { CheckedDocument } from "../core/policy.ts";
import { version } from "../version.ts";

const FORMAT = "sekisho-compiled-1";

export interface CompiledSource {
  /** Relative to the folder of the compiled file, with `/` */
  readonly file: string;
  readonly text: string;
}

export interface CompiledDocument {
  readonly document: CheckedDocument;
  /** What it was made of, the document itself first */
  readonly sources: readonly CompiledSource[];
  /** The document's, so that a record costs nobody working it out; like everything here, `sekisho check` compares it */
  readonly digest?: string;
}

export interface CompiledPolicy {
  readonly format: typeof FORMAT;
  /** Version of sekisho that made it; another version reads the sources itself */
  readonly engine: string;
  /** Over the documents: shows a slip or a bad merge, not somebody who means it (`sekisho check` compiles anew and compares) */
  readonly sum: string;
  /** Serves without its sources */
  readonly detached?: true;
  readonly documents: readonly CompiledDocument[];
}

export function createCompiled(documents: readonly CompiledDocument[], detached: boolean): CompiledPolicy {
  const sum = sumOf(documents);
  return { format: FORMAT, engine: version, sum, ...(detached ? { detached } : {}), documents };
}

/** Whether a text or value is meant as a compiled policy, by its first key */
export function isCompiledText(text: string): boolean {
  return /^\ufeff?\s*\{\s*"format"\s*:\s*"sekisho-compiled/.test(text.slice(0, 200));
}

export function isCompiledValue(value: unknown): value is CompiledPolicy {
  return isObject(value) && typeof value["format"] === "string" && value["format"].startsWith("sekisho-compiled");
}

/** Reads a compiled policy; `undefined` where it is not one of this format, or is damaged */
export function parseCompiled(text: string): CompiledPolicy | undefined {
  try {
    return checkCompiled(JSON.parse(text.replace(/^\ufeff/, "")));
  } catch {
    return undefined;
  }
}

/** Its shape and its sum: nobody checks again what stands in it, and an odd scope or default could widen what passes */
export function checkCompiled(value: unknown): CompiledPolicy | undefined {
  try {
    const whole =
      hasKeys(value, ["format", "engine", "sum", "documents"], ["detached"]) &&
      value["format"] === FORMAT &&
      typeof value["engine"] === "string" &&
      (value["detached"] === undefined || value["detached"] === true) &&
      isListOf(value["documents"], isCompiledDocument) &&
      sumOf(value["documents"]) === value["sum"];
    return whole ? (value as unknown as CompiledPolicy) : undefined;
  } catch {
    return undefined; // an embedder's object may hold anything
  }
}

export type Freshness = "changed" | "fresh" | "missing";

/** Compares every source with what is there now; `read` takes the path as it stands in the compiled policy */
export function freshnessOf(sources: readonly CompiledSource[], read: (file: string) => string | undefined): Freshness {
  let found: Freshness = "fresh";
  for (const { file, text } of sources) {
    const now = read(file);
    if (now === undefined) return "missing";
    if (now !== text) found = "changed";
  }
  return found;
}

type Fields = Readonly<Record<string, unknown>>;

function isCompiledDocument(value: unknown): value is CompiledDocument {
  return (
    hasKeys(value, ["document", "sources"], ["digest"]) &&
    isDocument(value["document"]) &&
    isListOf(value["sources"], isSource) &&
    (value["digest"] === undefined || (isText(value["digest"]) && /^[0-9a-f]{64}$/.test(value["digest"])))
  );
}

function isSource(value: unknown): value is CompiledSource {
  return hasKeys(value, ["file", "text"]) && isText(value["file"]) && isText(value["text"]);
}

function isDocument(value: unknown): value is CheckedDocument {
  return (
    hasKeys(value, ["rules"], ["base", "default", "unattended", "protocol"]) &&
    isOneOf(value["base"], ["none"]) &&
    isOneOf(value["default"], ["ask", "cancel", "decline"]) &&
    isOneOf(value["unattended"], ["cancel", "decline"]) &&
    isOneOf(value["protocol"], PROTOCOLS) &&
    isArray(value["rules"]) &&
    value["rules"].every(isEntry)
  );
}

function isEntry(value: unknown): boolean {
  if (!hasKeys(value, ["use", "options"], ["name", "for", "except", "observe"])) return false;
  const { use, options, name = "", for: scope = {}, except, observe } = value;
  return (
    isText(use) &&
    isObject(options) &&
    isText(name) &&
    isScope(scope, []) &&
    isOneOf(observe, [true]) &&
    (except === undefined || isListOf(except, (one): one is unknown => isScope(one, ["until", "owner", "why"])))
  );
}

function isScope(value: unknown, more: readonly string[]): boolean {
  if (!hasKeys(value, [], ["servers", "events", "modes", "facts", ...more])) return false;
  const { servers, events, modes, facts = {} } = value;
  return (
    [servers, events, modes].every((list) => list === undefined || isListOf(list, isText)) &&
    isObject(facts) &&
    Object.values(facts).every(isText) &&
    more.every((key) => value[key] === undefined || isText(value[key]))
  );
}

// All of `keys`, and none but those and `more`.
function hasKeys(value: unknown, keys: readonly string[], more: readonly string[] = []): value is Fields {
  if (!isObject(value)) return false;
  const own = Object.keys(value);
  return keys.every((key) => own.includes(key)) && own.every((key) => keys.includes(key) || more.includes(key));
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is readonly Item[] {
  return isArray(value) && value.length > 0 && value.every(is);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isOneOf(value: unknown, words: readonly unknown[]): boolean {
  return value === undefined || words.includes(value);
}

// Not SHA-256: without a key it would hold off nobody either, and costs a hook some milliseconds. The texts of the
// sources are compared whole, so they need no sum.
function sumOf(documents: readonly CompiledDocument[]): string {
  const text = JSON.stringify(
    documents.map(({ document, digest }) => (digest === undefined ? document : [document, digest])),
  );
  let sum = 0x811c9dc5; // FNV-1a
  for (let at = 0; at < text.length; at += 1) sum = Math.imul(sum ^ text.charCodeAt(at), 0x01000193);
  return (sum >>> 0).toString(16).padStart(8, "0");
}
