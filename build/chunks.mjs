/**
 * The chunks of dist/sekisho.cjs: as esbuild splits the code, then joined by what a hook loads together, and named shortly.
 * Which of them are joined decides what a start costs, and nothing else (bench/hook.ts, bench/audit.ts).
 */
import { basename } from "node:path";
import { build } from "esbuild";
import { exportsOf, importsOf } from "./chunk-text.mjs";
import { virtual } from "./plugins.mjs";

/** esbuild names chunks by a hash in which paths count. There is one chunk for each set of entries, which names it as well */
export function renamed({ outputFiles, metafile }, entries) {
  const own = (path) => basename(path, ".js");
  const outputs = Object.entries(metafile.outputs);
  const before = new Map(
    outputs.map(([path, { imports }]) => [
      own(path),
      imports.filter(({ external }) => !external).map((to) => own(to.path)),
    ]),
  );
  const reached = entries.map((entry) => [entry, reachable(before, entry)]);
  const names = new Map(
    [...before.keys()].map((chunk) => {
      const from = reached.filter(([, chunks]) => chunks.has(chunk)).map(([entry]) => entry);
      return [chunk, entries.includes(chunk) ? chunk : `shared-${from.join("-")}`];
    }),
  );
  if (new Set(names.values()).size < names.size) throw new Error("two chunks for the same entries");
  const text = (code) => code.replace(/"\.\/(\w{8})\.js"/g, (_, chunk) => `"./${names.get(chunk)}.js"`);
  return {
    chunks: new Map(outputFiles.map((file) => [names.get(own(file.path)), text(file.text)])),
    imports: new Map([...before].map(([chunk, to]) => [names.get(chunk), to.map((name) => names.get(name))])),
    inputs: new Map(outputs.map(([path, { inputs }]) => [names.get(own(path)), inputs])),
  };
}

// Doors that no hook passes on its way to an answer: whether they need a chunk as well does not count.
const ASIDE = ["cli", "http", "mcp", "notify", "rules", "sdk"];

// Doors that are passed together with another.
const WITH = {
  audit: "record",
  memory: "record",
  "memory-revive": "record-withheld",
  "record-again": "record-withheld",
};

// Doors that are passed only after all of these, so what both need is there already.
const AFTER = {
  "memory-read": ["record"],
  "record-link": ["record-withheld"],
  "record-values": ["record-withheld"],
  "record-withheld": ["record"],
  "secret-values": ["record-values", "rules-secrets"],
};

// Small modules without a state, which others need too: for a hook with a log they are part of what it loads for that.
const COPIED = ["engine/core/sha256.ts", "engine/core/plain-text.ts", "engine/core/value-shape.ts"];

/**
 * Chunks that a hook loads together become one, as each costs it 0.3 ms whatever is in it; esbuild keeps them apart by all
 * that need them, commands too. `homes`: doors that stand in a chunk of another name.
 */
