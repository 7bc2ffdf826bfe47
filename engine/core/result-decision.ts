/**
 * The decision on an answer that is about to leave: a person's, or the engine's own.
 * Here letting through is the default, so whatever can't be checked is stopped.
 */
import { type Merged, mergeEdits } from "./answers.ts";
import { strictest } from "./combine.ts";
import { createDecision, type Decision, engineReason } from "./decision.ts";
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
  const failures = merged?.ok === false ? merged.errors : [];
  const guards = said.filter(({ verdict }) => verdict.effect !== "accept");
  // "Edits that disagree, that remove a required field, or that can't be checked: decline" (DESIGN §2).
  const guard = failures.length > 0 ? "decline" : strictest(guards.map(({ verdict }) => verdict.effect));
  if (guard !== undefined) {
    const winning = guards.filter(({ verdict }) => verdict.effect === guard).map(reasonOf);
    const reasons = [...winning, ...failures];
    return createDecision({ effect: guard, reasons, errors: [...errors, ...failures], observed });
  }
  if (merged?.ok !== true || merged.content === undefined || request.mode === "url") {
    return createDecision({ effect: "pass", errors, observed });
  }
  const { content } = merged;
  const again = { ...request, action: "accept" as const, content };
  const second = edited || !changes(request, content) ? undefined : decideResult(policy, again, context, own, true);
  const more = { errors: [...errors, ...(second?.errors ?? [])], observed: [...observed, ...(second?.observed ?? [])] };
  switch (second?.effect) {
    case "cancel":
    case "decline":
      return createDecision({ effect: second.effect, reasons: second.reasons, ...more });
    case "accept": {
      // What was changed is to be changed once more: there is no one answer that all rules mean.
      const disagreeing = differing(content, second.content ?? {}).map((field) => engineReason("conflict", { field }));
      if (disagreeing.length === 0) break;
      return createDecision({
        effect: "decline",
        reasons: disagreeing,
        ...more,
        errors: [...more.errors, ...disagreeing],
      });
    }
  }
  return createDecision({ effect: "accept", content, reasons: edits.map(reasonOf), ...more });
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
