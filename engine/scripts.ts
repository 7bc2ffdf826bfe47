/**
 * Team scripts, opened: the sandbox is made when the first one is met, and each script is loaded once.
 * Where there is no sandbox nothing is opened, and so nothing that a script should have stopped gets through.
 */
import { readDefinition } from "./core/script.ts";
import {
  type OpenScript,
  type ScriptCost,
  type ScriptDefinition,
  ScriptKilled,
  type ScriptLimits,
  type ScriptPowers,
} from "./core/script-powers.ts";
import { nodeModule } from "./platform.ts";
import type { Wasm } from "./sandbox/machine.ts";
import { compileModule, NoSandbox } from "./sandbox/module.ts";
import {
  createSandbox,
  type HelperText,
  type Loading,
  type Sandbox,
  type SandboxFacts,
  type Script,
} from "./sandbox/sandbox.ts";

/** Why a script does not load, for whoever writes it */
export interface ScriptProblem {
  /** `fuel`, `memory`, `syntax`, `threw`, `no-sandbox` … */
  readonly trouble: string;
  readonly message: string;
  /** Where in the script, from 1; absent where no place is known */
  readonly line?: number;
  readonly column?: number;
}

/** A script that loads */
export interface CheckedScript extends OpenScript {
  /** Steps that loading took */
  readonly fuel: number;
}

export class ScriptError extends Error {
  readonly problem: ScriptProblem;
  constructor(problem: ScriptProblem) {
    super(problem.trouble);
    this.name = "ScriptError";
    this.problem = problem;
  }
}

/** What the sandbox is made of: `coldNow`, as far as it is used here; each part is had when it is needed */
export interface PartLookup {
  (name: "guests"): { readonly HELPERS: Readonly<Record<string, string>> };
  (name: "inflate"): { readonly inflateText: (text: string) => Uint8Array };
  (name: "wasm-quickjs"): { readonly FACTS: SandboxFacts; readonly MODULE: string };
  (name: "words-latin" | "words-other" | "words-recovery"): { readonly packed: string };
}

export interface ScriptSettings {
  /** The process is our own and ends after one decision */
  readonly quickly: boolean;
  /** Another sandbox than one in this thread (script-guard.ts) */
  readonly guard: (() => Sandbox | undefined) | undefined;
  /** Milliseconds for all scripts together, from now on; left out: their fuel is the only limit */
  readonly time?: number | undefined;
}

export interface Scripts extends Pick<ScriptPowers, "lastCost"> {
  readonly open: (source: string, limits: ScriptLimits) => CheckedScript;
  /** What keeps a script from loading; `undefined`: it loads */
  readonly check: (source: string, limits: ScriptLimits) => ScriptProblem | undefined;
}

// More than any policy has; whoever loads policies again and again must not keep all that ever was.
const MOST_OPEN = 4096;

/** Steps that surely take a millisecond at most: they take a fifth of that (facts on metering; `npm run bench -- scripts`) */
const STEPS = 50_000;

