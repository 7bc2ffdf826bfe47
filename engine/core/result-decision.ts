/**
 * The decision on an answer that is about to leave: a person's, or the engine's own.
 * Here letting through is the default, so whatever can't be checked is stopped.
 */
import { type Merged, mergeEdits } from "./answers.ts";
import { strictest } from "./combine.ts";
import { createDecision, type Decision, engineReason, type Reason } from "./decision.ts";
import { type Form, oldestProtocol, parseForm } from "./form.ts";
import { canonicalJson, type JsonObject } from "./json.ts";
import { allSaid, listen, reasonOf, type Said } from "./listen.ts";
import type { Policy } from "./policy.ts";
import type { FormResult, UrlResult } from "./request.ts";
import type { Context } from "./rule.ts";

/**
 * `own`: the engine's own answer on its way out; the client checks it nowhere else. `edited`: the rules have changed it,
 * and now see what they made of it, since an edit or a raised answer has to pass them like any other.
 */
export function decideResult(
  policy: Policy,
  request: FormResult | UrlResult,
  context: Context,
  own = false,
  edited = false,
): Decision {
  const { heard, errors, observed } = listen(policy, request, context, own);
  const said = allSaid(heard);
  // "Raising a decline or cancel to accept needs `may-raise: true`" (DESIGN §2): without it the refusal stands.
  const edits = said.filter((one) => one.verdict.effect === "accept" && (request.action === "accept" || one.mayRaise));
  const merged = edits.length === 0 ? undefined : mergeEditsOf(request, context, edits);
  const again = edited ? undefined : passAgain(policy, request, context, own, merged);
  const failures = [...(merged?.ok === false ? merged.errors : []), ...(again?.failures ?? [])];
  const guards = said.filter(({ verdict }) => verdict.effect !== "accept");
  // "Edits that disagree, that remove a required field, or that can't be checked: decline" (DESIGN §2).
  const guard = strictest([
    ...guards.map(({ verdict }) => verdict.effect),
    failures.length > 0 ? "decline" : undefined,
    again?.refusal?.effect,
  ]);
  const parts = {
    errors: [...errors, ...failures, ...(again?.errors ?? [])],
    observed: [...observed, ...(again?.observed ?? [])],
  };
  if (guard !== undefined) {
    const winning = guards.filter(({ verdict }) => verdict.effect === guard).map(reasonOf);
    const refusing = again?.refusal?.effect === guard ? again.refusal.reasons : [];
    const reasons = [...winning, ...refusing, ...(guard === "decline" ? failures : [])];
    return createDecision({ effect: guard, reasons, ...parts });
  }
  if (merged?.ok !== true || request.mode === "url") return createDecision({ effect: "pass", ...parts });
  return createDecision({ effect: "accept", content: merged.content, reasons: edits.map(reasonOf), ...parts });
}

interface Again extends Pick<Decision, "errors" | "observed"> {
  readonly refusal: { readonly effect: "cancel" | "decline"; readonly reasons: readonly Reason[] } | undefined;
  readonly failures: readonly Reason[];
}

// What the rules made of an answer, before the rules once more; `undefined`: they changed nothing.
function passAgain(
  policy: Policy,
  request: FormResult | UrlResult,
  context: Context,
  own: boolean,
  merged: Merged | undefined,
): Again | undefined {
  if (merged?.ok !== true || merged.content === undefined || request.mode === "url") return undefined;
  const { content } = merged;
  if (!changes(request, content)) return undefined;
  const changed = { ...request, action: "accept" as const, content };
  const { effect, reasons, errors, observed, content: further } = decideResult(policy, changed, context, own, true);
  const refused = effect === "cancel" || effect === "decline";
  // What was changed is to be changed once more: there is no one answer that all rules mean.
  const disagreeing = effect === "accept" ? differing(content, further ?? {}) : [];
  const failures = disagreeing.map((field) => engineReason("conflict", { field }));
  return { refusal: refused ? { effect, reasons } : undefined, failures, errors, observed };
}

function changes(request: FormResult, content: JsonObject): boolean {
  return request.action !== "accept" || canonicalJson(request.content ?? {}) !== canonicalJson(content);
}

function differing(one: JsonObject, other: JsonObject): readonly string[] {
  const text = (content: JsonObject, name: string): string | undefined =>
    Object.hasOwn(content, name) ? canonicalJson(content[name] as JsonObject) : undefined;
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => text(one, name) !== text(other, name),
  );
}

function mergeEditsOf(request: FormResult | UrlResult, context: Context, edits: readonly Said[]): Merged {
  if (request.mode === "form") return mergeEdits(request, certainForm(context, edits), edits);
  return { ok: false, errors: [engineReason("invalid", { field: "", problem: "content-in-url-mode" })] };
}

// Exactly one remembered form may be what this answers; with several, an edit that fits one could break another.
function certainForm({ memory }: Context, edits: readonly Said[]): Form | undefined {
  const [only, ...others] = memory?.candidates ?? [];
  if (only?.mode !== "form" || others.length > 0) return undefined;
  const form = parseForm(only.requestedSchema, oldestProtocol(edits.map(({ protocol }) => protocol)));
  return form.ok ? form.value : undefined;
}
