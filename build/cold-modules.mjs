/**
 * Modules that the one file carries compressed although other modules import them like any other.
 * In their place stand functions that fetch the part when they are called; so the sources need not know which hooks need what.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The modules of each part: what only some requests, or some policies, call for */
export const COLD_MODULES = {
  // Forms and their answers: most of it is the word lists.
  secrets: ["engine/core/secret-requests.ts", "engine/core/secret-values.ts", "rules/words/lexicon.ts"],
  // Rules with `matches`.
  "pattern-syntax": ["engine/core/pattern.ts"],
};

/** As entries for esbuild, and the plugin that serves both faces of such a module */
export function coldModules(root) {
  const parts = new Map(
    Object.entries(COLD_MODULES).flatMap(([part, paths]) => paths.map((path) => [join(root, path), part])),
  );
  const entries = Object.keys(COLD_MODULES).map((part) => ({ in: `sekisho:part/${part}`, out: part }));
  return {
    entries,
    plugin: {
      name: "cold modules",
      setup(setup) {
        setup.onResolve({ filter: /^sekisho:part\// }, ({ path }) => ({
          path: path.slice("sekisho:part/".length),
          namespace: "part",
        }));
        setup.onLoad({ filter: /./, namespace: "part" }, ({ path }) => ({
          contents: COLD_MODULES[path].map((own) => `export * from "sekisho:real/${own}";`).join("\n"),
        }));
        // Relative, or this machine's folders would count in the order of things.
        setup.onResolve({ filter: /^sekisho:real\// }, ({ path }) => ({
          path: path.slice("sekisho:real/".length),
          namespace: "real",
        }));
        setup.onLoad({ filter: /./, namespace: "real" }, ({ path }) => ({
          contents: readFileSync(join(root, path), "utf8"),
          loader: "ts",
          resolveDir: dirname(join(root, path)),
        }));
        setup.onLoad({ filter: /\.ts$/, namespace: "file" }, ({ path }) =>
          parts.has(path) ? { contents: stub(path, parts.get(path)), loader: "js" } : undefined,
        );
      },
    },
  };
}

// Nothing but functions can be put off until it is called.
function stub(path, part) {
  const text = readFileSync(path, "utf8");
  const names = [...text.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name);
  if (/^export (?!(?:async )?function |type |interface )/m.test(text))
    throw new Error(`${path}: a cold module exports functions only`);
  const functions = names.map(
    (name) => `export function ${name}(...given) { return part("${part}").${name}(...given); }`,
  );
  return ['import { part } from "sekisho:parts";', ...functions].join("\n");
}
