/**
 * The one decision: policy, request and context in, effect and reasons out.
 * Everything is an argument, so the same three always give the same bytes, and a record can be decided again.
 */
import { mergeAnswers } from "./answers.ts";
import { combine, strictest, type Voice } from "./combine.ts";
import { createDecision, type Decision, type Reason } from "./decision.ts";
import { allSaid, type Heard, listen, reasonOf, type Said } from "./listen.ts";
import type { Policy } from "./policy.ts";
import type { FormRequest, FormResult, Request, UrlRequest, UrlResult } from "./request.ts";
import { decideResult } from "./result-decision.ts";
import type { Context, Effect } from "./rule.ts";

export function decide(policy: Policy, request: Request, context: Context): Decision {
  return request.event === "Elicitation"
    ? decideQuestion(policy, request, context)
    : decideResult(policy, request, context);
}

function decideQuestion(policy: Policy, request: FormRequest | UrlRequest, context: Context): Decision {
  const { heard, errors, observed, acceptsVoid } = listen(policy, request, context, false);
  const said = allSaid(heard);
  const accepts = acceptsVoid ? [] : said.filter(({ verdict }) => verdict.effect === "accept");
  const earned = earnedAnswer(policy, request, context, accepts);
  // An answer that was not earned is none: the document's own default counts in its place.
  const spoken = combine(heard.map((one) => voiceOf(one, earned?.ok === true)));
  const refusal = earned?.ok === true ? earned.refusal : undefined;
  const effect = strictest([spoken, refusal?.effect]) ?? "ask";
  const winning = said.filter(({ verdict }) => verdict.effect === effect).map(reasonOf);
  const reasons = refusal?.effect === effect ? [...winning, ...refusal.reasons] : winning;
  const all = {
    reasons: effect === "accept" && earned?.ok === true ? [...reasons, ...earned.reasons] : reasons,
    errors: [...errors, ...(earned?.errors ?? [])],
    observed: [...observed, ...(earned?.observed ?? [])],
  };
  // INVARIANT: a form's accept always carries an object; URL accepts and refusals never carry one (DESIGN §2)
  if (effect === "accept")
    return createDecision({ effect, content: earned?.ok === true ? earned.content : undefined, ...all });
  return createDecision({ effect: effect === "ask" ? unattended(policy) : effect, ...all });
}

type Earned = Pick<Decision, "errors" | "observed"> &
  (
    | { readonly ok: false }
    | {
        readonly ok: true;
        readonly content: FormResult["content"];
        /** Of edits that were made on the way out */
        readonly reasons: readonly Reason[];
        readonly refusal: { readonly effect: "cancel" | "decline"; readonly reasons: readonly Reason[] } | undefined;
      }
  );

/**
 * What all accepts come to. The client fires no ElicitationResult for an answer that a hook gave (client-observed A3), so
 * it passes the answer rules here. That they refuse it is a guard like any other, whoever else speaks: else a document
 * that says `ask` beside it would loosen the whole.
 */
function earnedAnswer(
  policy: Policy,
  request: FormRequest | UrlRequest,
  context: Context,
  accepts: readonly Said[],
): Earned | undefined {
  if (accepts.length === 0) return undefined;
  const merged = mergeAnswers(request, accepts);
  if (!merged.ok) return { ok: false, errors: merged.errors, observed: [] };
  const result = resultOf(request, merged.content);
  const { effect, content, reasons, errors, observed } = decideResult(
    policy,
    result,
    { ...context, memory: { candidates: [request] } },
    true,
  );
  const refused = effect === "decline" || effect === "cancel";
  return {
    ok: true,
    content: content ?? merged.content,
    reasons: refused ? [] : reasons,
    refusal: refused ? { effect, reasons } : undefined,
    errors,
    observed,
  };
}

// "unattended: every decision to ask ends as that"; of several the strictest counts (DESIGN §2).
function unattended(policy: Policy): Effect {
  return strictest(policy.documents.map((document) => document.unattended)) ?? "ask";
}

function voiceOf({ document, said }: Heard, acceptsCount: boolean): Voice {
  const isAnswer = ({ verdict, answers }: Said): boolean =>
    verdict.effect === "accept" || (verdict.effect === "ask" && answers);
  const effects = (some: readonly Said[]): readonly Effect[] => some.map(({ verdict }) => verdict.effect);
  const answers = effects(said.filter(isAnswer));
  return {
    guards: effects(said.filter((one) => !isAnswer(one))),
    answers: acceptsCount ? answers : answers.filter((effect) => effect !== "accept"),
    default: document.default,
  };
}

function resultOf(request: FormRequest | UrlRequest, content: FormResult["content"]): FormResult | UrlResult {
  const { server, sessionId, elicitationId, agentType } = request;
  const origin = {
    server,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(elicitationId === undefined ? {} : { elicitationId }),
    ...(agentType === undefined ? {} : { agentType }),
  };
  const event = "ElicitationResult";
  if (request.mode === "url") return { ...origin, event, mode: "url", action: "accept" };
  return { ...origin, event, mode: "form", action: "accept", content: content ?? {} };
}
