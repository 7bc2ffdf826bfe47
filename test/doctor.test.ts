/**
 * `doctor` on settings that leave a guard dead or open: every way in which the client drops, skips or overrules a hook has
 * its code here, and settings that are right have none. Nothing is run: that is test/doctor-canary.test.ts.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the client fills them in
import assert from "node:assert/strict";
import fs, { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { after, suite, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { DOCTOR_CODES } from "../engine/cli/doctor/codes.ts";
import { createHandler } from "../engine/cli/hook-entries.ts";
import type { Io } from "../engine/cli/io.ts";
import { buildProgram } from "./support/cli-world.ts";
import {
  createDoctorWorld,
  type DoctorWorld,
  PROJECT_SETTINGS,
  settingsOf,
  USER_SETTINGS,
} from "./support/doctor-world.ts";

const program = await buildProgram();
const worlds: DoctorWorld[] = [];
after(() => {
  for (const world of worlds) world.remove();
});

const COPY = "project/.claude/sekisho.cjs";
const OURS = createHandler({ type: "command", program: "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs" });
/** The same without a log, and so without a memory */
const BARE = { ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook"] };
const HTTP = createHandler({ type: "http" });
const TOOL = createHandler({ type: "mcp_tool" });
const SERVER = {
  mcpServers: { sekisho: { command: "node", args: ["${CLAUDE_PROJECT_DIR:-.}/.claude/sekisho.cjs", "mcp"] } },
};
const TOKEN = { env: { SEKISHO_TOKEN: "hunter2-hunter2" } };

function worldOf(files: Readonly<Record<string, unknown>>): DoctorWorld {
  const world = createDoctorWorld({ [COPY]: program, ...files }, program);
  worlds.push(world);
  return world;
}

/** The codes for project settings, without that which says that nothing was run */
async function codesOf(settings: unknown, files: Readonly<Record<string, unknown>> = {}): Promise<readonly string[]> {
  const { codes } = await worldOf({ [PROJECT_SETTINGS]: settings, ...files }).diagnose();
  return codes.filter((code) => code !== "unproven");
}

suite("settings that are right", () => {
  test("command, http and mcp_tool as `init` writes them", async () => {
    assert.deepEqual(await codesOf(settingsOf(OURS)), []);
    assert.deepEqual(await codesOf(settingsOf(HTTP, HTTP, {}, TOKEN)), []);
    assert.deepEqual(await codesOf(settingsOf(TOOL), { "project/.mcp.json": SERVER }), []);
  });

  test("a rule that needs a memory, and a place for it", async () => {
    const policy = "version: 1\nrules:\n  - use: check-answer\n    on-no-memory: decline\n";
    const entry = { ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--audit", "log"] };
    assert.deepEqual(await codesOf(settingsOf(entry), { "project/.claude/sekisho.yaml": policy }), []);
  });

  test("what stands for other events, and other keys, are no matter", async () => {
    const stop = [{ matcher: "[", hooks: [{ type: "prompt" }] }];
    assert.deepEqual(await codesOf({ ...settingsOf(OURS), model: "opus", permissions: { allow: ["Bash(ls)"] } }), []);
    const { hooks } = settingsOf(OURS) as { readonly hooks: object };
    assert.deepEqual(await codesOf({ hooks: { ...hooks, Stop: stop, PreToolUse: 5 } }), []);
  });

  test("nothing is run without `--run`, and what was not run is not called alive", async () => {
    const { code, statuses, codes, healthy } = await worldOf({ [PROJECT_SETTINGS]: settingsOf(OURS) }).diagnose();
    assert.deepEqual([code, statuses, codes, healthy], [1, ["unproven", "unproven"], ["unproven"], false]);
  });
});

/** What is done to an entry, or to its group, or beside it; and the one code that it gives */
const SLIPS: readonly (readonly [
  says: string,
  code: string,
  settings: unknown,
  files?: Readonly<Record<string, unknown>>,
])[] = [
  ["a type that never runs", "type-never-runs", settingsOf({ ...OURS, type: "prompt" })],
  ["another type that never runs", "type-never-runs", settingsOf({ ...OURS, type: "agent" })],
  ["a type that is none", "hook-invalid", settingsOf({ ...OURS, type: "shell" })],
  ["no type", "hook-invalid", settingsOf({ ...OURS, type: undefined })],
  ["no command", "hook-invalid", settingsOf({ ...OURS, command: undefined })],
  ["a command that is no text", "hook-invalid", settingsOf({ ...OURS, command: 5 })],
  [
    "arguments that are no texts",
    "hook-invalid",
    settingsOf({ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", 5] }),
  ],
  ["a url that is none", "hook-invalid", settingsOf({ ...HTTP, url: "127.0.0.1:8473/hook" }, undefined, {}, TOKEN)],
  [
    "headers that are a list",
    "hook-invalid",
    settingsOf({ ...HTTP, headers: ["Authorization"] }, undefined, {}, TOKEN),
  ],
  [
    "an mcp_tool without a tool",
    "hook-invalid",
    settingsOf({ ...TOOL, tool: undefined }),
    { "project/.mcp.json": SERVER },
  ],
  [
    "an input that is no object",
    "hook-invalid",
    settingsOf({ ...TOOL, input: "${input}" }),
    { "project/.mcp.json": SERVER },
  ],
  ["`if`", "if-skips", settingsOf({ ...OURS, if: "Bash(x)" })],
  ["`async`", "async", settingsOf({ ...OURS, async: true })],
  ["no `onFailure`", "on-failure", settingsOf({ ...OURS, onFailure: undefined })],
  ["`onFailure` that goes on", "on-failure", settingsOf({ ...OURS, onFailure: "continue" })],
  ["`onFailure` on the group", "group-on-failure", settingsOf(OURS, OURS, { onFailure: "block" })],
  ["no timeout", "timeout-missing", settingsOf({ ...OURS, timeout: undefined })],
  ["a timeout shorter than the deadline", "timeout-short", settingsOf({ ...OURS, timeout: 3 })],
  ["a timeout as long as the deadline", "timeout-short", settingsOf({ ...OURS, timeout: 5 })],
  [
    "a timeout shorter than a deadline that is stated",
    "timeout-short",
    settingsOf({ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--deadline", "1m"] }),
  ],
  ["a timeout of 0", "timeout-invalid", settingsOf({ ...OURS, timeout: 0 })],
  ["a negative timeout", "timeout-invalid", settingsOf({ ...OURS, timeout: -1 })],
  ["a timeout that is a text", "timeout-invalid", settingsOf({ ...OURS, timeout: "30" })],
  ["a timeout in milliseconds", "timeout-milliseconds", settingsOf({ ...OURS, timeout: 30_000 })],
  ["a matcher that is a tool's name", "matcher-never", settingsOf(OURS, OURS, { matcher: "mcp__crm__.*" })],
  ["a matcher that begins like a tool's name", "matcher-never", settingsOf(OURS, OURS, { matcher: "mcp__crm" })],
  ["a matcher between slashes", "matcher-never", settingsOf(OURS, OURS, { matcher: "/crm/" })],
  ["a matcher that says not", "matcher-never", settingsOf(OURS, OURS, { matcher: "!crm" })],
  ["a broken pattern", "matcher-broken", settingsOf(OURS, OURS, { matcher: "*crm" })],
  ["a pattern with a flag inside", "matcher-broken", settingsOf(OURS, OURS, { matcher: "(?i)crm" })],
  ["a dotted name", "matcher-dot", settingsOf(OURS, OURS, { matcher: "crm.example.com" })],
  ["dotted names in a list", "matcher-list", settingsOf(OURS, OURS, { matcher: "other, crm.example.com" })],
  ["a matcher that is a number", "matcher-wrong-type", settingsOf(OURS, OURS, { matcher: 5 })],
  ["a matcher for one server", "matcher-partial", settingsOf(OURS, OURS, { matcher: "crm" })],
  ["a pattern for some servers", "matcher-partial", settingsOf(OURS, OURS, { matcher: "^(?!other).*[a-z]$" })],
  [
    "a name in another case",
    "matcher-case",
    settingsOf(OURS, OURS, { matcher: "Internal-CRM" }),
    { "project/.mcp.json": { mcpServers: { "internal-crm": { command: "crm" } } } },
  ],
  [
    "names between blanks",
    "matcher-never",
    settingsOf(OURS, OURS, { matcher: "other crm" }),
    { "project/.mcp.json": { mcpServers: { crm: { command: "crm" } } } },
  ],
  [
    "a name that nobody here has",
    "matcher-no-server",
    settingsOf(OURS, OURS, { matcher: "crm_x" }),
    { "home/.claude.json": { mcpServers: { crm: { command: "crm" } } } },
  ],
  [
    "a matcher that takes for ever",
    "matcher-slow",
    settingsOf(OURS, OURS, { matcher: "^(a+)+$" }),
    { "project/.mcp.json": { mcpServers: { [`${"a".repeat(40)}!`]: {} } } },
  ],
  [
    "a misspelt event",
    "event-misspelt",
    { hooks: { ...(settingsOf(OURS) as { hooks: object }).hooks, elicitation: [] } },
  ],
  [
    "an event in the plural",
    "event-misspelt",
    { hooks: { ...(settingsOf(OURS) as { hooks: object }).hooks, ElicitationResults: [] } },
  ],
  ["one event alone", "event-uncovered", { hooks: { Elicitation: [{ hooks: [OURS] }] } }],
  ["the other event alone", "event-uncovered", { hooks: { ElicitationResult: [{ hooks: [OURS] }] } }],
  ["no hook at all", "no-guard", {}],
  ["no settings at all", "no-guard", undefined],
  ["all hooks turned off", "hooks-disabled", settingsOf(OURS, OURS, {}, { disableAllHooks: true })],
  [
    "options that sekisho does not know",
    "hook-options",
    settingsOf({ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--polcy", "x"] }),
  ],
  [
    "a policy that does not load",
    "policy-broken",
    settingsOf(OURS),
    { "project/.claude/sekisho.yaml": "version: 1\nrules:\n  - use: require-htps\n" },
  ],
  [
    "a policy that is not there",
    "policy-broken",
    settingsOf({ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--policy", "none.yaml"] }),
  ],
  [
    "a file that is not there",
    "file-missing",
    settingsOf({ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/none/sekisho.cjs", "hook"] }),
  ],
  [
    "a file that is not there, in a shell line",
    "file-missing",
    settingsOf({ ...OURS, args: undefined, command: 'node "$CLAUDE_PROJECT_DIR"/none/sekisho.cjs hook' }),
  ],
  ["a program that is not there", "program-missing", settingsOf({ ...OURS, command: "nodx" })],
  [
    "a file without its run bit",
    "not-executable",
    settingsOf({ ...OURS, args: undefined, command: "./guard.sh" }),
    { "project/guard.sh": "#!/bin/sh\nexec node x/sekisho.cjs hook\n" },
  ],
  [
    "a shell line that loses the exit code",
    "exit-code-lost",
    settingsOf({ ...OURS, args: undefined, command: "node .claude/sekisho.cjs hook || true" }),
  ],
  [
    "a shell line that pipes",
    "exit-code-lost",
    settingsOf({ ...OURS, args: undefined, command: "node .claude/sekisho.cjs hook | tee log" }),
  ],
  [
    "a shell line that goes on",
    "exit-code-lost",
    settingsOf({ ...OURS, args: undefined, command: "node .claude/sekisho.cjs hook; exit 0" }),
  ],
  [
    "a variable that is not allowed",
    "env-not-allowed",
    settingsOf({ ...HTTP, allowedEnvVars: [] }, undefined, {}, TOKEN),
  ],
  [
    "a variable that settings do not allow",
    "env-not-allowed",
    settingsOf(HTTP, HTTP, {}, { ...TOKEN, httpHookAllowedEnvVars: ["OTHER"] }),
  ],
  ["a variable that is not set", "env-not-set", settingsOf(HTTP)],
  [
    "a token in the settings",
    "token-in-settings",
    settingsOf({ ...HTTP, headers: { Authorization: "Bearer hunter2" } }),
  ],
  [
    "an address that settings leave out",
    "http-url-blocked",
    settingsOf(HTTP, HTTP, {}, { ...TOKEN, allowedHttpHookUrls: ["https://policy.example.com/*"] }),
  ],
  [
    "an address when settings allow none",
    "http-url-blocked",
    settingsOf(HTTP, HTTP, {}, { ...TOKEN, allowedHttpHookUrls: [] }),
  ],
  [
    "another machine in clear",
    "http-in-clear",
    settingsOf({ ...HTTP, url: "http://policy.example.com/hook" }, undefined, {}, TOKEN),
  ],
  ["a server that is not there", "mcp-server-missing", settingsOf(TOOL)],
  [
    "a server by its name without dots",
    "mcp-server-missing",
    settingsOf({ ...TOOL, server: "pol_icy" }),
    { "project/.mcp.json": { mcpServers: { "pol.icy": { command: "node" } } } },
  ],
  [
    "a server that is turned off",
    "mcp-server-disabled",
    settingsOf(TOOL, TOOL, {}, { disabledMcpjsonServers: ["sekisho"] }),
    { "project/.mcp.json": SERVER },
  ],
  ["no input", "mapping-empty", settingsOf({ ...TOOL, input: undefined }), { "project/.mcp.json": SERVER }],
  [
    "a field that is not mapped",
    "mapping-missing",
    settingsOf({ ...TOOL, input: { ...(TOOL["input"] as object), content: undefined } }),
    { "project/.mcp.json": SERVER },
  ],
  [
    "a field mapped as another",
    "mapping-missing",
    settingsOf({ ...TOOL, input: { ...(TOOL["input"] as object), message: "${url}" } }),
    { "project/.mcp.json": SERVER },
  ],
  [
    "a tool by the name that models know",
    "tool-name",
    settingsOf({ ...TOOL, tool: "mcp__sekisho__decide" }),
    { "project/.mcp.json": SERVER },
  ],
  [
    "groups that are an object",
    "event-wrong-type",
    { hooks: { Elicitation: {}, ElicitationResult: [{ hooks: [OURS] }] } },
  ],
  [
    "a handler without its group",
    "group-wrong-type",
    { hooks: { Elicitation: [OURS], ElicitationResult: [{ hooks: [OURS] }] } },
  ],
  ["hooks that are a list", "hooks-wrong-type", { hooks: [OURS] }],
  [
    "a script that exits 2 with JSON",
    "exit-2-with-json",
    settingsOf(OURS, OURS, {}, {}),
    {
      [USER_SETTINGS]: settingsOf({ ...OURS, args: undefined, command: "/bin/sh guard.sh" }),
      "project/guard.sh": `#!/bin/sh\necho '{"hookSpecificOutput":{"hookEventName":"Elicitation","action":"accept"}}'\nexit 2\n`,
    },
  ],
  [
    "a line that exits 2 with JSON",
    "exit-2-with-json",
    settingsOf({ ...OURS, args: undefined, command: `echo '{"decision":"block"}'; exit 2` }),
  ],
  [
    "two that decide",
    "several-guards",
    { hooks: { Elicitation: [{ hooks: [OURS, HTTP] }], ElicitationResult: [{ hooks: [OURS] }] }, ...TOKEN },
  ],
  [
    "one that decides in the user's settings too",
    "several-guards",
    settingsOf(OURS),
    { [USER_SETTINGS]: settingsOf({ ...OURS, args: undefined, command: 'echo \'{"decision":"block"}\'' }) },
  ],
  [
    "one that only watches",
    "another-guard",
    {
      hooks: {
        Elicitation: [{ hooks: [OURS, { ...OURS, args: undefined, command: "cat >> log.jsonl" }] }],
        ElicitationResult: [{ hooks: [OURS] }],
      },
    },
  ],
  [
    "a copy of another version",
    "version-differs",
    settingsOf(OURS),
    { [COPY]: program.replace(/(sekisho\.cjs )[^\s,]+/, "$10.0.9") },
  ],
  ["a copy in other bytes", "build-differs", settingsOf(OURS), { [COPY]: `${program}// more\n` }],
  [
    "a copy of the user's that nobody starts",
    "version-differs",
    settingsOf(OURS),
    { "home/.claude/sekisho.cjs": program.replace(/(sekisho\.cjs )[^\s,]+/, "$199.0.0") },
  ],
  [
    "a rule that needs a memory, and no place for one",
    "no-memory-place",
    settingsOf(BARE),
    {
      "project/.claude/sekisho.yaml": "version: 1\nrules:\n  - use: check-answer\n    on-no-memory: decline\n",
    },
  ],
  [
    "a rule that does nothing without a memory",
    "no-memory-place",
    settingsOf(BARE),
    {
      "project/.claude/sekisho.yaml": "version: 1\nrules:\n  - use: limit-asks\n",
    },
  ],
  [
    "the same behind an mcp_tool",
    "no-memory-place",
    settingsOf(TOOL),
    {
      "project/.mcp.json": SERVER,
      "project/.claude/sekisho.yaml": "version: 1\nrules:\n  - use: limit-asks\n",
    },
  ],
  [
    "a stale compiled policy",
    "policy-stale",
    settingsOf(OURS),
    {
      "project/.claude/sekisho.yaml": "version: 1\ndefault: decline\n",
      "project/.claude/sekisho.compiled.json": '{"format":"sekisho-compiled-1"}',
    },
  ],
];

/** What a slip brings along: a hook that is dead guards nothing */
const WITH: Readonly<Record<string, readonly string[]>> = {
  "event-wrong-type": ["event-uncovered"],
  "group-wrong-type": ["event-uncovered"],
  "hooks-wrong-type": ["no-guard"],
};

suite("every slip has its code", () => {
  for (const [says, code, settings, files = {}] of SLIPS) {
    test(`${code}: ${says}`, async () => {
      const own = settings === undefined ? {} : { [PROJECT_SETTINGS]: settings };
      const world = worldOf({ ...own, ...files });
      const { codes, findings, code: exit } = await world.diagnose();
      assert.ok(codes.includes(code), codes.join());
      const others = codes.filter((one) => one !== code && one !== "unproven" && !(WITH[code] ?? []).includes(one));
      // A script in the place of sekisho is a finding of its own.
      assert.deepEqual(
        others.filter((one) => !/^(?:several-guards|no-guard)$/.test(one)),
        [],
      );
      assert.equal(exit, 1);
      for (const finding of findings) {
        assert.equal(/(?<!\$)\{\w+\}/.test(finding.message), false, finding.message);
        assert.ok(finding.file !== "" && finding.line > 0 && finding.column > 0 && finding.todo !== "");
      }
    });
  }

  test("each code of the settings occurs above", () => {
    const above = new Set(SLIPS.map(([, code]) => code));
    // Those of files that can't be read stand below, those of canaries and the client in test/doctor-canary.test.ts.
    const elsewhere = /^(?:canary-|settings-|client-|http-unreachable$|output-held$|unproven$|managed-only$)/;
    assert.deepEqual(
      Object.keys(DOCTOR_CODES).filter((code) => !above.has(code) && !elsewhere.test(code)),
      [],
    );
  });

  test("a finding stands at its line", async () => {
    const text = JSON.stringify(settingsOf({ ...OURS, async: true }), undefined, 2);
    const { findings } = await worldOf({ [PROJECT_SETTINGS]: text }).diagnose();
    const lines = text.split("\n").flatMap((line, at) => (line.includes('"async"') ? [at + 1] : []));
    assert.deepEqual(
      findings.filter(({ code }) => code === "async").map(({ line }) => line),
      lines,
    );
  });
});

suite("hostile settings", () => {
  const broken: readonly (readonly [says: string, code: string, text: string])[] = [
    ["a comment", "settings-broken", '{\n  // why\n  "hooks": {} }'],
    ["half a file", "settings-broken", '{ "hooks": {'],
    ["a list", "settings-broken", "[]"],
    ["a text", "settings-broken", '"hooks"'],
    ["two faults", "settings-broken", '{ "a": 1, "a": 2, }'],
    ["nesting without end", "settings-unread", `{"hooks":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    [
      "nesting without end behind a key twice",
      "settings-unread",
      `{"a":1,"a":2,"hooks":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
    ],
    ["values without end", "settings-unread", `{"hooks":[${"0,".repeat(300_000)}0]}`],
    ["five megabytes", "settings-unread", `{"note":"${"x".repeat(5_000_000)}"}`],
  ];
  for (const [says, code, text] of broken) {
    test(`${says}: ${code}`, async () => {
      const { codes, code: exit } = await worldOf({ [PROJECT_SETTINGS]: text }).diagnose();
      assert.ok(codes.includes(code), codes.join());
      assert.equal(exit, 1);
    });
  }

  test("a key that stands twice: the last one counts, and it is told", async () => {
    const { hooks } = settingsOf(OURS) as { readonly hooks: object };
    const text = `{ "hooks": {}, "hooks": ${JSON.stringify(hooks)} }`;
    const { codes, statuses } = await worldOf({ [PROJECT_SETTINGS]: text }).diagnose();
    assert.deepEqual(
      [codes, statuses],
      [
        ["settings-duplicate", "unproven"],
        ["unproven", "unproven"],
      ],
    );
    const turned = `{ "hooks": ${JSON.stringify(hooks)}, "hooks": {} }`;
    assert.deepEqual((await worldOf({ [PROJECT_SETTINGS]: turned }).diagnose()).codes, [
      "no-guard",
      "settings-duplicate",
    ]);
  });

  test("not UTF-8, a folder, links in a circle, a link to nowhere", async () => {
    const latin = worldOf({});
    latin.write(PROJECT_SETTINGS, Buffer.from('{ "a": "\xe4" }', "latin1"));
    assert.ok((await latin.diagnose()).codes.includes("settings-unread"));
    const folder = worldOf({});
    mkdirSync(path.join(folder.project, ".claude/settings.json"));
    assert.ok((await folder.diagnose()).codes.includes("settings-unread"));
    for (const target of ["settings.json", "nowhere.json"]) {
      const link = worldOf({});
      symlinkSync(target, path.join(link.project, ".claude/settings.json"));
      const { codes } = await link.diagnose();
      assert.ok(codes.includes("settings-unread"), `${target}: ${codes.join()}`);
    }
  });

  test("values of every wrong kind, in every place", async () => {
    const kinds = [
      null,
      true,
      5,
      "x",
      "",
      [],
      {},
      [[]],
      [null],
      [{}],
      { hooks: null },
      [{ hooks: null }],
      [{ hooks: [null, 5, [], "x", {}] }],
    ];
    for (const kind of kinds) {
      for (const settings of [
        kind,
        { hooks: kind },
        { hooks: { Elicitation: kind, ElicitationResult: kind } },
        {
          ...settingsOf(OURS),
          env: kind,
          disableAllHooks: kind,
          allowedHttpHookUrls: kind,
          httpHookAllowedEnvVars: kind,
        },
        settingsOf(OURS, OURS, { matcher: kind }),
        settingsOf({ ...HTTP, url: kind, headers: kind, allowedEnvVars: kind }),
        settingsOf({ ...TOOL, server: kind, tool: kind, input: kind }),
        settingsOf({
          ...OURS,
          command: kind,
          args: kind,
          timeout: kind,
          onFailure: kind,
          async: kind,
          if: kind,
          type: kind,
        }),
      ]) {
        const { code, stdout } = await worldOf({
          [PROJECT_SETTINGS]: settings,
          "project/.mcp.json": settings,
          "home/.claude.json": settings,
        }).diagnose();
        assert.equal(code, 1, stdout);
      }
    }
  });

  test("names that objects have anyway", async () => {
    const text = '{ "__proto__": { "hooks": {} }, "constructor": 1, "hooks": { "__proto__": [], "toString": [] } }';
    assert.deepEqual(await codesOf(text), ["no-guard"]);
    const servers = '{ "mcpServers": { "__proto__": { "command": "x" } } }';
    assert.deepEqual(await codesOf(settingsOf({ ...TOOL, server: "constructor" }), { "project/.mcp.json": servers }), [
      "mcp-server-missing",
    ]);
  });

  test("nothing of env or headers is printed, and nothing steers the terminal", async () => {
    const secret = ["sk", "ant", "api03", "x".repeat(20)].join("-");
    const hostile = "\u001b[31m\u202e";
    const world = worldOf({
      [PROJECT_SETTINGS]: {
        ...settingsOf({
          ...HTTP,
          url: `https://user:hunter2@policy.example.com/hook/${secret}?k=hunter2`,
          headers: { "X-Key": "hunter2", Authorization: `Bearer ${secret} $OTHER` },
        }),
        env: { SEKISHO_TOKEN: "hunter2", OTHER: secret },
      },
      "project/.claude/settings.local.json": {
        ...settingsOf({ ...OURS, args: undefined, command: `KEY=hunter2 ./${hostile}.sh --token ${secret}` }, OURS, {
          matcher: `${hostile}[`,
        }),
        [`Elicit${hostile}`]: [],
      },
      "project/.mcp.json": { mcpServers: { [`x${hostile}`]: { command: "x", env: { KEY: "hunter2" } } } },
    });
    for (const { stdout, stderr } of [await world.doctor(), await world.doctor(["--json"])]) {
      assert.equal((stdout + stderr).includes("hunter2"), false, stdout);
      assert.equal((stdout + stderr).includes(secret), false, stdout);
      assert.equal(/[\u0000-\u0009\u000b-\u001f\u202e]/.test(stdout + stderr), false);
    }
  });

  test("a great many hooks, policies, servers, and patterns that take for ever", async () => {
    const groups = Array.from({ length: 1500 }, (_, at) => ({
      matcher: `^(a+)+$|${at}`,
      hooks: [{ ...OURS, args: ["${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs", "hook", "--fact", `n=${at}`] }],
    }));
    const servers = Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [`${"a".repeat(30)}${at}!`, {}]));
    const settings = { hooks: { Elicitation: groups, ElicitationResult: groups } };
    const { codes } = await worldOf({
      [PROJECT_SETTINGS]: settings,
      "project/.mcp.json": { mcpServers: servers },
    }).diagnose();
    for (const code of ["matcher-slow", "settings-unread"]) assert.ok(codes.includes(code));
  });

  test("texts of megabytes in every place", async () => {
    const long = " ".repeat(3_000_000);
    for (const settings of [
      settingsOf(OURS, OURS, { matcher: `a${long}.` }),
      settingsOf(OURS, OURS, { matcher: `${long}, a.b` }),
      settingsOf({ ...OURS, args: undefined, command: `node ${long}'${long}` }),
      settingsOf({ ...OURS, args: undefined, command: `node ${"a=b;".repeat(500_000)}` }),
      settingsOf(
        { ...HTTP, url: `http://127.0.0.1/${"*".repeat(3_000_000)}` },
        OURS,
        {},
        { allowedHttpHookUrls: [`${"*a".repeat(100_000)}`] },
      ),
    ]) {
      const { code } = await worldOf({ [PROJECT_SETTINGS]: settings }).diagnose();
      assert.equal(code, 1);
    }
  });
});

suite("where settings come from", () => {
  test("user, project, local, and files that are named; each finding names its own", async () => {
    const slip = { ...OURS, async: true };
    const world = worldOf({
      [USER_SETTINGS]: settingsOf(slip),
      [PROJECT_SETTINGS]: settingsOf(slip),
      "project/.claude/settings.local.json": settingsOf(slip),
      "more.json": settingsOf(slip),
    });
    const { hooks } = await world.diagnose(["--settings", "../more.json"]);
    assert.deepEqual(
      [...new Set(hooks.map(({ origin, file }) => `${origin} ${path.relative(world.folder, file)}`))],
      [
        `user ${USER_SETTINGS}`,
        `project ${PROJECT_SETTINGS}`,
        "local project/.claude/settings.local.json",
        "named more.json",
      ],
    );
    assert.ok(hooks.every(({ status }) => status === "dead"));
    assert.ok((await world.diagnose(["--settings", "none.json"])).codes.includes("settings-unread"));
  });

  test("in the home folder both are one file, and it is the user's", async () => {
    const world = worldOf({ [USER_SETTINGS]: settingsOf(OURS) });
    const { hooks } = await world.diagnose([], { cwd: world.home });
    assert.deepEqual(
      hooks.map(({ origin }) => origin),
      ["user", "user"],
    );
  });

  test("the user's copy and the project's say the same, and are no rivals", async () => {
    const world = worldOf({ [PROJECT_SETTINGS]: settingsOf(OURS), "home/.claude/sekisho.cjs": program });
    const own = createHandler({ type: "command", program: path.join(world.home, ".claude/sekisho.cjs") });
    world.write(USER_SETTINGS, JSON.stringify(settingsOf(own)));
    const { codes, statuses } = await world.diagnose();
    assert.deepEqual([codes, statuses], [["unproven"], ["alive", "alive", "unproven", "unproven"]]);
  });

  test("equal hooks in two files run once, and are no rivals", async () => {
    assert.deepEqual(await codesOf(settingsOf(OURS), { "project/.claude/settings.local.json": settingsOf(OURS) }), []);
  });
});

suite("managed settings", () => {
  /** As if they lay where the client looks for them */
  function managed(settings: object): Partial<Io> {
    const place = /managed-settings\.json$/;
    const text = JSON.stringify(settings);
    const about = { isFile: () => true, size: text.length } as fs.Stats;
    return {
      fs: {
        ...fs,
        statSync: ((file: string, ...rest: [object]) =>
          place.test(file) ? about : fs.statSync(file, ...rest)) as typeof fs.statSync,
        readFileSync: ((file: string, ...rest: [object]) =>
          place.test(file) ? Buffer.from(text) : fs.readFileSync(file, ...rest)) as typeof fs.readFileSync,
      },
    };
  }

  test("their hooks count, and may be the only ones that run", async () => {
    const world = worldOf({ [PROJECT_SETTINGS]: settingsOf({ ...OURS, timeout: 20 }) });
    const { hooks, codes } = await world.diagnose([], managed({ ...settingsOf(OURS), allowManagedHooksOnly: true }));
    assert.deepEqual(
      hooks.map(({ origin, status }) => `${origin} ${status}`),
      ["project dead", "project dead", "managed unproven", "managed unproven"],
    );
    assert.deepEqual(codes, ["managed-only", "unproven"]);
  });

  test("nobody else can turn them off, or keep others from running", async () => {
    const world = worldOf({
      [PROJECT_SETTINGS]: {
        ...settingsOf({ ...OURS, timeout: 20 }),
        disableAllHooks: true,
        allowManagedHooksOnly: true,
      },
    });
    const { hooks, codes } = await world.diagnose([], managed(settingsOf(OURS)));
    assert.deepEqual(
      hooks.map(({ status }) => status),
      ["dead", "dead", "unproven", "unproven"],
    );
    assert.deepEqual(codes, ["hooks-disabled", "unproven"]);
  });
});

suite("as data", () => {
  test("the JSON is what its schema says", async () => {
    const schema = JSON.parse(
      readFileSync(path.join(import.meta.dirname, "../docs/doctor.schema.json"), "utf8"),
    ) as object;
    const validate = new Ajv2020({ strict: true }).compile(schema);
    for (const settings of [settingsOf(OURS), settingsOf({ ...HTTP, async: true }), {}, "x"]) {
      const { stdout } = await worldOf({ [PROJECT_SETTINGS]: settings }).doctor(["--json"]);
      assert.ok(validate(JSON.parse(stdout)), JSON.stringify(validate.errors));
    }
  });

  test("docs/doctor.md lists every code with what it says and what to do", () => {
    const text = readFileSync(path.join(import.meta.dirname, "../docs/doctor.md"), "utf8");
    const rows = text.split("\n").filter((line) => /^\| `[a-z0-9-]+` \| (?:dead|open|note) \|/.test(line));
    assert.deepEqual(
      rows,
      Object.entries(DOCTOR_CODES).map(([code, { severity, says, todo }]) =>
        `| \`${code}\` | ${severity} | ${says} | ${todo} |`.replaceAll("||", "\\|\\|"),
      ),
    );
  });

  test("wrong usage", async () => {
    const world = worldOf({});
    for (const args of [["x"], ["--fact", "x"], ["--jsn"], ["--settings"]])
      assert.equal((await world.doctor(args)).code, 2, args.join(" "));
  });
});
