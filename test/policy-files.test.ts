/** Which policy files count, and that one which can't be read never counts as none. */
import assert from "node:assert/strict";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { hook, type LoadEngine } from "../engine/adapters/command.ts";
import type { Powers } from "../engine/adapters/node.ts";
import { findPolicies, readPolicies, readPolicyText } from "../engine/adapters/policy-files.ts";
import type { PolicySource } from "../engine/load-engine.ts";
import { createWorld, DECLINE, deciding, declines, node } from "./support/hook-world.ts";

const folder = fs.mkdtempSync(join(tmpdir(), "sekisho-policies-"));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

suite("policies", () => {
  let count = 0;
  /** A place with a home and a project; files by their path in it */
  const place = (files: Readonly<Record<string, string>>) => {
    const root = join(folder, `policies-${count++}`);
    for (const name of ["home", "project"]) fs.mkdirSync(join(root, name), { recursive: true });
    for (const [name, text] of Object.entries(files)) {
      fs.mkdirSync(join(root, name, ".."), { recursive: true });
      fs.writeFileSync(join(root, name), text);
    }
    const env = new Map([["CLAUDE_PROJECT_DIR", join(root, "project")]]);
    const powers: Powers = { ...node, home: () => join(root, "home"), env: (name) => env.get(name) };
    return { root, powers, project: (value: string | undefined) => ({ ...powers, env: () => value }) };
  };
  const USER = "home/.claude/sekisho.yaml";
  const PROJECT = "project/.claude/sekisho.yaml";
  const found = (powers: Powers) => {
    const sources = findPolicies(powers);
    return sources.ok ? sources.value : sources.errors[0];
  };

  test("none: nothing is found, and nothing is wrong", () => {
    assert.deepEqual(found(place({}).powers), []);
  });

  test("a name that nobody reads is no name for none: it is refused, with the right one", () => {
    for (const name of ["sekisho.yml", "sekisho.json"]) {
      const { powers, root } = place({ [`project/.claude/${name}`]: "rules: []\n" });
      assert.equal(found(powers), `${join(root, "project")}/.claude/${name}, to be named sekisho.yaml,`);
    }
    const { powers } = place({ [PROJECT]: "rules: []\n", "project/.claude/sekisho.json": "{}" });
    assert.equal((found(powers) as readonly PolicySource[]).length, 1);
  });

  test("the user's and the project's, in this order, each with the compiled policy beside it", () => {
    const { root, powers } = place({
      [USER]: "user",
      [PROJECT]: "project",
      "project/.claude/sekisho.compiled.json": "compiled",
    });
    assert.deepEqual(found(powers), [
      { file: join(root, USER), role: "user", text: "user" },
      {
        file: join(root, PROJECT),
        role: "project",
        text: "project",
        compiled: { file: join(root, "project/.claude/sekisho.compiled.json"), text: "compiled" },
      },
    ]);
  });

  test("a compiled policy alone is the policy", () => {
    const { root, powers } = place({ "home/.claude/sekisho.compiled.json": "{}" });
    assert.deepEqual(found(powers), [
      { file: join(root, "home/.claude/sekisho.compiled.json"), role: "user", text: "{}" },
    ]);
  });

  test("no home, no project, a home that is no folder", () => {
    const { powers, project } = place({ [USER]: "user", [PROJECT]: "project" });
    assert.deepEqual(found({ ...project(undefined), home: () => undefined }), []);
    assert.deepEqual(found({ ...project(""), home: () => "" }), []);
    assert.deepEqual(found({ ...project("/dev/null"), home: () => "/dev/null" }), []);
    assert.equal((found({ ...powers, home: () => undefined }) as readonly PolicySource[]).length, 1);
  });

  test("a session in the home folder: one file, and the user's", () => {
    const { root, powers, project } = place({ [USER]: "user" });
    for (const same of [join(root, "home"), `${join(root, "home")}/`, join(root, "project", "..", "home")]) {
      const sources = found(project(same)) as readonly PolicySource[];
      assert.deepEqual(
        sources.map(({ role }) => role),
        ["user"],
      );
    }
    fs.symlinkSync(join(root, "home/.claude"), join(root, "project/.claude"));
    assert.equal((found(powers) as readonly PolicySource[]).length, 1);
  });

  test("two files of the same text are two policies", () => {
    const { powers } = place({ [USER]: "same", [PROJECT]: "same" });
    assert.equal((found(powers) as readonly PolicySource[]).length, 2);
  });

  test("through links, and with a byte order mark left for the reader", () => {
    const { root, powers } = place({ "elsewhere/policy.yaml": "\ufeffa: é\r\n" });
    fs.mkdirSync(join(root, "project/.claude"));
    fs.symlinkSync(join(root, "elsewhere/policy.yaml"), join(root, PROJECT));
    assert.deepEqual(
      (found(powers) as readonly PolicySource[]).map(({ text }) => text),
      ["\ufeffa: é\r\n"],
    );
  });

  const unreadable: Record<string, (file: string) => void> = {
    "a broken link": (file) => fs.symlinkSync("/no/such/file", file),
    "a link to itself": (file) => fs.symlinkSync(file, file),
    "a folder": (file) => fs.mkdirSync(file),
    "a device": (file) => fs.symlinkSync("/dev/null", file),
    "not UTF-8": (file) => fs.writeFileSync(file, Buffer.from("a: é", "latin1")),
    "UTF-16": (file) => fs.writeFileSync(file, Buffer.from("\ufeffa: b", "utf16le")),
    "more than 16 MiB": (file) => {
      fs.writeFileSync(file, "");
      fs.truncateSync(file, 16 * 1024 * 1024 + 1);
    },
  };
  for (const [what, make] of Object.entries(unreadable)) {
    test(`${what}: every request is refused, whether found or named`, async () => {
      const { root, powers } = place({ [USER]: "user", "project/.claude/other": "" });
      const file = join(root, PROJECT);
      make(file);
      assert.equal(found(powers), file);
      assert.deepEqual(readPolicies(powers, [file]), { ok: false, errors: [file] });
      assert.throws(() => readPolicyText(powers, file));
      for (const args of [[], ["--policy", file]]) {
        const world = createWorld({ home: powers.home, env: powers.env });
        assert.equal(await hook(args, world.powers, deciding({ effect: "ask" })), 0);
        assert.equal(world.written.stdout, DECLINE);
        assert.match(world.written.stderr, /^sekisho hook: every request is refused: .* can't be read\n$/);
      }
    });
  }

  test("a folder `.claude` that is a broken link", () => {
    const { root, powers } = place({ [USER]: "user" });
    fs.symlinkSync("/no/such/folder", join(root, "project/.claude"));
    assert.equal(found(powers), join(root, PROJECT));
  });

  test("a compiled policy that can't be read: the text beside it is used, alone it refuses", () => {
    const { root, powers } = place({ [PROJECT]: "project" });
    fs.mkdirSync(join(root, "project/.claude/sekisho.compiled.json"));
    assert.deepEqual(found(powers), [{ file: join(root, PROJECT), role: "project", text: "project" }]);
    fs.rmSync(join(root, PROJECT));
    assert.equal(found(powers), join(root, PROJECT));
  });

  test("a policy that is named must be there; what it refers to need not", async () => {
    const { root, powers } = place({ [USER]: "user" });
    const file = join(root, "no-such.yaml");
    assert.deepEqual(readPolicies(powers, [join(root, USER), file]), { ok: false, errors: [file] });
    assert.equal(readPolicyText(powers, file), undefined);
    assert.equal(readPolicyText(powers, join(root, USER)), "user");
  });

  test("those that are named, in order, replace those that are found", async () => {
    const { root, powers } = place({ [USER]: "user", "a.yaml": "a", "it's here/b é.json": "b" });
    const seen: PolicySource[] = [];
    const world = createWorld({ home: powers.home, env: powers.env });
    const files = [join(root, "it's here/b é.json"), join(root, "a.yaml")];
    assert.equal(
      await hook(
        files.map((file) => `--policy=${file}`),
        world.powers,
        deciding({ effect: "ask" }, seen),
      ),
      0,
    );
    assert.deepEqual(seen, [
      { file: files[0], role: "named", text: "b" },
      { file: files[1], role: "named", text: "a" },
    ]);
  });

  test("a note of the loader is one line on stderr, in which nothing reaches a terminal", async () => {
    const world = createWorld();
    const load: LoadEngine = (...given) => ({ ...declines(...given), notes: ["a \u001b[2J\u202e関 b\nsecond"] });
    assert.equal(await hook([], world.powers, load), 0);
    assert.equal(world.written.stderr, "sekisho hook: a \\u{1b}[2J\\u{202e}\\u{95a2} b\n");
  });
});
