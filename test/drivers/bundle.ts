/** The two files that ship, each as whoever embeds it loads it. */
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Driver, decideBy, type Feed, type Library, leavesOutBytes, libraryCase } from "./driver.ts";

const DIST = join(import.meta.dirname, "../../dist");

export const bundleCjs: Driver = bundle("bundle-cjs", "text", async () =>
  createRequire(import.meta.url)(join(DIST, "sekisho.cjs")),
);

export const bundleMjs: Driver = bundle(
  "bundle-mjs",
  "value",
  async () => (await import(pathToFileURL(join(DIST, "sekisho.mjs")).href)) as Library,
);

function bundle(name: string, feed: Feed, load: () => Promise<Library>): Driver {
  let library: Library | undefined;
  return {
    name,
    start: async () => {
      library = await load();
    },
    decide: (one) => {
      if (library === undefined) throw new Error("not started");
      return decideBy(library, feed, libraryCase(one));
    },
    stop: async () => {},
    leavesOut: leavesOutBytes,
    expected: new Map(),
  };
}
