/**
 * `rules`, `schema` and `demo`: what there is to know about the program, from the program.
 */
import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { readHookInput } from "../engine/adapters/wire.ts";
import { DEMO_REQUESTS } from "../engine/cli/demo-requests.ts";
import { createPolicySchema } from "../engine/policy/schema.ts";
import { RULES } from "../rules/index.ts";
import { PACKS } from "../rules/packs/index.ts";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

suite("rules", () => {
  test("each with what it may say and what it does, in columns", async () => {
    const { code, stdout, stderr } = await world.run(["rules"]);
    assert.deepEqual([code, stderr], [0, ""]);
    const lines = stdout.trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => line.split(/ {2,}/)),
      RULES.map(({ id, effects, about }) => [id, effects.join(", "), about]),
    );
    assert.equal(new Set(lines.map((line, index) => line.indexOf(RULES[index]?.effects.join(", ") ?? ""))).size, 1);
  });

  for (const { id, about, events, effects, options, codes } of RULES) {
    test(`${id}: all that it takes and says`, async () => {
      const { code, stdout } = await world.run(["rules", id]);
      assert.equal(code, 0);
      assert.ok(stdout.startsWith(`${id}: ${about}\nreads ${events.join(" and ")}; may say ${effects.join(", ")}\n`));
      for (const [name, { kind, about: says, required }] of Object.entries(options)) {
        const line = stdout.split("\n").find((one) => one.startsWith(`  ${name} `)) ?? "";
        assert.ok(line.includes(kind) && line.endsWith(says), `${name}: ${line}`);
        assert.equal(/ {2}required {2}/.test(line), required, line);
      }
      if (Object.keys(options).length === 0) assert.match(stdout, /^options\n {2}none of its own$/m);
      for (const [name, text] of Object.entries(codes))
        assert.ok(stdout.includes(`  ${id}/${name}`) && stdout.includes(text), name);
      for (const key of ["for", "except", "name", "observe"]) assert.match(stdout, new RegExp(`^ {2}${key} {2,}`, "m"));
      const data = JSON.parse((await world.run(["rules", id, "--json"])).stdout) as Record<string, unknown>;
      assert.deepEqual(Object.keys(data), ["id", "about", "events", "effects", "options", "codes"]);
      assert.deepEqual(
        [data["id"], data["codes"], Object.keys(data["options"] as object)],
        [id, codes, Object.keys(options)],
      );
    });
  }

  test("all as JSON", async () => {
    const data = JSON.parse((await world.run(["rules", "--json"])).stdout) as readonly { readonly id: string }[];
    assert.deepEqual(
      data.map(({ id }) => id),
      RULES.map(({ id }) => id),
    );
  });
});

test("schema: the JSON Schema of policies, and nothing else", async () => {
  const { code, stdout, stderr } = await world.run(["schema"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.deepEqual(JSON.parse(stdout), JSON.parse(JSON.stringify(createPolicySchema(RULES, [...PACKS.keys()]))));
});

suite("demo", () => {
  test("a table of requests with what becomes of each, and why", async () => {
    const before = world.snapshot();
    const { code, stdout, stderr } = await world.run(["demo"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.match(stdout, /^What the pack `recommended` makes of what servers ask\n\n/);
    for (const { what } of DEMO_REQUESTS) assert.ok(stdout.includes(`\n${what}  `), what);
    assert.match(stdout, /^a link without https +decline +require-https\/not-https$/m);
    assert.match(stdout, /^a sign-in link +ask the person$/m);
    assert.match(stdout, /^an answer about to be sent +send it$/m);
    assert.ok(
      stdout.split("\n").every((line) => line.length <= 120),
      "fits a terminal",
    );
    assert.deepEqual(world.snapshot(), before);
  });

  test("its requests are requests, and differ", () => {
    for (const { what, input } of DEMO_REQUESTS) assert.equal(readHookInput(input).kind, "request", what);
    assert.equal(new Set(DEMO_REQUESTS.map(({ what }) => what)).size, DEMO_REQUESTS.length);
  });

  test("what the recommended pack stops and what it leaves to the person", async () => {
    const { stdout } = await world.run(["demo", "--json"]);
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as { what: string; decision: { effect: string }; output: object });
    assert.deepEqual(
      lines.map(({ what }) => what),
      DEMO_REQUESTS.map(({ what }) => what),
    );
    const effects = new Map(lines.map(({ what, decision }) => [what, decision.effect]));
    for (const what of [
      "a link that begins like it, and leads elsewhere",
      "a link that two programs read differently",
      "a link without https",
      "a Kafka password, under an innocent message",
      "one field called value; the message asks for a token",
      "an answer that holds a token",
    ])
      assert.equal(effects.get(what), "decline", what);
    for (const what of [
      "a form that asks for contact data",
      "a consent text that only names passwords",
      "dropping a database: yes or no",
      "a sign-in link",
    ])
      assert.equal(effects.get(what), "ask", what);
    assert.equal(effects.get("an answer about to be sent"), "pass");
  });

  test("under each other pack as well", async () => {
    for (const name of PACKS.keys()) {
      const { code, stdout } = await world.run(["demo", "--pack", name]);
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^What the pack \`${name}\` makes`));
    }
    assert.match((await world.run(["demo", "--pack", "unattended"])).stdout, /^a sign-in link +cancel$/m);
    assert.match((await world.run(["demo", "--pack", "strict"])).stdout, /^a sign-in link +decline$/m);
    assert.match(
      (await world.run(["demo", "--pack", "observe"])).stdout,
      /^a link without https +ask the person +require-https\/not-https$/m,
    );
  });

  test("it needs no policy, and takes no notice of one that is broken", async () => {
    const other = createCliWorld();
    after(other.remove);
    other.write("project/.claude/sekisho.yaml", "rulez: []\n");
    assert.deepEqual(await other.run(["demo"]), await world.run(["demo"]));
  });
});
