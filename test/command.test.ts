/**
 * The command hook with its powers handed in: each of them fails in turn, and nothing that was not decided gets out.
 * How a real process behaves stands in plumbing.test.ts.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import fc from "fast-check";
import { hook, type LoadEngine } from "../engine/adapters/command.ts";
import { parseHookOptions } from "../engine/adapters/hook-options.ts";
import { nodePowers, type Powers, type StdinListener } from "../engine/adapters/node.ts";
import { createObjectFinder, type Finding } from "../engine/adapters/object-end.ts";
import { findPolicies, readPolicies, readPolicyText } from "../engine/adapters/policy-files.ts";
import { createDecision, type DecisionParts } from "../engine/core/decision.ts";
import { engineOf } from "../engine/deciding.ts";
import type { PolicySource } from "../engine/load-engine.ts";
import { runs } from "./support/runs.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "sekisho-command-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const node = nodePowers();
const REQUEST = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  mode: "form",
  message: "認証コード?",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
});
const DECLINE = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}\n';

function failure(code: string): Error {
  return Object.assign(new Error(`the runtime's own text about ${code}`), { code });
}

/** A world of its own: what stdin holds, how stdout behaves, and timers that only this test moves */
function createWorld(given: Partial<Powers> & { readonly stdin?: readonly (Error | Uint8Array | string)[] } = {}) {
  const { stdin = [REQUEST], ...powers } = given;
  const reads = [...stdin];
  const written = { stdout: "", stderr: "" };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  const timers = new Map<symbol, { readonly at: number; readonly act: () => void }>();
  let clock = 0;
  let listener: StdinListener | undefined;
  const world = {
    written,
    slept: [] as number[],
    timers,
    /** Whether somebody listens to stdin; the listener, if so */
    listener: (): StdinListener => {
      assert.ok(listener !== undefined, "nobody listens to stdin");
      return listener;
    },
    isFollowed: () => listener !== undefined,
    pass: (milliseconds: number): void => {
      clock += milliseconds;
      for (const { at, act } of [...timers.values()]) if (at <= clock) act();
    },
    powers: {
      ...node,
      fs: {
        ...fs,
        fstatSync: ((descriptor: number) =>
          descriptor === 1 ? { isCharacterDevice: () => false } : fs.fstatSync(descriptor)) as typeof fs.fstatSync,
        readSync: ((descriptor: number, into: Uint8Array, ...rest: [number, number, number]) => {
          if (descriptor !== 0) return fs.readSync(descriptor, into, ...rest);
          const next = reads.shift() ?? "";
          if (next instanceof Error) throw next;
          const bytes = typeof next === "string" ? Buffer.from(next) : next;
          into.set(bytes);
          return bytes.length;
        }) as typeof fs.readSync,
        writeSync: ((descriptor: number, bytes: Uint8Array) => {
          if (descriptor > 2) return fs.writeSync(descriptor, bytes);
          const name = descriptor === 1 ? "stdout" : "stderr";
          written[name] += decoders[name].decode(bytes, { stream: true });
          return bytes.length;
        }) as typeof fs.writeSync,
      },
      env: () => undefined,
      home: () => undefined,
      now: () => "2026-11-30T15:30:00.000Z",
      followStdin: (heard: StdinListener) => {
        listener = heard;
        return () => {
          listener = undefined;
        };
      },
      after: (milliseconds: number, act: () => void) => {
        const key = Symbol();
        timers.set(key, { at: clock + milliseconds, act });
        return () => void timers.delete(key);
      },
      sleep: (milliseconds: number) => void world.slept.push(milliseconds),
      ...powers,
    } satisfies Powers as Powers,
  };
  return world;
}

/** Decides everything alike, and remembers the policies that it was given */
function deciding(decision: DecisionParts, seen: PolicySource[] = []): LoadEngine {
  return (sources) => {
    seen.push(...sources);
    return { engine: engineOf({ digest: "digest", decide: () => createDecision(decision) }), notes: [] };
  };
}

const declines = deciding({ effect: "decline", reasons: [{ rule: "only-servers", code: "not-listed", args: {} }] });

