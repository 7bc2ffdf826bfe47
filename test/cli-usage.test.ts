/**
 * How the commands are called: help, version, and errors that name what was most likely meant.
 * A wrong option that is ignored is a policy that silently does not hold, so each is an error with exit code 2.
 */
import assert from "node:assert/strict";
import { after, suite, test } from "node:test";
import { run } from "../engine/cli/index.ts";
import { ClosedOutput, type Io } from "../engine/cli/io.ts";
import { createStyle, renderTable } from "../engine/cli/style.ts";
import { DIGEST } from "../engine/sandbox/quickjs.generated.ts";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

const COMMANDS = [
  "hook",
  "init",
  "uninstall",
  "check",
  "explain",
  "form",
  "url",
  "decide",
  "rules",
  "schema",
  "demo",
  "version",
  "help",
];

/** `args`: what is wrong, and what is advised */
const WRONG: Readonly<Record<string, readonly [problem: RegExp, advice: RegExp]>> = {
  chek: [/there is no command `chek`/, /did you mean `sekisho check`\?/],
  Init: [/there is no command `Init`/, /did you mean `sekisho init`\?/],
  frobnicate: [/there is no command `frobnicate`/, /one of `hook`, .*`init`, .*`help`/],
  __proto__: [/there is no command `__proto__`/, /one of/],
  "--verson": [/unknown option `--verson`/, /did you mean `--version`\?/],
  "--policy x decide": [/unknown option `--policy`/, /options come after the command/],
  "check --josn": [/unknown option `--josn`/, /did you mean `--json`\?/],
  "check --detach=true": [/unknown option `--detach`/, /did you mean `--detached`\?/],
  "check --dry-run": [
    /unknown option `--dry-run`/,
    /`sekisho check` knows `--json`, `--compile`, `--detached`, `--now`, `--help`/,
  ],
  "check -j": [/unknown option `-j`/, /knows/],
  "check --no-json": [/unknown option `--no-json`/, /knows/],
  "check --__proto__": [/unknown option `--__proto__`/, /knows/],
  "check --constructor=1": [/unknown option `--constructor`/, /knows/],
  "check --json=yes": [/option `--json` takes no value/, /write `--json`/],
  "check --compile": [/option `--compile` needs a value/, /write `--compile OUT`/],
  "check --compile=": [/option `--compile` needs a value/, /write/],
  "check --compile --json": [/option `--compile` needs a value/, /write/],
  "check --compile a --compile b": [/option `--compile` is given twice/, /leave one/],
  "check --detached": [/option `--detached` goes with `--compile`/, /--compile OUT --detached/],
  "check --now yesterday": [/`yesterday` is no time in UTC/, /2026-11-30T15:30:00Z/],
  "check none.yaml": [/`none.yaml` can't be read/, /name a policy/],
  "decide --polcy x": [/unknown option `--polcy`/, /did you mean `--policy`\?/],
  "decide --policy none.yaml": [/`none.yaml` can't be read/, /name a policy/],
  "decide requests.jsonl": [/`requests.jsonl` is one argument too many/, /sekisho decide < requests\.jsonl/],
  "decide --fact ci": [/`ci` is no fact/, /--fact ci=true/],
  "decide --fact =true": [/`=true` is no fact/, /--fact ci=true/],
  "decide --fact ci=1 --fact ci=2": [/fact `ci` is given twice/, /leave one/],
  "decide --now 2026-13-01": [/is no time in UTC/, /write it as/],
  "decide --json": [/unknown option `--json`/, /knows `--policy`, `--fact`, `--now`, `--help`/],
  "explain a b": [/`b` is one argument too many/, /one input at a time/],
  "explain none.json": [/`none.json` can't be read/, /name a file/],
  "explain --fct a=b": [/unknown option `--fct`/, /did you mean `--fact`\?/],
  "rules match confirm": [/`confirm` is one argument too many/, /one rule at a time/],
  "rules mtch": [/there is no rule `mtch`/, /did you mean `match`\?/],
  "rules nothing-like-it": [/there is no rule `nothing-like-it`/, /`sekisho rules` lists them/],
  "rules __proto__": [/there is no rule `__proto__`/, /lists them/],
  "schema x": [/`x` is one argument too many/, /options alone/],
  "demo x": [/`x` is one argument too many/, /options alone/],
  "demo --pack recomended": [/there is no pack `recomended`/, /did you mean `recommended`\?/],
  "demo --pack mine": [/there is no pack `mine`/, /one of `recommended`, /],
  "demo --pack constructor": [/there is no pack `constructor`/, /one of/],
  "init x": [/`x` is one argument too many/, /run it in the folder of the project/],
  "init --dryrun": [/unknown option `--dryrun`/, /did you mean `--dry-run`\?/],
  "uninstall --users": [/unknown option `--users`/, /did you mean `--user`\?/],
  "version now": [/`now` is one argument too many/, /options alone/],
  "version --long": [/unknown option `--long`/, /knows `--help`/],
  "help chek": [/there is no command `chek`/, /did you mean `sekisho check`\?/],
  "help check init": [/`init` is one argument too many/, /name one command/],
  "hook --policy x": [/`hook` is a program of its own/, /sekisho hook/],
};

suite("usage errors", () => {
  for (const [args, [problem, advice]] of Object.entries(WRONG)) {
    test(args, async () => {
      const { code, stdout, stderr } = await world.run(args.split(" "));
      assert.deepEqual([code, stdout], [2, ""]);
      const [first = "", second = "", ...rest] = stderr.split("\n");
      assert.match(first, /^sekisho: /);
      assert.match(first, problem);
      assert.match(second, /^ {2}\S/);
      assert.match(second, advice);
      assert.deepEqual(rest, [""]);
    });
  }
  test("no command at all: the overview, on stderr", async () => {
    const { code, stdout, stderr } = await world.run([]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^usage: sekisho COMMAND/m);
  });
  test("what was typed is shown so that it can't steer the terminal", async () => {
    const { stderr } = await world.run(["check", "--\u001b[31m\u202e"]);
    assert.ok(stderr.includes("`--\\x1b[31m\\u202e`"), stderr);
  });
  test("nothing is changed by a command that was called wrongly", async () => {
    const before = world.snapshot();
    for (const args of Object.keys(WRONG)) await world.run(args.split(" "));
    assert.deepEqual(world.snapshot(), before);
  });
});

suite("help", () => {
  test("the overview names every command, and the exit codes", async () => {
    for (const args of [["help"], ["--help"], ["-h"]]) {
      const { code, stdout, stderr } = await world.run(args);
      assert.deepEqual([code, stderr], [0, ""]);
      for (const name of COMMANDS) assert.match(stdout, new RegExp(`^ {2}${name} +[A-Z][^\\n]*[^.]$`, "m"));
      assert.match(stdout, /^exit codes: 0 fine, 1 a finding, 2 wrong usage/m);
    }
  });
  for (const name of COMMANDS) {
    test(`of ${name}, in each of its ways, with every option`, async () => {
      const [first, ...others] = await Promise.all(
        [
          ["help", name],
          [name, "--help"],
          [name, "-h"],
          [name, "--help", "x", "y"],
        ].map((args) => world.run(args)),
      );
      assert.ok(first !== undefined);
      assert.deepEqual([first.code, first.stderr], [0, ""]);
      assert.match(first.stdout, new RegExp(`^usage: sekisho ${name}\\b`));
      assert.match(first.stdout, /^ {2}--help {2,}show this$/m);
      for (const one of others) assert.deepEqual(one, first);
      const usage = first.stdout.split("\n", 1)[0] ?? "";
      for (const [, option] of usage.matchAll(/--([a-z-]+)/g))
        assert.match(first.stdout, new RegExp(`^ {2}--${option}\\b`, "m"));
    });
  }
  test("the hook's options are those of DESIGN", async () => {
    const { stdout } = await world.run(["help", "hook"]);
    for (const option of ["--policy FILE", "--fact NAME=VALUE", "--deadline 5s", "--audit DIR"])
      assert.ok(stdout.includes(`  ${option} `), option);
  });
});

test("version, in each of its ways", async () => {
  for (const args of [["version"], ["--version"], ["-v"]])
    assert.deepEqual(await world.run(args), {
      code: 0,
      stdout: `sekisho 0.0.0-source\nsandbox sha256:${DIGEST}\n`,
      stderr: "",
    });
});

suite("colour", () => {
  const coloured = async (given: Partial<Io>, ...args: readonly string[]): Promise<boolean> =>
    (await world.run(args, { stdin: "{}", ...given })).stdout.includes("\u001b[");
  for (const command of ["demo", "explain"]) {
    test(`${command}: on a terminal alone`, async () => {
      assert.equal(await coloured({ terminal: true }, command), true);
      assert.equal(await coloured({ terminal: false }, command), false);
    });
    test(`${command}: not where NO_COLOR says something, nor on a terminal that knows none`, async () => {
      assert.equal(await coloured({ terminal: true, env: { NO_COLOR: "1" } }, command), false);
      assert.equal(await coloured({ terminal: true, env: { NO_COLOR: "false" } }, command), false);
      assert.equal(await coloured({ terminal: true, env: { TERM: "dumb" } }, command), false);
      assert.equal(await coloured({ terminal: true, env: { NO_COLOR: "", TERM: "xterm" } }, command), true);
    });
  }
  test("JSON has none, wherever it goes", async () => {
    for (const args of [["demo", "--json"], ["rules", "--json"], ["explain", "--json"], ["schema"]])
      assert.equal(await coloured({ terminal: true }, ...args), false, args.join(" "));
  });
});

suite("tables", () => {
  test("columns line up, with wide characters as well, and lines end where their text ends", () => {
    assert.equal(
      renderTable([
        ["a", "b", "c"],
        ["関所", "x", ""],
        ["long", "", "z"],
      ]),
      "a     b  c\n関所  x\nlong     z\n",
    );
  });
  test("effects that are none stay as they are", () => {
    const { effect } = createStyle({ terminal: true, env: {} });
    assert.equal(effect("constructor"), "constructor");
    assert.equal(effect("decline"), "\u001b[31mdecline\u001b[0m");
  });
});

suite("trouble", () => {
  test("a reader that has gone ends the command, with an exit code that says so", async () => {
    const print = (): never => {
      throw new ClosedOutput();
    };
    assert.deepEqual(await world.run(["rules"], { print }), { code: 1, stdout: "", stderr: "" });
  });
  test("a fault of ours is not taken for one of usage", async () => {
    const print = (): never => {
      throw new TypeError("ours");
    };
    await assert.rejects(run(["rules"], { print } as unknown as Io), TypeError);
  });
});
