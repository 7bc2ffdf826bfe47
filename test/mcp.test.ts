/**
 * `sekisho mcp` from the built file, in bare lines: whatever a call holds, one text block answers it, since the client takes
 * an error, or no answer, for no decision.
 */
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { CANARY_SESSION } from "../engine/adapters/canary.ts";
import { FIELD_NAMES } from "../engine/adapters/mcp-arguments.ts";
import { createHandler, MAPPED_FIELDS } from "../engine/cli/hook-entries.ts";
import { addServer } from "../engine/cli/mcp-json.ts";
import { type Answer, type McpProcess, startMcp } from "./support/mcp-process.ts";

const BLOCK = '{"decision":"block"}';
const DECLINE = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"decline"}}';
const DECLINE_RESULT = '{"hookSpecificOutput":{"hookEventName":"ElicitationResult","action":"decline"}}';
const ACCEPT = '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept","content":{"team":"core"}}}';

// Put together here, since it has the shape of a live one.
const TOKEN = ["ghp", "q7ZtLw9xRb3mKc5vPs8nHd2jYf6gTa4kUe1q"].join("_");

const POLICY = { version: 1, rules: [{ use: "answer-form", answers: { team: "core" } }, { use: "no-secret-answers" }] };
const SCHEMA = { type: "object", properties: { team: { type: "string" } } };
const OTHER_SCHEMA = { type: "object", properties: { region: { type: "string" } } };

/** As the client's templates fill it in */
const FORM = {
  hook_event_name: "Elicitation",
  session_id: "s-1",
  transcript_path: "/t",
  cwd: "/c",
  prompt_id: "p-1",
  agent_type: "",
  mcp_server_name: "crm",
  message: "Which team?",
  mode: "form",
  url: "",
  elicitation_id: "",
  requested_schema: JSON.stringify(SCHEMA),
  action: "",
  content: "",
};
const RESULT = {
  ...FORM,
  hook_event_name: "ElicitationResult",
  message: "",
  requested_schema: "",
  action: "accept",
  content: '{"team":"core"}',
};
const ENVELOPE = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "calling", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {}, url: {} } },
};

let folder: string;
let policy: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), "sekisho-mcp-"));
  policy = join(folder, "policy.yaml");
  writeFileSync(policy, JSON.stringify(POLICY));
});
after(() => rmSync(folder, { recursive: true }));

const calling = (args: unknown, name: unknown = "decide"): unknown => ({ name, arguments: args });

function textIn({ result, error }: Answer): string {
  assert.equal(error, undefined);
  const { content = [], ...rest } = result ?? {};
  assert.equal(content.length, 1);
  const [block] = content as readonly [{ readonly type: string; readonly text: string }];
  assert.deepEqual(Object.keys(block), ["type", "text"]);
  assert.equal(block.type, "text");
  for (const name of ["isError", "structuredContent", "inputRequests"]) assert.equal(rest[name], undefined, name);
  return block.text;
}

async function open(args: readonly string[] = ["--policy", policy]): Promise<McpProcess> {
  const server = startMcp(args, folder);
  await hello(server, "2025-11-25");
  return server;
}

async function hello(server: McpProcess, protocolVersion: string): Promise<void> {
  const clientInfo = { name: "calling", version: "1" };
  const { result } = await server.ask("initialize", { protocolVersion, capabilities: { elicitation: {} }, clientInfo });
  assert.equal(result?.["protocolVersion"], protocolVersion);
  server.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
}

