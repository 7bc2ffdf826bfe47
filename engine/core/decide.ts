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
  const first = combine(heard.map((one) => voiceOf(one, acceptsVoid))) ?? "ask";
  if (first !== "accept") return answer(policy, { effect: first, heard, errors, observed });

  const merged = mergeAnswers(request, allSaid(heard));
  if (!merged.ok) {
    // Nobody has accepted: the documents' defaults decide, else the person does.
    const effect = combine(heard.map((one) => voiceOf(one, true))) ?? "ask";
    return answer(policy, { effect, heard, errors: [...errors, ...merged.errors], observed });
  }
  // The client fires no ElicitationResult for an answer that a hook gave (client-observed A3), so it is checked here.
  const result = resultOf(request, merged.content);
  const own = decideResult(policy, result, { ...context, memory: { candidates: [request] } }, true);
  const both = { errors: [...errors, ...own.errors], observed: [...observed, ...own.observed] };
  if (own.effect === "decline" || own.effect === "cancel") {
    return createDecision({ effect: own.effect, reasons: own.reasons, ...both });
  }
  // INVARIANT: a form's accept always carries an object, a URL accept never does (DESIGN §2)
  const content = own.content ?? merged.content;
  return createDecision({ effect: "accept", content, reasons: reasonsFor("accept", heard, own.reasons), ...both });
}

interface Unanswered extends Pick<Decision, "errors" | "observed"> {
  readonly effect: Effect;
  readonly heard: readonly Heard[];
}

// "unattended: every decision to ask ends as that"; of several the strictest counts (DESIGN §2).
function answer(policy: Policy, { effect, heard, errors, observed }: Unanswered): Decision {
  const instead = effect === "ask" ? strictest(policy.documents.map(({ unattended }) => unattended)) : undefined;
  return createDecision({ effect: instead ?? effect, reasons: reasonsFor(effect, heard), errors, observed });
}

function reasonsFor(effect: Effect, heard: readonly Heard[], more: readonly Reason[] = []): readonly Reason[] {
  const winning = allSaid(heard).filter(({ verdict }) => verdict.effect === effect);
  return [...winning.map(reasonOf), ...more];
}

function voiceOf({ document, said }: Heard, withoutAccepts: boolean): Voice {
  const isAnswer = ({ verdict, answers }: Said): boolean =>
    verdict.effect === "accept" || (verdict.effect === "ask" && answers);
  const effects = (some: readonly Said[]): readonly Effect[] => some.map(({ verdict }) => verdict.effect);
  const answers = effects(said.filter(isAnswer));
  return {
    guards: effects(said.filter((one) => !isAnswer(one))),
    answers: withoutAccepts ? answers.filter((effect) => effect !== "accept") : answers,
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
