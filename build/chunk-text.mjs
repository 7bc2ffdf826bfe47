/**
 * Chunks as esbuild writes them, ES modules with one list of imports a chunk and one of exports at the end, and the function
 * that such a module becomes in dist/sekisho.cjs. Not esbuild's own CommonJS: that defines a getter for every export, which a
 * hook waits for at each start, and calls one at every use.
 */
import { transform } from "esbuild";

const IMPORT = /\bimport\s*(?:\{([^}]*)\}\s*from\s*)?"\.\/([\w-]+)\.js";/g;
const EXPORT = /\bexport\s*\{([^}]*)\};\s*$/;

/** What is imported from which chunk: `[chunk, [imported, local]...]` each */
export function importsOf(text) {
  return [...text.matchAll(IMPORT)].map(([, list = "", from]) => [from, namesIn(list)]);
}

/** `[local, exported]` each */
export function exportsOf(text) {
  return namesIn(EXPORT.exec(text)?.[1] ?? "");
}

function namesIn(list) {
  return list
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "")
    .map((one) => {
      const [name, other = name] = one.split(/\s+as\s+/);
      return [name, other];
    });
}

/** The body of `(module, exports, require) => …`, on one line */
export async function asFunctionBody(chunk, settings) {
  const { code } = await transform(chunk, { ...settings, format: "esm", minify: true });
  refuseVariables(chunk);
  const body = code
    .trimEnd()
    .replace(IMPORT, (_, list, from) =>
      list === undefined
        ? `require("${from}");`
        : `const{${namesIn(list).map(([name, local]) => `${name}:${local}`)}}=require("${from}");`,
    )
    .replace(EXPORT, (_, list) => `module.exports={${namesIn(list).map(([local, name]) => `${name}:${local}`)}};`);
  return `"use strict";${body}`;
}

// Whoever requires a chunk gets its exports as they are then.
function refuseVariables(chunk) {
  for (const [name] of exportsOf(chunk)) {
    const sets = chunk.match(
      new RegExp(`(?<![\\w$.])${name.replaceAll("$", "\\$")}\\s*(?:[-+*/%&|^?]*=(?![=>])|\\+\\+|--)`, "g"),
    );
    if (sets !== null && sets.length > 1) throw new Error(`${name} is exported and changes`);
  }
}
