/**
 * `init --type`: each way in which the client can call sekisho, what else it needs, and how one takes the other's place.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { after, suite, test } from "node:test";
import { buildProgram, type CliEnd, type CliWorld, createCliWorld } from "./support/cli-world.ts";

const program = await buildProgram();
const worlds: CliWorld[] = [];
after(() => {
  for (const world of worlds) world.remove();
});

interface TypesWorld extends CliWorld {
  readonly init: (...args: readonly string[]) => Promise<CliEnd>;
  readonly uninstall: (...args: readonly string[]) => Promise<CliEnd>;
  /** The handlers of one event in the project's settings */
  readonly handlers: (event: string) => readonly Readonly<Record<string, unknown>>[];
}

function createTypesWorld(files: Readonly<Record<string, string>> = {}): TypesWorld {
  const world = createCliWorld();
  worlds.push(world);
  world.write("dist/sekisho.cjs", program);
  for (const [file, text] of Object.entries(files)) world.write(file, text);
  const own = { program: path.join(world.folder, "dist/sekisho.cjs") };
  return {
    ...world,
    init: (...args) => world.run(["init", ...args], own),
    uninstall: (...args) => world.run(["uninstall", ...args], own),
    handlers: (event) => {
      const { hooks } = JSON.parse(world.read("project/.claude/settings.json")) as {
        readonly hooks: Readonly<
          Record<string, readonly { readonly hooks: readonly Readonly<Record<string, unknown>>[] }[]>
        >;
      };
      return (hooks[event] ?? []).flatMap((group) => {
        assert.equal("matcher" in group, false);
        return group.hooks;
      });
    },
  };
}

const EVENTS = ["Elicitation", "ElicitationResult"];

