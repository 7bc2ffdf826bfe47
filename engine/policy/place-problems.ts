/**
 * What a checker found in a document, as diagnostics with their lines, in the order of the text.
 * Policies and policy tests are checked by the same means, and their authors read the same kind of message.
 */
import type { DocumentProblem } from "./checker.ts";
import type { Diagnostic } from "./diagnostics.ts";
import { problemAt, type SourceNode } from "./source.ts";
import { escapeText } from "./source-characters.ts";

export function placeProblems(node: SourceNode, problems: readonly DocumentProblem[]): readonly Diagnostic[] {
  const found = problems.map((problem) => problemAt(node, problem.path, problem.which, shown(problem)));
  // As a person goes through it; what a policy extends may have been read in between.
  return found.toSorted((one, other) => one.line - other.line || one.column - other.column);
}

// Rules quote what they were given as it is.
function shown({ code, message, help }: DocumentProblem): Omit<DocumentProblem, "path" | "which"> {
  return { code, message: escapeText(message), ...(help === undefined ? {} : { help: escapeText(help) }) };
}
