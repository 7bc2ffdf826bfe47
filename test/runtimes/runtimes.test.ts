/**
 * The built files on other runtimes: every start of the one file, and the library's decisions.
 * `npm run test:runtimes` installs them first; one that is missing fails, since a runtime left out is not a passed one.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { after, suite, test } from "node:test";
import { RUNTIMES, runtimeProgram } from "../drivers/runtimes.ts";
import { createWorkshop, decided, decline, library, nodeStarts, program, starts, useIt } from "../support/starts.ts";

const shop = createWorkshop();
after(shop.remove);

const SCRIPT = 'rule({ about: "Declines", codes: { no: "no" }, decide({ decline }) { return decline("no"); } });';

interface Runtime {
  readonly start: readonly string[];
  readonly stdin: readonly string[];
  readonly starts: typeof starts;
}

const runtimes: Readonly<Record<string, Runtime>> = Object.fromEntries(
  RUNTIMES.map((name) => {
    const command = runtimeProgram(name);
    if (name === "deno") return [name, { start: [command, "run", "-A"], stdin: ["-"], starts }];
    if (name === "bun") return [name, { start: [command], stdin: ["-"], starts }];
    return [name, { start: [command], stdin: ["-"], starts: { ...starts, ...nodeStarts } }];
  }),
);

for (const [name, runtime] of Object.entries(runtimes)) {
  suite(name, () => {
    test("is installed", () => assert.ok(existsSync(runtimeProgram(name)), "run `npm run test:runtimes`"));

    for (const [how, start] of Object.entries(runtime.starts)) {
      test(`${how}, it answers`, () => {
        const { status, stdout, stderr } = shop.run([...runtime.start, ...start(shop), "hook"]);
        assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: decline, stderr: "" });
      });
    }

    const refusals: Readonly<Record<string, () => ReturnType<typeof shop.run>>> = {
      "its own text is what stdin held": () =>
        shop.run([...runtime.start, ...runtime.stdin, "hook"], readFileSync(program)),
      "input that is no JSON": () => shop.run([...runtime.start, program, "hook"], "{"),
      "input that is no JSON, as a module": () => shop.run([...runtime.start, shop.placed("guard.mjs"), "hook"], "{"),
      "no command": () => shop.run([...runtime.start, program]),
      "the library": () => shop.run([...runtime.start, library, "hook"]),
    };
    for (const [what, end] of Object.entries(refusals)) {
      test(`${what}: 2, and nothing printed`, () => {
        const { status, stdout, stderr } = end();
        assert.deepEqual({ status, stdout }, { status: 2, stdout: "" }, stderr);
      });
    }

    // Named, the policy stands alone: what declines is the script.
    test("a team script decides in the hook", () => {
      const policy = shop.written("policy.yaml", `version: 1\nrules: [{ use: script, source: '${SCRIPT}' }]\n`);
      const { status, stdout, stderr } = shop.run([...runtime.start, program, "hook", "--policy", policy]);
      assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: decline, stderr: "" });
    });

    for (const file of [program, library]) {
      test(`${file.slice(file.lastIndexOf("/") + 1)} is a library to others`, () => {
        const app = `import * as sekisho from ${JSON.stringify(file)};
          ${useIt}`;
        const { status, stdout } = shop.run([...runtime.start, shop.written("app.mjs", app), "hook"]);
        assert.deepEqual({ status, stdout }, { status: 0, stdout: `${decided}\n` });
      });
    }
  });
}

// Where a CommonJS file is reached through a link, Deno ends with 1 before the file is read: nothing in it can help.
const REACHED_BY_DENO = Object.entries(starts).filter(([how]) => !/^through a (?:link|linked folder)$/.test(how));

suite("Deno without permissions", () => {
  for (const [how, start] of REACHED_BY_DENO) {
    test(`${how}: an answer, or 2`, () => {
      const { status, stdout } = shop.run([runtimeProgram("deno"), "run", "--no-prompt", ...start(shop), "hook"]);
      assert.ok(status === 2 ? stdout === "" : status === 0 && stdout === decline, `${status} ${stdout}`);
    });
  }
});
