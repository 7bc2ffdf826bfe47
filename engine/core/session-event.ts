/**
 * What a memory learns of a session: that a server asked, or that an answer came.
 * Small and plain, so that a store may write it down as it is.
 */
import type { KeptQuestion } from "./kept-question.ts";
import type { Request } from "./request.ts";
import type { Asked, Effect } from "./rule.ts";
import type { RecordedRequest } from "./withhold.ts";

/** What stands for a server, or an id, in a memory (core/memory-key.ts) */
export type KeyOf = (text: string) => string;

export interface Origin {
  /** A key, as `id` is one */
  readonly server: string;
  readonly at: string;
  readonly id: string | null;
}

export type SessionEvent<Question extends object = RecordedRequest> = AskedEvent<Question> | AnsweredEvent;

export interface AskedEvent<Question extends object> extends Origin {
  readonly did: "ask";
  /** What was decided */
  readonly effect: Effect | "pass";
  readonly mark: string;
  readonly question: Question | null;
}

export interface AnsweredEvent extends Origin {
  readonly did: "answer";
  readonly mode: "form" | "url";
  readonly answer: Asked["answer"];
}

/** `kept`: of a question */
export function eventOf<Question extends object>(
  request: Request,
  effect: Effect | "pass",
  kept: KeptQuestion<Question> | undefined,
  at: string,
  key: KeyOf,
): SessionEvent<Question> {
  const origin = originOf(request, at, key);
  return request.event === "Elicitation"
    ? { did: "ask", ...origin, effect, mark: kept?.mark ?? "", question: kept?.question ?? null }
    : { did: "answer", ...origin, mode: request.mode, answer: answerOf(request, effect) };
}

/** `at`: when it happened */
export function originOf({ server, elicitationId }: Request, at: string, key: KeyOf): Origin {
  return { server: key(server), at, id: elicitationId === undefined ? null : key(elicitationId) };
}

function answerOf(request: Request, effect: Effect | "pass"): Asked["answer"] {
  if (effect === "accept" || effect === "cancel" || effect === "decline") return effect;
  return request.event === "ElicitationResult" ? request.action : null;
}
