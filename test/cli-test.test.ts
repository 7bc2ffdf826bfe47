/**
 * `sekisho test`: what passes, what fails, and what is no proof at all.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, beforeEach, suite, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { createTestSchema } from "../engine/cli/test-schema.ts";
import { buildProgram, type CliWorld, createCliWorld } from "./support/cli-world.ts";

const worlds: CliWorld[] = [];
after(() => {
  for (const one of worlds) one.remove();
});

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
  worlds.push(world);
  world.write("project/.claude/sekisho.yaml", POLICY);
});

const POLICY = `version: 1
default: ask
rules:
  - use: allow-url-hosts
    hosts: [auth.example.com]
    except: { servers: old, until: 2027-03-31 }
  - use: answer-form
    for: { servers: crm, facts: { ci: true } }
    answers: { username: alice }
`;
const BASE = "base: { hook_event_name: Elicitation, mcp_server_name: crm, message: Hello }\n";
const LINK = 'input: { mode: url, url: "https://evil.test/" }';

const testsOf = (text: string): string => `version: 1\n${BASE}tests:\n${text}`;
const write = (text: string, name = "sekisho.test.yaml"): string => world.write(`project/.claude/${name}`, text);
const ends = (stdout: string): readonly string[] =>
  (JSON.parse(stdout) as { files: { tests: { name: string; ok: boolean }[] }[] }).files.flatMap(({ tests }) =>
    tests.map(({ name, ok }) => `${ok ? "ok" : "FAIL"} ${name}`),
  );

suite("what passes and what fails", () => {
  test("effect, reasons and content; beside the policy, with what the hook adds to it", async () => {
    write(
      testsOf(`  - name: passwords are refused, though no rule of ours says so
    input: { requested_schema: { type: object, properties: { password: { type: string } } } }
    want: { effect: decline, reasons: no-secret-forms/asks-for-secret }
  - name: the user name is known in CI
    facts: { ci: true }
    input: { requested_schema: { type: object, properties: { username: { type: string } }, required: [username] } }
    want: { effect: accept, content: { username: alice } }
  - name: elsewhere a person is asked
    input: { requested_schema: { type: object, properties: { username: { type: string } }, required: [username] } }
    want: { effect: ask, reasons: [], errors: [], observed: [] }
`),
    );
    const { code, stdout, stderr } = await world.run(["test"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^ {2}ok {4}the user name is known in CI$/m);
    assert.match(stdout, /^3 passed$/m);
  });

  const wrong: Readonly<Record<string, readonly [want: string, says: RegExp]>> = {
    "another effect": ["ask", /effect +decline, wanted ask/],
    "another reason": [
      "{ effect: decline, reasons: [require-https/not-https] }",
      /reasons +allow-url-hosts\/host-not-allowed, wanted require-https\/not-https/,
    ],
    "no reason, where there is one": ["{ effect: decline, reasons: [] }", /reasons .*, wanted none/],
    "an error that did not occur": [
      "{ effect: decline, errors: [engine/failed] }",
      /errors +none, wanted engine\/failed/,
    ],
    "nothing observed": [
      "{ effect: decline, observed: [decline only-servers/not-listed] }",
      /observed none, wanted decline only-servers\/not-listed/,
    ],
    "an answer, where there is none": ["{ effect: decline, content: { a: 1 } }", /content +none, wanted \{"a":1\}/],
  };
  for (const [what, [want, says]] of Object.entries(wrong)) {
    test(`fails, and says what came: ${what}`, async () => {
      write(testsOf(`  - name: link\n    ${LINK}\n    want: ${want}\n`));
      const { code, stdout } = await world.run(["test"]);
      assert.equal(code, 1);
      assert.match(stdout, says);
      assert.match(stdout, /FAIL {2}link {2}\.claude\/sekisho\.test\.yaml:4$/m);
      assert.match(stdout, /because {2}allow-url-hosts\/host-not-allowed: host `evil\.test` is not on the list/);
    });
  }

  test("a table: each row laid over its test, and that over the base; null takes a key away", async () => {
    write(
      testsOf(`  - name: links
    input: { mode: url, session_id: s }
    want: decline
    rows:
      - { name: ours, input: { url: "https://auth.example.com/" }, want: ask }
      - { input: { url: "https://evil.test/" } }
      - { input: { url: "https://evil.test/", mcp_server_name: old }, now: 2027-03-31, want: ask }
      - { input: { url: "https://evil.test/", mcp_server_name: old }, now: 2027-04-01 }
      - { input: { mode: null, requested_schema: { type: object, properties: {} } }, want: ask }
      - { input: { url: "https://auth.example.com/" } }
`),
    );
    const { code, stdout } = await world.run(["test", "--json"]);
    assert.equal(code, 1);
    assert.deepEqual(ends(stdout), [
      "ok links: ours",
      "ok links: row 2",
      "ok links: row 3",
      "ok links: row 4",
      "ok links: row 5",
      "FAIL links: row 6",
    ]);
  });

  test("memory: what was asked, for rules that read answers", async () => {
    world.write("project/policy.yaml", "rules: [{ use: check-answer }]\n");
    world.write(
      "project/answers.test.yaml",
      `policy: policy.yaml
base: { hook_event_name: ElicitationResult, mcp_server_name: crm, action: accept, content: { count: many } }
tests:
  - name: an answer of another type
    memory:
      candidates:
        - hook_event_name: Elicitation
          mcp_server_name: crm
          message: How many?
          requested_schema: { type: object, properties: { count: { type: integer } } }
    want: decline
  - name: nobody knows what was asked
    want: { effect: pass, errors: [engine/no-memory] }
`,
    );
    const { code, stdout } = await world.run(["test", "answers.test.yaml"]);
    assert.equal(code, 0, stdout);
  });

  test("a text is handed in as it stands", async () => {
    write(testsOf("  - { name: broken, input: '{\"a\":', want: { effect: decline, reasons: engine/malformed } }\n"));
    assert.equal((await world.run(["test"])).code, 0);
  });

  test("values that a person typed are shown nowhere", async () => {
    const typed = "sk-live-0123456789abcdef0123456789";
    write(
      testsOf(`  - name: answer
    input: { hook_event_name: ElicitationResult, message: null, action: accept, content: { note: ${typed} } }
    want: { effect: accept, content: { note: ${typed} } }
`),
    );
    for (const args of [["test"], ["test", "--json"], ["test", "--junit", "out.xml"]]) {
      const { code, stdout, stderr } = await world.run(args);
      assert.equal(code, 1);
      assert.ok(!`${stdout}${stderr}`.includes(typed), args.join(" "));
    }
    assert.ok(!world.read("project/out.xml").includes(typed));
  });
});

suite("what proves nothing fails", () => {
  test("no tests in the file", async () => {
    write(testsOf("").replace("tests:\n", "tests: []\n"));
    const { code, stdout } = await world.run(["test"]);
    assert.equal(code, 1);
    assert.match(stdout, /^no tests: /m);
  });
  test("no file at all", async () => {
    const { code, stderr } = await world.run(["test"]);
    assert.equal(code, 2);
    assert.match(stderr, /no policy tests were found/);
  });
  test("a file that is not there, one that can't be read, one that is not UTF-8", async () => {
    world.write("project/latin.test.yaml", Buffer.from([0x61, 0xff]));
    for (const name of ["gone.test.yaml", "latin.test.yaml"]) {
      const { code, stderr } = await world.run(["test", name]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(name.replace(".", "\\.")));
    }
  });
  test("a policy that is not there", async () => {
    write(`policy: gone.yaml\n${testsOf(`  - { name: link, ${LINK}, want: decline }\n`)}`);
    const { code, stderr } = await world.run(["test"]);
    assert.equal(code, 2);
    assert.match(stderr, /gone\.yaml/);
  });
  test("a policy that does not load refuses everything, and so would pass", async () => {
    world.write("project/.claude/sekisho.yaml", POLICY.replace("hosts:", "hotss:"));
    write(testsOf(`  - { name: link, ${LINK}, want: decline }\n`));
    const { code, stdout } = await world.run(["test"]);
    assert.equal(code, 1);
    assert.match(stdout, /the policy does not load:\n.*sekisho\.yaml:5:5 unknown-option/);
    assert.match(stdout, /^0 passed, 1 file does not load$/m);
  });
  test("an input that can't be read is refused whatever the policy says", async () => {
    write(testsOf("  - { name: no link, input: { mode: url }, want: decline }\n"));
    const { code, stdout } = await world.run(["test"]);
    assert.equal(code, 1);
    assert.match(stdout, /input +can't be read: missing:url, wanted one that can be read, or reason engine\/malformed/);
  });
});

suite("slips are errors with their place and the nearest word", () => {
  const slips: Readonly<Record<string, readonly [text: string, says: RegExp]>> = {
    "a key of the file": [`${BASE}test: []\n`, /:2:1 unknown-key: a test file has no key `test`\n.*\n.*`tests`/],
    "a key of a test": ["tests: [{ name: a, imput: {}, want: ask }]", /:1:20 unknown-key: a test has no key `imput`/],
    "a key of a row": ["tests: [{ name: a, rows: [{ wants: ask }] }]", /unknown-key: a row has no key `wants`/],
    "a field of the input": [
      "tests: [{ name: a, input: { mcp_server: crm }, want: ask, rows: [{ input: { mesage: b } }] }]",
      /unknown-key: no field of a hook input is called `mesage`\n.*\n.*`message`/,
    ],
    "a key of want": [
      "tests: [{ name: a, input: {}, want: { efect: ask } }]",
      /unknown-key: `want` has no key `efect`/,
    ],
    "an effect": [
      "tests: [{ name: a, input: {}, want: declin }]",
      /wrong-value: `declin` is not known here\n.*\n.*`decline`/,
    ],
    "a rule": [
      "tests: [{ name: a, input: {}, want: { effect: ask, reasons: [require-http/not-https] } }]",
      /unknown-rule: there is no rule `require-http`\n.*\n.*`require-https`/,
    ],
    "a code": [
      "tests: [{ name: a, input: {}, want: { effect: ask, reasons: [require-https/not-http] } }]",
      /wrong-value: rule `require-https` has no code `not-http`\n.*\n.*`not-https`/,
    ],
    "an observed reason without its effect": [
      "tests: [{ name: a, input: {}, want: { effect: ask, observed: [require-https/not-https] } }]",
      /wrong-value: `require-https\/not-https` is no reason\n.*\n.*`decline rule\/code`/,
    ],
    "a reason that is none": [
      "tests: [{ name: a, input: {}, want: { effect: ask, reasons: not-https } }]",
      /is no reason/,
    ],
    "a time": [
      "tests: [{ name: a, input: {}, now: yesterday, want: ask }]",
      /wrong-value: a time in UTC is wanted here/,
    ],
    "facts that are a list": [
      "tests: [{ name: a, input: {}, facts: [ci], want: ask }]",
      /wrong-type: facts are a mapping/,
    ],
    "a question that can't be read": [
      "tests: [{ name: a, input: {}, memory: { candidates: [{ message: a }] }, want: ask }]",
      /wrong-value: what was asked can't be read: unknown-event/,
    ],
    "an earlier question without its time": [
      "tests: [{ name: a, input: {}, memory: { asked: [{ same: true }] }, want: ask }]",
      /wrong-value: a time in UTC is wanted here/,
    ],
    "an earlier question with a slip": [
      "tests: [{ name: a, input: {}, memory: { asked: [{ at: 2026-11-30, same: true, answr: accept }] }, want: ask }]",
      /unknown-key: an earlier question has no key `answr`/,
    ],
    "a record that is none": ["tests: [{ name: a, record: { version: 9 }, want: ask }]", /this is no record/],
    "two tests of one name": [
      "tests: [{ name: a, input: {}, want: ask }, { name: a, input: {}, want: ask }]",
      /duplicate-name: two tests are named `a`/,
    ],
    "no name": ["tests: [{ input: {}, want: ask }]", /missing-key: the test has no `name`/],
    "no input": ["tests: [{ name: a, want: ask }]", /missing-key: the test has no `input`/],
    "nothing wanted": ["tests: [{ name: a, input: {} }]", /missing-key: the test has no `want`/],
    "rows without any": ["tests: [{ name: a, input: {}, want: ask, rows: [] }]", /wrong-type: rows are a list/],
    "no tests": ["version: 1\n", /missing-key: the file has no tests/],
    "another version": ["version: 2\ntests: []\n", /wrong-value: this sekisho reads test files of version 1/],
    "a key twice": ["tests: []\ntests: []\n", /:2:1 duplicate-key/],
    "an empty file": ["", /empty-document: the test file is empty/],
    "a list": ["- a\n", /wrong-type: a test file is a mapping/],
  };
  for (const [what, [text, says]] of Object.entries(slips)) {
    test(what, async () => {
      write(text);
      const { code, stdout } = await world.run(["test"]);
      assert.equal(code, 1);
      assert.match(stdout, says);
    });
  }

  test("fields that the client may add later are no slips", async () => {
    const more = "scratchpad_dir: /tmp, effort: high, model: m, title: t, permission_mode: plan, some_new_thing: 1";
    write(testsOf(`  - { name: link, input: { mode: url, url: "https://evil.test/", ${more} }, want: decline }\n`));
    assert.equal((await world.run(["test"])).code, 0);
  });
});

suite("coverage", () => {
  beforeEach(() => {
    world.write("project/team.yaml", "rules:\n  - use: only-servers\n    servers: [crm, old]\n");
    world.write(
      "project/policy.yaml",
      `extends: [team.yaml, recommended]
rules:
  - use: match
    name: deploys
    message: { words: [production] }
    then: cancel

  - use: confirm
    for: { servers: crm }
    answer: yes
    observe: true
`,
    );
    world.write(
      "project/some.test.yaml",
      `policy: policy.yaml\n${BASE}tests:
  - name: stranger
    input: { mcp_server_name: x, requested_schema: { type: object, properties: {} } }
    want: decline
`,
    );
  });

  test("names each rule and each code that no test saw, with file and line; packs only where asked", async () => {
    const { code, stdout } = await world.run(["test", "some.test.yaml", "--coverage"]);
    assert.equal(code, 0);
    assert.match(stdout, /^coverage {2}1 of 3 rules, 1 of \d+ codes, [\d.]+ %$/m);
    assert.match(stdout, /^ {2}policy\.yaml:3 {2}match:deploys +never spoke: matched, matched-field, unreadable-url$/m);
    assert.match(stdout, /^ {2}policy\.yaml:8 {2}confirm +never spoke: /m);
    assert.doesNotMatch(stdout, /only-servers|require-https/);
    const all = await world.run(["test", "some.test.yaml", "--coverage", "--packs"]);
    assert.match(all.stdout, /^ {2}in a pack +require-https +never spoke: not-https, unreadable-url$/m);
  });

  test("the lines of rules in an extended file, observed too", async () => {
    world.write("project/policy.yaml", "mode: observe\nextends: team.yaml\nrules:\n  - use: require-https\n");
    const { stdout } = await world.run(["test", "some.test.yaml", "--coverage", "--json"]);
    const { coverage } = JSON.parse(stdout) as { coverage: { uncovered: object[] } };
    assert.deepEqual(coverage.uncovered, [
      { rule: "require-https", file: "policy.yaml", line: 4, spoke: false, codes: ["not-https", "unreadable-url"] },
    ]);
  });

  test("of a team's script: the codes that it says itself", async () => {
    world.write(
      "project/window.js",
      `rule({ about: "Declines deploys", codes: { closed: "closed", never: "never" }, decide({ request, decline }) { if (request.message === "Hello") return decline("closed"); } });\n`,
    );
    world.write("project/policy.yaml", "rules: [{ use: script, from: window.js }]\n");
    const { stdout } = await world.run(["test", "some.test.yaml", "--coverage"]);
    assert.match(stdout, /^coverage {2}1 of 1 rules, 1 of 2 codes/m);
    assert.match(stdout, /^ {2}policy\.yaml:1 {2}script +never$/m);
  });

  test("limit-asks: what was asked before, as memory", async () => {
    world.write("project/policy.yaml", "rules: [{ use: limit-asks, count: 1, window: 1h }]\n");
    const asked = "memory: { asked: [{ at: 2026-11-30T11:50Z, same: false, answer: accept }] }";
    const schema = "requested_schema: { type: object, properties: {} }";
    world.write(
      "project/limits.test.yaml",
      `policy: policy.yaml\n${BASE}now: 2026-11-30T12:00Z\ntests:\n  - { name: second, input: { ${schema} }, ${asked}, want: decline }\n`,
    );
    const { code, stdout } = await world.run(["test", "limits.test.yaml"]);
    assert.equal(code, 0, stdout);
  });

  test("--threshold fails below it, not at it", async () => {
    world.write("project/policy.yaml", "extends: team.yaml\nrules: [{ use: require-https }]\n"); // 2 of 5
    for (const [threshold, code] of [
      ["0", 0],
      ["40", 0],
      ["40.1", 1],
      ["100", 1],
    ] as const) {
      const end = await world.run(["test", "some.test.yaml", "--coverage", "--threshold", threshold]);
      assert.equal(end.code, code, `${threshold}: ${end.stdout}`);
      assert.deepEqual(await world.run(["test", "some.test.yaml", "--threshold", threshold]), end);
    }
  });

  test("a policy that two test files name is one policy", async () => {
    const other = world.read("project/some.test.yaml").replace("decline", "cancel").replace("name: x", "name: crm");
    world.write("project/other.test.yaml", other.replace("input: {", 'input: { message: "to production",'));
    const { stdout } = await world.run(["test", ".", "--coverage"]);
    assert.match(stdout, /^coverage {2}3 of 3 rules, 3 of 6 codes/m);
  });

  const misused: Readonly<Record<string, readonly string[]>> = {
    "--packs alone": ["--packs"],
    "a threshold that is none": ["--coverage", "--threshold", "all"],
    "a threshold beyond 100": ["--coverage", "--threshold", "100.5"],
  };
  for (const [what, args] of Object.entries(misused)) {
    test(`wrong usage: ${what}`, async () => {
      assert.equal((await world.run(["test", "some.test.yaml", ...args])).code, 2);
    });
  }
});

suite("for machines", () => {
  test("JUnit: counts, names, lines, failures with the reason, all of it XML", async () => {
    write(
      testsOf(`  - { name: "a <b> & \\"c\\" \\x1b[31m", ${LINK}, want: decline }
  - { name: wrong, ${LINK}, want: ask }
`),
    );
    write("tests: [{}]", "broken.test.yaml");
    const { code } = await world.run(["test", "--junit", "out/junit.xml"]);
    assert.equal(code, 1);
    const xml = world.read("project/out/junit.xml");
    assert.match(
      xml,
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<testsuites name="sekisho" tests="3" failures="1" errors="1">/,
    );
    assert.match(
      xml,
      /name="a &lt;b&gt; &amp; &quot;c&quot; \\x1b\[31m" file="\.claude\/sekisho\.test\.yaml" line="4"\/>/,
    );
    assert.match(xml, /<failure message="effect: decline, wanted ask">/);
    assert.match(xml, /<error message="does not load">/);
    assert.doesNotMatch(xml, /[^\n\x20-\x7e]/);
  });

  test("JSON: the same for every run, nothing but JSON on stdout", async () => {
    write(testsOf(`  - { name: wrong, ${LINK}, want: ask }\n`));
    const [one, other] = [await world.run(["test", "--json"]), await world.run(["test", "--json"])];
    assert.equal(one.stdout, other.stdout);
    const { ok, passed, failed } = JSON.parse(one.stdout) as Record<string, unknown>;
    assert.deepEqual([one.code, ok, passed, failed], [1, false, 0, 1]);
  });

  test("what comes from a file can't steer a terminal", async () => {
    write(testsOf(`  - { name: "\\e]0;owned\\a", ${LINK}, want: ask }\n`));
    const { stdout } = await world.run(["test"]);
    assert.doesNotMatch(stdout, /[^\n\x20-\x7e]/);
  });

  test("the JSON Schema takes what the checker takes, and refuses what it refuses by shape", async () => {
    const isTestFile = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true }).compile(
      createTestSchema(),
    );
    const good = testsOf(`  - name: a
    facts: { ci: true, n: 1 }
    now: 2026-11-30
    memory: { candidates: [{ hook_event_name: Elicitation, mcp_server_name: a, message: b, requested_schema: {} }] }
    input: { mode: url, url: "https://auth.example.com/" }
    want: { effect: ask, reasons: [], observed: [] }
  - name: b
    rows: [{ input: { mode: url, url: "https://evil.test/" }, want: decline }]
`);
    write(good);
    assert.equal((await world.run(["test"])).code, 0);
    assert.equal(isTestFile(parse(good)), true, JSON.stringify(isTestFile.errors));
    for (const bad of [
      "tests: [{ name: a, imput: {} }]",
      "test: []",
      "tests: [{ name: a, input: {}, want: declin }]",
      "tests: [{ name: a, input: {}, want: { effects: ask } }]",
      "tests: [{ name: a, input: {}, want: { effect: ask, reasons: nothing } }]",
      "tests: [{ name: a, input: {}, want: ask, rows: [] }]",
      "tests: [{ input: {}, want: ask }]",
    ]) {
      write(bad);
      assert.equal((await world.run(["test"])).code, 1, bad);
      assert.equal(isTestFile(parse(bad)), false, bad);
    }
  });

  test("`sekisho schema --tests` prints it, and docs/ holds it", async () => {
    const { stdout } = await world.run(["schema", "--tests"]);
    assert.equal(stdout, readFileSync(path.join(import.meta.dirname, "../docs/test.schema.json"), "utf8"));
  });
});

suite("as a process", () => {
  test("--watch runs again when the policy changes, and goes on after a file that is half written", async () => {
    const program = world.write("sekisho.cjs", await buildProgram());
    write(testsOf(`  - { name: link, ${LINK}, want: decline }\n`));
    const child = spawn(process.execPath, [program, "test", "--watch"], {
      cwd: world.project,
      env: { HOME: world.home, PATH: process.env["PATH"] },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    const steps: readonly (readonly [sees: RegExp, then: () => void])[] = [
      [
        /1 passed\n/,
        () => void world.write("project/.claude/sekisho.yaml", POLICY.replace("auth.example.com", "evil.test")),
      ],
      [/FAIL {2}link/, () => void write("tests: [")],
      [/unclosed/, () => void write(testsOf(`  - { name: link again, ${LINK}, want: ask }\n`))],
      [/ok {4}link again/, () => void child.kill()],
    ];
    let step = 0;
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      if (steps[step]?.[0].test(out) !== true) return;
      out = "";
      steps[step]?.[1]();
      step += 1;
    });
    await new Promise((resolve) => child.once("close", resolve));
    assert.equal(step, steps.length);
  });
});
