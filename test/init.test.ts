/**
 * `init` and `uninstall` in real folders: what they write, what they leave alone, and that the hook then refuses.
 * A guard that is wired wrongly is none, and nobody notices before it is needed.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after, suite, test } from "node:test";
import { STARTER_POLICY } from "../engine/cli/install.ts";
import type { Io } from "../engine/cli/io.ts";
import { buildProgram, type CliWorld, createCliWorld } from "./support/cli-world.ts";

const program = await buildProgram();
const bad = {
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Sign in",
  mode: "url",
  url: "http://evil.test/",
};

const worlds: CliWorld[] = [];
after(() => {
  for (const world of worlds) world.remove();
});

interface InitWorld extends CliWorld {
  readonly init: (args?: readonly string[], given?: Partial<Io>) => ReturnType<CliWorld["run"]>;
  readonly uninstall: (args?: readonly string[], given?: Partial<Io>) => ReturnType<CliWorld["run"]>;
}

function createInitWorld(files: Readonly<Record<string, string>> = {}, name?: string): InitWorld {
  const world = createCliWorld(name);
  worlds.push(world);
  world.write("dist/sekisho.cjs", program);
  for (const [file, text] of Object.entries(files)) world.write(file, text);
  const own = { program: path.join(world.folder, "dist/sekisho.cjs") };
  return {
    ...world,
    init: (args = [], given = {}) => world.run(["init", ...args], { ...own, ...given }),
    uninstall: (args = [], given = {}) => world.run(["uninstall", ...args], { ...own, ...given }),
  };
}

/** Runs the first hook entry for Elicitation as the client does: exec form, placeholders filled in each argument */
function runHook(
  world: CliWorld,
  settings: string,
  input: object = bad,
): { readonly status: number | null; readonly stdout: string } {
  const { hooks } = JSON.parse(world.read(settings)) as {
    readonly hooks: Readonly<
      Record<
        string,
        readonly { readonly hooks: readonly { readonly command: string; readonly args: readonly string[] }[] }[]
      >
    >;
  };
  const entry = hooks["Elicitation"]?.at(-1)?.hooks[0];
  assert.ok(entry !== undefined);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as the client knows it
  const args = entry.args.map((arg) => arg.replaceAll("${CLAUDE_PROJECT_DIR}", world.project));
  const command = entry.command === "node" ? process.execPath : entry.command;
  const env = { PATH: process.env["PATH"], HOME: world.home, CLAUDE_PROJECT_DIR: world.project };
  const { status, stdout } = spawnSync(command, args, {
    input: JSON.stringify(input),
    env,
    cwd: world.project,
    encoding: "utf8",
  });
  return { status, stdout };
}

/** The one record that a hook left in its log, which is taken away: what is left of the folder is what `init` put there */
function takeRecord(world: CliWorld, log: string): string {
  const folder = path.join(world.folder, log);
  const [record, ...others] = fs.readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  assert.ok(record !== undefined && others.length === 0);
  const text = fs.readFileSync(path.join(folder, record), "utf8");
  fs.rmSync(path.join(folder, record));
  return text;
}

const DECLINED = {
  status: 0,
  stdout: `${JSON.stringify({ hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } })}\n`,
};

