/**
 * `sekisho log` and `sekisho replay` over logs that the hook itself wrote.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import fc from "fast-check";
import { linesBackwards, linesOf } from "../engine/cli/log-read.ts";
import { createStats } from "../engine/cli/log-stats.ts";
import type { DecisionRecord } from "../engine/core/record.ts";
import { type CliEnd, createCliWorld } from "./support/cli-world.ts";
import { createHookPlace, type HookPlace } from "./support/hook-process.ts";
import { runs } from "./support/runs.ts";

const world = createCliWorld();
after(world.remove);

let place: HookPlace;
let records: readonly DecisionRecord[] = [];
const folder = join(world.folder, "log");

const POLICY = `version: 1
rules:
  - use: allow-url-hosts
    hosts: [auth.example.com]
  - use: only-servers
    servers: [crm]
    observe: true
`;
const LOGIN = {
  mcp_server_name: "crm",
  message: "Log in",
  requested_schema: { type: "object", properties: { password: { type: "string" } } },
};
const INPUTS: readonly object[] = [
  { ...LOGIN, hook_event_name: "Elicitation", session_id: "s1" },
  {
    hook_event_name: "Elicitation",
    session_id: "s1",
    mcp_server_name: "crm",
    message: "Sign in",
    mode: "url",
    url: "https://auth.example.com/",
  },
  {
    hook_event_name: "Elicitation",
    session_id: "s2",
    mcp_server_name: "other",
    message: "Sign in",
    mode: "url",
    url: "https://evil.test/",
  },
  {
    hook_event_name: "ElicitationResult",
    session_id: "s2",
    mcp_server_name: "other",
    action: "accept",
    content: { note: "hunter2 and more" },
  },
  { hook_event_name: "ElicitationResult", session_id: "s2", mcp_server_name: "other", action: "decline" },
  { hook_event_name: "Elicitation", mcp_server_name: "crm", mode: "strange" },
];

before(async () => {
  place = await createHookPlace();
  const policy = world.write("project/.claude/sekisho.yaml", POLICY);
  for (const input of INPUTS) {
    const end = await place.run({
      stdin: JSON.stringify(input),
      args: ["--audit", folder],
      env: { CLAUDE_PROJECT_DIR: join(policy, "../..") },
    });
    assert.equal(end.stderr, "");
  }
  // The program that decides again has to be the one that wrote: records of another version may be of other rules.
  const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  const text = readFileSync(join(folder, file), "utf8");
  records = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as DecisionRecord);
  assert.equal(records.length, INPUTS.length);
});
after(() => place.remove());

/** The built program, as whoever wrote the log */
async function run(args: readonly string[], stdin = ""): Promise<CliEnd> {
  const child = spawn(process.execPath, [join(place.folder, "sekisho.cjs"), ...args], {
    cwd: world.project,
    env: { HOME: world.home, PATH: process.env["PATH"], CLAUDE_PROJECT_DIR: world.project },
  });
  child.stdin.end(stdin);
  const texts = await Promise.all(
    [child.stdout, child.stderr].map(async (stream) => {
      let text = "";
      for await (const chunk of stream.setEncoding("utf8")) text += chunk;
      return text;
    }),
  );
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once("close", resolve)));
  return { code: code ?? -1, stdout: texts[0] ?? "", stderr: texts[1] ?? "" };
}
const log = async (...args: readonly string[]): Promise<CliEnd> => world.run(["log", "--audit", folder, ...args]);
const idOf = (at: number): string => records[at]?.id ?? "";

