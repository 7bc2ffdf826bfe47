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
import { hook } from "../engine/adapters/command.ts";
import type { Powers } from "../engine/adapters/node.ts";
import { createDecision, type DecisionParts } from "../engine/core/decision.ts";
import { engineOf } from "../engine/deciding.ts";
import { createWorld, DECLINE, deciding, declines, failure, node, REQUEST } from "./support/hook-world.ts";
import { runs } from "./support/runs.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "sekisho-command-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

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

  test("silence behind a piece refuses just as soon", async () => {
    const world = createWorld({ stdin: ["{"] });
    const ending = hook(["--deadline", "5s"], world.powers, declines);
    world.pass(4000);
    world.listener().chunk(Buffer.from('"hook_event_name"'));
    world.pass(4999);
    assert.equal(world.isFollowed(), true);
    world.pass(1);
    assert.equal(world.isFollowed(), false);
    assert.equal(await ending, 2);
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
    const blank = createWorld({ stdin: ["\ufeff \r\n"] });
    const end = hook([], blank.powers, declines);
    blank.listener().end();
    assert.equal(await end, 2);
    assert.match(blank.written.stderr, /empty/);
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
      hook([], powers, () => {
        const engine = { digest: "", decide: broken, respond: broken, examine: broken, examineReading: broken };
        return { engine, notes: [] };
      }),
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

  test("the time of this process is that of its clock", () => {
    const before = new Date().toISOString();
    const now = node.now() ?? "";
    assert.ok(before <= now && now <= new Date().toISOString(), now);
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
