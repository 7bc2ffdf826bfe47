/**
 * What the commands say of team scripts: `check` tries them on samples, `explain` tells what one call cost, `script-bench` all of it.
 */
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { after, beforeEach, suite, test } from "node:test";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

const WINDOW = `rule({
  about: "Declines while the window is closed",
  codes: { closed: "it is shut on {onDay}" },
  decide({ request, context, decline }) {
    if (request.event === "Elicitation" && context.facts.window === "closed") return decline("closed", { onDay: "Monday" });
  },
});
`;
const POLICY = "version: 1\nrules:\n  - { use: script, name: window, from: team/window.js, may: [decline] }\n";

beforeEach(() => {
  world.write("project/policy.yaml", POLICY);
  world.write("project/team/window.js", WINDOW);
});

suite("check", () => {
  test("a script that is fine: its samples and its steps", async () => {
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^policy\.yaml: fine, 1 rule\n {2}script:window: \d samples \(abstains\), at most \d{4,5} of 4000000 steps\n$/,
    );
    const data = JSON.parse((await world.run(["check", "policy.yaml", "--json"])).stdout);
    assert.equal(data.ok, true);
    const [script] = data.files[0].scripts;
    assert.deepEqual(
      [script.rule, script.from, script.fuel, script.findings],
      ["script:window", "team/window.js", 4_000_000, []],
    );
    assert.ok(script.samples.length >= 4 && script.samples.every((one: { fuel: number }) => one.fuel > 1000));
  });

  test("only the samples that the entry would be asked about", async () => {
    world.write(
      "project/policy.yaml",
      POLICY.replace("may:", "for: { events: [ElicitationResult], modes: [url] }, may:"),
    );
    const data = JSON.parse((await world.run(["check", "policy.yaml", "--json"])).stdout);
    assert.equal(data.files[0].scripts[0].samples.length, 1);
  });

  test("a syntax error, in its own file and place", async () => {
    world.write("project/team/window.js", "rule({\n  about: 'x',\n  codes: {},\n  decide( { return 1; },\n});\n");
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.equal(code, 1);
    assert.match(stdout, /team\/window\.js:4:\d+ script-syntax: the script does not load: /);
    assert.match(stdout, / {2}4 \| {3}decide\( \{ return 1; \},\n/);
  });

  test("effects beyond `may` are a finding, and nothing is compiled", async () => {
    world.write(
      "project/team/window.js",
      WINDOW.replace('context.facts.window === "closed"', "true").replaceAll("decline", "cancel"),
    );
    const { code, stdout } = await world.run(["check", "policy.yaml", "--compile", "out.json"]);
    assert.equal(code, 1);
    assert.match(stdout, /^policy\.yaml: loads, 1 rule$/m);
    assert.match(
      stdout,
      /^policy\.yaml: script-beyond-may: `script:window` says cancel of a sample \(form\), which `may` does not grant/m,
    );
    assert.equal(world.snapshot().has("project/out.json"), false);
  });

  test("what fails on a sample, with its place", async () => {
    world.write(
      "project/team/window.js",
      WINDOW.replace("if (request.event", "request.content.pin.length;\n    if (request.event"),
    );
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^policy\.yaml: script-fails-on-sample: `script:window` fails on a sample \(form\): threw at line 5, column \d+;/m,
    );
    world.write("project/team/window.js", WINDOW.replace("if (request.event", "for (;;);\n    if (request.event"));
    assert.match(
      (await world.run(["check", "policy.yaml"])).stdout,
      /fails on a sample \(form\): fuel; so it would refuse/,
    );
  });
});

const INPUT = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "x",
  message: "Deploy?",
  requested_schema: { type: "object", properties: {} },
});

