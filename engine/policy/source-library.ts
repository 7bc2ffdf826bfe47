/**
 * The YAML library's errors in our words.
 * Its codes are few and its wording may change, so neither reaches a user; what is not known here is `malformed-yaml`.
 */
import type { ErrorCode } from "yaml";
import { showText } from "./diagnostics.ts";
import { quoteText } from "./source-characters.ts";
import type { SourceErrorCode } from "./source-codes.ts";
import type { Fault } from "./source-faults.ts";
import { lineEnd } from "./source-lines.ts";
import { explainKeyless } from "./source-words.ts";

/** An error as the library's composer reports it */
export interface LibraryError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What the errors mean for the author of the text */
export function explainErrors(errors: readonly LibraryError[], text: string): Fault[] {
  // A mapping where none may be is often reported a second time as a key of several lines.
  const nested = new Set(errors.filter(({ code }) => code.startsWith("BLOCK_")).map(({ start }) => start));
  return errors
    .filter(({ code, start }) => code !== "MULTILINE_IMPLICIT_KEY" || !nested.has(start))
    .map((error) => explainError(error, text));
}

/** What one error means */
export function explainError(error: LibraryError, text: string): Fault {
  const { code, message } = error;
  const isIndent = code === "BAD_INDENT" || message.startsWith("Sequence item");
  const start = isIndent ? skipSpaces(text, error.start) : error.start;
  if (isIndent && text[start] === "\t") return explainByRow("TAB_AS_INDENT", "", start, start + 1, text);
  if (code === "BLOCK_AS_IMPLICIT_KEY") return explainNested(error, text);
  if (code === "BLOCK_IN_FLOW" && text[start] !== "-")
    return explainByRow("MISSING_CHAR", "Missing ,", start, error.end, text);
  if (code === "MULTILINE_IMPLICIT_KEY" || message.startsWith("Implicit map keys")) return explainKey(start, text);
  return explainByRow(code, message, start, isIndent ? start + 1 : error.end, text);
}

type Row = readonly [
  code: ErrorCode,
  /** How the library's message begins, where its code says too little */
  begins: string,
  ours: SourceErrorCode,
  /** `{text}` is what the library points at */
  message: string,
  help: string,
  /** Whether the text after it is still read as it was meant */
  then: "lost" | "reads on",
];

// The first row that fits counts.
const ROWS: readonly Row[] = [
  [
    "ALIAS_PROPS",
    "",
    "bad-anchor",
    "an alias cannot carry a tag or an anchor",
    "delete what stands before {text}",
    "reads on",
  ],
  ["BAD_ALIAS", "Alias cannot", "unknown-alias", "`*` alone is no alias", "put it in quotes", "reads on"],
  [
    "BAD_ALIAS",
    "A",
    "bad-anchor",
    "an anchor or alias without a name of its own",
    "name it, put a space after the name, or put the text in quotes",
    "lost",
  ],
  ["BAD_COLLECTION_TYPE", "", "bad-tag", "tag {text} does not fit its value", "delete the tag", "reads on"],
  ["BAD_DQ_ESCAPE", "", "bad-escape", "{text} is no escape of YAML", "put the text in single quotes", "reads on"],
  [
    "BAD_INDENT",
    "All sequence",
    "bad-indent",
    "does not line up with the list items above",
    "give it the same indentation",
    "lost",
  ],
  [
    "BAD_INDENT",
    "Block scalar",
    "bad-indent",
    "a block of text is not indented deeper than its key",
    "indent every line of it",
    "lost",
  ],
  ["BAD_INDENT", "", "bad-indent", "does not line up with the keys above", "give it the same indentation", "lost"],
  ["BAD_PROP_ORDER", "", "bad-anchor", "a tag or an anchor stands before {text}", "move it after {text}", "lost"],
  [
    "BAD_SCALAR_START",
    "",
    "needs-quotes",
    "a text cannot begin with {text} outside quotes",
    "put the text in quotes",
    "reads on",
  ],
  [
    "BLOCK_IN_FLOW",
    "",
    "malformed-yaml",
    "a list with `- ` cannot stand between brackets or braces",
    "write `[first, second]`",
    "lost",
  ],
  ["KEY_OVER_1024_CHARS", "", "long-key", "key of more than 1024 characters", "write a shorter key", "reads on"],
  [
    "MISSING_CHAR",
    "Block collection",
    "malformed-yaml",
    "a mapping or list begins on the line of `---`",
    "begin it on the next line",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Block scalars with",
    "bad-indent",
    "empty lines above are indented deeper than the text",
    "delete the spaces from those lines",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Comments",
    "needs-quotes",
    "`#` neither begins a comment here nor belongs to a text",
    "write a space before `#` to begin a comment, or put the text in quotes",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Missing ,",
    "missing-comma",
    "no comma between two entries",
    "write a comma between entries, and a colon with a space after a key",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Missing directives-end",
    "bad-directive",
    "no `---` after the directive",
    "write a line `---` before the policy",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Missing newline",
    "bad-anchor",
    "a list begins on the line of its tag or anchor",
    "begin it on the next line",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Missing space after :",
    "missing-space",
    "no space after the colon",
    "write a space after it",
    "lost",
  ],
  [
    "MISSING_CHAR",
    "Sequence item",
    "bad-indent",
    "neither part of the list item above nor an item of its own",
    "give it the indentation of the keys above, or begin it with `- `",
    "lost",
  ],
  ["MISSING_CHAR", "Tags and anchors", "bad-anchor", "no space after a tag or an anchor", "write one", "lost"],
  ["MULTIPLE_ANCHORS", "", "bad-anchor", "more than one anchor at one value", "delete {text}", "reads on"],
  ["MULTIPLE_TAGS", "", "bad-tag", "more than one tag at one value", "delete {text}", "reads on"],
  [
    "RESOURCE_EXHAUSTION",
    "",
    "too-deep",
    "too many mappings and lists inside each other",
    "write a flatter policy",
    "lost",
  ],
  ["TAB_AS_INDENT", "", "tab-indent", "a tab cannot indent", "indent with spaces", "lost"],
  ["TAG_RESOLVE_FAILED", "", "bad-tag", "tag {text} does not fit its value", "delete the tag", "reads on"],
  ["UNEXPECTED_TOKEN", "Unexpected ,", "unexpected-text", "a comma with nothing before it", "delete it", "lost"],
  [
    "UNEXPECTED_TOKEN",
    "Unexpected block-seq-ind",
    "bad-indent",
    "a list begins on the line of its key",
    "begin it on the next line",
    "lost",
  ],
  [
    "UNEXPECTED_TOKEN",
    "",
    "unexpected-text",
    "unexpected {text}",
    "check the indentation; a text with special characters goes in quotes",
    "lost",
  ],
];

