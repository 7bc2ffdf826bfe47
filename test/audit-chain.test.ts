/** The chain of the log: what was done to it shows, and who writes it at once does not break it. */
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, suite, test } from "node:test";
import { appendRecord } from "../engine/adapters/audit-file.ts";
import { acquireLock } from "../engine/adapters/lock.ts";
import { nodePowers } from "../engine/adapters/node.ts";
import { verifyLog } from "../engine/adapters/verify-log.ts";
import type { DecisionRecord } from "../engine/core/record.ts";
import { createPatientFiles } from "./support/patient-files.ts";

const root = fs.mkdtempSync(join(tmpdir(), "sekisho-chain-"));
after(() => fs.rmSync(root, { recursive: true, force: true }));
let count = 0;
const newLog = (): string => join(root, `log-${count++}`);
const powers = nodePowers();
const DAY = "2026-11-30";

function append(log: string, id: string, day = DAY, given = powers): string | undefined {
  const record = { version: 2, id, now: day === "" ? null : `${day}T15:30:00.000Z` } as unknown as DecisionRecord;
  return appendRecord(given, log, record);
}

function logOf(...ids: readonly string[]): string {
  const log = newLog();
  for (const id of ids) assert.equal(append(log, id), undefined);
  return log;
}

function verify(log: string, anchor?: string) {
  const { lines, errors, gaps, begun, anchor: found } = verifyLog(fs, log, anchor);
  const show = ({ file, line, code }: (typeof errors)[number]): string => `${file}:${line} ${code}`;
  return { lines, errors: errors.map(show), gaps: gaps.map(show), begun, after: found?.after };
}

const file = (log: string, day = DAY): string => join(log, `${day}.jsonl`);
const linesOf = (log: string): readonly string[] => fs.readFileSync(file(log), "utf8").split("\n").slice(0, -1);
const rewrite = (log: string, change: (lines: string[]) => readonly string[]): void =>
  fs.writeFileSync(
    file(log),
    change([...linesOf(log)])
      .map((line) => `${line}\n`)
      .join(""),
  );
const GOOD = { errors: [], gaps: [], begun: false, after: undefined };

suite("a log as it was written", () => {
  test("is whole, over days and with an anchor", () => {
    const log = logOf("a", "b");
    const { head } = verifyLog(fs, log);
    append(log, "c", "2026-12-01");
    append(log, "d", "2026-12-03");
    append(log, "e", "");
    append(log, "f", "");
    assert.deepEqual(verify(log), { ...GOOD, lines: 6 });
    assert.deepEqual(verify(log, head), { ...GOOD, lines: 6, after: 4 });
  });

  test("each line is JSON that begins as the record does and ends with the digest", () => {
    const [first = "", second = ""] = linesOf(logOf("a", "b"));
    assert.match(first, /^\{"version":2,"id":"a",.*,"prev":"0{64}"\}$/);
    assert.match(second, /,"prev":"[0-9a-f]{64}"\}$/);
  });

  test("a hook that is late at midnight changes nothing", () => {
    const log = logOf("a");
    append(log, "c", "2026-12-01");
    append(log, "b");
    assert.deepEqual(verify(log).errors, []);
  });

  test("lines of 700 KB are like others", () => {
    const log = newLog();
    for (const id of ["a", "b", "c"]) append(log, id + "x".repeat(700_000));
    assert.deepEqual(verify(log), { ...GOOD, lines: 3 });
  });

  test("days that were pruned show as a chain that goes on from elsewhere", () => {
    const log = logOf("a", "b");
    append(log, "c", "2026-12-01");
    fs.unlinkSync(file(log));
    assert.deepEqual(verify(log), { ...GOOD, lines: 1, begun: true });
  });
});