suite("stdin", () => {
  test("a complete object is decided at once, without listening or timers", async () => {
    const world = createWorld();
    assert.equal(await hook([], world.powers, declines), 0);
    assert.deepEqual(world.written, { stdout: DECLINE, stderr: "" });
    assert.equal(world.isFollowed(), false);
    assert.equal(world.timers.size, 0);
  });

  test("nothing to read yet on a pipe that does not block: it listens", async () => {
    const world = createWorld({ stdin: [failure("EAGAIN")] });
    const ending = hook([], world.powers, declines);
    world.listener().chunk(Buffer.from(REQUEST));
    assert.equal(await ending, 0);
    assert.equal(world.written.stdout, DECLINE);
    assert.equal(world.timers.size, 0, "a timer is left that would keep the process alive");
    assert.equal(world.isFollowed(), false);
  });

  test("an object in pieces, the longest pause just within the deadline", async () => {
    const bytes = Buffer.from(`\ufeff\r\n${REQUEST}`);
    const world = createWorld({ stdin: [bytes.subarray(0, 1)] });
    const ending = hook(["--deadline", "9s"], world.powers, declines);
    for (let at = 1; at < bytes.length; at += 70) {
      world.pass(8999);
      world.listener().chunk(bytes.subarray(at, at + 70));
    }
    assert.equal(await ending, 0);
    assert.equal(world.written.stdout, DECLINE);
  });

  test("characters that are split between pieces arrive whole", async () => {
    const bytes = Buffer.from(REQUEST);
    const world = createWorld({ stdin: [bytes.subarray(0, 1)] });
    let message = "";
    const ending = hook([], world.powers, () => ({
      engine: engineOf({
        digest: "",
        decide: (request) => {
          if (request.event === "Elicitation") message = request.message;
          return createDecision({ effect: "ask" });
        },
      }),
      notes: [],
    }));
    for (let at = 1; at < bytes.length; at += 1) world.listener().chunk(bytes.subarray(at, at + 1));
    assert.equal(await ending, 0);
    assert.equal(message, "認証コード?");
  });

  test("silence for the deadline refuses, and is on record", async () => {
    const log = join(folder, "deadline");
    const world = createWorld({ stdin: ['{"hook_event_name":'] });
    const ending = hook(["--deadline=5s", "--audit", log], world.powers, declines);
    world.pass(5000);
    assert.equal(await ending, 2);
    assert.equal(world.written.stdout, "");
    assert.equal(world.isFollowed(), false);
    const record = JSON.parse(fs.readFileSync(join(log, "2026-11-30.jsonl"), "utf8"));
    assert.equal(record.event, null);
    assert.equal(record.effect, "decline");
    assert.equal(record.policy, "digest");
    assert.deepEqual(record.reasons, [{ rule: "engine", code: "deadline", args: {} }]);
  });

  test("somebody who writes just before each deadline is waited for no longer than four of them", async () => {
    const world = createWorld({ stdin: ["{"] });
    const ending = hook(["--deadline", "5s"], world.powers, declines);
    for (let passed = 0; passed < 20_000; passed += 4000) {
      assert.equal(world.isFollowed(), true);
      world.pass(4000);
      if (world.isFollowed()) world.listener().chunk(Buffer.from(" "));
    }
    assert.equal(await ending, 2);
    assert.equal(world.written.stdout, "");
  });

  const refused: Record<string, readonly [stdin: readonly (Error | Uint8Array | string)[], problem: string]> = {
    "nothing at all": [[], "empty"],
    "the end as Windows tells it": [[failure("EOF")], "empty"],
    "a folder as stdin": [[failure("EISDIR")], "unreadable-stdin"],
    "a failing disk": [[failure("EIO")], "unreadable-stdin"],
    "an array": [["[{}]"], "not-an-object"],
    "UTF-16 with its mark": [[Buffer.from(`\ufeff${REQUEST}`, "utf16le")], "not-an-object"],
    "UTF-16 without": [[Buffer.from('{"hook_event_name":"Elicitation"}', "utf16le")], "malformed-json"],
    "a byte that is not UTF-8": [[Buffer.from(REQUEST.replace("?", "é"), "latin1")], "not-utf-8"],
    "half of a byte order mark": [[Buffer.from([0xef, 0xbb, 0x7b, 0x7d])], "not-an-object"],
    "an empty object": [["{}"], "unknown-event"],
  };
  for (const [what, [stdin, problem]] of Object.entries(refused)) {
    test(`${what}: refused as ${problem}`, async () => {
      const log = join(folder, problem, what);
      const world = createWorld({ stdin });
      assert.equal(await hook(["--audit", log], world.powers, deciding({ effect: "ask" })), 2);
      assert.equal(world.written.stdout, "");
      assert.match(world.written.stderr, new RegExp(`^sekisho hook: [^\\n]*${problem}\\n$`));
      const record = JSON.parse(fs.readFileSync(join(log, "2026-11-30.jsonl"), "utf8"));
      assert.deepEqual(record.reasons, [{ rule: "engine", code: "malformed", args: { problem } }]);
      assert.equal(record.event, null);
    });
  }

  test("an object that breaks off", async () => {
    const world = createWorld({ stdin: [REQUEST.slice(0, -1)] });
    const ending = hook([], world.powers, declines);
    world.listener().end();
    assert.equal(await ending, 2);
    assert.match(world.written.stderr, /truncated/);
  });

  test("an error while listening, and a stdin that can't be listened to", async () => {
    const world = createWorld({ stdin: ["{"] });
    const ending = hook([], world.powers, declines);
    world.listener().error();
    assert.equal(await ending, 2);
    const deaf = createWorld({
      stdin: ["{"],
      followStdin: () => {
        throw failure("ERR_UNKNOWN_STDIN_TYPE");
      },
    });
    assert.equal(await hook([], deaf.powers, declines), 2);
    assert.equal(deaf.timers.size, 0);
  });

  test("more than 16 MiB is refused before its end; what comes within is read", async () => {
    const world = createWorld({ stdin: ["{"] });
    const ending = hook([], world.powers, declines);
    const filling = Buffer.alloc(1024 * 1024, " ");
    for (let count = 0; count < 15; count += 1) world.listener().chunk(filling);
    assert.equal(world.isFollowed(), true);
    world.listener().chunk(filling);
    assert.equal(await ending, 2);
    assert.match(world.written.stderr, /too-large/);

    const whole = Buffer.from(`{${" ".repeat(16 * 1024 * 1024 - REQUEST.length - Buffer.byteLength(REQUEST))}`);
    const fits = createWorld({ stdin: [whole.subarray(0, 9)] });
    const end = hook([], fits.powers, declines);
    fits.listener().chunk(whole.subarray(9));
    fits.listener().chunk(Buffer.from(REQUEST.slice(1)));
    assert.equal(await end, 0);
  });
});

