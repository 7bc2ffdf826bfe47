/** What is remembered of a session, and what it does to later decisions: in a file, and in a process. */
import assert from "node:assert/strict";
import { execFile, spawnSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { promisify } from "node:util";
import { createCheckpoint, type MemoryStore } from "../engine/adapters/checkpoint.ts";
import { hook } from "../engine/adapters/command.ts";
import { createFileMemory } from "../engine/adapters/memory-file.ts";
import { createProcessMemory } from "../engine/adapters/memory-process.ts";
import type { Powers } from "../engine/adapters/node.ts";
import { readHookInput } from "../engine/adapters/wire.ts";
import type { JsonObject } from "../engine/core/json.ts";
import { NO_MEMORY } from "../engine/core/session-memory.ts";
import { parseSessionText } from "../engine/core/session-text.ts";
import { KNOWLEDGE } from "../engine/deciding.ts";
import { loadEngine } from "../engine/load-engine.ts";
import { createWorld, failure, node } from "./support/hook-world.ts";
import { createPatientFiles } from "./support/patient-files.ts";

const root = fs.mkdtempSync(join(tmpdir(), "sekisho-memory-"));
after(() => fs.rmSync(root, { recursive: true, force: true }));
let count = 0;
const newFolder = (): string => join(root, `log-${count++}`);

const ASK = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  session_id: "0f8fad5b-d9cb-469f-a165-70867728950e",
  message: "Age?",
  requested_schema: { type: "object", properties: { age: { type: "integer" } }, required: ["age"] },
};
const ANSWER = {
  hook_event_name: "ElicitationResult",
  mcp_server_name: "crm",
  session_id: ASK.session_id,
  action: "accept",
  content: { age: 18 },
};
const TOWN = {
  ...ASK,
  message: "Town?",
  requested_schema: { type: "object", properties: { town: { type: "string" } }, required: ["town"] },
};

/** Decides one input after the other, a minute apart */
function session(policy: string, memory: MemoryStore, reports: string[] = []) {
  const { engine } = loadEngine([{ file: "p", text: policy, role: "named" }], () => undefined);
  const checkpoint = createCheckpoint({ engine, via: "http", memory, report: (problem) => void reports.push(problem) });
  let minute = 0;
  return (input: JsonObject, at?: string) => {
    minute += 1;
    const now = at ?? `2026-11-30T15:${String(minute).padStart(2, "0")}:00.000Z`;
    const { decision } = checkpoint.examine(readHookInput(input), { now });
    const [reason = decision.errors[0]] = decision.reasons;
    return reason === undefined ? decision.effect : `${decision.effect} ${reason.rule}/${reason.code}`;
  };
}

const CHECK = "rules: [{ use: check-answer }]\n";
const LIMIT = "rules: [{ use: limit-asks, count: 3, window: 1h }]\n";
const MISFIT = "decline check-answer/fits-no-form";
const NOBODY = "pass engine/no-memory";

