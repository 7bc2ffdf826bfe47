/**
 * The command hook as a real process: every row of the failure table (DESIGN §5), and the given vectors about it.
 * Each way in which a process can lose an answer lets a request through, so all of them are tried, not reasoned about.
 */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { parse } from "yaml";
import { createHookPlace, type HookEnd, type HookRun } from "./support/hook-process.ts";

type Fields = Readonly<Record<string, unknown>>;

interface PlumbingCase {
  readonly id: string;
  readonly policy?: string;
  readonly request?: Fields;
  readonly without?: readonly string[];
  readonly stdin?: unknown;
  readonly stdin_base64?: string;
  readonly write?: {
    readonly bytes?: number;
    readonly pause?: number;
    readonly close?: boolean;
    readonly delay?: number;
  };
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | null>>;
  readonly preload?: string;
  readonly shell?: string;
  readonly reader?: "late" | "none" | "slow";
  readonly non_blocking?: "stdin" | "stdout";
  readonly want: Want;
}

interface Want {
  readonly exit?: 0 | 2;
  readonly effect?: "accept" | "ask" | "cancel" | "decline" | "not-accept" | "pass";
  readonly event?: string;
  readonly stdout?: "partial";
  /** Somewhere in it */
  readonly stderr?: string;
}

interface Table {
  readonly request: Fields;
  readonly policies: Readonly<Record<string, string>>;
  readonly cases: readonly PlumbingCase[];
}

const here = import.meta.dirname;
const table = parse(readFileSync(join(here, "cases/wire/plumbing.yaml"), "utf8"), { uniqueKeys: true }) as Table;

const place = await createHookPlace();
after(place.remove);
for (const [name, text] of Object.entries(table.policies)) place.write(`policies/${name}.yaml`, text);
const preloads = {
  clock: place.write(
    "clock.cjs",
    `const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) { super(...(given.length === 0 ? [process.env.TEST_NOW] : given)); }
      static now() { return new Real(process.env.TEST_NOW).getTime(); }
    };`,
  ),
  break: place.write(
    "break.cjs",
    `const path = process.env.TEST_BREAK.split(".");
    const name = path.pop();
    path.reduce((object, step) => object[step], globalThis)[name] = () => { throw new Error("secret"); };`,
  ),
  memory: place.write(
    "memory.cjs",
    `process.on("exit", () => require("fs").writeFileSync(process.env.TEST_MEMORY, String(process.resourceUsage().maxRSS)));`,
  ),
};

suite("the table", { concurrency: 4 }, () => {
  const ids = table.cases.map(({ id }) => id);
  test("every case has an id of its own", () => assert.deepEqual(ids, [...new Set(ids)]));

  for (const one of table.cases) {
    test(one.id, async () => {
      const file = one.shell?.includes("$FILE") ? place.write(`inputs/${one.id}`, stdinOf(one)) : undefined;
      const { bytes, ...write } = one.write ?? {};
      const end = await place.run({
        ...write,
        ...(bytes === undefined ? {} : { chunk: bytes }),
        ...(file === undefined ? { stdin: stdinOf(one) } : {}),
        args: [...policyArgs(one.policy ?? "eager"), ...(one.args ?? [])],
        env: {
          ...Object.fromEntries(Object.entries(one.env ?? {}).map(([name, value]) => [name, value ?? undefined])),
          ...preloading(one.preload),
          FILE: file,
        },
        ...(one.shell === undefined ? {} : { shell: one.shell }),
        ...(one.reader === undefined ? {} : { reader: one.reader }),
        ...(one.non_blocking === undefined ? {} : { nonBlocking: one.non_blocking }),
      });
      assertEnd(end, one.want, one.reader === "none");
    });
  }

  test("a hundred megabytes are refused in little memory", async () => {
    const file = join(place.folder, "memory.txt");
    const stdin = Buffer.alloc(100 * 1024 * 1024, "x");
    stdin.write('{"mode":"form","message":"');
    const end = await place.run({ stdin, env: { ...preloading("memory"), TEST_MEMORY: file } });
    assertEnd(end, { exit: 2 });
    const kibibytes = Number(readFileSync(file, "utf8"));
    assert.ok(kibibytes > 0 && kibibytes < 512 * 1024, `${kibibytes} KiB`);
  });
});

