/**
 * A file of policy tests: read strictly, each row of a table made a test of its own.
 * A slip here is a test that proves nothing: a misspelt field makes a malformed input, and that is refused whatever the
 * policy says. So unknown keys, rules and codes are errors with their place and the nearest word.
 */
import { readHookInput } from "../adapters/wire.ts";
import { rulesById } from "../all-rules.ts";
import type { DecideContext } from "../context.ts";
import { ENGINE_CODES } from "../core/decision.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { kindOf } from "../core/options.ts";
import type { DecisionRecord } from "../core/record.ts";
import type { Result } from "../core/result.ts";
import type { Asked } from "../core/rule.ts";
import { parseNow } from "../core/time.ts";
import { Checker, type Path } from "../policy/checker.ts";
import { type Diagnostic, showText } from "../policy/diagnostics.ts";
import { nearestWord } from "../policy/nearest.ts";
import { placeProblems } from "../policy/place-problems.ts";
import { readSource } from "../policy/source.ts";
import { parseRecord } from "./log-read.ts";
import {
  ANSWERS,
  ASKED_KEYS,
  EFFECTS,
  FILE_KEYS,
  INPUT_KEYS,
  MEMORY_KEYS,
  ROW_KEYS,
  TEST_KEYS,
  WANT_KEYS,
} from "./test-keys.ts";

export interface TestFile {
  /** As it was named */
  readonly file: string;
  /** As they are written, relative to the file; `undefined`: `sekisho.yaml` beside it */
  readonly policies: readonly string[] | undefined;
  readonly tests: readonly PolicyTest[];
}

export interface PolicyTest {
  /** Of a row: `test: row` */
  readonly name: string;
  readonly line: number;
  /** A hook input, a text that is handed in as it stands, or a record that is decided again */
  readonly input: JsonObject | string | { readonly record: DecisionRecord };
  readonly context: DecideContext;
  readonly want: Want;
}

/** What is left out is not compared; reasons as `rule/code` in any order, observed ones with their effect before them */
export interface Want {
  readonly effect: string;
  readonly reasons?: readonly string[];
  readonly errors?: readonly string[];
  readonly observed?: readonly string[];
  readonly content?: JsonObject;
}

export function readTestFile(text: string, file: string): Result<TestFile, Diagnostic> {
  const source = readSource(text, { file });
  if (!source.ok) {
    const [first, ...rest] = source.errors;
    return { ok: false, errors: [aboutTests(first), ...rest.map(aboutTests)] };
  }
  const node = source.value;
  const checker = new Checker((path) => node.spelling(path));
  const reader = new Reader(checker, (path) => node.locate(path).line);
  const read = reader.file(node.value);
  const [first, ...rest] = placeProblems(node, checker.problems);
  return first === undefined ? { ok: true, value: { file, ...read } } : { ok: false, errors: [first, ...rest] };
}

// The reader of sources speaks of policies.
function aboutTests({ message, help, ...problem }: Diagnostic): Diagnostic {
  const advice = problem.code === "several-documents" ? "write one file for each" : help;
  return {
    ...problem,
    message: message.replace(/\b(the|a) policy\b/, "$1 test file"),
    ...(advice === undefined ? {} : { help: advice.replace("policy", "test file").replace(/ with `extends`/, "") }),
  };
}

/** What a test takes from what stands around it */
interface Around {
  readonly input: JsonObject | string | undefined;
  /** In place of an input */
  readonly record?: DecisionRecord | undefined;
  readonly context: DecideContext;
  readonly want: Want | undefined;
}

class Reader {
  private readonly checker: Checker;
  private readonly lineOf: (path: Path) => number;
  private readonly names = new Set<string>();

  constructor(checker: Checker, lineOf: (path: Path) => number) {
    this.checker = checker;
    this.lineOf = lineOf;
  }

