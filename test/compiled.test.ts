/**
 * Compiled policies: the hook goes by one only as long as it says what its sources say.
 * A stale or odd one must never let through what the policy stops, and never speak for somebody else's file.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, beforeEach, suite, test } from "node:test";
import { loadPolicies } from "../engine/cli/policies.ts";
import { createEngine, PolicyError } from "../engine/engine.ts";
import type { LoadedEngine } from "../engine/load-engine.ts";
import {
  type CompiledDocument,
  type CompiledPolicy,
  createCompiled,
  parseCompiled,
} from "../engine/policy/compiled.ts";
import { type CliWorld, createCliWorld } from "./support/cli-world.ts";

const YAML = "project/.claude/sekisho.yaml";
const COMPILED = "project/.claude/sekisho.compiled.json";
const worlds: CliWorld[] = [];
after(() => {
  for (const one of worlds) one.remove();
});

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
  worlds.push(world);
});

const request = (server: string): object => ({
  hook_event_name: "Elicitation",
  mcp_server_name: server,
  message: "Which team?",
  mode: "form",
  requested_schema: { type: "object", properties: { team: { type: "string" } } },
});

const load = (...policies: readonly string[]): LoadedEngine =>
  loadPolicies(policies, { cwd: world.project, env: {}, home: world.home, path });

const effect = ({ engine }: LoadedEngine, server = "crm"): string => engine.decide(request(server)).effect;

async function compile(...args: readonly string[]): Promise<void> {
  const { code, stderr } = await world.run(["check", ...args]);
  assert.deepEqual([code, stderr], [0, ""]);
}

/** A project whose policy declines `crm`, compiled in its place */
async function compiledProject(): Promise<CompiledPolicy> {
  world.write(
    YAML,
    "extends: ../team.yaml\nrules:\n  - { use: match, name: own, then: decline, for: { servers: crm } }\n",
  );
  world.write("project/team.yaml", "rules:\n  - { use: match, name: team, then: cancel, for: { servers: billing } }\n");
  await compile("--compile", ".claude/sekisho.compiled.json");
  return JSON.parse(world.read(COMPILED)) as CompiledPolicy;
}

/** The same policy with other documents and a sum that fits, as somebody would write it who knows how */
function forged(policy: CompiledPolicy, change: (one: CompiledDocument) => unknown): string {
  return JSON.stringify(
    createCompiled(
      policy.documents.map((one) => change(one) as CompiledDocument),
      false,
    ),
  );
}

