/**
 * The policy that a hook goes by, as far as it can be told from here, and what is wrong with it.
 */

import type { Entry } from "../../core/policy.ts";
import type { Engine } from "../../deciding.ts";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { loadPolicies } from "../policies.ts";

export interface HookPolicy {
  /** `undefined`: not even the files can be read */
  readonly engine: Pick<Engine, "respond"> | undefined;
  readonly facts: Readonly<Record<string, string>>;
  /** Why nothing loads */
  readonly broken: string | undefined;
  readonly stale: boolean;
  /** Rules that do nothing, or refuse everything, where nobody keeps what was asked */
  readonly needMemory: readonly string[];
}

/** From the words that follow `sekisho hook` or `sekisho mcp`; file names are taken from the project's folder, where hooks run */
export function policyFrom(words: readonly string[], project: string, io: Io): HookPolicy {
  const facts = Object.fromEntries(
    valuesOf(words, "--fact").map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]),
  );
  return loadPolicy(valuesOf(words, "--policy"), facts, project, io);
}

export function loadPolicy(
  files: readonly string[],
  facts: Readonly<Record<string, string>>,
  project: string,
  io: Io,
): HookPolicy {
  try {
    const env = { ...io.env, CLAUDE_PROJECT_DIR: project };
    const { engine, policy, notes } = loadPolicies(files, { env, home: io.home, path: io.path, cwd: project });
    const entries = policy?.documents.flatMap((document) => document.entries) ?? [];
    const needMemory = [...new Set(entries.filter(needsMemory).map(({ rule }) => rule.id))];
    const broken = policy === undefined ? (notes.at(-1)?.split("\n", 1)[0] ?? "it does not load") : undefined;
    return { engine, facts, broken, stale: policy !== undefined && notes.length > 0, needMemory };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { engine: undefined, facts, broken: error.message, stale: false, needMemory: [] };
  }
}

// `check-answer` checks nothing without a memory unless it says so, and the pack brings it along: that is no fault.
function needsMemory({ rule, options, observe }: Entry): boolean {
  const { "on-no-memory": without } = options as Readonly<Record<string, unknown>>;
  return !observe && without !== undefined && (without === "decline" || rule.id === "limit-asks");
}

function valuesOf(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, at) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    const next = words[at + 1];
    return word === option && next !== undefined ? [next] : [];
  });
}