suite("where the object ends", () => {
  const find = (bytes: Uint8Array, cuts: readonly number[] = []): Finding => {
    const finder = createObjectFinder();
    for (const cut of [...cuts].sort((left, right) => left - right)) {
      const found = finder(bytes, cut);
      if (found !== "more") return found;
    }
    return finder(bytes, bytes.length);
  };
  const anObject = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue());
  const before = fc.constantFrom("", "\ufeff", " \t\r\n", "\ufeff\r\n");
  const behind = fc.constantFrom("", "\n", "{}", "}", '"', "garbage {");

  test("at its closing brace, however it is cut, whatever follows", () => {
    fc.assert(
      fc.property(anObject, fc.boolean(), before, behind, fc.array(fc.nat(400)), (object, pretty, head, tail, cuts) => {
        const text = JSON.stringify(object, undefined, pretty ? 1 : 0);
        const bytes = Buffer.from(head + text + tail);
        const start = Buffer.byteLength(head);
        const places = cuts.filter((cut) => cut < bytes.length);
        assert.deepEqual(find(bytes, places), { start, end: start + Buffer.byteLength(text) });
      }),
      runs(),
    );
  });

  test("nowhere, while it is not complete", () => {
    fc.assert(
      fc.property(anObject, before, fc.nat(), (object, head, cut) => {
        const bytes = Buffer.from(head + JSON.stringify(object));
        assert.equal(find(bytes.subarray(0, cut % bytes.length)), "more");
      }),
      runs(),
    );
  });

  test("braces and quotes in strings do not count", () => {
    for (const text of ['{"}":"{"}', '{"\\"}":1}', '{"a":"\\\\"}', '{"a":"\\\\\\"}"}', '{"a":[{"b":"]"}]}']) {
      assert.deepEqual(find(Buffer.from(`${text}}`)), { start: 0, end: text.length }, text);
    }
  });

  test("something else in its place", () => {
    for (const text of ["x", "[", '"', "1", "\u0000{}", "\u00a0{}", "\ufeff\ufeff{}", " \ufeff{}"]) {
      assert.equal(find(Buffer.from(text)), "none", text);
    }
  });
});

