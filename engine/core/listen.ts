/**
 * Asks every entry that applies, and sorts what it says: into the document's voice, into errors, into `observed`.
 * A rule that fails, or says what it may not, is no silence here: it counts as DESIGN §2 says.
 */
import { engineReason, type Observed, type Reason } from "./decision.ts";
import type { Protocol } from "./form.ts";
import { bucketKey, type Document, type Entry, type Policy } from "./policy.ts";
import type { Request } from "./request.ts";
import {
  type Answer,
  type Context,
  type Edit,
  type Refusal,
  type RuleCall,
  type Verdict,
  withBuilders,
} from "./rule.ts";
import { applies } from "./scope.ts";
import { ScriptKilled } from "./script-powers.ts";

/** One entry's verdict, ready to count */
export interface Said {
  /** The entry's id as reasons show it, or `engine` */
  readonly rule: string;
  readonly verdict: Refusal | Answer | Edit;
  /** An `ask` that counts as an answer instead of a guard */
  readonly answers: boolean;
  /** May answer where silence is consent */
  readonly consents: boolean;
  /** May raise a person's decline or cancel to accept */
  readonly mayRaise: boolean;
  /** The revision that its document holds servers to: what it answers is judged by that one (DESIGN §2, "Documents") */
  readonly protocol: Protocol | undefined;
}

export interface Heard {
  readonly document: Document;
  readonly said: readonly Said[];
}

export interface Hearing {
  readonly heard: readonly Heard[];
  readonly errors: readonly Reason[];
  readonly observed: readonly Observed[];
  /** A rule that can only accept failed: no accept of anybody counts (DESIGN §2) */
  readonly acceptsVoid: boolean;
}

/** Asks the rules of all documents. `own`: the result is the engine's own answer on its way out */
export function listen(policy: Policy, request: Request, context: Context, own: boolean): Hearing {
  const errors: Reason[] = [];
  const observed: Observed[] = [];
  const heard: Heard[] = [];
  let acceptsVoid = false;
  const key = bucketKey(request.event, request.mode);
  for (const document of policy.documents) {
    const said: Said[] = [];
    const call: RuleCall = { request, context, powers: policy.powers, own, protocol: document.protocol };
    const bucket = document.buckets.get(key);
    const named = bucket?.named.get(request.server);
    const others = bucket?.others ?? [];
    for (const entry of named === undefined ? others : [...named, ...others]) {
      if (!applies(entry, request, context)) continue;
      const outcome = askEntry(entry, call);
      if (outcome === undefined) continue;
      if (entry.observe) {
        observed.push(...observedOf(outcome));
        continue;
      }
      if (outcome.error !== undefined) errors.push(outcome.error);
      if (outcome.said !== undefined) said.push(outcome.said);
      if (outcome.acceptsVoid) acceptsVoid = true;
    }
    heard.push({ document, said });
  }
  return { heard, errors, observed, acceptsVoid };
}

/** Everything that was said in all documents */
export function allSaid(heard: readonly Heard[]): readonly Said[] {
  const [first] = heard;
  return heard.length === 1 && first !== undefined ? first.said : heard.flatMap(({ said }) => said);
}

export function reasonOf({ rule, verdict }: Said): Reason {
  return { rule, code: verdict.code, args: verdict.args };
}

/** What one entry's rule came to */
export interface Outcome {
  readonly said: Said | undefined;
  readonly error: Reason | undefined;
  readonly acceptsVoid: boolean;
}

/** Asks one entry's rule, whether or not it applies; `undefined`: it abstains */
export function askEntry(entry: Entry, call: RuleCall): Outcome | undefined {
  const { rule, options, grants } = entry;
  const { request } = call;
  let verdict: Verdict | undefined;
  try {
    verdict = rule.decide(withBuilders(call, options));
  } catch (error) {
    // The thrown text differs between engines, and may hold what a person typed: it goes nowhere.
    return failure(entry, request, error instanceof ScriptKilled ? "killed" : "failed");
  }
  if (verdict === undefined) return undefined;
  if (!isVerdict(verdict)) return failure(entry, request);
  if ("lacks" in verdict) return lack(entry, verdict.then);
  const isResult = request.event === "ElicitationResult";
  const fits = isResult
    ? "edits" in verdict || (verdict.effect !== "accept" && verdict.effect !== "ask")
    : !("edits" in verdict);
  if (!grants.effects.includes(verdict.effect) || !fits) return failure(entry, request);
  return { said: saidBy(entry, verdict, call.protocol), error: undefined, acceptsVoid: false };
}

/** Types hold this for our rules; a rule that got round them must not be able to say more than one that did not. */
export function isVerdict(value: unknown): value is Verdict {
  if (typeof value !== "object" || value === null) return false;
  const { lacks, then, effect, code, args, content, defaults, edits } = value as Readonly<Record<string, unknown>>;
  if (lacks !== undefined) return lacks === "memory" && (then === "abstain" || then === "decline");
  if (typeof code !== "string" || typeof args !== "object" || args === null) return false;
  switch (effect) {
    case "ask":
    case "cancel":
    case "decline":
      return true;
    case "accept":
      if (typeof edits !== "object" || edits === null) return isContent(content) && isContent(defaults);
      return isContent((edits as { set?: unknown }).set) && Array.isArray((edits as { remove?: unknown }).remove);
    default:
      return false;
  }
}

function isContent(value: unknown): boolean {
  if (!(value instanceof Map)) return false;
  for (const one of value.values()) if (one === undefined) return false;
  return true;
}

function saidBy(entry: Entry, verdict: Refusal | Answer | Edit, protocol: Protocol | undefined): Said {
  const { rule, id } = entry;
  return { rule: id, verdict, answers: rule.asksAsAnswer, consents: rule.consents, mayRaise: entry.mayRaise, protocol };
}

// "A rule that may guard and fails counts as decline; one that can only accept and fails voids every accept.
// On ElicitationResult any failure declines." (DESIGN §2)
function failure(entry: Entry, request: Request, code: "failed" | "killed" = "failed"): Outcome {
  const reason = engineReason(code, { rule: entry.id });
  const onlyAccepts = entry.grants.effects.every((effect) => effect === "accept");
  if (request.event === "Elicitation" && onlyAccepts) return { said: undefined, error: reason, acceptsVoid: true };
  return { said: engineDeclines(reason), error: reason, acceptsVoid: false };
}

function lack(entry: Entry, then: "abstain" | "decline"): Outcome {
  const reason = engineReason("no-memory", { rule: entry.id });
  return { said: then === "decline" ? engineDeclines(reason) : undefined, error: reason, acceptsVoid: false };
}

function engineDeclines({ code, args }: Reason): Said {
  const verdict: Refusal = { effect: "decline", code, args };
  return { rule: "engine", verdict, answers: false, consents: false, mayRaise: false, protocol: undefined };
}

// A failure of a rule that can only accept would have left the question to the person.
function observedOf({ said, error, acceptsVoid }: Outcome): readonly Observed[] {
  if (said !== undefined) return [{ ...reasonOf(said), effect: said.verdict.effect }];
  return acceptsVoid && error !== undefined ? [{ ...error, effect: "ask" }] : [];
}