suite("found in its place", () => {
  test("it carries the sources' texts and relative paths, the format and the version", async () => {
    const { format, engine, documents, detached } = await compiledProject();
    assert.deepEqual([format, engine, detached], ["sekisho-compiled-1", "0.0.0-source", undefined]);
    assert.deepEqual(documents[0]?.sources, [
      { file: "sekisho.yaml", text: world.read(YAML) },
      { file: "../team.yaml", text: world.read("project/team.yaml") },
    ]);
    assert.equal(world.read(COMPILED).includes(world.folder), false);
  });

  test("it is used, and nothing is noted", async () => {
    const policy = await compiledProject();
    const loaded = load();
    assert.deepEqual(
      [loaded.notes, effect(loaded), effect(loaded, "billing"), effect(loaded, "hr")],
      [[], "decline", "cancel", "ask"],
    );
    // That it is used at all: one that says something else about the same sources, knowingly.
    world.write(
      COMPILED,
      forged(policy, ({ sources }) => ({ document: { rules: [] }, sources })),
    );
    assert.deepEqual([load().notes, effect(load())], [[], "ask"]);
  });

  test("both ways give the same digest and the same documents", async () => {
    await compiledProject();
    const compiled = load();
    fs.rmSync(path.join(world.folder, COMPILED));
    const read = load();
    assert.equal(compiled.engine.digest, read.engine.digest);
    assert.deepEqual(compiled.origins, read.origins);
  });

  test("where the policy's text differs in any way, that is read instead", async () => {
    await compiledProject();
    const text = world.read(YAML);
    for (const other of [text.replace("crm", "hr"), `${text}\n`, text.replaceAll("\n", "\r\n"), `\ufeff${text}`]) {
      world.write(YAML, other);
      const loaded = load();
      assert.equal(effect(loaded, "hr"), other.includes("hr") ? "decline" : "ask");
      assert.match(loaded.notes.join(), /sekisho\.compiled\.json is stale: .*sekisho\.yaml is read instead/);
    }
  });

  test("the same for a file that it extends", async () => {
    await compiledProject();
    world.write("project/team.yaml", "default: decline\n");
    const loaded = load();
    assert.equal(effect(loaded, "hr"), "decline");
    assert.match(loaded.notes.join(), /stale/);
  });

  test("a file that it extends and that is gone refuses everything", async () => {
    await compiledProject();
    fs.rmSync(path.join(world.folder, "project/team.yaml"));
    const loaded = load();
    assert.equal(loaded.policy, undefined);
    assert.equal(effect(loaded, "hr"), "decline");
    assert.match(loaded.notes.join("\n"), /unknown-document: there is no file `\.\.\/team\.yaml`/);
  });

  test("alone it refuses everything, unless it was made to stand alone", async () => {
    await compiledProject();
    fs.rmSync(path.join(world.folder, YAML));
    const { engine, policy } = load();
    assert.equal(policy, undefined);
    assert.deepEqual(
      engine.decide(request("hr")).reasons.map(({ rule, code, args }) => [rule, code, args["problem"]]),
      [["engine", "no-policy", "missing-source"]],
    );
    world.write("project/other.yaml", "default: cancel\n");
    await compile("other.yaml", "--compile", ".claude/sekisho.compiled.json", "--detached");
    fs.rmSync(path.join(world.folder, "project/other.yaml"));
    assert.deepEqual([effect(load()), load().notes], ["cancel", []]);
  });

  test("one of another version is left alone, and that is noted", async () => {
    const policy = await compiledProject();
    world.write(COMPILED, JSON.stringify({ ...policy, engine: "0.0.1" }));
    const loaded = load();
    assert.equal(effect(loaded), "decline");
    assert.match(loaded.notes.join(), /was made by another version: .*sekisho\.yaml is read instead/);
  });

  test("it can't speak for the user's file, nor for any other", async () => {
    const policy = await compiledProject();
    const user = world.write("home/.claude/sekisho.yaml", "default: decline\n");
    world.write(YAML, "default: cancel\n");
    const relative = path.relative(path.join(world.project, ".claude"), user);
    for (const sources of [
      [{ file: relative, text: "default: decline\n" }],
      [{ file: user, text: "default: decline\n" }],
      [{ file: "./sekisho.yaml", text: "default: cancel\n" }],
      [{ file: relative, text: "default: cancel\n" }],
    ]) {
      world.write(
        COMPILED,
        forged(policy, () => ({ document: { base: "none", rules: [] }, sources })),
      );
      const loaded = load();
      assert.equal(effect(loaded), "decline");
      assert.equal(loaded.policy?.documents.length, 3, "the pack, the user's and the project's");
      assert.match(loaded.notes.join(), /stale/);
    }
  });

  test("one of several documents is none for a single file", async () => {
    const policy = await compiledProject();
    world.write(COMPILED, JSON.stringify(createCompiled([...policy.documents, ...policy.documents], false)));
    assert.match(load().notes.join(), /is read instead/);
  });

  test("only the user's own leaves the pack out", async () => {
    const policy = await compiledProject();
    world.write(
      COMPILED,
      forged(policy, ({ sources }) => ({ document: { base: "none", rules: [] }, sources })),
    );
    assert.deepEqual(load().origins, ["pack recommended", path.join(world.project, ".claude/sekisho.yaml")]);
    world.write("home/.claude/sekisho.yaml", "base: none\nrules: []\n");
    await compile(
      path.join(world.home, ".claude/sekisho.yaml"),
      "--compile",
      path.join(world.home, ".claude/sekisho.compiled.json"),
    );
    const loaded = load();
    assert.deepEqual(loaded.notes, []);
    assert.equal(loaded.origins.includes("pack recommended"), false);
  });
});

