/**
 * Both files of dist/ as libraries: loaded by every kind of program, and on engines that have no Node in them.
 * What a loader sees must be the same everywhere, and no program that holds sekisho may be taken over by it.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { build } from "esbuild";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";
import { createWorkshop, decided, library, program, useIt } from "./support/starts.ts";

const exported = [
  "PolicyError",
  "createEngine",
  "elicitationHandler",
  "fetchHandler",
  "nodeHandler",
  "onElicitation",
  "parsePolicy",
  "refusingEngine",
  "version",
];

const shop = createWorkshop();
after(shop.remove);
const { folder, written, placed } = shop;

function says(args: readonly string[], stdout: string, stdin = ""): void {
  assert.deepEqual(shop.run([process.execPath, ...args], stdin), { status: 0, stdout, stderr: "" });
}

const asModule = (imports: string): string => `${imports}\n${useIt}`;
const asCommon = (imports: string): string => `${imports}\n(async () => {${useIt}})();`;
const quoted = JSON.stringify;

suite("a program that loads it stays the program", () => {
  const programs: Record<string, () => readonly string[]> = {
    "require from CommonJS": () => [written("app.cjs", asCommon(`const sekisho = require(${quoted(program)});`))],
    "import of the one file": () => [written("app.mjs", asModule(`import * as sekisho from ${quoted(program)};`))],
    "its default import": () => [written("app.mjs", asModule(`import sekisho from ${quoted(program)};`))],
    "import of the library": () => [written("app.mjs", asModule(`import * as sekisho from ${quoted(library)};`))],
    "dynamic import": () => [written("app.mjs", asModule(`const sekisho = await import(${quoted(library)});`))],
    "the one file renamed to a module": () => [
      written("app.mjs", asModule(`import ${quoted(placed("sekisho.mjs"))};\nconst { sekisho } = globalThis;`)),
    ],
    "a program of the same name": () => [
      written("sekisho.cjs", asCommon(`const sekisho = require(${quoted(program)});`)),
    ],
    "a module of the same name": () => [
      written("sekisho.mjs", asModule(`import * as sekisho from ${quoted(library)};`)),
    ],
    "preload by -r": () => [
      "-r",
      program,
      written("app.cjs", asCommon(`const sekisho = require(${quoted(program)});`)),
    ],
    "preload by --import": () => {
      const copy = placed("sekisho.mjs");
      return ["--import", copy, written("app.cjs", asCommon("const { sekisho } = globalThis;"))];
    },
    "-e": () => ["-e", asCommon(`const sekisho = require(${quoted(program)});`), "hook"],
    "-e as a module": () => [
      "--input-type=module",
      "-e",
      asModule(`import * as sekisho from ${quoted(library)};`),
      "hook",
    ],
    "a worker that requires it": () => [
      written(
        "app.cjs",
        `new (require("node:worker_threads").Worker)(${quoted(asCommon(`const sekisho = require(${quoted(program)});`))}, { eval: true });`,
      ),
    ],
  };
  for (const [how, args] of Object.entries(programs)) test(how, () => says(args(), `${decided}\n`));

  test("a program on stdin", () =>
    says(["-", "hook"], `${decided}\n`, asCommon(`const sekisho = require(${quoted(program)});`)));

  test("a worker that is the file itself", () => {
    const app = `const { Worker } = require("node:worker_threads");
      for (const file of ${quoted([program, placed("sekisho.mjs"), library])})
        new Worker(file, { argv: ["hook"] }).on("exit", (code) => console.log(code));`;
    says([written("app.cjs", app)], "0\n0\n0\n");
  });

  for (const format of ["cjs", "esm"] as const) {
    for (const [name, from] of Object.entries({ "the one file": program, "the library": library })) {
      test(`a bundle of ${name} as ${format}`, async () => {
        const entry = written("app.mjs", asCommon(`import * as sekisho from ${quoted(from)};`));
        const outfile = join(folder, `bundle of ${name}.${format === "cjs" ? "cjs" : "mjs"}`);
        await build({ entryPoints: [entry], outfile, bundle: true, format, platform: "node", logLevel: "silent" });
        says([outfile, "hook"], `${decided}\n`);
      });
    }
  }
});

suite("what a loader sees", () => {
  const list =
    "console.log(Object.keys(sekisho).filter((name) => name !== 'default' && name !== 'module.exports').sort().join())";
  const imports: Record<string, string> = {
    require: `const sekisho = require(${quoted(program)});`,
    "import of the one file": `import * as sekisho from ${quoted(program)};`,
    "import of the library": `import * as sekisho from ${quoted(library)};`,
  };
  for (const [how, text] of Object.entries(imports)) {
    test(how, () =>
      says([written(how === "require" ? "app.cjs" : "app.mjs", `${text}\n${list}`)], `${exported.join()}\n`),
    );
  }

  test("names can be imported one by one from the one file", () => {
    says(
      [written("app.mjs", `import { ${exported.join()} } from ${quoted(program)}; console.log(typeof createEngine)`)],
      "function\n",
    );
  });

  test("an error from a cold part is of the class that the library exports", () => {
    for (const file of [program, library]) {
      const text = `import { createEngine, PolicyError } from ${quoted(file)};
        createEngine({ policy: "version: 1\\nrules: [" }).catch((error) => console.log(error instanceof PolicyError));`;
      says([written("app.mjs", text)], "true\n");
    }
  });
});

suite("engines with no Node in them", () => {
  const text = readFileSync(program, "utf8");

  test("a script in an empty context", async () => {
    const said: string[] = [];
    const context = createContext({ console: { log: (line: string) => said.push(line) } });
    const globals = (): readonly string[] =>
      Array.from(runInContext("Object.getOwnPropertyNames(globalThis)", context));
    const before = globals();
    runInContext(text, context);
    assert.deepEqual(
      globals().filter((name) => !before.includes(name)),
      ["sekisho"],
    );
    assert.equal(runInContext("Object.keys(sekisho).sort().join()", context), exported.join());
    await runInContext(`(async () => {${useIt}})()`, context);
    assert.deepEqual(said, [decided]);
  });

  test("a script in bare QuickJS", async () => {
    const quickjs = await newQuickJSWASMModuleFromVariant(
      variant as never /* its types hide the default export from nodenext */,
    );
    const context = quickjs.newContext();
    context.unwrapResult(context.evalCode(text)).dispose();
    const script = `let said; const console = { log(line) { said = line } }; (async () => {${useIt}})().catch((error) => console.log(String(error)));`;
    context.unwrapResult(context.evalCode(script)).dispose();
    context.runtime.executePendingJobs();
    const said = context.unwrapResult(context.evalCode("said"));
    assert.equal(context.dump(said), decided);
    said.dispose();
    context.dispose();
  });

  test("the text of the one file is a script of ASCII without module syntax", () => {
    assert.doesNotMatch(text, /[^\x00-\x7f]/);
    assert.doesNotMatch(text, /\bimport\.meta\b|(?<![\w.$])import\s*\(/);
  });

  test("the library evaluates no text", () => {
    const app = written("app.mjs", asModule(`import * as sekisho from ${quoted(library)};`));
    says(["--disallow-code-generation-from-strings", app], `${decided}\n`);
  });
});
