/**
 * Why a decision came out as it did: every entry, whether it applies, what it says, and what would hold without it.
 * It asks the same functions as `decide`, so that what it shows is what happened.
 */
import { decide } from "./decide.ts";
import type { Decision, Reason } from "./decision.ts";
import { canonicalJson, type JsonValue } from "./json.ts";
import { askEntry, reasonOf } from "./listen.ts";
import { type Bucket, bindDocument, type Document, type Entry, type Policy } from "./policy.ts";
import type { Request } from "./request.ts";
import { type Context, defineRule, type Effect } from "./rule.ts";
import { hasNotEnded, matchesScope } from "./scope.ts";
import type { ScriptCost, ScriptLimits } from "./script-powers.ts";

export interface Explanation {
  readonly decision: Decision;
  /**
   * `rules`: those whose entries are marked; `default`: what documents say where nobody answers; `unattended`: nobody is
   * there to ask; `nobody`: nothing was said
   */
  readonly by: "default" | "nobody" | "rules" | "unattended";
  readonly documents: readonly ExplainedDocument[];
  /** How the answer fared on its way out (DESIGN §2): the policy's own, and any that was changed, once more */
  readonly answers: readonly ExplainedAnswer[];
  /** The decision if what decided had not been said; `undefined`: nobody decided */
  readonly next: Decision | undefined;
}

export interface ExplainedAnswer {
  /** `own`: the policy's answer to a question; `edited`: what rules made of an answer */
  readonly kind: "edited" | "own";
  readonly documents: readonly ExplainedDocument[];
}

export interface ExplainedDocument {
  readonly default: Effect | undefined;
  readonly unattended: Effect | undefined;
  readonly entries: readonly ExplainedEntry[];
}

/**
 * `other-event`, `other-mode`: its rule does not read this event, this mode; `out-of-scope`: its `for` does not match; `excepted`: an `except`
 * matches; `abstains`; `no-memory`: it would have to know what was asked; `says`: it gave a verdict; `failed`
 */
type EntryState =
  | "abstains"
  | "excepted"
  | "failed"
  | "no-memory"
  | "other-event"
  | "other-mode"
  | "out-of-scope"
  | "says";

export interface ExplainedEntry {
  readonly rule: string;
  readonly state: EntryState;
  readonly observe: boolean;
  readonly effect?: Effect;
  readonly reason?: Reason;
  /** Whether the decision would not stand like this without it */
  readonly decided: boolean;
  /** Of a team script: its own sentence for the code, with its arguments in braces */
  readonly sentence?: string;
  /** Of a team script that was called: what that cost */
  readonly cost?: ScriptCost;
}

export function explain(policy: Policy, request: Request, context: Context): Explanation {
  const decision = decide(policy, request, context);
  const withSomebody = eachDocument(policy, (document) => ({ ...document, unattended: undefined }));
  const attended = decide(withSomebody, request, context);
  const deciders = new Set<Entry>();
  const show = (asked: Asked): readonly ExplainedDocument[] =>
    policy.documents.map((document) => ({
      default: document.default,
      unattended: document.unattended,
      entries: document.entries.map((entry) => explainEntry(entry, document, policy, asked, attended, deciders)),
    }));
  const documents = show({ request, context, own: false });
  const answers = passesOf(policy, request, context).map(
    (asked, index): ExplainedAnswer => ({
      kind: index === 0 && request.event === "Elicitation" ? "own" : "edited",
      documents: show(asked),
    }),
  );

  const by = whatDecided(policy, decision, attended, deciders);
  return { decision, by, documents, answers, next: nextOf(policy, request, context, by, attended, deciders) };
}

interface Asked {
  readonly request: Request;
  readonly context: Context;
  readonly own: boolean;
}

