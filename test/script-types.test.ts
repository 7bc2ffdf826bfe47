/**
 * `sekisho types` and `new-script`: what they write type-checks, what it promises is there, and the rest is refused.
 * The compiler is the real one, since nothing else says what an author will see.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { after, suite, test } from "node:test";
import { createEngine } from "../engine/index.ts";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);
const TSC = join(import.meta.dirname, "../node_modules/typescript/bin/tsc");

function check(...files: readonly string[]): string {
  const strict = [
    "--ignoreConfig",
    "--strict",
    "--noEmit",
    "--allowJs",
    "--lib",
    "es2023",
    "--types",
    "",
    "--target",
    "es2023",
  ];
  return spawnSync(process.execPath, [TSC, ...strict, ...files], { encoding: "utf8" }).stdout;
}

const HEAD = '// @ts-check\n/// <reference path="./sekisho.d.ts" />\n';

suite("types", () => {
  test("are written, and again where they are", async () => {
    for (const _ of [1, 2]) {
      const { code, stdout, stderr } = await world.run(["types"]);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(
        stdout,
        /^wrote sekisho\.d\.ts; .*\n {2}\/\/ @ts-check\n {2}\/\/\/ <reference path="\.\/sekisho\.d\.ts" \/>\n$/,
      );
    }
    assert.equal((await world.run(["types", "-"])).stdout, world.read("project/sekisho.d.ts"));
  });

  test("a script that uses all of it is fine", async () => {
    await world.run(["types"]);
    const file = world.write("project/all.js", `${HEAD}${ALL}`);
    assert.equal(check(file), "");
    const policy = { version: 1, rules: [{ use: "script", source: ALL, may: ["accept", "ask", "cancel", "decline"] }] };
    const engine = await createEngine({ policy });
    const form = { hook_event_name: "Elicitation", mcp_server_name: "x", message: "Which team?" };
    const schema = { type: "object", properties: { team: { type: "string" } } };
    const { effect, errors, content } = engine.decide({ ...form, requested_schema: schema });
    assert.deepEqual([effect, errors, content], ["accept", [], { team: "team" }]);
  });

  for (const [what, line] of Object.entries({
    "a code that is not stated": 'return decline("clsed");',
    "an argument that is a list": 'return decline("closed", { day: ["Monday"] });',
    "a builder that there is not": 'return call.refuse("closed");',
    "a field that no request has": "if (request.mcp_server_name) return undefined;",
    "a link in a form": 'if (request.mode === "form") return void request.url;',
    "something that no builder made": 'return { effect: "decline", code: "closed" };',
    "a change to the request": 'request.message = "";',
  })) {
    test(`refused: ${what}`, async () => {
      await world.run(["types"]);
      const text = `rule({ about: "x", codes: { closed: "{day}" }, decide(call) { const { request, decline } = call;\n${line}\n} });`;
      assert.match(check(world.write("project/wrong.js", HEAD + text)), /wrong\.js\([3-5],\d+\): error TS\d+/);
    });
  }
});

// Every member of every helper, and of the call.
const ALL = `
rule({
  about: "Uses all there is",
  uses: ["form", "secrets", "text", "url"],
  codes: { closed: "{day}", known: "known" },
  decide({ request, context, options, own, protocol, decline, cancel, ask, accept, edit }) {
    const { text, url, form, secrets } = sekisho;
    const told = [context.now, context.facts["ci"], context.memory?.candidates.length, options.list, own, protocol, request.server];
    if (told.length === 0) return cancel("closed");
    if (request.event === "ElicitationResult") {
      if (request.mode === "url" || request.content === undefined) return undefined;
      if (secrets.given(request.content).length > 0) return edit({ remove: ["team"] });
      return own ? undefined : edit("known", { set: { team: "x" }, remove: [], args: { day: 1 } });
    }
    if (text.fold("Ａ") !== "A" || text.looksLike(request.message) === "" || text.problems(request.message).length > 0) return ask("closed", { day: "Monday" });
    if (text.hasLink(request.message)) return decline("closed");
    if (request.mode === "url") {
      const parts = url.parse(request.url);
      return parts?.host !== "x.test" || url.problems(request.url).length > 0 || !url.leadsTo(request.url, ["x.test"]) ? ask("closed") : undefined;
    }
    if (secrets.asked(request).length > 0) return decline("closed");
    const fields = form.fields(request.requestedSchema) ?? [];
    const content = Object.fromEntries(fields.map(({ name }) => [name, name]));
    if (form.problems(request.requestedSchema, content)?.length !== 0) return accept();
    return accept("known", { content, defaults: {}, args: { day: true } });
  },
});
`;

suite("new-script", () => {
  test("a script, its types, and the entry for a policy", async () => {
    const { code, stdout, stderr } = await world.run(["new-script", "release-window"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^wrote team\/release-window\.js\nwrote team\/sekisho\.d\.ts\n/);
    const entry = /\n\n( {2}- use: script\n(?: {4}.*\n)+)/.exec(stdout)?.[1] ?? "";
    assert.equal(check(join(world.project, "team/release-window.js")), "");
    world.write("project/policy.yaml", `version: 1\nrules:\n${entry}`);
    const input =
      '{"hook_event_name":"Elicitation","mcp_server_name":"x","message":"Deploy?","requested_schema":{"type":"object","properties":{}}}';
    const decide = (...facts: readonly string[]) =>
      world.run(["decide", "--policy", "policy.yaml", ...facts], { stdin: input });
    assert.match((await decide()).stdout, /"effect":"ask"/);
    assert.match((await decide("--fact", "release-window=closed")).stdout, /"effect":"decline".*"code":"not-now"/);
  });

  test("beside the project's policy, where there is one", async () => {
    world.write("project/.claude/sekisho.yaml", "version: 1\nrules: [{ use: canonical-url }]\n");
    assert.match((await world.run(["new-script", "beside"])).stdout, /^wrote \.claude\/team\/beside\.js\n/);
    assert.match((await world.run(["new-script", "other", "--in", "rules"])).stdout, /^wrote rules\/other\.js\n/);
  });

  test("never over one that is there, and under no odd name", async () => {
    world.write("project/rules/mine.js", "mine");
    const again = await world.run(["new-script", "mine", "--in", "rules"]);
    assert.deepEqual([again.code, world.read("project/rules/mine.js")], [2, "mine"]);
    for (const name of ["../x", "X", "a b", "__proto__", ""])
      assert.equal((await world.run(["new-script", name])).code, 2, name);
    assert.equal((await world.run(["new-script"])).code, 2);
  });
});
