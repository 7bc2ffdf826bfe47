/**
 * The policy that a server decides by, loaded again when its files change.
 * One that does not load never takes the place of one that did: a slip in an editor must neither open the guard nor stop all work.
 */
import type { Powers } from "../adapters/node.ts";
import { findPolicies, readPolicies, readPolicyText } from "../adapters/policy-files.ts";
import type { OpenEngine } from "../deciding.ts";
import { openRefusingEngine, problem } from "../engine.ts";
import { loadEngine, type PolicySource } from "../load-engine.ts";

export interface PolicyKeeper {
  /** The engine in force */
  readonly engine: () => OpenEngine;
  readonly state: () => PolicyState;
  /** Loads what the files say now */
  readonly reload: () => void;
  /** Loads again if a file has changed, and has not changed since the last look: somebody may still be writing it */
  readonly look: () => void;
}

export interface PolicyState {
  /** `refusing`: nothing ever loaded; `stale`: what the files say now does not load, and the one before is in force */
  readonly status: "ready" | "refusing" | "stale";
  readonly digest: string;
  /** Of the one in force, in milliseconds since 1970 */
  readonly loadedAt: number | undefined;
  readonly loads: number;
  readonly failures: number;
}

export interface KeeperParts {
  /** Without any, those that are found: the user's own */
  readonly files: readonly string[];
  readonly powers: Powers;
  readonly clock: () => number;
  /** Done with each engine before it is in force */
  readonly prepare: (engine: OpenEngine) => void;
  /** Told what every load came to, and in lines why */
  readonly tell: (loaded: boolean, state: PolicyState, notes: readonly string[]) => void;
}

/** Loads at once. Whatever does not load is told, and refuses everything until there is something that does */
export function createPolicyKeeper({ files, powers, clock, prepare, tell }: KeeperParts): PolicyKeeper {
  let engine = openRefusingEngine([problem("unreadable-file", "no policy was loaded")]);
  let state: PolicyState = { status: "refusing", digest: "", loadedAt: undefined, loads: 0, failures: 0 };
  let inForce: readonly string[] = [];
  let looked: ReadonlySet<string> = new Set();
  let seen = "";
  let changed = "";

  const reload = (): void => {
    const paths = new Set<string>();
    const loaded = load(files, watched(powers, paths));
    looked = paths;
    seen = signatureOf(powers, looked);
    changed = seen;
    const gone = inForce.find((file) => loaded.sources.every((source) => source.file !== file));
    if (loaded.engine !== undefined && gone === undefined) {
      prepare(loaded.engine);
      engine = loaded.engine;
      inForce = loaded.sources.map(({ file }) => file);
      state = { ...state, status: "ready", digest: engine.digest, loadedAt: clock(), loads: state.loads + 1 };
      tell(true, state, loaded.notes);
      return;
    }
    const status = state.status === "refusing" ? "refusing" : "stale";
    state = { ...state, status, failures: state.failures + 1 };
    if (status === "refusing" && loaded.refusing !== undefined) engine = loaded.refusing;
    tell(false, state, gone === undefined ? loaded.notes : [`${gone} is gone`, ...loaded.notes]);
  };

  reload();
  return {
    engine: () => engine,
    state: () => state,
    reload,
    look: () => {
      const now = signatureOf(powers, looked);
      if (now !== seen && now === changed) reload();
      else changed = now;
    },
  };
}

interface Loaded {
  readonly sources: readonly PolicySource[];
  /** `undefined`: they do not load */
  readonly engine: OpenEngine | undefined;
  readonly refusing?: OpenEngine;
  readonly notes: readonly string[];
}

function load(files: readonly string[], powers: Powers): Loaded {
  const sources = files.length === 0 ? findPolicies(powers) : readPolicies(powers, files);
  if (!sources.ok) return { sources: [], engine: undefined, notes: [`${sources.errors[0]} can't be read`] };
  const { engine, policy, notes } = loadEngine(sources.value, (file, below) => readPolicyText(powers, file, below));
  if (policy === undefined) return { sources: sources.value, engine: undefined, refusing: engine, notes };
  return { sources: sources.value, engine, notes };
}

// Every file that is looked for is looked at by `lstat` first (adapters/policy-files.ts): those are the ones to watch,
// also where there was none.
function watched(powers: Powers, paths: Set<string>): Powers {
  const { fs } = powers;
  const lstatSync = ((path: string, options: never) => {
    paths.add(path);
    return fs.lstatSync(path, options);
  }) as typeof fs.lstatSync;
  return { ...powers, fs: { ...fs, lstatSync } };
}

// Of the files that links lead to, as they do where a container's configuration is mounted.
function signatureOf({ fs }: Powers, paths: ReadonlySet<string>): string {
  return [...paths].map((path) => signature(fs, path)).join("\n");
}

function signature(fs: Powers["fs"], path: string): string {
  try {
    const found = fs.statSync(path, { throwIfNoEntry: false });
    return found === undefined ? "absent" : `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`;
  } catch {
    return "unreadable";
  }
}
