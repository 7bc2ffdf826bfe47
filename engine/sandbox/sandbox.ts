/**
 * Loads scripts and calls them: text in, text out, each call from the same memory, within the same budget everywhere.
 * A machine that trapped, ran out or grew is thrown away, since nothing says what it holds (facts/runtime.md §6b).
 */
import type { ScriptCall, ScriptLimits } from "../core/script-powers.ts";
import { type Base, clearStack, type Image, type MemoryFacts, restore, takeBase, takeImage, topOf } from "./image.ts";
import { createMachine, type Machine, type Wasm } from "./machine.ts";
import { createShelf } from "./shelf.ts";

export interface SandboxFacts extends MemoryFacts {
  readonly context: number;
  readonly runtime: number;
  /** The guest's one function, and its `undefined` */
  readonly enter: number;
  readonly undefinedValue: number;
  readonly pages: number;
}

/** A helper as the guest evaluates it, with the word lists that it takes */
export interface HelperText {
  readonly code: string;
  readonly words?: object;
}

export interface SandboxParts {
  readonly wasm: Wasm;
  readonly module: object;
  readonly facts: SandboxFacts;
  /** A helper by its name */
  readonly helper: (name: string) => HelperText | undefined;
  /** Most scripts will be called once at most: images are made only when one is needed */
  readonly once?: boolean;
  /** Most bytes of images that are kept together */
  readonly images?: number;
}

/** What went wrong, in a word: for whoever writes the script, and never part of a decision */
export type Trouble = "fuel" | "memory" | "stopped" | (string & {});

export type Loading =
  | { readonly ok: true; readonly script: Script }
  | { readonly ok: false; readonly trouble: Trouble; readonly message?: string; readonly stack?: string };

export interface Script {
  /** What it registered, as the guest's JSON text: to be read as hostile */
  readonly definition: string;
  /** Steps that loading took */
  readonly fuel: number;
  /** The memory from which each call starts; loads the script once more where it was not kept, or not any more */
  readonly image: () => Image;
}

export type Running = {
  /** Steps that the call took */
  readonly fuel: number;
  /** Bytes of heap that it used at most, the engine's own included */
  readonly memory: number;
} & (
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly trouble: Trouble; readonly place?: Place }
);

/** In the script, from 1 */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Sandbox {
  readonly load: (source: string, limits: ScriptLimits, uses: (definition: string) => readonly string[]) => Loading;
  readonly run: (script: Script, limits: ScriptLimits, call: ScriptCall) => Running;
}

const STRICT = 8; // JS_EVAL_FLAG_STRICT
const COMPILE_ONLY = 32; // JS_EVAL_FLAG_COMPILE_ONLY
/** For compiling: source nested deeply goes through the host's own stack too (facts/runtime.md §6b) */
const COMPILE_STACK = 16 * 1024;
/** For what is not the script's own doing: loading helpers */
const OUR_FUEL = 500_000_000;
/** For reading what it is handed: some 3,000 steps, and at most 40 for each character (bench) */
const READING = 1_000_000;
const READING_UNIT = 100;
const PAGE = 65536;
/** A thousand scripts as teams write them take 44 MB (bench) */
const MOST_IMAGES = 128 * 1024 * 1024;
/** Pages above what a script left behind, for its calls */
const ROOM = 8;

