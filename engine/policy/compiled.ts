/**
 * A compiled policy: checked documents with the exact text of every source, so that a hook needs no YAML.
 * It speaks for its sources only as long as they are what they were; what differs is read anew (DESIGN §3).
 */
import { isArray, isObject, type JsonObject } from "../core/json.ts";
import type { CheckedDocument } from "../core/policy.ts";

export const COMPILED_FORMAT = "sekisho-compiled-1";

export interface CompiledSource {
  /** Relative to the folder of the compiled file, with `/` */
  readonly file: string;
  readonly text: string;
}

export interface CompiledDocument {
  readonly document: CheckedDocument;
  /** What it was made of, the document itself first */
  readonly sources: readonly CompiledSource[];
}

export interface CompiledPolicy {
  readonly format: typeof COMPILED_FORMAT;
  /** Version of sekisho that made it; another version reads the sources itself */
  readonly engine: string;
  /** Serves without its sources */
  readonly detached?: true;
  readonly documents: readonly CompiledDocument[];
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
    return checkCompiled(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export function checkCompiled(value: unknown): CompiledPolicy | undefined {
  if (!isObject(value) || value["format"] !== COMPILED_FORMAT || typeof value["engine"] !== "string") return undefined;
  const documents = value["documents"];
  if (!isArray(documents) || documents.length === 0) return undefined;
  const whole = documents.every((one) => {
    if (!isObject(one) || !isArray(one["sources"]) || one["sources"].length === 0) return false;
    const { document } = one as { readonly document?: JsonObject };
    return isObject(document) && isArray(document["rules"]) && one["sources"].every(isSource);
  });
  return whole ? (value as unknown as CompiledPolicy) : undefined;
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

function isSource(value: unknown): boolean {
  return isObject(value) && typeof value["file"] === "string" && typeof value["text"] === "string";
}