suite("the log", { concurrency: 4 }, () => {
  const decide = (log: string, run: HookRun = {}) =>
    place.run({ stdin: JSON.stringify(table.request), ...run, args: [...policyArgs("only-known"), "--audit", log] });

  test("thirty-two hooks at the same time: thirty-two whole lines", async () => {
    const log = join(place.folder, "log-parallel");
    const ends = await Promise.all(Array.from({ length: 32 }, () => decide(log)));
    for (const end of ends) assertEnd(end, { effect: "decline" });
    assert.equal(recordsIn(log).length, 32);
  });

  test("the day is that of UTC", async () => {
    const log = join(place.folder, "log-utc");
    for (const [now, zone] of [
      ["2026-11-30T15:30:00Z", "Asia/Tokyo"],
      ["2026-12-01T03:00:00Z", "America/Los_Angeles"],
    ] as const) {
      const end = await decide(log, { env: { ...preloading("clock"), TEST_NOW: now, TZ: zone } });
      assertEnd(end, { effect: "decline" });
    }
    assert.deepEqual(readdirSync(log).sort(), ["2026-11-30.jsonl", "2026-12-01.jsonl"]);
  });

  test("a request that never became readable is on record", async () => {
    const log = join(place.folder, "log-unreadable");
    for (const stdin of ["not json", "{", "", '{"hook_event_name":"elicitation"}']) {
      assertEnd(await decide(log, { stdin }), { exit: 2 });
    }
    const records = recordsIn(log);
    assert.equal(records.length, 4);
    for (const { event, effect, policy } of records) {
      assert.deepEqual([event, effect], [null, "decline"]);
      assert.match(String(policy), /^[0-9a-f]{64}$/);
    }
  });

  test("a log that can't be written changes nothing", async () => {
    for (const log of ["/dev/full", "/dev/null/log"]) {
      const end = await decide(log);
      assertEnd(end, { effect: "decline" });
      assert.match(end.stderr, /^sekisho hook: the decision stands, but could not be recorded: [A-Z]+\n$/);
    }
  });
});

// The given vectors that a hook without team scripts can be asked; the list is empty where they are not at hand.
interface Vector {
  readonly id: string;
  readonly group: string;
  readonly input: Fields & { readonly stdin?: string | readonly string[]; readonly policy?: Fields };
  readonly expect: Fields;
}

const DRIVEN = new Set(["stdin", "fields", "server", "stdout", "exit", "log"]);
// `rule_script` and `problem` need a sandbox, `run_as` a package, and without stdin there is nothing to decide.
const ELSEWHERE = ["rule_script", "problem", "run_as"];
const path = join(here, "../../shared/cases/plumbing.jsonl");
const vectors = (existsSync(path) ? readFileSync(path, "utf8").trim().split("\n") : [])
  .map((line) => JSON.parse(line) as Vector)
  .filter(
    ({ group, input }) => DRIVEN.has(group) && input.stdin !== undefined && !ELSEWHERE.some((key) => key in input),
  );

suite("the given vectors", { concurrency: 4 }, () => {
  for (const vector of vectors) test(`${vector.id}: ${vector.group}`, () => checkVector(vector));
});

async function checkVector({ id, input, expect }: Vector): Promise<void> {
  const log = join(place.folder, "vectors", id);
  const texts = (typeof input.stdin === "string" ? [input.stdin] : (input.stdin ?? [])).map(expanded);
  const policy = vectorPolicy(id, input, expect);
  const { write_in_chunks: chunks, log_path: logPath } = input;
  const [, bytes, pause] = /^(?:(\d+) bytes every (\d+) ms)?/.exec(String(chunks ?? "")) ?? [];
  const run: HookRun = {
    args: [...policyArgs(policy), "--audit", logPath === "/dev/full" ? logPath : log],
    ...(chunks === undefined ? {} : { chunk: Number(bytes ?? 1), pause: Number(pause ?? 0) }),
    ...(input["close_stdin"] === false ? { close: false } : {}),
    ...(input["reader"] === undefined ? {} : { reader: "none" as const }),
    env: {
      ...preloading(input["now"] === undefined ? undefined : "clock"),
      TEST_NOW: String(input["now"]),
      TZ: input["tz"] === undefined ? undefined : String(input["tz"]),
      ...(expect["max_rss_mib"] === undefined ? {} : { ...preloading("memory"), TEST_MEMORY: `${log}-memory` }),
    },
  };
  const day = new Date().toISOString().slice(0, 10);
  if (input["log_before"] !== undefined) place.write(`vectors/${id}/${day}.jsonl`, '{"torn":');
  if (expect["max_rss_mib"] !== undefined) mkdirSync(join(log, ".."), { recursive: true });

  const times = Number(input["parallel"] ?? 1);
  const ends = await Promise.all(
    texts.flatMap((stdin) => Array.from({ length: times }, () => place.run({ ...run, stdin }))),
  );
  for (const end of ends) {
    assert.ok(end.code === 0 || end.code === 2, `exit ${end.code}: ${end.stderr}`);
    assertEnd(end, wantOf(expect, input), run.reader === "none");
  }

  // Whatever the vector is about: each of our events leaves one readable line that can't harm a terminal.
  const file = existsSync(log) ? readdirSync(log) : [];
  const text = file.map((name) => readFileSync(join(log, name), "utf8")).join("");
  const foreign = expect["decision"] === "pass";
  if (logPath !== "/dev/full") {
    const lines = text.split("\n").filter((line) => line !== '{"torn":');
    assert.equal(lines.pop(), "");
    assert.equal(lines.length, foreign ? 0 : ends.length);
    for (const line of lines) assert.equal(typeof JSON.parse(line).effect, "string");
    assert.ok(file.length <= 1);
  }
  assert.doesNotMatch(text, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]|\ufffd/);
  const secret = expect["log_must_not_contain"];
  if (typeof secret === "string") assert.ok(!text.includes(secret));
  if (typeof expect["log_file_date"] === "string") assert.deepEqual(file, [`${expect["log_file_date"]}.jsonl`]);
  if (typeof expect["log_bytes_max"] === "number") assert.ok(text.length <= expect["log_bytes_max"]);
  if (typeof expect["max_rss_mib"] === "number") {
    assert.ok(Number(readFileSync(`${log}-memory`, "utf8")) < expect["max_rss_mib"] * 1024);
  }
  rmSync(log, { recursive: true, force: true });
}

