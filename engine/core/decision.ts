/**
 * What comes out: one effect and everything that explains it, in one order and one spelling.
 * Decisions are compared byte for byte, so lists are sorted, duplicates are dropped and keys have a fixed order.
 */
import { canonicalJson, compareCodeUnits, type JsonObject } from "./json.ts";
import type { Args, Effect } from "./rule.ts";

export interface Reason {
  readonly rule: string;
  readonly code: string;
  readonly args: Args;
}

/** What an observed entry would have said */
export interface Observed extends Reason {
  readonly effect: Effect;
}

/** Keys in this order; the lists are always there (DESIGN §10) */
export interface Decision {
  readonly effect: Effect | "pass";
  /** A form's accept always carries an object; URL accepts and refusals never carry one (DESIGN §2) */
  readonly content?: JsonObject;
  /** Those of the winning effect */
  readonly reasons: readonly Reason[];
  /** Failures, and accepts that were voided */
  readonly errors: readonly Reason[];
  readonly observed: readonly Observed[];
}

export interface DecisionParts {
  readonly effect: Effect | "pass";
  readonly content?: JsonObject | undefined;
  readonly reasons?: readonly Reason[];
  readonly errors?: readonly Reason[];
  readonly observed?: readonly Observed[];
}

export function createDecision({ effect, content, reasons, errors, observed }: DecisionParts): Decision {
  const why = inOrder(reasons);
  const wrong = inOrder(errors);
  const seen = inOrder(observed);
  // Written out: to spread lists of keys costs more than deciding.
  if (content === undefined) return { effect, reasons: why, errors: wrong, observed: seen };
  return { effect, content, reasons: why, errors: wrong, observed: seen };
}

/** A reason of the engine's own: reserved rule id `engine` (DESIGN §2) */
export function engineReason(code: EngineCode, args: Args = {}): Reason {
  return { rule: "engine", code, args };
}

export type EngineCode = keyof typeof ENGINE_CODES;

/** The engine's own codes: when each occurs */
export const ENGINE_CODES = {
  conflict: "answers or edits for field `{field}` disagree",
  deadline: "the deadline passed before the request was read",
  failed: "rule `{rule}` failed",
  incomplete: "nobody answered field `{field}`",
  invalid: "field `{field}` can't be answered like this: {problem}",
  killed: "rule `{rule}` was stopped from outside",
  malformed: "the hook input can't be read: {problem}",
  "no-audit": "the decision could not be recorded: {problem}",
  "no-memory": "rule `{rule}` needs what was asked before, and nobody kept it",
  "no-policy": "the policy does not load: {problem}",
} as const;

// Sorted by the code units of canonical JSON `[rule, code, args]`, without duplicates (DESIGN §10). Ids and codes hold no
// character below the quotation mark that ends them there, so they compare alike as they are.
function inOrder<One extends Reason>(list: readonly One[] = []): readonly One[] {
  if (list.length <= 1) return list.length === 0 ? list : list.map(inShape);
  const sorted = list.map(inShape).sort(compareReasons);
  return sorted.filter((one, index) => index === 0 || compareReasons(sorted[index - 1] as One, one) !== 0);
}

function compareReasons(left: Sorted, right: Sorted): number {
  return (
    compareCodeUnits(left.rule, right.rule) ||
    compareCodeUnits(left.code, right.code) ||
    compareCodeUnits(canonicalJson(left.args), canonicalJson(right.args)) ||
    compareCodeUnits(left.effect ?? "", right.effect ?? "")
  );
}

type Sorted = Reason & { readonly effect?: Effect };

function inShape<One extends Reason & { readonly effect?: Effect }>(reason: One): One {
  const args: Record<string, Args[string]> = {};
  for (const name of Object.keys(reason.args).sort(compareCodeUnits)) args[name] = reason.args[name] as Args[string];
  const { rule, code, effect } = reason;
  return (effect === undefined ? { rule, code, args } : { rule, code, args, effect }) as One;
}
