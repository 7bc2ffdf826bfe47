/**
 * `sekisho explain` and what it shows: real payloads, the policy's own answers, hostile text.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { eventName } from "../engine/core/request.ts";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

interface Payload {
  readonly hook_event_name: string;
  readonly mcp_server_name?: string;
}

const WIRE = join(import.meta.dirname, "cases/wire");
const input = (more: object): string =>
  JSON.stringify({
    hook_event_name: "Elicitation",
    mcp_server_name: "crm",
    message: "Which team?",
    mode: "form",
    requested_schema: { type: "object", properties: { team: { type: "string" } }, required: ["team"] },
    ...more,
  });

async function explain(policy: string, stdin: string | Uint8Array, ...args: readonly string[]): Promise<string> {
  const file = world.write("policy.yaml", policy);
  const { code, stdout, stderr } = await world.run(["explain", "--policy", file, ...args], { stdin });
  assert.deepEqual([code, stderr], [0, ""]);
  return stdout.replaceAll(file, "POLICY");
}

suite("as text", () => {
  test("the request, the decision and its reasons, each rule, and what would come next", async () => {
    const policy = `rules:
  - { use: match, name: asks, then: ask, because: look at it }
  - { use: match, name: closed, then: decline, because: the window is closed }
  - { use: match, name: elsewhere, then: decline, for: { servers: billing } }
  - { use: match, name: trusted, then: decline, except: { servers: crm } }
  - { use: match, name: on-trial, then: cancel, because: later, observe: true }
  - { use: check-answer }
`;
    assert.equal(
      await explain(policy, input({})),
      `request
  event    Elicitation
  server   crm
  mode     form
  message  Which team?

form
* team  text

decision  decline
  because   match:closed/matched: the window is closed
  observed  cancel, match:on-trial/matched: later

POLICY
  match:asks       ask                                    matched: look at it
> match:closed     decline                                matched: the window is closed
  match:elsewhere  does not apply: out of its scope
  match:trusted    does not apply: an exception holds
  match:on-trial   cancel, observed                       matched: later
  check-answer     does not apply: reads the other event

without what decided  ask, match:asks/matched: look at it
`,
    );
  });

  test("an answer that was stopped at the checkpoint, and by which rule", async () => {
    const policy = `rules:
  - { use: answer-form, answers: { team: Platform } }
  - { use: match, name: not-ours, then: decline, because: that team is gone, content: { values: { words: [Platform] } } }
`;
    assert.equal(
      (await explain(policy, input({}))).split("\n\n").slice(2).join("\n\n"),
      `decision  decline
  because  match:not-ours/matched-field: field \`team\`: that team is gone

POLICY
  answer-form     accept                                 answered: answers 1 of 1 fields
  match:not-ours  does not apply: reads the other event

the answer on its way out
POLICY
> match:not-ours  decline  matched-field: field \`team\`: that team is gone

without what decided  accept, answer-form/answered: answers 1 of 1 fields
`,
    );
  });

  test("an accept, with the policy's own answer", async () => {
    const text = await explain("rules: [{ use: answer-form, answers: { team: Platform } }]\n", input({}));
    assert.match(
      text,
      /^decision {2}accept\n {2}because {2}answer-form\/answered: .*\n {2}answer {3}\{"team":"Platform"\}$/m,
    );
    assert.match(text, /^the answer on its way out\n {2}no rule reads it$/m);
  });

  test("a link, with its host marked and what is wrong under its place", async () => {
    const question = input({ mode: "url", url: "https://evil.test\\@auth.example.com/", requested_schema: null });
    const text = await explain("rules: [{ use: canonical-url }]\n", question);
    assert.match(text, /^link\n {2}https:\/\/evil\.test\\@auth\.example\.com\/\n[\s\S]*^ {18,20}\^ backslash: /m);
    assert.match(text, /^two readers could read it differently\n\ndecision {2}decline$/m);
    const { link } = JSON.parse(await explain("rules: []\n", question, "--json")) as {
      readonly link: { readonly clear: boolean };
    };
    assert.equal(link.clear, false);
  });

  test("what a person typed is shown nowhere", async () => {
    const result = input({
      hook_event_name: "ElicitationResult",
      action: "accept",
      content: { team: "secret-42" },
      message: null,
      requested_schema: null,
    });
    for (const policy of [
      "rules: []\n",
      "rules: [{ use: match, then: decline, content: { values: { words: [secret] } } }]\n",
    ]) {
      for (const args of [[], ["--json"]]) {
        const text = await explain(policy, result, ...args);
        assert.equal(text.includes("secret-42"), false, text);
      }
    }
    assert.match(await explain("rules: []\n", result), /^ {2}action {2}accept\n {2}fields {2}team$/m);
  });

  test("a default, an end of all questions, nobody", async () => {
    assert.match(
      await explain("default: decline\n", input({})),
      /^decision {2}decline\n {2}because {2}nobody answered: `default: decline` of POLICY\n\nPOLICY {2}\(default decline\)\n {2}no rules\n\nwithout what decided {2}ask$/m,
    );
    assert.match(
      await explain("unattended: cancel\n", input({})),
      /^decision {2}cancel\n {2}because {2}nobody is there to ask: `unattended: cancel` of POLICY\n/m,
    );
    assert.match(
      await explain("rules: []\n", input({})),
      /^decision {2}ask\n {2}because {2}no rule has anything to say\n/m,
    );
    assert.match(
      await explain(
        "rules: []\n",
        input({ hook_event_name: "ElicitationResult", action: "cancel", message: null, requested_schema: null }),
      ),
      /^decision {2}pass\n {2}because {2}no rule has anything against it\n/m,
    );
  });

  test("accepts that came to nothing", async () => {
    const policy =
      "rules:\n  - { use: answer-form, name: a, answers: { team: x } }\n  - { use: answer-form, name: b, answers: { team: y } }\n";
    assert.match(
      await explain(policy, input({})),
      /^ {2}error {4}engine\/conflict: answers or edits for field `team` disagree$/m,
    );
  });

  test("an event of another kind, and what is no request", async () => {
    assert.match(
      await explain("rules: []\n", '{"hook_event_name":"PreToolUse"}'),
      /^an event of another kind, which is left alone\n\ndecision {2}pass$/m,
    );
    assert.match(
      await explain("rules: []\n", input({ mode: "telepathy" })),
      /^not a request: unknown-value:mode\n\ndecision {2}decline\n/m,
    );
  });
});

suite("hostile text", () => {
  const nasty = "\u001b[31m\u202e\u0007\u009b2J\u200b\u2028\r\n\ud800x";
  const hidden = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\ud800-\udfff]/;

  test("wherever it stands: server, message, agent, field names, link, rule reasons, answers", async () => {
    const name = `x${nasty}`;
    const inputs = [
      input({ mcp_server_name: name, message: name, agent_type: name }),
      input({
        requested_schema: {
          type: "object",
          properties: { [name]: { type: "string", title: name, default: name } },
          required: [name],
        },
      }),
      input({ mode: "url", url: `https://${name}.test/`, requested_schema: null }),
      input({
        hook_event_name: "ElicitationResult",
        action: "accept",
        content: { [name]: name },
        message: null,
        requested_schema: null,
      }),
      input({ [name]: 1, mode: name }),
    ];
    const policies = [
      "extends: recommended\n",
      "rules: [{ use: only-servers, servers: billing }, { use: fill-defaults }]\n",
      `rules: [{ use: match, then: decline, because: ${JSON.stringify(name)} }]\n`,
      `rules: [{ use: match, then: cancel, fields: { names: { globs: ["*"] } }, observe: true }]\n`,
      `rules: [{ use: answer-form, answers: { ${JSON.stringify(name)}: ${JSON.stringify(name)} } }]\n`,
    ].filter((policy) => !policy.includes("\\ud800"));
    for (const policy of policies) {
      for (const one of inputs) {
        for (const args of [[], ["--json"]]) {
          const text = await explain(policy, one, ...args);
          assert.equal(hidden.exec(text), null, JSON.stringify(text));
        }
      }
    }
  });

  test("long text is cut", async () => {
    const text = await explain(
      "rules: []\n",
      input({ message: "x".repeat(100_000), mcp_server_name: "y".repeat(100_000) }),
    );
    assert.ok(text.length < 2000, `${text.length} characters`);
  });
});

suite("as JSON", () => {
  test("everything that the text says, as data", async () => {
    const policy =
      "default: cancel\nrules:\n  - { use: answer-form, answers: { team: Platform } }\n  - { use: check-answer }\n";
    const data = JSON.parse(await explain(policy, input({}), "--json")) as Record<string, unknown>;
    assert.deepEqual(Object.keys(data), [
      "kind",
      "decision",
      "output",
      "by",
      "documents",
      "answers",
      "next",
      "form",
      "link",
    ]);
    const { form, ...rest } = data as { readonly form: { readonly fields: readonly { readonly name: string }[] } };
    assert.deepEqual(
      form.fields.map(({ name }) => name),
      ["team"],
    );
    const reason = { rule: "answer-form", code: "answered", args: { count: 1, total: 1 } };
    assert.deepEqual(rest, {
      kind: "request",
      decision: { effect: "accept", content: { team: "Platform" }, reasons: [reason], errors: [], observed: [] },
      output: { hookSpecificOutput: { hookEventName: "Elicitation", action: "accept", content: { team: "Platform" } } },
      by: "rules",
      documents: [
        {
          origin: "POLICY",
          default: "cancel",
          entries: [
            { rule: "answer-form", state: "says", observe: false, effect: "accept", reason, decided: true },
            { rule: "check-answer", state: "other-event", observe: false, decided: false },
          ],
        },
      ],
      answers: [
        {
          kind: "own",
          documents: [
            {
              default: "cancel",
              entries: [
                { rule: "answer-form", state: "other-event", observe: false, decided: false },
                { rule: "check-answer", state: "abstains", observe: false, decided: false },
              ],
            },
          ],
        },
      ],
      next: { effect: "cancel", reasons: [], errors: [], observed: [] },
      link: null,
    });
  });

  test("what is no request has the same keys", async () => {
    const data = JSON.parse(await explain("rules: []\n", '{"hook_event_name":"Stop"}', "--json")) as Record<
      string,
      unknown
    >;
    assert.deepEqual(data, {
      kind: "foreign",
      decision: { effect: "pass", reasons: [], errors: [], observed: [] },
      output: {},
      by: "nobody",
      documents: [],
      answers: [],
      next: null,
      form: null,
      link: null,
    });
  });
});

suite("the input", () => {
  test("every payload that a client really sent", async () => {
    const payloads = readdirSync(WIRE)
      .filter((name) => name.endsWith(".json"))
      .flatMap((name) => JSON.parse(readFileSync(join(WIRE, name), "utf8")) as Payload | readonly Payload[]);
    assert.ok(payloads.length >= 10);
    for (const payload of payloads) {
      const { hook_event_name: event, mcp_server_name: server } = payload;
      const stdin = JSON.stringify(payload);
      const { code, stdout, stderr } = await world.run(["explain"], { stdin });
      assert.deepEqual([code, stderr], [0, ""]);
      if (eventName(event) === undefined) assert.match(stdout, /^an event of another kind/);
      else assert.match(stdout, new RegExp(`^request\n {2}event +${event}\n {2}server +${server}\n`));
      const { decision, output } = JSON.parse((await world.run(["explain", "--json"], { stdin })).stdout) as Record<
        string,
        object
      >;
      assert.deepEqual({ decision, output }, JSON.parse((await world.run(["decide"], { stdin })).stdout));
    }
  });

  test("from a file by a relative name, from stdin, from `-`: as the hook, the first object and no more", async () => {
    world.write("project/request.json", `\ufeff${input({})}\n${input({ mcp_server_name: "other" })}`);
    const [first, ...others] = await Promise.all([
      world.run(["explain", "request.json"]),
      world.run(["explain"], { stdin: `${input({})} trailing` }),
      world.run(["explain", "-"], { stdin: `\n\t${input({})}{` }),
    ]);
    assert.match(first?.stdout ?? "", /^ {2}server {3}crm$/m);
    for (const one of others) assert.deepEqual(one, first);
  });

  test("what is no JSON, or nothing, is refused as the hook refuses it: exit code 1", async () => {
    for (const stdin of ["", "{", "nonsense", "[]", `{"hook_event_name":"elicitation"}`]) {
      const { code, stdout } = await world.run(["explain"], { stdin });
      assert.equal(code, 1, stdin);
      assert.match(stdout, /^not a request: .*\n\ndecision {2}decline\n/, stdin);
    }
  });

  test("what is not UTF-8 is told as that", async () => {
    const { code, stderr } = await world.run(["explain"], { stdin: Buffer.from('{"message":"\xe4"}', "latin1") });
    assert.equal(code, 2);
    assert.match(stderr, /not UTF-8/);
  });

  test("a policy that does not load: the refusal, and why on stderr", async () => {
    const policy = world.write("broken.yaml", "rulez: []\n");
    const { code, stdout, stderr } = await world.run(["explain", "--policy", policy], { stdin: input({}) });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^decision {2}decline\n {2}because {2}engine\/no-policy: the policy does not load: unknown-key\n/m,
    );
    assert.match(stderr, /did you mean `rules`\?/);
  });

  test("facts, the time, and where each document comes from", async () => {
    const first = world.write("one.yaml", "rules: [{ use: match, then: decline, for: { facts: { ci: true } } }]\n");
    const second = world.write(
      "two.yaml",
      "rules: [{ use: match, then: cancel, except: { servers: crm, until: 2026-12-31 } }]\n",
    );
    const args = ["explain", "--policy", first, "--policy", second];
    const plain = (await world.run(args, { stdin: input({}) })).stdout;
    assert.ok(plain.includes(`\n${first}\n`) && plain.includes(`\n${second}\n`));
    assert.match(plain, /^decision {2}ask$/m);
    assert.match(
      (await world.run([...args, "--fact", "ci=true"], { stdin: input({}) })).stdout,
      /^decision {2}decline$/m,
    );
    assert.match(
      (await world.run([...args, "--now", "2027-01-01"], { stdin: input({}) })).stdout,
      /^decision {2}cancel$/m,
    );
  });

  test("what the hook would find: the pack first", async () => {
    const { stdout } = await world.run(["explain"], { stdin: input({}) });
    assert.match(stdout, /^pack recommended\n {2}canonical-url/m);
  });
});