// `as-policy`: a policy that declines the vector's server once it has read the request, since silence proves nothing.
function vectorPolicy(
  id: string,
  { policy }: Vector["input"],
  { decision, message_intact, log, matched }: Fields,
): string {
  const listed = policy?.["trusted"] ?? policy?.["match"];
  if (listed !== undefined && matched !== true) {
    const names = [listed].flat().map((name) => String(name).replace(/^\^(.*)\$$/, "$1"));
    const rules = [{ use: "only-servers", servers: names }];
    place.write(`policies/${id}.yaml`, JSON.stringify({ version: 1, rules }));
    return id;
  }
  if (message_intact === true) return "words";
  if (policy?.["answer"] === "defaults") return "defaults";
  if (matched === true || decision === "not-accept") return "eager";
  return decision === "decline" || log === "kind, field, length, keyed fingerprint" ? "demanding" : "only-known";
}

function wantOf(expect: Fields, { policy, reader }: Vector["input"]): Want {
  if (reader !== undefined) return { exit: 2 };
  if (policy?.["answer"] === "defaults" || expect["matched"] === true) return { effect: "accept" };
  const { decision } = expect;
  if (decision === "pass") return { effect: "pass" };
  if (decision === "not-accept") return { effect: "not-accept" };
  // Garbage on the result event: exit 2 is how an engine declines what it can't read.
  if (expect["exit_code"] === 2) return { exit: 2 };
  return { effect: "decline" };
}

function assertEnd({ code, stdout, stderr }: HookEnd, want: Want, unread = false): void {
  const { effect, exit = 0, event } = want;
  if (effect === "not-accept") {
    assert.doesNotMatch(stdout, /"accept"/);
    const refused = stdout === "" ? ({ effect: "ask" } as const) : ({ effect: "decline" } as const);
    assertEnd({ code, stdout, stderr }, code === 2 ? { exit: 2 } : refused);
    return;
  }
  assert.equal(code, exit, stderr);
  assert.ok(stderr.split("\n").length <= 2, `more than a line on stderr: ${stderr}`);
  assert.doesNotMatch(stderr, /secret/);
  if (want.stderr !== undefined) assert.ok(stderr.includes(want.stderr), stderr);
  if (unread || want.stdout === "partial") return;
  if (exit === 2 || effect === "ask" || effect === "pass") {
    assert.equal(stdout, "");
    return;
  }
  assert.match(stdout, /^[^\n]+\n$/);
  const { hookSpecificOutput: said, ...rest } = JSON.parse(stdout);
  assert.deepEqual([said.hookEventName, said.action, rest], [event ?? said.hookEventName, effect, {}]);
}

function policyArgs(name: string): readonly string[] {
  return name === "none" ? [] : ["--policy", join(place.folder, "policies", `${name}.yaml`)];
}

function preloading(name: string | undefined): Readonly<Record<string, string>> {
  return name === undefined ? {} : { NODE_OPTIONS: `--require ${preloads[name as keyof typeof preloads]}` };
}

function recordsIn(log: string): readonly Fields[] {
  return readdirSync(log).flatMap((name) => {
    const lines = readFileSync(join(log, name), "utf8").split("\n");
    assert.equal(lines.pop(), "");
    return lines.map((line) => JSON.parse(line) as Fields);
  });
}

function stdinOf({ request, without = [], stdin, stdin_base64: base64 }: PlumbingCase): Buffer {
  if (base64 !== undefined) return Buffer.from(base64, "base64");
  const fields = { ...table.request, ...request };
  const kept = Object.fromEntries(Object.entries(fields).filter(([name]) => !without.includes(name)));
  const text = JSON.stringify(kept, (_, value) => filled(value));
  return Buffer.from(String(filled(stdin ?? "{{request}}\n")).replaceAll("{{request}}", () => text));
}

function filled(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("repeat" in value)) return value;
  const { before = "", repeat, times, then = "", and = "", again = 0, after: last = "" } = value as Fields;
  return `${before}${String(repeat).repeat(Number(times))}${then}${String(and).repeat(Number(again))}${last}`;
}

// The vectors say in words what would be too long to write.
function expanded(text: string): string {
  return text
    .replace(/<(\d+) MiB of (.)>/, (_, count, unit) => unit.repeat(Number(count) * 1024 * 1024))
    .replace(/<(\d+) MiB default>/, (_, count) => "d".repeat(Number(count) * 1024 * 1024))
    .replace(/^((?:\{"a":)+)<(\d+) levels>$/, (_, _start, count) => '{"a":'.repeat(Number(count)));
}