  file(value: JsonValue): Omit<TestFile, "file"> {
    const { checker } = this;
    if (!isObject(value)) {
      checker.report("wrong-type", [], `a test file is a mapping, not ${kindOf(value)}`, "begin with `version: 1`");
      return { policies: undefined, tests: [] };
    }
    const known = checker.keys(value, [], FILE_KEYS, "a test file");
    if (Object.hasOwn(value, "version") && value["version"] !== 1)
      checker.report("wrong-value", ["version"], "this sekisho reads test files of version 1", "write `version: 1`");
    checker.text(value, "about", []);
    const policies = Object.hasOwn(value, "policy")
      ? checker.list(value["policy"] as JsonValue, ["policy"], (one, at) => this.policy(one, at))
      : undefined;
    const base = Object.hasOwn(value, "base") ? this.input(value["base"] as JsonValue, ["base"], undefined) : undefined;
    if (typeof base === "string") checker.report("wrong-type", ["base"], "a mapping is wanted here, not text");
    const around: Around = { input: base, context: this.context(value, [], {}), want: undefined };
    const stated = value["tests"];
    if (stated === undefined) {
      // Where a key is misspelt, that is the fault.
      if (known) checker.report("missing-key", [], "the file has no tests", "write `tests:`, and a list below it");
      return { policies, tests: [] };
    }
    if (!isArray(stated)) {
      const help = "begin each test with a dash: `- name: …`";
      checker.report("wrong-type", ["tests"], `tests are a list, not ${kindOf(stated)}`, help);
      return { policies, tests: [] };
    }
    const tests = stated.flatMap((one, index) => this.test(one, ["tests", index], around));
    return { policies, tests };
  }

  private policy(value: JsonValue, path: Path): string | undefined {
    if (typeof value === "string" && value !== "") return value;
    const help = "name a file, relative to this one";
    return this.checker.report("wrong-type", path, `the path of a policy is wanted here, not ${kindOf(value)}`, help);
  }

  private test(value: JsonValue, path: Path, around: Around): readonly PolicyTest[] {
    const { checker } = this;
    if (!isObject(value)) {
      const help = "write `- name: …`, with `input` and `want` below it";
      checker.report("wrong-type", path, `a test is a mapping, not ${kindOf(value)}`, help);
      return [];
    }
    const known = checker.keys(value, path, TEST_KEYS, "a test");
    checker.text(value, "about", path);
    const name = this.name(value, path, known);
    const own = this.around(value, path, around);
    const rows = value["rows"];
    if (rows === undefined) return this.whole(name, path, own, known);
    if (!isArray(rows) || rows.length === 0) {
      const what = isArray(rows) ? "an empty list" : kindOf(rows);
      checker.report("wrong-type", [...path, "rows"], `rows are a list of mappings, not ${what}`);
      return [];
    }
    return rows.flatMap((row, index) => this.row(row, [...path, "rows", index], name, own));
  }

  private row(value: JsonValue, path: Path, test: string, around: Around): readonly PolicyTest[] {
    const { checker } = this;
    if (!isObject(value)) {
      checker.report("wrong-type", path, `a row is a mapping, not ${kindOf(value)}`, "write `- input: { … }`");
      return [];
    }
    const known = checker.keys(value, path, ROW_KEYS, "a row");
    const own = checker.text(value, "name", path) ?? `row ${Number(path.at(-1)) + 1}`;
    return this.whole(`${test}: ${own}`, path, this.around(value, path, around), known);
  }

  private name(value: JsonObject, path: Path, known: boolean): string {
    const { checker } = this;
    const name = checker.text(value, "name", path);
    if (name === undefined) {
      if (known && !Object.hasOwn(value, "name")) checker.report("missing-key", path, "the test has no `name`");
      return "";
    }
    if (this.names.has(name)) {
      const message = `two tests are named ${showText(name)}`;
      checker.report("duplicate-name", [...path, "name"], message, "give each a name of its own");
    }
    this.names.add(name);
    return name;
  }

  private whole(name: string, path: Path, around: Around, known: boolean): readonly PolicyTest[] {
    const { context, want, record } = around;
    const input = record === undefined ? around.input : { record };
    if (input !== undefined && want !== undefined) return [{ name, line: this.lineOf(path), input, context, want }];
    // Where a key is misspelt, that is the fault.
    const before = this.checker.problems.some((problem) => path.every((step, at) => problem.path[at] === step));
    if (known && !before) {
      const lacks = input === undefined ? "input" : "want";
      const help = lacks === "want" ? "write `want: decline`, or a mapping with `effect` and `reasons`" : undefined;
      this.checker.report("missing-key", path, `the test has no \`${lacks}\``, help);
    }
    return [];
  }

  private around(value: JsonObject, path: Path, around: Around): Around {
    return {
      input: Object.hasOwn(value, "input")
        ? this.input(value["input"] as JsonValue, [...path, "input"], around.input)
        : around.input,
      record: Object.hasOwn(value, "record")
        ? this.record(value["record"] as JsonValue, [...path, "record"])
        : around.record,
      context: this.context(value, path, around.context),
      want: Object.hasOwn(value, "want") ? this.want(value["want"] as JsonValue, [...path, "want"]) : around.want,
    };
  }

