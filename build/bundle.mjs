/**
 * Bundles the sources into the two files of dist/, and says what is in them.
 * The same bytes on every machine and path: relative names only, no dates, fixed settings (facts/runtime.md §9).
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Script } from "node:vm";
import { build } from "esbuild";
import { deflateSync } from "fflate";
import { asFunctionBody } from "./chunk-text.mjs";
import { grouped, needsOf, reachable, renamed, shortened } from "./chunks.mjs";
import { replace, virtual } from "./plugins.mjs";

const settings = {
  bundle: true,
  write: false,
  metafile: true,
  // With `platform: node`, yaml resolves to its CommonJS build, which needs a dynamic require.
  platform: "neutral",
  mainFields: ["module", "main"],
  conditions: ["import", "default"],
  target: "es2023",
  charset: "ascii",
  legalComments: "none",
  logLevel: "silent",
  outdir: "out",
};

/** `dist/sekisho.cjs`: program, library and script, as text and as figures */
export async function bundleProgram(root) {
  const head = `#!/usr/bin/env node\n// sekisho.cjs ${versionOf(root)}`;
  const shared = { ...settings, absWorkingDir: root };
  const define = definitions(root, head);
  const entries = readColdParts(root).map(({ name, path }) => ({ in: path, out: name }));

  // First pass: esbuild splits the code, so that each module lives in one chunk, whoever needs it; then
  // those that a hook loads together are joined.
  const split = await build({
    ...shared,
    define,
    format: "esm",
    splitting: true,
    chunkNames: "[hash]",
    entryPoints: [{ in: "engine/main.ts", out: "main" }, ...entries],
    external: ["sekisho:parts"],
    plugins: [replace(/[/\\]engine[/\\]cold\.ts$/, PROGRAM_DOORS), withoutValidators],
  });
  refuseDynamicImports(split.metafile);
  const doors = entries.map(({ out }) => out);
  const joined = await grouped(shared, renamed(split, ["main", ...doors]), doors);
  const { chunks, imports, inputs, homes, long } = shortened(joined, ["main", ...doors]);
  const hot = reachable(imports, "main");
  const cold = [...chunks.keys()].filter((name) => !hot.has(name)).sort();

  // Second pass: each cold chunk alone as a CommonJS function, deflated; then all hot chunks as one script.
  const texts = new Map();
  const met = new Set([...imports.keys()].filter(isMet).flatMap((name) => [...reachable(imports, name)]));
  for (const name of cold) texts.set(name, await functionText(name, chunks.get(name), met.has(name)));
  const appended = [...texts].filter(([name]) => APPENDED.has(long.get(name) ?? name));
  const one = await build({
    ...shared,
    minify: true,
    // A text in quotes is skipped faster than a template, which is what esbuild makes of one with line breaks.
    supported: { "template-literal": false },
    format: "cjs",
    stdin: { contents: 'import "sekisho:hot"; import "./main.js";', resolveDir: root },
    plugins: [
      virtual({
        "sekisho:parts": readFileSync(join(import.meta.dirname, "parts.mjs"), "utf8"),
        "sekisho:texts": textsModule(new Map([...texts].filter(([name]) => !APPENDED.has(name)))),
        "sekisho:appended": `export const digests = ${JSON.stringify(Object.fromEntries(appended.map(digestOf)))};`,
        "sekisho:hot": hotModule(hot, needsOf(cold, chunks)),
        "sekisho:homes": `export const homes = ${JSON.stringify(homes)};`,
        "sekisho:inflate": await inflateModule(shared),
        ...Object.fromEntries([...hot].map((name) => [`./${name}.js`, chunks.get(name)])),
      }),
    ],
  });
  const exported = (await libraryExports(shared, define)).join(",");
  // The last line is for Node's lexer of CommonJS: `import { createEngine } from "./sekisho.cjs"` reads the names there.
  const code = one.outputFiles[0].text
    .trimEnd()
    .replace(/\bSEKISHO_(MODULE|REQUIRE)\b/g, (_, name) => name.toLowerCase());
  const script = `(function(){"use strict";${code}\n0&&(module.exports={${exported}})})();\n`;
  const comments = appended.map(([name, { carried }]) => `//sekisho:${name} ${carried}\n`).join("");
  const text = `${head}, Apache-2.0. Other people's code in it: dist/licenses.txt\n${script}${comments}`;
  return {
    text: checked(text),
    packages: packagesIn(split.metafile),
    sizes: { ...sizes(text, inputs, texts, long), hotModules: await hotModules(shared, define) },
  };
}

