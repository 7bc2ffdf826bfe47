/**
 * The sandbox by itself: what a script may say, what it can't see, what stops it, and that no call sees another.
 * Steps and outcomes are compared, never times. Whole attacks stand in sandbox-attacks.test.ts.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { suite, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { inflateRawSync } from "node:zlib";
import { openedScripts, powers } from "../engine/bind.ts";
import type { Request } from "../engine/core/request.ts";
import type { Effect, Verdict } from "../engine/core/rule.ts";
import { askScript } from "../engine/core/script.ts";
import type { ScriptCost, ScriptLimits } from "../engine/core/script-powers.ts";
import type { Wasm } from "../engine/sandbox/machine.ts";
import { DIGEST, FACTS, MODULE } from "../engine/sandbox/quickjs.generated.ts";
import { createSandbox, type Script } from "../engine/sandbox/sandbox.ts";
import { runSamples, SAMPLES } from "../engine/script-samples.ts";

const LIMITS: ScriptLimits = { fuel: 4_000_000, memory: 16, stack: 32, output: 65_536 };
const MUCH = { fuel: 2_000_000_000 };
const ALL: readonly Effect[] = ["accept", "ask", "cancel", "decline"];
const CODES = '{ no: "no {why}", yes: "yes" }';

const QUESTION: Request = {
  event: "Elicitation",
  mode: "form",
  server: "ops",
  message: "Deploy?",
  requestedSchema: { type: "object", properties: { team: { type: "string" }, "sk-live-4eC39HqLyjWDarjtT1zdp7dc": {} } },
};
const ANSWER: Request = {
  event: "ElicitationResult",
  mode: "form",
  server: "ops",
  action: "accept",
  content: { team: "blue", pin: 4711, list: ["hunter2"] },
};
const LINK: Request = {
  event: "Elicitation",
  mode: "url",
  server: "ops",
  message: "?",
  url: "https://auth.example.com/x",
};

interface Asked {
  readonly request?: Request;
  readonly may?: readonly Effect[];
  readonly limits?: Partial<ScriptLimits>;
  readonly options?: Record<string, never> | { readonly [name: string]: string };
  readonly facts?: Readonly<Record<string, string>>;
  readonly uses?: string;
  readonly before?: string;
}

function sourceOf(body: string, { uses = "[]", before = "" }: Asked = {}): string {
  return `${before}\nrule({ about: "x", codes: ${CODES}, uses: ${uses}, decide(input) { ${body} } });`;
}

function askSource(source: string, asked: Asked = {}): Verdict | undefined {
  const limits = { ...LIMITS, ...asked.limits };
  const script = openedScripts().open(source, limits);
  const context = { now: undefined, facts: new Map(Object.entries(asked.facts ?? {})), memory: undefined };
  const call = { request: asked.request ?? QUESTION, context, powers, own: false, protocol: undefined };
  return askScript(script, source, call, asked.may ?? ALL, asked.options ?? {});
}

function ask(body: string, asked: Asked = {}): Verdict | undefined {
  return askSource(sourceOf(body, asked), asked);
}

function effectOf(said: Verdict | undefined): string | undefined {
  return said !== undefined && "effect" in said ? said.effect : undefined;
}

function fails(body: string, trouble: string | undefined, asked: Asked = {}): ScriptCost {
  const source = sourceOf(body, asked);
  openedScripts().open(source, { ...LIMITS, ...asked.limits });
  assert.throws(() => askSource(source, asked), body);
  const cost = openedScripts().lastCost();
  assert.equal(cost?.trouble, trouble, body);
  return cost as ScriptCost;
}

suite("what a script may say", () => {
  test("nothing at all", () => {
    assert.equal(ask(""), undefined);
    assert.equal(ask("return undefined"), undefined);
  });

  test("what the builders make", () => {
    assert.deepEqual(ask('return input.decline("yes")'), { effect: "decline", code: "yes", args: {} });
    assert.equal(effectOf(ask('return input.cancel("yes", {})')), "cancel");
    assert.equal(effectOf(ask('return input.ask("yes")')), "ask");
    assert.deepEqual(ask("return input.accept({ team: 'x' })"), {
      effect: "accept",
      code: "answered",
      args: {},
      content: new Map([["team", "x"]]),
      defaults: new Map(),
    });
    assert.deepEqual(ask("return input.accept()"), {
      effect: "accept",
      code: "answered",
      args: {},
      content: new Map(),
      defaults: new Map(),
    });
    assert.deepEqual(ask('return input.accept("yes", { content: { team: 1 }, defaults: { a: 2 } })'), {
      effect: "accept",
      code: "yes",
      args: {},
      content: new Map([["team", 1]]),
      defaults: new Map([["a", 2]]),
    });
    assert.deepEqual(ask("return input.edit({ set: { team: 'x' }, remove: ['pin'] })", { request: ANSWER }), {
      effect: "accept",
      code: "edited",
      args: {},
      edits: { set: new Map([["team", "x"]]), remove: ["pin"] },
    });
  });

  test("names such as `__proto__` are data", () => {
    const said = ask(`return input.accept(JSON.parse('{"__proto__":{"team":"x"},"constructor":1}'))`);
    assert.deepEqual(said !== undefined && "content" in said ? [...said.content.keys()] : [], [
      "__proto__",
      "constructor",
    ]);
  });

  test("on an answer: to accept is to leave it as it is, and no person can be asked", () => {
    assert.equal(ask("return input.accept()", { request: ANSWER }), undefined);
    assert.equal(ask("return input.accept(input.request.content)", { request: ANSWER }), undefined);
    fails("return input.accept({ team: 'red' })", undefined, { request: ANSWER });
    fails('return input.ask("yes")', "threw", { request: ANSWER });
    fails("return input.edit({})", "threw", { request: QUESTION });
  });

  test("and nothing that was not granted", () => {
    for (const effect of ["accept", "ask", "cancel", "decline"] as const) {
      const may = ALL.filter((one) => one !== effect);
      fails(`return input.${effect}("yes")`, "threw", { may });
    }
  });

  const WRONG: readonly string[] = [
    "return null",
    "return true",
    "return 'decline'",
    "return { effect: 'accept', content: {} }",
    "return Object.freeze(Object.create(null))",
    "return [input.decline('yes')]",
    "return () => input.decline('yes')",
    "return { ...input.decline('yes') }",
    "return Object.create(input.decline('yes'))",
    "return Symbol('x')",
  ];
  for (const body of WRONG)
    test(`not ${body}`, () => {
      fails(body, "not-a-verdict");
    });

  // What is wrong with these shows only outside.
  const WRONG_PARTS: readonly string[] = [
    "return input.decline()",
    "return input.decline('never-declared')",
    "return input.decline('toString')",
    "return input.decline('__proto__')",
    "return input.decline(1)",
    "return input.decline('no', null)",
    "return input.decline('no', [1])",
    "return input.decline('no', 'x')",
    "return input.decline('no', { why: null })",
    "return input.decline('no', { why: NaN })",
    "return input.decline('no', { why: {} })",
    "return input.decline('no', { why: ['a'] })",
    "return input.decline('no', { why: input.request.message })",
    "return input.decline('no', { why: input.request.server })",
    "return input.decline('no', { [input.request.message]: 1 })",
    "return input.decline('no', JSON.parse('{\"__proto__\":1}'))",
    "return input.decline('no', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1, h: 1, i: 1 })",
    "return input.accept(1)",
    "return input.accept([])",
    "return input.accept('yes', { other: 1 })",
    "return input.accept('yes', { content: 1 })",
    "return input.accept('yes', [])",
  ];
  for (const body of WRONG_PARTS)
    test(`not ${body}`, () => {
      assert.throws(() => ask(body));
    });

  test("a result that can't be made into text", () => {
    fails("const a = {}; a.a = a; return input.accept(a)", "threw");
    fails("return input.accept({ a: 1n })", "threw");
    fails("return input.accept({ get a() { throw 1; } })", "threw");
    fails("let a = {}; for (let i = 0; i < 400; i += 1) a = { a }; return input.accept(a)", undefined);
    fails("return input.accept({ a: 'x'.repeat(70000) })", "output");
    fails("return input.accept({ a: 'x'.repeat(100) })", "output", { limits: { output: 64 } });
  });

  test("what leaves is what the builder was given, whatever is done to it later", () => {
    const said = ask(`
      let n = 0;
      const content = { get team() { n += 1; return "read " + n; } };
      const made = input.accept(content);
      try { made.effect = "decline"; } catch {}
      return made;`);
    assert.deepEqual(said !== undefined && "content" in said ? [...said.content] : [], [["team", "read 1"]]);
    assert.throws(() => ask("return input.accept({ toJSON() { return 'x'; } })"));
  });
});

suite("arguments carry no value out", () => {
  const say = (value: string, asked: Asked = {}): unknown =>
    (ask(`return input.decline("no", { why: ${value} })`, asked) as unknown as { args: { why: unknown } }).args.why;

  test("numbers, booleans, constants, field names, hosts", () => {
    assert.equal(say("3"), 3);
    assert.equal(say("-2.5"), -2.5);
    assert.equal(say("true"), true);
    assert.equal(say('"Monday"'), "Monday");
    assert.equal(say("input.options.day", { options: { day: "Friday" } }), "Friday");
    assert.equal(say("Object.keys(input.request.requestedSchema.properties)[0]"), "team");
    assert.equal(say("Object.keys(input.request.content)[1]", { request: ANSWER }), "pin");
    assert.equal(say("input.request.url.slice(8, 24)", { request: LINK }), "auth.example.com");
  });

  test("no texts of the request, whole or in part, however they are put together", () => {
    const wrong: readonly (readonly [string, Request])[] = [
      ["input.request.content.team", ANSWER],
      ["input.request.content.list[0]", ANSWER],
      ["input.request.content.list.join()", ANSWER],
      ["[...input.request.content.team].map((c) => c.charCodeAt(0)).join('-')", ANSWER],
      ["input.request.message.slice(0, 3)", QUESTION],
      ["input.request.url", LINK],
      ["'evil.test'.replace('evil', input.request.message)", LINK],
      // A name that looks like a token is one.
      ["Object.keys(input.request.requestedSchema.properties)[1]", QUESTION],
    ];
    for (const [value, request] of wrong)
      fails(`return input.decline("no", { why: ${value} })`, undefined, { request });
  });

  test("no number that was typed", () => {
    const say = (value: string): void => {
      fails(`return input.decline("no", { why: ${value} })`, undefined, { request: ANSWER });
    };
    say("input.request.content.pin");
    say("-input.request.content.pin");
  });
});

suite("what a script can't see", () => {
  const ABSENT = [
    "Atomics",
    "BigInt",
    "Date",
    "FinalizationRegistry",
    "Function",
    "Int32Array",
    "ArrayBuffer",
    "DataView",
    "Iterator",
    "Promise",
    "Proxy",
    "SharedArrayBuffer",
    "WeakRef",
    "console",
    "escape",
    "eval",
    "fetch",
    "gc",
    "navigator",
    "performance",
    "print",
    "process",
    "queueMicrotask",
    "require",
    "setTimeout",
    "std",
    "os",
    "unescape",
  ];
  test("globals that tell the time or the place, are random, run later, or make code of text", () => {
    const body = `for (const name of ${JSON.stringify(ABSENT)}) if (name in globalThis || typeof globalThis[name] !== "undefined") throw 1;`;
    assert.equal(ask(body), undefined);
    for (const path of [
      "Math.random",
      "String.prototype.localeCompare",
      "String.prototype.toLocaleUpperCase",
      "Number.prototype.toLocaleString",
      "Array.prototype.toLocaleString",
      "Object.prototype.toLocaleString",
      "Error.captureStackTrace",
      "RegExp.prototype.compile",
      "(() => {}).constructor",
      "(function* () {}).constructor",
      "(async () => {}).constructor",
    ])
      assert.equal(ask(`if (${path} !== undefined) throw 1;`), undefined, path);
  });

  test("what is left is frozen", () => {
    const body = `
      const seen = new Set();
      const open = [Object, Array, String, Number, Boolean, Symbol, Map, Set, WeakMap, RegExp, Error, JSON, Math, Reflect,
        rule, sekisho.text ?? 0, (function* () {}).prototype, Object.getPrototypeOf([][Symbol.iterator]()), /x/[Symbol.matchAll]("x")];
      while (open.length > 0) {
        const one = open.pop();
        if ((typeof one !== "object" && typeof one !== "function") || one === null || seen.has(one)) continue;
        seen.add(one);
        const own = Object.getPrototypeOf(one);
        open.push(own);
        if (one !== globalThis && !Object.isFrozen(one) && Reflect.ownKeys(one).length > 0 && seen.size < 30) throw 1;
        for (const key of Reflect.ownKeys(one)) { const d = Object.getOwnPropertyDescriptor(one, key); open.push(d.value, d.get, d.set); }
      }
      if (seen.size < 200) throw 2;`;
    assert.equal(ask(body), undefined);
  });

  test("and no name of it can be taken by another thing", () => {
    for (const code of ["Map = 1", "globalThis.JSON = 1", "delete globalThis.Array", "rule = 1", "sekisho = 1"])
      fails(code, "threw");
  });

  test("facts in the order of their names, whoever hands them in", () => {
    const body = "return input.decline('no', { why: Object.keys(input.context.facts).join() === 'a,b' })";
    assert.deepEqual(ask(body, { facts: { b: "1", a: "2" } }), ask(body, { facts: { a: "2", b: "1" } }));
  });
});

suite("no call sees another", () => {
  const STATE = "let n = 0; const seen = new Map(); const r = /x/g; globalThis.left = 0;";
  const body = `n += 1; left += 1; seen.set(n, 1); r.test("xx");
    return input.decline("no", { why: n + seen.size + left + r.lastIndex });`;

  test("the same script twice", () => {
    const first = ask(body, { before: STATE });
    const cost = openedScripts().lastCost();
    for (let round = 0; round < 5; round += 1) {
      assert.deepEqual(ask(body, { before: STATE }), first);
      assert.deepEqual(openedScripts().lastCost(), cost);
    }
  });

  test("another script, a failure, a spent budget or memory in between", () => {
    const first = ask(body, { before: STATE });
    const cost = openedScripts().lastCost();
    const between = [
      () => ask("globalThis.left = 99; globalThis.n = 99"),
      () => fails("throw 1", "threw"),
      () => fails("for (;;);", "fuel"),
      () => fails("const f = () => f() + 1; f()", "stack"),
      () =>
        fails("const all = []; for (let i = 0; ; i += 1) all.push('x'.repeat(1e6) + i)", "memory", { limits: MUCH }),
      () => ask("const all = []; for (let i = 0; i < 1e4; i += 1) all.push({ i });"),
      () =>
        ask("try { const all = []; for (let i = 0; ; i += 1) all.push('x'.repeat(1e6) + i) } catch {}", {
          limits: MUCH,
        }),
      () => ask("", { request: { ...QUESTION, message: "x".repeat(2_000_000) } }),
    ];
    for (const disturb of between) {
      disturb();
      assert.deepEqual(ask(body, { before: STATE }), first, String(disturb));
      assert.deepEqual(openedScripts().lastCost(), cost, String(disturb));
    }
  });

  test("and the request stays as it was", () => {
    const before = JSON.stringify(QUESTION);
    ask("input.request.message = 'other'; input.request.requestedSchema.properties.team = 1; input.context.now = 'x';");
    assert.equal(JSON.stringify(QUESTION), before);
  });
});

suite("budgets", () => {
  test("steps: the same for the same call, and a spent budget ends it", () => {
    const body = "for (let i = 0; i < 1000; i += 1);";
    ask(body);
    const used = openedScripts().lastCost()?.fuel ?? 0;
    assert.ok(used > 1000);
    assert.equal(ask(body, { limits: { fuel: Math.max(used, 10_000) } }), undefined);
    fails(body, "fuel", { limits: { fuel: used - 1 } });
  });

  test("what a script is handed costs it nothing, whatever its length", () => {
    ask("");
    const short = openedScripts().lastCost()?.fuel;
    ask("", { request: { ...QUESTION, message: "\u672c".repeat(300_000) } });
    // But for what the allocator finds where it looks.
    assert.ok(Math.abs((openedScripts().lastCost()?.fuel ?? 0) - (short ?? 0)) < 100);
  });

  test("memory: only up to the limit, and more where more is allowed", () => {
    const body = "const all = []; for (let i = 0; i < 20; i += 1) all.push('x'.repeat(1e6) + i);";
    fails(body, "memory", { limits: MUCH });
    assert.equal(ask(body, { limits: { ...MUCH, memory: 64 } }), undefined);
  });

  test("stack", () => {
    const body = "const f = (n) => n === 0 ? 0 : 1 + f(n - 1); f(150);";
    assert.equal(ask(body), undefined);
    fails(body, "stack", { limits: { stack: 16 } });
  });

  test("a script that catches what stopped it goes on, and says the same everywhere", () => {
    const said = ask(
      "const f = () => f() + 1; try { f(); } catch (error) { return input.decline('no', { why: true }); }",
    );
    assert.equal(effectOf(said), "decline");
  });

  test("where a script threw is told, and never what", () => {
    const cost = fails("\n\n  null.x", "threw");
    assert.equal(cost.place?.line, 4);
    assert.doesNotMatch(JSON.stringify(cost), /null|cannot/);
  });

  test("the stack of the machine stays where it is put back", () => {
    const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
    const memories: { readonly buffer: ArrayBuffer }[] = [];
    class Watched extends Memory {
      constructor(limits: { readonly initial: number; readonly maximum: number }) {
        super(limits);
        memories.push(this);
      }
    }
    const module = new Module(inflateRawSync(Buffer.from(MODULE, "base64")));
    const wasm: Wasm = { Module, Instance, Memory: Watched };
    const sandbox = createSandbox({ wasm, module, facts: FACTS, helper: () => undefined });
    // Deep nesting of every kind, as far as it goes, with the largest stack that a policy can ask for.
    const limits = { ...LIMITS, stack: 48, memory: 64 };
    for (const body of [
      "JSON.parse('['.repeat(5000))",
      "let a = []; for (let i = 0; i < 5000; i += 1) a = [a]; JSON.stringify(a)",
      "new RegExp('('.repeat(5000) + ')'.repeat(5000))",
      "/(?:a|b|c)*$/.test('abc'.repeat(20000))",
      "Array(500).fill(0).map((_, i) => i).sort((x, y) => y - x); String.fromCharCode(...Array(5000).fill(65))",
      "const f = (...all) => f(...all, 1); f()",
      "const a = []; a.toString = () => a.join(); a.push(a); String(a)",
    ]) {
      const loading = sandbox.load(sourceOf(body), limits, () => []);
      assert.ok(loading.ok);
      sandbox.run(loading.script, limits, { builders: [], input: {} });
    }
    const used = 256 * 1024;
    for (const { buffer } of memories) {
      const below = new Uint8Array(buffer, FACTS.low, FACTS.heap - used - FACTS.low);
      assert.equal(
        below.findIndex((byte) => byte !== 0),
        -1,
      );
    }
  });
});

test("images of scripts that fill their memory are kept as far as there is room; one that is made again is the same", () => {
  const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const module = new Module(inflateRawSync(Buffer.from(MODULE, "base64")));
  const limits = { ...LIMITS, ...MUCH };
  const call = { builders: ["decline"], input: { request: QUESTION, context: { facts: {} }, options: {} } };
  const [few, all] = [8, 512].map((megabytes) => {
    const images = megabytes * 1024 * 1024;
    const sandbox = createSandbox({
      wasm: { Module, Instance, Memory },
      module,
      facts: FACTS,
      helper: () => undefined,
      images,
    });
    const scripts = Array.from({ length: 12 }, (_, at) => {
      const before = `let n = ${at}; const kept = Array.from({ length: 500 }, (_, i) => String.fromCharCode(65 + i % 26).repeat(4000));`;
      const loading = sandbox.load(
        sourceOf("n += kept.length; return input.decline('no', { why: n })", { before }),
        limits,
        () => [],
      );
      assert.ok(loading.ok);
      return loading.script;
    });
    const [first] = scripts as [Script];
    const image = first.image();
    const calls = [0, 11, 5, 5, 6, 7, 8, 9, 10, 0, 11].map((at) => sandbox.run(scripts[at] as Script, limits, call));
    return { calls, image, again: first.image() };
  });
  assert.ok(few !== undefined && all !== undefined && few.image.bytes.length > 1_900_000);
  assert.deepEqual(few.calls, all.calls);
  assert.equal(all.again, all.image);
  assert.notEqual(few.again, few.image);
  assert.deepEqual(few.again, few.image);
});

test("no script holds on to the machine that it was loaded in", async () => {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
  const memories: WeakRef<object>[] = [];
  class Watched extends Memory {
    constructor(limits: { readonly initial: number; readonly maximum: number }) {
      super(limits);
      memories.push(new WeakRef(this));
    }
  }
  const module = new Module(inflateRawSync(Buffer.from(MODULE, "base64")));
  const sandbox = createSandbox({
    wasm: { Module, Instance, Memory: Watched },
    module,
    facts: FACTS,
    helper: () => undefined,
  });
  const limits = { ...LIMITS, ...MUCH };
  // Each makes its memory grow, so that it is loaded in a machine of its own.
  const before = "const kept = Array.from({ length: 500 }, (_, i) => String.fromCharCode(65 + i % 26).repeat(4000));";
  const scripts = Array.from({ length: 20 }, () => {
    const loading = sandbox.load(
      sourceOf("return input.decline('no', { why: kept.length })", { before }),
      limits,
      () => [],
    );
    assert.ok(loading.ok);
    return loading.script;
  });
  assert.ok(memories.length >= 20);
  await new Promise((resolve) => setImmediate(resolve)); // a WeakRef lasts as long as the turn that made it
  collect();
  assert.ok(memories.filter((one) => one.deref() !== undefined).length <= 3);
  assert.equal(scripts.length, 20);
});

suite("a process that ends after one decision", () => {
  test("says and counts the same, in the first call and in any other", () => {
    const { Module, Instance, Memory } = (globalThis as unknown as { WebAssembly: Wasm }).WebAssembly;
    const module = new Module(inflateRawSync(Buffer.from(MODULE, "base64")));
    const sandboxes = [true, false].map((once) =>
      createSandbox({ wasm: { Module, Instance, Memory }, module, facts: FACTS, helper: () => undefined, once }),
    );
    const bodies = [
      "n += 1; return input.decline('no', { why: n })",
      "const all = []; for (let i = 0; i < 1e4; i += 1) all.push({ i }); n += 1; return input.cancel('yes')",
      "const f = () => f() + 1; f()",
    ];
    const said = sandboxes.map((sandbox) => {
      const scripts = bodies.map((body) => {
        const loading = sandbox.load(sourceOf(body, { before: "let n = 0;" }), LIMITS, () => []);
        assert.ok(loading.ok);
        return loading.script;
      });
      const calls = [2, 2, 0, 1, 0, 0, 2, 1, 1, 0];
      const input = { request: QUESTION, context: { facts: {} }, options: {} };
      const call = { builders: ["decline", "cancel"], input };
      return [
        ...scripts.map(({ fuel }) => fuel),
        ...calls.map((at) => sandbox.run(scripts[at] as Script, LIMITS, call)),
      ];
    });
    assert.deepEqual(said[0], said[1]);
  });
});

suite("helpers", () => {
  test("are there when they are named, and frozen", () => {
    assert.equal(ask("if (sekisho.text !== undefined) throw 1;"), undefined);
    assert.equal(
      ask("if (sekisho.text.fold('p\u00e4ss\uff41') !== 'passa') throw 1;", { uses: '["text"]' }),
      undefined,
    );
    fails("sekisho.text.fold = 1", "threw", { uses: '["text"]' });
    fails("sekisho.text = 1", "threw", { uses: '["text"]' });
  });

  test("say what the built-in rules say", () => {
    const uses = '["url", "form", "secrets"]';
    assert.equal(
      ask(
        `if (sekisho.url.parse("https://EXAMPLE.com/x").host !== "example.com") throw 1;
         if (sekisho.url.problems("https://a@b.test/").join() !== "userinfo") throw 2;
         if (!sekisho.url.leadsTo("https://x.example.com/", ["*.example.com"])) throw 3;
         if (sekisho.form.fields(input.request.requestedSchema)[0].name !== "team") throw 4;
         if (sekisho.secrets.asked({ message: "Your password?", requestedSchema: { properties: { password: {} } } })[0].category !== "password") throw 5;
         if (sekisho.secrets.given({ card: "4111 1111 1111 1111" })[0].kind !== "payment-card") throw 6;`,
        { uses },
      ),
      undefined,
    );
  });

  test("give nothing that a script should not have", () => {
    const uses = '["text", "url", "form", "secrets"]';
    const body = `
      const seen = new Set();
      const open = [sekisho, sekisho.text.problems("\u202ex"), sekisho.url.parse("https://x.test/"), sekisho.form.fields(input.request.requestedSchema),
        sekisho.secrets.asked(input.request), sekisho.secrets.given({ a: "4111 1111 1111 1111" })];
      while (open.length > 0) {
        const one = open.pop();
        if ((typeof one !== "object" && typeof one !== "function") || one === null || seen.has(one)) continue;
        seen.add(one);
        if (/Array/.test(one.name) && one.name !== "Array" && one.name !== "isArray" && one.name !== "toArray") throw 1;
        open.push(Object.getPrototypeOf(one));
        for (const key of Reflect.ownKeys(one)) { const d = Object.getOwnPropertyDescriptor(one, key); open.push(d.value, d.get, d.set); }
      }`;
    assert.equal(ask(body, { uses }), undefined);
  });
});

test("the module is the one that its digest names", () => {
  const hash = createHash("sha256")
    .update(inflateRawSync(Buffer.from(MODULE, "base64")))
    .digest("hex");
  assert.equal(hash, DIGEST);
});

suite("sample requests", () => {
  const may: readonly Effect[] = ["decline"];

  test("cover every event and mode", () => {
    const kinds = new Set(SAMPLES.map(({ request }) => `${request.event} ${request.mode}`));
    assert.equal(kinds.size, 4);
  });

  test("show what is said, what is not granted, what fails, and what it costs", () => {
    const run = (body: string): string =>
      runSamples({ ...LIMITS, source: sourceOf(body), may, options: {} })
        .map(({ said, beyondMay }) => (beyondMay ? `${said}!` : said))
        .join();
    assert.equal(run(""), "abstains,abstains,abstains,abstains,abstains,abstains");
    assert.equal(
      run('if (input.request.event === "Elicitation") return input.ask("yes")'),
      "ask!,ask!,ask!,abstains,abstains,abstains",
    );
    assert.equal(
      run("return input.request.url.length > 9 ? input.decline('yes') : undefined"),
      "fails,fails,decline,fails,fails,fails",
    );
    const [first] = runSamples({ ...LIMITS, source: sourceOf("null.x"), may, options: {} });
    assert.equal(first?.cost?.trouble, "threw");
    assert.deepEqual(first?.cost?.place?.line, 2);
  });
});
