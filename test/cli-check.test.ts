/**
 * `sekisho check`: what it finds, how it shows it, and which policies it takes for meant.
 */
import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { after, beforeEach, suite, test } from "node:test";
import type { Io } from "../engine/cli/io.ts";
import { type CliWorld, createCliWorld } from "./support/cli-world.ts";

const worlds: CliWorld[] = [];
after(() => {
  for (const one of worlds) one.remove();
});

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
  worlds.push(world);
});

const BAD = "version: 1\nrules:\n  - use: require-https\n    loopbak: true\n";

suite("shown to a person", () => {
  test("a good policy: its name and the number of its rules", async () => {
    world.write("project/a.yaml", "rules: []\n");
    world.write("project/b.yaml", "rules: [{ use: require-https }]\n");
    world.write("project/c.yaml", "extends: [b.yaml]\nrules: [{ use: canonical-url }]\n");
    assert.deepEqual(await world.run(["check", "a.yaml", "b.yaml", "./c.yaml"]), {
      code: 0,
      stdout: "a.yaml: fine, 0 rules\nb.yaml: fine, 1 rule\n./c.yaml: fine, 2 rules\n",
      stderr: "",
    });
  });

  test("a bad one: file, line, column, caret and what to write; exit code 1", async () => {
    world.write("project/policy.yaml", BAD);
    assert.deepEqual(await world.run(["check", "policy.yaml"]), {
      code: 1,
      stdout: [
        "policy.yaml:4:5 unknown-option: rule `require-https`: unknown option `loopbak`",
        "  4 |     loopbak: true",
        "    |     ^^^^^^^ did you mean `loopback`?",
        "",
      ].join("\n"),
      stderr: "",
    });
  });

  test("a fault in a file that it extends is shown in that file, with its line", async () => {
    world.write("project/team/urls.yaml", BAD);
    world.write("project/policy.yaml", "extends: team/urls.yaml\n");
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.equal(code, 1);
    assert.match(stdout, /^team\/urls\.yaml:4:5 unknown-option: .*\n {2}4 \| {5}loopbak: true\n/);
  });

  test("every file is checked, also after a bad one", async () => {
    world.write("project/bad.yaml", BAD);
    world.write("project/good.yaml", "rules: []\n");
    const { code, stdout } = await world.run(["check", "bad.yaml", "good.yaml"]);
    assert.equal(code, 1);
    assert.match(stdout, /^bad\.yaml:4:5[\s\S]*^good\.yaml: fine, 0 rules\n$/m);
  });

  test("what loads and never decides is warned of, and is no error", async () => {
    world.write(
      "project/policy.yaml",
      "servers: { trusted: [crm] }\nrules:\n  - use: require-https\n    except: { servers: crm, until: 2026-11-29, owner: me }\n",
    );
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.deepEqual(
      [code, stdout],
      [
        0,
        "policy.yaml: fine, 1 rule\n" +
          "policy.yaml: warning expired-exception: an exception of `require-https` ended on 2026-11-29 (owner: `me`)\n" +
          "policy.yaml: warning unused-group: no rule names the group `trusted`\n",
      ],
    );
    const earlier = await world.run(["check", "policy.yaml", "--now", "2026-11-29"]);
    assert.equal(earlier.stdout.includes("expired"), false);
  });

  test("a hostile policy, and a hostile name, can't steer the terminal", async () => {
    world.write("project/\u001b[31m.yaml", 'rules:\n  - use: "\\e[31m\\u202e"\n    # \u001b[0m\n');
    const { stdout } = await world.run(["check", "\u001b[31m.yaml"]);
    assert.equal(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/.test(stdout), false, JSON.stringify(stdout));
  });

  test("a policy that is not UTF-8, or is a folder, is no policy", async () => {
    world.write("project/latin.yaml", Buffer.from("# \xe4\nrules: []\n", "latin1"));
    fs.mkdirSync(path.join(world.project, "folder"));
    for (const file of ["latin.yaml", "folder", "none.yaml"]) {
      const { code, stderr } = await world.run(["check", file]);
      assert.equal(code, 2);
      assert.match(stderr, new RegExp(`\`${file}\` can't be read`));
    }
  });

  test("the same in a file that a policy extends is an error in the policy", async () => {
    world.write("project/latin.yaml", Buffer.from("# \xe4\nrules: []\n", "latin1"));
    world.write("project/policy.yaml", "extends: latin.yaml\n");
    const { code, stdout } = await world.run(["check", "policy.yaml"]);
    assert.equal(code, 1);
    assert.match(stdout, /^policy\.yaml:1:10 unknown-document: file `latin\.yaml` can't be read$/m);
  });
});

suite("as JSON", () => {
  test("errors with the fields of the library, and the file; warnings", async () => {
    world.write("project/bad.yaml", BAD);
    world.write("project/good.yaml", "rules: [{ use: require-https }, { use: require-https }]\n");
    const { code, stdout } = await world.run(["check", "bad.yaml", "good.yaml", "--json"]);
    assert.equal(code, 1);
    assert.deepEqual(JSON.parse(stdout), {
      ok: false,
      files: [
        {
          file: "bad.yaml",
          errors: [
            {
              code: "unknown-option",
              at: "/rules/0/loopbak",
              line: 4,
              column: 5,
              message: "rule `require-https`: unknown option `loopbak`",
              help: "did you mean `loopback`?",
              file: "bad.yaml",
            },
          ],
          warnings: [],
        },
        {
          file: "good.yaml",
          errors: [],
          warnings: [
            { code: "duplicate-rule", message: "`require-https` stands twice with the same options and scope" },
          ],
        },
      ],
    });
    const fine = await world.run(["check", "good.yaml", "--json"]);
    assert.deepEqual([fine.code, (JSON.parse(fine.stdout) as { ok: boolean }).ok], [0, true]);
  });
});

suite("which policies", () => {
  test("without names those that the hook would find, for the project that the folder or the client says", async () => {
    const user = world.write("home/.claude/sekisho.yaml", "base: none\nrules: []\n");
    const project = world.write("project/.claude/sekisho.yaml", "default: ask\n");
    const other = world.write("other/.claude/sekisho.yaml", "default: decline\n");
    const checked = async (given: Partial<Io>): Promise<readonly string[]> =>
      (await world.run(["check"], given)).stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.replace(/: fine.*/, ""));
    assert.deepEqual(await checked({}), [user, project]);
    assert.deepEqual(await checked({ env: { CLAUDE_PROJECT_DIR: path.join(world.folder, "other") } }), [user, other]);
    assert.deepEqual(await checked({ env: { CLAUDE_PROJECT_DIR: "" } }), [user, project]);
    assert.deepEqual(await checked({ cwd: world.home }), [user]);
    assert.deepEqual(await checked({ cwd: world.folder }), [user]);
  });

  test("the user's own file is the user's, however it is named", async () => {
    const file = world.write("home/.claude/sekisho.yaml", "base: none\nrules: []\n");
    fs.symlinkSync(file, path.join(world.project, "mine.yaml"));
    for (const name of [file, "../home/.claude/sekisho.yaml", "mine.yaml"]) {
      assert.equal((await world.run(["check", name])).code, 0, name);
    }
    world.write("project/copy.yaml", "base: none\nrules: []\n");
    assert.match((await world.run(["check", "copy.yaml"])).stdout, /base-not-here/);
  });

  test("none at all", async () => {
    const { code, stderr } = await world.run(["check"]);
    assert.equal(code, 2);
    assert.match(stderr, /no policy was found\n {2}name a file, or write `\.claude\/sekisho\.yaml`/);
  });

  test("one that is there and can't be read never counts as none", async () => {
    fs.mkdirSync(path.join(world.project, ".claude/sekisho.yaml"), { recursive: true });
    const { code, stderr } = await world.run(["check"]);
    assert.equal(code, 2);
    assert.match(stderr, /sekisho\.yaml` can't be read/);
  });

  test("a compiled one is for no person to check", async () => {
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    await world.run(["check", "--compile", ".claude/sekisho.compiled.json"]);
    const { code, stderr } = await world.run(["check", ".claude/sekisho.compiled.json"]);
    assert.equal(code, 2);
    assert.match(stderr, /is a compiled policy\n {2}check the file that it was made of/);
    assert.equal((await world.run(["check"])).code, 0);
  });
});

suite("--compile", () => {
  const OUT = ".claude/sekisho.compiled.json";
  const compiled = (
    file = `project/${OUT}`,
  ): { readonly detached?: true; readonly documents: readonly { readonly sources: readonly object[] }[] } =>
    JSON.parse(world.read(file)) as ReturnType<typeof compiled>;

  test("without names, what stands beside the place that is written: that is what the hook reads in its stead", async () => {
    world.write("home/.claude/sekisho.yaml", "default: decline\n");
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    const { code, stdout } = await world.run(["check", "--compile", OUT]);
    assert.equal(code, 0);
    assert.match(stdout, /project\/\.claude\/sekisho\.yaml: fine, 0 rules\nwrote \.claude\/sekisho\.compiled\.json\n$/);
    assert.deepEqual(
      compiled().documents.map(({ sources }) => sources),
      [[{ file: "sekisho.yaml", text: "default: ask\n" }]],
    );
  });

  test("elsewhere it has to be told, if there are several", async () => {
    world.write("home/.claude/sekisho.yaml", "default: decline\n");
    assert.equal((await world.run(["check", "--compile", "out.json"])).code, 0);
    assert.deepEqual(compiled("project/out.json").documents[0]?.sources, [
      { file: "../home/.claude/sekisho.yaml", text: "default: decline\n" },
    ]);
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    const { code, stderr } = await world.run(["check", "--compile", "out.json"]);
    assert.equal(code, 2);
    assert.match(stderr, /can't tell which policy is meant: `.*home.*` and `.*project.*`\n {2}name it/);
  });

  test("--detached, and several by name, in their order", async () => {
    world.write("project/a.yaml", "extends: sub/c.yaml\n");
    world.write("project/b.yaml", "default: ask\n");
    world.write("project/sub/c.yaml", "default: decline\n");
    assert.equal((await world.run(["check", "b.yaml", "a.yaml", "--compile", "sub/out.json", "--detached"])).code, 0);
    const { detached, documents } = compiled("project/sub/out.json");
    assert.equal(detached, true);
    assert.deepEqual(
      documents.map(({ sources }) => sources.map((source) => (source as { file: string }).file)),
      [["../b.yaml"], ["../a.yaml", "c.yaml"]],
    );
  });

  test("nothing is written where anything is wrong", async () => {
    world.write("project/good.yaml", "default: ask\n");
    world.write("project/bad.yaml", BAD);
    const before = world.snapshot();
    assert.equal((await world.run(["check", "good.yaml", "bad.yaml", "--compile", "out.json"])).code, 1);
    assert.deepEqual(world.snapshot(), before);
  });

  test("the same policy gives the same bytes; an old file is replaced whole", async () => {
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    await world.run(["check", "--compile", OUT]);
    const first = world.read(`project/${OUT}`);
    world.write(`project/${OUT}`, "x".repeat(10_000));
    await world.run(["check", "--compile", OUT, "--json"]);
    assert.equal(world.read(`project/${OUT}`), first);
    assert.deepEqual(fs.readdirSync(path.join(world.project, ".claude")).sort(), [
      "sekisho.compiled.json",
      "sekisho.yaml",
    ]);
  });

  test("where it can't be written, that is said in a line", async () => {
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    const { code, stdout, stderr } = await world.run(["check", "--compile", ".claude/sekisho.yaml/out.json"]);
    assert.deepEqual([code, stdout], [2, ""]);
    assert.match(stderr, /^sekisho: `\.claude\/sekisho\.yaml\/out\.json` can't be written \((?:ENOTDIR|EEXIST)\)\n$/);
  });

  test("a compiled policy that is not what its policy says is warned of: changed, forged, or of another version", async () => {
    world.write("project/.claude/sekisho.yaml", "default: ask\n");
    await world.run(["check", "--compile", OUT]);
    const good = world.read(`project/${OUT}`);
    const warned = async (): Promise<boolean> => (await world.run(["check"])).stdout.includes("warning stale-compiled");
    assert.equal(await warned(), false);
    for (const other of [
      good.replace("default: ask", "default: cancel"),
      good.replace('"default":"ask"', '"default":"cancel"'),
      good.replace("0.0.0-source", "9.9.9"),
      good.slice(9),
    ]) {
      assert.notEqual(other, good);
      world.write(`project/${OUT}`, other);
      assert.equal(await warned(), true, other.slice(0, 80));
    }
    world.write(`project/${OUT}`, good);
    world.write("project/.claude/sekisho.yaml", "default: decline\n");
    assert.equal(await warned(), true);
    const { stdout } = await world.run(["check", "--compile", OUT]);
    assert.equal(stdout.includes("stale"), false, "it is written anew");
    assert.equal(await warned(), false);
  });
});