  /** Laid over what stands further out, key by key; `null` takes a key away */
  private input(value: JsonValue, path: Path, below: JsonObject | string | undefined): JsonObject | string | undefined {
    if (typeof value === "string") return value;
    if (!isObject(value)) {
      const help = "a mapping of the hook's fields, or a text that is handed in as it stands";
      return this.checker.report("wrong-type", path, `a hook input is wanted here, not ${kindOf(value)}`, help);
    }
    for (const key of Object.keys(value)) {
      // The client adds fields over time; only what looks like a slip is one.
      if (INPUT_KEYS.includes(key) || nearestWord(key, INPUT_KEYS) === undefined) continue;
      const message = `no field of a hook input is called ${showText(key)}`;
      this.checker.unknown("unknown-key", [...path, key], "key", message, key, INPUT_KEYS);
    }
    return lay(typeof below === "string" ? undefined : below, value);
  }

  private record(value: JsonValue, path: Path): DecisionRecord | undefined {
    const record = parseRecord(JSON.stringify(value));
    if (record !== undefined) return record;
    const help = "`sekisho log --to-test ID` writes one";
    return this.checker.report("wrong-value", path, "this is no record of this version of sekisho", help);
  }

  private context(value: JsonObject, path: Path, below: DecideContext): DecideContext {
    const facts = Object.hasOwn(value, "facts")
      ? { ...below.facts, ...this.facts(value["facts"] as JsonValue, [...path, "facts"]) }
      : below.facts;
    const now = Object.hasOwn(value, "now") ? this.now(value["now"] as JsonValue, [...path, "now"]) : below.now;
    const memory = Object.hasOwn(value, "memory")
      ? this.memory(value["memory"] as JsonValue, [...path, "memory"])
      : below.memory;
    return {
      ...(now === undefined ? {} : { now }),
      ...(facts === undefined ? {} : { facts }),
      ...(memory === undefined ? {} : { memory }),
    };
  }

  private facts(value: JsonValue, path: Path): Readonly<Record<string, string>> {
    const { checker } = this;
    const facts: Record<string, string> = {};
    if (!isObject(value)) {
      checker.report("wrong-type", path, `facts are a mapping of names to values, not ${kindOf(value)}`);
      return facts;
    }
    for (const [name, stated] of Object.entries(value)) {
      const at = [...path, name];
      if (typeof stated === "object") checker.report("wrong-type", at, `a fact is one value, not ${kindOf(stated)}`);
      else {
        const text = typeof stated === "number" ? (checker.spelling(at) ?? String(stated)) : String(stated);
        Object.defineProperty(facts, name, { value: text, enumerable: true, configurable: true, writable: true });
      }
    }
    return facts;
  }

  private now(value: JsonValue, path: Path): string | undefined {
    const now = parseNow(value);
    if (now !== undefined) return now;
    return this.checker.report("wrong-value", path, "a time in UTC is wanted here", "write `2026-11-30T15:30:00Z`");
  }

  private memory(value: JsonValue, path: Path): DecideContext["memory"] {
    const { checker } = this;
    if (!isObject(value)) {
      const help = "write `{ candidates: [ … ] }`";
      return checker.report("wrong-type", path, `a mapping is wanted here, not ${kindOf(value)}`, help);
    }
    const known = checker.keys(value, path, MEMORY_KEYS, "`memory`");
    if (known && Object.keys(value).length === 0)
      checker.report("wrong-type", path, "`memory` holds nothing", "write `{ candidates: [ … ] }`");
    const list = (name: string): readonly JsonValue[] => {
      const stated = value[name];
      if (isArray(stated)) return stated;
      if (stated !== undefined)
        checker.report("wrong-type", [...path, name], `a list is wanted here, not ${kindOf(stated)}`);
      return [];
    };
    const at = [...path, "candidates"];
    const candidates = list("candidates").flatMap((one, index) => this.input(one, [...at, index], undefined) ?? []);
    for (const [index, candidate] of candidates.entries()) {
      const reading = readHookInput(candidate);
      if (reading.kind === "request" && reading.event === "Elicitation") continue;
      const problem = "problem" in reading ? reading.problem : "it is no question";
      checker.report("wrong-value", [...at, index], `what was asked can't be read: ${problem}`);
    }
    const asked = list("asked").flatMap((one, index) => this.asked(one, [...path, "asked", index]) ?? []);
    return { candidates, ...(Object.hasOwn(value, "asked") ? { asked } : {}) };
  }