suite("log", () => {
  test("a table of the last decisions, oldest first, observed ones in brackets", async () => {
    const { code, stdout, stderr } = await log();
    assert.deepEqual([code, stderr], [0, ""]);
    const rows = stdout.trimEnd().split("\n");
    assert.match(rows[0] ?? "", /^time +id +effect +server +of +because$/);
    assert.equal(rows.length, INPUTS.length + 1);
    assert.match(rows[1] ?? "", new RegExp(`${idOf(0)} +decline +crm +form +no-secret-forms/asks-for-secret$`));
    assert.match(rows[4] ?? "", /pass +other +answer +\(decline only-servers\/not-listed\)$/);
    assert.match(rows[6] ?? "", /decline +crm +unread +engine\/malformed$/);
  });

  const filters: Readonly<Record<string, readonly [args: readonly string[], found: readonly number[]]>> = {
    "a server": [
      ["--server", "other"],
      [2, 3, 4],
    ],
    "two servers": [
      ["--server", "other", "--server", "crm"],
      [0, 1, 2, 3, 4, 5],
    ],
    "an effect": [
      ["--effect", "decline"],
      [0, 2, 5],
    ],
    "a rule": [["--rule", "allow-url-hosts"], [2]],
    "a rule that observes": [
      ["--rule", "only-servers"],
      [2, 3, 4],
    ],
    "a code": [["--rule", "no-secret-forms/asks-for-secret"], [0]],
    "a session": [
      ["--session", "s1"],
      [0, 1],
    ],
    "since an hour": [
      ["--since", "1h"],
      [0, 1, 2, 3, 4, 5],
    ],
    "since a day to come": [["--since", "2099-01-01"], []],
    "several at once": [
      ["--server", "other", "--effect", "pass"],
      [3, 4],
    ],
    "the last two": [
      ["--limit", "2"],
      [4, 5],
    ],
    nothing: [["--server", "nobody"], []],
  };
  for (const [what, [args, found]] of Object.entries(filters)) {
    test(`filters: ${what}; --json gives the lines of the log`, async () => {
      const { code, stdout } = await world.run(["log", "--audit", folder, "--json", ...args], {
        now: () => new Date().toISOString(),
      });
      assert.equal(code, 0);
      assert.deepEqual(
        stdout === ""
          ? []
          : stdout
              .trimEnd()
              .split("\n")
              .map((line) => (JSON.parse(line) as DecisionRecord).id),
        found.map(idOf),
      );
    });
  }

  test("show: the record explained, also by the beginning of its id", async () => {
    const { code, stdout } = await run(["log", "--audit", folder, "show", idOf(2)]);
    assert.equal(code, 0);
    assert.match(stdout, /policy +the one that holds now/);
    assert.match(stdout, /decision {2}decline\n +because +allow-url-hosts\/host-not-allowed: host `evil\.test`/);
    assert.match(stdout, /> allow-url-hosts +decline/);
    assert.match((await log("show", idOf(2).slice(0, -1))).stdout, /host `evil\.test`/);
    world.write("project/other.yaml", "rules: []\n");
    assert.match((await log("show", idOf(2), "--policy", "other.yaml")).stdout, /policy +another one/);
    assert.match((await log("show", idOf(5))).stdout, /not a request/);
    assert.match((await log("show", idOf(1))).stdout, /^link\n[\s\S]*auth\.example\.com/m);
    assert.match((await log("show", idOf(0))).stdout, /password/);
    for (const id of ["nothing-like-it", ""]) assert.equal((await log("show", id)).code, 2);
  });

  test("stats: figures with bars, what is observed among them", async () => {
    const { stdout } = await log("stats");
    assert.match(stdout, /^6 decisions, 20/);
    assert.match(stdout, /^effect\n {2}decline {2}3 {2}#{30}\n {2}pass {5}2 {2}#{20}\n/m);
    assert.match(
      stdout,
      /^observed {2}1 decision would have been stricter\n {2}decline only-servers\/not-listed {2}\d {2}#+$/m,
    );
    const { stdout: json } = await log("stats", "--json", "--server", "crm");
    const { decisions, effects } = JSON.parse(json) as { decisions: number; effects: unknown };
    assert.deepEqual(
      [decisions, effects],
      [
        3,
        [
          ["decline", 2],
          ["ask", 1],
        ],
      ],
    );
  });

  test("--verify: whole, then an edit, a line taken out, the head", async () => {
    const good = await log("--verify");
    assert.equal(good.code, 0);
    assert.match(good.stdout, /^whole: 6 lines, 0 errors, 0 gaps\n/);
    const head = /^head ([0-9a-f]{64})$/m.exec(good.stdout)?.[1] ?? "";
    assert.equal((await log("--verify", "--head", head)).code, 0);
    assert.equal((await log("--verify", "--head", "0".repeat(64))).code, 1);
    assert.equal((await log("--verify", "--head", "short")).code, 2);
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
    const lines = readFileSync(join(folder, file), "utf8").trimEnd().split("\n");
    const copy = world.write(`copy/${file}`, `${lines.toSpliced(2, 1).join("\n")}\n`);
    const broken = await world.run(["log", "--audit", join(copy, ".."), "--verify"]);
    assert.equal(broken.code, 1);
    assert.match(broken.stdout, /^broken: 5 lines, 1 errors, 0 gaps\nerrors\n {2}.*\.jsonl:3 does not go on/);
    writeFileSync(copy, `${lines.slice(0, -1).join("\n")}\n`);
    assert.equal((await world.run(["log", "--audit", join(copy, ".."), "--verify"])).code, 0);
    const cut = await world.run(["log", "--audit", join(copy, ".."), "--verify", "--head", head]);
    assert.equal(cut.code, 1);
    assert.match(cut.stdout, /the line that was asked for is not there/);
  });

  test("prune removes whole days before, and nothing else", async () => {
    for (const day of ["2026-11-27", "2026-11-28", "2026-11-29", "2026-11-30"]) world.write(`old/${day}.jsonl`, "{}\n");
    for (const name of ["undated.jsonl", "notes.txt", "2026-11-01.jsonl.bak"]) world.write(`old/${name}`, "x\n");
    const { code, stdout } = await world.run(["log", "prune", "--days", "2", "--audit", join(world.folder, "old")]);
    assert.equal(code, 0);
    assert.match(stdout, /^2 days removed, 3 kept$/m);
    assert.deepEqual(readdirSync(join(world.folder, "old")).toSorted(), [
      "2026-11-01.jsonl.bak",
      "2026-11-29.jsonl",
      "2026-11-30.jsonl",
      "notes.txt",
      "undated.jsonl",
    ]);
  });

  test("--to-test writes a test that passes under the policy that decided", async () => {
    for (const [at, input] of INPUTS.entries()) {
      const { stdout } = await run(["log", "--audit", folder, "--to-test", idOf(at)]);
      world.write("project/.claude/recorded.test.yaml", stdout);
      const end = await run(["test", ".claude/recorded.test.yaml"]);
      assert.equal(end.code, 0, `${JSON.stringify(input)}\n${stdout}${end.stdout}${end.stderr}`);
    }
    world.write("project/.claude/sekisho.yaml", POLICY.replace("auth.example.com", "evil.test"));
    const { stdout } = await run(["log", "--audit", folder, "--to-test", idOf(2)]);
    world.write("project/.claude/recorded.test.yaml", stdout);
    assert.equal((await run(["test", ".claude/recorded.test.yaml"])).code, 1);
    world.write("project/.claude/sekisho.yaml", POLICY);
  });

  test("--follow shows what is written from then on, in a folder that comes later too", async () => {
    const target = join(world.folder, "later");
    const child = spawn(
      process.execPath,
      [join(place.folder, "sekisho.cjs"), "log", "--follow", "--json", "--audit", target],
      {
        cwd: world.project,
        env: { HOME: world.home, PATH: process.env["PATH"] },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    const line = JSON.stringify(records[0]);
    let out = "";
    let step = 0;
    const write = (): void => {
      if (!existsSync(target)) world.write("later/2026-11-30.jsonl", `${line}\n${line.slice(0, 50)}`);
    };
    setTimeout(write, 500);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (step === 0 && out.split("\n").length === 2) {
        step = 1;
        appendFileSync(join(target, "2026-11-30.jsonl"), `${line.slice(50)}\n`);
      } else if (step === 1 && out.split("\n").length === 3) child.kill();
    });
    await new Promise((resolve) => child.once("close", resolve));
    assert.deepEqual(
      out
        .trimEnd()
        .split("\n")
        .map((one) => (JSON.parse(one) as DecisionRecord).id),
      [idOf(0), idOf(0)],
    );
  });

  test("lines that are no records are passed over, and counted", async () => {
    world.write(
      "odd/2026-11-30.jsonl",
      `{"torn": \n\n[]\n{"version":9,"effect":"ask"}\n${JSON.stringify(records[0])}\n{"half`,
    );
    const odd = join(world.folder, "odd");
    assert.equal((await world.run(["log", "--audit", odd, "--json"])).stdout.trimEnd().split("\n").length, 1);
    assert.match(
      (await world.run(["log", "stats", "--audit", odd])).stdout,
      /^1 decision, .*\n4 lines are no records$/m,
    );
    assert.match((await world.run(["replay", odd])).stdout, /^1 records: .*\n4 lines are no records$/m);
  });

  test("what a log holds can't steer a terminal, whoever wrote it", async () => {
    const evil = "\u001b]0;owned\u0007\u009d\u202e";
    const record = {
      ...records[0],
      id: `x${evil}`,
      server: evil,
      session: evil,
      now: evil,
      via: evil,
      engine: evil,
      reasons: [{ rule: evil, code: evil, args: { field: evil } }],
    };
    world.write("evil/2026-11-30.jsonl", `${JSON.stringify(record)}\n`);
    const at = join(world.folder, "evil");
    for (const args of [
      ["log"],
      ["log", "stats"],
      ["log", "show", "x"],
      ["log", "--json"],
      ["log", "--to-test", "x"],
      ["log", "--verify"],
      ["log", "show", "nothing"],
    ]) {
      const { stdout, stderr } = await world.run([...args, "--audit", at]);
      assert.doesNotMatch(`${stdout}${stderr}`, /[^\n\x20-\x7e…]/, args.join(" "));
    }
    for (const args of [[], ["--json"], ["--lines"]])
      assert.doesNotMatch((await world.run(["replay", at, ...args])).stdout, /[^\n\x20-\x7e]/);
  });

  const misused: Readonly<Record<string, readonly string[]>> = {
    "an action that is none": ["shwo"],
    "an effect that is none": ["--effect", "allow"],
    "a time that is none": ["--since", "yesterday"],
    "prune without days": ["prune"],
    "prune with no days": ["prune", "--days", "0"],
    "days without prune": ["--days", "3"],
    "head without verify": ["--head", "0".repeat(64)],
    "show without an id": ["show"],
    "an id without show": ["stats", "abc"],
    "a limit that is none": ["--limit", "many"],
  };
  for (const [what, args] of Object.entries(misused)) {
    test(`wrong usage: ${what}`, async () => {
      assert.equal((await log(...args)).code, 2);
    });
  }
  test("a folder that is not there is wrong usage, and said", async () => {
    const { code, stderr } = await world.run(["log"]);
    assert.equal(code, 2);
    assert.match(stderr, /there is no `\.claude\/sekisho-log`/);
  });
});

suite("lines of a file", () => {
  test("forwards and backwards are the same lines, whatever their lengths", () => {
    const fs = { fs: { ...requireFs() }, path: requirePath(), cwd: "/" };
    for (const lengths of [[], [0], [1, 2, 3], [300_000, 5, 700_000, 0, 1], [262_143, 262_144, 262_145]]) {
      for (const end of ["", "\n"]) {
        const lines = lengths.map((length, at) => String(at).repeat(1) + "é".repeat(length));
        const file = world.write("lines.txt", lines.join("\n") + (lines.length > 0 ? end : ""));
        assert.deepEqual([...linesOf(file, fs)], lines);
        assert.deepEqual([...linesBackwards(file, fs)], lines.toReversed());
      }
    }
  });
});

suite("replay", () => {
  const replay = async (...args: readonly string[]): Promise<CliEnd> => run(["replay", folder, ...args]);

  test("under the policy that decided nothing changes", async () => {
    const { code, stdout, stderr } = await replay("--fail-on", "change");
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^6 records: 6 the same, none looser, 0 stricter\n1 would be stricter if what is observed/);
  });

  test("lists what changes, worst first, by rule and server, with counts and ids", async () => {
    world.write(
      "project/new.yaml",
      "rules:\n  - { use: match, then: accept, i-know-no-browser-opens: true, for: { servers: other, modes: url } }\n  - { use: only-servers, servers: other }\n",
    );
    const { code, stdout } = await replay("--policy", "new.yaml");
    assert.equal(code, 0);
    const rows = stdout
      .split("\n")
      .filter((line) => line.includes("->"))
      .map((line) => line.trim().split(/ {2,}/));
    assert.deepEqual(rows, [
      ["1", "decline -> accept", "allow-url-hosts/host-not-allowed", "other", idOf(2)],
      ["1", "ask -> decline", "only-servers/not-listed", "crm", idOf(1)],
    ]);
    for (const [way, exit] of [
      ["looser", 1],
      ["unknown", 1],
      ["change", 1],
    ] as const)
      assert.equal((await replay("--policy", "new.yaml", "--fail-on", way)).code, exit);
    world.write("project/strict.yaml", "rules: [{ use: match, then: decline }]\n");
    for (const [way, exit] of [
      ["looser", 0],
      ["unknown", 0],
      ["change", 1],
    ] as const)
      assert.equal((await replay("--policy", "strict.yaml", "--fail-on", way)).code, exit, way);
  });

  test("what is withheld and would decide is unknown, and never unchanged", async () => {
    world.write(
      "project/values.yaml",
      `${POLICY}  - { use: match, then: decline, content: { values: { words: [hunter2] } } }\n`,
    );
    const { code, stdout } = await replay("--policy", "values.yaml", "--fail-on", "unknown");
    assert.equal(code, 1);
    assert.match(stdout, /^unknown: what is withheld in the record decides\n +1 +pass -> pass +match +other/m);
  });

  test("--against compares with another policy, not with what was decided", async () => {
    world.write("project/old.yaml", "rules: [{ use: only-servers, servers: crm }]\n");
    world.write("project/newer.yaml", "rules: [{ use: only-servers, servers: [crm, other] }]\n");
    const { stdout } = await replay("--policy", "newer.yaml", "--against", "old.yaml");
    assert.match(stdout, /^6 records: 4 the same, .*2 looser/);
  });

  test("--enforce: as if what is observed were enforced", async () => {
    const { stdout } = await replay("--enforce");
    assert.match(stdout, /^6 records: 5 the same, none looser, 1 stricter/);
    assert.match(stdout, /pass -> decline +only-servers\/not-listed +other/);
    world.write(
      "project/watch.yaml",
      "mode: observe\ndefault: decline\nextends: observe\nrules: [{ use: only-servers, servers: crm }]\n",
    );
    assert.match(
      (await replay("--policy", "watch.yaml", "--enforce", "--against", "watch.yaml")).stdout,
      /ask -> decline/,
    );
  });

  test("packs by their names", async () => {
    const { stdout } = await replay("--policy", "strict", "--against", "recommended");
    assert.match(stdout, /^6 records: .*none looser, [1-9]/);
    assert.match(stdout, /ask -> decline/);
  });

  test("as a filter: a line in, a line out, in any pieces", async () => {
    const lines = records.map((record) => JSON.stringify(record));
    world.write("project/new.yaml", "rules: [{ use: only-servers, servers: other }]\n");
    const whole = await run(["replay", "--policy", "new.yaml", "--lines"], `${lines.join("\n")}\n`);
    const parts = [];
    for (const line of lines) parts.push((await run(["replay", "-", "--policy", "new.yaml", "--lines"], line)).stdout);
    assert.equal(whole.stdout, parts.join(""));
    const ways = whole.stdout
      .trimEnd()
      .split("\n")
      .map((line) => (JSON.parse(line) as { way: string }).way);
    assert.deepEqual(ways.length, lines.length);
    assert.equal(new Set(ways).size > 1, true);
  });

  test("a policy that does not load is a finding; wrong usage is 2", async () => {
    world.write("project/bad.yaml", "rulez: []\n");
    const bad = await replay("--policy", "bad.yaml");
    assert.deepEqual([bad.code, bad.stdout], [1, ""]);
    assert.match(bad.stderr, /bad\.yaml:1:1 unknown-key/);
    for (const args of [
      ["--policy", "gone.yaml"],
      ["--fail-on", "anything"],
      ["--json", "--lines"],
    ])
      assert.equal((await replay(...args)).code, 2);
    assert.equal((await run(["replay", "nowhere"])).code, 2);
  });

  test("a bar on a terminal, and only there", async () => {
    const line = `${JSON.stringify(records[1])}\n`;
    const file = world.write("many.jsonl", line.repeat(4_000));
    const quiet = await world.run(["replay", file]);
    assert.equal(quiet.stderr, "");
    const shown = await world.run(["replay", file], { terminal: true });
    assert.match(shown.stderr, /\r\[#+\.*\] +\d+ % {2}2000 records/);
    assert.ok(shown.stderr.endsWith(`[${"#".repeat(30)}] 100 %  4000 records\n`));
  });
});

test("whatever stands in a log, no command fails on it", async () => {
  const anything = fc.oneof(
    fc.constantFrom<unknown[]>(null, true, 0, "", "x", [], {}, [null], [{}], { at: 1 }, "decline", 1e308),
    fc.jsonValue(),
  );
  const paths = (value: unknown, path: readonly string[] = []): readonly (readonly string[])[] =>
    typeof value !== "object" || value === null
      ? [path]
      : [path, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...path, key]))];
  const changed = (value: unknown, [key, ...rest]: readonly string[], to: unknown): unknown => {
    if (key === undefined) return to;
    const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
    copy[key] = changed(copy[key], rest, to);
    return copy;
  };
  const one = fc.nat(records.length - 1).chain((at) => {
    const all = paths(records[at]);
    return fc.tuple(fc.constant(at), fc.constantFrom(...all), anything);
  });
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 6 }), async (changes) => {
      const lines = changes.map(([at, path, to]) => JSON.stringify(changed(records[at], path, to)));
      world.write("fuzz/2026-11-30.jsonl", `${lines.join("\n")}\n`);
      const at = join(world.folder, "fuzz");
      for (const args of [
        ["log"],
        ["log", "stats"],
        ["log", "--json"],
        ["log", "--verify"],
        ["log", "show", "m"],
        ["log", "--to-test", "m"],
      ])
        assert.ok([0, 1, 2].includes((await world.run([...args, "--audit", at])).code));
      for (const args of [[], ["--lines"], ["--against", "recommended"]])
        assert.equal((await world.run(["replay", at, ...args])).code, 0);
      const stdin = JSON.stringify({ hook_event_name: "Notification", notification_type: "elicitation_dialog" });
      assert.equal((await world.run(["notify", "--audit", at], { stdin })).code, 0);
    }),
    runs(0.5),
  );
});

test("figures of a log with more servers than anybody can read stay small", () => {
  const stats = createStats();
  const [record] = records;
  assert.ok(record !== undefined);
  for (let at = 0; at < 20_000; at += 1) stats.add({ ...record, server: `s${at}` });
  const { servers } = stats.end();
  assert.ok(servers.length <= 10_001);
  assert.deepEqual(servers[0], ["others", 10_000]);
});

function requireFs(): typeof import("node:fs") {
  return process.getBuiltinModule("node:fs");
}

function requirePath(): typeof import("node:path") {
  return process.getBuiltinModule("node:path");
}
