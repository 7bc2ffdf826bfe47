/**
 * Nothing that may be a secret leaves by any output but the answer itself: every value of the given vectors and of our own is
 * sent through every output there is, and looked for, whole and by its beginning.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { after, before, suite, test } from "node:test";
import fc from "fast-check";
import { hook } from "../engine/adapters/command.ts";
import { isPlain } from "../engine/core/plain-text.ts";
import { renderRecord } from "../engine/core/record.ts";
import { maskLink, maskText, mayBeSecret, redactName, redactText } from "../engine/core/redact.ts";
import { lengthClass } from "../engine/core/value-shape.ts";
import { engineOf, judgeBy } from "../engine/deciding.ts";
import { openPolicy } from "../engine/engine.ts";
import { createEngine, fetchHandler } from "../engine/index.ts";
import { PACKS } from "../rules/packs/index.ts";
import { openRaw } from "./drivers/mcp.ts";
import { readValueCases, VALUE_LINES } from "./secret-value-cases.ts";
import { createCliWorld } from "./support/cli-world.ts";
import { createWorld } from "./support/hook-world.ts";

const PROGRAM = join(import.meta.dirname, "../dist/sekisho.cjs");

interface Case {
  readonly id: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** Whether something in it is a secret for certain */
  readonly secret: boolean;
  /** What may be said of it: the kinds, in which a beginning may stand (`github`) */
  readonly said: string;
}

function givenCases(): readonly Case[] {
  const url = new URL("../../shared/cases/sensitive-values.jsonl", import.meta.url);
  if (!existsSync(url)) return [];
  return readFileSync(url, "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const { id, input, expect, disputed } = JSON.parse(line);
      return {
        id,
        content: input.content,
        secret: expect.sensitive && disputed === undefined,
        said: expect.kinds.join(),
      };
    });
}

const CASES: readonly Case[] = [
  ...givenCases(),
  ...readValueCases(VALUE_LINES).map(({ line, content, expected }) => ({
    id: line,
    content: content as Case["content"],
    secret: expected.length > 0,
    said: expected.join(),
  })),
].filter(({ content }) => typeof content === "object" && content !== null && !Array.isArray(content));

// Field names of ordinary length are said, so only long ones are looked for.
function valuesIn(value: unknown): readonly string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [...(name.length >= 24 ? [name] : []), ...valuesIn(inner)]);
}

/** The values of which a part stands in the text; `words`: what stands there whatever the values are */
function leaksIn(text: string, content: unknown, words: string): readonly string[] {
  return valuesIn(content).filter((value) => {
    if (value.length < 6) return false;
    const start = value.slice(0, 6);
    return text.includes(value) || (text.includes(start) && !words.includes(start) && /[^a-z ]/i.test(start));
  });
}

const result = (content: unknown): string =>
  JSON.stringify({
    hook_event_name: "ElicitationResult",
    mcp_server_name: "crm",
    mode: "form",
    action: "accept",
    content,
  });

const recommended = PACKS.get("recommended");
assert.ok(recommended !== undefined);
const removing = {
  rules: [{ use: "no-secret-answers", options: { then: "remove" } }],
} as unknown as typeof recommended;
const world = createCliWorld();
after(world.remove);
const NOW = "2026-11-30T15:30:00.000Z";

function check(outputs: (one: Case) => string | Promise<string>, cases: readonly Case[] = CASES): () => Promise<void> {
  return async () => {
    const words = `${await outputs({ id: "", content: { v: "x" }, secret: false, said: "" })} github-pat slack-webhook sendgrid stripe`;
    const leaks: string[] = [];
    for (const one of cases) {
      const found = leaksIn(await outputs(one), one.content, words + one.said);
      if (found.length > 0) leaks.push(`${one.id}: ${found.join(" | ")}`);
    }
    assert.deepEqual(leaks, []);
  };
}

