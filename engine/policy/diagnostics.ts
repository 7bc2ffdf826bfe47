/**
 * What is wrong with a policy, and how it is shown: place, line, caret, and what to write instead (STYLE §5).
 * A policy that does not load refuses everything, so its author has to find the fault at first sight.
 */
import { redactPointer, redactText } from "../core/redact.ts";
import { escapeText } from "./source-characters.ts";
import { excerptOf } from "./source-columns.ts";

/** A problem as the public API gives it (DESIGN §10): `at` is a JSON pointer; line and column count from 1, columns in UTF-16 code units */
export interface PolicyProblem {
  readonly code: string;
  readonly at: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help?: string;
}

/** A problem with what the renderer needs besides: the file it is in, and how far the caret reaches */
export interface Diagnostic<Code extends string = string> extends PolicyProblem {
  readonly code: Code;
  readonly file?: string;
  readonly length?: number;
}

/** The public part of a problem, keys in the order of DESIGN §10 */
export function toPolicyProblem({ code, at, line, column, message, help }: Diagnostic): PolicyProblem {
  return {
    code,
    at: redactPointer(at),
    line,
    column,
    message: redactText(message),
    ...(help === undefined ? {} : { help: redactText(help) }),
  };
}

/** Problems for a person, each line ended; `sources` gives the text of each file (a lone one also serves problems without a file) */
export function renderDiagnostics(problems: readonly Diagnostic[], sources: ReadonlyMap<string, string>): string {
  const lines = new Map<string, readonly string[]>();
  let rendered = "";
  for (const problem of problems) {
    const file = problem.file ?? (sources.size === 1 ? [...sources.keys()][0] : undefined) ?? "policy";
    let found = lines.get(file);
    if (found === undefined) {
      found = linesOf(sources.get(file));
      lines.set(file, found);
    }
    rendered += render(problem, file, found[problem.line - 1]);
  }
  return rendered;
}

const SHOWN_LENGTH = 60;

/** Something from outside for use in a message: in backticks, on one line, invisible characters as escapes, cut if long */
export function showText(text: string, limit: number = SHOWN_LENGTH): string {
  const units = text.length > limit ? `${text.slice(0, limit - 1).replace(/[\ud800-\udbff]$/, "")}…` : text;
  return `\`${escapeText(units)}\``;
}

function render(problem: Diagnostic, file: string, line: string | undefined): string {
  const head = `${escapeText(file)}:${problem.line}:${problem.column} ${problem.code}: ${escapeText(redactText(problem.message))}\n`;
  const help = problem.help === undefined ? "" : escapeText(redactText(problem.help));
  if (line === undefined) return help === "" ? head : `${head}  ${help}\n`;
  // A policy can hold a value that nobody else may see, and what is wrong with it ends up in a log.
  if (redactText(line) !== line)
    return `${head}  ${problem.line} | [not shown: it may hold a secret]\n${help === "" ? "" : `  ${help}\n`}`;
  const start = problem.column - 1;
  const { text, before, width } = excerptOf(line, start, start + (problem.length ?? wordLength(line, start)));
  const number = String(problem.line);
  const caret = `${" ".repeat(before)}${"^".repeat(width)} ${help}`.trimEnd();
  return `${head}  ${number} | ${text}\n  ${" ".repeat(number.length)} | ${caret}\n`;
}

// KEEP IN SYNC with source-lines.ts: a line ends with LF or CRLF, and a leading byte order mark is no part of it.
function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  return text
    .replace(/^\ufeff/, "")
    .split("\n")
    .map((line) => (line.endsWith("\r") ? line.slice(0, -1) : line));
}

// For problems that have lost their length: a quoted text, else up to white space or punctuation of YAML.
function wordLength(line: string, start: number): number {
  const rest = line.slice(start, start + SHOWN_LENGTH);
  return (/^(?:"[^"]*"|'[^']*'|[^\s,\]}"':]+(?::(?!\s|$)[^\s,\]}"':]+)*)/.exec(rest)?.[0] ?? "").length;
}
