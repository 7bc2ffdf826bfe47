/**
 * A policy whose entries are asked through one function, so that what each said can be kept, or said in its place.
 * The decision itself is made by the same `decide` as ever: whoever listens in changes none of it.
 */
import type { Bucket, Entry, Policy } from "./policy.ts";
import type { RuleInput, Verdict } from "./rule.ts";

/** Asks one entry; `input.request` and `input.context` are what it is asked about. What it throws counts as a failure */
export type Ask = (entry: Entry, input: RuleInput) => Verdict | undefined;

export function tracePolicy(policy: Policy, ask: Ask): Policy {
  return {
    powers: policy.powers,
    get digest() {
      return policy.digest;
    },
    documents: policy.documents.map((document) => {
      const traced = new Map(document.entries.map((entry) => [entry, traceEntry(entry, ask)]));
      const through = (entries: readonly Entry[]): readonly Entry[] =>
        entries.map((entry) => traced.get(entry) ?? traceEntry(entry, ask));
      const bucket = ({ named, others }: Bucket): Bucket => ({
        named: new Map([...named].map(([server, entries]) => [server, through(entries)])),
        others: through(others),
      });
      const buckets = new Map([...document.buckets].map(([key, one]) => [key, bucket(one)]));
      return { ...document, entries: through(document.entries), buckets };
    }),
  };
}

function traceEntry(entry: Entry, ask: Ask): Entry {
  return { ...entry, rule: { ...entry.rule, decide: (input) => ask(entry, input) } };
}
