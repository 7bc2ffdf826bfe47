/**
 * JSON, read strictly and written canonically.
 * `JSON.parse` takes the last of two equal keys and its error texts differ between engines; a guard may do neither.
 */
import type { Result } from "./result.ts";

export type JsonScalar = string | number | boolean | null;
export type JsonValue = JsonScalar | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** What is wrong with a JSON text, and where: `offset` counts UTF-16 code units from 0 */
export interface JsonProblem {
  readonly code: "duplicate-key" | "malformed-json" | "number-out-of-range" | "too-deep" | "too-many-values";
  readonly offset: number;
}

/** Objects and arrays inside each other: far more than any form needs, and safe for recursive walkers on every engine */
export const MAX_JSON_DEPTH = 200;

/** Values in one text: a form of 5,000 fields has some 50,000; millions of empty objects would fill the memory */
export const MAX_JSON_VALUES = 250_000;

/**
 * Reads one JSON text (RFC 8259) with unique keys. Objects inherit nothing, so that `__proto__` is a key like others.
 * A second equal key is an error at any depth: two readers could take different ones.
 */
export function parseJson(text: string): Result<JsonValue, JsonProblem> {
  try {
    const reader = new Reader(text);
    const value = reader.value(0);
    reader.next();
    if (reader.offset < text.length) reader.fail("malformed-json");
    return { ok: true, value };
  } catch (thrown) {
    if (thrown instanceof Stop) return { ok: false, errors: [thrown.problem] };
    throw thrown;
  }
}

/** JSON with keys sorted by code unit and no white space: equal values give equal text on every engine */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const keys = Object.keys(value).sort(compareCodeUnits);
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`).join(",")}}`;
}

/**
 * An object that inherits nothing at all, so that `__proto__` and `toString` are names like others.
 * Unlike `Object.create(null)` it stays in the engine's fast form, which every decision pays for.
 */
export function createObject(): Record<string, JsonValue> {
  return new (Bare as unknown as new () => Record<string, JsonValue>)();
}

function Bare(): void {}
Bare.prototype = Object.freeze(Object.create(null));