suite("stdout", () => {
  const big = deciding({ effect: "accept", content: { text: "é".repeat(1_000_000) } });

  test("a full pipe is tried again, and everything goes out", async () => {
    const world = createWorld();
    let turn = 0;
    const slow = (descriptor: number, bytes: Uint8Array): number => {
      turn += 1;
      if (turn % 3 === 0) return 0;
      if (turn % 3 === 1) throw failure("EAGAIN");
      return world.powers.fs.writeSync(descriptor, bytes.subarray(0, 65_537));
    };
    const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync: slow as typeof fs.writeSync } };
    assert.equal(await hook([], powers, big), 0);
    const output = JSON.parse(world.written.stdout.replace(/\n$/, ""));
    assert.equal(output.hookSpecificOutput.content.text.length, 1_000_000);
    assert.ok(world.slept.length > 0);
  });

  test("a reader that takes nothing for the deadline: refused", async () => {
    for (const stuck of [() => 0, () => Promise.reject]) {
      const world = createWorld();
      const writeSync = (descriptor: number, bytes: Uint8Array): number => {
        if (descriptor === 2) return world.powers.fs.writeSync(2, bytes);
        if (stuck() !== 0) throw failure("EAGAIN");
        return 0;
      };
      const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync: writeSync as typeof fs.writeSync } };
      assert.equal(await hook(["--deadline", "500ms"], powers, big), 2);
      const waited = world.slept.reduce((sum, pause) => sum + pause, 0);
      assert.ok(waited >= 500 && waited < 600, `waited ${waited} ms`);
    }
  });

  test("a reader that takes a byte now and then is waited for no longer than four deadlines", async () => {
    const world = createWorld();
    let turn = 0;
    const drip = (): number => {
      turn += 1;
      if (turn % 20 !== 0) throw failure("EAGAIN");
      return 1;
    };
    const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync: drip as typeof fs.writeSync } };
    assert.equal(await hook(["--deadline", "500ms"], powers, big), 2);
    const waited = world.slept.reduce((sum, pause) => sum + pause, 0);
    assert.ok(waited >= 2000 && waited < 2100, `waited ${waited} ms`);
  });

  for (const code of ["EPIPE", "ENOSPC", "EBADF", "EIO"]) {
    test(`${code}: refused after one attempt, and nothing is said about it`, async () => {
      const world = createWorld();
      let attempts = 0;
      const writeSync = (): number => {
        attempts += 1;
        throw failure(code);
      };
      const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync: writeSync as typeof fs.writeSync } };
      assert.equal(await hook([], powers, declines), 2);
      assert.equal(attempts, 1);
    });
  }

  test("stdout that is /dev/null, or no descriptor at all: refused", async () => {
    const world = createWorld();
    const lost = [
      () => ({ isCharacterDevice: () => true, rdev: fs.statSync("/dev/null").rdev }),
      () => {
        throw failure("EBADF");
      },
    ];
    for (const fstatSync of lost) {
      const powers = { ...world.powers, fs: { ...createWorld().powers.fs, fstatSync: fstatSync as never } };
      assert.equal(await hook([], powers, declines), 2);
      assert.equal(
        await hook(
          [],
          { ...powers, fs: { ...createWorld().powers.fs, fstatSync: fstatSync as never } },
          deciding({ effect: "ask" }),
        ),
        0,
      );
    }
  });

  const said: readonly (readonly [decision: DecisionParts, code: number, stdout: string])[] = [
    [{ effect: "ask" }, 0, ""],
    [{ effect: "pass" }, 0, ""],
    [{ effect: "decline" }, 0, DECLINE],
    [{ effect: "cancel" }, 0, DECLINE.replace("decline", "cancel")],
    [
      { effect: "accept", content: { team: "core" } },
      0,
      '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"team":"core"}}}\n',
    ],
  ];
  for (const [decision, code, stdout] of said) {
    test(`${decision.effect}: exit ${code}, ${stdout === "" ? "nothing" : "one line of JSON"}`, async () => {
      const world = createWorld();
      assert.equal(await hook([], world.powers, deciding(decision)), code);
      assert.deepEqual(world.written, { stdout, stderr: "" });
    });
  }
});

