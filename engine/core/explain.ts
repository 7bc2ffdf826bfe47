/**
 * Why a decision came out as it did: every entry, whether it applies, what it says, and what would hold without it.
 * It asks the same functions as `decide`, so that what it shows is what happened.
 */
import { decide } from "./decide.ts";
import type { Decision, Reason } from "./decision.ts";
import { askEntry, reasonOf } from "./listen.ts";
import type { Bucket, Document, Entry, Policy } from "./policy.ts";
import type { Request } from "./request.ts";
import type { Context, Effect } from "./rule.ts";
import { hasNotEnded, matchesScope } from "./scope.ts";

export interface Explanation {
  readonly decision: Decision;
  readonly documents: readonly ExplainedDocument[];
  /** The decision if nothing had been said by those who decided; `undefined`: nobody decided */
  readonly next: Decision | undefined;
}

export interface ExplainedDocument {
  readonly default: Effect | undefined;
  readonly unattended: Effect | undefined;
  readonly entries: readonly ExplainedEntry[];
}

/**
 * `other-event`: its rule does not read this event; `out-of-scope`: its `for` does not match; `excepted`: an `except`
 * matches; `abstains`; `says`: it gave a verdict; `failed`
 */
export type EntryState = "abstains" | "excepted" | "failed" | "other-event" | "out-of-scope" | "says";

export interface ExplainedEntry {
  readonly rule: string;
  readonly state: EntryState;
  readonly observe: boolean;
  readonly effect?: Effect;
  readonly reason?: Reason;
  /** Whether its verdict is among the reasons of the decision */
  readonly decided: boolean;
}

export function explain(policy: Policy, request: Request, context: Context): Explanation {
  const decision = decide(policy, request, context);
  const deciders = new Set<Entry>();
  const documents = policy.documents.map((document) => ({
    default: document.default,
    unattended: document.unattended,
    entries: document.entries.map((entry) => {
      const explained = explainEntry(entry, document, policy, request, context, decision);
      if (explained.decided) deciders.add(entry);
      return explained;
    }),
  }));
  const next = deciders.size === 0 ? undefined : decide(withoutEntries(policy, deciders), request, context);
  return { decision, documents, next };
}

function explainEntry(
  entry: Entry,
  document: Document,
  policy: Policy,
  request: Request,
  context: Context,
  decision: Decision,
): ExplainedEntry {
  const { id: rule, observe } = entry;
  const silent = (state: EntryState): ExplainedEntry => ({ rule, state, observe, decided: false });
  if (!entry.grants.events.includes(request.event)) return silent("other-event");
  if (!matchesScope(entry.scope, request, context)) return silent("out-of-scope");
  const excepted = entry.exceptions.some((one) => hasNotEnded(one, context) && matchesScope(one, request, context));
  if (excepted) return silent("excepted");
  const outcome = askEntry(entry, { request, context, powers: policy.powers, own: false, protocol: document.protocol });
  if (outcome === undefined) return silent("abstains");
  const { said, error } = outcome;
  const reason = said === undefined ? error : reasonOf(said);
  const effect = said?.verdict.effect;
  const decided = !observe && reason !== undefined && has(decision.reasons, reason);
  const state = error === undefined ? "says" : "failed";
  return {
    rule,
    state,
    observe,
    decided,
    ...(effect === undefined ? {} : { effect }),
    ...(reason === undefined ? {} : { reason }),
  };
}

function has(reasons: readonly Reason[], { rule, code }: Reason): boolean {
  return reasons.some((one) => one.rule === rule && one.code === code);
}

function withoutEntries(policy: Policy, left: ReadonlySet<Entry>): Policy {
  const keep = (entries: readonly Entry[]): readonly Entry[] => entries.filter((entry) => !left.has(entry));
  const bucket = ({ named, others }: Bucket): Bucket => ({
    named: new Map([...named].map(([name, entries]) => [name, keep(entries)])),
    others: keep(others),
  });
  const documents = policy.documents.map((document) => ({
    ...document,
    entries: keep(document.entries),
    buckets: new Map([...document.buckets].map(([key, one]) => [key, bucket(one)])),
  }));
  return { documents, powers: policy.powers, digest: policy.digest };
}
