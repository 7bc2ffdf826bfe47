/**
 * Both files of dist/ as libraries: loaded by every kind of program, and on engines that have no Node in them.
 * What a loader sees must be the same everywhere, and no program that holds sekisho may be taken over by it.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { createContext, runInContext } from "node:vm";
import variant from "@jitl/quickjs-wasmfile-release-sync";
import { build } from "esbuild";
import { newQuickJSWASMModuleFromVariant } from "quickjs-emscripten-core";

const root = join(import.meta.dirname, "..");
const program = join(root, "dist/sekisho.cjs");
const library = join(root, "dist/sekisho.mjs");
const exported = ["PolicyError", "createEngine", "parsePolicy", "refusingEngine", "version"];

const input = { hook_event_name: "Elicitation", mcp_server_name: "crm", message: "Sign in", mode: "url" };
const decided = '{"effect":"decline","reasons":["require-https/not-https"]}';
// Told apart by what they load: YAML text the reader of policies, `hosts` the suffix list, `matches` the pattern engine.
const yaml = `version: 1
rules:
  - use: require-https
  - { use: allow-url-hosts, hosts: ["*.example.co.uk"] }
  - { use: match, message: { matches: "(?i)sign\\\\s+in{1,2}$" }, then: ask }
`;
const useIt = `
  const engine = await sekisho.createEngine({ policy: ${JSON.stringify(yaml)} });
  const { effect, reasons } = engine.decide(${JSON.stringify({ ...input, url: "http://a.example.co.uk/" })});
  say(JSON.stringify({ effect, reasons: reasons.map(({ rule, code }) => rule + "/" + code) }));`;

const folder = mkdtempSync(join(tmpdir(), "sekisho-library-"));
after(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const path = join(mkdtempSync(join(folder, "written-")), name);
  writeFileSync(path, text);
  return path;
}

function node(args: readonly string[], stdin = ""): { status: number | null; stdout: string; stderr: string } {
  const env = { PATH: process.env["PATH"], HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input: stdin, env, cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

function says(args: readonly string[], stdout: string, stdin?: string): void {
  assert.deepEqual(node(args, stdin), { status: 0, stdout, stderr: "" });
}

const asModule = (imports: string): string => `${imports}\nconst say = console.log;\n${useIt}`;
const asCommon = (imports: string): string => `${imports}\nconst say = console.log;\n(async () => {${useIt}})();`;
const quoted = JSON.stringify;

suite("a program that loads it stays the program", () => {
  const renamed = (name: string): string => {
    const path = join(mkdtempSync(join(folder, "renamed-")), name);
    copyFileSync(program, path);
    return path;
  };
  const programs: Record<string, () => readonly string[]> = {
    "require from CommonJS": () => [written("app.cjs", asCommon(`const sekisho = require(${quoted(program)});`))],
    "import of the one file": () => [written("app.mjs", asModule(`import * as sekisho from ${quoted(program)};`))],
    "its default import": () => [written("app.mjs", asModule(`import sekisho from ${quoted(program)};`))],
    "import of the library": () => [written("app.mjs", asModule(`import * as sekisho from ${quoted(library)};`))],
    "dynamic import": () => [written("app.mjs", asModule(`const sekisho = await import(${quoted(library)});`))],
    "the one file renamed to a module": () => [
      written("app.mjs", asModule(`import ${quoted(renamed("sekisho.mjs"))};\nconst { sekisho } = globalThis;`)),
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
      const copy = renamed("sekisho.mjs");
      return ["--import", copy, written("app.cjs", asCommon("const { sekisho } = globalThis;"))];
    },
    "-e": () => ["-e", asCommon(`const sekisho = require(${quoted(program)});`), "hook"],
    "-e as a module": () => ["--input-type=module", "-e", asModule(`import * as sekisho from ${quoted(library)};`), "hook"],
    "a worker that requires it": () => [
      written(
        "app.cjs",
        `new (require("node:worker_threads").Worker)(${quoted(asCommon(`const sekisho = require(${quoted(program)});`))}, { eval: true });`,
      ),
    ],
  };
  for (const [how, args] of Object.entries(programs)) test(how, () => says(args(), `${decided}\n`));

  test("a program on stdin", () => says(["-", "hook"], `${decided}\n`, asCommon(`const sekisho = require(${quoted(program)});`)));

  test("a worker that is the file itself", () => {
    const app = `const { Worker } = require("node:worker_threads");
      for (const file of ${quoted([program, renamed("sekisho.mjs"), library])})
        new Worker(file, { argv: ["hook"] }).on("exit", (code) => console.log(code));`;
    says([written("app.cjs", app)], "0\n0\n0\n");
  });

  for (const format of ["cjs", "esm"] as const) {
    for (const [name, from] of Object.entries({ "the one file": program, "the library": library })) {
      test(`a bundle of ${name} as ${format}`, async () => {
        const entry = written("app.mjs", asModule(`import * as sekisho from ${quoted(from)};`).replace(/await (.*);/, "$1;"));
        const outfile = join(folder, `bundled-${format}-${name.replace(" ", "-")}.${format === "cjs" ? "cjs" : "mjs"}`);
        const text = `import * as sekisho from ${quoted(from)};\nconst say = console.log;\n(async () => {${useIt}})();`;
        writeFileSync(entry, text);
        await build({ entryPoints: [entry], outfile, bundle: true, format, platform: "node", logLevel: "silent" });
        says([outfile, "hook"], `${decided}\n`);
      });
    }
  }
});

suite("what a loader sees", () => {
  const list = "console.log(Object.keys(sekisho).filter((name) => name !== 'default' && name !== 'module.exports').sort().join())";
  const imports: Record<string, string> = {
    "require": `const sekisho = require(${quoted(program)});`,
    "import of the one file": `import * as sekisho from ${quoted(program)};`,
    "import of the library": `import * as sekisho from ${quoted(library)};`,
  };
  for (const [how, text] of Object.entries(imports)) {
    test(how, () => says([written(how === "require" ? "app.cjs" : "app.mjs", `${text}\n${list}`)], `${exported.join()}\n`));
  }

  test("names can be imported one by one from the one file", () => {
    says([written("app.mjs", `import { ${exported.join()} } from ${quoted(program)}; console.log(typeof createEngine)`)], "function\n");
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
    const context = createContext({ say: (line: string) => said.push(line) });
    const before = runInContext("Object.getOwnPropertyNames(globalThis)", context) as string[];
    runInContext(text, context);
    const now = runInContext("Object.getOwnPropertyNames(globalThis)", context) as string[];
    assert.deepEqual(now.filter((name) => !before.includes(name)), ["sekisho"]);
    assert.deepEqual((runInContext("Object.keys(sekisho).sort()", context) as string[]).join(), exported.join());
    await runInContext(`(async () => {${useIt}})()`, context);
    assert.deepEqual(said, [decided]);
  });

  test("a script in bare QuickJS", async () => {
    const { newContext } = await newQuickJSWASMModuleFromVariant(variant);
    const context = newContext();
    context.unwrapResult(context.evalCode(text)).dispose();
    const script = `let said; const say = (line) => { said = line }; (async () => {${useIt}})().catch((error) => say(String(error)));`;
    context.unwrapResult(context.evalCode(script)).dispose();
    context.runtime.executePendingJobs();
    const said = context.unwrapResult(context.evalCode("said"));
    assert.equal(context.dump(said), decided);
    said.dispose();
    context.dispose();
  });

  test("the text of the one file is a script of ASCII without module syntax", () => {
    assert.doesNotMatch(text, /[^\n\t\x20-\x7e]/);
    assert.doesNotMatch(text, /\bimport\.meta\b|(?<![\w.$])import\s*\(/);
  });

  test("the library evaluates no text", () => {
    const app = written("app.mjs", asModule(`import * as sekisho from ${quoted(library)};`));
    says(["--disallow-code-generation-from-strings", app], `${decided}\n`);
  });
});
