/**
 * Reads RE2 syntax (github.com/google/re2/wiki/Syntax) into a tree, with every case, class and flag spelled out as sets.
 * Own code, since a package for it costs a hook more than all the rest (facts/runtime.md §8b).
 */
import { CharacterReader, Stop } from "./pattern-characters.ts";
import { concat, either, MAX_COUNT, type PatternNode, repeat, type Times } from "./pattern-node.ts";
import { MAX_CODE } from "./pattern-set.ts";

/** Longer or deeper patterns, and those that need Unicode's tables, are RE2's own affair */
const MAX_SOURCE = 5_000;
const MAX_DEPTH = 50;

/** `invalid`: not RE2 syntax. `beyond`: more than is read here, so whether it is valid is not known */
export function parsePattern(source: string): PatternNode | "beyond" | "invalid" {
  if (source.length > MAX_SOURCE) return "beyond";
  try {
    const reader = new Reader(source);
    const node = reader.alternatives(0);
    return reader.at < source.length ? "invalid" : node;
  } catch (thrown) {
    if (thrown instanceof Stop) return thrown.why;
    throw thrown;
  }
}

const COUNT = /\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/y;
const NAME = /\(\?P?<([A-Za-z0-9_]+)>/y;

class Reader extends CharacterReader {
  private lines = false;
  private dotAll = false;
  private readonly names = new Set<string>();
  private readonly literals = new Map<number, PatternNode>();

  // Up to the end, or the `)` that closes the group.
  alternatives(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new Stop("beyond");
    const branches: PatternNode[] = [];
    let parts: PatternNode[] = [];
    let wasRepeat = false;
    for (;;) {
      const next = this.source[this.at];
      if (next === undefined || next === ")") break;
      if (next === "|") {
        this.at += 1;
        branches.push(concat(parts));
        parts = [];
        wasRepeat = false;
        continue;
      }
      const times = this.count(next);
      if (times === undefined) {
        parts.push(...this.atoms(next, depth));
      } else {
        const part = parts.pop();
        // `**` and the like mean something else in Perl, so RE2 refuses them.
        if (part === undefined || wasRepeat) throw new Stop("invalid");
        const repeated = repeat(part, times);
        if (repeated === undefined) throw new Stop("invalid");
        parts.push(repeated);
      }
      wasRepeat = times !== undefined;
    }
    branches.push(concat(parts));
    return either(branches);
  }

  private count(next: string): Times | undefined {
    let times: Times | undefined;
    switch (next) {
      case "*":
        times = { min: 0, max: Number.POSITIVE_INFINITY, counted: false };
        break;
      case "+":
        times = { min: 1, max: Number.POSITIVE_INFINITY, counted: false };
        break;
      case "?":
        times = { min: 0, max: 1, counted: false };
        break;
      case "{":
        times = this.braces();
        break;
    }
    if (times === undefined) return undefined;
    if (next !== "{") this.at += 1;
    if (this.source[this.at] === "?") this.at += 1;
    return times;
  }

  // A brace that opens no count is itself.
  private braces(): Times | undefined {
    const found = this.match(COUNT);
    if (found === null) return undefined;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === undefined ? Number.POSITIVE_INFINITY : Number(found[3]);
    if (min > MAX_COUNT || (max > MAX_COUNT && max !== Number.POSITIVE_INFINITY) || min > max)
      throw new Stop("invalid");
    return { min, max, counted: true };
  }

  private atoms(next: string, depth: number): readonly PatternNode[] {
    switch (next) {
      case "(":
        return this.group(depth);
      case "[":
        return [{ kind: "set", set: this.characterClass() }];
      case "\\":
        return this.escape();
      case "^":
        this.at += 1;
        return [{ kind: "assert", assert: this.lines ? "line-begin" : "begin" }];
      case "$":
        this.at += 1;
        return [{ kind: "assert", assert: this.lines ? "line-end" : "end" }];
      case ".":
        this.at += 1;
        return [{ kind: "set", set: this.dotAll ? [0, MAX_CODE] : [0, 9, 11, MAX_CODE] }];
      default:
        return [this.literal(this.character())];
    }
  }

  private group(depth: number): readonly PatternNode[] {
    const { fold, lines, dotAll } = this;
    if (this.source.startsWith("(?", this.at)) {
      if (this.source.startsWith("(?P<", this.at) || this.source.startsWith("(?<", this.at)) {
        const name = this.match(NAME)?.[1];
        if (name === undefined || this.names.has(name)) throw new Stop("invalid");
        this.names.add(name);
      } else if (!this.changeFlags()) return [];
    } else {
      this.at += 1;
    }
    const inside = this.alternatives(depth + 1);
    if (this.source[this.at] !== ")") throw new Stop("invalid");
    this.at += 1;
    Object.assign(this, { fold, lines, dotAll });
    return [inside];
  }

  // `(?i)` changes what follows, to the end of the group around it; `(?i:` opens a group, which is what is told.
  private changeFlags(): boolean {
    let { fold, lines, dotAll } = this;
    let on = true;
    let some = true;
    for (this.at += 2; ; this.at += 1) {
      switch (this.source[this.at]) {
        case "i":
          fold = on;
          break;
        case "m":
          lines = on;
          break;
        case "s":
          dotAll = on;
          break;
        case "U":
          break;
        case "-":
          if (!on) throw new Stop("invalid");
          on = false;
          some = false;
          continue;
        case ":":
        case ")":
          if (!some) throw new Stop("invalid");
          Object.assign(this, { fold, lines, dotAll });
          this.at += 1;
          return this.source[this.at - 1] === ":";
        default:
          throw new Stop("invalid");
      }
      some = true;
    }
  }

  private escape(): readonly PatternNode[] {
    const next = this.source[this.at + 1] ?? "";
    switch (next) {
      case "A":
      case "z":
        this.at += 2;
        return [{ kind: "assert", assert: next === "A" ? "begin" : "end" }];
      case "b":
        this.at += 2;
        return [{ kind: "assert", assert: "word-border" }];
      // V8 lets it hold between the halves of a surrogate pair, even under `u`.
      case "B":
      case "p":
      case "P":
        throw new Stop("beyond");
      case "Q":
        return this.quoted();
    }
    const set = this.perlClass();
    return [set === undefined ? this.literal(this.escaped()) : { kind: "set", set }];
  }

  private quoted(): readonly PatternNode[] {
    const start = this.at + 2;
    const close = this.source.indexOf("\\E", start);
    const end = close < 0 ? this.source.length : close;
    const literals: PatternNode[] = [];
    for (this.at = start; this.at < end; ) literals.push(this.literal(this.character()));
    this.at = close < 0 ? end : end + 2;
    return literals;
  }

  // A list of words has the same few letters over and over.
  private literal(code: number): PatternNode {
    const key = this.fold ? code : -1 - code;
    let literal = this.literals.get(key);
    if (literal === undefined) {
      literal = { kind: "set", set: this.folded([code, code]) };
      this.literals.set(key, literal);
    }
    return literal;
  }
}
