/**
 * The one decision: policy, request and context in, effect and reasons out.
 * Everything is an argument, so the same three always give the same bytes, and a record can be decided again.
 */
import { mergeAnswers } from "./answers.ts";
import { combine, stricter, strictest, type Voice } from "./combine.ts";
import { createDecision, type Decision } from "./decision.ts";
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
  if (said.length === 0) {
    return unanswered(policy, strictestStated(policy, "default") ?? "ask", { reasons: [], errors, observed });
  }

  const accepts = acceptsVoid ? [] : said.filter(({ verdict }) => verdict.effect === "accept");
  const merged = accepts.length === 0 ? undefined : mergeAnswers(request, accepts);
  // An answer that was not earned is none: the document's own default counts in its place.
  const voices = heard.map((one) => voiceOf(one, merged?.ok === true));
  const sends = merged?.ok === true && voices.some(saysAccept);
  const checked = sends ? decideResult(policy, ...ownAnswer(request, merged.content, context)) : undefined;
  const effect = combine(voices.map((voice) => throughCheckpoint(voice, checked))) ?? "ask";

  const winning = said.filter(({ verdict }) => verdict.effect === effect).map(reasonOf);
  const parts = {
    reasons: checked?.effect === effect ? [...winning, ...checked.reasons] : winning,
    errors: [...errors, ...(merged?.ok === false ? merged.errors : []), ...(checked?.errors ?? [])],
    observed: [...observed, ...(checked?.observed ?? [])],
  };
  // INVARIANT: a form's accept always carries an object; URL accepts and refusals never carry one (DESIGN §2)
  if (effect === "accept" && merged?.ok === true)
    return createDecision({ effect, content: checked?.content ?? merged.content, ...parts });
  return unanswered(policy, effect, parts);
}

function saysAccept({ answers }: Voice): boolean {
  return strictest(answers) === "accept";
}

/**
 * The client fires no ElicitationResult for an answer that a hook gave (client-observed A3), so it passes the answer rules
 * here. A document whose answer they refuse says that refusal, whoever else speaks: else one that says `ask` beside it
 * would loosen the whole.
 */
function throughCheckpoint(voice: Voice, checked: Decision | undefined): Voice {
  const refused = checked?.effect === "decline" || checked?.effect === "cancel";
  return refused && saysAccept(voice) ? { ...voice, answers: [checked.effect] } : voice;
}

// "unattended: every decision to ask ends as that"; of several the strictest counts (DESIGN §2).
function unanswered(policy: Policy, effect: Effect, { reasons, errors, observed }: Explained): Decision {
  const asked = effect === "ask" ? strictestStated(policy, "unattended") : undefined;
  return createDecision({ effect: asked ?? effect, reasons, errors, observed });
}

function strictestStated(policy: Policy, key: "default" | "unattended"): Effect | undefined {
  let found: Effect | undefined;
  for (const document of policy.documents) found = stricter<Effect>(found, document[key]);
  return found;
}

type Explained = Pick<Decision, "errors" | "observed" | "reasons">;

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

// The answer as a result on its way out, with the question as all that is remembered.
function ownAnswer(
  request: FormRequest | UrlRequest,
  content: FormResult["content"],
  context: Context,
): readonly [result: FormResult | UrlResult, context: Context, own: true] {
  const { server, sessionId, elicitationId, agentType } = request;
  const origin = {
    server,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(elicitationId === undefined ? {} : { elicitationId }),
    ...(agentType === undefined ? {} : { agentType }),
  };
  const out = { ...origin, event: "ElicitationResult", action: "accept" } as const;
  const result: FormResult | UrlResult =
    request.mode === "url" ? { ...out, mode: "url" } : { ...out, mode: "form", content: content ?? {} };
  return [result, { ...context, memory: { candidates: [request] } }, true];
}