suite("every revision of the protocol", () => {
  for (const version of ["2025-06-18", "2025-11-25"]) {
    test(version, async () => {
      const server = startMcp(["--policy", policy], folder);
      await hello(server, version);
      const { result } = await server.ask("tools/list", {});
      assert.deepEqual(namesIn(result), ["decide"]);
      assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
      assert.equal(await server.end(), 0);
    });
  }

  test("2026-07-28", async () => {
    const server = startMcp(["--policy", policy], folder);
    const discovered = await server.ask("server/discover", { _meta: ENVELOPE });
    assert.deepEqual(discovered.result?.["supportedVersions"], ["2026-07-28"]);
    const { result } = await server.ask("tools/list", { _meta: ENVELOPE });
    assert.deepEqual(namesIn(result), ["decide"]);
    const answer = await server.ask("tools/call", {
      ...Object(calling(FORM)),
      _meta: { ...ENVELOPE, progressToken: 1 },
    });
    assert.equal(textIn(answer), ACCEPT);
    assert.equal(answer.result?.["resultType"], "complete");
    // An envelope that the SDK refuses, or none, is still a call that has to be answered.
    for (const _meta of [{ ...ENVELOPE, "io.modelcontextprotocol/clientInfo": 5 }, { progressToken: 1 }, undefined])
      assert.match(textIn(await server.ask("tools/call", { ...Object(calling(FORM)), _meta })), /"block"|"accept"/);
    assert.equal(await server.end(), 0);
  });

  test("the first attempt of a client that speaks the newest, then an older one", async () => {
    const server = startMcp(["--policy", policy], folder);
    await server.ask("server/discover", { _meta: ENVELOPE });
    await hello(server, "2025-11-25");
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    assert.equal(await server.end(), 0);
  });

  test("a call without any greeting", async () => {
    const server = startMcp(["--policy", policy], folder);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    assert.equal(await server.end(), 0);
  });

  test("a revision of a later time is refused, and not let through", async () => {
    const server = startMcp(["--policy", policy], folder);
    const _meta = { ...ENVELOPE, "io.modelcontextprotocol/protocolVersion": "2099-01-01" };
    assert.equal(textIn(await server.ask("tools/call", { ...Object(calling(FORM)), _meta })), BLOCK);
    assert.equal(await server.end(), 0);
  });
});

