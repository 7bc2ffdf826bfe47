/**
 * The text of a policy (YAML 1.2 or JSON) as a plain value that knows where each part of it was written.
 * What YAML would read otherwise than its author, or than another reader of YAML, is an error here; what the value means
 * is for others to check.
 */
import type { JsonValue } from "../core/json.ts";
import type { Result } from "../core/result.ts";
import { type Diagnostic, showText } from "./diagnostics.ts";
import { findOddCharacters, type OddCharacter } from "./source-characters.ts";
import type { SourceErrorCode } from "./source-codes.ts";
import { type Entry, findEntry, pathAt } from "./source-entry.ts";
import { type Fault, MAX_FAULTS, MAX_SOURCE_LENGTH, selectFaults } from "./source-faults.ts";
import { createLocator, type Locator, type Position } from "./source-lines.ts";
import { parseText } from "./source-parse.ts";
import { buildTree } from "./source-tree.ts";

export type { SourceErrorCode } from "./source-codes.ts";
export type { Position } from "./source-lines.ts";

/** A JSON pointer, or its parts: keys and indexes from the root */
export type SourcePath = string | readonly (string | number)[];

/** A policy's text, read */
export interface SourceNode {
  /** Objects have no prototype; strings, finite numbers, booleans, null, arrays and objects alone */
  readonly value: JsonValue;
  readonly file: string | undefined;
  /** Where a key or value is written; for what is not there, the nearest value around it */
  locate(path: SourcePath, which?: "key" | "value"): Position;
  /** A scalar as it is written (`3.10`, `"a"`), through aliases; `undefined` for what is no scalar, is empty, or is not there */
  spelling(path: SourcePath): string | undefined;
}

export type SourceError = Diagnostic<SourceErrorCode>;

/** Reads a policy's text strictly; a leading byte order mark and CRLF are fine */
export function readSource(
  text: string,
  { file }: { readonly file?: string | undefined } = {},
): Result<SourceNode, SourceError> {
  const body = text.startsWith("\ufeff") ? text.slice(1) : text;
  const { root, faults } = readBody(body);
  const locator = createLocator(body);
  const [first, ...rest] = selectFaults(faults, body).map((fault) => toError(fault, root, locator, file));
  if (first !== undefined) return { ok: false, errors: [first, ...rest] };
  if (root === undefined) throw new Error("a text without faults has a root");
  return { ok: true, value: createNode(root, locator, file) };
}

/** What a checker found wrong with a value, as a diagnostic at that value's place */
export function problemAt<Code extends string>(
  source: SourceNode,
  path: SourcePath,
  which: "key" | "value",
  problem: { readonly code: Code; readonly message: string; readonly help?: string | undefined },
): Diagnostic<Code> {
  return diagnostic(problem, toPointer(path), source.locate(path, which), source.file);
}

/** The parts as a JSON pointer (RFC 6901) */
export function toPointer(path: SourcePath): string {
  if (typeof path === "string") return path;
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

function readBody(text: string): { readonly root?: Entry; readonly faults: readonly Fault[] } {
  if (text.length > MAX_SOURCE_LENGTH) return { faults: [tooLarge()] };
  // The library gives some control characters a meaning of their own, so they never reach it.
  const odd = findOddCharacters(text, MAX_FAULTS).map(explainOdd);
  if (odd.length > 0) return { faults: odd };
  const { document, faults } = parseText(text);
  if (document?.contents == null) return { faults };
  const tree = buildTree(document.contents, text);
  return { root: tree.root, faults: faults.length === 0 ? tree.faults : [...tree.faults, ...faults] };
}

function createNode(root: Entry, locator: Locator, file: string | undefined): SourceNode {
  return {
    value: root.value,
    file,
    locate(path, which = "value") {
      const { entry, found } = findEntry(root, partsOf(path));
      const span = which === "key" && found ? (entry.key ?? entry.mark) : markOf(entry, found);
      return locator(span.start, span.end);
    },
    spelling(path) {
      const { entry, found } = findEntry(root, partsOf(path));
      return found && entry.spelling !== "" ? entry.spelling : undefined;
    },
  };
}

// An empty value has no place of its own, and what is missing from a mapping is best shown at that mapping's key.
function markOf(entry: Entry, found: boolean): { readonly start: number; readonly end: number } {
  const isEmpty = entry.mark.start === entry.mark.end;
  return (isEmpty || !found) && entry.key !== undefined ? entry.key : entry.mark;
}

function partsOf(path: SourcePath): readonly string[] {
  if (typeof path !== "string") return path.map(String);
  return path
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function toError(fault: Fault, root: Entry | undefined, locator: Locator, file: string | undefined): SourceError {
  const path = fault.path ?? (root === undefined ? [] : pathAt(root, fault.start));
  return diagnostic(fault, toPointer(path), locator(fault.start, fault.end), file);
}

function diagnostic<Code extends string>(
  problem: { readonly code: Code; readonly message: string; readonly help?: string | undefined },
  at: string,
  { line, column, length }: Position,
  file: string | undefined,
): Diagnostic<Code> {
  const { code, message, help } = problem;
  return {
    code,
    at,
    line,
    column,
    message,
    ...(help === undefined ? {} : { help }),
    ...(file === undefined ? {} : { file }),
    length,
  };
}

function tooLarge(): Fault {
  const message = `the policy is longer than ${MAX_SOURCE_LENGTH} characters`;
  return { code: "too-large", start: 0, end: 0, message, help: "split it with `extends`" };
}

// YAML 1.2.2, 5.1 (character set) and 5.4 (line ends).
function explainOdd({ kind, offset, length, character }: OddCharacter): Fault {
  const span = { start: offset, end: offset + length };
  const shown = showText(character);
  const help = `delete it; where it is meant, write ${shown} in double quotes`;
  switch (kind) {
    case "control":
      // NUL beside each letter is what UTF-16 looks like.
      return {
        code: "control-character",
        ...span,
        message: `control character ${shown}`,
        help: character === "\0" ? "save the file as UTF-8" : help,
      };
    case "half":
      return {
        code: "control-character",
        ...span,
        message: `half a character: ${shown}`,
        help: "save the file as UTF-8",
      };
    case "invisible":
      return { code: "invisible-character", ...span, message: `invisible character ${shown}`, help };
    case "line-end":
      return {
        code: "control-character",
        ...span,
        message: `${shown} ends a line for some readers and not for others`,
        help: character === "\r" ? "end lines with LF or CRLF" : help,
      };
    case "reordering":
      return {
        code: "invisible-character",
        ...span,
        message: `${shown} changes the order in which the line is shown`,
        help,
      };
    case "replacement":
      return {
        code: "not-utf-8",
        ...span,
        message: "a byte here was not UTF-8",
        help: "save the file as UTF-8; where U+FFFD is meant, write `\\ufffd` in double quotes",
      };
  }
}
