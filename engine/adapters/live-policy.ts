/**
 * The engine of a process that stays: of the policy as it is on disk now, as the command hook has it, which starts anew for
 * each call. A policy that no longer loads leaves the one before it in force, and whoever looks after it is told.
 */
import type { OpenEngine } from "../deciding.ts";
import { openRefusingEngine, problem } from "../engine.ts";
import { loadEngine, type PolicySource } from "../load-engine.ts";
import type { Powers } from "./node.ts";
import { findPolicies, readPolicies, readPolicyText } from "./policy-files.ts";

export interface LivePolicy {
  /** Reads the files again; while they are what they were, it gives the same engine. Never throws */
  readonly engine: () => OpenEngine;
}

/** `files`: those that were named; none: those that the hook finds. `report` is told what changed, in one line */
export function createLivePolicy(powers: Powers, files: readonly string[], report: (text: string) => void): LivePolicy {
  let current: Loaded | undefined;
  let seen: Sight = { sources: "", others: [] };
  return {
    engine: () => {
      const sight = look(powers, files, seen.others);
      if (current !== undefined && isSame(sight, seen)) return current.engine;
      const next = load(powers, sight.sources);
      seen = { sources: sight.sources, others: next.others };
      const note = next.notes.at(-1); // the last one says most: why nothing loads, if nothing does
      const gone = current?.loads === true ? current.files.find((file) => !next.files.includes(file)) : undefined;
      if (current === undefined || (next.loads && gone === undefined)) {
        const changed = current === undefined ? [] : ["the policy changed and is in force"];
        if (changed.length > 0 || note !== undefined)
          report([...changed, ...(note === undefined ? [] : [note])].join(": "));
        current = next;
      } else {
        const kept = current.loads ? "the one before stays in force" : "every request is refused";
        report(`the policy changed and does not load, ${kept}: ${note ?? `${gone} is gone`}`);
      }
      return current.engine;
    },
  };
}

/** What was on disk at one look. `others`: what the policies bring with them, known only once they were read */
interface Sight {
  readonly sources: readonly PolicySource[] | string;
  readonly others: readonly Other[];
}

interface Other {
  readonly file: string;
  readonly text: string | undefined;
}

interface Loaded {
  readonly engine: OpenEngine;
  readonly loads: boolean;
  /** What it is made of; one of them that goes takes rules with it, so then the policy before stays */
  readonly files: readonly string[];
  readonly notes: readonly string[];
  readonly others: readonly Other[];
}

function look(powers: Powers, files: readonly string[], others: readonly Other[]): Sight {
  const found = attempt(() => (files.length === 0 ? findPolicies(powers) : readPolicies(powers, files)));
  return {
    sources: found?.ok === true ? found.value : (found?.errors[0] ?? ""),
    others: others.map(({ file }) => ({ file, text: attempt(() => readPolicyText(powers, file)) })),
  };
}

function load(powers: Powers, sources: Sight["sources"]): Loaded {
  if (typeof sources === "string") {
    const engine = openRefusingEngine([problem("unreadable-file", "a policy can't be read")]);
    return {
      engine,
      loads: false,
      files: [],
      notes: [`every request is refused: ${sources} can't be read`],
      others: [],
    };
  }
  const others = new Map<string, Other>();
  const read = (file: string): string | undefined => {
    const text = readPolicyText(powers, file);
    others.set(file, { file, text });
    return text;
  };
  const { engine, policy, notes } = loadEngine(sources, read);
  const files = sources.map(({ file }) => file);
  return { engine, loads: policy !== undefined, files, notes, others: [...others.values()] };
}

function isSame(left: Sight, right: Sight): boolean {
  return (
    isSameSources(left.sources, right.sources) && left.others.every(({ text }, at) => text === right.others[at]?.text)
  );
}

function isSameSources(left: Sight["sources"], right: Sight["sources"]): boolean {
  if (typeof left === "string" || typeof right === "string") return left === right;
  return (
    left.length === right.length &&
    left.every(({ file, text, compiled }, at) => {
      const other = right[at];
      return file === other?.file && text === other.text && compiled?.text === other.compiled?.text;
    })
  );
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