export async function grouped(shared, { chunks, imports, inputs }, doors) {
  const hot = reachable(imports, "main");
  const needOf = (name) => {
    const met = doors.filter((door) => !ASIDE.includes(door) && reachable(imports, door).has(name));
    const from = [...new Set(met.map((door) => WITH[door] ?? door))];
    // Who is bound to read texts is hardly bound alone: the tables of letters are not worth a chunk for it.
    const beside = from.includes("rules-url") && from.includes("rules-secrets") ? ["rules-text"] : [];
    return from
      .filter((door) => !beside.includes(door) && !AFTER[door]?.every((before) => from.includes(before)))
      .join();
  };
  const cold = [...chunks.keys()].filter((name) => !hot.has(name) && !ASIDE.includes(name));
  const byNeed = new Map();
  for (const name of cold.sort()) byNeed.set(needOf(name), [...(byNeed.get(needOf(name)) ?? []), name]);
  byNeed.delete("");
  const groups = [...byNeed.values()];
  const home = new Map(groups.flatMap((group) => group.map((name) => [name, group.find(isDoor) ?? group[0]])));
  function isDoor(name) {
    return doors.includes(name);
  }
  const at = (name) => home.get(name) ?? name;
  const isCopied = (name) => Object.keys(inputs.get(name)).every((path) => COPIED.includes(path));
  const joined = { chunks: new Map(), imports: new Map(), inputs: new Map() };
  const exportsIn = (group) => {
    const needs = needsOf(
      [...chunks.keys()].filter((name) => !group.includes(name)),
      chunks,
    );
    // Whoever passes a door may want all behind it, which may be what another chunk of the group has.
    const behind = group.filter(isDoor).flatMap((door) => importsOf(chunks.get(door)));
    const isBehind = (chunk, name) =>
      behind.some(([from, list]) => from === chunk && list.some(([one]) => one === name));
    return group.map((chunk) => {
      if (isDoor(chunk)) return [chunk, exportedNames(chunks.get(chunk))];
      const taken = group.filter(isDoor).flatMap((door) => exportedNames(chunks.get(door)));
      return [chunk, [...(needs.get(chunk) ?? [])].filter((name) => !(taken.includes(name) && isBehind(chunk, name)))];
    });
  };
  for (const name of chunks.keys()) {
    const group = [...chunks.keys()].filter((other) => at(other) === at(name));
    if (joined.chunks.has(at(name))) continue;
    const copied = group.includes("audit") ? [...chunks.keys()].filter(isCopied) : [];
    const text = group.length === 1 ? chunks.get(name) : await oneChunk(shared, exportsIn(group), chunks, copied);
    joined.chunks.set(
      at(name),
      text.replace(/"\.\/([\w-]+)\.js"/g, (_, chunk) => `"./${at(chunk)}.js"`),
    );
    const to = new Set(group.flatMap((one) => imports.get(one)).map(at));
    for (const own of [at(name), ...copied]) to.delete(own);
    joined.imports.set(at(name), [...to]);
    joined.inputs.set(at(name), Object.assign({}, ...group.map((one) => inputs.get(one))));
  }
  for (const [name, to] of joined.imports)
    if (to.some((other) => reachable(joined.imports, other).has(name))) throw new Error(`${name} imports itself`);
  return { ...joined, homes: Object.fromEntries([...home].filter(([name, other]) => isDoor(name) && name !== other)) };
}

async function oneChunk(shared, exports, chunks, copied) {
  const one = await build({
    ...shared,
    format: "esm",
    stdin: {
      contents: exports.map(([name, names]) => `export { ${names} } from "./${name}.js";`).join("\n"),
      resolveDir: shared.absWorkingDir,
    },
    plugins: [
      virtual(
        Object.fromEntries(
          [...exports.map(([name]) => name), ...copied].map((name) => [`./${name}.js`, chunks.get(name)]),
        ),
      ),
    ],
    external: ["./*"],
  });
  return one.outputFiles[0].text;
}

function exportedNames(chunk) {
  return exportsOf(chunk).map(([, name]) => name);
}

/** What those chunks import, by the chunk that it comes from */
export function needsOf(names, chunks) {
  const needs = new Map();
  for (const name of names)
    for (const [from, list] of importsOf(chunks.get(name)))
      needs.set(from, new Set([...(needs.get(from) ?? []), ...list.map(([imported]) => imported)]));
  return needs;
}

/** A name that says who needs a chunk is longer than many a chunk, and stands wherever one is imported */
export function shortened({ chunks, imports, inputs, homes }, kept) {
  const names = [...chunks.keys()].filter((name) => !kept.includes(name)).sort();
  const short = new Map(names.map((name, at) => [name, `shared-${at}`]));
  const at = (name) => short.get(name) ?? name;
  const text = (code) => code.replace(/"\.\/([\w-]+)\.js"/g, (_, name) => `"./${at(name)}.js"`);
  return {
    chunks: new Map([...chunks].map(([name, code]) => [at(name), text(code)])),
    imports: new Map([...imports].map(([name, to]) => [at(name), to.map(at)])),
    inputs: new Map([...inputs].map(([name, modules]) => [at(name), modules])),
    homes: Object.fromEntries(Object.entries(homes).map(([name, home]) => [name, at(home)])),
    long: new Map(names.map((name) => [at(name), name])),
  };
}

/** All chunks that one needs, itself included */
export function reachable(imports, from, seen = new Set()) {
  if (seen.has(from)) return seen;
  seen.add(from);
  for (const to of imports.get(from)) reachable(imports, to, seen);
  return seen;
}