suite("a value that a person typed", () => {
  for (const [name, document] of [
    ["recommended", recommended],
    ["removing", removing],
  ] as const) {
    const engine = engineOf(judgeBy(openPolicy([document])));
    test(
      `reaches no record, ${name}`,
      check(({ content }) => {
        const { record } = engine.examine(result(content), { now: NOW });
        return record === undefined ? "" : renderRecord(record);
      }),
    );
  }

  test(
    "reaches no audit file and no stderr of the hook",
    check(async ({ content }) => {
      const folder = join(world.folder, "audit");
      const { written, powers } = createWorld({ stdin: [result(content)] });
      await hook(["--audit", folder], powers);
      const files = [...world.snapshot()].filter(([file]) => file.startsWith("audit"));
      const text = files.map(([, one]) => one).join("\n");
      // Each record on its own: the file grows with every case.
      return written.stderr + (text.trimEnd().split("\n").at(-1) ?? "");
    }),
  );

  test(
    "reaches no stderr where it was put into an argument",
    check(
      async ({ content }) => {
        const { written, powers } = createWorld();
        const args = valuesIn(content).flatMap((value) => ["--fact", value.replaceAll("=", "")]);
        await hook(args, powers);
        const { stderr } = await world.run(["decide", ...args]);
        return written.stderr + stderr;
      },
      CASES.filter(({ secret, content }) => secret && valuesIn(content).every((value) => mayBeSecret(value))),
    ),
  );

  const policy = world.write("removing.yaml", "rules: [{ use: no-secret-answers, then: remove }]\n");
  for (const args of [[], ["--json"], ["--policy", policy], ["--policy", policy, "--json"]]) {
    test(
      `reaches no explanation: explain ${args.map((one) => (one === policy ? "POLICY" : one)).join(" ")}`,
      check(async ({ content }) => {
        const { stdout, stderr } = await world.run(["explain", ...args], { stdin: result(content) });
        return stdout + stderr;
      }),
    );
  }

  test(
    "reaches no decision, but as the answer itself",
    check(async ({ content }) => {
      const { stdout, stderr } = await world.run(["decide"], { stdin: result(content) });
      return stdout + stderr;
    }),
  );
});

// An output that is made of one answer: a line here is all that a new one needs.
const ANSWERING: readonly (readonly [string, () => Promise<(body: string) => Promise<string>>])[] = [
  [
    "the http handler",
    async () => {
      const handler = fetchHandler(await createEngine({ policy: "extends: recommended\n" }));
      const headers = { "content-type": "application/json" };
      return async (body) => {
        const response = await handler(new Request("http://127.0.0.1/hook", { method: "POST", body, headers }));
        return response.text();
      };
    },
  ],
  [
    "the mcp tool",
    async () => {
      const connection = await openRaw({ command: process.execPath, args: [PROGRAM, "mcp"], env: {} });
      closing.push(connection.close);
      return async (body) => JSON.stringify(await connection.call(JSON.parse(body)));
    },
  ],
];
const closing: (() => Promise<void>)[] = [];
after(async () => {
  for (const close of closing) await close();
});

suite("a value that a person typed, by whatever answers", () => {
  for (const [name, open] of ANSWERING) {
    test(`is not said by ${name}`, async () => {
      const answer = await open();
      // An answer that passes is given back as it came, or not at all.
      const refused = CASES.filter(({ secret }) => secret);
      await check(({ content }) => answer(result(content)), refused)();
    });
  }
});

// What shows a log in one way or another: likewise a line each.
const SHOWING: readonly (readonly string[])[] = [
  ["log", "--limit", "100000", "--audit"],
  ["log", "--json", "--limit", "100000", "--audit"],
  ["log", "stats", "--audit"],
  ["log", "stats", "--json", "--audit"],
  ["log", "--verify", "--audit"],
  ["replay", "--policy", "POLICY"],
  ["replay", "--policy", "POLICY", "--json"],
  ["replay", "--policy", "POLICY", "--lines"],
];