suite("init --type", () => {
  test("http: address, token by name, and what else is to be done", async () => {
    const world = createTypesWorld();
    const { code, stdout } = await world.init("--type", "http");
    assert.equal(code, 0);
    for (const event of EVENTS)
      assert.deepEqual(world.handlers(event), [
        {
          type: "http",
          url: "http://127.0.0.1:8473/hook",
          headers: { Authorization: "Bearer $SEKISHO_TOKEN" },
          allowedEnvVars: ["SEKISHO_TOKEN"],
          timeout: 30,
          onFailure: "block",
        },
      ]);
    // A server goes by the policies that it is given alone, so this one brings the pack along (DESIGN §3).
    assert.match(
      stdout,
      /^start the server: `node .*sekisho\.cjs serve --policy .*sekisho\.yaml --audit .*sekisho-log`, with SEKISHO_TOKEN set/m,
    );
    assert.match(world.read("project/.claude/sekisho.yaml"), /^extends: recommended$/m);
    assert.equal(stdout.includes("let "), false);
    await world.init("--type", "command");
    assert.equal(/^extends/m.test(world.read("project/.claude/sekisho.yaml")), false);
  });

  test("http: a policy of somebody's that counts on the pack is told what a server adds, which is nothing", async () => {
    const world = createTypesWorld({ "project/.claude/sekisho.yaml": "version: 1\ndefault: decline\n" });
    const { stdout } = await world.init("--type", "http");
    assert.match(
      stdout,
      /^with `--policy` the pack `recommended` is not added: let .*sekisho\.yaml say `extends: recommended`$/m,
    );
    assert.equal(world.read("project/.claude/sekisho.yaml"), "version: 1\ndefault: decline\n");
    const own = await world.run(["init", "--user", "--type", "http"], {
      program: path.join(world.folder, "dist/sekisho.cjs"),
    });
    assert.match(own.stdout, /^start the server: `node .*sekisho\.cjs serve --audit .*sekisho-log`, with/m);
  });

  test("mcp_tool: every field of both events, as a template of its own name", async () => {
    const world = createTypesWorld();
    const { code, stdout } = await world.init("--type=mcp_tool");
    assert.equal(code, 0);
    for (const event of EVENTS) {
      const [{ input, ...rest } = {}, ...more] = world.handlers(event);
      assert.deepEqual(more, []);
      assert.deepEqual(rest, { type: "mcp_tool", server: "sekisho", tool: "decide", timeout: 30, onFailure: "block" });
      for (const field of FIELDS) assert.equal((input as Record<string, unknown>)[field], `\${${field}}`);
    }
    assert.match(
      stdout,
      /^the client needs the server: `claude mcp add --scope project sekisho -- node .* mcp --audit .*sekisho-log`$/m,
    );
    assert.match(stdout, /2\.1\.328/);
  });

  test("command is what there is without a word, and what stands there stays", async () => {
    const world = createTypesWorld();
    await world.init();
    assert.equal(world.handlers("Elicitation")[0]?.["type"], "command");
    for (const type of ["http", "mcp_tool", "command"]) {
      await world.init("--type", type);
      assert.equal((await world.init()).stdout, "everything is in place already\n");
      assert.equal(world.handlers("Elicitation")[0]?.["type"], type);
    }
  });

  test("a second time changes nothing; another type replaces ours and leaves others alone", async () => {
    const theirs = { type: "command", command: "./log.sh" };
    const settings = `${JSON.stringify({ hooks: { Elicitation: [{ hooks: [theirs] }] }, model: "opus" }, undefined, 2)}\n`;
    const world = createTypesWorld({ "project/.claude/settings.json": settings });
    const before = world.snapshot();
    for (const args of [
      ["--type", "http", "--url", "https://policy.example.com"],
      ["--type", "mcp_tool", "--server", "pol.icy x", "--mcp-json"],
      ["--type", "http"],
      ["--type", "command"],
      ["--type", "mcp_tool", "--mcp-json"],
    ]) {
      const dry = world.snapshot();
      assert.equal((await world.init(...args, "--dry-run")).code, 0);
      assert.deepEqual(world.snapshot(), dry);
      assert.equal((await world.init(...args)).code, 0);
      const [first, ours, ...more] = world.handlers("Elicitation");
      assert.deepEqual([first, ours?.["type"], more], [theirs, args[1], []]);
      assert.equal(world.handlers("ElicitationResult").length, 1);
      const once = world.snapshot();
      assert.equal((await world.init(...args)).stdout, "everything is in place already\n");
      assert.deepEqual(world.snapshot(), once);
    }
    await world.uninstall();
    assert.deepEqual(world.snapshot(), before);
  });

  test("uninstall gives every project back as it was", async () => {
    for (const files of [
      {},
      { "project/.claude/settings.json": "{}\n" },
      { "project/.mcp.json": '{ "mcpServers": { "crm": { "command": "crm" } } }\n' },
    ]) {
      for (const args of [
        ["--type", "http"],
        ["--type", "mcp_tool"],
        ["--type", "mcp_tool", "--mcp-json"],
      ]) {
        const world = createTypesWorld(files);
        const before = world.snapshot();
        await world.init(...args);
        assert.notDeepEqual(world.snapshot(), before);
        assert.equal((await world.uninstall()).code, 0);
        assert.deepEqual(world.snapshot(), before);
      }
    }
  });

  test("an address gets the path that the server answers, and no password", async () => {
    const world = createTypesWorld();
    await world.init("--type", "http", "--url", "http://127.0.0.1:9000");
    assert.equal(world.handlers("Elicitation")[0]?.["url"], "http://127.0.0.1:9000/hook");
    await world.init("--type", "http");
    assert.equal(world.handlers("Elicitation")[0]?.["url"], "http://127.0.0.1:9000/hook", "it stays");
    for (const url of ["127.0.0.1:9000", "ftp://x/", "http://", "http://a:hunter2@127.0.0.1/hook"]) {
      const { code, stderr, stdout } = await world.init("--type", "http", "--url", url);
      assert.equal(code, 2, url);
      assert.equal((stdout + stderr).includes("hunter2"), false);
    }
  });
});