for (const [name, create] of [
  ["in a file", () => createFileMemory(node, newFolder(), KNOWLEDGE)],
  ["in a process", () => createProcessMemory()],
] as const) {
  suite(name, () => {
    test("an answer is held against the question that was asked, and only once", () => {
      const decide = session(CHECK, create());
      assert.equal(decide(ANSWER), NOBODY);
      assert.equal(decide(ASK), "ask");
      assert.equal(decide({ ...ANSWER, content: { age: "old" } }), MISFIT);
      assert.equal(decide(ANSWER), NOBODY);
      decide(ASK);
      assert.equal(decide(ANSWER), "pass");
    });

    test("of several open questions one has to fit, until as many answers came", () => {
      const decide = session(CHECK, create());
      decide(ASK);
      decide(TOWN);
      assert.equal(decide({ ...ANSWER, content: { town: "Oslo" } }), "pass");
      assert.equal(decide({ ...ANSWER, content: { country: "x" } }), MISFIT);
      assert.equal(decide(ANSWER), NOBODY);
    });

    test("an answer that names its question is held against that one", () => {
      const decide = session(CHECK, create());
      decide({ ...ASK, elicitation_id: "a" });
      decide({ ...TOWN, elicitation_id: "b" });
      assert.equal(decide({ ...ANSWER, elicitation_id: "b" }), MISFIT);
      assert.equal(decide({ ...ANSWER, elicitation_id: "a" }), "pass");
      assert.equal(decide({ ...ANSWER, elicitation_id: "c" }), NOBODY);
    });

    test("sessions, servers and modes stand apart", () => {
      const decide = session(CHECK, create());
      decide(ASK);
      decide({ ...TOWN, mcp_server_name: "other" });
      decide({ ...TOWN, session_id: "another" });
      decide({
        ...ASK,
        mode: "url",
        url: "https://auth.example.com/",
        requested_schema: null,
      } as unknown as JsonObject);
      assert.equal(decide({ ...ANSWER, mcp_server_name: "third" }), NOBODY);
      assert.equal(decide(ANSWER), "pass");
    });

    test("what the policy answers itself opens no question", () => {
      const decide = session("rules: [{ use: check-answer }, { use: answer-form, answers: { age: 20 } }]\n", create());
      assert.equal(decide(ASK), "accept answer-form/answered");
      assert.equal(decide({ ...ANSWER, content: { age: "old" } }), NOBODY);
    });

    test("an answer to a question that asked for a secret is stopped, though its own name says nothing", () => {
      const policy = "rules: [{ use: no-secret-answers }]\n";
      const secret = {
        ...ASK,
        message: "Please enter your password",
        requested_schema: { type: "object", properties: { value: { type: "string" } } },
      };
      const answer = { ...ANSWER, content: { value: "hunter2" } };
      const decide = session(policy, create());
      assert.equal(decide(answer), "pass");
      decide(secret);
      assert.equal(decide(answer), "decline no-secret-answers/holds-secret");
    });

    test("a server that asks too often is refused, another one is not", () => {
      const decide = session(LIMIT, create());
      const asks = [1, 2, 3, 4].map((number) => decide({ ...ASK, message: `Age ${number}?` }));
      assert.deepEqual(asks, ["ask", "ask", "ask", "decline limit-asks/too-many"]);
      assert.equal(decide({ ...ASK, mcp_server_name: "other" }), "ask");
      assert.equal(decide({ ...ASK, session_id: "another" }), "ask");
      assert.equal(decide(ASK, "2026-11-30T18:00:00.000Z"), "ask");
    });

    test("a server that asks again what was refused is refused, whoever refused it", () => {
      for (const refusal of [
        { ...ANSWER, action: "decline", content: null },
        { ...ANSWER, action: "cancel", content: null },
      ] as unknown as readonly JsonObject[]) {
        const decide = session(LIMIT, create());
        decide(ASK);
        decide(refusal);
        assert.equal(decide(TOWN), "ask");
        assert.equal(decide(ASK), "decline limit-asks/asked-again");
      }
      const policy = "rules: [{ use: limit-asks }, { use: check-answer }]\n";
      const decide = session(policy, create());
      decide(ASK);
      assert.equal(decide({ ...ANSWER, content: { age: "old" } }), MISFIT);
      assert.equal(decide(ASK), "decline limit-asks/asked-again");
    });

    test("asking again what was answered is no offence", () => {
      const decide = session(LIMIT, create());
      decide(ASK);
      decide(ANSWER);
      assert.equal(decide(ASK), "ask");
    });

    test("choices that look like secrets are held against answers all the same", () => {
      const id = "550e8400-e29b-41d4-a716-446655440000";
      const choice = { type: "object", properties: { id: { type: "string", enum: [id, "none"] } }, required: ["id"] };
      const decide = session(CHECK, create());
      decide({ ...ASK, requested_schema: choice });
      assert.equal(decide({ ...ANSWER, content: { id } }), "pass");
    });

    test("a question that can't be kept as it is leaves everything in doubt until it is answered", () => {
      const decide = session(CHECK, create());
      decide(ASK);
      decide({ ...TOWN, message: "x".repeat(100_000) });
      assert.equal(decide({ ...ANSWER, content: { anything: 1 } }), NOBODY);
      assert.equal(decide({ ...ANSWER, content: { anything: 1 } }), NOBODY);
      decide(ASK);
      assert.equal(decide({ ...ANSWER, content: { anything: 1 } }), MISFIT);
    });

    test("more questions than are kept leave what is open in doubt", () => {
      const decide = session(CHECK, create());
      for (let at = 0; at < 20; at += 1) decide({ ...ASK, message: `Age ${at}?` }, "2026-11-30T15:00:00.000Z");
      assert.equal(decide({ ...ANSWER, content: { anything: 1 } }), NOBODY);
    });

    test("a day later nothing is open any more", () => {
      const decide = session(CHECK, create());
      decide(ASK);
      assert.equal(decide({ ...ANSWER, content: { age: "old" } }, "2026-12-02T15:00:00.000Z"), NOBODY);
    });

    test("without a session or a clock nothing is remembered", () => {
      const decide = session(CHECK, create());
      const { session_id: _, ...nameless } = ASK;
      decide(nameless);
      const { session_id: __, ...answer } = ANSWER;
      assert.equal(decide(answer), NOBODY);
      decide(ASK, "whenever");
      assert.equal(decide(ANSWER), NOBODY);
    });
  });
}