suite("damaged", () => {
  /** Documents that no version of the checker gives, by what is odd in them */
  const odd: Readonly<Record<string, unknown>> = {
    "a default that accepts": { default: "accept", rules: [] },
    "a default that is no text": { default: ["ask"], rules: [] },
    "an unattended that asks": { unattended: "ask", rules: [] },
    "an unknown protocol": { protocol: "2024-11-05", rules: [] },
    "an unknown base": { base: "recommended", rules: [] },
    "an unknown key": { mode: "observe", rules: [] },
    "no rules": {},
    "rules that are none": { rules: {} },
    "a rule that is none": { rules: [null] },
    "a rule without options": { rules: [{ use: "match" }] },
    "options that are a list": { rules: [{ use: "match", options: [] }] },
    "a rule with an unknown key": { rules: [{ use: "match", options: { then: "ask" }, unless: {} }] },
    "observe: false": { rules: [{ use: "match", options: { then: "ask" }, observe: false }] },
    "observe as text": { rules: [{ use: "match", options: { then: "ask" }, observe: "yes" }] },
    "a misspelt scope": { rules: [{ use: "match", options: { then: "ask" }, for: { server: ["crm"] } }] },
    "a scope that is null": { rules: [{ use: "match", options: { then: "ask" }, for: null }] },
    "servers as text": { rules: [{ use: "match", options: { then: "ask" }, for: { servers: "crm" } }] },
    "an empty list of servers": { rules: [{ use: "match", options: { then: "ask" }, for: { servers: [] } }] },
    "a server that is a number": { rules: [{ use: "match", options: { then: "ask" }, for: { servers: [7] } }] },
    "facts as a list": { rules: [{ use: "match", options: { then: "ask" }, for: { facts: ["ci"] } }] },
    "a fact that is true": { rules: [{ use: "match", options: { then: "ask" }, for: { facts: { ci: true } } }] },
    "an exception that is no list": { rules: [{ use: "match", options: { then: "ask" }, except: {} }] },
    "no exceptions": { rules: [{ use: "match", options: { then: "ask" }, except: [] }] },
    "an end that is a number": { rules: [{ use: "match", options: { then: "ask" }, except: [{ until: 2027 }] }] },
    "a name that is none": { rules: [{ use: "match", options: { then: "ask" }, name: 7 }] },
  };
  for (const [name, document] of Object.entries(odd)) {
    test(`${name}: the policy is read instead`, async () => {
      const policy = await compiledProject();
      world.write(
        COMPILED,
        forged(policy, ({ sources }) => ({ document, sources })),
      );
      const loaded = load();
      assert.equal(effect(loaded), "decline");
      assert.match(loaded.notes.join(), /is damaged .* is read instead/);
    });
  }

  test("whatever byte of a document is changed, it is noticed", async () => {
    await compiledProject();
    const text = world.read(COMPILED);
    const from = text.indexOf('"documents"');
    const to = text.indexOf('"sources"');
    for (let at = from; at < to; at += 1) {
      const other = text[at] === "x" ? "y" : "x";
      assert.equal(
        parseCompiled(text.slice(0, at) + other + text.slice(at + 1)),
        undefined,
        `at ${at}: ${text.slice(at, at + 9)}`,
      );
    }
  });

  test("half of it, nothing, other JSON, no JSON", async () => {
    const policy = await compiledProject();
    const text = world.read(COMPILED);
    const { sum: _, ...unsigned } = policy;
    const all = [
      text.slice(0, text.length / 2),
      "",
      "{}",
      "[]",
      "null",
      "mine",
      JSON.stringify({ ...policy, format: "sekisho-compiled-2" }),
      JSON.stringify({ ...policy, documents: [] }),
      JSON.stringify({ ...policy, detached: "yes" }),
      JSON.stringify({ ...policy, more: 1 }),
      JSON.stringify(unsigned),
    ];
    for (const one of all) {
      world.write(COMPILED, one);
      assert.equal(effect(load()), "decline", one.slice(0, 60));
      assert.match(load().notes.join(), /is damaged/);
    }
  });

  test("options that this version's rules do not know, under a sum that fits, refuse everything", async () => {
    const policy = await compiledProject();
    for (const entry of [
      { use: "no-such-rule", options: {} },
      { use: "match", options: { then: "allow" } },
      { use: "match", options: {} },
    ]) {
      world.write(
        COMPILED,
        forged(policy, ({ sources }) => ({ document: { rules: [entry] }, sources })),
      );
      const loaded = load();
      assert.equal(loaded.policy, undefined);
      assert.equal(effect(loaded, "hr"), "decline");
    }
  });
});

