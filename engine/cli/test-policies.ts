/**
 * The policies that a file of tests is about, as an engine that notes which rules speak.
 * Read from their texts, never from a compiled form, so that each rule has the line on which it stands.
 */
import { powers } from "../bind.ts";
import type { Bucket, Document, Entry, Policy } from "../core/policy.ts";
import type { Verdict } from "../core/rule.ts";
import type { ScriptLimits } from "../core/script-powers.ts";
import { engineOf, judgeBy, type OpenEngine } from "../deciding.ts";
import { loadSettings } from "../engine.ts";
import { loadEngine, type PolicySource } from "../load-engine.ts";
import { type EntryPlace, loadPolicyText } from "../policy/load.ts";
import type { Io } from "./io.ts";
import { policySources, readerOf } from "./policies.ts";
import type { TestFile } from "./test-file.ts";

export interface TestedPolicies {
  readonly engine: OpenEngine;
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
  if (policy === undefined) return { engine, broken: notes.join("\n"), rules: [], files: absolute };
  const places = texts.map((loaded) => (loaded.ok ? loaded.value.places() : []));
  // The pack that is added stands first, and has no text here.
  const added = policy.documents.length - places.length;
  const rules: TestedRule[] = [];
  const documents = policy.documents.map((document, index) => noting(document, places[index - added] ?? [], rules));
  const { powers, digest } = policy;
  return {
    engine: engineOf(judgeBy({ documents, powers, digest } satisfies Policy)),
    broken: undefined,
    rules,
    files: absolute,
  };
}

function noting(document: Document, places: readonly (EntryPlace | undefined)[], rules: TestedRule[]): Document {
  const noted = new Map<Entry, Entry>();
  for (const [index, entry] of document.entries.entries()) {
    const { rule, id } = entry;
    const tested: TestedRule = { id, place: places[index], codes: codesOf(entry), said: new Set() };
    rules.push(tested);
    const decide: typeof rule.decide = (input) => {
      const verdict: Verdict | undefined = rule.decide(input);
      if (verdict !== undefined && "code" in verdict) tested.said.add(verdict.code);
      return verdict;
    };
    noted.set(entry, { ...entry, rule: { ...rule, decide } });
  }
  const all = (entries: readonly Entry[]): readonly Entry[] => entries.map((entry) => noted.get(entry) ?? entry);
  const bucket = ({ named, others }: Bucket): Bucket => ({
    named: new Map([...named].map(([name, entries]) => [name, all(entries)])),
    others: all(others),
  });
  const buckets = new Map([...document.buckets].map(([key, one]) => [key, bucket(one)]));
  return { ...document, entries: all(document.entries), buckets };
}

// A script's own, beside those that the rule gives it.
function codesOf({ rule, options }: Entry): readonly string[] {
  if (rule.id !== "script") return Object.keys(rule.codes);
  const { source, ...limits } = options as ScriptLimits & { readonly source: string };
  return [...powers.scripts.open(source, limits).definition.codes.keys()];
}