function explainEntry(
  entry: Entry,
  document: Document,
  policy: Policy,
  { request, context, own }: Asked,
  decision: Decision,
  deciders: Set<Entry>,
): ExplainedEntry {
  const { id: rule, observe } = entry;
  const silent = (state: EntryState): ExplainedEntry => ({ rule, state, observe, decided: false });
  if (!entry.grants.events.includes(request.event)) return silent("other-event");
  if (entry.rule.mode !== undefined && entry.rule.mode !== request.mode) return silent("other-mode");
  if (!matchesScope(entry.scope, request, context)) return silent("out-of-scope");
  const excepted = entry.exceptions.some((one) => hasNotEnded(one, context) && matchesScope(one, request, context));
  if (excepted) return silent("excepted");
  const outcome = askEntry(entry, { request, context, powers: policy.powers, own, protocol: document.protocol });
  const cost = entry.rule.id === "script" ? policy.powers.scripts.lastCost() : undefined;
  const paid = cost === undefined ? {} : { cost };
  if (outcome === undefined) return { ...silent("abstains"), ...paid };
  const { said, error } = outcome;
  const reason = said === undefined ? error : reasonOf(said);
  const effect = said?.verdict.effect;
  const decided =
    !observe && reason !== undefined && effect !== undefined && decides(decision, request, effect, reason);
  if (decided) deciders.add(entry);
  const state = error === undefined ? "says" : error.code === "no-memory" ? "no-memory" : "failed";
  return {
    rule,
    state,
    observe,
    ...(effect === undefined ? {} : { effect }),
    ...(reason === undefined ? {} : { reason }),
    decided,
    ...(state === "says" && reason !== undefined ? sentenceOf(entry, policy, reason) : {}),
    ...paid,
  };
}

function sentenceOf({ rule, options }: Entry, policy: Policy, { code }: Reason): Pick<ExplainedEntry, "sentence"> {
  if (rule.id !== "script") return {};
  const { source, ...limits } = options as ScriptLimits & { readonly source: string };
  const sentence = policy.powers.scripts.open(source, limits).definition.codes.get(code);
  return sentence === undefined ? {} : { sentence };
}

// Edits that can't be made decline without a reason of their rules' own (DESIGN §2).
function decides(
  { effect, reasons }: Decision,
  { event }: Request,
  said: Effect,
  { rule, code, args }: Reason,
): boolean {
  if (event === "ElicitationResult" && said === "accept" && effect === "decline")
    return reasons.some((one) => one.rule === "engine" && SPOILT.includes(one.code));
  const key = canonicalJson([rule, code, args]);
  return said === effect && reasons.some((one) => canonicalJson([one.rule, one.code, one.args] as JsonValue) === key);
}

const SPOILT: readonly string[] = ["conflict", "incomplete", "invalid"];

// Answers as the engine itself puts them together: an entry that says nothing sees each of them pass.
function passesOf(policy: Policy, request: Request, context: Context): readonly Asked[] {
  const seen: Asked[] = [];
  const witness = defineRule({
    id: "engine",
    about: "Sees what passes",
    events: ["ElicitationResult"],
    effects: ["decline"],
    options: {},
    codes: {},
    decide(input) {
      seen.push({ request: input.request, context: input.context, own: input.own });
      return undefined;
    },
  });
  const bound = bindDocument(
    { rules: [{ use: "engine", options: {} }] },
    new Map([["engine", witness]]),
    policy.powers,
  );
  if (!bound.ok) return [];
  const { documents, powers } = policy;
  decide({ documents: [...documents, bound.value], powers, digest: "" }, request, context);
  // A person's answer, as it came, is what was asked about in the first place.
  return request.event === "Elicitation" ? seen : seen.slice(1);
}

function whatDecided(
  { documents }: Policy,
  decision: Decision,
  attended: Decision,
  deciders: ReadonlySet<Entry>,
): Explanation["by"] {
  if (decision.effect !== attended.effect) return "unattended";
  if (deciders.size > 0) return "rules";
  return documents.some((document) => document.default === decision.effect) ? "default" : "nobody";
}

function nextOf(
  policy: Policy,
  request: Request,
  context: Context,
  by: Explanation["by"],
  attended: Decision,
  deciders: ReadonlySet<Entry>,
): Decision | undefined {
  switch (by) {
    case "nobody":
      return undefined;
    case "unattended":
      return attended;
    case "default": {
      const without = (document: Document): Document =>
        document.default === attended.effect ? { ...document, default: undefined } : document;
      return decide(eachDocument(policy, without), request, context);
    }
    case "rules":
      return decide(
        eachDocument(policy, (document) => withoutEntries(document, deciders)),
        request,
        context,
      );
  }
}

// Not by spreading the policy: its digest is worked out on first sight.
function eachDocument({ documents, powers }: Policy, change: (document: Document) => Document): Policy {
  return { documents: documents.map(change), powers, digest: "" };
}

function withoutEntries(document: Document, left: ReadonlySet<Entry>): Document {
  const keep = (entries: readonly Entry[]): readonly Entry[] => entries.filter((entry) => !left.has(entry));
  const bucket = ({ named, others }: Bucket): Bucket => ({
    named: new Map([...named].map(([name, entries]) => [name, keep(entries)])),
    others: keep(others),
  });
  return {
    ...document,
    entries: keep(document.entries),
    buckets: new Map([...document.buckets].map(([key, one]) => [key, bucket(one)])),
  };
}