suite("given by name", () => {
  test("it is used while its sources are what they were, from any folder", async () => {
    await compiledProject();
    const file = path.join(world.folder, COMPILED);
    for (const name of [file, ".claude/sekisho.compiled.json"]) {
      const loaded = load(name);
      assert.deepEqual([loaded.notes, loaded.origins, effect(loaded)], [[], [name], "decline"]);
    }
  });

  test("stale, its sources are read instead; gone, everything is refused", async () => {
    await compiledProject();
    world.write(YAML, "default: cancel\n");
    const loaded = load(".claude/sekisho.compiled.json");
    assert.deepEqual([effect(loaded), loaded.policy?.documents.length], ["cancel", 1]);
    assert.match(loaded.notes.join(), /stale/);
    fs.rmSync(path.join(world.folder, YAML));
    assert.equal(load(".claude/sekisho.compiled.json").policy, undefined);
  });

  test("of another version, its sources are read; detached it has none, so everything is refused", async () => {
    await compiledProject();
    const policy = JSON.parse(world.read(COMPILED)) as CompiledPolicy;
    world.write(COMPILED, JSON.stringify({ ...policy, engine: "9.9.9" }));
    assert.equal(effect(load(".claude/sekisho.compiled.json")), "decline");
    assert.match(load(".claude/sekisho.compiled.json").notes.join(), /stale/);
    world.write("ci.json", JSON.stringify({ ...policy, engine: "9.9.9", detached: true }));
    const loaded = load("../ci.json");
    assert.deepEqual([loaded.policy, effect(loaded, "hr")], [undefined, "decline"]);
    assert.match(loaded.notes.join(), /not-this-version/);
  });

  test("damaged, everything is refused", async () => {
    await compiledProject();
    world.write("broken.json", world.read(COMPILED).replace('"crm"', '"hr" '));
    const loaded = load("../broken.json");
    assert.deepEqual([loaded.policy, effect(loaded, "anybody")], [undefined, "decline"]);
  });

  test("several documents in one stand side by side, as their files would", async () => {
    world.write("project/a.yaml", "default: ask\nrules: [{ use: match, then: decline, for: { servers: crm } }]\n");
    world.write("project/b.yaml", "default: cancel\n");
    await compile("a.yaml", "b.yaml", "--compile", "both.json");
    const [both, apart] = [load("both.json"), load("a.yaml", "b.yaml")];
    assert.equal(both.engine.digest, apart.engine.digest);
    for (const server of ["crm", "hr"]) assert.equal(effect(both, server), effect(apart, server));
  });

  test("it can't leave out what is given beside it", async () => {
    await compiledProject();
    const policy = JSON.parse(world.read(COMPILED)) as CompiledPolicy;
    world.write(
      "ci.json",
      JSON.stringify({
        ...createCompiled(
          [{ document: { base: "none", rules: [] }, sources: policy.documents[0]?.sources ?? [] }],
          true,
        ),
      }),
    );
    world.write("org.yaml", "default: decline\n");
    assert.equal(effect(load("../ci.json", "../org.yaml")), "decline");
  });

  test("a byte order mark before it is no matter", async () => {
    await compiledProject();
    world.write(COMPILED, `\ufeff${world.read(COMPILED)}`);
    assert.deepEqual(load(".claude/sekisho.compiled.json").notes, []);
  });
});

suite("embedded", () => {
  test("as text and as a value", async () => {
    const policy = await compiledProject();
    for (const given of [world.read(COMPILED), policy]) {
      const engine = await createEngine({ policy: given });
      assert.equal(engine.decide(request("crm")).effect, "decline");
    }
  });
  test("damaged it is an error, and so is a value that throws when it is looked at", async () => {
    const policy = await compiledProject();
    const hostile = {
      ...policy,
      get documents(): never {
        throw new Error("no");
      },
    };
    for (const given of [{ ...policy, sum: "0" }, hostile, world.read(COMPILED).replace('"crm"', '"hr"')]) {
      await assert.rejects(createEngine({ policy: given }), PolicyError);
    }
  });
});