/** `dist/sekisho.mjs`: the library alone, nothing in it evaluated from text */
export async function bundleLibrary(root) {
  const head = `// sekisho.mjs ${versionOf(root)}`;
  const entry = `import { refuseToRun } from "./engine/program.ts";
    refuseToRun(import.meta.url, ${JSON.stringify(head)});
    export * from "./engine/index.ts";`;
  const doors = libraryDoors(readColdParts(root).filter(({ name }) => name !== "cli" && name !== "mcp"));
  const one = await build({
    ...settings,
    absWorkingDir: root,
    define: { SEKISHO_VERSION: JSON.stringify(versionOf(root)), module: "undefined" },
    minify: true,
    format: "esm",
    stdin: { contents: entry, resolveDir: root },
    plugins: [replace(/[/\\]engine[/\\]cold\.ts$/, doors)],
  });
  const text = `${head}, Apache-2.0. Other people's code in it: dist/licenses.txt\n${one.outputFiles[0].text}`;
  // A method may be called `eval` (re2js has one); the function of that name, and `Function`, may not be.
  if (/\bnew Function\b|\bglobalThis\.eval\b|(?<![.}\w$])eval\(/.test(text))
    throw new Error("dist/sekisho.mjs evaluates text");
  return { text, packages: packagesIn(one.metafile) };
}

// In a built file nothing has to be waited for (KEEP IN SYNC with engine/cold.ts).
const PROGRAM_DOORS = `import { part } from "sekisho:parts";
  export async function loadCommands() { return part("cli", ownFile(new Error().stack)); }
  import { ownFile } from "./program.ts";
  export async function loadMcp() { return part("mcp", ownFile(new Error().stack)); }
  export function coldNow(name) { return part(name); }`;

// The MCP SDK brings a JSON Schema validator of 150 KB along, in case that nobody hands it one (engine/adapters/mcp.ts does).
const withoutValidators = replace(
  /[/\\]@modelcontextprotocol[/\\]server[/\\]dist[/\\]shimsNode\.mjs$/,
  "export const process = globalThis.process; export const DefaultJsonSchemaValidator = undefined;",
);

// esbuild makes such a `require` evaluate its module on the first call.
function libraryDoors(parts) {
  const cases = parts.map(({ name, from }) => `case "${name}": return require("${from}");`);
  return `export function coldNow(name) { switch (name) { ${cases.join("\n")} } }`;
}

/** The lines of engine/cold.ts that name a part and its module (KEEP IN SYNC with that file) */
function readColdParts(root) {
  const lines = readFileSync(join(root, "engine/cold.ts"), "utf8").matchAll(
    /^ {2}"?([\w-]+)"?: \(\) => import\("(.+)"\),$/gm,
  );
  return [...lines].map(([, name, from]) => ({ name, from, path: posix.join("engine", from) }));
}

function versionOf(root) {
  return JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version;
}

function definitions(root, head) {
  return {
    SEKISHO_VERSION: JSON.stringify(versionOf(root)),
    SEKISHO_HEAD: JSON.stringify(head),
    // A module that says `module` would be taken for CommonJS and wrapped; both get their names back at the end.
    module: "SEKISHO_MODULE",
    require: "SEKISHO_REQUIRE",
  };
}

// Only cold.ts may defer loading: any other `import()` would end up in the text of a file that must not hold one.
function refuseDynamicImports({ inputs }) {
  for (const [path, { imports }] of Object.entries(inputs))
    if (imports.some(({ kind }) => kind === "dynamic-import"))
      throw new Error(`${path}: import() belongs in engine/cold.ts`);
}

// What a hook may need for a request is carried as it is: to inflate it would cost 3 ms more than to skip over it, most of
// them for loading zlib. What is large, or only commands and uncommon policies need, is deflated.
const LARGE = 100_000;

function isMet(name) {
  return (
    name.startsWith("rules-") ||
    name.startsWith("words-") ||
    name === "pattern-syntax" ||
    name === "secret-values" ||
    name.startsWith("record") ||
    name === "audit" ||
    name.startsWith("memory")
  );
}

// What only the program needs, and only from a file, stands in comments at the end: to skip over a text costs every start
// three times as much as to skip over a comment (facts/runtime.md §1), and a library or a script can't read its own file.
const APPENDED = new Set(["cli", "mcp", "shared-cli-mcp"]);

function digestOf([name, { carried }]) {
  return [name, createHash("sha256").update(carried).digest("hex")];
}

