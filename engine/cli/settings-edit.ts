/**
 * Edits of JSON text that touch nothing but the member in question: what was there keeps its bytes, whatever its style.
 * A settings file is somebody's own, often under review; a tool that formats it anew hides its one change among others.
 */
import { type Node, parseTree } from "jsonc-parser";
import type { JsonValue } from "../core/json.ts";

/** One change of a text in one place */
export interface Edit {
  readonly from: number;
  readonly to: number;
  readonly put: string;
}

/** What an edit took out and put in */
export interface Edited {
  readonly removed: string;
  readonly added: string;
}

/** Is told each edit, in the order in which they are made; what is put in is ours alone, what is taken out may hold more */
export type Note = (edited: Edited) => void;

/** A text on its way from one edit to the next */
export interface Draft {
  readonly text: () => string;
  readonly edit: (edit: Edit) => void;
}

export function createDraft(begun: string, note: Note): Draft {
  let text = begun;
  return {
    text: () => text,
    edit: ({ from, to, put }) => {
      note({ removed: text.slice(from, to), added: put });
      text = text.slice(0, from) + put + text.slice(to);
    },
  };
}

/** The tree of a text that is known to be JSON; offsets count a byte order mark */
export function parseNodes(text: string): Node {
  const root = parseTree(text.replace(/^\ufeff/, " "));
  if (root === undefined) throw new Error("a text that was read as JSON has a root");
  return root;
}

/** The value under a key, or at an index */
export function child(container: Node, name: string | number): Node | undefined {
  if (typeof name === "number") return container.children?.[name];
  return container.children?.find(({ children }) => children?.[0]?.value === name)?.children?.[1];
}

/** Puts one member more, the last of its object or list; in the style of those that are there */
export function insertLast(text: string, container: Node, key: string | undefined, value: JsonValue): Edit {
  const members = container.children ?? [];
  const [first] = members;
  const last = members.at(-1);
  if (first === undefined || last === undefined) return insertOnly(text, container, key, value);
  const lead = text.slice(container.offset + 1, first.offset);
  const indent = /\n([ \t]*)$/.exec(lead)?.[1];
  if (indent === undefined) {
    const [, second] = members;
    const between = second === undefined ? lead : text.slice(end(first), second.offset).replace(/^\s*,/, "");
    const separator = /^[ \t]*$/.test(between) ? between : " ";
    return at(end(last), end(last), `,${separator}${onOneLine(key, value)}`);
  }
  const member = overLines(key, value, indent, text);
  return at(end(last), end(last), `,${lineEndOf(text)}${indent}${member}`);
}

/** Takes out one member, the comma and the blanks that came with it */
export function remove(text: string, container: Node, index: number): Edit {
  const members = container.children ?? [];
  const member = members[index];
  if (member === undefined) throw new Error("what is removed is there");
  const before = members[index - 1];
  const after = members[index + 1];
  if (before !== undefined) return at(end(before), end(member), "");
  if (after !== undefined) return at(member.offset, after.offset, "");
  // KEEP IN SYNC with `insertOnly`: what it put around the member goes with it.
  const rest = text.slice(end(member), end(container) - 1);
  const closing = `${lineEndOf(text)}${indentOf(text, container.offset)}`;
  return at(container.offset + 1, end(member) + (rest.startsWith(closing) ? closing.length : 0), "");
}

/** Puts another value in the place of one; its key is part of the edit, so that whoever is shown it knows what it is */
export function replace(text: string, node: Node, value: JsonValue): Edit {
  const from = node.parent?.type === "property" ? node.parent.offset : node.offset;
  return at(from, end(node), text.slice(from, node.offset) + JSON.stringify(value));
}

export function indexOf(container: Node, node: Node): number {
  return (container.children ?? []).findIndex((one) => one === node || one.children?.[1] === node);
}

// Into `{}` or `[]`: on lines of its own, unless the whole text is one line and more than this.
function insertOnly(text: string, container: Node, key: string | undefined, value: JsonValue): Edit {
  const start = container.offset + 1;
  const isRoot = container.parent === undefined;
  if (!isRoot && !text.trim().includes("\n")) return at(start, start, onOneLine(key, value));
  const outer = indentOf(text, container.offset);
  const indent = outer + unitOf(text);
  const eol = lineEndOf(text);
  const hasLine = text.slice(start, end(container) - 1).includes("\n");
  const member = overLines(key, value, indent, text);
  return at(start, start, `${eol}${indent}${member}${hasLine ? "" : `${eol}${outer}`}`);
}

function onOneLine(key: string | undefined, value: JsonValue): string {
  return key === undefined ? JSON.stringify(value) : `${JSON.stringify(key)}:${JSON.stringify(value)}`;
}

function overLines(key: string | undefined, value: JsonValue, indent: string, text: string): string {
  const name = key === undefined ? "" : `${JSON.stringify(key)}: `;
  const lines = JSON.stringify(value, undefined, unitOf(text)).split("\n");
  return `${name}${lines.join(`${lineEndOf(text)}${indent}`)}`;
}

function unitOf(text: string): string {
  return /^\s*\{[ \t]*\r?\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

// The indentation of the line on which something begins.
function indentOf(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

function end({ offset, length }: Node): number {
  return offset + length;
}

function at(from: number, to: number, put: string): Edit {
  return { from, to, put };
}
