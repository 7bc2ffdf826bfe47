/**
 * Scripts as a policy names them: where they are found, what keeps them from loading, and how its author is told.
 * A script that is missing or broken must never be a rule that silently does nothing.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { createEngine, PolicyError, type PolicyProblem, parsePolicy } from "../engine/index.ts";
import { loadEngine } from "../engine/load-engine.ts";

const GOOD = 'rule({ about: "Says no", codes: { no: "no" }, decide({ decline }) { return decline("no"); } });';
const INPUT = {
  hook_event_name: "Elicitation",
  mcp_server_name: "x",
  message: "?",
  requested_schema: { type: "object", properties: {} },
};

function policyOf(rule: object): { version: number; rules: object[] } {
  return { version: 1, rules: [{ use: "script", ...rule }] };
}

async function problemsOf(policy: object, scripts?: Record<string, string>): Promise<readonly PolicyProblem[]> {
  try {
    await createEngine({ policy: policy as never, ...(scripts === undefined ? {} : { scripts }) });
    return [];
  } catch (error) {
    assert.ok(error instanceof PolicyError);
    return error.errors;
  }
}

async function codesOf(...given: Parameters<typeof problemsOf>): Promise<readonly string[]> {
  return (await problemsOf(...given)).map(({ code }) => code);
}

suite("scripts that are handed in", () => {
  test("are found by the path that the policy names", async () => {
    for (const [from, path] of [
      ["team/no.js", "team/no.js"],
      ["./team/no.js", "team/no.js"],
      ["team/no.js", "./team/no.js"],
      ["team/x/../no.js", "team/no.js"],
    ] as const) {
      const engine = await createEngine({ policy: policyOf({ from }) as never, scripts: { [path]: GOOD } });
      assert.equal(engine.decide(INPUT).effect, "decline", from);
    }
  });

  test("and missing, unused, given twice or no text at all are errors", async () => {
    assert.deepEqual(await codesOf(policyOf({ from: "team/no.js" })), ["missing-script"]);
    assert.deepEqual(await codesOf(policyOf({ source: GOOD }), { "team/no.js": GOOD }), ["unused-script"]);
    assert.deepEqual(await codesOf(policyOf({ from: "a.js" }), { "a.js": 1 as never }), ["wrong-type"]);
    assert.deepEqual(await codesOf(policyOf({ from: "a.js" }), { "a.js": GOOD, "./a.js": GOOD }), ["duplicate-key"]);
  });

  test("are part of the digest", async () => {
    const digest = async (source: string): Promise<string> =>
      (await createEngine({ policy: policyOf({ from: "a.js" }) as never, scripts: { "a.js": source } })).digest;
    assert.equal(await digest(GOOD), await digest(GOOD));
    assert.notEqual(await digest(GOOD), await digest(`${GOOD}\n`));
  });
});

suite("where a script may be", () => {
  test("below the policy, unless `outside` is stated", async () => {
    for (const from of ["../no.js", "team/../../no.js", "/etc/no.js", "~/no.js", "C:\\no.js", "https://x.test/no.js"])
      assert.deepEqual(await codesOf(policyOf({ from }), { "no.js": GOOD }), ["script-outside"], from);
    for (const from of ["/etc/no.js", "https://x.test/no.js"])
      assert.deepEqual(await codesOf(policyOf({ from, outside: true }), { "no.js": GOOD }), ["script-outside"], from);
    assert.deepEqual(await codesOf(policyOf({ from: "../no.js", outside: true }), { "../no.js": GOOD }), []);
  });

  test("relative to the file that names it", () => {
    const files = new Map([
      ["org/base.yaml", JSON.stringify(policyOf({ from: "team/no.js" }))],
      ["org/team/no.js", GOOD],
    ]);
    const text = JSON.stringify({ version: 1, extends: "org/base.yaml" });
    const { engine, notes } = loadEngine([{ file: "policy.yaml", text, role: "named" }], (path) => files.get(path));
    assert.deepEqual(notes, []);
    assert.deepEqual(engine.decide(INPUT).reasons, [{ rule: "script", code: "no", args: {} }]);
  });

  test("a script that is not there refuses everything", () => {
    const text = JSON.stringify(policyOf({ from: "no.js", for: { servers: "other" } }));
    const { engine, notes } = loadEngine([{ file: "policy.yaml", text, role: "named" }], () => undefined);
    assert.equal(engine.decide(INPUT).effect, "decline");
    assert.match(notes.join("\n"), /missing-script/);
  });
});

suite("what keeps a script from loading", () => {
  const fails: readonly (readonly [source: string, code: string, message: RegExp])[] = [
    ["rule({", "script-syntax", /line 1, column \d+/],
    ["const a = 1;\nconst b = ;", "script-syntax", /line 2, column 11/],
    ["import x from 'fs';", "script-syntax", /./],
    ["export default 1;", "script-syntax", /./],
    ["null.x", "script-fails", /line 1, column 5/],
    ["throw 1", "script-fails", /no error/],
    ["1", "script-fails", /never calls `rule`/],
    [`${GOOD}\n${GOOD}`, "script-fails", /exactly once/],
    [`${GOOD}\ntry { ${GOOD} } catch {}`, "script-fails", /more than once/],
    ["rule()", "script-fails", /rule\(\) takes an object/],
    ["rule({ about: 'x', codes: {} })", "script-fails", /decide/],
    ["rule({ codes: {}, decide() {} })", "script-fails", /about/],
    ["rule({ about: 'x', decide() {} })", "script-fails", /codes/],
    ["rule({ about: 'x', codes: { 'Not A Word': 'x' }, decide() {} })", "script-fails", /small letters/],
    ["rule({ about: 'x', codes: { a: 1 }, decide() {} })", "script-fails", /text of code/],
    ["rule({ about: 'x', codes: {}, uses: ['nothing'], decide() {} })", "script-fails", /helper/],
    ["for (;;);", "script-fails", /fuel/],
    ["const all = []; for (;;) all.push('x'.repeat(1e6) + all.length)", "script-fails", /./],
    [`${GOOD}//${"x".repeat(65_536)}`, "script-too-large", /65536/],
  ];
  for (const [source, code, message] of fails)
    test(source.slice(0, 70), async () => {
      const [problem, ...others] = await problemsOf(policyOf({ source }));
      assert.equal(problem?.code, code);
      assert.match(problem?.message ?? "", message);
      assert.equal(others.length, 0);
    });

  test("the place is the one in the script", async () => {
    const [problem] = await problemsOf(policyOf({ from: "a.js" }), { "a.js": "const a = 1;\nconst b = ;\n" });
    assert.equal(problem?.code, "script-syntax");
    assert.equal(problem?.line, 2);
    assert.equal(problem?.column, 11);
    assert.equal(problem?.at, "/rules/0/from");
  });

  test("where a text can't be had, a policy can still be checked", () => {
    assert.equal(parsePolicy(JSON.stringify(policyOf({ from: "a.js" }))).ok, true);
    assert.equal(parsePolicy(JSON.stringify(policyOf({ source: "rule({" }))).ok, false);
  });

  test("in a runtime without WebAssembly no engine is made", async () => {
    const quickJs = await newQuickJSWASMModuleFromVariant(variant as never);
    const guest = quickJs.newContext();
    const run = (code: string): string => {
      const value = guest.unwrapResult(guest.evalCode(code));
      const text = guest.getString(value);
      value.dispose();
      return text;
    };
    run(readFileSync(join(import.meta.dirname, "../dist/sekisho.cjs"), "utf8"));
    run(`globalThis.said = "nothing"; sekisho.createEngine(${JSON.stringify({ policy: policyOf({ source: GOOD }) })}).then(
      () => { said = "made"; }, (error) => { said = error.errors.map(({ code }) => code).join(); });`);
    guest.unwrapResult(guest.runtime.executePendingJobs()).valueOf();
    assert.equal(run("said"), "no-sandbox");
    guest.dispose();
  });
});