export function createSandbox({
  wasm,
  module,
  facts,
  helper,
  once = false,
  images = MOST_IMAGES,
}: SandboxParts): Sandbox {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  // By the pages that they begin with: how often a memory has to grow is part of the steps.
  const machines = new Map<number, Machine>();
  let base: Base | undefined;
  const shelf = createShelf(images);
  // The machine that holds a script just as it was loaded.
  let fresh: { readonly script: Script; readonly of: Machine } | undefined;

  const bytesOf = (of: Machine): Uint8Array => new Uint8Array(of.memory.buffer);

  const baseOf = (pristine: Machine): Base => {
    base ??= takeBase(bytesOf(pristine), facts);
    return base;
  };

  // A machine whose memory is what `image` says.
  const prepared = (image: Image | undefined, limits: ScriptLimits): Machine => {
    fresh = undefined;
    const pages = image === undefined ? facts.pages : pagesFor(image.top);
    const known = machines.get(pages);
    const of = known ?? createMachine(wasm, module, pages);
    machines.set(pages, of);
    if (known !== undefined || image !== undefined)
      restore(bytesOf(of), base ?? baseOf(createMachine(wasm, module, facts.pages)), facts, image);
    else if (!once) baseOf(of);
    return ready(of, limits);
  };

  const ready = (of: Machine, limits: ScriptLimits): Machine => {
    const pages = of.memory.buffer.byteLength / PAGE;
    of.limit = Math.max(pages, Math.floor((limits.memory * 1024 * 1024) / PAGE));
    of.wanting = false;
    of.exports.__fuel.value = OUR_FUEL;
    return of;
  };

  const pagesFor = (top: number): number => Math.max(facts.pages, Math.ceil(top / PAGE) + ROOM);

  // What was loaded is what an image would put back, but for what the stack holds.
  const asLoaded = (script: Script, limits: ScriptLimits): Machine | undefined => {
    const of = fresh?.script === script ? fresh.of : undefined;
    fresh = undefined;
    if (of === undefined || machines.get(pagesFor(topOf(bytesOf(of), facts))) !== of) return undefined;
    clearStack(bytesOf(of), facts);
    return ready(of, limits);
  };

  // Runs one step within a budget; whatever goes wrong, the machine is gone.
  const within = <Value>(of: Machine, fuel: number, step: () => Value): Step<Value> => {
    of.exports.__fuel.value = fuel;
    try {
      const value = step();
      const used = fuel - of.exports.__fuel.value;
      return { ok: true, value, fuel: used };
    } catch {
      const used = fuel - of.exports.__fuel.value;
      drop(of);
      return { ok: false, fuel: used, trouble: used > fuel ? "fuel" : of.wanting ? "memory" : "stopped" };
    }
  };

  const drop = (of: Machine): void => {
    for (const [pages, one] of machines) if (one === of) machines.delete(pages);
  };

  const put = (of: Machine, text: string): { readonly at: number; readonly length: number } => {
    const bytes = encoder.encode(text);
    const at = of.exports.malloc(bytes.length + 1);
    if (at === 0) throw new Error("no memory");
    const memory = bytesOf(of);
    memory.set(bytes, at);
    memory[at + bytes.length] = 0;
    return { at, length: bytes.length };
  };

  const take = (of: Machine, value: number): string => {
    const at = of.exports.stringOf(facts.context, value);
    if (at === 0) throw new Error("no text");
    const memory = bytesOf(of);
    return decoder.decode(memory.subarray(at, memory.indexOf(0, at)));
  };

  const evaluate = (of: Machine, code: string, flags: number): { value: number; exception: number } => {
    const { at, length } = put(of, code);
    const name = put(of, "script");
    const value = of.exports.evaluate(facts.context, at, length, name.at, 0, flags);
    of.exports.free(at);
    of.exports.free(name.at);
    return { value, exception: of.exports.exceptionOf(facts.context, value) };
  };

  const enter = (of: Machine, message: string, value: number = facts.undefinedValue): string => {
    const { exports } = of;
    const { at } = put(of, message);
    const text = exports.newString(facts.context, at);
    exports.free(at);
    const values = exports.malloc(8);
    const view = new DataView(of.memory.buffer);
    view.setUint32(values, text, true);
    view.setUint32(values + 4, value, true);
    const result = exports.call(facts.context, facts.enter, facts.undefinedValue, 2, values);
    if (exports.exceptionOf(facts.context, result) !== 0) throw new Error("the guest threw");
    return take(of, result);
  };

  const loadInto = (
    of: Machine,
    source: string,
    limits: ScriptLimits,
    uses: (definition: string) => readonly string[],
  ): LoadedInto => {
    const { exports } = of;
    exports.setStackSize(facts.runtime, COMPILE_STACK);
    const evaluated = within(of, limits.fuel, () => {
      const { exception } = evaluate(of, source, STRICT);
      return exception === 0 ? "" : enter(of, '{"step":"describe"}', exception);
    });
    if (!evaluated.ok) return evaluated;
    if (evaluated.value !== "") return { ok: false, trouble: "threw", ...described(evaluated.value) };
    const finished = within(of, OUR_FUEL, () => enter(of, '{"step":"finish"}'));
    if (!finished.ok) return finished;
    const definition = finished.value;
    if (definition.startsWith("!")) return { ok: false, trouble: definition.slice(1) };
    for (const name of uses(definition)) {
      const found = helper(name);
      if (found === undefined) return { ok: false, trouble: "unknown-helper" };
      const { code, words } = found;
      const added = within(of, OUR_FUEL, () => {
        const { value, exception } = evaluate(of, code, STRICT);
        return exception === 0 ? enter(of, JSON.stringify({ step: "helper", name, words }), value) : "!";
      });
      if (!added.ok || added.value !== "") return { ok: false, trouble: "helper" };
    }
    const set = within(of, OUR_FUEL, () => exports.setStackSize(facts.runtime, limits.stack * 1024));
    return set.ok ? { ok: true, definition, fuel: evaluated.fuel } : set;
  };

  const load = (source: string, limits: ScriptLimits, uses: (definition: string) => readonly string[]): Loading => {
    const of = prepared(undefined, limits);
    const loaded = loadInto(of, source, limits, uses);
    if (!loaded.ok) {
      forget(of);
      const problem = loaded.trouble === "threw" ? syntaxProblem(source, limits) : undefined;
      return problem === undefined ? loaded : { ok: false, trouble: "syntax", ...problem };
    }
    const { definition, fuel } = loaded;
    // What these functions see lives as long as the script: so none may see the machine, nor an image.
    const imageOf = (): Image => {
      const kept = shelf.take(script);
      if (kept !== undefined) return kept;
      const other = prepared(undefined, limits);
      if (!loadInto(other, source, limits, uses).ok) throw new Error("what was loaded before does not load");
      const image = takeImage(bytesOf(other), base ?? baseOf(createMachine(wasm, module, facts.pages)), facts);
      forget(other);
      shelf.keep(script, image);
      return image;
    };
    const script: Script = { definition, fuel, image: imageOf };
    if (!once) shelf.keep(script, takeImage(bytesOf(of), baseOf(of), facts));
    forget(of);
    if (once) fresh = { script, of };
    return { ok: true, script };
  };

  // Whether it is the text itself: then nothing of it was run, and the error is the engine's own.
  const syntaxProblem = (source: string, limits: ScriptLimits): Described | undefined => {
    const of = prepared(undefined, limits);
    of.exports.setStackSize(facts.runtime, COMPILE_STACK);
    const compiled = within(of, limits.fuel, () => {
      const { exception } = evaluate(of, source, STRICT | COMPILE_ONLY);
      return exception === 0 ? "" : enter(of, '{"step":"describe"}', exception);
    });
    forget(of);
    return compiled.ok && compiled.value !== "" ? described(compiled.value) : undefined;
  };

  // One that grew is larger than all begin; one that wanted more may be in any state, though a script caught the error.
  const forget = (of: Machine): void => {
    if (of.wanting || machines.get(of.memory.buffer.byteLength / PAGE) !== of) drop(of);
  };

  return {
    load,
    run: (script, limits, call) => {
      const of = asLoaded(script, limits) ?? prepared(script.image(), limits);
      const text = JSON.stringify({ step: "input", output: limits.output, ...call });
      // What is handed over was sent by somebody else: to read it costs the script nothing, whatever its length.
      const read = within(of, READING + text.length * READING_UNIT, () => enter(of, text));
      if (!read.ok) return { ...read, fuel: 0, memory: topOf(bytesOf(of), facts) - facts.heap };
      const ran = within(of, limits.fuel, () => enter(of, '{"step":"call"}'));
      const memory = topOf(bytesOf(of), facts) - facts.heap;
      forget(of);
      if (!ran.ok) return { ...ran, memory };
      const { value, fuel } = ran;
      if (value.startsWith("!")) return { ok: false, ...troubleIn(value), fuel, memory };
      // The guest has looked as well; nothing of it is taken on trust.
      if (value.length > limits.output) return { ok: false, trouble: "output", fuel, memory };
      return { ok: true, text: value, fuel, memory };
    },
  };
}

// `!threw 3:5`
function troubleIn(text: string): { readonly trouble: Trouble; readonly place?: Place } {
  const [trouble = "", line, column] = text.slice(1).split(/[ :]/);
  return line === undefined ? { trouble } : { trouble, place: { line: Number(line), column: Number(column) } };
}

type LoadedInto =
  | { readonly ok: true; readonly definition: string; readonly fuel: number }
  | Extract<Loading, { ok: false }>;

type Step<Value> =
  | { readonly ok: true; readonly value: Value; readonly fuel: number }
  | { readonly ok: false; readonly trouble: Trouble; readonly fuel: number };

interface Described {
  readonly message?: string;
  readonly stack?: string;
}

function described(text: string): Described {
  try {
    const { message, stack } = JSON.parse(text) as Record<string, unknown>;
    return {
      ...(typeof message === "string" ? { message } : {}),
      ...(typeof stack === "string" ? { stack } : {}),
    };
  } catch {
    return {};
  }
}
