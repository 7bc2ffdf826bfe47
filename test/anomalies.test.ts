/**
 * The surroundings fail, not the input: an audit sink that throws, objects that bite, rules that say nonsense, texts
 * without end. None of it may throw, let through, or change what was decided.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { suite, test } from "node:test";
import { readHookInput } from "../engine/adapters/wire.ts";
import { decide } from "../engine/core/decide.ts";
import { bindDocument, type CheckedEntry } from "../engine/core/policy.ts";
import { defineRule, type Powers, type Rule } from "../engine/core/rule.ts";
import { createEngine, type DecisionRecord, type Engine } from "../engine/index.ts";
import { core } from "./drivers/core.ts";
import { quickjs } from "./drivers/quickjs.ts";
import type { Case } from "./support/cases.ts";
import { deepFreeze } from "./support/values.ts";

const QUESTION = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Which team?",
  mode: "form",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
};
const RESULT = {
  hook_event_name: "ElicitationResult",
  mcp_server_name: "crm",
  mode: "form",
  action: "accept",
  content: { team: "core" },
};
const DECLINES = { version: 1, default: "decline", rules: [{ use: "only-servers", servers: ["crm"] }] };
const MALFORMED = ["engine/malformed"];

async function engine(policy: object = DECLINES): Promise<Engine> {
  return createEngine({ policy: policy as never });
}

function codes({
  reasons,
}: {
  readonly reasons: readonly { readonly rule: string; readonly code: string }[];
}): readonly string[] {
  return reasons.map(({ rule, code }) => `${rule}/${code}`);
}

suite("the audit sink", () => {
  test("one that throws changes no decision", async () => {
    const throwing = await createEngine({
      policy: DECLINES as never,
      audit: () => {
        throw new Error("disk full");
      },
    });
    const sound = await engine();
    assert.deepEqual(throwing.decide(QUESTION), sound.decide(QUESTION));
    assert.deepEqual(throwing.respond(QUESTION), sound.respond(QUESTION));
  });

  test("one that rejects later changes no decision and ends no process", async () => {
    const rejecting = await createEngine({
      policy: DECLINES as never,
      audit: (async () => {
        throw new Error("disk full");
      }) as never,
    });
    assert.deepEqual(rejecting.respond(QUESTION), (await engine()).respond(QUESTION));
    await new Promise((resolve) => setImmediate(resolve)); // an unhandled rejection would fail this test
  });

  test("one that changes the record changes no decision", async () => {
    const meddling = await createEngine({
      policy: DECLINES as never,
      audit: (record) => {
        (record as { effect: string }).effect = "accept";
        (record.reasons as unknown[]).length = 0;
        (record as { reasons: unknown }).reasons = [];
      },
    });
    const reasons = { ...DECLINES, rules: [{ use: "only-servers", servers: ["other"] }] };
    const declining = await createEngine({
      policy: reasons as never,
      audit: (record) => void (record.reasons as unknown[]).splice(0),
    });
    const before = JSON.stringify(QUESTION);
    const emptying = await createEngine({
      policy: reasons as never,
      audit: ({ request, reasons: said }) => {
        const schema = (request?.schema ?? {}) as { properties?: unknown };
        delete schema.properties;
        for (const { args } of said) (args as Record<string, unknown>)["server"] = "other";
      },
    });
    assert.equal(meddling.decide(QUESTION).effect, "decline");
    assert.equal(declining.decide(QUESTION).reasons.length, 1);
    assert.notEqual(emptying.decide(QUESTION).reasons[0]?.args["server"], "other");
    assert.equal(JSON.stringify(QUESTION), before);
  });

  test("a record of a malformed input tells why", async () => {
    const records: DecisionRecord[] = [];
    const auditing = await createEngine({ policy: DECLINES as never, audit: (record) => void records.push(record) });
    auditing.respond("not JSON");
    assert.deepEqual(records.map(codes), [MALFORMED]);
  });
});

suite("objects that bite", () => {
  const bomb = (): never => {
    throw new Error("a getter's own text");
  };
  const proxy = new Proxy(
    {},
    { get: bomb, has: bomb, ownKeys: bomb, getOwnPropertyDescriptor: bomb, getPrototypeOf: bomb },
  );
  const cycle: Record<string, unknown> = { type: "object" };
  cycle["properties"] = cycle;
  const hostile: Readonly<Record<string, () => unknown>> = {
    "a getter that throws": () => Object.defineProperty({ ...QUESTION }, "message", { get: bomb, enumerable: true }),
    "a getter that throws, where the event is": () => Object.defineProperty({}, "hook_event_name", { get: bomb }),
    "a proxy that throws at everything": () => proxy,
    "a proxy as schema": () => ({ ...QUESTION, requested_schema: proxy }),
    "a revoked proxy": () => {
      const { proxy: revoked, revoke } = Proxy.revocable({ ...QUESTION }, {});
      revoke();
      return revoked;
    },
    "a circle": () => ({ ...QUESTION, requested_schema: cycle }),
    "a circle of lists": () => {
      const list: unknown[] = [];
      list.push(list);
      return { ...RESULT, content: { list } };
    },
    "a function as a value": () => ({ ...RESULT, content: { team: () => "core" } }),
    "a symbol as a value": () => ({ ...RESULT, content: { team: Symbol("core") } }),
    "a bigint as a value": () => ({ ...RESULT, content: { team: 1n } }),
    "a number that JSON has not": () => ({ ...RESULT, content: { team: Number.NaN } }),
    "a hole in a list": () => ({ ...RESULT, content: { team: new Array(2) } }),
    "a text as an object": () => ({ ...QUESTION, message: new String("Which team?") }),
  };
  for (const [name, make] of Object.entries(hostile)) {
    test(`${name}: refused`, async () => {
      const { decide: judge, respond } = await engine({
        version: 1,
        default: "ask",
        rules: [{ use: "only-servers", servers: ["crm"] }],
      });
      const decision = judge(make());
      assert.equal(decision.effect, "decline");
      assert.deepEqual(codes(decision), MALFORMED);
      assert.doesNotMatch(JSON.stringify(decision), /own text/);
      assert.notDeepEqual(respond(make()), {});
    });
  }

  test("where the event can be read, the refusal names it", async () => {
    const { respond } = await engine();
    for (const name of ["a getter that throws", "a circle", "a bigint as a value"]) {
      const output = JSON.stringify(respond(hostile[name]?.()));
      assert.match(
        output,
        /"hookSpecificOutput":\{"hookEventName":"Elicitation(?:Result)?","action":"decline"\}/,
        name,
      );
    }
  });

  test("an object that unfolds without end does not hang", () => {
    const script = `
      import { readHookInput } from ${JSON.stringify(join(import.meta.dirname, "../engine/adapters/wire.ts"))};
      let fold = {};
      for (let level = 0; level < 100; level += 1) fold = { left: fold, right: fold };
      console.log(readHookInput({ hook_event_name: "Elicitation", mcp_server_name: "crm", message: "", requested_schema: fold }).kind);
    `;
    const args = ["--import", "tsx", "--input-type=module", "-e", script];
    const { stdout } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      timeout: 20_000,
      cwd: join(import.meta.dirname, ".."),
    });
    assert.match(stdout, /^(?:malformed|unreadable)\n$/);
  });

  test("names of every object are ordinary names", async () => {
    const { decide: judge } = await engine();
    for (const name of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
      assert.deepEqual(
        codes(judge({ ...QUESTION, mcp_server_name: name })),
        codes(judge({ ...QUESTION, mcp_server_name: "other" })),
      );
      const input = JSON.parse(`{"${name}":{"mode":"url"},"hook_event_name":"Elicitation"}`);
      assert.equal(readHookInput(input).kind, "malformed");
    }
    const inherited = Object.create(QUESTION);
    assert.equal(judge(inherited).effect, "decline");
    assert.deepEqual(codes(judge(inherited)), MALFORMED, "what an object inherits was not said by the client");
  });

  test("what the caller changes after the decision does not reach it", async () => {
    const policy = structuredClone(DECLINES);
    const made = await engine(policy);
    policy.default = "ask";
    policy.rules[0]?.servers.push("evil");
    assert.equal(made.decide(QUESTION).effect, "decline");
    assert.equal(made.decide({ ...QUESTION, mcp_server_name: "evil" }).effect, "decline");
    const input = structuredClone(RESULT);
    const passing = await engine({ version: 1, rules: [{ use: "only-servers", servers: ["crm"] }] });
    assert.equal(passing.decide(deepFreeze(input)).effect, "pass");
  });
});

suite("a context that bites", () => {
  const expired = {
    version: 1,
    rules: [{ use: "only-servers", servers: ["other"], except: { servers: ["crm"], until: "2026-11-30" } }],
  };
  for (const [now, effect] of [
    ["2026-11-30", "ask"],
    ["2026-11-30T23:59:59.999Z", "ask"],
    ["2026-12-01T00:00:00.000Z", "decline"],
    ["yesterday", "decline"],
    ["2026-13-40", "decline"],
    ["+275760-09-13T00:00:00.000Z", "decline"],
    ["", "decline"],
    [20_261_130, "decline"],
    [undefined, "decline"],
  ] as const) {
    test(`a clock that says ${JSON.stringify(now)}: ${effect}`, async () => {
      assert.equal((await engine(expired)).decide(QUESTION, { now: now as string }).effect, effect);
    });
  }

  test("one that throws loosens nothing", async () => {
    const { decide: judge } = await engine({
      version: 1,
      rules: [{ use: "only-servers", servers: ["other"], for: { facts: { ci: true } } }],
    });
    assert.equal(judge(QUESTION, { facts: { ci: true } }).effect, "decline");
    const bomb = {
      facts: { ci: true },
      get now(): string {
        throw new Error("no clock");
      },
    };
    assert.equal(judge(QUESTION, bomb).effect, "decline");
  });
});

suite("texts without end", () => {
  const open = JSON.stringify({ ...QUESTION, extra: 0 }).replace(/0\}$/, "");
  test("nesting without end, at any size: the event is read, and the request declined", async () => {
    const { decide: judge, respond } = await engine();
    const outputs = [1_000, 100_000, 3_000_000].map((depth) => {
      const text = `${open}${"[".repeat(depth)}${"]".repeat(depth)}}`;
      assert.deepEqual(codes(judge(text)), MALFORMED);
      return JSON.stringify([judge(text), respond(text)]);
    });
    assert.equal(new Set(outputs).size, 1, "the answer depends on the depth");
  });

  test("in an engine with a small stack as well", async () => {
    const text = `${open}${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
    const one: Case = {
      suite: "anomalies",
      id: "nesting",
      policy: [DECLINES],
      context: undefined,
      input: { kind: "text", text },
      want: { effect: "decline" },
      slowly: false,
    };
    await quickjs.start();
    try {
      const there = await quickjs.decide(one);
      const here = await core.decide(one);
      assert.equal(JSON.stringify([there.decision, there.stdout]), JSON.stringify([here.decision, here.stdout]));
    } finally {
      await quickjs.stop();
    }
  });

  test("as an object as well", async () => {
    let deep: unknown = "core";
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    const { decide: judge } = await engine();
    assert.deepEqual(codes(judge({ ...RESULT, content: { deep } })), MALFORMED);
  });

  test("more than 16 MiB: refused; at most that: decided", async () => {
    const { decide: judge, respond } = await engine({
      version: 1,
      default: "ask",
      rules: [{ use: "only-servers", servers: ["crm"] }],
    });
    const text = JSON.stringify({ ...QUESTION, message: "@" });
    const filled = (bytes: number, letter: string): string => {
      const room = Math.floor((bytes - text.length + 1) / Buffer.byteLength(letter));
      return text.replace("@", letter.repeat(room));
    };
    assert.equal(judge(filled(16 * 1024 * 1024, "a")).effect, "ask");
    assert.equal(judge(filled(16 * 1024 * 1024, "関")).effect, "ask");
    assert.deepEqual(respond(filled(16 * 1024 * 1024 + 3, "関")), { decision: "block" });
    assert.deepEqual(codes(judge(`${filled(16 * 1024 * 1024, "a")} `)), MALFORMED);
  });

  test("a form of ten thousand fields", async () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, at) => [`field ${at}`, { type: "string", default: "x" }]),
    );
    const { decide: judge } = await engine({ version: 1, rules: [{ use: "fill-defaults" }] });
    const decision = judge({ ...QUESTION, requested_schema: { type: "object", properties } });
    assert.equal(decision.effect, "accept");
    assert.equal(Object.keys(decision.content ?? {}).length, 10_000);
  });
});

suite("rules that say nonsense", () => {
  const powers: Powers = {
    registrableDomain: () => undefined,
    pattern: () => undefined,
    words: () => "",
    scripts: {
      open: () => {
        throw new Error("no sandbox");
      },
      lastCost: () => undefined,
      isNameOrHost: () => false,
    },
    findSecretValues: () => [],
  };
  const nonsense: Readonly<Record<string, unknown>> = {
    nothing: null,
    "a number": 7,
    "a text": "accept",
    "an empty object": {},
    "an effect without a code": { effect: "decline" },
    "an unknown effect": { effect: "allow", code: "said", args: {} },
    "content that is no map": {
      effect: "accept",
      code: "said",
      args: {},
      content: { team: "core" },
      defaults: new Map(),
    },
    "a map of what JSON has not": {
      effect: "accept",
      code: "said",
      args: {},
      content: new Map([["team", undefined]]),
      defaults: new Map(),
    },
    "a promise": Promise.resolve({ effect: "accept", code: "said", args: {}, content: new Map(), defaults: new Map() }),
  };
  const decided = (said: unknown, event: "question" | "result", observe: boolean): ReturnType<typeof decide> => {
    const events = ["Elicitation", "ElicitationResult"] as const;
    const effects = ["accept", "decline"] as const;
    const rule: Rule = defineRule({
      id: "odd",
      about: "Says it",
      events,
      effects,
      options: {},
      codes: { said: "said" },
      decide: () => said as never,
    });
    const entry: CheckedEntry = observe ? { use: "odd", options: {}, observe } : { use: "odd", options: {} };
    const bound = bindDocument({ rules: [entry] }, new Map([["odd", rule]]), powers);
    const reading = readHookInput(event === "question" ? QUESTION : RESULT);
    assert.ok(bound.ok && reading.kind === "request", "the test itself is wrong");
    const policy = { documents: [bound.value], powers, digest: "" };
    const memory = reading.request.event === "Elicitation" ? undefined : { candidates: [] };
    return decide(policy, reading.request, { now: undefined, facts: new Map(), memory });
  };
  for (const [name, said] of Object.entries(nonsense)) {
    test(`${name}: a failure, and so a refusal`, () => {
      for (const event of ["question", "result"] as const) {
        const { effect, errors } = decided(said, event, false);
        assert.equal(effect, "decline");
        assert.deepEqual(
          errors.map(({ rule, code, args }) => [rule, code, args["rule"]]),
          [["engine", "failed", "odd"]],
        );
      }
    });
    test(`${name}, only observed: changes nothing`, () => {
      assert.equal(decided(said, "question", true).effect, "ask");
      assert.equal(decided(said, "result", true).effect, "pass");
    });
  }
});
