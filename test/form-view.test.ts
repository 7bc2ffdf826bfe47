/**
 * A form as a person sees it: what is shown of each field, what a policy would answer, and that nothing in it hides.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, describe, test } from "node:test";
import { parseArguments, UsageError } from "../engine/cli/command.ts";
import { form } from "../engine/cli/form.ts";
import type { Io } from "../engine/cli/io.ts";
import { NO_CONTEXT } from "../engine/context.ts";
import type { FormRequest } from "../engine/core/request.ts";
import { type FieldView, type FormView, isOutside, viewForm, whoSays } from "../engine/form-view.ts";
import { loadEngine } from "../engine/load-engine.ts";

const folder = fs.mkdtempSync(path.join(tmpdir(), "sekisho-form-"));
after(() => fs.rmSync(folder, { recursive: true }));

function view(requestedSchema: object, policies: readonly object[] = [{ version: 1, rules: [] }]): FormView {
  const request = {
    hook_event_name: "Elicitation",
    mcp_server_name: "crm",
    message: "Please",
    mode: "form",
    requested_schema: requestedSchema,
  };
  const { engine, policy, notes } = loadEngine(
    policies.map((one, index) => ({ file: `${index}.yaml`, text: JSON.stringify(one), role: "named" })),
    () => undefined,
  );
  assert.deepEqual(notes, []);
  const { reading, decision } = engine.examine(request, {});
  assert.equal(reading.kind, "request");
  return viewForm((reading as { request: FormRequest }).request, policy, NO_CONTEXT, decision);
}

function field(shown: FormView, name: string): FieldView {
  const found = shown.fields.find((one) => one.name === name);
  assert.ok(found, `no field ${name}`);
  return found;
}

describe("what is said of a field", () => {
  const says: readonly [property: object, says: string][] = [
    [{ type: "string" }, "text"],
    [{ type: "string", minLength: 3, maxLength: 20 }, "text, 3 to 20 characters"],
    [{ type: "string", minLength: 1 }, "text, at least 1 character"],
    [{ type: "string", maxLength: 8 }, "text, at most 8 characters"],
    [{ type: "string", minLength: 6, maxLength: 6 }, "text, exactly 6 characters"],
    [{ type: "string", const: "x" }, 'text, only ["x"]'],
    [{ type: "string", format: "email" }, "e-mail address"],
    [{ type: "integer", minimum: 1, maximum: 100 }, "whole number, 1 to 100"],
    [{ type: "number", minimum: 0 }, "number, at least 0"],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 }, "number, more than 0, less than 1"],
    [{ type: "boolean" }, "yes or no"],
    [{ type: "string", enum: ["a"] }, "one of"],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, "any of"],
    [{ type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 }, "1 to 2 of"],
    [{ type: "array", items: { type: "string", enum: ["a"] }, uniqueItems: true }, "none twice, any of"],
    [{ type: "object" }, "a field that has no reading"],
  ];
  for (const [property, text] of says) {
    test(JSON.stringify(property), () => {
      assert.equal(field(view({ type: "object", properties: { a: property } }), "a").says, text);
    });
  }

  test("labels, choices, defaults and whether they are needed", () => {
    const shown = view({
      type: "object",
      title: "Registration",
      properties: {
        role: { type: "string", title: "Role", description: "Yours", enum: ["dev"], enumNames: ["Developer"] },
        age: { type: "integer", maximum: 10, default: 99 },
        on: { type: "boolean", default: false },
      },
      required: ["role", "ghost"],
    });
    assert.equal(shown.title, "Registration");
    assert.deepEqual(shown.unfillable, ["ghost"]);
    const role = field(shown, "role");
    assert.deepEqual([role.title, role.description, role.required], ["Role", "Yours", true]);
    assert.deepEqual(role.options, [{ const: "dev", title: "Developer" }]);
    assert.deepEqual([field(shown, "age").default, field(shown, "age").badDefault], [99, true]);
    assert.deepEqual([field(shown, "on").default, field(shown, "on").badDefault], [false, false]);
    assert.equal(role.badDefault, false);
  });

  test("names of Object.prototype are ordinary", () => {
    const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"boolean"}}');
    const shown = view({ type: "object", properties });
    assert.deepEqual(
      shown.fields.map(({ name, sent }) => [name, sent]),
      [
        ["__proto__", undefined],
        ["constructor", undefined],
      ],
    );
  });
});

describe("what lies outside the grammar", () => {
  const schema = { type: "object", properties: { a: { type: "string", oneOf: [{ const: "x", title: "X" }] } } };
  test("depends on the revision: the oldest that a document names", () => {
    const at = (policies: readonly object[]): readonly string[] =>
      view(schema, policies).problems.map((one) => `${one.code} ${one.at}`);
    assert.deepEqual(at([{ version: 1, rules: [] }]), []);
    assert.deepEqual(at([{ version: 1, protocol: "2025-11-25", rules: [] }]), []);
    const old = { version: 1, protocol: "2025-06-18", rules: [] };
    assert.deepEqual(at([{ version: 1, protocol: "2026-07-28", rules: [] }, old]), ["newer /properties/a/oneOf"]);
    assert.equal(view(schema, [old]).protocol, "2025-06-18");
  });

  test("what limits nothing is no fault", () => {
    assert.equal(isOutside(view({ title: "T", ...schema })), false);
    assert.equal(isOutside(view({ minProperties: 1, ...schema })), true);
    assert.equal(isOutside(view({ type: "object", properties: { a: { type: "string", enum: [] } } })), true);
  });

  test("a root that has no reading", () => {
    const shown = view({ type: "string" });
    assert.equal(shown.readable, false);
    assert.deepEqual(shown.fields, []);
    assert.equal(isOutside(shown), true);
  });
});

describe("what a policy would answer", () => {
  const schema = {
    type: "object",
    properties: { team: { type: "string" }, region: { type: "string", default: "eu" }, note: { type: "string" } },
    required: ["team"],
  };
  const answers = { use: "answer-form", name: "who", answers: { team: "core", note: "internal" } };

  test("each field by the rule that knows it; an answer goes before a default", () => {
    const region = { use: "answer-form", name: "where", answers: { region: "us" } };
    const shown = view(schema, [
      { version: 1, rules: [answers, { use: "fill-defaults" }] },
      { version: 1, rules: [region] },
    ]);
    assert.equal(shown.accepted, true);
    assert.deepEqual(
      shown.fields.map((one) => [one.name, one.sent, whoSays(one)]),
      [
        ["team", "core", ["answer-form:who"]],
        ["region", "us", ["answer-form:where"]],
        ["note", "internal", ["answer-form:who"]],
      ],
    );
    assert.deepEqual(field(shown, "region").known, [
      { rule: "fill-defaults", value: "eu", isDefault: true },
      { rule: "answer-form:where", value: "us", isDefault: false },
    ]);
  });

  test("half an answer is shown as what is known, and nothing is sent", () => {
    const shown = view(schema, [{ version: 1, rules: [{ use: "answer-form", answers: { note: "x" } }] }]);
    assert.equal(shown.accepted, false);
    assert.deepEqual(field(shown, "note").known, [{ rule: "answer-form", value: "x", isDefault: false }]);
    assert.deepEqual(
      shown.fields.map(({ sent }) => sent),
      [undefined, undefined, undefined],
    );
  });

  test("what is changed on its way out is nobody's answer", () => {
    const edit = { use: "edit-answer", set: { team: "billing" }, remove: ["note"] };
    const shown = view(schema, [{ version: 1, rules: [answers, edit] }]);
    assert.deepEqual([field(shown, "team").sent, whoSays(field(shown, "team"))], ["billing", []]);
    assert.equal(field(shown, "note").sent, undefined);
  });

  test("rules that do not apply, or are only observed, know nothing", () => {
    const rules = [
      { ...answers, for: { servers: "billing" } },
      { ...answers, name: "seen", observe: true },
    ];
    assert.deepEqual(field(view(schema, [{ version: 1, rules }]), "team").known, []);
  });
});

describe("sekisho form", () => {
  const policy = {
    version: 1,
    rules: [{ use: "answer-form", for: { servers: "crm" }, answers: { team: { fact: "team" } } }],
  };
  const schema = { type: "object", properties: { team: { type: "string", title: "Team" } }, required: ["team"] };

  test("a bare schema, with server and facts from the command line", async () => {
    const { code, printed } = await run(schema, ["--server", "crm", "--fact", "team=core", "--message", "Which?"]);
    assert.equal(code, 0);
    assert.match(printed, /^server +crm\nmessage +Which\?\n/);
    assert.match(printed, /\* Team \(team\) {2}text\n +answer +"core", by answer-form\n/);
    assert.match(printed, /decision {2}accept\n/);
  });

  test("a whole hook input", async () => {
    const input = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Q", requested_schema: schema };
    const { code, printed } = await run(input, ["--fact", "team=core", "--json"]);
    assert.equal(code, 0);
    const { form: shown, decision } = JSON.parse(printed);
    assert.deepEqual([decision.effect, decision.content, shown.fields[0].sent], ["accept", { team: "core" }, "core"]);
  });

  test("what stays open", async () => {
    const properties = { ...schema.properties, age: { type: "integer" } };
    const whole = { type: "object", properties, required: ["team", "age"] };
    const { printed } = await run(whole, ["--server", "crm", "--fact", "team=core"]);
    assert.match(printed, / +proposed +"core", by answer-form\n/);
    assert.match(printed, /\* age {2}whole number\n +open +nobody answers it\n/);
    assert.match(printed, /decision {2}ask\n/);
  });

  test("a form outside the grammar is a finding", async () => {
    const { code, printed } = await run({ type: "object", properties: { a: { type: "string", pattern: "^x" } } });
    assert.equal(code, 1);
    assert.match(printed, /outside the grammar of MCP 2026-07-28\n {2}\/properties\/a\/pattern /);
  });

  test("a policy that does not load is a finding, and says why", async () => {
    const { code, printed, warned } = await run(schema, [], { version: 1, rules: [{ use: "nothing" }] });
    assert.equal(code, 1);
    assert.match(printed, /decision {2}decline\n/);
    assert.match(warned, /unknown-rule/);
  });

  test("many choices and many problems are cut short", async () => {
    const words = Array.from({ length: 1000 }, (_, index) => `w${index}`);
    const keywords = Object.fromEntries(words.map((word) => [word, 1]));
    const { printed } = await run({
      type: "object",
      properties: { a: { type: "string", enum: words }, b: { type: "string", ...keywords } },
    });
    assert.match(printed, /"w19", and 980 more\n/);
    assert.match(printed, /\n {2}and 950 more\n/);
    assert.ok(printed.length < 10_000, `${printed.length}`);
  });

  test("hostile text hides nothing and steers no terminal, as text and as JSON", async () => {
    const bad = "\u001b]0;x\u0007\u202e\u200b\n\u2028\u0085";
    const hostile = {
      type: "object",
      title: bad,
      properties: {
        [bad]: { type: "string", title: bad, description: bad, default: bad, enum: [bad], enumNames: [bad] },
        b: { type: "string", [bad]: 1 },
      },
      required: [`ghost${bad}`],
    };
    for (const more of [[], ["--json"]]) {
      const { printed } = await run(hostile, ["--server", bad, "--message", bad, ...more]);
      assert.doesNotMatch(printed, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202e\u2028]/);
      assert.equal(printed.includes("ghost"), true);
    }
  });

  const wrong: readonly [about: string, text: string, help: RegExp][] = [
    ["no JSON", "{", /can't be read as JSON: malformed-json/],
    ["a key given twice", '{"type":"object","type":"object"}', /duplicate-key/],
    ["no object", "[]", /holds no JSON object/],
    ["a link", '{"hook_event_name":"Elicitation","mode":"url","url":"https://a.example/"}', /no question with a form/],
    ["an answer", '{"hook_event_name":"ElicitationResult","action":"accept"}', /no question with a form/],
  ];
  for (const [about, text, message] of wrong) {
    test(`wrong usage: ${about}`, async () => {
      await assert.rejects(run(text), (error) => error instanceof UsageError && message.test(error.message));
    });
  }

  test("wrong usage: a file that is not there", async () => {
    const io = createIo();
    const given = parseArguments(form, [path.join(folder, "none.json")]);
    await assert.rejects(async () => form.run(given, io.io), UsageError);
  });

  interface Ran {
    readonly code: number;
    readonly printed: string;
    readonly warned: string;
  }

  let count = 0;
  async function run(input: object | string, more: readonly string[] = [], document: object = policy): Promise<Ran> {
    count += 1;
    const file = path.join(folder, `${count}.json`);
    const policyFile = path.join(folder, `${count}.yaml`);
    fs.writeFileSync(file, typeof input === "string" ? input : JSON.stringify(input));
    fs.writeFileSync(policyFile, JSON.stringify(document));
    const { io, out } = createIo();
    const code = await form.run(parseArguments(form, [file, "--policy", policyFile, ...more]), io);
    return { code, ...out };
  }

  function createIo(): { readonly io: Io; readonly out: { printed: string; warned: string } } {
    const out = { printed: "", warned: "" };
    const io = {
      env: {},
      cwd: folder,
      home: folder,
      program: undefined,
      terminal: false,
      wait: async () => {},
      now: () => "2026-11-30T12:00:00.000Z",
      print: (text: string) => {
        out.printed += text;
      },
      warn: (text: string) => {
        out.warned += text;
      },
      lines: () => assert.fail("stdin is not read"),
      readAll: () => assert.fail("stdin is not read"),
      fs,
      path,
    };
    return { io, out };
  }
});