suite("whatever fails", () => {
  const broken = (): never => {
    throw new Error("secret");
  };
  const failures: Record<string, (powers: Powers) => Promise<number>> = {
    "loading the policy": (powers) => hook([], powers, broken),
    deciding: (powers) =>
      hook([], powers, () => ({ engine: { digest: "", decide: broken, respond: broken, examine: broken }, notes: [] })),
    "the home folder": (powers) => hook([], { ...powers, home: broken }, declines),
    "the clock": (powers) => hook([], { ...powers, now: broken }, declines),
    decoding: (powers) => hook([], { ...powers, decodeUtf8: broken }, declines),
    "reading options": (powers) => hook(["--fact", "a=b"], { ...powers, parseArgs: broken }, declines),
    stderr: (powers) => hook(["--no-such-option"], { ...powers, fs: { ...powers.fs, writeSync: broken } }, declines),
  };
  for (const [what, start] of Object.entries(failures)) {
    test(`${what}: exit 2, nothing on stdout, nothing told`, async () => {
      const world = createWorld();
      assert.equal(await start(world.powers), 2);
      assert.equal(world.written.stdout, "");
      assert.doesNotMatch(world.written.stderr, /secret/);
    });
  }

  test("any bytes on stdin: exit 0 or 2, at most one line on stdout, and no accept that nobody decided", async () => {
    const pieces = fc.array(
      fc.oneof(
        fc.constantFrom(REQUEST, REQUEST.slice(0, 40), REQUEST.slice(40), "{", "}", '"', "\\", "\ufeff", "\u0000"),
        fc.constantFrom("hook_event_name", '{"hook_event_name":"Elicitation"}', '{"hook_event_name":"Stop"}'),
        fc.string({ unit: "binary" }),
        fc.uint8Array({ maxLength: 9 }),
      ),
      { maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(pieces, async ([first = "", ...rest]) => {
        const world = createWorld({ stdin: [first] });
        const ending = hook([], world.powers, deciding({ effect: "cancel" }));
        for (const piece of rest) if (world.isFollowed()) world.listener().chunk(Buffer.from(piece as string));
        if (world.isFollowed()) world.listener().end();
        const code = await ending;
        const { stdout } = world.written;
        assert.ok(code === 0 || code === 2);
        assert.match(
          stdout,
          /^(?:\{"hookSpecificOutput":\{"hookEventName":"\w+","action":"(?:cancel|decline)"\}\}\n)?$/,
        );
        assert.ok(code === 0 || stdout === "");
      }),
      runs(),
    );
  });

  test("a clock that can't be read, or runs where no year is known: decided, and recorded without a time", async () => {
    for (const [index, now] of [undefined, "+275760-09-13T00:00:00.001Z", "-000001-01-01T00:00:00.000Z"].entries()) {
      const log = join(folder, `clock-${index}`);
      const world = createWorld({ now: () => now });
      assert.equal(await hook(["--audit", log], world.powers, declines), 0);
      assert.equal(world.written.stdout, DECLINE);
      assert.equal(JSON.parse(fs.readFileSync(join(log, "undated.jsonl"), "utf8")).now, null);
    }
  });
});

suite("options", () => {
  const read = (...args: readonly string[]) => parseHookOptions(args, node);

  test("those of DESIGN §10, in both spellings, again where that makes sense", () => {
    const options = read(
      "--policy=a.yaml",
      "--policy",
      "b=c.yaml",
      "--fact",
      "ci=true",
      "--fact=__proto__=x=y",
      "--deadline=500ms",
      "--audit",
      "log",
    );
    assert.ok(options.ok);
    const { facts, ...rest } = options.value;
    assert.deepEqual(rest, { policies: ["a.yaml", "b=c.yaml"], deadline: 500, audit: "log" });
    assert.deepEqual(Object.entries(facts), [
      ["ci", "true"],
      ["__proto__", "x=y"],
    ]);
  });

  test("none", () => {
    const options = read();
    assert.ok(options.ok);
    assert.deepEqual(
      { ...options.value, facts: { ...options.value.facts } },
      { policies: [], facts: {}, deadline: 5000, audit: undefined },
    );
  });

  for (const [text, deadline] of [
    ["5s", 5000],
    ["1ms", 1],
    ["0.5s", 500],
    ["10m", 600_000],
    ["1.5m", 90_000],
  ] as const) {
    test(`--deadline ${text} is ${deadline} ms`, () => {
      const options = read("--deadline", text);
      assert.ok(options.ok);
      assert.equal(options.value.deadline, deadline);
    });
  }

  const wrong: readonly (readonly [args: readonly string[], text: RegExp])[] = [
    [["--polcy", "a"], /unknown option `--polcy`: options are --policy /],
    [["-p", "a"], /unknown option `-p`/],
    [["--__proto__"], /unknown option `--__proto__`/],
    [["--no-deadline"], /unknown option `--no-deadline`/],
    [["--help"], /unknown option `--help`/],
    [["a.yaml"], /belongs to none/],
    [["--", "--policy"], /belongs to none|unknown/],
    [["--policy"], /no value/],
    [["--policy", "--audit", "log"], /no value/],
    [["--policy="], /--policy: /],
    [["--policy", "a", "--policy", ""], /--policy: /],
    [["--audit="], /--audit: /],
    [["--audit", "a", "--audit", "b"], /--audit is given twice/],
    [["--deadline", "1s", "--deadline", "2s"], /--deadline is given twice/],
    [["--fact", "ci"], /--fact `ci`: write it as name=value/],
    [["--fact", "=x"], /write it as name=value/],
    [["--fact", "ci=true", "--fact", "ci=false"], /--fact `ci` is given twice/],
    ...[
      "5",
      "",
      "s",
      "-5s",
      "5 s",
      "5h",
      "5S",
      "0s",
      "0.0001s",
      "601s",
      "11m",
      "1e3s",
      "9999999s",
      "Infinitys",
      "５s",
    ].map((text) => [[`--deadline=${text}`], /--deadline `.*`: write a time/] as const),
  ];
  for (const [args, text] of wrong) {
    test(`${args.join(" ")}: exit 2, said in one line`, async () => {
      const world = createWorld();
      assert.equal(await hook(args, world.powers, declines), 2);
      assert.equal(world.written.stdout, "");
      assert.match(world.written.stderr, text);
      assert.match(world.written.stderr, /^[\u0020-\u007e]+\n$/);
    });
  }

  test("facts and time reach the engine", async () => {
    const world = createWorld();
    let seen: unknown;
    const load: LoadEngine = () => ({
      engine: engineOf({
        digest: "",
        decide: (_, context) => {
          seen = [context.now, [...context.facts]];
          return createDecision({ effect: "ask" });
        },
      }),
      notes: [],
    });
    assert.equal(await hook(["--fact", "ci=true", "--fact", "__proto__=1"], world.powers, load), 0);
    assert.deepEqual(seen, [
      "2026-11-30T15:30:00.000Z",
      [
        ["ci", "true"],
        ["__proto__", "1"],
      ],
    ]);
  });
});

suite("policies", () => {
  let count = 0;
  /** A place with a home and a project; files by their path in it */
  const place = (files: Readonly<Record<string, string>>) => {
    const root = join(folder, `policies-${count++}`);
    for (const name of ["home", "project"]) fs.mkdirSync(join(root, name), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(join(root, name, ".."), { recursive: true });
      fs.writeFileSync(join(root, name), text);
    }
    const env = new Map([["CLAUDE_PROJECT_DIR", join(root, "project")]]);
    const powers: Powers = { ...node, home: () => join(root, "home"), env: (name) => env.get(name) };
    return { root, powers, project: (value: string | undefined) => ({ ...powers, env: () => value }) };
  };
  const USER = "home/.claude/sekisho.yaml";
  const PROJECT = "project/.claude/sekisho.yaml";
  const found = (powers: Powers) => {
    const sources = findPolicies(powers);
    return sources.ok ? sources.value : sources.errors[0];
  };

  test("none: nothing is found, and nothing is wrong", () => {
    assert.deepEqual(found(place({}).powers), []);
  });

  test("the user's and the project's, in this order, each with the compiled policy beside it", () => {
    const { root, powers } = place({
      [USER]: "user",
      [PROJECT]: "project",
      "project/.claude/sekisho.compiled.json": "compiled",
    });
    assert.deepEqual(found(powers), [
      { file: join(root, USER), role: "user", text: "user" },
      {
        file: join(root, PROJECT),
        role: "project",
        text: "project",
        compiled: { file: join(root, "project/.claude/sekisho.compiled.json"), text: "compiled" },
      },
    ]);
  });

  test("a compiled policy alone is the policy", () => {
    const { root, powers } = place({ "home/.claude/sekisho.compiled.json": "{}" });
    assert.deepEqual(found(powers), [
      { file: join(root, "home/.claude/sekisho.compiled.json"), role: "user", text: "{}" },
    ]);
  });

  test("no home, no project, a home that is no folder", () => {
    const { powers, project } = place({ [USER]: "user", [PROJECT]: "project" });
    assert.deepEqual(found({ ...project(undefined), home: () => undefined }), []);
    assert.deepEqual(found({ ...project(""), home: () => "" }), []);
    assert.deepEqual(found({ ...project("/dev/null"), home: () => "/dev/null" }), []);
    assert.equal((found({ ...powers, home: () => undefined }) as readonly PolicySource[]).length, 1);
  });

  test("a session in the home folder: one file, and the user's", () => {
    const { root, powers, project } = place({ [USER]: "user" });
    for (const same of [join(root, "home"), `${join(root, "home")}/`, join(root, "project", "..", "home")]) {
      const sources = found(project(same)) as readonly PolicySource[];
      assert.deepEqual(
        sources.map(({ role }) => role),
        ["user"],
      );
    }
    fs.symlinkSync(join(root, "home/.claude"), join(root, "project/.claude"));
    assert.equal((found(powers) as readonly PolicySource[]).length, 1);
  });

  test("two files of the same text are two policies", () => {
    const { powers } = place({ [USER]: "same", [PROJECT]: "same" });
    assert.equal((found(powers) as readonly PolicySource[]).length, 2);
  });

  test("through links, and with a byte order mark left for the reader", () => {
    const { root, powers } = place({ "elsewhere/policy.yaml": "\ufeffa: é\r\n" });
    fs.mkdirSync(join(root, "project/.claude"));
    fs.symlinkSync(join(root, "elsewhere/policy.yaml"), join(root, PROJECT));
    assert.deepEqual(
      (found(powers) as readonly PolicySource[]).map(({ text }) => text),
      ["\ufeffa: é\r\n"],
    );
  });

  const unreadable: Record<string, (file: string) => void> = {
    "a broken link": (file) => fs.symlinkSync("/no/such/file", file),
    "a link to itself": (file) => fs.symlinkSync(file, file),
    "a folder": (file) => fs.mkdirSync(file),
    "a device": (file) => fs.symlinkSync("/dev/null", file),
    "not UTF-8": (file) => fs.writeFileSync(file, Buffer.from("a: é", "latin1")),
    "UTF-16": (file) => fs.writeFileSync(file, Buffer.from("\ufeffa: b", "utf16le")),
    "more than 16 MiB": (file) => {
      fs.writeFileSync(file, "");
      fs.truncateSync(file, 16 * 1024 * 1024 + 1);
    },
  };
  for (const [what, make] of Object.entries(unreadable)) {
    test(`${what}: every request is refused, whether found or named`, async () => {
      const { root, powers } = place({ [USER]: "user", "project/.claude/other": "" });
      const file = join(root, PROJECT);
      make(file);
      assert.equal(found(powers), file);
      assert.deepEqual(readPolicies(powers, [file]), { ok: false, errors: [file] });
      assert.throws(() => readPolicyText(powers, file));
      for (const args of [[], ["--policy", file]]) {
        const world = createWorld({ home: powers.home, env: powers.env });
        assert.equal(await hook(args, world.powers, deciding({ effect: "ask" })), 0);
        assert.equal(world.written.stdout, DECLINE);
        assert.match(world.written.stderr, /^sekisho hook: every request is refused: .* can't be read\n$/);
      }
    });
  }

  test("a folder `.claude` that is a broken link", () => {
    const { root, powers } = place({ [USER]: "user" });
    fs.symlinkSync("/no/such/folder", join(root, "project/.claude"));
    assert.equal(found(powers), join(root, PROJECT));
  });

  test("a compiled policy that can't be read: the text beside it is used, alone it refuses", () => {
    const { root, powers } = place({ [PROJECT]: "project" });
    fs.mkdirSync(join(root, "project/.claude/sekisho.compiled.json"));
    assert.deepEqual(found(powers), [{ file: join(root, PROJECT), role: "project", text: "project" }]);
    fs.rmSync(join(root, PROJECT));
    assert.equal(found(powers), join(root, PROJECT));
  });

  test("a policy that is named must be there; what it refers to need not", async () => {
    const { root, powers } = place({ [USER]: "user" });
    const file = join(root, "no-such.yaml");
    assert.deepEqual(readPolicies(powers, [join(root, USER), file]), { ok: false, errors: [file] });
    assert.equal(readPolicyText(powers, file), undefined);
    assert.equal(readPolicyText(powers, join(root, USER)), "user");
  });

  test("those that are named, in order, replace those that are found", async () => {
    const { root, powers } = place({ [USER]: "user", "a.yaml": "a", "it's here/b é.json": "b" });
    const seen: PolicySource[] = [];
    const world = createWorld({ home: powers.home, env: powers.env });
    const files = [join(root, "it's here/b é.json"), join(root, "a.yaml")];
    assert.equal(
      await hook(
        files.map((file) => `--policy=${file}`),
        world.powers,
        deciding({ effect: "ask" }, seen),
      ),
      0,
    );
    assert.deepEqual(seen, [
      { file: files[0], role: "named", text: "b" },
      { file: files[1], role: "named", text: "a" },
    ]);
  });

  test("a note of the loader is one line on stderr, in which nothing reaches a terminal", async () => {
    const world = createWorld();
    const load: LoadEngine = (...given) => ({ ...declines(...given), notes: ["a \u001b[2J\u202e関 b\nsecond"] });
    assert.equal(await hook([], world.powers, load), 0);
    assert.equal(world.written.stderr, "sekisho hook: a \\u{1b}[2J\\u{202e}\\u{95a2} b\n");
  });
});

suite("the record", () => {
  let count = 0;
  const newLog = () => join(folder, `log-${count++}`);
  const DAY = "2026-11-30.jsonl";
  const decideInto = async (log: string, given: Partial<Powers> = {}) => {
    const world = createWorld(given);
    assert.equal(await hook(["--audit", log], world.powers, declines), 0);
    assert.equal(world.written.stdout, DECLINE);
    return world.written.stderr;
  };
  const linesOf = (file: string) => fs.readFileSync(file, "utf8").split("\n");

  test("one line a decision, in a folder and a file for their owner alone", async () => {
    const log = join(newLog(), "deeper");
    assert.equal(await decideInto(log), "");
    assert.equal(await decideInto(log), "");
    const [first = "", second, end, ...more] = linesOf(join(log, DAY));
    assert.deepEqual([first, end, more], [second, "", []]);
    assert.equal(JSON.parse(first).server, "crm");
    assert.doesNotMatch(first, /認証/);
    assert.equal(fs.statSync(log).mode & 0o777, 0o700);
    assert.equal(fs.statSync(join(log, DAY)).mode & 0o777, 0o600);
  });

  test("one write, after whatever is there", async () => {
    const log = newLog();
    const world = createWorld();
    const writes: number[] = [];
    const writeSync = ((descriptor: number, bytes: Uint8Array) => {
      if (descriptor > 2) writes.push(bytes.length);
      return world.powers.fs.writeSync(descriptor, bytes);
    }) as typeof fs.writeSync;
    await hook(["--audit", log], { ...world.powers, fs: { ...world.powers.fs, writeSync } }, declines);
    assert.deepEqual(writes, [fs.statSync(join(log, DAY)).size]);
  });

  test("a torn last line keeps to itself", async () => {
    const log = newLog();
    fs.mkdirSync(log);
    fs.writeFileSync(join(log, DAY), '{"torn":');
    assert.equal(await decideInto(log), "");
    const [torn, record = "", end] = linesOf(join(log, DAY));
    assert.deepEqual([torn, end], ['{"torn":', ""]);
    assert.equal(JSON.parse(record).effect, "decline");
  });

  test("a line that another hook is just writing is not torn", async () => {
    const log = newLog();
    fs.mkdirSync(log);
    fs.writeFileSync(join(log, DAY), '{"half":');
    await decideInto(log, { sleep: () => fs.writeFileSync(join(log, DAY), '{"half":1}\n') });
    assert.deepEqual(
      linesOf(join(log, DAY)).map((line) => line.length > 0),
      [true, true, false],
    );
  });

  const failing: Record<string, (log: string) => void> = {
    "a file in the folder's place": (log) => fs.writeFileSync(log, ""),
    "a device in the folder's place": (log) => fs.symlinkSync("/dev/full", log),
    "a folder in the file's place": (log) => fs.mkdirSync(join(log, DAY), { recursive: true }),
    "a link to another file": (log) => {
      fs.mkdirSync(log);
      fs.writeFileSync(`${log}-elsewhere`, "untouched");
      fs.symlinkSync(`${log}-elsewhere`, join(log, DAY));
    },
    "a link to a full device": (log) => {
      fs.mkdirSync(log);
      fs.symlinkSync("/dev/full", join(log, DAY));
    },
  };
  for (const [what, make] of Object.entries(failing)) {
    test(`${what}: the decision stands, and stderr says so in one line`, async () => {
      const log = newLog();
      make(log);
      assert.match(await decideInto(log), /^sekisho hook: the decision stands, but could not be recorded: [A-Z]+\n$/);
      if (fs.existsSync(`${log}-elsewhere`)) assert.equal(fs.readFileSync(`${log}-elsewhere`, "utf8"), "untouched");
    });
  }

  const codes = ["ENOSPC", "EROFS", "EACCES", "EIO"];
  for (const call of ["openSync", "mkdirSync", "writeSync"] as const) {
    test(`${call} fails in every way: the decision stands`, async () => {
      for (const code of codes) {
        const { fs: files } = createWorld().powers;
        const fails = (...args: readonly unknown[]): unknown => {
          if (call === "writeSync" && (args[0] as number) <= 2)
            return (files[call] as (...all: unknown[]) => unknown)(...args);
          throw failure(code);
        };
        const world = createWorld();
        const writeSync =
          call === "writeSync"
            ? (descriptor: number, bytes: Uint8Array) =>
                descriptor <= 2 ? world.powers.fs.writeSync(descriptor, bytes) : fails(descriptor)
            : world.powers.fs.writeSync;
        const powers = {
          ...world.powers,
          fs: { ...world.powers.fs, writeSync, ...(call === "writeSync" ? {} : { [call]: fails }) } as Powers["fs"],
        };
        assert.equal(await hook(["--audit", newLog()], powers, declines), 0);
        assert.equal(world.written.stdout, DECLINE);
        assert.match(world.written.stderr, new RegExp(`recorded: ${code}\\n$`));
      }
    });
  }

  test("a write that is cut short is told", async () => {
    const world = createWorld();
    const writeSync = ((descriptor: number, bytes: Uint8Array) =>
      world.powers.fs.writeSync(descriptor, descriptor > 2 ? bytes.subarray(0, 10) : bytes)) as typeof fs.writeSync;
    const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync } };
    assert.equal(await hook(["--audit", newLog()], powers, declines), 0);
    assert.match(world.written.stderr, /recorded: cut-short\n$/);
  });

  test("events that are not ours leave none", async () => {
    const log = newLog();
    const world = createWorld({ stdin: ['{"hook_event_name":"Notification","message":"x"}'] });
    assert.equal(await hook(["--audit", log], world.powers, declines), 0);
    assert.deepEqual(world.written, { stdout: "", stderr: "" });
    assert.equal(fs.existsSync(log), false);
  });

  test("an answer that could not be written is refused, and stays on record", async () => {
    const log = newLog();
    const world = createWorld();
    const writeSync = ((descriptor: number, bytes: Uint8Array) => {
      if (descriptor === 1) throw failure("EPIPE");
      return world.powers.fs.writeSync(descriptor, bytes);
    }) as typeof fs.writeSync;
    const powers = { ...world.powers, fs: { ...world.powers.fs, writeSync } };
    assert.equal(await hook(["--audit", log], powers, declines), 2);
    assert.equal(linesOf(join(log, DAY)).length, 2);
  });
});
