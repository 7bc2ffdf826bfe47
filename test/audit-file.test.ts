/** The log: one whole line a decision, whatever the disk does, and never a changed decision. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { hook } from "../engine/adapters/command.ts";
import type { Powers } from "../engine/adapters/node.ts";
import { createWorld, DECLINE, declines, failure } from "./support/hook-world.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "sekisho-log-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

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
    const { id, duration: _, prev: start, ...rest } = JSON.parse(first);
    const { id: other, duration: __, prev, ...again } = JSON.parse(second ?? "");
    assert.deepEqual([rest, end, more], [again, "", []]);
    assert.notEqual(id, other);
    assert.deepEqual([start, prev], ["0".repeat(64), createHash("sha256").update(first).digest("hex")]);
    assert.deepEqual([rest.server, rest.via], ["crm", "command"]);
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

  // Node's own recursive mkdir never comes back from there.
  if (fs.existsSync("/proc/self")) {
    test("a folder that can't be made: the decision stands, in a moment", async () => {
      assert.match(await decideInto("/proc/sekisho/log"), /could not be recorded: [A-Z]+\n$/);
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