suite("a log that somebody changed", () => {
  const CHANGES: Readonly<Record<string, readonly [change: (lines: string[]) => readonly string[], at: string]>> = {
    "a line is edited": [(lines) => lines.with(1, (lines[1] ?? "").replace('"b"', '"x"')), ":3 broken"],
    "a line is taken out": [(lines) => lines.toSpliced(1, 1), ":2 broken"],
    "the first line is edited": [(lines) => lines.with(0, (lines[0] ?? "").replace('"a"', '"x"')), ":2 broken"],
    "two lines change places": [(lines) => [lines[0], lines[2], lines[1], lines[3]] as string[], ":2 broken"],
    "a line is put in": [(lines) => lines.toSpliced(1, 0, lines[0] as string), ":2 broken"],
    "a line is made to look torn": [(lines) => lines.with(1, (lines[1] ?? "").slice(0, 30)), ":3 broken"],
  };
  for (const [what, [change, at]] of Object.entries(CHANGES)) {
    test(what, () => {
      const log = logOf("a", "b", "c", "d");
      rewrite(log, change);
      assert.equal(verify(log).errors[0], `${DAY}.jsonl${at}`);
    });
  }

  test("its end is cut off: that alone shows only by an anchor", () => {
    const log = logOf("a", "b", "c");
    const { head } = verifyLog(fs, log);
    assert.ok(head !== undefined);
    rewrite(log, (lines) => lines.slice(0, 2));
    assert.deepEqual(verify(log, head), { ...GOOD, lines: 2 });
  });

  test("the end of a day is cut off", () => {
    const log = logOf("a", "b", "c");
    append(log, "d", "2026-12-01");
    rewrite(log, (lines) => lines.slice(0, 2));
    assert.deepEqual(verify(log).errors, ["2026-12-01.jsonl:1 broken"]);
  });
});

suite("the lock", () => {
  const forge = (lock: string, change: (own: string) => string): void => {
    const own = fs.readlinkSync(lock);
    fs.unlinkSync(lock);
    fs.symlinkSync(change(own), lock);
  };

  test("held by somebody who lives: after a while the line is written all the same, and the gap shows", () => {
    const log = logOf("a");
    const lock = acquireLock(powers, join(log, "lock"));
    assert.ok(lock !== undefined);
    assert.equal(append(log, "b", DAY, { ...powers, sleep: () => {} }), undefined);
    lock.release();
    append(log, "c");
    assert.deepEqual(verify(log), { ...GOOD, lines: 3, gaps: [`${DAY}.jsonl:2 unchained`] });
  });

  test("held by one who died is taken over", () => {
    const log = logOf("a");
    const owner = spawnSync(process.execPath, ["-e", "console.log(process.pid)"], { encoding: "utf8" }).stdout.trim();
    acquireLock(powers, join(log, "lock"));
    forge(join(log, "lock"), (own) => own.replace(/^\d+ \S+/, `${owner} 1`));
    append(log, "b");
    assert.deepEqual(verify(log), { ...GOOD, lines: 2 });
    assert.deepEqual(fs.readdirSync(log), [`${DAY}.jsonl`]);
  });

  if (fs.existsSync("/proc/self/stat")) {
    test("held by one who died, and whose number was given to another process, is taken over", () => {
      const log = logOf("a");
      acquireLock(powers, join(log, "lock"));
      forge(join(log, "lock"), (own) => own.replace(/^(\d+) \d+/, "$1 1"));
      append(log, "b");
      assert.deepEqual(verify(log), { ...GOOD, lines: 2 });
    });
  }

  for (const text of ["", "12", "nonsense here now", `${process.pid} 1 other-machine`]) {
    test(`nobody knows whose it is: ${JSON.stringify(text)}`, () => {
      const log = logOf("a");
      fs.writeFileSync(join(log, "lock"), text);
      assert.equal(append(log, "b", DAY, { ...powers, sleep: () => {} }), undefined);
      assert.deepEqual(verify(log).gaps, [`${DAY}.jsonl:2 unchained`]);
    });
  }

  // Of another boot, another container, or half written: nobody can be asked, but nobody works for a minute either.
  for (const text of ["", "nonsense here now", `${process.pid} 1 other-machine`]) {
    test(`nobody knows whose it is, and it is old: ${JSON.stringify(text)}`, () => {
      const log = logOf("a");
      const lock = join(log, "lock");
      if (text === "") fs.writeFileSync(lock, text);
      else fs.symlinkSync(text, lock);
      const old = new Date(Date.now() - 120_000);
      fs.lutimesSync(lock, old, old);
      assert.equal(append(log, "b"), undefined);
      assert.deepEqual(verify(log), { ...GOOD, lines: 2 });
      assert.deepEqual(fs.readdirSync(log), [`${DAY}.jsonl`]);
    });
  }

  test("of somebody else is not given back by one who lost it", () => {
    const log = logOf("a");
    const lock = acquireLock(powers, join(log, "lock"));
    forge(join(log, "lock"), () => "1 1 other-machine");
    lock?.release();
    assert.equal(fs.readlinkSync(join(log, "lock")), "1 1 other-machine");
  });

  test("a named pipe in its place holds nobody up", () => {
    const log = logOf("a");
    assert.equal(spawnSync("mkfifo", [join(log, "lock")]).status, 0);
    const { files, waits } = createPatientFiles();
    assert.equal(append(log, "b", DAY, { ...powers, fs: files, sleep: () => {} }), undefined);
    assert.deepEqual(waits, []);
    assert.deepEqual(verify(log).gaps, [`${DAY}.jsonl:2 unchained`]);
  });

  test("that can't be made leaves a gap and no error", () => {
    const log = logOf("a");
    fs.mkdirSync(join(log, "lock"));
    assert.equal(append(log, "b", DAY, { ...powers, sleep: () => {} }), undefined);
    assert.deepEqual(verify(log).gaps, [`${DAY}.jsonl:2 unchained`]);
  });
});

