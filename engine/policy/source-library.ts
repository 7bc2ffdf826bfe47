/**
 * The YAML library's errors in our words.
 * Its codes are few and its wording may change, so neither reaches a user; what is not known here is `malformed-yaml`.
 */
import type { ErrorCode } from "yaml";
import { showText } from "./diagnostics.ts";
import { escapeText } from "./source-characters.ts";
import { type Fault, quoted } from "./source-faults.ts";
import { lineEnd } from "./source-lines.ts";
import { explainKeyless } from "./source-words.ts";

/** An error as the library's composer reports it */
export interface LibraryError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

type Explanation = Pick<Fault, "code" | "message" | "help" | "derails">;

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
  const isIndent = error.code === "BAD_INDENT" || error.message.startsWith("Sequence item");
  const start = isIndent ? skipSpaces(text, error.start) : error.start;
  const end = Math.max(start, Math.min(error.end, lineEnd(text, start)));
  const shown = showText(text.slice(start, end));
  switch (error.code) {
    case "BAD_INDENT":
      return { ...explainIndent(error.message, text[start] === "\t"), start, end: start + 1 };
    case "BLOCK_AS_IMPLICIT_KEY":
      return explainNested(error, text);
    case "MULTILINE_IMPLICIT_KEY":
    case "MISSING_CHAR":
      return explainMissing(error, start, end, text);
    case "BLOCK_IN_FLOW":
      return text[start] === "-" ? { ...BLOCK_IN_FLOW, start, end: start + 1 } : { ...MISSING_COMMA, start, end };
    case "UNEXPECTED_TOKEN":
      return { ...explainUnexpected(error.message, shown), start, end };
    case "ALIAS_PROPS":
      return {
        ...anchor("an alias cannot carry a tag or an anchor", `delete what stands before ${shown}`),
        start,
        end,
      };
    case "BAD_ALIAS":
      return { ...explainAlias(error.message), start, end };
    case "BAD_PROP_ORDER":
      return {
        ...anchor(`a tag or an anchor stands before ${shown}`, `move it after ${shown}`),
        derails: true,
        start,
        end,
      };
    case "MULTIPLE_ANCHORS":
    case "MULTIPLE_TAGS":
      return { ...anchor("more than one tag or anchor at one value", `delete ${shown}`), start, end };
    case "BAD_COLLECTION_TYPE":
    case "TAG_RESOLVE_FAILED":
      return { code: "bad-tag", message: `tag ${shown} does not fit its value`, help: "delete the tag", start, end };
    case "TAB_AS_INDENT":
      return { ...TAB_INDENT, start, end };
    case "KEY_OVER_1024_CHARS":
      return { code: "long-key", message: "key of more than 1024 characters", help: "write a shorter key", start, end };
    case "RESOURCE_EXHAUSTION":
      return { code: "too-deep", message: "too many mappings and lists inside each other", derails: true, start, end };
    case "BAD_DQ_ESCAPE":
      return {
        code: "bad-escape",
        message: `${shown} is no escape of YAML`,
        help: "put the text in single quotes",
        start,
        end,
      };
    case "BAD_SCALAR_START":
      return {
        code: "needs-quotes",
        message: `a text cannot begin with ${shown}`,
        help: "put the text in quotes",
        start,
        end,
      };
    case "BAD_DIRECTIVE":
    case "DUPLICATE_KEY":
    case "IMPOSSIBLE":
    case "MULTIPLE_DOCS":
    case "NON_STRING_KEY":
      return { ...MALFORMED, start, end };
  }
}

const MALFORMED: Explanation = { code: "malformed-yaml", message: "not YAML from here on", derails: true };

const TAB_INDENT: Explanation = {
  code: "tab-indent",
  message: "a tab cannot indent",
  help: "indent with spaces",
  derails: true,
};

const BLOCK_IN_FLOW: Explanation = {
  code: "malformed-yaml",
  message: "a list with `- ` cannot stand between brackets or braces",
  help: "write `[first, second]`",
  derails: true,
};

const MISSING_COMMA: Explanation = {
  code: "missing-comma",
  message: "no comma between two entries",
  help: "write a comma between entries, and a colon with a space after a key",
  derails: true,
};

function anchor(message: string, help: string): Explanation {
  return { code: "bad-anchor", message, help };
}

