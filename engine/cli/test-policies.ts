/**
 * The policies that a file of tests is about, as an engine that notes which rules speak.
 * Read from their texts, never from a compiled form, so that each rule has the line on which it stands.
 */
import { powers } from "../bind.ts";
import type { Entry } from "../core/policy.ts";
import { createReplayer, type Replayer } from "../core/replay.ts";
import type { ScriptLimits } from "../core/script-powers.ts";
import { tracePolicy } from "../core/trace.ts";
import { engineOf, judgeBy, type OpenEngine, refuse } from "../deciding.ts";
import { loadSettings } from "../engine.ts";
import { loadEngine, type PolicySource } from "../load-engine.ts";
import { type EntryPlace, loadPolicyText } from "../policy/load.ts";
import { version } from "../version.ts";
import type { Io } from "./io.ts";
import { policySources, readerOf } from "./policies.ts";
import type { TestFile } from "./test-file.ts";

export interface TestedPolicies {
  readonly engine: OpenEngine;
  /** Decides a record again */
  readonly replay: Replayer;
  /** Why they do not load; `undefined`: they do */
  readonly broken: string | undefined;
  readonly rules: readonly TestedRule[];
  /** Every file that was read, by its whole path */
  readonly files: readonly string[];
}

/** One entry of the policies, and what it has said so far */
export interface TestedRule {
  readonly id: string;
  /** `undefined`: in a pack */
  readonly place: EntryPlace | undefined;
  readonly codes: readonly string[];
  readonly said: Set<string>;
}

/** Throws `UsageError` where one can't be read */
export function openTested({ file, policies }: TestFile, named: readonly string[], io: Io): TestedPolicies {
  const { path } = io;
  const beside = (one: string): string => path.join(path.dirname(file), one);
  const files = named.length > 0 ? named : (policies ?? ["sekisho.yaml"]).map(beside);
  // Without a word about it the policy is that of the project, with all that the hook adds to it.
  const role = named.length === 0 && policies === undefined ? "project" : "named";
  const sources = policySources(files, io).map(({ file: name, text }): PolicySource => ({ file: name, text, role }));
  const read = readerOf(io);
  const { policy, engine, notes } = loadEngine(sources, read);
  const texts = sources.map((source) => loadPolicyText(source, { ...loadSettings(read), read }));
  const from = texts.flatMap((loaded) => (loaded.ok ? loaded.value : loaded).sources.map((source) => source.file));
  const absolute = from.map((one) => path.resolve(io.cwd, one));
  const refuses: Replayer = () => ({ decision: refuse(), unknown: [], certain: true });
  if (policy === undefined) return { engine, replay: refuses, broken: notes.join("\n"), rules: [], files: absolute };
  const places = texts.map((loaded) => (loaded.ok ? loaded.value.places() : []));
  // The pack that is added stands first, and has no text here.
  const added = policy.documents.length - places.length;
  const rules = policy.documents.flatMap((document, at) =>
    document.entries.map((entry, index): TestedRule => {
      const place = places[at - added]?.[index];
      return { id: entry.id, place, codes: codesOf(entry), said: new Set() };
    }),
  );
  const byEntry = new Map(policy.documents.flatMap(({ entries }) => entries).map((entry, at) => [entry, rules[at]]));
  const noting = tracePolicy(policy, (entry, input) => {
    const verdict = entry.rule.decide(input);
    if (verdict !== undefined && "code" in verdict) byEntry.get(entry)?.said.add(verdict.code);
    return verdict;
  });
  return {
    engine: engineOf(judgeBy(noting)),
    replay: createReplayer(noting, { engine: version }),
    broken: undefined,
    rules,
    files: absolute,
  };
}

// A script's own, beside those that the rule gives it.
function codesOf({ rule, options }: Entry): readonly string[] {
  if (rule.id !== "script") return Object.keys(rule.codes);
  const { source, ...limits } = options as ScriptLimits & { readonly source: string };
  return [...powers.scripts.open(source, limits).definition.codes.keys()];
}