function explainByRow(libraryCode: ErrorCode, libraryMessage: string, start: number, to: number, text: string): Fault {
  const end = Math.max(start, Math.min(to, lineEnd(text, start)));
  const row = ROWS.find(([code, begins]) => code === libraryCode && libraryMessage.startsWith(begins));
  if (row === undefined) return { code: "malformed-yaml", start, end, message: "not YAML from here on", derails: true };
  const [, , code, message, help, then] = row;
  const shown = showText(text.slice(start, end));
  const fill = (sentence: string) => sentence.replaceAll("{text}", () => shown);
  return { code, start, end, message: fill(message), help: fill(help), derails: then === "lost" };
}

// `because: note: this` on one line; or a line that is indented deeper than its neighbour, and so continues it.
function explainNested({ message, start }: LibraryError, text: string): Fault {
  const end = lineEnd(text, start);
  const line = text.slice(start, end).trimEnd();
  if (message.startsWith("Nested") && /:(?:\s|$)/.test(line)) {
    const help = `if it is a text, put it in quotes: ${quoteText(line)}`;
    return { code: "colon-in-text", start, end, message: "a second key on the line of a key", help, derails: true };
  }
  const next = skipSpaces(text, end, true);
  return {
    code: "bad-indent",
    start: next,
    end: lineEnd(text, next),
    message: "indented deeper than the key above, which has a value",
    help: "give it the indentation of the key that it belongs beside",
    derails: true,
  };
}

function explainKey(start: number, text: string): Fault {
  const line = text.slice(start, lineEnd(text, start)).trimEnd();
  const known = explainKeyless(line, start);
  if (known !== undefined) return { ...known, derails: true };
  const end = start + line.length;
  if (/^-(?:\s|$)/.test(line)) {
    const help = "indent it below its key, or give it the indentation of the other items";
    return {
      code: "bad-indent",
      start,
      end: start + 1,
      message: "a list item where a key is expected",
      help,
      derails: true,
    };
  }
  const message = `${showText(line)} has no colon, so it is no key`;
  return { code: "missing-colon", start, end, message, help: "write `key: value`", derails: true };
}

function skipSpaces(text: string, start: number, lines = false): number {
  let offset = start;
  while (text[offset] === " " || (lines && (text[offset] === "\n" || text[offset] === "\r"))) offset += 1;
  return offset;
}
