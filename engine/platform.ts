/**
 * The way to Node's modules, on every runtime that has them and without an import.
 * The one file must load where there are none, and a static import of `node:fs` costs 4 ms (facts/runtime.md §1).
 */

interface NodeModules {
  readonly child_process: typeof import("node:child_process");
  readonly crypto: typeof import("node:crypto");
  readonly dns: typeof import("node:dns");
  readonly fs: typeof import("node:fs");
  readonly http: typeof import("node:http");
  readonly https: typeof import("node:https");
  readonly module: typeof import("node:module");
  readonly net: typeof import("node:net");
  readonly os: typeof import("node:os");
  readonly path: typeof import("node:path");
  readonly timers: typeof import("node:timers");
  readonly url: typeof import("node:url");
  readonly util: typeof import("node:util");
  readonly vm: typeof import("node:vm");
  readonly v8: typeof import("node:v8");
  readonly worker_threads: typeof import("node:worker_threads");
  readonly zlib: typeof import("node:zlib");
}

/** The runtime's `process`, where it is Node's or like it */
export function nodeProcess(): NodeJS.Process | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  return typeof process?.versions?.node === "string" ? process : undefined;
}

/** One of Node's modules, or `undefined` where the runtime has none */
export function nodeModule<Name extends keyof NodeModules>(name: Name): NodeModules[Name] | undefined {
  const process = nodeProcess();
  if (process === undefined) return undefined;
  if (typeof process.getBuiltinModule === "function")
    return process.getBuiltinModule(`node:${name}`) as NodeModules[Name];
  // Node 22.0 to 22.2 has no getBuiltinModule.
  return typeof module === "object" ? (module.require(`node:${name}`) as NodeModules[Name]) : undefined;
}