suite("a log of answers that hold secrets, and of forms that propose them", () => {
  const folder = join(world.folder, "kept");
  const strict = world.write("strict.yaml", "extends: strict\n");
  const secrets = CASES.filter(({ secret }) => secret);
  // What is a secret by itself: a piece of one is a number like others.
  const values = secrets
    .filter(({ content }) => Object.keys(content).length === 1)
    .flatMap(({ content }) => valuesIn(content).filter(mayBeSecret));

  before(async () => {
    for (const { content } of secrets) {
      const properties = Object.fromEntries(
        Object.entries(content).map(([name, value]) => [
          name,
          { type: "string", default: value, title: String(value) },
        ]),
      );
      const session = { session_id: "s1", mcp_server_name: "crm", mode: "form" };
      for (const stdin of [
        {
          ...session,
          hook_event_name: "Elicitation",
          message: "Fill in",
          requested_schema: { type: "object", properties },
        },
        { ...session, ...JSON.parse(result(content)) },
      ]) {
        await hook(["--audit", folder], createWorld({ stdin: [JSON.stringify(stdin)] }).powers);
      }
    }
  });

  const leaks = (text: string): readonly string[] => values.filter((value) => text.includes(value));

  test("holds none of them, nor does what is remembered beside it", () => {
    const files = [...world.snapshot()].filter(([file]) => file.startsWith("kept"));
    assert.ok(files.length > 0);
    // Memory keeps questions, since rules have to read them; what a form proposes is left out there too.
    for (const [file, text] of files) assert.deepEqual(leaks(text), [], file);
  });

  for (const args of SHOWING) {
    test(`shows none of them: ${args.join(" ")}`, async () => {
      const { stdout, stderr } = await world.run([...args.map((one) => (one === "POLICY" ? strict : one)), folder]);
      assert.ok(stdout.length > 0, stderr);
      assert.deepEqual(leaks(stdout + stderr), []);
    });
  }
});

suite("a secret that a policy or a server wrote", () => {
  const secret = CASES.filter((one) => one.secret);
  const asked = (content: Case["content"]): string => {
    const properties = Object.fromEntries(
      Object.keys(content).map((name) => [name, { type: "string", default: content[name] }]),
    );
    return JSON.stringify({ type: "object", properties });
  };
  // Where one kind was found twice it lies in pieces, none of which is a secret by itself.
  const kindsOf = ({ said }: Case): readonly string[] => said.split(",").map((one) => one.split("=").at(-1) ?? "");
  const whole = secret.filter((one) => new Set(kindsOf(one)).size === kindsOf(one).length);
  const textsOnly = whole.filter(({ content }) => Object.values(content).every((value) => typeof value === "string"));

  for (const args of [[], ["--json"]]) {
    test(
      `is not shown with the form: form ${args.join(" ")}`,
      check(async ({ content }) => {
        const policy = world.write(
          "answers.yaml",
          JSON.stringify({ rules: [{ use: "answer-form", answers: content }] }),
        );
        const { stdout, stderr } = await world.run(["form", "--policy", policy, ...args], { stdin: asked(content) });
        return stdout + stderr;
      }, textsOnly),
    );
  }

  for (const command of [["check"], ["explain", "--policy"], ["decide", "--policy"]]) {
    test(
      `is not shown with what is wrong with the policy: ${command[0]}`,
      check(async ({ content }) => {
        const text = `rules:\n  - { use: answer-form, answerz: ${JSON.stringify(content)} }\n`;
        const file = world.write("broken.yaml", text);
        const { stdout, stderr } = await world.run([...command, file], { stdin: "{}" });
        return stdout + stderr;
      }, textsOnly),
    );
  }
});

test("a name that may be a secret is said by place and length, an ordinary one as it is", () => {
  for (const name of [
    "customer_email_address",
    "line2",
    "oauth2_client_id",
    "preferredContactMethod",
    "年齢",
    "a".repeat(60),
  ])
    assert.equal(redactName(name), name);
  for (const name of ["4111 1111 1111 1111", "a1b2c3d4e5f6a7b8", "-----BEGIN KEY"]) {
    assert.ok(mayBeSecret(name), name);
    assert.match(redactName(name, 1), /^\[name 2 of [\d+-]+ characters\]$/);
  }
  assert.equal(redactName("x".repeat(101)), "[name of 64-255 characters]");
  assert.equal(redactText("password: hunter2"), "password: [text of 1-7 characters]");
  assert.deepEqual([0, 7, 8, 63, 64, 256].map(lengthClass), ["0", "1-7", "8-15", "32-63", "64-255", "256+"]);
});

