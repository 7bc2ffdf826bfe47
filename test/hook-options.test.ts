/** The hook's options: what is understood, and that whatever is not refuses. */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { hook, type LoadEngine } from "../engine/adapters/command.ts";
import { parseHookOptions } from "../engine/adapters/hook-options.ts";
import { createDecision } from "../engine/core/decision.ts";
import { engineOf } from "../engine/deciding.ts";
import { createWorld, declines, node } from "./support/hook-world.ts";

suite("options", () => {
  const read = (...args: readonly string[]) => parseHookOptions(args, node);

  test("those of DESIGN §10, in both spellings, again where that makes sense", () => {
    const options = read(
      "--policy=a.yaml",
      "--policy",
      "b=c.yaml",
      "--fact",
      "ci=true",
      "--fact=__proto__=x=y",
      "--deadline=500ms",
      "--audit",
      "log",
      "--audit-required",
    );
    assert.ok(options.ok);
    const { facts, ...rest } = options.value;
    assert.deepEqual(rest, {
      policies: ["a.yaml", "b=c.yaml"],
      deadline: 500,
      audit: "log",
      auditRequired: true,
      notify: undefined,
    });
    assert.deepEqual(Object.entries(facts), [
      ["ci", "true"],
      ["__proto__", "x=y"],
    ]);
  });

  test("none", () => {
    const options = read();
    assert.ok(options.ok);
    assert.deepEqual(
      { ...options.value, facts: { ...options.value.facts } },
      { policies: [], facts: {}, deadline: 5000, audit: undefined, auditRequired: false, notify: undefined },
    );
  });

  for (const [text, deadline] of [
    ["5s", 5000],
    ["1ms", 1],
    ["0.5s", 500],
    ["10m", 600_000],
    ["1.5m", 90_000],
  ] as const) {
    test(`--deadline ${text} is ${deadline} ms`, () => {
      const options = read("--deadline", text);
      assert.ok(options.ok);
      assert.equal(options.value.deadline, deadline);
    });
  }

  const wrong: readonly (readonly [args: readonly string[], text: RegExp])[] = [
    [["--polcy", "a"], /unknown option `--polcy`, did you mean `--policy`\? \(options are --policy /],
    [["--audit-required"], /--audit-required: the folder of --audit is missing/],
    [["-p", "a"], /unknown option `-p`/],
    [["--__proto__"], /unknown option `--__proto__`/],
    [["--no-deadline"], /unknown option `--no-deadline`/],
    [["--help"], /unknown option `--help`/],
    [["a.yaml"], /belongs to none/],
    [["--", "--policy"], /belongs to none|unknown/],
    [["--policy"], /no value/],
    [["--policy", "--audit", "log"], /no value/],
    [["--policy="], /--policy: /],
    [["--policy", "a", "--policy", ""], /--policy: /],
    [["--audit="], /--audit: /],
    [["--audit", "a", "--audit", "b"], /--audit is given twice/],
    [["--deadline", "1s", "--deadline", "2s"], /--deadline is given twice/],
    [["--fact", "ci"], /--fact `ci`: write it as name=value/],
    [["--fact", "=x"], /write it as name=value/],
    [["--fact", "ci=true", "--fact", "ci=false"], /--fact `ci` is given twice/],
    ...[
      "5",
      "",
      "s",
      "-5s",
      "5 s",
      "5h",
      "5S",
      "0s",
      "0.0001s",
      "601s",
      "11m",
      "1e3s",
      "9999999s",
      "Infinitys",
      "５s",
    ].map((text) => [[`--deadline=${text}`], /--deadline `.*`: write a time/] as const),
  ];
  for (const [args, text] of wrong) {
    test(`${args.join(" ")}: exit 2, said in one line`, async () => {
      const world = createWorld();
      assert.equal(await hook(args, world.powers, declines), 2);
      assert.equal(world.written.stdout, "");
      assert.match(world.written.stderr, text);
      assert.match(world.written.stderr, /^[\u0020-\u007e]+\n$/);
    });
  }

  test("facts and time reach the engine", async () => {
    const world = createWorld();
    let seen: unknown;
    const load: LoadEngine = () => ({
      engine: engineOf({
        digest: "",
        decide: (_, context) => {
          seen = [context.now, [...context.facts]];
          return createDecision({ effect: "ask" });
        },
      }),
      notes: [],
    });
    assert.equal(await hook(["--fact", "ci=true", "--fact", "__proto__=1"], world.powers, load), 0);
    assert.deepEqual(seen, [
      "2026-11-30T15:30:00.000Z",
      [
        ["ci", "true"],
        ["__proto__", "1"],
      ],
    ]);
  });
});
