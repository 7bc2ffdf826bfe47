/**
 * The first code inside the sandbox: takes away what a script may not have, freezes the rest, and keeps the border.
 * It runs once, when sekisho is built; what it leaves behind is part of the memory that every script starts from.
 * All that it needs later is taken hold of here, since a script can change what it finds by name.
 */

/** What the host says: which step, and for a call everything that the script gets */
type Message =
  | { readonly step: "describe" | "finish" | "call" }
  | { readonly step: "helper"; readonly name: string; readonly words?: object }
  | Given;

/** What the script gets: read before the call, so that reading it costs the script nothing */
interface Given {
  readonly step: "input";
  readonly output: number;
  readonly builders: readonly string[];
  readonly input: object;
}

interface Permits {
  readonly globals: readonly string[];
  readonly removed: Readonly<Record<string, readonly string[]>>;
}

type Decide = (input: object) => unknown;
type HelperCode = (...given: readonly unknown[]) => object;

/** `enter(message, value)` is the one way in; it gives one text, which begins with `!` where something went wrong */
export function prelude(permits: Permits): (text: string, value: unknown) => string {
  const { parse, stringify } = JSON;
  const { create, defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf } = Object;
  const { apply, ownKeys } = Reflect;
  const find = RegExp.prototype.exec;
  const PLACE = /script:(\d+):(\d+)/;
  const { isArray } = Array;
  const { isFinite: isNumber } = Number;
  const plain = Object.prototype;
  const world = globalThis as unknown as Record<PropertyKey, unknown>;
  const typed = [Int32Array, Uint8Array, Uint16Array];

  let loading = true;
  let broken = "";
  let registered = false;
  let definition: string | undefined;
  let decide: Decide | undefined;
  let given: Given | undefined;
  const helpers: Record<string, unknown> = create(null);

  function rule(stated: { about: unknown; codes: unknown; uses?: unknown; decide: unknown }): void {
    if (!loading) broken = "rule-called-late";
    else if (registered) broken = "rule-called-twice";
    if (broken !== "") throw new TypeError("rule() is called exactly once, at the top level of a script");
    if (typeof stated !== "object" || stated === null) {
      broken = "not-a-rule";
      throw new TypeError("rule() takes an object: { about, codes, decide }");
    }
    for (const key of ownKeys(stated)) {
      if (key === "about" || key === "codes" || key === "uses" || key === "decide") continue;
      broken = "unknown-key";
      throw new TypeError(
        `rule() takes about, codes, uses and decide, and not ${typeof key === "string" ? key : "a symbol"}`,
      );
    }
    registered = true;
    const { about, codes, uses, decide: found } = stated;
    if (typeof found === "function") decide = found as Decide;
    else broken = "no-decide";
    // Made into text here and not later: what a getter or a `toJSON` does is the script's own doing, on its own steps.
    definition = stringify({ about, codes, uses });
  }

  function enter(text: string, value: unknown): string {
    const message = parse(text) as Message;
    switch (message.step) {
      case "finish":
        return finish();
      case "helper":
        addHelper(message.name, value as HelperCode, message.words);
        return "";
      case "describe":
        return describe(value);
      case "input":
        given = message;
        return "";
      case "call":
        return call(given as Given);
    }
  }

  function finish(): string {
    loading = false;
    if (broken !== "") return `!${broken}`;
    if (!registered) return "!rule-not-called";
    return definition ?? "!not-a-rule";
  }

  // For whoever writes the script: what kind of error, and where. Its text stays here, since it may hold anything.
  function troubleOf(error: unknown): string {
    const message = ownText(error, "message");
    const kind = message === "stack overflow" ? "stack" : message === "out of memory" ? "memory" : "threw";
    const place = apply(find, PLACE, [ownText(error, "stack") ?? ""]) as readonly string[] | null;
    return place === null ? kind : `${kind} ${place[1]}:${place[2]}`;
  }

  function describe(error: unknown): string {
    return stringify({ message: ownText(error, "message"), stack: ownText(error, "stack") });
  }

  // Only what stands on the error itself, so that nothing of the script is run to read it.
  function ownText(error: unknown, name: string): string | undefined {
    if (typeof error !== "object" || error === null) return undefined;
    const found = getOwnPropertyDescriptor(error, name);
    return found !== undefined && typeof found.value === "string" ? found.value : undefined;
  }

  // Helpers may use what scripts have not; nothing of it is in what they give.
  function addHelper(name: string, code: HelperCode, words: object | undefined): void {
    const value = code(...typed, words);
    harden(value);
    defineProperty(helpers, name, { value, enumerable: true });
  }

  function call({ builders, input, output }: Given): string {
    const handed = input as Record<string, unknown>;
    const made = new WeakMap<object, string>();
    // What leaves is the text that is made here, at once: whatever a script does to the object later changes nothing.
    const make = (verdict: object): object => {
      let fits = true;
      const text = stringify(verdict, (_key, value) => {
        fits &&= isData(value);
        return value;
      });
      const token = freeze(create(null)) as object;
      made.set(token, fits ? text : "!not-data");
      return token;
    };
    const build: Record<string, unknown> = create(null);
    const say =
      (effect: string) =>
      (code: unknown, args: unknown = {}) =>
        make({ effect, code, args });
    const answer =
      (effect: string) =>
      (first: unknown = {}, second: unknown = {}) =>
        typeof first === "string" ? make({ effect, code: first, more: second }) : make({ effect, content: first });
    build["decline"] = say("decline");
    build["cancel"] = say("cancel");
    build["ask"] = say("ask");
    build["accept"] = answer("accept");
    build["edit"] = answer("edit");
    for (let index = 0; index < builders.length; index += 1) {
      const name = builders[index] as string;
      handed[name] = build[name];
    }
    let verdict: unknown;
    try {
      verdict = (decide as Decide)(handed);
    } catch (error) {
      return `!${troubleOf(error)}`;
    }
    if (broken !== "") return `!${broken}`;
    if (verdict === undefined) return "null";
    const text = typeof verdict === "object" && verdict !== null ? made.get(verdict) : undefined;
    if (text === undefined) return "!not-a-verdict";
    return text.length > output ? "!output" : text;
  }

  // What JSON would change without a word (a Map to nothing, NaN to null, a function to no field at all) is no data.
  function isData(value: unknown): boolean {
    switch (typeof value) {
      case "boolean":
      case "string":
        return true;
      case "number":
        return isNumber(value);
      case "object": {
        if (value === null || isArray(value)) return true;
        const prototype = getPrototypeOf(value);
        return prototype === plain || prototype === null;
      }
      default:
        return false;
    }
  }

  // Everything that can be reached from a value, prototypes and accessors included.
  function harden(root: unknown): void {
    const seen = new Set<unknown>();
    const open: unknown[] = [root];
    for (let next = open.pop(); next !== undefined || open.length > 0; next = open.pop()) {
      if ((typeof next !== "object" && typeof next !== "function") || next === null || next === world || seen.has(next))
        continue;
      seen.add(next);
      freeze(next);
      open.push(getPrototypeOf(next));
      for (const key of ownKeys(next)) {
        const found = getOwnPropertyDescriptor(next, key) as PropertyDescriptor;
        open.push(found.value, found.get, found.set);
      }
    }
  }

  function takeAway(): void {
    for (const path of ownKeys(permits.removed) as string[]) {
      let owner = world;
      for (const step of path.split(".")) owner = owner[step] as Record<PropertyKey, unknown>;
      for (const name of permits.removed[path] as readonly string[]) delete owner[name];
    }
    // Each of these makes functions from text.
    const kinds = [() => {}, function* () {}, async () => {}, async function* () {}];
    for (const one of kinds) {
      const prototype = getPrototypeOf(one) as object | null;
      // Asynchronous ones have none where promises are left out.
      if (prototype === null || prototype === undefined) continue;
      defineProperty(prototype, "constructor", { value: undefined, writable: false, configurable: false });
    }
    for (const one of kinds) harden(one);
    for (const key of ownKeys(world)) if (typeof key !== "string" || !permits.globals.includes(key)) delete world[key];
  }

  takeAway();
  const literals = [
    [][Symbol.iterator](),
    new Map().entries(),
    new Set().values(),
    ""[Symbol.iterator](),
    /x/g,
    "".matchAll(/x/g),
  ];
  harden(literals);
  harden(typed);
  for (const key of ownKeys(world)) {
    if (key === "globalThis") continue;
    harden(world[key]);
    defineProperty(world, key, { writable: false, configurable: false });
  }
  harden([rule, enter]);
  defineProperty(world, "rule", { value: rule, writable: false, configurable: false, enumerable: false });
  defineProperty(world, "sekisho", { value: helpers, writable: false, configurable: false, enumerable: false });
  return enter;
}