test("what a link holds is masked, its host and what is odd in it are not", () => {
  for (const [link, shown] of [
    ["https://example.test/a?b=c", "https://example.test/a?b=c"],
    ["https://bob:hunter2@example.test/", "https://bob:*******@example.test/"],
    ["https://example.test/?t=a1b2c3d4e5f6", "https://example.test/?t=************"],
    ["https://a1b2c3d4e5f6.example.test/", "https://a1b2c3d4e5f6.example.test/"],
    ["https://example.test/a1b2c3\u200bd4e5f6", "https://example.test/******\u200b******"],
  ] as const) {
    assert.equal(maskLink(link), shown);
    assert.equal(maskLink(link).length, link.length);
  }
});

test("a secret among a server's choices stands for no answer", async () => {
  const token = `gh${"p_"}8QKSTsEzNa0lFAlEVWusRl7CI4XAQGBd4i5k`;
  const lines: string[] = [];
  const engine = await createEngine({
    policy: { version: 1, rules: [{ use: "check-answer" }] },
    audit: (record) => void lines.push(renderRecord(record)),
  });
  const number = 4111111111111111;
  const fields: readonly (readonly [field: object, answers: readonly unknown[]])[] = [
    [{ type: "string", enum: [token, "no"] }, ["no", token]],
    [
      {
        type: "string",
        oneOf: [
          { const: token, title: "x" },
          { const: "no", title: "y" },
        ],
      },
      ["no", token],
    ],
    [{ type: "array", items: { type: "string", enum: [token, "no"] } }, [["no"], [token], [token, "no"]]],
    [{ type: "string", enum: [token] }, [token, "other"]],
    [{ type: "string", default: token, oneOf: [{ const: token, title: "x" }] }, [token]],
    [{ type: "array", default: [token], items: { type: "string", enum: [token] } }, [[token]]],
    [{ type: "integer", enum: [number, 1] }, [1, number]],
  ];
  for (const [field, answers] of fields) {
    const question = {
      hook_event_name: "Elicitation",
      mcp_server_name: "crm",
      message: "Which?",
      requested_schema: { type: "object", properties: { a: field } },
    };
    engine.decide(question);
    for (const a of answers) {
      const result = { hook_event_name: "ElicitationResult", mcp_server_name: "crm", action: "accept", content: { a } };
      engine.decide(result, { memory: { candidates: [question] } });
    }
  }
  assert.equal(lines.length, 20);
  for (const line of lines) assert.equal(line.includes("8QKSTsEz"), false, line);
  for (const line of lines.filter((one) => one.includes('"content":{"a":'))) {
    const { request } = JSON.parse(line);
    if (request.content !== undefined) assert.notEqual(request.content.a, number, line);
  }
});

test("a text that is taken for plain is one in which a closer look withholds nothing", () => {
  const word = fc.oneof(
    fc.constantFrom(
      "a",
      "is",
      "the",
      "abandon",
      "account",
      "characters",
      "Password",
      "API",
      "token",
      "it's",
      "_x",
      "e-mail",
    ),
    fc.stringMatching(/^[A-Za-z]{1,10}$/),
  );
  const gap = fc.constantFrom(" ", " ", " ", ", ", ". ", "  ", "\n", " - ", "_", "\t");
  const text = fc.array(fc.tuple(word, gap), { maxLength: 30 }).map((all) => all.flat().join(""));
  let plain = 0;
  const check = (one: string): void => {
    if (!isPlain(one)) return;
    plain += 1;
    // No letter of ours is plain, so this is looked at.
    assert.equal(maskText(`${one} \u00f1`), `${one} \u00f1`);
    assert.equal(mayBeSecret(`${one} \u00f1`), false);
  };
  fc.assert(fc.property(text, check), { numRuns: 20_000 });
  assert.ok(plain > 1000, String(plain));
  for (const count of [11, 12, 13])
    assert.equal(isPlain(Array.from({ length: count }, () => "abandon").join(" ")), count < 12, String(count));
});
