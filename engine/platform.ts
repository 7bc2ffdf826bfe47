/**
 * The way to Node's modules, on every runtime that has them and without an import.
 * The one file must load where there are none, and a static import of `node:fs` costs 4 ms (facts/runtime.md §1).
 */

interface NodeModules {
  readonly child_process: typeof import("node:child_process");
  readonly dns: typeof import("node:dns");
