/**
 * Composed YAML nodes to plain values, each with its place in the text.
 * The library's own conversion gives objects with a prototype, repeats what aliases repeat, merges nothing, says nothing:
 * here a key is data, a number keeps its spelling, and what two readers could take differently is a fault.
 */
import {
  type Alias,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { JsonValue } from "../core/json.ts";
import { showText } from "./diagnostics.ts";
import { nearestWord } from "./nearest.ts";
import { hasHalfCharacter, quoteText } from "./source-characters.ts";
import { branch, type Entry, leaf, type Span } from "./source-entry.ts";
import { type Fault, MAX_ALIASED_SIZE, MAX_FAULTS, MAX_SOURCE_DEPTH, TOO_DEEP } from "./source-faults.ts";
import { checkWords, explainKeyless, type Role } from "./source-words.ts";

type Path = readonly string[];
type Node = ParsedNode | null;

export function buildTree(
  contents: ParsedNode,
  text: string,
): { readonly root: Entry; readonly faults: readonly Fault[] } {
  const builder = new Builder(text);
  const root = builder.value(contents, [], "root");
  return { root, faults: builder.faults };
}

class Builder {
  readonly text: string;
  readonly faults: Fault[] = [];
  // In the order of the text, so an alias finds the last anchor before it; `undefined` while its value is being read.
  private readonly anchors = new Map<string, Entry | undefined>();
  private aliased = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(node: Node, path: Path, role: Role): Entry {
    if (node === null) return leaf(null, { start: 0, end: 0 });
    if (isAlias(node)) return this.alias(node, path);
    if (path.length >= MAX_SOURCE_DEPTH && !isScalar(node)) {
      return this.stop({ ...TOO_DEEP, ...spanOf(node), path });
    }
    const { anchor } = node;
    if (anchor !== undefined) this.anchors.set(anchor, undefined);
    const entry = isMap(node)
      ? this.mapping(node, path)
      : isSeq(node)
        ? this.list(node, path)
        : this.scalar(node, path, role);
    if (anchor !== undefined) this.anchors.set(anchor, entry);
    return entry;
  }

  private mapping(node: YAMLMap.Parsed, path: Path): Entry {
    const children = new Map<string, Entry>();
    const value: Record<string, JsonValue> = Object.create(null);
    for (const pair of node.items) {
      if (this.isFull()) break;
      const key = this.key(pair.key, path, node.flow === true);
      const entry = this.value(pair.value, key === undefined ? path : [...path, key], "value");
      if (key === undefined) continue;
      const first = children.get(key);
      const span = spanOf(pair.key);
      if (first !== undefined) this.duplicate(key, span, first, path);
      else children.set(key, pair.value === null ? this.keyless(pair, path, key) : { ...entry, key: span });
    }
    for (const [key, entry] of children) value[key] = entry.value;
    const span = spanOf(node);
    const firstKey = node.flow === true ? undefined : node.items[0]?.key;
    return branch(value, children, span, firstKey == null ? span : spanOf(firstKey));
  }

  private list(node: YAMLSeq.Parsed, path: Path): Entry {
    const children = new Map<string, Entry>();
    const value: JsonValue[] = [];
    for (const item of node.items) {
      if (this.isFull()) break;
      const index = String(value.length);
      const entry = this.value(item as Node, [...path, index], node.flow === true ? "flow-item" : "item");
      children.set(index, entry);
      value.push(entry.value);
    }
    const span = spanOf(node);
    return branch(value, children, span, node.flow === true ? span : { start: span.start, end: span.start + 1 });
  }

  private scalar(node: Scalar.Parsed, path: Path, role: Role): Entry {
    const span = spanOf(node);
    const spelling = this.text.slice(span.start, span.end);
    const words = checkWords({ source: spelling, start: span.start, role, style: styleOf(node) });
    if (words !== undefined) this.faults.push({ ...words, path });
    const { value } = node;
    if (typeof value === "number") return leaf(this.number(value, spelling, span, path), span, spelling);
    if (typeof value === "string" && hasHalfCharacter(value)) {
      this.faults.push({ ...halfCharacter(spelling), ...span, path });
    }
    return leaf(isJsonScalar(value) ? value : null, span, spelling);
  }

  private number(value: number, spelling: string, span: Span, path: Path): number {
    const lost = Number.isFinite(value) ? Number.isInteger(value) && !Number.isSafeInteger(value) : true;
    if (lost) {
      const message = `${showText(spelling)} is not a number that can be carried exactly`;
      const help = `if it is a text, put it in quotes: ${quoteText(spelling)}`;
      this.faults.push({ code: "odd-number", ...span, path, message, help });
      return 0;
    }
    return value === 0 ? 0 : value;
  }

  private key(node: Node, path: Path, flow: boolean): string | undefined {
    if (node === null) return undefined;
    const span = spanOf(node);
    if (isAlias(node) && !this.anchors.has(node.source)) {
      this.faults.push({ ...this.unknownAlias(node.source.replace(/:$/, "")), ...span, path });
      return undefined;
    }
    if (!isScalar(node) || typeof node.value !== "string") {
      this.faults.push({ ...keyNotText(node, this.text), ...span, path });
      this.value(node, path, "value");
      return undefined;
    }
    if (node.type === "PLAIN" && node.value === "<<") {
      const help = "write the keys out; an anchor can stand for a whole value (`hosts: *hosts`)";
      this.faults.push({
        code: "merge-key",
        ...span,
        path,
        message: "`<<` merges nothing in YAML 1.2, so its keys would be lost",
        help,
      });
      return undefined;
    }
    this.value(node, path, flow ? "flow-key" : "key");
    return node.value;
  }

  private keyless(pair: Pair<ParsedNode, Node>, path: Path, key: string): Entry {
    const span = spanOf(pair.key);
    const known = explainKeyless(this.text.slice(span.start, span.end), span.start);
    const message = `key ${showText(key)} has neither a colon nor a value`;
    this.faults.push({
      ...(known ?? { code: "missing-value", ...span, message, help: "write `key: value`" }),
      path: [...path, key],
    });
    return { ...leaf(null, span), key: span };
  }

  private duplicate(key: string, span: Span, first: Entry, path: Path): void {
    const line = this.text.slice(0, first.key?.start).split("\n").length;
    const message = `key ${showText(key)} is given twice, first on line ${line}`;
    this.faults.push({
      code: "duplicate-key",
      ...span,
      path: [...path, key],
      message,
      help: "delete one, or write both in one",
    });
  }

  private alias(node: Alias.Parsed, path: Path): Entry {
    const span = spanOf(node);
    const known = this.anchors.has(node.source);
    const target = this.anchors.get(node.source);
    if (target === undefined) {
      const cycle = {
        code: "alias-cycle",
        message: `${showText(`*${node.source}`)} stands inside its own value`,
        help: "write the value out",
      } as const;
      return this.stop({ ...(known ? cycle : this.unknownAlias(node.source)), ...span, path });
    }
    const before = this.aliased;
    this.aliased += target.size;
    if (this.aliased > MAX_ALIASED_SIZE) {
      // Said once, at the alias that goes over.
      if (before > MAX_ALIASED_SIZE) return leaf(null, span);
      const help = "write lists out, or use groups under `servers`";
      return this.stop({ code: "alias-bomb", ...span, path, message: "aliases repeat too much", help });
    }
    if (path.length + target.height > MAX_SOURCE_DEPTH) {
      return this.stop({ ...TOO_DEEP, ...span, path });
    }
    return { ...target, span, mark: span };
  }

  private unknownAlias(source: string): Pick<Fault, "code" | "message" | "help"> {
    const text = `*${source}`;
    const message = `no anchor ${showText(`&${source}`)} stands before this alias`;
    const near = /^[\w-]+$/.test(source) ? nearestWord(source, this.anchors.keys()) : undefined;
    const help =
      near === undefined
        ? `a text that begins with \`*\` goes in quotes: ${quoteText(text)}`
        : `did you mean ${showText(`*${near}`)}?`;
    return { code: "unknown-alias", message, help };
  }

  private stop(fault: Fault): Entry {
    this.faults.push(fault);
    return leaf(null, fault);
  }

  // Explaining a fault can take as long as the text, so there is an end to it.
  private isFull(): boolean {
    return this.faults.length >= MAX_FAULTS;
  }
}

function spanOf(node: Node): Span {
  return { start: node?.range[0] ?? 0, end: node?.range[1] ?? 0 };
}

function styleOf(node: Scalar.Parsed): "block" | "plain" | "quoted" {
  if (node.type === "BLOCK_FOLDED" || node.type === "BLOCK_LITERAL") return "block";
  return node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE" ? "quoted" : "plain";
}

function isJsonScalar(value: unknown): value is string | boolean | null {
  return value === null || typeof value === "string" || typeof value === "boolean";
}

function keyNotText(node: ParsedNode, text: string): Pick<Fault, "code" | "message" | "help"> {
  const code = "key-not-text";
  const { start, end } = spanOf(node);
  const written = text.slice(start, end);
  if (isAlias(node)) return { code, message: "an alias cannot be a key", help: "write the key out" };
  if (!isScalar(node)) {
    return { code, message: "a list or mapping cannot be a key", help: "put the key in quotes if it is a text" };
  }
  if (written === "") {
    return { code, message: "a colon with no key before it", help: "write the key, or put the text in quotes" };
  }
  return {
    code,
    message: `key ${showText(written)} is no text`,
    help: `put it in quotes: ${quoteText(written)}`,
  };
}

function halfCharacter(spelling: string): Pick<Fault, "code" | "message" | "help"> {
  const message = `${showText(spelling)} holds half a character`;
  return { code: "bad-escape", message, help: "write both halves (`\\ud83d\\ude00`), or the character itself" };
}
