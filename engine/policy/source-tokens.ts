/**
 * Faults that show best in the tokens: what is never closed, never or carries a tag.
 * The library reports these where it noticed (often at the end of the text); here they are found where they were made.
 */
import type { CST } from "yaml";
import { showText } from "./diagnostics.ts";
import { escapeText, quoteText } from "./source-characters.ts";
import { type Fault, MAX_FAULTS } from "./source-faults.ts";
import { lineEnd } from "./source-lines.ts";

type Collection = CST.BlockMap | CST.BlockSequence | CST.FlowCollection;

const CORE_TAGS = ["str", "int", "float", "bool", "null", "map", "seq"];

/** The faults of one document's tokens; the depth of the tokens is already known to be bounded */
export function checkTokens(document: CST.Document, text: string): Fault[] {
  const faults: Fault[] = [];
  visitProperties(document.start);
  visit(document.value);
  return faults;

  function visit(token: CST.Token | null | undefined): void {
    switch (token?.type) {
      case "block-map":
      case "block-seq":
      case "flow-collection":
        visitCollection(token);
        break;
      case "scalar":
        add(checkPlainStart(token, text));
        break;
      case "single-quoted-scalar":
      case "double-quoted-scalar":
        add(checkQuoted(token));
        break;
      case "block-scalar":
        add(checkBlockHeader(token, text));
        break;
    }
  }

  function visitCollection(token: Collection): void {
    if (token.type === "flow-collection") add(checkClosed(token, text, token === document.value));
    for (const { start, key, sep, value } of token.items) {
      visitProperties(start);
      visit(key);
      visitProperties(sep);
      visit(value);
    }
  }

  function visitProperties(tokens: readonly CST.SourceToken[] = []): void {
    for (const token of tokens) if (token.type === "tag") add(checkTag(token));
  }

  function add(fault: Fault | undefined): void {
    if (fault !== undefined && faults.length < MAX_FAULTS) faults.push(fault);
  }
}

// `%TAG` is refused elsewhere, so a tag means what its spelling says.
function checkTag({ source, offset }: CST.SourceToken): Fault | undefined {
  if (CORE_TAGS.some((name) => source === `!!${name}` || source === `!<tag:yaml.org,2002:${name}>`)) return undefined;
  const message = `unknown tag ${showText(source)}`;
  const help = "delete it, or put the text in quotes if it is meant to begin with `!`";
  return { code: "unknown-tag", start: offset, end: offset + source.length, message, help };
}

// YAML 1.2.2, 5.3: reserved, or with a meaning of their own.
function checkPlainStart({ source, offset }: CST.FlowScalar, text: string): Fault | undefined {
  const first = source.charAt(0);
  if (first === "" || !"@`%,|>".includes(first)) return undefined;
  const end = Math.min(offset + source.length, lineEnd(text, offset));
  return needsQuotes(first, text.slice(offset, end), offset);
}

// After `|` or `>` only an indentation and what to do with line ends may follow; a text that begins so was meant otherwise.
function checkBlockHeader({ props }: CST.BlockScalar, text: string): Fault | undefined {
  const header = props[0];
  if (header?.type !== "block-scalar-header") return undefined;
  if (/^[|>](?:[1-9][-+]?|[-+][1-9]?)?$/.test(header.source)) return undefined;
  const line = text.slice(header.offset, lineEnd(text, header.offset));
  return { ...needsQuotes(header.source.charAt(0), line, header.offset), derails: true };
}

function needsQuotes(first: string, source: string, start: number): Fault {
  const message = `a text cannot begin with ${showText(first)} outside quotes`;
  const help = `put it in quotes: ${quoteText(source.trimEnd())}`;
  return { code: "needs-quotes", start, end: start + source.length, message, help };
}

function checkClosed({ start, end }: CST.FlowCollection, text: string, isRoot: boolean): Fault | undefined {
  const closing = start.source === "{" ? "}" : "]";
  const last = end[0]?.source;
  if (last === closing) return undefined;
  // Below a key the lines between brackets are indented with spaces, too; a tab there ends them.
  const tab = isRoot ? null : /\n *\t+/.exec(text.slice(lineEnd(text, start.offset)).slice(0, 200));
  if (tab?.index === 0 || (tab?.index === 1 && tab.input.startsWith("\r"))) {
    const at = lineEnd(text, start.offset) + tab.index + 1;
    const to = at + tab[0].length - 1;
    return {
      code: "tab-indent",
      start: at,
      end: to,
      message: "a tab cannot indent",
      help: "indent with spaces",
      derails: true,
    };
  }
  const isOther = last === "}" || last === "]";
  const message = `${showText(start.source)} is ${isOther ? `closed by ${showText(last)}` : "never closed"}`;
  const help = text.slice(start.offset, lineEnd(text, start.offset)).includes("#")
    ? "`#` begins a comment here; where it is part of a text, put that in quotes"
    : `close it with ${showText(closing)}; further lines of it are indented deeper than its key`;
  return { code: "unclosed", start: start.offset, end: start.offset + 1, message, help, derails: true };
}

function checkQuoted(token: CST.FlowScalar): Fault | undefined {
  const { source, offset } = token;
  const mark = source.charAt(0);
  if (!isClosed(source)) {
    const message = `${showText(mark)} is never closed`;
    const curly = /[\u201c-\u201f\u2018-\u201b\uff02\uff07]/.exec(source)?.[0];
    const help =
      curly === undefined
        ? `close it with ${showText(mark)}`
        : `write ${showText(mark)} in place of ${showText(curly)}`;
    return { code: "unclosed", start: offset, end: offset + 1, message, help, derails: true };
  }
  return checkAfterQuote(token) ?? (mark === '"' ? checkEscapes(source, offset) : undefined);
}

// The library takes an escaped mark at the end of the text for the closing one.
function isClosed(source: string): boolean {
  const inner = source.slice(1);
  if (source.startsWith("'")) return countAtEnd(inner, "'") % 2 === 1;
  return inner.endsWith('"') && countAtEnd(inner.slice(0, -1), "\\") % 2 === 0;
}

function countAtEnd(text: string, character: string): number {
  let count = 0;
  while (text[text.length - 1 - count] === character) count += 1;
  return count;
}

function checkAfterQuote({ source, end = [] }: CST.FlowScalar): Fault | undefined {
  const after = end.find(({ type }) => type !== "space" && type !== "comment" && type !== "newline");
  if (after === undefined) return undefined;
  const mark = source.charAt(0);
  const written = mark === "'" ? "''" : '\\"';
  const help = source.includes("\n")
    ? `the text in quotes began lines above, at ${showText(source, 20)}: close it there`
    : `put the whole text in quotes, and write \`${written}\` for a ${mark} inside`;
  const start = after.offset;
  const message = `text after the closing ${showText(mark)}`;
  return { code: "unexpected-text", start, end: start + after.source.length, message, help, derails: true };
}

// YAML 1.2.2, 5.7: JSON's escapes, some more, and a line end.
function checkEscapes(source: string, offset: number): Fault | undefined {
  const escapes =
    /\\(?:[0abtnvfre "/\\N_LP\t\n]|\r\n|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4}|([\s\S]?))/g;
  for (const match of source.matchAll(escapes)) {
    if (match[1] === undefined) continue;
    const start = offset + match.index;
    const message = `${showText(match[0])} is no escape of YAML`;
    const help = `put the text in single quotes, where a backslash is itself: '${cut(source.slice(1, -1).replaceAll("'", "''"))}'`;
    return { code: "bad-escape", start, end: start + match[0].length, message, help };
  }
  return undefined;
}

function cut(text: string): string {
  return escapeText(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