async function functionText(name, chunk, plain) {
  const { target, charset } = settings;
  const code = await asFunctionBody(chunk, { target, charset });
  const text = `(function(module,exports,require){${code}\n})\n//# sourceURL=sekisho/${name}.js`;
  if (/[^\x00-\x7f]/.test(text)) throw new Error(`part ${name} is not ASCII`);
  // A module of nothing but data is no more work to skip as it stands, and nothing to evaluate twice.
  if (name.startsWith("words-") || name.startsWith("wasm-")) return asItStands(text, code);
  // fflate, not zlib: the bytes of zlib differ between builds and processors.
  const deflated = Buffer.from(deflateSync(Buffer.from(text, "latin1"), { level: 9, mem: 12 }));
  return {
    raw: text.length,
    deflated: deflated.length,
    carried: plain && text.length < LARGE ? text : deflated.toString("base64"),
  };
}

function asItStands(text, code) {
  return { raw: text.length, deflated: 0, carried: code.trimEnd(), isCode: true };
}

// Each text in a function of its own: so V8 skips over it at the start, and unpacks only what is asked for.
function textsModule(texts) {
  const entries = [...texts].map(([name, { carried, isCode }]) =>
    isCode === true
      ? `${JSON.stringify(name)}(module, exports, require) {${carried}\n}`
      : `${JSON.stringify(name)}: () => ${JSON.stringify(carried)}`,
  );
  return `export const texts = { ${entries.join(",\n")} };`;
}

// What the parts need of the hot chunks, put together when one asks for it.
function hotModule(hot, needs) {
  const names = [...needs.keys()].filter((name) => hot.has(name)).sort();
  const local = (at, name) => `${name}_${at}`;
  const imports = names.map((chunk, at) => {
    const list = [...needs.get(chunk)].sort().map((name) => `${name} as ${local(at, name)}`);
    return `import { ${list} } from "./${chunk}.js";`;
  });
  const entries = names.map((chunk, at) => {
    const list = [...needs.get(chunk)].sort().map((name) => `${name}: ${local(at, name)}`);
    return `${JSON.stringify(chunk)}: () => ({ ${list} })`;
  });
  return `${imports.join("\n")}\nexport const hot = { ${entries.join(", ")} };`;
}

// In a function, since fflate builds its tables when it is loaded, and where there is Node nobody needs them.
async function inflateModule(shared) {
  const { outputFiles } = await build({
    ...shared,
    format: "iife",
    globalName: "fflate",
    stdin: { contents: 'export { inflateSync } from "fflate";', resolveDir: shared.absWorkingDir },
  });
  return `export function createInflate() { ${outputFiles[0].text}; return fflate.inflateSync; }`;
}

async function libraryExports(shared, define) {
  const { metafile } = await build({
    ...shared,
    define,
    bundle: false,
    format: "esm",
    entryPoints: ["engine/index.ts"],
  });
  return Object.values(metafile.outputs)[0].exports.toSorted();
}

// DESIGN §4: the text loads as a module, a CommonJS file and a script alike.
function checked(text) {
  if (/[^\x00-\x7f]/.test(text)) throw new Error("dist/sekisho.cjs is not ASCII");
  if (/\bimport\.meta\b|[^.\w]import\s*\(/.test(text)) throw new Error("dist/sekisho.cjs holds module syntax");
  new Script(text); // module syntax and top-level await are errors in a script
  return text;
}

function packagesIn({ inputs }) {
  const found = Object.keys(inputs).map((path) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(found.filter((name) => name !== undefined))].sort();
}

// The same code in one piece, since only there esbuild counts minified bytes by module.
async function hotModules(shared, define) {
  const { metafile } = await build({
    ...shared,
    define,
    minify: true,
    format: "esm",
    entryPoints: ["engine/main.ts"],
    external: ["sekisho:parts"],
    plugins: [replace(/[/\\]engine[/\\]cold\.ts$/, PROGRAM_DOORS)],
  });
  const [{ inputs }] = Object.values(metafile.outputs);
  return Object.entries(inputs).map(([path, { bytesInOutput }]) => ({ path, bytes: bytesInOutput }));
}

function sizes(text, inputs, texts, long) {
  const parts = [...texts].map(([name, { raw, deflated, carried }]) => {
    const largest = Object.entries(inputs.get(name)).sort((a, b) => b[1].bytesInOutput - a[1].bytesInOutput);
    return {
      name: long.get(name) ?? name,
      raw,
      deflated,
      carried: carried.length,
      of: largest.slice(0, 3).map(([path]) => path),
    };
  });
  const carried = parts.reduce((sum, part) => sum + part.carried, 0);
  return { total: text.length, hot: text.length - carried, parts };
}
