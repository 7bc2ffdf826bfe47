/**
 * Reads RE2 syntax (github.com/google/re2/wiki/Syntax) into a tree, with every case, class and flag spelled out as sets.
 * Groups and greed leave no trace in it: a policy asks whether a text matches, never where.
 */
import { type CodeSet, codeSet, foldRanges, invert, MAX_CODE } from "./pattern-set.ts";

export type PatternNode =
  | { readonly kind: "set"; readonly set: CodeSet }
  | { readonly kind: "assert"; readonly assert: Assertion }
  | { readonly kind: "concat" | "either"; readonly parts: readonly PatternNode[] }
  | {
      readonly kind: "repeat";
      readonly part: PatternNode;
      readonly min: number;
      readonly max: number;
      /** Written with braces */
      readonly counted: boolean;
    };

export type Assertion = "begin" | "end" | "line-begin" | "line-end" | "word-border";

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

class Stop extends Error {
  readonly why: "beyond" | "invalid";
  constructor(why: "beyond" | "invalid") {
    super(why);
    this.why = why;
  }
}

interface Flags {
  readonly fold: boolean;
  readonly lines: boolean;
  readonly dotAll: boolean;
}

const COUNT = /\{(0|[1-9][0-9]*)(?:(,)(0|[1-9][0-9]*)?)?\}/y;
const NAME = /\(\?P?<([A-Za-z0-9_]+)>/y;
const HEX = /x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y;
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{1,2}/y;
const MAX_COUNT = 1_000;

class Reader {
  readonly source: string;
  at = 0;
  private flags: Flags = { fold: false, lines: false, dotAll: false };
  private readonly names = new Set<string>();
  private readonly literals = new Map<number, PatternNode>();

  constructor(source: string) {
    this.source = source;
  }

  // Up to the end, or the `)` that closes the group.
  alternatives(depth: number): PatternNode {
    if (depth > MAX_DEPTH) throw new Stop("beyond");
    const branches: PatternNode[] = [];
    let parts: PatternNode[] = [];
    let repeated = false;
    for (;;) {
      const next = this.source[this.at];
      if (next === undefined || next === ")") break;
      if (next === "|") {
        this.at += 1;
        branches.push(concat(parts));
        parts = [];
        repeated = false;
        continue;
      }
      const times = this.count(next);
      if (times === undefined) {
        parts.push(...this.atoms(next, depth));
      } else {
        const part = parts.pop();
        // `**` and the like mean something else in Perl, so RE2 refuses them.
        if (part === undefined || repeated) throw new Stop("invalid");
        parts.push(repeat(part, times));
      }
      repeated = times !== undefined;
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
        return [{ kind: "assert", assert: this.flags.lines ? "line-begin" : "begin" }];
      case "$":
        this.at += 1;
        return [{ kind: "assert", assert: this.flags.lines ? "line-end" : "end" }];
      case ".":
        this.at += 1;
        return [{ kind: "set", set: this.flags.dotAll ? [0, MAX_CODE] : [0, 9, 11, MAX_CODE] }];
      default:
        return [this.literal(this.character())];
    }
  }

  private group(depth: number): readonly PatternNode[] {
    const outside = this.flags;
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
    this.flags = outside;
    return [inside];
  }

  // `(?i)` changes what follows, to the end of the group around it; `(?i:` opens a group, which is what is told.
  private changeFlags(): boolean {
    let { fold, lines, dotAll } = this.flags;
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
          this.flags = { fold, lines, dotAll };
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

  private characterClass(): CodeSet {
    this.at += 1;
    const inverted = this.source[this.at] === "^";
    if (inverted) this.at += 1;
    const ranges: number[] = [];
    // A `]` in the first place is itself.
    for (let first = true; first || this.source[this.at] !== "]"; first = false) {
      const named = this.posixClass() ?? this.perlClass();
      if (named !== undefined) {
        ranges.push(...named);
        continue;
      }
      const from = this.classCharacter();
      let to = from;
      if (this.source[this.at] === "-" && this.source[this.at + 1] !== "]") {
        this.at += 1;
        to = this.classCharacter();
      }
      if (to < from) throw new Stop("invalid");
      ranges.push(...this.folded([from, to]));
    }
    this.at += 1;
    const set = codeSet(ranges);
    return inverted ? invert(set) : set;
  }

  private classCharacter(): number {
    if (this.source[this.at] !== "\\") return this.character();
    if (this.source[this.at + 1] === "p" || this.source[this.at + 1] === "P") throw new Stop("beyond");
    return this.escaped();
  }

  private posixClass(): CodeSet | undefined {
    if (!this.source.startsWith("[:", this.at)) return undefined;
    const end = this.source.indexOf(":]", this.at);
    if (end < 0) return undefined;
    const inverted = this.source[this.at + 2] === "^";
    const name = this.source.slice(this.at + (inverted ? 3 : 2), end);
    const set = name === "perl" ? undefined : named(name);
    if (set === undefined) throw new Stop("invalid");
    this.at = end + 2;
    const folded = this.folded(set);
    return inverted ? invert(folded) : folded;
  }

  // Under `(?i)`, `\w` holds U+017F and U+212A too, in RE2.
  private perlClass(): CodeSet | undefined {
    if (this.source[this.at] !== "\\") return undefined;
    const letter = this.source[this.at + 1] ?? "";
    const place = "dDsSwW".indexOf(letter);
    if (letter === "" || place < 0) return undefined;
    this.at += 2;
    const folded = this.folded(named(["digit", "perl", "word"][place >> 1] as string) ?? []);
    return place % 2 === 0 ? folded : invert(folded);
  }

  // One character behind a backslash.
  private escaped(): number {
    this.at += 1;
    const octal = this.match(OCTAL);
    if (octal !== null) return Number.parseInt(octal[0], 8);
    const hex = this.match(HEX);
    if (hex !== null) return this.readable(Number.parseInt(hex[1] ?? hex[2] ?? "", 16));
    const letter = this.source[this.at] ?? "";
    const control = letter === "" ? -1 : "abtnvfr".indexOf(letter);
    this.at += 1;
    if (control >= 0 && letter !== "b") return control + 7;
    // Punctuation, controls, blank; letters and digits are kept for what may come.
    if (letter === "" || letter > "\u007f" || /[0-9A-Za-z]/.test(letter)) throw new Stop("invalid");
    return letter.charCodeAt(0);
  }

  private character(): number {
    const code = this.source.codePointAt(this.at);
    if (code === undefined) throw new Stop("invalid");
    this.at += code > 0xffff ? 2 : 1;
    return this.readable(code);
  }

  // What half of a surrogate pair should match is not for this file to say.
  private readable(code: number): number {
    if (code > MAX_CODE) throw new Stop("invalid");
    if (code >= 0xd800 && code <= 0xdfff) throw new Stop("beyond");
    return code;
  }

  // A list of words has the same few letters over and over.
  private literal(code: number): PatternNode {
    const key = this.flags.fold ? code : -1 - code;
    let literal = this.literals.get(key);
    if (literal === undefined) {
      literal = { kind: "set", set: this.folded([code, code]) };
      this.literals.set(key, literal);
    }
    return literal;
  }

  private folded(set: CodeSet): CodeSet {
    if (!this.flags.fold) return set;
    const folded = foldRanges(set);
    if (folded === undefined) throw new Stop("beyond");
    return folded;
  }

  private match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

type Times = Pick<Extract<PatternNode, { readonly kind: "repeat" }>, "counted" | "max" | "min">;

function concat(parts: readonly PatternNode[]): PatternNode {
  const flat = parts.flatMap((part) => (part.kind === "concat" ? part.parts : [part]));
  return flat.length === 1 ? (flat[0] as PatternNode) : { kind: "concat", parts: flat };
}

function either(branches: readonly PatternNode[]): PatternNode {
  const flat = branches.flatMap((branch) => (branch.kind === "either" ? branch.parts : [branch]));
  if (flat.length === 1) return flat[0] as PatternNode;
  // `(a|b)*` is `[ab]*`, and costs as little.
  if (flat.every((branch) => branch.kind === "set"))
    return { kind: "set", set: codeSet(flat.flatMap(({ set }) => set)) };
  return { kind: "either", parts: flat };
}

function repeat(part: PatternNode, times: Times): PatternNode {
  const node: PatternNode = { kind: "repeat", part, ...times };
  if (times.counted && (times.min >= 2 || times.max >= 2) && !countsFit(node, MAX_COUNT)) throw new Stop("invalid");
  return node;
}

// RE2: counts inside counts may come to a thousand at most.
function countsFit(node: PatternNode, left: number): boolean {
  switch (node.kind) {
    case "assert":
    case "set":
      return true;
    case "concat":
    case "either":
      return node.parts.every((part) => countsFit(part, left));
    case "repeat": {
      if (!node.counted) return countsFit(node.part, left);
      const most = node.max === Number.POSITIVE_INFINITY ? node.min : node.max;
      if (node.max === 0) return true;
      if (most > left) return false;
      return countsFit(node.part, most > 0 ? Math.trunc(left / most) : left);
    }
  }
}

// POSIX classes, and what Perl takes for white space: first and last character of each range.
const CLASSES =
  "alnum=09AZaz,alpha=AZaz,ascii=\0\x7f,blank=\t\t\x20\x20,cntrl=\0\x1f\x7f\x7f,digit=09,graph=!~,lower=az,print=\x20~," +
  "punct=!/:@[`{~,space=\t\r\x20\x20,upper=AZ,word=09AZ__az,xdigit=09AFaf,perl=\t\n\f\r\x20\x20";
let classes: ReadonlyMap<string, CodeSet> | undefined;

function named(name: string): CodeSet | undefined {
  classes ??= new Map(
    CLASSES.split(",").map((entry) => {
      const [word = "", ends = ""] = entry.split("=");
      return [word, Array.from(ends, (end) => end.charCodeAt(0))];
    }),
  );
  return classes.get(name);
}