suite("an earlier day that can't be read leaves a gap, and today is recorded", () => {
  const places: Readonly<Record<string, (path: string) => void>> = {
    "a named pipe": (path) => assert.equal(spawnSync("mkfifo", [path]).status, 0),
    "a folder": (path) => void fs.mkdirSync(path),
    "a link": (path) => fs.symlinkSync("/dev/zero", path),
  };
  for (const [what, put] of Object.entries(places))
    test(what, () => {
      const log = newLog();
      fs.mkdirSync(log);
      put(file(log, "2020-01-01"));
      const { files, waits } = createPatientFiles();
      for (const id of ["a", "b"]) assert.equal(append(log, id, DAY, { ...powers, fs: files }), undefined);
      assert.deepEqual(waits, []);
      fs.rmSync(file(log, "2020-01-01"), { recursive: true });
      assert.deepEqual(verify(log), { ...GOOD, lines: 2, gaps: [`${DAY}.jsonl:1 unchained`] });
    });
});

test("what a killed process left of a line shows as a gap, and the chain goes on", () => {
  const log = logOf("a");
  fs.appendFileSync(file(log), '{"version":2,"id":"tor');
  append(log, "b");
  assert.deepEqual(verify(log), { ...GOOD, lines: 3, gaps: [`${DAY}.jsonl:2 torn`] });
});

test("processes that write at once: no line is lost or torn, and the chain is whole", async () => {
  const log = newLog();
  const worker = join(import.meta.dirname, "../bench/append-lines.ts");
  const run = (name: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ["--import", "tsx", worker, log, name, "40", "3000"], { stdio: "pipe" });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
      child.on("error", reject);
      child.on("close", () => resolve(said));
    });
  const said = await Promise.all(["a", "b", "c", "d", "e", "f"].map(run));
  assert.deepEqual(said.join(""), "");
  const { lines, errors, gaps } = verify(log);
  assert.deepEqual([lines, errors], [240, []]);
  // On a machine that is busy elsewhere somebody may wait in vain for the lock, and then writes all the same.
  assert.deepEqual(
    gaps.filter((gap) => !gap.endsWith("unchained")),
    [],
  );
  const ids = new Set(linesOf(log).map((line) => JSON.parse(line).id));
  assert.equal(ids.size, 240);
});

test("a disk that is full in the midst of a line: the decision stands, it is told, and the next line is whole", () => {
  const log = logOf("a");
  const program = join(import.meta.dirname, "../dist/sekisho.cjs");
  const input = JSON.stringify({
    hook_event_name: "Elicitation",
    mcp_server_name: "crm",
    message: "Your name? ".repeat(400),
    requested_schema: { type: "object", properties: {} },
  });
  // In blocks of 1,024 bytes: the limit of a file's size stands for a disk.
  const line = `ulimit -f 2; exec "$0" "$1" hook --audit "$2"`;
  const { status, stderr } = spawnSync("bash", ["-c", line, process.execPath, program, log], {
    input,
    encoding: "utf8",
    env: { PATH: process.env["PATH"] ?? "", HOME: root },
  });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /could not be recorded: (?:cut-short|EFBIG)/);
  assert.equal(append(log, "b", new Date().toISOString().slice(0, 10)), undefined);
  assert.deepEqual(verify(log).errors, []);
});