export function createScripts(part: PartLookup, { quickly, guard, time }: ScriptSettings): Scripts {
  const end = time === undefined ? undefined : performance.now() + time;
  const opened = new Map<string, CheckedScript | ScriptProblem>();
  let sandbox: Sandbox | undefined;
  let cost: ScriptCost | undefined;

  // A thread can't be stopped from inside, but steps can: what is left of the time is given in steps. So many scripts, or
  // much `fuel`, of a project's policy can't hold a hook until its client gives up on it and lets the request through.
  const inTime = <Ended extends { readonly ok: boolean; readonly trouble?: string }>(
    limits: ScriptLimits,
    step: (within: ScriptLimits) => Ended,
  ): Ended => {
    const most = end === undefined ? limits.fuel : Math.floor((end - performance.now()) * STEPS);
    if (most >= limits.fuel) return step(limits);
    if (most < 1) throw new ScriptKilled("no time is left");
    const ended = step({ ...limits, fuel: most });
    if (ended.trouble === "fuel") throw new ScriptKilled("the time is over");
    return ended;
  };

  const load = (source: string, limits: ScriptLimits): CheckedScript | ScriptProblem => {
    let definition: ScriptDefinition | string = "";
    const usesOf = (text: string): readonly string[] => {
      definition = readDefinition(text);
      return typeof definition === "string" ? [] : definition.uses;
    };
    try {
      sandbox ??= guard?.() ?? openSandbox(part, quickly);
      const from = sandbox;
      const loading = inTime<Loading>(limits, (within) => from.load(source, within, usesOf));
      if (!loading.ok) return problemOf(loading);
      if (typeof definition === "string") return { trouble: "not-a-rule", message: definition };
      return openedScript(from, loading.script, definition, limits);
    } catch (error) {
      if (error instanceof NoSandbox) return { trouble: "no-sandbox", message: error.message };
      if (error instanceof ScriptKilled) return { trouble: "killed", message: "it takes too long to load" };
      throw error;
    }
  };

  const openedScript = (
    from: Sandbox,
    script: Script,
    definition: ScriptDefinition,
    limits: ScriptLimits,
  ): CheckedScript => ({
    definition,
    fuel: script.fuel,
    run: (call) => {
      cost = { fuel: limits.fuel, memory: 0, trouble: "killed", place: undefined };
      const ran = inTime(limits, (within) => from.run(script, within, call));
      const { fuel, memory } = ran;
      cost = ran.ok
        ? { fuel, memory, trouble: undefined, place: undefined }
        : { fuel, memory, trouble: ran.trouble, place: ran.place };
      if (!ran.ok) throw new Error("the script failed");
      return ran.text;
    },
  });

  const find = (source: string, limits: ScriptLimits): CheckedScript | ScriptProblem => {
    const key = `${limits.fuel} ${limits.memory} ${limits.stack} ${limits.output}\n${source}`;
    const known = opened.get(key);
    if (known !== undefined) return known;
    const found = load(source, limits);
    opened.set(key, found);
    // Those that were opened first go first.
    if (opened.size > MOST_OPEN) for (const oldest of [...opened.keys()].slice(0, MOST_OPEN / 4)) opened.delete(oldest);
    return found;
  };

  return {
    open: (source, limits) => {
      cost = undefined;
      const found = find(source, limits);
      if (!("trouble" in found)) return found;
      throw found.trouble === "killed" ? new ScriptKilled(found.message) : new ScriptError(found);
    },
    check: (source, limits) => {
      const found = find(source, limits);
      return "trouble" in found ? found : undefined;
    },
    lastCost: () => cost,
  };
}

/** The helpers that a script wants, from what it registered */
export function usesOf(definition: string): readonly string[] {
  const read = readDefinition(definition);
  return typeof read === "string" ? [] : read.uses;
}

/** The sandbox itself, in this thread */
export function openSandbox(part: PartLookup, quickly: boolean): Sandbox {
  if (quickly) compileQuickly();
  const zlib = nodeModule("zlib");
  const { FACTS, MODULE } = part("wasm-quickjs");
  const { wasm, module } = compileModule(MODULE, {
    wasm: (globalThis as { WebAssembly?: Wasm }).WebAssembly,
    inflate:
      zlib === undefined
        ? (text) => part("inflate").inflateText(text)
        : (text) => zlib.inflateRawSync(Buffer.from(text, "base64"), { chunkSize: 1 << 20 }),
  });
  return createSandbox({ wasm, module, facts: FACTS, helper: (name) => helperOf(part, name), once: quickly });
}

function helperOf(part: PartLookup, name: string): HelperText | undefined {
  const { HELPERS } = part("guests");
  const code = Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined;
  if (code === undefined) return undefined;
  if (name !== "secrets") return { code };
  const words = (list: "latin" | "other" | "recovery"): string => part(`words-${list}`).packed;
  return { code, words: { latin: words("latin"), other: words("other"), recovery: words("recovery") } };
}

// V8's optimising compiler takes longer than one script runs, and the process would wait for it (facts/runtime.md §4b).
function compileQuickly(): void {
  try {
    const v8 = nodeModule("v8");
    v8?.setFlagsFromString("--liftoff-only");
    // The build has validated the module.
    v8?.setFlagsFromString("--wasm-lazy-validation");
  } catch {} // not every runtime has V8
}

const WHAT: ReadonlyMap<string, string> = new Map([
  ["fuel", "it takes more steps to load than `fuel` allows"],
  ["memory", "it takes more memory to load than `memory` allows"],
  ["stopped", "it stops the sandbox"],
  ["rule-not-called", "it never calls `rule`"],
  ["rule-called-twice", "it calls `rule` more than once"],
  ["no-decide", "what it hands to `rule` has no function `decide`"],
  ["unknown-key", "`rule` takes about, codes, uses and decide, and nothing else"],
  ["not-a-rule", "`rule` takes an object: { about, codes, decide }"],
  ["unknown-helper", "`uses` names a helper that there is not"],
  ["helper", "a helper does not load"],
]);

function problemOf(loading: Extract<Loading, { ok: false }>): ScriptProblem {
  const { trouble, message, stack } = loading;
  const place = /script:(\d+):(\d+)/.exec(stack ?? "");
  const known = WHAT.get(trouble);
  return {
    trouble,
    message: known ?? message ?? "it throws something that is no error",
    ...(place === null ? {} : { line: Number(place[1]), column: Number(place[2]) }),
  };
}