function explainIndent(message: string, isTab: boolean): Explanation {
  if (isTab) return TAB_INDENT;
  if (message.startsWith("Block scalar")) {
    return {
      code: "bad-indent",
      message: "a block of text is not indented deeper than its key",
      help: "indent every line of it",
      derails: true,
    };
  }
  const things = message.startsWith("All sequence") ? "the list items" : "the keys";
  return {
    code: "bad-indent",
    message: `does not line up with ${things} above`,
    help: "give it the same indentation",
    derails: true,
  };
}

// `because: note: this` on one line; or a line that is indented deeper than its neighbour, and so continues it.
function explainNested({ message, start }: LibraryError, text: string): Fault {
  const end = lineEnd(text, start);
  const line = text.slice(start, end);
  if (message.startsWith("Nested") && /:(?:\s|$)/.test(line)) {
    const help = `if it is a text, put it in quotes: ${quoted(escapeText(line.trimEnd()))}`;
    return { code: "colon-in-text", start, end, message: "a second key on the line of a key", help, derails: true };
  }
  const next = skipSpaces(text, end, true);
  const nextEnd = Math.max(next, lineEnd(text, next));
  const help = "give it the indentation of the key that it belongs beside";
  return {
    code: "bad-indent",
    start: next,
    end: nextEnd,
    message: "indented deeper than the key above, which has a value",
    help,
    derails: true,
  };
}

function explainMissing({ code, message }: LibraryError, start: number, end: number, text: string): Fault {
  if (text[start] === "#") {
    const help = "write a space before `#` to begin a comment, or put the text in quotes";
    return {
      code: "needs-quotes",
      start,
      end,
      message: "`#` neither begins a comment here nor belongs to a text",
      help,
      derails: true,
    };
  }
  if (code === "MULTILINE_IMPLICIT_KEY" || message.startsWith("Implicit map keys")) return explainKey(start, text);
  if (message.startsWith("Missing ,")) return { ...MISSING_COMMA, start, end };
  if (message.startsWith("Missing space after :")) {
    return {
      code: "missing-space",
      start,
      end: start + 1,
      message: "no space after the colon",
      help: "write a space after it",
      derails: true,
    };
  }
  if (message.startsWith("Missing directives-end")) {
    return {
      code: "bad-directive",
      start,
      end,
      message: "no `---` after the directive",
      help: "write a line `---` before the policy",
      derails: true,
    };
  }
  if (message.startsWith("Tags and anchors") || message.startsWith("Missing newline after")) {
    return { ...anchor("no space or line end after a tag or an anchor", "write one"), derails: true, start, end };
  }
  if (message.startsWith("Block collection cannot")) {
    return {
      code: "malformed-yaml",
      start,
      end,
      message: "begins on the line of `---`",
      help: "begin it on the next line",
      derails: true,
    };
  }
  if (message.startsWith("Sequence item")) {
    return {
      code: "bad-indent",
      start,
      end,
      message: "neither part of the list item above nor an item of its own",
      help: "give it the indentation of the keys above, or begin it with `- `",
      derails: true,
    };
  }
  return { ...MALFORMED, start, end };
}

function explainKey(start: number, text: string): Fault {
  const end = lineEnd(text, start);
  const line = text.slice(start, end).trimEnd();
  const known = explainKeyless(line, start);
  if (known !== undefined) return { ...known, derails: true };
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
  return { code: "missing-colon", start, end: start + line.length, message, help: "write `key: value`", derails: true };
}

function explainUnexpected(message: string, shown: string): Explanation {
  if (message.startsWith("Unexpected block-seq-ind")) {
    return {
      code: "bad-indent",
      message: "a list begins on the line of its key",
      help: "begin it on the next line",
      derails: true,
    };
  }
  if (message.startsWith("Unexpected ,")) {
    return { code: "unexpected-text", message: "a comma with nothing before it", help: "delete it", derails: true };
  }
  const help = "check the indentation; a text with special characters goes in quotes";
  return { code: "unexpected-text", message: `unexpected ${shown}`, help, derails: true };
}

function explainAlias(message: string): Explanation {
  if (message.includes("ending in :")) {
    return { ...anchor("a name of an anchor ends in a colon", "write a space before the colon"), derails: true };
  }
  return anchor("an anchor or alias without a name", "name it, or put the text in quotes");
}

function skipSpaces(text: string, start: number, lines = false): number {
  let offset = start;
  while (text[offset] === " " || (lines && (text[offset] === "\n" || text[offset] === "\r"))) offset += 1;
  return offset;
}