suite("the file of a session", () => {
  const filesIn = (folder: string): readonly string[] => (fs.existsSync(folder) ? fs.readdirSync(folder) : []);

  test("is named by a digest, for its owner alone, and holds no secret", () => {
    const folder = newFolder();
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    const token = `gh${"p_"}FAKEfake0FAKEfake1FAKEfake2FAKEfake3`;
    decide({
      ...ASK,
      session_id: "a-session",
      message: `Use ${token} or password: hunter2`,
      requested_schema: {
        type: "object",
        properties: { password: { type: "string", default: "Zx9!kqqq1w" }, key: { type: "string", title: token } },
      },
    });
    const [name = "", ...others] = filesIn(folder);
    assert.match(name, /^session-[0-9a-f]{32}\.memory$/);
    assert.deepEqual(others, []);
    assert.equal(fs.statSync(join(folder, name)).mode & 0o777, 0o600);
    assert.equal(fs.statSync(folder).mode & 0o777, 0o700);
    const text = fs.readFileSync(join(folder, name), "utf8");
    for (const secret of [token, "FAKEfake0", "hunter2", "Zx9!"]) assert.equal(text.includes(secret), false, secret);
    assert.ok(text.includes('"password"'));
  });

  test("names and ids that may be secrets, or are long, are told apart and not kept", () => {
    const folder = newFolder();
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    const token = `gh${"p_"}FAKEfake0FAKEfake1FAKEfake2FAKEfake3`;
    const long = "long".repeat(100);
    for (const mcp_server_name of [token, long]) {
      const server = { mcp_server_name, elicitation_id: mcp_server_name };
      decide({ ...ASK, ...server });
      assert.equal(decide({ ...ANSWER, ...server, mcp_server_name: "crm", content: {} }), NOBODY);
      assert.equal(decide({ ...ANSWER, ...server, content: {} }), MISFIT);
      decide({ ...ASK, ...server });
    }
    for (let at = 0; at < 10; at += 1) decide({ ...ASK, elicitation_id: "long".repeat(100_000) });
    const [name = ""] = filesIn(folder);
    const text = fs.readFileSync(join(folder, name), "utf8");
    assert.ok(text.length < 5000, String(text.length));
    assert.equal(text.includes("FAKEfake0"), false);
  });

  test("tells that a question asks for no secret, where that was found; else the question is read again", () => {
    const folder = newFolder();
    const rules = "[{ use: no-secret-forms, observe: true }, { use: no-secret-answers }]";
    const decide = session(`rules: ${rules}\n`, createFileMemory(node, folder, KNOWLEDGE));
    const requested_schema = { type: "object", properties: { value: { type: "string" } } };
    const [town, secret] = ["Which town?", "Please enter your password"].map((message) => ({
      ...ASK,
      message,
      requested_schema,
    }));
    decide({ ...ASK, ...town });
    decide({ ...ASK, ...secret, session_id: "secret" });
    const texts = filesIn(folder).map((name) => fs.readFileSync(join(folder, name), "utf8"));
    assert.deepEqual(texts.map((text) => text.includes('"quiet":true')).sort(), [false, true]);
    const answer = { ...ANSWER, content: { value: "hunter2" } };
    assert.equal(decide(answer), "pass");
    assert.equal(decide({ ...answer, session_id: "secret" }), "decline no-secret-answers/holds-secret");
  });

  test("loses nothing but the line that a full disk cuts short", () => {
    const folder = newFolder();
    let room = true;
    const writeSync = ((descriptor: number, bytes: Uint8Array) =>
      fs.writeSync(descriptor, room ? bytes : bytes.subarray(0, bytes.length / 2))) as typeof fs.writeSync;
    const reports: string[] = [];
    const memory = createFileMemory({ ...node, fs: { ...fs, writeSync } }, folder, KNOWLEDGE);
    const decide = session("rules: [{ use: no-secret-answers }]\n", memory, reports);
    const requested_schema = { type: "object", properties: { value: { type: "string" } } };
    decide({ ...ASK, message: "Please enter your password", requested_schema });
    room = false;
    decide({ ...ASK, mcp_server_name: "db" });
    assert.deepEqual(reports, ["what was asked can't be kept: cut-short"]);
    decide({ ...ASK, mcp_server_name: "db" });
    room = true;
    decide({ ...ASK, mcp_server_name: "other" });
    assert.equal(reports.length, 2);
    assert.equal(decide({ ...ANSWER, content: { value: "hunter2" } }), "decline no-secret-answers/holds-secret");
  });

  test("damaged it is made anew once, by whoever comes first", () => {
    const folder = newFolder();
    const [one, two] = [1, 2].map(() => createFileMemory(node, folder, KNOWLEDGE)) as [MemoryStore, MemoryStore];
    const policy = "rules: [{ use: limit-asks, count: 3, window: 1h, on-no-memory: decline }]\n";
    const [first, second] = [session(policy, one), session(policy, two)];
    first(ASK);
    const [name = ""] = filesIn(folder);
    fs.writeFileSync(join(folder, name), "{torn");
    // Both have read what is damaged before either has added to it.
    const reading = readHookInput(ASK) as Extract<ReturnType<typeof readHookInput>, { kind: "request" }>;
    assert.throws(() => two.recall(reading, "2026-11-30T15:00:00.000Z"));
    first(ASK);
    first(TOWN);
    second(ASK);
    const { asked } = parseSessionText(fs.readFileSync(join(folder, name), "utf8")) ?? NO_MEMORY;
    assert.equal(asked.length, 3);
  });

  test("a line goes to no file that was made anew meanwhile", () => {
    const folder = newFolder();
    const question = (at: number): JsonObject => ({ ...ASK, message: `${at} ${"and so on ".repeat(500)}` });
    const others = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    let meanwhile: (() => void) | undefined;
    const writeSync = ((descriptor: number, bytes: Uint8Array) => {
      const act = meanwhile;
      meanwhile = undefined;
      act?.();
      return fs.writeSync(descriptor, bytes);
    }) as typeof fs.writeSync;
    const slow = session(CHECK, createFileMemory({ ...node, fs: { ...fs, writeSync } }, folder, KNOWLEDGE));
    meanwhile = () => {
      for (let at = 1; at <= 5; at += 1) others(question(at));
    };
    slow(ASK);
    const [name = ""] = filesIn(folder);
    const text = fs.readFileSync(join(folder, name), "utf8");
    assert.ok(text.startsWith('{"version":1,'), "made anew");
    const { asked } = parseSessionText(text) ?? NO_MEMORY;
    assert.deepEqual([asked.length, new Set(asked.map(({ mark }) => mark)).size], [6, 6]);
  });

  test("deep JSON in it holds nothing up, and a folder in its place leaves no litter", () => {
    const folder = newFolder();
    const reports: string[] = [];
    const decide = session(LIMIT, createFileMemory(node, folder, KNOWLEDGE), reports);
    decide(ASK);
    const [name = ""] = filesIn(folder);
    const file = join(folder, name);
    const [line = ""] = fs.readFileSync(file, "utf8").split("\n");
    const deep = line.replace('"withheld":[]', `"withheld":[${"[".repeat(100_000)}${"]".repeat(100_000)}]`);
    assert.notEqual(deep, line);
    fs.writeFileSync(file, `${deep}\n`);
    for (const number of [1, 2, 3]) decide({ ...ASK, message: `Age ${number}?` });
    assert.equal(decide({ ...ASK, message: "Age 4?" }), "decline limit-asks/too-many");
    fs.rmSync(file);
    fs.mkdirSync(file);
    for (const number of [1, 2, 3]) decide({ ...ASK, message: `Age ${number}?` });
    assert.deepEqual(filesIn(folder), [name]);
    assert.ok(reports.length >= 3);
  });

  test("a question as deep as a hook reads one is kept like any other", () => {
    const folder = newFolder();
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    const age = JSON.parse(`{"type":"integer","x-note":${"[".repeat(190)}${"]".repeat(190)}}`);
    for (let at = 0; at < 40; at += 1) decide({ ...ASK, requested_schema: { type: "object", properties: { age } } });
    const [name = ""] = filesIn(folder);
    const { open, asked } = parseSessionText(fs.readFileSync(join(folder, name), "utf8")) ?? NO_MEMORY;
    assert.deepEqual([open.length, asked.length], [16, 40]);
  });

  test("stays small, however often a server asks", () => {
    const folder = newFolder();
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    for (let at = 0; at < 700; at += 1) decide({ ...ASK, message: `Age ${at}?` }, "2026-11-30T15:00:00.000Z");
    const [name = ""] = filesIn(folder);
    assert.ok(fs.statSync(join(folder, name)).size < 250_000);
    const { open, asked } = parseSessionText(fs.readFileSync(join(folder, name), "utf8")) ?? NO_MEMORY;
    assert.deepEqual([open.length, asked.length], [16, 500]);
  });

  test("loses nothing when many hooks remember at once, though it is made anew meanwhile", async () => {
    const folder = newFolder();
    const child = join(import.meta.dirname, "support/remember-many.ts");
    const run = promisify(execFile);
    await Promise.all(
      ["a", "b", "c", "d"].map((name) => run(process.execPath, ["--import", "tsx", child, folder, name, "100"])),
    );
    const [name = "", ...others] = filesIn(folder);
    assert.deepEqual(others, []);
    const text = fs.readFileSync(join(folder, name), "utf8");
    assert.ok(text.startsWith('{"version":1,'), "made anew");
    const { open, asked } = parseSessionText(text) ?? NO_MEMORY;
    assert.deepEqual([open.length, asked.length, new Set(asked.map(({ mark }) => mark)).size], [16, 400, 400]);
  });

  test("is added to without a lock while it is small, and not without one when it has grown", () => {
    const folder = newFolder();
    const reports: string[] = [];
    const symlinkSync = (): never => {
      throw failure("EACCES");
    };
    const decide = session(
      CHECK,
      createFileMemory({ ...node, fs: { ...fs, symlinkSync } }, folder, KNOWLEDGE),
      reports,
    );
    for (let at = 0; at < 100; at += 1) decide({ ...ASK, message: `Age ${at}?` }, "2026-11-30T15:00:00.000Z");
    const [name = ""] = filesIn(folder);
    const { size } = fs.statSync(join(folder, name));
    assert.ok(size > 5_000 && size <= 6_144, String(size));
    assert.equal(reports.at(-1), "what was asked can't be kept: EACCES");
  });

  test("those of old sessions are removed when one begins", () => {
    const folder = newFolder();
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
    decide({ ...ASK, session_id: "old" });
    const [old = ""] = filesIn(folder);
    const week = new Date(Date.now() - 8 * 24 * 3600 * 1000);
    fs.utimesSync(join(folder, old), week, week);
    decide({ ...ASK, session_id: "new" });
    assert.equal(filesIn(folder).length, 1);
    assert.notEqual(filesIn(folder)[0], old);
  });

  for (const text of [
    "",
    "{",
    "[]",
    '{"version":1}',
    '{"version":1,"open":[{}],"asked":[]}\n',
    '{"version":9,"open":[],"asked":[]}\n',
    '{"version":1,"open":[],"asked":[]}\n{"did":"ask"}\n',
    '{"did":"answer","server":"crm","at":"2026-11-30T15:00:00.000Z","id":null,"mode":"form","answer":"perhaps"}\n',
    '{"version":1,"open":[],"asked":[]}\n\n',
  ])
    test(`damaged it counts as none, and is made anew: ${text}`, () => {
      const folder = newFolder();
      const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE));
      decide(ASK);
      const [name = ""] = filesIn(folder);
      fs.writeFileSync(join(folder, name), text);
      assert.equal(decide(ANSWER), NOBODY);
      decide(ASK);
      assert.equal(decide({ ...ANSWER, content: {} }), MISFIT);
    });

  const inItsPlace: Readonly<Record<string, (path: string) => void>> = {
    "a named pipe": (path) => assert.equal(spawnSync("mkfifo", [path]).status, 0),
    "a link to a device": (path) => fs.symlinkSync("/dev/zero", path),
    "a link to a memory": (path) => {
      fs.writeFileSync(`${path}.other`, `${JSON.stringify(NO_MEMORY)}\n`);
      fs.symlinkSync(`${path}.other`, path);
    },
    "a huge file": (path) => {
      fs.writeFileSync(path, "");
      fs.truncateSync(path, 100_000_000);
    },
    "half a memory": (path) => fs.writeFileSync(path, '{"version":1,'),
  };
  for (const [what, put] of Object.entries(inItsPlace)) {
    test(`${what} in its place holds nobody up, is told, counts as not knowing, and is made anew`, () => {
      const folder = newFolder();
      const reports: string[] = [];
      const policy = "rules: [{ use: limit-asks, count: 3, window: 1h, on-no-memory: decline }]\n";
      const { files, waits } = createPatientFiles();
      const memory = createFileMemory({ ...node, fs: files }, folder, KNOWLEDGE);
      const decide = session(policy, memory, reports);
      decide(ASK);
      const [name = ""] = filesIn(folder);
      fs.unlinkSync(join(folder, name));
      put(join(folder, name));
      assert.equal(decide(TOWN), "decline engine/no-memory");
      assert.deepEqual(reports, ["what was asked before can't be read: damaged"]);
      assert.ok(fs.lstatSync(join(folder, name)).isFile());
      assert.deepEqual(waits, []);
      assert.equal(decide(ASK), "ask");
      assert.equal(reports.length, 1);
    });
  }

  const fails: Readonly<Record<string, (folder: string) => Partial<Powers["fs"]>>> = {
    "a full disk": () => ({
      writeSync: ((descriptor: number, bytes: Uint8Array) => {
        if (descriptor > 2) throw failure("ENOSPC");
        return bytes.length;
      }) as typeof fs.writeSync,
    }),
    "a disk that takes half": () => ({
      writeSync: ((_: number, bytes: Uint8Array) => Math.floor(bytes.length / 2)) as typeof fs.writeSync,
    }),
    "a read-only disk": () => ({
      openSync: (() => {
        throw failure("EROFS");
      }) as typeof fs.openSync,
    }),
  };
  for (const [what, given] of Object.entries(fails)) {
    test(`${what}: the decision stands, it is told, and no half is left`, () => {
      const folder = newFolder();
      const reports: string[] = [];
      const decide = session(
        CHECK,
        createFileMemory({ ...node, fs: { ...fs, ...given(folder) } }, folder, KNOWLEDGE),
        reports,
      );
      assert.equal(decide(ASK), "ask");
      assert.equal(reports.length, 1);
      assert.match(reports[0] ?? "", /^what was asked can't be kept: [A-Za-z-]+$/);
      assert.deepEqual(filesIn(folder), []);
    });
  }

  test("a file in the folder's place", () => {
    const folder = newFolder();
    fs.writeFileSync(folder, "");
    const reports: string[] = [];
    const decide = session(CHECK, createFileMemory(node, folder, KNOWLEDGE), reports);
    assert.equal(decide(ASK), "ask");
    assert.ok(reports.length > 0);
  });

  test("the hook remembers from one process to the next, beside its log", async () => {
    const folder = newFolder();
    const run = async (input: JsonObject) => {
      const world = createWorld({ stdin: [JSON.stringify(input)] });
      await hook(["--audit", folder], world.powers);
      return world.written;
    };
    assert.deepEqual(await run(ASK), { stdout: "", stderr: "" });
    const { stdout } = await run({ ...ANSWER, content: { age: "old" } });
    assert.match(stdout, /"action":"decline"/);
    assert.deepEqual(
      filesIn(folder).map((name) => name.slice(0, 8)),
      ["2026-11-", "session-"],
    );
  });
});

test("a process forgets the sessions that it has not heard of for longest", () => {
  const decide = session(CHECK, createProcessMemory(2));
  for (const id of ["a", "b", "c"]) decide({ ...ASK, session_id: id });
  assert.equal(decide({ ...ANSWER, session_id: "a" }), NOBODY);
  assert.equal(decide({ ...ANSWER, session_id: "c", content: {} }), MISFIT);
});
