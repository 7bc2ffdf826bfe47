/**
 * The one file under every way to start it that needs nothing but the Node at hand.
 * A guard that silently exits 0 lets everything through, so a start either answers or exits 2 (DESIGN §4).
 */
import assert from "node:assert/strict";
import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { createWorkshop, decline, type Ending, input, library, nodeStarts, program, starts } from "./support/starts.ts";

const shop = createWorkshop();
after(shop.remove);
const { placed, linked, written } = shop;
const node = (args: readonly string[], stdin?: string | Uint8Array, cwd?: string): Ending =>
  shop.run([process.execPath, ...args], stdin, cwd);

suite("started as the program, it answers", () => {
  for (const [how, start] of Object.entries({ ...starts, ...nodeStarts })) {
    test(how, () => {
      assert.deepEqual(node([...start(shop), "hook"]), { status: 0, stdout: decline, stderr: "" });
    });
  }

  test("by its first line, as a command", () => {
    const command = placed("sekisho");
    chmodSync(command, 0o755);
    assert.deepEqual(shop.run([command, "hook"]), { status: 0, stdout: decline, stderr: "" });
  });

  test("from its own folder by a relative name", () => {
    const at = placed("guard.mjs");
    assert.deepEqual(node(["guard.mjs", "hook"], input, join(at, "..")), { status: 0, stdout: decline, stderr: "" });
  });
});

// They stand in comments behind the code, and are read from the file.
suite("started as the program, it has its commands", () => {
  for (const [how, start] of Object.entries({ ...starts, ...nodeStarts })) {
    test(how, () => {
      const { status, stdout } = node([...start(shop), "version"]);
      assert.equal(status, 0);
      assert.match(stdout, /^sekisho \d/);
    });
  }
});

suite("where it can't answer, it exits 2 and prints nothing", () => {
  const text = readFileSync(program);
  const cases: Readonly<Record<string, () => Ending>> = {
    "its own text is what stdin held": () => node(["-", "hook"], text),
    "the same as a module": () => node(["--input-type=module", "-", "hook"], text),
    "from stdin without arguments": () => node([], text),
    "from stdin as a module without arguments": () => node(["--input-type=module"], text),
    "a command, of a text that stdin held": () => node(["-", "version"], text),
    "a command, of a file that was cut short": () =>
      node([written("cut.cjs", text.subarray(0, -1000).toString("latin1")), "version"]),
    "a command, of another file in its place": () => {
      const other = "(path, as) => as === 'latin1' ? '\\n//sekisho:cli AAAA\\n' : read(path, as)";
      const preload = written(
        "swap.cjs",
        `const fs = require("fs"), read = fs.readFileSync; fs.readFileSync = ${other};`,
      );
      return node(["-r", preload, program, "version"]);
    },
    "input that is no JSON": () => node([program, "hook"], "{"),
    "input that is no JSON, as a module": () => node([placed("guard.mjs"), "hook"], "{"),
    "a command that there is not": () => node([program, "hok"]),
    "no command": () => node([program]),
    "no command, as a module": () => node([placed("guard.mjs")]),
    "something throws while stdin is waited for": () => {
      const preload = written("throw.cjs", "setTimeout(() => { throw new TypeError('secret') }, 50)");
      return withOpenStdin(["-r", preload, program, "hook", "--deadline", "20s"]);
    },
    "something is rejected while stdin is waited for": () => {
      const preload = written("reject.cjs", "setTimeout(() => Promise.reject(new TypeError('secret')), 50)");
      return withOpenStdin(["-r", preload, program, "hook", "--deadline", "20s"]);
    },
    "a runtime that can't read": () => {
      const preload = written("break.cjs", "require('fs').readSync = () => { throw new Error('secret') }");
      return node(["-r", preload, program, "hook"]);
    },
    "a runtime that is too old": () => {
      const preload = written("old.cjs", "delete Array.prototype.toSorted");
      return node(["-r", preload, program, "hook"]);
    },
    "a module on a Node that has no way to its modules": () => {
      const preload = written("old.cjs", "delete process.getBuiltinModule");
      return node(["-r", preload, linked(placed("guard.mjs"), "link.mjs"), "hook"]);
    },
    "the library": () => node([library, "hook"]),
    "the library through a link": () => node([linked(library, "guard.mjs"), "hook"]),
    "the library under another name": () => node([written("guard.mjs", readFileSync(library, "utf8")), "hook"]),
    "the library under a comment of somebody's": () =>
      node([written("headed.mjs", `// ours\n${readFileSync(library, "utf8")}`), "hook"]),
    "the library with a byte order mark": () =>
      node([written("mark.mjs", `\ufeff${readFileSync(library, "utf8")}`), "hook"]),
    "the library from stdin": () => node(["--input-type=module", "-", "hook"], readFileSync(library)),
  };
  for (const [what, end] of Object.entries(cases)) {
    test(what, () => {
      const { status, stdout, stderr } = end();
      assert.deepEqual({ status, stdout }, { status: 2, stdout: "" }, stderr);
      assert.doesNotMatch(stderr, /secret/);
    });
  }

  // A policy in YAML needs a part, which is text: refused as a request of ours, in the words of the wire.
  test("text must not be evaluated, and a part is needed", () => {
    const policy = written("policy.yaml", "version: 1\ndefault: ask\nrules: []\n");
    const { status, stdout } = node(["--disallow-code-generation-from-strings", program, "hook", "--policy", policy]);
    assert.ok(status === 2 ? stdout === "" : status === 0 && stdout === decline, `${status} ${stdout}`);
  });
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