suite("the server in .mcp.json", () => {
  test("is written only where that is asked for", async () => {
    const world = createTypesWorld();
    await world.init("--type", "mcp_tool");
    assert.equal(world.snapshot().has("project/.mcp.json"), false);
    await world.init("--type", "mcp_tool", "--mcp-json");
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
    const folder = "${CLAUDE_PROJECT_DIR:-.}/.claude";
    const args = [`${folder}/sekisho.cjs`, "mcp", "--audit", `${folder}/sekisho-log`];
    assert.deepEqual(JSON.parse(world.read("project/.mcp.json")), {
      mcpServers: { sekisho: { type: "stdio", command: "node", args } },
    });
    await world.init("--type", "command");
    assert.equal(world.snapshot().has("project/.mcp.json"), false);
  });

  test("takes the name that the hooks have, and leaves another server of that name alone", async () => {
    const world = createTypesWorld();
    await world.init("--type", "mcp_tool", "--server", "gate");
    await world.init("--mcp-json");
    assert.deepEqual(Object.keys((JSON.parse(world.read("project/.mcp.json")) as { mcpServers: object }).mcpServers), [
      "gate",
    ]);
    const other = '{ "mcpServers": { "sekisho": { "command": "other" } } }';
    const taken = createTypesWorld({ "project/.mcp.json": other });
    const before = taken.snapshot();
    const { code, stderr } = await taken.init("--type", "mcp_tool", "--mcp-json");
    assert.equal(code, 1);
    assert.match(stderr, /\.mcp\.json:1:30: there is another server `sekisho`\nnothing was changed\n$/);
    assert.deepEqual(taken.snapshot(), before);
  });

  test("a file that can't be read stops everything, with its place", async () => {
    for (const [text, place] of [
      ["{ // why\n}", "1:3: a comment"],
      ['{ "mcpServers": [] }', "1:17: `mcpServers` is not an object"],
      ["[]", "1:1: the file is not an object"],
    ] as const) {
      const world = createTypesWorld({ "project/.mcp.json": text });
      const before = world.snapshot();
      const { code, stderr } = await world.init("--type", "mcp_tool", "--mcp-json");
      assert.equal(code, 1);
      assert.ok(stderr.includes(`.mcp.json:${place}`), stderr);
      assert.deepEqual(world.snapshot(), before);
    }
  });

  test("nothing of other servers is printed", async () => {
    const text = JSON.stringify({ mcpServers: { crm: { command: "crm", env: { KEY: "hunter2" } } }, x: "hunter2" });
    const world = createTypesWorld({ "project/.mcp.json": text });
    for (const { stdout, stderr } of [
      await world.init("--type", "mcp_tool", "--mcp-json", "--dry-run"),
      await world.init("--type", "mcp_tool", "--mcp-json"),
      await world.uninstall(),
    ])
      assert.equal((stdout + stderr).includes("hunter2"), false);
    assert.equal(world.read("project/.mcp.json"), text);
  });
});

suite("what is no type, or no option of it", () => {
  for (const [args, says] of [
    [["--type", "prompt"], /hooks of this type never run on these events/],
    [["--type", "mcp"], /one of `command`, `http`, `mcp_tool`/],
    [["--url", "http://127.0.0.1/"], /`--url` belongs to the type `http`/],
    [["--type", "http", "--server", "x"], /`--server` belongs to the type `mcp_tool`/],
    [["--type", "command", "--mcp-json"], /`--mcp-json` belongs to the type `mcp_tool`/],
    [["--type", "mcp_tool", "--mcp-json", "--user"], /`\.mcp\.json` belongs to a project/],
    [["--type", "mcp_tool", "--server", " "], /a server has a name/],
  ] as const) {
    test(args.join(" "), async () => {
      const world = createTypesWorld();
      const before = world.snapshot();
      const { code, stderr } = await world.init(...args);
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.deepEqual(world.snapshot(), before);
    });
  }
});

// client-observed D2, and A1 for `agent_type`.
const FIELDS =
  "hook_event_name session_id transcript_path cwd prompt_id mcp_server_name message mode url elicitation_id requested_schema action content agent_type".split(
    " ",
  );