suite("explain", () => {
  test("verdict, steps and memory of a script", async () => {
    const args = ["explain", "--policy", "policy.yaml", "--fact", "window=closed"];
    const { stdout } = await world.run(args, { stdin: INPUT });
    assert.match(stdout, /^> script:window +decline +closed: it is shut on Monday \(\d+ steps, \d+ KiB\)$/m);
    assert.match(stdout, /^ {2}because +script:window\/closed: it is shut on Monday$/m);
    const data = JSON.parse((await world.run([...args, "--json"], { stdin: INPUT })).stdout);
    const { cost, effect } = data.documents[0].entries[0];
    assert.ok(effect === "decline" && cost.fuel > 1000 && cost.memory > 0);
  });

  test("why it failed, and where", async () => {
    world.write("project/team/window.js", WINDOW.replace("if (request.event", "null.x;\n    if (request.event"));
    const { stdout } = await world.run(["explain", "--policy", "policy.yaml"], { stdin: INPUT });
    assert.match(stdout, /^> script:window +decline, failed .*\(\d+ steps, \d+ KiB; threw at 5:\d+\)$/m);
  });
});

suite("script-bench", () => {
  test("steps, memory and time of each sample", async () => {
    const { code, stdout } = await world.run(["script-bench", "team/window.js", "--runs", "3"]);
    assert.equal(code, 0);
    assert.match(stdout, /^loading takes [\d,]+ steps\n {2}sample +says +steps +memory +time\n/);
    assert.match(stdout, /^ {2}form +abstains +[\d,]+ +\d+ KiB +\d+ µs$/m);
    assert.match(stdout, /^at most [\d,]+ of 4,000,000 steps$/m);
    const data = JSON.parse((await world.run(["script-bench", "team/window.js", "--runs", "1", "--json"])).stdout);
    assert.ok(data.loading > 1000 && data.samples.every((one: { fuel: number }) => one.fuel > 1000));
  });

  test("the steps are those of `check`", async () => {
    const bench = JSON.parse((await world.run(["script-bench", "team/window.js", "--runs", "1", "--json"])).stdout);
    const check = JSON.parse((await world.run(["check", "policy.yaml", "--json"])).stdout).files[0].scripts[0];
    for (const { sample, fuel } of check.samples)
      assert.equal(fuel, bench.samples.find((one: { sample: string }) => one.sample === sample).fuel, sample);
  });

  test("one that does not load, one that fails, and none", async () => {
    const broken = world.write("project/team/broken.js", "rule({\n  about: 1\n");
    const { code, stderr } = await world.run(["script-bench", broken]);
    assert.deepEqual([code, /broken\.js:\d+:\d+ the script does not load: /.test(stderr)], [1, true], stderr);
    const failing = world.write("project/team/failing.js", 'rule({ about: "x", codes: {}, decide() { throw 1; } });');
    assert.equal((await world.run(["script-bench", failing, "--runs", "1"])).code, 1);
    for (const args of [[], ["nothing.js"], ["team/window.js", "--runs", "0"], ["team/window.js", "--options", "[]"]])
      assert.equal((await world.run(["script-bench", ...args])).code, 2, args.join(" "));
  });

  test("options are handed to it", async () => {
    const file = world.write(
      "project/team/options.js",
      'rule({ about: "x", codes: {}, decide({ request, options, accept }) { if (request.mode === "form" && request.event === "Elicitation") return accept(options.answer); } });',
    );
    const { stdout } = await world.run(["script-bench", file, "--runs", "1", "--options", '{"answer":{"team":"x"}}']);
    assert.match(stdout, /^ {2}form +accept /m);
  });
});

suite("where scripts may lie", () => {
  test("no link leads out of the policy's folder, unless that is allowed", async () => {
    const elsewhere = world.write("elsewhere/window.js", WINDOW);
    symlinkSync(elsewhere, join(world.project, "team/link.js"));
    world.write("project/policy.yaml", POLICY.replace("window.js", "link.js"));
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.deepEqual([code, /missing-script/.test(stdout), /about/.test(stdout)], [1, true, false], stdout);
    world.write("project/policy.yaml", POLICY.replace("window.js", "link.js, outside: true"));
    assert.equal((await world.run(["check", "policy.yaml"])).code, 0);
    // A link to somewhere below is nobody's way out.
    symlinkSync(join(world.project, "team/window.js"), join(world.project, "near.js"));
    world.write("project/policy.yaml", POLICY.replace("team/window.js", "near.js"));
    assert.equal((await world.run(["check", "policy.yaml"])).code, 0);
  });
});