  private asked(value: JsonValue, path: Path): Asked | undefined {
    const { checker } = this;
    if (!isObject(value)) {
      const help = "write `{ at: 2026-11-30T15:30Z, same: true, answer: decline }`";
      return checker.report("wrong-type", path, `a mapping is wanted here, not ${kindOf(value)}`, help);
    }
    checker.keys(value, path, ASKED_KEYS, "an earlier question");
    const at = this.now(value["at"] ?? null, [...path, "at"]);
    const same = checker.flag(value["same"] ?? null, [...path, "same"]);
    const stated = value["answer"] ?? null;
    const answer = stated === null ? null : checker.oneOf(stated, [...path, "answer"], ANSWERS);
    if (at === undefined || same === undefined || answer === undefined) return undefined;
    return { at, same, answer: answer as Asked["answer"] };
  }

  private want(value: JsonValue, path: Path): Want | undefined {
    const { checker } = this;
    if (!isObject(value)) {
      const effect = checker.oneOf(value, path, EFFECTS);
      return effect === undefined ? undefined : { effect };
    }
    const known = checker.keys(value, path, WANT_KEYS, "`want`");
    const effect = checker.word(value, "effect", EFFECTS, path);
    if (effect === undefined && known && !Object.hasOwn(value, "effect"))
      checker.report("missing-key", path, "`want` has no `effect`", `one of ${EFFECTS.join(", ")}`);
    const said = (key: "errors" | "observed" | "reasons"): { readonly [Key in typeof key]?: readonly string[] } =>
      Object.hasOwn(value, key)
        ? { [key]: this.said(value[key] as JsonValue, [...path, key], key === "observed") }
        : {};
    const content = value["content"];
    if (content !== undefined && !isObject(content))
      checker.report("wrong-type", [...path, "content"], `the answer is a mapping, not ${kindOf(content)}`);
    return {
      effect: effect ?? "",
      ...said("reasons"),
      ...said("errors"),
      ...said("observed"),
      ...(isObject(content) ? { content } : {}),
    };
  }

  // Here an empty list says something: nobody spoke.
  private said(value: JsonValue, path: Path, observed: boolean): readonly string[] {
    const list = isArray(value) ? value : [value];
    return list.flatMap((one, index) => {
      const at: Path = isArray(value) ? [...path, index] : path;
      if (typeof one === "string") return this.reason(one, at, observed) ?? [];
      this.checker.report("wrong-type", at, `a text is wanted here, not ${kindOf(one)}`, "write `rule/code`");
      return [];
    });
  }

  private reason(text: string, path: Path, observed: boolean): string | undefined {
    const { checker } = this;
    const [, effect, rule = "", code = ""] = /^(?:([a-z]+) )?([^/ ]+)\/([^/ ]+)$/.exec(text) ?? [];
    const form = observed ? "`decline rule/code`" : "`rule/code`";
    if (code === "" || (effect !== undefined) !== observed)
      return checker.report("wrong-value", path, `${showText(text)} is no reason`, `write ${form}`);
    if (effect !== undefined && checker.oneOf(effect, path, EFFECTS) === undefined) return undefined;
    const id = rule.split(":", 1)[0] ?? rule;
    const codes = id === "engine" ? ENGINE_CODES : rulesById.get(id)?.codes;
    if (codes === undefined) {
      const words = ["engine", ...rulesById.keys()];
      return checker.unknown("unknown-rule", path, "value", `there is no rule ${showText(id)}`, id, words, LIST);
    }
    // A team's script has codes of its own.
    if (id === "script" || Object.hasOwn(codes, code)) return text;
    const message = `rule \`${id}\` has no code ${showText(code)}`;
    return checker.unknown("wrong-value", path, "value", message, code, Object.keys(codes), LIST);
  }
}

const LIST = "`sekisho rules` lists them";

function lay(below: JsonObject | undefined, above: JsonObject): JsonObject {
  const laid: Record<string, JsonValue> = Object.create(null);
  for (const one of [below ?? {}, above])
    for (const [key, value] of Object.entries(one)) {
      if (value === null) delete laid[key];
      else laid[key] = value;
    }
  return laid;
}