/** The one order used for sorting text: by UTF-16 code unit, as `<` compares */
export function compareCodeUnits(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly JsonValue[] {
  return Array.isArray(value);
}

class Stop extends Error {
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
// Characters up to the next quote, backslash or control character.
const PLAIN = /[^"\\\u0000-\u001f]*/y;
// What keeps a string from being the characters between its quotes.
const SPECIAL = /[\\\u0000-\u001f]/g;
const HEX = /[0-9a-fA-F]{4}/y;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

// Keys that were met last, by length and ends. An engine has to look up every part of a text that becomes a key, which costs
// more than all else here; these it knows already.
const keys = new Array<string>(256).fill("");
const LONGEST_KEPT = 32;

class Reader {
  readonly text: string;
  offset = 0;
  private values = 0;
  /** Where the next special character stands, as far as that is known */
  private special = -1;

  constructor(text: string) {
    this.text = text;
  }

  value(depth: number): JsonValue {
    this.values += 1;
    if (this.values > MAX_JSON_VALUES) this.fail("too-many-values");
    switch (this.next()) {
      case 0x7b:
        return this.object(depth + 1);
      case 0x5b:
        return this.array(depth + 1);
      case 0x22:
        return this.string(false);
      case 0x74:
        return this.word("true", true);
      case 0x66:
        return this.word("false", false);
      case 0x6e:
        return this.word("null", null);
      default:
        return this.number();
    }
  }

  /** The first code unit behind white space; `NaN` at the end */
  next(): number {
    const { text } = this;
    const { charCodeAt } = String.prototype; // as in text.ts
    for (;;) {
      const unit = charCodeAt.call(text, this.offset);
      if (unit > 0x20 || (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09)) return unit;
      this.offset += 1;
    }
  }

  fail(code: JsonProblem["code"], offset: number = this.offset): never {
    throw new Stop({ code, offset });
  }

  private object(depth: number): JsonObject {
    if (depth > MAX_JSON_DEPTH) this.fail("too-deep");
    this.offset += 1;
    const result = createObject();
    if (this.take(0x7d)) return result;
    for (;;) {
      if (this.next() !== 0x22) this.fail("malformed-json");
      const at = this.offset;
      const key = this.string(true);
      if (key in result) this.fail("duplicate-key", at);
      if (!this.take(0x3a)) this.fail("malformed-json");
      result[key] = this.value(depth);
      if (this.take(0x2c)) continue;
      if (this.take(0x7d)) return result;
      this.fail("malformed-json");
    }
  }

  private array(depth: number): JsonValue[] {
    if (depth > MAX_JSON_DEPTH) this.fail("too-deep");
    this.offset += 1;
    const result: JsonValue[] = [];
    if (this.take(0x5d)) return result;
    for (;;) {
      result.push(this.value(depth));
      if (this.take(0x2c)) continue;
      if (this.take(0x5d)) return result;
      this.fail("malformed-json");
    }
  }

  private string(isKey: boolean): string {
    const { text } = this;
    const { indexOf, slice } = String.prototype;
    const start = this.offset + 1;
    if (this.special < start) {
      SPECIAL.lastIndex = start;
      this.special = SPECIAL.test(text) ? SPECIAL.lastIndex - 1 : Number.POSITIVE_INFINITY;
    }
    const end = indexOf.call(text, '"', start);
    if (end < 0 || end > this.special) return this.specialString(start);
    this.offset = end + 1;
    return isKey ? keyAt(text, start, end) : slice.call(text, start, end);
  }

  private specialString(start: number): string {
    this.offset = start;
    let result = "";
    for (;;) {
      const from = this.offset;
      PLAIN.lastIndex = from;
      PLAIN.test(this.text);
      this.offset = PLAIN.lastIndex;
      const plain = this.text.slice(from, this.offset);
      result = result === "" ? plain : result + plain;
      const next = this.text[this.offset];
      if (next === '"') {
        this.offset += 1;
        return result;
      }
      if (next !== "\\") this.fail("malformed-json");
      result += this.escape();
    }
  }

  private escape(): string {
    const name = this.text[this.offset + 1] ?? "";
    if (name === "u") {
      this.offset += 2;
      const digits = this.match(HEX);
      if (digits === "") this.fail("malformed-json");
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = ESCAPES.get(name);
    if (plain === undefined) return this.fail("malformed-json");
    this.offset += 2;
    return plain;
  }

  private number(): number {
    const digits = this.match(NUMBER);
    if (digits === "") this.fail("malformed-json");
    const value = Number(digits);
    // Beyond a double it would be Infinity here and null on the wire (client-observed B3).
    if (!Number.isFinite(value)) this.fail("number-out-of-range");
    return value;
  }

  private word<Value extends JsonScalar>(word: string, value: Value): Value {
    if (!this.text.startsWith(word, this.offset)) this.fail("malformed-json");
    this.offset += word.length;
    return value;
  }

  /** Behind white space */
  private take(unit: number): boolean {
    if (this.next() !== unit) return false;
    this.offset += 1;
    return true;
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.offset;
    const found = pattern.exec(this.text)?.[0] ?? "";
    this.offset += found.length;
    return found;
  }
}

function keyAt(text: string, start: number, end: number): string {
  const { charCodeAt, slice, startsWith } = String.prototype;
  const length = end - start;
  if (length > LONGEST_KEPT) return slice.call(text, start, end);
  const ends = charCodeAt.call(text, start) * 31 + charCodeAt.call(text, end - 1) * 7;
  const place = (length * 17 + ends + charCodeAt.call(text, start + (length >> 1))) & (keys.length - 1);
  const known = keys[place] as string;
  if (known.length === length && startsWith.call(text, known, start)) return known;
  const other = keys[place ^ 1] as string;
  if (other.length === length && startsWith.call(text, other, start)) return other;
  // What an object has for a key is a string by itself, and no part of the whole text.
  const [key = ""] = Object.keys({ [slice.call(text, start, end)]: null });
  keys[place ^ 1] = known;
  keys[place] = key;
  return key;
}
