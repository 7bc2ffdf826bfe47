/**
 * Drives the YAML library: text to one composed document, or the faults that its reader found.
 * Its parts are run one by one, because its front door goes on through any depth and any number of errors, and a hook
 * that is still reading its policy when the client's patience ends decides nothing.
 */
import { Composer, type CST, type Document, type ErrorCode, Lexer, type ParsedNode, Parser } from "yaml";
import { showText } from "./diagnostics.ts";
import { type Fault, MAX_FAULTS, MAX_SOURCE_DEPTH, TOO_DEEP } from "./source-faults.ts";
import { explainError, explainErrors, type LibraryError } from "./source-library.ts";
import { lineEnd } from "./source-lines.ts";
import { checkTokens } from "./source-tokens.ts";

export interface ParsedText {
  readonly document: Document.Parsed | undefined;
  readonly faults: readonly Fault[];
}

/** Reads the text as one document of YAML 1.2 */
export function parseText(text: string): ParsedText {
  const { tokens, faults } = parseTokens(text);
  const document = tokens.find((token) => token.type === "document");
  if (document === undefined) {
    return { document: undefined, faults: faults.length > 0 ? faults : [emptyDocument(text)] };
  }
  if (faults.some(({ code }) => code === "too-deep")) return { document: undefined, faults };
  faults.push(...checkTokens(document, text));
  const composed = compose(tokens);
  faults.push(...explainErrors(composed.errors, text));
  if (faults.length === 0 && isEmpty(composed.document)) faults.push(emptyDocument(text));
  return { document: composed.document, faults };
}

interface ParserState {
  /** What is open at this point: the document, and each mapping and list in it */
  readonly stack: readonly unknown[];
  readonly offset: number;
}

function parseTokens(text: string): { tokens: CST.Token[]; faults: Fault[] } {
  const tokens: CST.Token[] = [];
  const faults: Fault[] = [];
  const parser = new Parser();
  // Private in the types; yaml is pinned, and a test notices if the stack is no longer there.
  const state = parser as unknown as ParserState;
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) take(token);
    // Document, scalar and one to spare; the exact depth is counted on the composed nodes.
    if (state.stack.length > MAX_SOURCE_DEPTH + 3) {
      faults.push({ ...TOO_DEEP, start: state.offset, end: state.offset + 1 });
    }
    // Every fault at this level derails.
    if (faults.length > 0) break;
  }
  for (const token of parser.end()) take(token);
  return { tokens, faults };

  function take(token: CST.Token): void {
    const fault = checkStream(token, tokens, text);
    if (fault === undefined) tokens.push(token);
    else faults.push(fault);
  }
}

// What stands between documents: everything else is inside one.
function checkStream(token: CST.Token, before: readonly CST.Token[], text: string): Fault | undefined {
  const start = token.offset;
  switch (token.type) {
    case "directive": {
      const isFirst = !before.some(({ type }) => type === "directive" || type === "document");
      const isKnown = /^%YAML[ \t]+1\.2[ \t]*$/.test(token.source);
      return isFirst && isKnown ? undefined : badDirective(token, lineEnd(text, start));
    }
    case "document":
      return before.some(({ type }) => type === "document") ? secondDocument(start) : undefined;
    case "error":
      return explainError({ code: "UNEXPECTED_TOKEN", message: "", start, end: start + token.source.length }, text);
    default:
      return undefined;
  }
}

class TooManyErrors extends Error {}

interface ComposerState {
  onError: (source: ErrorSource, code: ErrorCode, message: string) => void;
}
type ErrorSource = number | readonly number[] | { readonly offset: number; readonly source?: string };

function compose(tokens: readonly CST.Token[]): { document: Document.Parsed | undefined; errors: LibraryError[] } {
  const errors: LibraryError[] = [];
  // Equal keys are looked for elsewhere: the library compares each key with each.
  const composer = new Composer<ParsedNode>({
    uniqueKeys: false,
    prettyErrors: false,
    resolveKnownTags: false,
    merge: false,
  });
  // Warnings are errors here. Private in the types, as above.
  (composer as unknown as ComposerState).onError = (source, code, message) => {
    if (errors.length === MAX_FAULTS) throw new TooManyErrors();
    errors.push({ code, message, ...spanOf(source) });
  };
  try {
    const [document] = composer.compose(tokens);
    // What the composer did not report through `onError`; nothing is known that gets here.
    errors.push(
      ...(document?.errors ?? []).map(({ code, message, pos: [start, end] }) => ({ code, message, start, end })),
    );
    return { document, errors };
  } catch (thrown) {
    if (thrown instanceof TooManyErrors) return { document: undefined, errors };
    throw thrown;
  }
}

function spanOf(source: ErrorSource): { start: number; end: number } {
  if (typeof source === "number") return { start: source, end: source + 1 };
  if ("offset" in source) return { start: source.offset, end: source.offset + (source.source ?? " ").length };
  return { start: source[0] ?? 0, end: source[1] ?? 0 };
}

function isEmpty(document: Document.Parsed | undefined): boolean {
  const contents = document?.contents;
  return contents == null || contents.range[0] === contents.range[1];
}

function emptyDocument(text: string): Fault {
  const message = text.includes("#") ? "the policy holds nothing but comments" : "the policy is empty";
  return { code: "empty-document", start: 0, end: 0, message, help: "begin with `version: 1`", derails: true };
}

function badDirective({ source, offset }: CST.Directive, end: number): Fault {
  const isVersion = source.startsWith("%YAML");
  const message = isVersion ? "a policy is YAML 1.2" : `directive ${showText(source)} is not known`;
  const help = isVersion
    ? "write `%YAML 1.2` once at the top, or delete the line"
    : "delete the line, or put the text in quotes";
  return { code: "bad-directive", start: offset, end, message, help, derails: true };
}

function secondDocument(start: number): Fault {
  const help = "write one policy a file; give several with `--policy` twice, or `extends`";
  return {
    code: "several-documents",
    start,
    end: start + 3,
    message: "a second document begins here",
    help,
    derails: true,
  };
}