suite("init in a project", () => {
  test("writes the program, a policy, its compiled form and the settings; the hook then declines", async () => {
    const world = createInitWorld();
    const { code, stdout, stderr } = await world.init();
    assert.deepEqual([code, stderr], [0, ""]);
    assert.deepEqual(
      [...world.snapshot().keys()].filter((name) => name.startsWith("project/.claude/")),
      [
        "project/.claude/",
        "project/.claude/sekisho-log/",
        "project/.claude/sekisho-log/.gitignore",
        "project/.claude/sekisho.cjs",
        "project/.claude/sekisho.compiled.json",
        "project/.claude/sekisho.yaml",
        "project/.claude/settings.json",
      ],
    );
    assert.equal(world.read("project/.claude/sekisho.cjs"), program);
    assert.equal(world.read("project/.claude/sekisho.yaml"), STARTER_POLICY);
    assert.equal(fs.statSync(path.join(world.project, ".claude/sekisho.cjs")).mode & 0o111, 0o111);
    for (const name of ["sekisho.cjs", "sekisho.yaml", "sekisho.compiled.json", "settings.json", "sekisho-log"])
      assert.ok(stdout.includes(name));
    assert.equal(fs.statSync(path.join(world.project, ".claude/sekisho-log")).mode & 0o777, 0o700);
    assert.deepEqual(runHook(world, "project/.claude/settings.json"), DECLINED);
    assert.match(takeRecord(world, "project/.claude/sekisho-log"), /^\{.*"effect":"decline".*\}\n$/);
  });

  test("a second time changes nothing, and says so", async () => {
    const world = createInitWorld();
    await world.init();
    const before = world.snapshot();
    const { code, stdout } = await world.init();
    assert.deepEqual([code, stdout], [0, "everything is in place already\n"]);
    assert.deepEqual(world.snapshot(), before);
  });

  test("--dry-run shows every line and writes nothing", async () => {
    const world = createInitWorld({ "project/.claude/settings.json": '{\n  "model": "opus"\n}\n' });
    const before = world.snapshot();
    const { code, stdout } = await world.init(["--dry-run"]);
    assert.equal(code, 0);
    assert.deepEqual(world.snapshot(), before);
    assert.match(stdout, /^change .*settings\.json\n {2}\+ {3}"hooks": \{\n {2}\+ {5}"Elicitation": \[$/m);
    assert.match(stdout, /^ {2}\+ {13}"onFailure": "block"$/m);
    assert.match(stdout, /^nothing was changed$/m);
  });

  for (const name of ["it's a project", "関所 (ä) & $HOME `x`", '100% "odd" #1']) {
    test(`in a folder named ${name}`, async () => {
      const world = createInitWorld({}, `sekisho ${name} `);
      assert.equal((await world.init()).code, 0);
      assert.deepEqual(runHook(world, "project/.claude/settings.json"), DECLINED);
      assert.equal((await world.init(["--user"])).code, 0);
      assert.deepEqual(runHook(world, "home/.claude/settings.json"), DECLINED);
      assert.match(takeRecord(world, "home/.claude/sekisho-log"), /^\{.*"effect":"decline".*\}\n$/);
    });
  }
});

suite("what was there before", () => {
  test("a policy of the user's own is kept, and compiled anew whenever it changed", async () => {
    const world = createInitWorld({ "project/.claude/sekisho.yaml": "default: decline\n" });
    await world.init();
    assert.equal(world.read("project/.claude/sekisho.yaml"), "default: decline\n");
    world.write("project/.claude/sekisho.yaml", "default: cancel\n");
    const { stdout } = await world.init();
    assert.match(stdout, /^change .*sekisho\.compiled\.json \(compiled for the hook\)$/m);
    assert.equal(stdout.includes("settings.json"), false);
    assert.match(world.read("project/.claude/sekisho.compiled.json"), /"default":"cancel"/);
  });

  test("a policy that does not load stops everything, with its diagnostics", async () => {
    const world = createInitWorld({ "project/.claude/sekisho.yaml": "version: 1\nrules:\n  - use: require-htps\n" });
    const before = world.snapshot();
    const { code, stdout, stderr } = await world.init();
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(
      stderr,
      /sekisho\.yaml:3:10 unknown-rule: there is no rule `require-htps`\n {2}3 \| .*\n.*\^{12} did you mean `require-https`\?\nnothing was changed\n$/,
    );
    assert.deepEqual(world.snapshot(), before);
  });

  test("settings that can't be read are told with their place and left alone", async () => {
    for (const [text, place] of [
      ['{\n  // why\n  "model": "opus"\n}\n', "2:3: a comment"],
      ['{ "hooks": [] }', "1:12: `hooks` is not an object"],
      ['{ "a": 1, "a": 2 }', "1:11: a key that stands twice"],
      ['{ "a": 1', "1:9: the file ends too early"],
    ] as const) {
      const world = createInitWorld({ "project/.claude/settings.json": text });
      const before = world.snapshot();
      for (const run of [world.init, world.uninstall]) {
        const { code, stderr } = await run();
        assert.equal(code, 1);
        assert.ok(stderr.includes(`settings.json:${place}`), stderr);
        assert.ok(stderr.endsWith("nothing was changed\n"), stderr);
        assert.deepEqual(world.snapshot(), before);
      }
    }
  });

  test("settings that are not UTF-8 are refused, not mended", async () => {
    const world = createInitWorld();
    world.write("project/.claude/settings.json", Buffer.from('{ "a": "\xe4" }', "latin1"));
    const before = world.snapshot();
    const { code, stderr } = await world.init();
    assert.equal(code, 2);
    assert.match(stderr, /settings\.json` is not UTF-8/);
    assert.deepEqual(world.snapshot(), before);
  });

  test("files of the same names that are something else are left alone", async () => {
    for (const file of ["sekisho.cjs", "sekisho.compiled.json"]) {
      const world = createInitWorld({ [`project/.claude/${file}`]: "mine" });
      const before = world.snapshot();
      const { code, stderr } = await world.init();
      assert.equal(code, 1);
      assert.ok(stderr.includes(`${file}: this file is something else`), stderr);
      assert.deepEqual(world.snapshot(), before);
    }
  });

  test("an older copy gives way, a newer one stays with what it compiled", async () => {
    const world = createInitWorld();
    const head = program.indexOf("\n", program.indexOf("\n") + 1);
    const of = (version: string): string =>
      program.slice(0, head).replace(/(sekisho\.cjs )[^\s,]+/, `$1${version}`) + program.slice(head);
    for (const older of ["0.0.9", "0.0.1-rc.1"]) {
      world.write("project/.claude/sekisho.cjs", of(older));
      const { code, stdout } = await world.init();
      assert.equal(code, 0);
      assert.match(stdout, new RegExp(`^change .*sekisho\\.cjs \\(version \\S+ in place of ${older}\\)$`, "m"));
      assert.equal(world.read("project/.claude/sekisho.cjs"), program);
    }
    world.write("project/.claude/sekisho.cjs", of("99.0.0"));
    world.write("project/.claude/sekisho.compiled.json", '{"format":"sekisho-compiled-9"}');
    const { code, stdout, stderr } = await world.init();
    assert.deepEqual([code, stdout], [0, "everything is in place already\n"]);
    assert.match(stderr, /the copy is version 99\.0\.0 and stays/);
    assert.equal(world.read("project/.claude/sekisho.cjs"), of("99.0.0"));
    assert.equal(world.read("project/.claude/sekisho.compiled.json"), '{"format":"sekisho-compiled-9"}');
  });

  test("the same version in other bytes, as from a build of today, gives way too", async () => {
    const world = createInitWorld({ "project/.claude/sekisho.cjs": `${program}// more\n` });
    await world.init();
    assert.equal(world.read("project/.claude/sekisho.cjs"), program);
  });

  test("a compiled policy that stands alone is the policy, and no empty one is put beside it", async () => {
    const world = createInitWorld({ "project/team.yaml": "default: decline\n" });
    const out = ".claude/sekisho.compiled.json";
    fs.mkdirSync(path.join(world.project, ".claude"));
    assert.equal((await world.run(["check", "team.yaml", "--compile", out, "--detached"])).code, 0);
    const compiled = world.read(`project/${out}`);
    assert.equal((await world.init()).code, 0);
    assert.equal(fs.existsSync(path.join(world.project, ".claude/sekisho.yaml")), false);
    assert.equal(world.read(`project/${out}`), compiled);
    assert.deepEqual(
      runHook(world, "project/.claude/settings.json", { ...bad, url: "https://auth.example.com/" }),
      DECLINED,
    );
    const { stdout } = await world.uninstall();
    assert.match(stdout, /^keep {3}.*sekisho\.compiled\.json: it is yours$/m);
    assert.equal(world.read(`project/${out}`), compiled);
  });

  test("one that should not stand alone stops everything", async () => {
    const world = createInitWorld({ "project/.claude/sekisho.yaml": "default: decline\n" });
    await world.init();
    fs.rmSync(path.join(world.project, ".claude/sekisho.yaml"));
    const before = world.snapshot();
    const { code, stderr } = await world.init();
    assert.equal(code, 1);
    assert.match(stderr, /sekisho\.compiled\.json: what it was made of, .*sekisho\.yaml, is not there/);
    assert.deepEqual(world.snapshot(), before);
  });

  test("hostile names and lines are shown, and can't steer the terminal", async () => {
    const settings = '{\n\t"a": "\u202e",\n\t"b": 1\n}\n';
    const world = createInitWorld({ "project/.claude/settings.json": settings }, "sekisho \u001b[31m\u202e ");
    for (const end of [await world.init(["--dry-run"]), await world.init(), await world.uninstall()]) {
      assert.equal(end.code, 0);
      assert.equal(/[\u0000-\u0009\u000b-\u001f\u202e]/.test(end.stdout + end.stderr), false);
    }
    assert.equal(world.read("project/.claude/settings.json"), settings);
  });

  test("nothing of the settings but what is ours is printed", async () => {
    const key = ["sk", "ant", "api03", "x".repeat(20)].join("-");
    const env = { ANTHROPIC_API_KEY: key, PLAIN: "hunter2" };
    const hook = {
      type: "command",
      command: "node",
      args: ["/x/.claude/sekisho.cjs", "hook", "--x", "hunter2"],
      if: `Bash(${key})`,
    };
    for (const settings of [
      { env },
      {
        hooks: { Elicitation: [], Stop: [{ hooks: [{ type: "command", command: "hunter2" }] }], ElicitationResult: [] },
        env,
      },
      { hooks: { Elicitation: [{ hooks: [hook] }] }, env },
    ]) {
      for (const indent of [undefined, 1, 2]) {
        const world = createInitWorld({ "project/.claude/settings.json": JSON.stringify(settings, undefined, indent) });
        for (const run of [world.init, world.uninstall]) {
          for (const args of [["--dry-run"], []]) {
            const { code, stdout, stderr } = await run(args);
            assert.equal(code, 0);
            if (run === world.init) assert.match(stdout, /^change .*settings\.json$/m);
            assert.equal((stdout + stderr).includes(key), false, stdout);
            assert.equal((stdout + stderr).includes("hunter2"), false, stdout);
          }
        }
      }
    }
  });

  test("what keeps the hooks from running is told", async () => {
    const world = createInitWorld({ "project/.claude/settings.json": '{ "disableAllHooks": true }' });
    const { code, stderr } = await world.init();
    assert.equal(code, 0);
    assert.match(stderr, /`disableAllHooks` is on, so no hook runs/);
  });
});

suite("links, modes and folders that can't be written", () => {
  test("settings that are a link stay one; what it names changes and keeps its mode", async () => {
    const world = createInitWorld({ "dotfiles/claude.json": '{ "model": "opus" }\n' });
    const target = path.join(world.folder, "dotfiles/claude.json");
    fs.chmodSync(target, 0o600);
    fs.mkdirSync(path.join(world.project, ".claude"));
    fs.symlinkSync("../../dotfiles/claude.json", path.join(world.project, ".claude/settings.json"));
    const before = world.snapshot();
    await world.init();
    assert.ok(fs.lstatSync(path.join(world.project, ".claude/settings.json")).isSymbolicLink());
    assert.match(fs.readFileSync(target, "utf8"), /"onFailure":"block"/);
    assert.equal(fs.statSync(target).mode & 0o777, 0o600);
    assert.deepEqual(runHook(world, "project/.claude/settings.json"), DECLINED);
    takeRecord(world, "project/.claude/sekisho-log");
    await world.uninstall();
    assert.deepEqual(world.snapshot(), before);
  });

  test("a link that leads nowhere yet is followed as well, and `uninstall` leaves it", async () => {
    const world = createInitWorld();
    fs.mkdirSync(path.join(world.project, ".claude"));
    fs.symlinkSync("../../dotfiles/new.json", path.join(world.project, ".claude/settings.json"));
    assert.equal((await world.init()).code, 0);
    assert.ok(fs.lstatSync(path.join(world.project, ".claude/settings.json")).isSymbolicLink());
    assert.match(world.read("dotfiles/new.json"), /"onFailure": "block"/);
    const { stdout } = await world.uninstall();
    assert.match(stdout, /^change .*settings\.json$/m);
    assert.ok(fs.lstatSync(path.join(world.project, ".claude/settings.json")).isSymbolicLink());
    assert.equal(world.read("dotfiles/new.json"), "{}\n");
  });

  test("settings that were moved and linked back since `init` lose our entries where they are now", async () => {
    for (const before of [undefined, "", "{}\n", '{ "model": "opus" }\n']) {
      const world = createInitWorld(before === undefined ? {} : { "project/.claude/settings.json": before });
      await world.init();
      const settings = path.join(world.project, ".claude/settings.json");
      fs.mkdirSync(path.join(world.folder, "dotfiles"));
      fs.renameSync(settings, path.join(world.folder, "dotfiles/claude.json"));
      fs.symlinkSync("../../dotfiles/claude.json", settings);
      const { code } = await world.uninstall();
      assert.equal(code, 0);
      assert.equal(fs.readlinkSync(settings), "../../dotfiles/claude.json");
      assert.equal(world.read("dotfiles/claude.json"), before ?? "{}\n");
      assert.equal(fs.existsSync(path.join(world.project, ".claude/sekisho.cjs")), false);
      assert.match((await world.uninstall()).stdout, /^there is nothing to take out$/m);
    }
  });

  test("other files that are links are left and named", async () => {
    const world = createInitWorld();
    await world.init();
    fs.mkdirSync(path.join(world.folder, "dotfiles"));
    const names = ["sekisho.cjs", "sekisho.yaml", "sekisho.compiled.json"];
    for (const name of names) {
      const file = path.join(world.project, ".claude", name);
      fs.renameSync(file, path.join(world.folder, "dotfiles", name));
      fs.symlinkSync(`../../dotfiles/${name}`, file);
    }
    const { code, stdout } = await world.uninstall();
    assert.equal(code, 0);
    for (const name of names) {
      assert.ok(stdout.includes(`${name}: it is a link, which is yours`), stdout);
      assert.ok(fs.lstatSync(path.join(world.project, ".claude", name)).isSymbolicLink());
      assert.ok(fs.existsSync(path.join(world.folder, "dotfiles", name)));
    }
  });

  test("what is no regular file is refused with its place, and not waited for", async () => {
    for (const name of ["settings.json", "sekisho.yaml", "sekisho.compiled.json", "sekisho.cjs"]) {
      const world = createInitWorld();
      fs.mkdirSync(path.join(world.project, ".claude"));
      const file = path.join(world.project, ".claude", name);
      assert.equal(spawnSync("mkfifo", [file]).status, 0);
      // In a process of its own, which can be ended should it wait.
      const env = { PATH: process.env["PATH"], HOME: world.home };
      for (const command of ["init", "uninstall"]) {
        const options = { cwd: world.project, env, encoding: "utf8", timeout: 20_000 } as const;
        const { status, stderr } = spawnSync(process.execPath, ["../dist/sekisho.cjs", command], options);
        assert.equal(status, 2, `${command} ${name}`);
        assert.ok(stderr.includes(`${name}\` is no regular file`), stderr);
      }
      assert.deepEqual(fs.readdirSync(path.join(world.project, ".claude")), [name]);
    }
  });

  test("links in a circle are an error, not an endless search", async () => {
    const world = createInitWorld();
    fs.mkdirSync(path.join(world.project, ".claude"));
    fs.symlinkSync("settings.json", path.join(world.project, ".claude/settings.json"));
    const { code, stderr } = await world.init();
    assert.equal(code, 2);
    assert.match(stderr, /settings\.json` can't be read \(ELOOP\)/);
  });

  test("where nothing can be written, that is said in a line, and no half file stays", async () => {
    const denied = Object.assign(new Error("the runtime's own text"), { code: "EACCES" });
    const refuse = (): never => {
      throw denied;
    };
    for (const broken of [{ mkdirSync: refuse }, { writeFileSync: refuse }, { renameSync: refuse }]) {
      // Folders are only made where there are none.
      const files = "mkdirSync" in broken ? { "project/readme": "" } : { "project/.claude/settings.json": "{}\n" };
      const world = createInitWorld(files);
      const before = world.snapshot();
      const { code, stderr } = await world.init([], { fs: { ...fs, ...broken } as Io["fs"] });
      assert.equal(code, 2);
      assert.match(stderr, /^sekisho: `.*sekisho\.cjs` can't be written \(EACCES\)\n$/);
      assert.deepEqual(world.snapshot(), before);
    }
  });

  test("a file where the folder should be", async () => {
    const world = createInitWorld({ "project/.claude": "" });
    const { code, stderr } = await world.init();
    assert.equal(code, 2);
    assert.match(stderr, /can't be read \(ENOTDIR\)/);
  });
});

suite("init --user", () => {
  test("writes into the home folder, and names the program by its path", async () => {
    const world = createInitWorld();
    assert.equal((await world.init(["--user"])).code, 0);
    assert.ok(
      world.read("home/.claude/settings.json").includes(JSON.stringify(path.join(world.home, ".claude/sekisho.cjs"))),
    );
    assert.deepEqual(runHook(world, "home/.claude/settings.json"), DECLINED);
    takeRecord(world, "home/.claude/sekisho-log");
    assert.equal((await world.init(["--user"])).stdout, "everything is in place already\n");
    await world.uninstall(["--user"]);
    assert.equal(
      [...world.snapshot().keys()].some((name) => name.startsWith("home/.claude")),
      false,
    );
  });

  test("the user's own policy may leave the pack out, also when it is compiled", async () => {
    const world = createInitWorld({ "home/.claude/sekisho.yaml": "base: none\nrules: []\n" });
    assert.equal((await world.init(["--user"])).code, 0);
    assert.deepEqual(runHook(world, "home/.claude/settings.json"), { status: 0, stdout: "" });
  });

  test("in the home folder without it: its settings hold for all projects", async () => {
    const world = createInitWorld();
    fs.symlinkSync(world.home, path.join(world.folder, "link"));
    for (const cwd of [world.home, path.join(world.folder, "link")]) {
      const { code, stderr } = await world.init([], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, /home folder.*\n {2}say so with `--user`/);
    }
    assert.equal((await world.init(["--user"], { home: "" })).code, 2);
  });
});

suite("uninstall", () => {
  test("gives the project back as it was", async () => {
    const cases: readonly Readonly<Record<string, string>>[] = [
      {},
      { "project/.claude/settings.json": '{"model":"opus"}' },
      { "project/.claude/settings.json": "{}\n", "project/.claude/agents/x.md": "x" },
      { "project/.claude/settings.json": "", "project/.claude/sekisho.yaml": "default: decline\n" },
    ];
    for (const files of cases) {
      const world = createInitWorld(files);
      const before = world.snapshot();
      await world.init();
      assert.notDeepEqual(world.snapshot(), before);
      const dry = await world.uninstall(["--dry-run"]);
      assert.match(dry.stdout, /^nothing was changed$/m);
      const { code, stdout } = await world.uninstall();
      assert.equal(code, 0);
      assert.match(stdout, /^remove .*sekisho\.cjs$/m);
      assert.deepEqual(world.snapshot(), before);
      assert.match((await world.uninstall()).stdout, /^there is nothing to take out$/m);
    }
  });

  test("what a person wrote since stays, and is named", async () => {
    const world = createInitWorld();
    await world.init();
    world.write("project/.claude/sekisho.yaml", `${STARTER_POLICY}# and this\n`);
    world.write("project/.claude/sekisho-log/2026-11-30.jsonl", "{}\n");
    const { stdout } = await world.uninstall();
    assert.match(stdout, /^keep {3}.*sekisho\.yaml: it is yours$/m);
    assert.match(stdout, /^keep {3}.*sekisho-log: the record of what was decided is yours$/m);
    assert.deepEqual(
      [...world.snapshot().keys()].filter((name) => name.startsWith("project/.claude/")),
      [
        "project/.claude/",
        "project/.claude/sekisho-log/",
        "project/.claude/sekisho-log/.gitignore",
        "project/.claude/sekisho-log/2026-11-30.jsonl",
        "project/.claude/sekisho.yaml",
      ],
    );
  });

  test("the program stays as long as a hook that somebody wrote runs it", async () => {
    for (const file of ["settings.json", "settings.local.json"]) {
      const world = createInitWorld();
      await world.init();
      const settings = JSON.parse(world.read("project/.claude/settings.json")) as { hooks: Record<string, unknown[]> };
      const own = { type: "command", command: 'node "$CLAUDE_PROJECT_DIR"/.claude/sekisho.cjs hook --audit log' };
      const text = file === "settings.json" ? settings : { hooks: {} as Record<string, unknown[]> };
      text.hooks["Notification"] = [{ hooks: [own] }];
      world.write(`project/.claude/${file}`, JSON.stringify(text));
      const { stdout } = await world.uninstall();
      assert.match(stdout, /^keep {3}.*sekisho\.cjs: a hook that you wrote still runs it$/m);
      assert.equal(world.read("project/.claude/sekisho.cjs"), program);
      assert.ok(world.read(`project/.claude/${file}`).includes("--audit log"));
    }
  });

  test("where nothing is installed, nothing happens", async () => {
    const world = createInitWorld();
    const before = world.snapshot();
    assert.deepEqual(await world.uninstall(), { code: 0, stdout: "there is nothing to take out\n", stderr: "" });
    assert.deepEqual(world.snapshot(), before);
  });
});

suite("the program itself", () => {
  test("it has to be started from the one file", async () => {
    const world = createInitWorld();
    for (const own of [undefined, path.join(world.folder, "none"), world.write("other.cjs", "// something\n")]) {
      const { code, stderr } = await world.init([], { program: own });
      assert.equal(code, 2);
      assert.match(stderr, /^sekisho: `init` copies the one file/);
    }
  });

  test("started as a person does, and from the copy that it made", async () => {
    const world = createInitWorld({
      "project/.claude/sekisho.yaml": "rules: [{ use: only-servers, servers: [billing] }]\n",
    });
    const run = (file: string, args: readonly string[], input = ""): readonly [number | null, string, string] => {
      const env = { PATH: process.env["PATH"], HOME: world.home, CLAUDE_PROJECT_DIR: world.project };
      const options = { cwd: world.project, env, input, encoding: "utf8" } as const;
      const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], options);
      return [status, stdout, stderr];
    };
    assert.equal(run("../dist/sekisho.cjs", ["init"])[0], 0);
    assert.deepEqual(run(".claude/sekisho.cjs", ["init"]), [0, "everything is in place already\n", ""]);
    assert.match(run(".claude/sekisho.cjs", ["check"])[1], /sekisho\.yaml: fine, 1 rule\n$/);
    // Without a word on stderr: the compiled policy is what the hook goes by.
    const other = JSON.stringify({ ...bad, url: "https://auth.example.com/" });
    assert.deepEqual(run(".claude/sekisho.cjs", ["hook"], other), [0, DECLINED.stdout, ""]);
    fs.rmSync(path.join(world.project, ".claude/sekisho.yaml"));
    assert.equal(run("../dist/sekisho.cjs", ["uninstall"])[0], 0);
  });
});
