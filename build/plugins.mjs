/** Plugins of esbuild by which a build puts other code in a module's place. */
import { dirname } from "node:path";

/** Modules of those paths get other contents */
export function replace(filter, contents) {
  return {
    name: "replace",
    setup(setup) {
      setup.onLoad({ filter }, ({ path }) => ({ contents, loader: "ts", resolveDir: dirname(path) }));
    },
  };
}

/** Modules that are no files: `sekisho:…` and `./…` by their name */
export function virtual(modules) {
  return {
    name: "virtual",
    setup(setup) {
      setup.onResolve({ filter: /^(?:sekisho:|\.\/)/ }, ({ path }) =>
        Object.hasOwn(modules, path) ? { path, namespace: "virtual" } : undefined,
      );
      setup.onLoad({ filter: /./, namespace: "virtual" }, ({ path }) => ({ contents: modules[path], loader: "js" }));
    },
  };
}