suite("what a call may hold", () => {
  let server: McpProcess;
  before(async () => {
    server = await open();
  });
  after(() => server.end());

  const CALLS: readonly (readonly [about: string, args: unknown, text: string])[] = [
    ["texts, as templates make them", FORM, ACCEPT],
    ["values", { ...FORM, requested_schema: SCHEMA, url: null }, ACCEPT],
    [
      "fields that are left out",
      { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "", requested_schema: SCHEMA },
      ACCEPT,
    ],
    ["nobody speaks", { ...FORM, requested_schema: JSON.stringify(OTHER_SCHEMA) }, "{}"],
    ["another event", { ...FORM, hook_event_name: "PreToolUse" }, "{}"],
    ["an answer", RESULT, "{}"],
    ["an answer as a value", { ...RESULT, content: { team: "core" } }, "{}"],
    ["an answer without content", { ...RESULT, content: "" }, "{}"],
    ["a refusal without content", { ...RESULT, action: "decline", content: "" }, "{}"],
    ["an answer with a secret", { ...RESULT, content: JSON.stringify({ team: TOKEN }) }, DECLINE_RESULT],
    ["an empty message", { ...FORM, message: "" }, ACCEPT],

    ["nothing", undefined, BLOCK],
    ["an empty object", {}, BLOCK],
    ["null", null, BLOCK],
    ["a text", JSON.stringify(FORM), BLOCK],
    ["a list", [FORM], BLOCK],
    ["a number", 5, BLOCK],
    ["an entry without an event", { ...FORM, hook_event_name: "" }, BLOCK],
    ["a misspelt event", { ...FORM, hook_event_name: "elicitation" }, BLOCK],
    ["an event that is a list", { ...FORM, hook_event_name: ["Elicitation"] }, BLOCK],
    ["no server", { ...FORM, mcp_server_name: "" }, DECLINE],
    ["no message", { ...FORM, message: undefined }, DECLINE],
    ["a message that is an object", { ...FORM, message: { text: "x" } }, DECLINE],
    ["a message that is a number", { ...FORM, message: 5 }, DECLINE],
    ["no schema", { ...FORM, requested_schema: "" }, DECLINE],
    ["a schema that is no JSON", { ...FORM, requested_schema: "{type:object}" }, DECLINE],
    ["a schema that is a list", { ...FORM, requested_schema: "[]" }, DECLINE],
    ["a schema that is a JSON text", { ...FORM, requested_schema: JSON.stringify(JSON.stringify(SCHEMA)) }, DECLINE],
    ["a schema that is null", { ...FORM, requested_schema: "null" }, DECLINE],
    [
      "a schema with a key twice",
      { ...FORM, requested_schema: '{"type":"object","properties":{},"type":"object"}' },
      DECLINE,
    ],
    ["a schema and more", { ...FORM, requested_schema: `${JSON.stringify(SCHEMA)} {}` }, DECLINE],
    ["a schema without end", { ...FORM, requested_schema: "[".repeat(5000) }, DECLINE],
    ["a schema of deep values", { ...FORM, requested_schema: nested(300) }, DECLINE],
    ["a link in a form", { ...FORM, url: "https://example.com/" }, DECLINE],
    ["an unknown mode", { ...FORM, mode: "both" }, DECLINE],
    ["content that is no JSON", { ...RESULT, content: "team=core" }, DECLINE_RESULT],
    ["content that is null", { ...RESULT, content: "null" }, DECLINE_RESULT],
    ["content that is not mapped", { ...RESULT, content: undefined }, DECLINE_RESULT],
    ["no action", { ...RESULT, action: "" }, DECLINE_RESULT],
    ["an action of another word", { ...RESULT, action: "allow" }, DECLINE_RESULT],
    ["a message of 17 MiB", { ...FORM, message: "x".repeat(17 * 1024 * 1024) }, DECLINE],
    [
      "a schema of 17 MiB",
      { ...FORM, requested_schema: JSON.stringify({ ...SCHEMA, title: "x".repeat(17 * 1024 * 1024) }) },
      DECLINE,
    ],

    [
      "templates that were not filled in",
      Object.fromEntries(Object.keys(FORM).map((name) => [name, template(name)])),
      BLOCK,
    ],
    ["a template for the server", { ...FORM, mcp_server_name: template("mcp_server_name") }, DECLINE],
    ["a template with blanks", { ...FORM, message: template(" message ") }, DECLINE],
    ["a template without brackets", { ...FORM, message: "$message" }, DECLINE],
    ["a template of another kind", { ...FORM, message: "{{message}}" }, DECLINE],
    ["a template for the session", { ...FORM, session_id: template("session_id") }, DECLINE],
    ["a template for the schema", { ...FORM, requested_schema: template("requested_schema") }, DECLINE],
    ["a template for the content", { ...RESULT, content: template("content") }, DECLINE_RESULT],
    ["a template in a message", { ...FORM, message: `Set ${template("HOME")} to?` }, ACCEPT],
    ["a prototype", JSON.parse(`{"__proto__":${JSON.stringify(FORM)}}`), BLOCK],
  ];
  for (const [about, args, text] of CALLS) {
    test(about, async () => assert.equal(textIn(await server.ask("tools/call", calling(args))), text));
  }

  for (const name of ["mcp__policy__decide", "Decide", "decide ", "", "constructor", 5, null, undefined, ["decide"]]) {
    test(`a tool called ${JSON.stringify(name)}`, async () => {
      assert.equal(textIn(await server.ask("tools/call", { name, arguments: FORM })), BLOCK);
    });
  }

  for (const params of [undefined, null, "x", 5, [], [{ name: "decide", arguments: FORM }], {}]) {
    test(`parameters: ${JSON.stringify(params)}`, async () => {
      assert.equal(textIn(await server.ask("tools/call", params)), BLOCK);
    });
  }

  for (const id of [null, 1.5, true, { a: 1 }, "", "a\nb", -1]) {
    test(`an id: ${JSON.stringify(id)}`, async () => {
      server.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: calling(FORM) })}\n`);
      assert.equal(textIn(await server.answerTo(id)), ACCEPT);
    });
  }

  test("nesting without end beside the arguments", async () => {
    const deep = "[".repeat(200_000) + "]".repeat(200_000);
    const text = JSON.stringify({ jsonrpc: "2.0", id: "deep", method: "tools/call", params: calling(FORM) });
    server.write(`${text.replace('"name":', `"_meta":{"x":${deep}},"name":`)}\n`);
    assert.equal(textIn(await server.answerTo("deep")), BLOCK);
  });

  test("odd parameters beside the arguments change nothing", async () => {
    const beside = { _meta: "x", task: { ttl: 1 }, inputResponses: { q: { action: "accept" } }, requestState: 5 };
    assert.equal(textIn(await server.ask("tools/call", { ...Object(calling(FORM)), ...beside })), ACCEPT);
  });

  test("many at once, each with its own answer", async () => {
    const answers = Array.from({ length: 200 }, (_, index) =>
      server.ask("tools/call", calling(index % 2 === 0 ? FORM : { ...FORM, mode: "both" })),
    );
    for (const [index, answer] of answers.entries())
      assert.equal(textIn(await answer), index % 2 === 0 ? ACCEPT : DECLINE);
  });

  test("what is no call is the protocol's own affair", async () => {
    assert.equal((await server.ask("tools/none", {})).error?.code, -32601);
    assert.deepEqual((await server.ask("ping", {})).result, {});
  });

  test("it never asks anything itself, and says nothing else", () => {
    assert.deepEqual(
      server.lines.filter((line) => "method" in JSON.parse(line)),
      [],
    );
  });
});

suite("lines that can't be read", () => {
  let server: McpProcess;
  before(async () => {
    server = await open(["--policy", policy, "--deadline", "300ms", "--audit", join(folder, "broken")]);
  });
  after(() => server.end());
  const call = (id: unknown, args: object = FORM): string =>
    JSON.stringify({ method: "tools/call", params: calling(args), jsonrpc: "2.0", id });

  test("a key that is given twice", async () => {
    server.write(`${call("twice").replace('"mode":"form"', '"mode":"form","mode":"form"')}\n`);
    assert.equal(textIn(await server.answerTo("twice")), BLOCK);
  });

  test("no JSON, with the id behind or before", async () => {
    server.write(`${call(7001).replace('"arguments":{', '"arguments":{{')}\n`);
    assert.equal(textIn(await server.answerTo(7001)), BLOCK);
    const first = { jsonrpc: "2.0", id: "first", method: "tools/call", params: calling(FORM) };
    server.write(`${JSON.stringify(first).slice(0, -5)}\n`);
    assert.equal(textIn(await server.answerTo("first")), BLOCK);
  });

  test("bytes that are not UTF-8", async () => {
    const [head = "", tail = ""] = call(7002).split("Which");
    server.write(Buffer.concat([Buffer.from(head), Buffer.from([0xc3, 0x28]), Buffer.from(tail), Buffer.from("\n")]));
    assert.equal(textIn(await server.answerTo(7002)), BLOCK);
  });

  test("a short line of them", async () => {
    server.write(Buffer.from('{"method":"tools/call","params":{"name":"\xff"},"jsonrpc":"2.0","id":7009}\n', "latin1"));
    assert.equal(textIn(await server.answerTo(7009)), BLOCK);
  });

  test("a line that is far too long, and the next one", async () => {
    server.write(`${call(7003, { ...FORM, message: "x".repeat(40 * 1024 * 1024) })}\n${call(7004)}\n`);
    assert.equal(textIn(await server.answerTo(7003)), BLOCK);
    assert.equal(textIn(await server.answerTo(7004)), ACCEPT);
  });

  test("a line whose rest comes too late", async () => {
    const line = call(7005);
    server.write(line.slice(0, 100));
    await new Promise((resolve) => setTimeout(resolve, 900));
    server.write(`${line.slice(100)}\n${call(7006)}\n`);
    assert.equal(textIn(await server.answerTo(7005)), BLOCK);
    assert.equal(textIn(await server.answerTo(7006)), ACCEPT);
  });

  test("in pieces of one byte, and with \\r\\n", async () => {
    for (const byte of Buffer.from(`${call(7007)}\r\n`)) server.write(Uint8Array.of(byte));
    assert.equal(textIn(await server.answerTo(7007)), ACCEPT);
  });

  test("what nobody can answer harms nobody", async () => {
    server.write('\n\n{"jsonrpc"\nnull\n[]\n"x"\n{}\n[{"jsonrpc":"2.0","id":1,"method":"tools/call"}]\n');
    server.write('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"decide","arguments":{}}}\n');
    server.write(
      '{"jsonrpc":"2.0","id":99,"result":{}}\n{"jsonrpc":"2.0","method":"notifications/cancelled","params":5}\n',
    );
    server.write(`${call(7008)}\n`);
    assert.equal(textIn(await server.answerTo(7008)), ACCEPT);
  });

  test("an id that is a text, with quotation marks", async () => {
    server.write(`${call('a"b')}\n`);
    assert.equal(textIn(await server.answerTo('a"b')), ACCEPT);
  });

  test("what was refused is on record", () => {
    const reasons = recordsIn(join(folder, "broken")).flatMap((one) => one.reasons.map(({ args }) => args["problem"]));
    for (const problem of ["duplicate-key", "malformed-json", "not-utf-8", "too-large"])
      assert.ok(reasons.includes(problem), problem);
  });
});

suite("the policy is the one on disk", () => {
  const write = (document: unknown): void =>
    writeFileSync(join(folder, "own.yaml"), typeof document === "string" ? document : JSON.stringify(document));
  const deciding = (action: string): object => ({ version: 1, default: action });

  test("a change counts from the next call on; what does not load leaves the last one in force", async () => {
    write(deciding("decline"));
    const server = await open(["--policy", join(folder, "own.yaml")]);
    const decided = async (): Promise<unknown> => {
      const text = textIn(await server.ask("tools/call", calling(FORM)));
      return JSON.parse(text).hookSpecificOutput?.action;
    };
    assert.equal(await decided(), "decline");
    write(deciding("cancel"));
    assert.equal(await decided(), "cancel");
    write("version: 1\nrulez: []\n");
    assert.equal(await decided(), "cancel");
    rmSync(join(folder, "own.yaml"));
    assert.equal(await decided(), "cancel");
    write(deciding("decline"));
    assert.equal(await decided(), "decline");
    await server.end();
    const said = server.stderr();
    assert.match(said, /changed and is in force/);
    assert.match(said, /does not load, the one before stays in force: .*unknown-key/);
  });

  test("one that never loaded refuses everything, until it loads", async () => {
    write("version: 1\nrulez: []\n");
    const server = await open(["--policy", join(folder, "own.yaml")]);
    assert.equal(
      textIn(await server.ask("tools/call", calling({ ...FORM, requested_schema: JSON.stringify(OTHER_SCHEMA) }))),
      DECLINE,
    );
    write(POLICY);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    await server.end();
    assert.match(server.stderr(), /unknown-key/);
  });

  test("what it extends counts too", async () => {
    const base = join(folder, "base.yaml");
    writeFileSync(base, JSON.stringify(deciding("decline")));
    write({ version: 1, extends: ["./base.yaml"], rules: [{ use: "require-https" }] });
    const server = await open(["--policy", join(folder, "own.yaml")]);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), DECLINE);
    writeFileSync(base, JSON.stringify(deciding("cancel")));
    assert.match(textIn(await server.ask("tools/call", calling(FORM))), /"cancel"/);
    await server.end();
  });

  test("without --policy: the pack, and what the hook finds", async () => {
    const home = join(folder, "home");
    mkdirSync(join(home, ".claude"), { recursive: true });
    const server = startMcp([], home);
    await hello(server, "2025-11-25");
    const secret = { ...FORM, requested_schema: '{"type":"object","properties":{"password":{"type":"string"}}}' };
    assert.equal(textIn(await server.ask("tools/call", calling(secret))), DECLINE);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), "{}");
    const own = join(home, ".claude/sekisho.yaml");
    writeFileSync(own, JSON.stringify(POLICY));
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    rmSync(own);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    writeFileSync(own, JSON.stringify({ version: 1, default: "decline" }));
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), DECLINE);
    assert.match(server.stderr(), /the one before stays in force: .* is gone/);
    await server.end();
  });
});

test("docs/mcp-tool.md shows what `init` writes", () => {
  const text = readFileSync(join(import.meta.dirname, "../docs/mcp-tool.md"), "utf8");
  const blocks = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, json = ""]) => JSON.parse(json) as object);
  assert.deepEqual(blocks[1], createHandler({ type: "mcp_tool" }));
  assert.deepEqual(blocks[0], JSON.parse(addServer(undefined, "sekisho")));
});

test("what `init` maps is all that is read", () => {
  const mapped: readonly string[] = MAPPED_FIELDS;
  assert.deepEqual(
    FIELD_NAMES.filter((name) => !mapped.includes(name)),
    [],
  );
});

test("the project is the folder that it is started in, where the client does not name it", async () => {
  const project = join(folder, "project");
  mkdirSync(join(project, ".claude"), { recursive: true });
  mkdirSync(join(folder, "nobody"));
  writeFileSync(join(project, ".claude/sekisho.yaml"), JSON.stringify({ version: 1, default: "decline" }));
  for (const [given, text] of [
    [{ cwd: project }, DECLINE],
    [{ cwd: project, CLAUDE_PROJECT_DIR: folder }, "{}"],
    [{ cwd: folder, CLAUDE_PROJECT_DIR: project }, DECLINE],
  ] as const) {
    const { cwd, ...env } = given;
    const server = startMcp([], join(folder, "nobody"), { cwd, env });
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), text);
    await server.end();
  }
});

suite("options", () => {
  test("facts", async () => {
    const file = join(folder, "facts.yaml");
    writeFileSync(
      file,
      JSON.stringify({
        version: 1,
        rules: [{ use: "answer-form", for: { facts: { ci: true } }, answers: { team: "core" } }],
      }),
    );
    for (const [args, text] of [
      [["--fact", "ci=true"], ACCEPT],
      [["--fact", "ci=false"], "{}"],
    ] as const) {
      const server = await open(["--policy", file, ...args]);
      assert.equal(textIn(await server.ask("tools/call", calling(FORM))), text);
      await server.end();
    }
  });

  test("a record of every decision, and none of a canary", async () => {
    const log = join(folder, "log");
    const server = await open(["--policy", policy, "--audit", log]);
    await server.ask("tools/call", calling(FORM));
    await server.ask("tools/call", calling({ ...FORM, hook_event_name: "PreToolUse" }));
    await server.ask("tools/call", calling({ ...FORM, session_id: CANARY_SESSION }));
    await server.ask("tools/call", calling({}));
    await server.end();
    assert.deepEqual(
      recordsIn(log).map(({ event, effect }) => [event, effect]),
      [
        ["Elicitation", "accept"],
        [null, "decline"],
      ],
    );
  });

  test("with a log and without there is a memory: an answer is checked against what was asked", async () => {
    const file = join(folder, "memory.yaml");
    writeFileSync(file, JSON.stringify({ version: 1, rules: [{ use: "check-answer" }] }));
    const short = JSON.stringify({ type: "object", properties: { team: { type: "string", maxLength: 3 } } });
    // Without a log the server keeps it in itself (docs/memory.md).
    for (const args of [["--audit", join(folder, "memory")], []]) {
      const server = await open(["--policy", file, ...args]);
      assert.equal(textIn(await server.ask("tools/call", calling({ ...FORM, requested_schema: short }))), "{}");
      assert.equal(textIn(await server.ask("tools/call", calling(RESULT))), DECLINE_RESULT);
      await server.end();
    }
  });

  test("refuse what can't be recorded", async () => {
    const file = join(folder, "no-folder");
    writeFileSync(file, "");
    const server = await open(["--policy", policy, "--audit", file, "--audit-required"]);
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), DECLINE);
    await server.end();
  });

  for (const [about, args, said] of [
    ["an unknown option", ["--polciy", "x"], /did you mean `--policy`/],
    ["a fact without a value", ["--fact", "ci"], /name=value/],
    ["a deadline that is none", ["--deadline", "soon"], /--deadline/],
    ["a way to tell somebody", ["--notify", "terminal"], /unknown option/],
    ["an argument too many", ["policy.yaml"], /too many/],
  ] as const) {
    test(about, async () => {
      const server = startMcp(args, folder);
      assert.equal(await server.end(), 2);
      assert.match(server.stderr(), said);
      assert.deepEqual(server.lines, []);
    });
  }

  test("a file that was cut short or changed does not serve half", async () => {
    const program = join(import.meta.dirname, "../dist/sekisho.cjs");
    const whole = readFileSync(program, "latin1");
    const at = whole.lastIndexOf("\n//sekisho:mcp ") + 100;
    for (const [name, text] of [
      ["cut.cjs", whole.slice(0, at)],
      ["changed.cjs", `${whole.slice(0, at)}AAAA${whole.slice(at + 4)}`],
    ] as const) {
      writeFileSync(join(folder, name), text);
      const server = startMcp(["--policy", policy], folder, { program: join(folder, name) });
      assert.equal(await server.end(), 2);
      assert.match(server.stderr(), /not in the file|NotInTheFile/);
    }
    copyFileSync(program, join(folder, "renamed.mjs"));
    const server = startMcp(["--policy", policy], folder, { program: join(folder, "renamed.mjs") });
    assert.equal(textIn(await server.ask("tools/call", calling(FORM))), ACCEPT);
    await server.end();
  });
});

interface Recorded {
  readonly event: string | null;
  readonly effect: string;
  readonly reasons: readonly { readonly args: Readonly<Record<string, unknown>> }[];
}

function recordsIn(log: string): readonly Recorded[] {
  const files = readdirSync(log).filter((file) => file.endsWith(".jsonl")); // beside them lies the memory
  const text = files.map((file) => readFileSync(join(log, file), "utf8"));
  return text.flatMap((lines) =>
    lines
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Recorded),
  );
}

function namesIn(result: Answer["result"]): readonly string[] {
  const tools = (result?.["tools"] ?? []) as readonly { readonly name: string }[];
  return tools.map(({ name }) => name);
}

function template(field: string): string {
  return `$\{${field}}`;
}

function nested(depth: number): string {
  return `${'{"a":'.repeat(depth)}{}${"}".repeat(depth)}`;
}
