/**
 * The one file under every way to start or load it that needs nothing but the Node at hand.
 * A guard that silently exits 0 lets everything through, so a start either answers or exits 2 (DESIGN §4).
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";

const root = join(import.meta.dirname, "..");
const program = join(root, "dist/sekisho.cjs");
const library = join(root, "dist/sekisho.mjs");

const input = JSON.stringify({
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Sign in",
  mode: "url",
  url: "http://evil.test/",
});
const decline = `${JSON.stringify({ hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" } })}\n`;

const folder = mkdtempSync(join(tmpdir(), "sekisho-one-file-"));
after(() => rmSync(folder, { recursive: true }));

interface Ending {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function node(args: readonly string[], stdin: string | Buffer = input, cwd = folder): Ending {
  const env = { PATH: process.env["PATH"], HOME: folder, USERPROFILE: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: stdin, env, cwd, encoding: "utf8" });
  return { status, stdout, stderr };
}

/** A copy of the program in a folder of its own, whose files are of the given type */
function placed(name: string, type?: "commonjs" | "module"): string {
  const own = mkdtempSync(join(folder, "placed-"));
  if (type !== undefined) writeFileSync(join(own, "package.json"), JSON.stringify({ type }));
  mkdirSync(join(own, name, ".."), { recursive: true });
  copyFileSync(program, join(own, name));
  return join(own, name);
}

function linked(target: string, name: string): string {
  const link = join(mkdtempSync(join(folder, "linked-")), name);
  symlinkSync(target, link);
  return link;
}

function written(name: string, text: string): string {
  const path = join(mkdtempSync(join(folder, "written-")), name);
  writeFileSync(path, text);
  return path;
}

const oddFolder = "it's 100% odd #1 (ä 関所) & $HOME";

suite("started as the program, it answers", () => {
  const starts: Record<string, () => readonly string[]> = {
    "as it is": () => [program],
    "as .js without a package.json": () => [placed("sekisho.js")],
    "as .js under type commonjs": () => [placed("sekisho.js", "commonjs")],
    "as .js under type module": () => [placed("sekisho.js", "module")],
    "as .cjs under type module": () => [placed("sekisho.cjs", "module")],
    "as .mjs": () => [placed("sekisho.mjs")],
    "as .mjs under type commonjs": () => [placed("sekisho.mjs", "commonjs")],
    "under another name": () => [placed("guard.mjs")],
    "without an extension": () => [placed("sekisho")],
    "without its extension, found by the runtime": () => [placed("guard.js").replace(/\.js$/, "")],
    "without its extension, as a module": () => [placed("guard.js", "module").replace(/\.js$/, "")],
    "as a folder's index": () => [join(placed("index.js"), "..")],
    "as a folder's index, as a module": () => [join(placed("index.js", "module"), "..")],
    "through a link": () => [linked(program, "guard")],
    "through a link to a module": () => [linked(placed("sekisho.mjs"), "guard")],
    "through a linked folder": () => [join(linked(join(root, "dist"), "linked"), "sekisho.cjs")],
    "through a linked folder, as a module": () => [
      join(linked(join(placed("sekisho.mjs"), ".."), "linked"), "sekisho.mjs"),
    ],
    "through a link that is kept": () => ["--preserve-symlinks-main", linked(program, "guard.cjs")],
    "through a link that is kept, as a module": () => ["--preserve-symlinks-main", linked(placed("a.mjs"), "b.mjs")],
    "in a folder with an odd name": () => [placed(`${oddFolder}/sekisho.cjs`)],
    "in a folder with an odd name, as a module": () => [placed(`${oddFolder}/sekisho.mjs`)],
    "under an odd name, as a module": () => [placed(`${oddFolder}.mjs`)],
    "preloaded as well": () => ["-r", program, program],
    "preloaded as well, as a module": () => {
      const path = placed("sekisho.mjs");
      return ["--import", path, path];
    },
    "with no stack traces": () => ["--stack-trace-limit=0", program],
    "with no stack traces, as a module": () => ["--stack-trace-limit=0", placed("guard.mjs")],
    "with warnings as errors": () => ["--throw-deprecation", "--pending-deprecation", program],
    "with frozen intrinsics": () => ["--frozen-intrinsics", "--no-warnings", program],
    "with frozen intrinsics, as a module": () => ["--frozen-intrinsics", "--no-warnings", placed("guard.mjs")],
    "with source maps": () => ["--enable-source-maps", placed("guard.mjs")],
  };
  for (const [how, start] of Object.entries(starts)) {
    test(how, () => {
      assert.deepEqual(node([...start(), "hook"]), { status: 0, stdout: decline, stderr: "" });
    });
  }

  test("from its own folder by a relative name", () => {
    const at = placed("guard.mjs");
    assert.deepEqual(node(["guard.mjs", "hook"], input, join(at, "..")), { status: 0, stdout: decline, stderr: "" });
  });
});

suite("where it can't answer, it exits 2 and prints nothing", () => {
  const text = readFileSync(program);
  const cases: Record<string, () => Ending> = {
    "its own text is what stdin held": () => node(["-", "hook"], text),
    "the same as a module": () => node(["--input-type=module", "-", "hook"], text),
    "from stdin without arguments": () => node([], text),
    "from stdin as a module without arguments": () => node(["--input-type=module"], text),
    "input that is no JSON": () => node([program, "hook"], "{"),
    "input that is no JSON, as a module": () => node([placed("guard.mjs"), "hook"], "{"),
    "a command that there is not": () => node([program, "hok"]),
    "no command": () => node([program]),
    "no command, as a module": () => node([placed("guard.mjs")]),
    "text must not be evaluated, and a part is needed": () => {
      const policy = written("policy.yaml", "version: 1\nrules:\n  - use: require-https\n");
      return node(["--disallow-code-generation-from-strings", program, "hook", "--policy", policy]);
    },
    "something throws while stdin is waited for": () => {
      const preload = written("throw.cjs", "setTimeout(() => { throw new TypeError('secret') }, 50)");
      return withOpenStdin(["-r", preload, program, "hook", "--deadline", "20s"]);
    },
    "something is rejected while stdin is waited for": () => {
      const preload = written("reject.cjs", "setTimeout(() => Promise.reject(new TypeError('secret')), 50)");
      return withOpenStdin(["-r", preload, program, "hook", "--deadline", "20s"]);
    },
    "a broken runtime": () => {
      const preload = written("break.cjs", "require('fs').readSync = () => { throw new Error('secret') }");
      return node(["-r", preload, program, "hook"]);
    },
    "the library": () => node([library, "hook"]),
    "the library through a link": () => node([linked(library, "guard.mjs"), "hook"]),
    "the library under another name": () => {
      const path = written("guard.mjs", readFileSync(library, "utf8"));
      return node([path, "hook"]);
    },
    "the library from stdin": () => node(["--input-type=module", "-", "hook"], readFileSync(library)),
  };
  for (const [what, end] of Object.entries(cases)) {
    test(what, () => {
      const { status, stdout, stderr } = end();
      assert.deepEqual({ status, stdout }, { status: 2, stdout: "" }, stderr);
      assert.doesNotMatch(stderr, /secret/);
    });
  }
});

// The first byte is there, the rest never comes, and the writer lives until the hook has ended.
function withOpenStdin(args: readonly string[]): Ending {
  const script = `
    const { spawn } = require("node:child_process");
    const child = spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ["pipe", "inherit", "inherit"] });
    child.stdin.on("error", () => {});
    child.stdin.write("{");
    child.on("exit", (code) => process.exit(code ?? 99));`;
  return node(["-e", script], "");
}
