/**
 * Characters that make YAML read on where the author meant to stop: spaces that are none, colons that are none.
 * The result is valid YAML with another meaning (a rule that is a text, a server name that never matches), so it has to
 * be found here: no later check can tell.
 */
import { showText } from "./diagnostics.ts";
import { COLONS, pattern, quoteText } from "./source-characters.ts";
import type { Fault } from "./source-faults.ts";

/** Where a scalar stands */
export type Role = "flow-item" | "flow-key" | "item" | "key" | "root" | "value";

/** A scalar as it is written, and where */
export interface WrittenScalar {
  readonly source: string;
  readonly start: number;
  readonly role: Role;
  readonly style: "block" | "plain" | "quoted";
}

/** What is wrong with the characters of a scalar, if anything */
export function checkWords(scalar: WrittenScalar): Fault | undefined {
  const { source, start, role, style } = scalar;
  const isKey = role === "key" || role === "flow-key";
  const joiner = findJoiner(source, isKey);
  if (joiner !== null) return hiddenJoiner(joiner[0], start + joiner.index);
  const space = style === "block" ? null : findSpace(source, isKey, style);
  if (space !== null) return oddSpace(space[0], start + space.index);
  return style === "plain" ? checkPlain(scalar) : undefined;
}

/** What keeps a line from being a key: what it holds in place of a colon and a space */
export function explainKeyless(line: string, start: number): Fault | undefined {
  const space = pattern("(?<=:)[{space}]", "u").exec(line);
  if (space !== null) return oddSpace(space[0], start + space.index);
  const colon = pattern(`[${COLONS}]`, "u").exec(line);
  if (colon !== null) return oddColon(colon[0], start + colon.index);
  const glued = /^[A-Za-z_][\w-]*:(?=\S)/.exec(line)?.[0];
  if (glued !== undefined) return missingSpace(glued, start);
  return line.startsWith("//") || line.startsWith("/*") ? foreignComment(line, start) : undefined;
}

function checkPlain({ source, start, role }: WrittenScalar): Fault | undefined {
  if (/^[\u2018-\u201f\u00b4\uff02\uff07]/.test(source)) return oddQuote(source, start);
  if (role === "root") return explainKeyless(source, start);
  // Only a word of ASCII right before it makes it a key: in a sentence the full-width colon is at home.
  const key = role === "item" ? pattern(`^[A-Za-z_][\\w-]*([${COLONS}])[{space} ]*[!-~]`, "u").exec(source) : null;
  if (key?.[1] !== undefined) return oddColon(key[1], start + source.indexOf(key[1]));
  if (!source.includes("\n")) return undefined;
  if (role === "flow-key" || role === "flow-item") return runOver(source, start);
  const item = /\n[ \t]*-(?=[ \t\r\n])/.exec(source);
  return item === null ? undefined : swallowedItem(start + item.index + item[0].length - 1);
}

// In a value a joiner has to join: what is before it is not ASCII, or it makes a keycap (U+20E3).
function findJoiner(source: string, isKey: boolean): RegExpExecArray | null {
  return pattern(isKey ? "[{joiner}]" : "(?<![^\\0-\\x7f])[{joiner}](?!\\u20e3)", "u").exec(source);
}

// In a key anywhere; in a text at its edges, and where it stands in place of the space that would make a key or a comment.
function findSpace(source: string, isKey: boolean, style: "plain" | "quoted"): RegExpExecArray | null {
  if (isKey) return pattern("[{space}]", "u").exec(source);
  if (style === "quoted") return pattern("(?<=^[\"'])[{space}]|[{space}](?=[\"']$)", "u").exec(source);
  // The character comes first: a look behind it from every place of a long indentation would take quadratic time.
  const edge = "[{space}](?<=(?:^|\\n[ \\t]*)[{space}])|[{space}](?=[ \\t]*\\r?(?:$|\\n))";
  return pattern(`${edge}|(?<=:|^[-?])[{space}]|[{space}](?=#)`, "u").exec(source);
}

function hiddenJoiner(character: string, start: number): Fault {
  const message = `invisible character ${showText(character)} where it joins nothing`;
  const help = `delete it; where it is meant, write ${showText(character)} in double quotes`;
  return { code: "invisible-character", start, end: start + character.length, message, help };
}

function oddSpace(character: string, start: number): Fault {
  const message = `${showText(character)} is not an ordinary space, so it becomes part of the text`;
  const help = `write an ordinary space; where it is meant, write ${showText(character)} in double quotes`;
  return { code: "odd-space", start, end: start + character.length, message, help };
}

function oddColon(character: string, start: number): Fault {
  const message = `${showText(character)} is not the colon that ends a key`;
  const help = "write an ordinary colon and a space, or put the text in quotes";
  return { code: "odd-colon", start, end: start + character.length, message, help };
}

function oddQuote(source: string, start: number): Fault {
  const mark = source.charAt(0);
  const message = `${showText(mark)} is not a quotation mark of YAML, so it becomes part of the text`;
  const help = 'write `"`; where it is meant, put the whole text in such quotes';
  return { code: "odd-quote", start, end: start + mark.length, message, help };
}

function missingSpace(key: string, start: number): Fault {
  const message = `no space after the colon, so ${showText(key.slice(0, -1))} is no key`;
  return {
    code: "missing-space",
    start,
    end: start + key.length,
    message,
    help: `write a space after ${showText(key)}`,
  };
}

function foreignComment(line: string, start: number): Fault {
  const message = `${showText(line.slice(0, 2))} begins no comment`;
  return { code: "malformed-yaml", start, end: start + 2, message, help: "begin comments with `# `" };
}

function runOver(source: string, start: number): Fault {
  const first = source.slice(0, source.indexOf("\n")).trimEnd();
  const foreign = explainKeyless(first, start);
  if (foreign !== undefined) return foreign;
  const message = `no comma after ${showText(first)}, so the next line is read as more of it`;
  const help = `write a comma, or put the text in quotes: ${quoteText(first)}`;
  return { code: "missing-comma", start: start, end: start + first.length, message, help };
}

function swallowedItem(start: number): Fault {
  const message = "this list item is read as more words of the line above it";
  const help = "give it the indentation of the other items, or put the text in quotes";
  return { code: "swallowed-item", start, end: start + 1, message, help };
}
