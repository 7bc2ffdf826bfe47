/**
 * What is remembered of one session: the questions that are still open, and when which server asked.
 * Bounded in number and age, and pure: a store puts it into a file or a map.
 */
import { isArray, isObject } from "./json.ts";
import type { KeptQuestion } from "./kept-question.ts";
import type { Request } from "./request.ts";
import type { Asked, Effect } from "./rule.ts";
import { millisecondsOf } from "./time.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface SessionMemory {
  readonly version: 1;
  readonly open: readonly OpenQuestion[];
  readonly asked: readonly AskedQuestion[];
}

export interface OpenQuestion {
  readonly server: string;
  readonly at: string;
  readonly id: string | null;
  /** `null`: it was not kept, so what the server has open is not known for certain */
  readonly question: RecordedRequest | null;
  /** How many answers came since it was asked of which nobody knows whether they were its own */
  readonly passed: number;
}

export interface AskedQuestion {
  readonly server: string;
  readonly at: string;
  readonly id: string | null;
  readonly mark: string;
  readonly answer: Asked["answer"];
}

export const NO_MEMORY: SessionMemory = { version: 1, open: [], asked: [] };

// A dialog may wait over night; what nobody has answered by then was taken away with its session.
const LONGEST = 24 * 3600 * 1000;
const MOST_OPEN = 16;
const MOST_ASKED = 500;

export interface Recalled {
  readonly candidates: readonly RecordedRequest[];
  readonly asked: readonly Asked[];
}

/** `undefined`: what is remembered is not all that a result may answer. `mark`: of the question that is asked now */
export function recallSession(
  memory: SessionMemory,
  request: Request,
  mark: string,
  now: string,
): Recalled | undefined {
  if (request.event === "Elicitation") {
    const before = memory.asked.filter(({ server, at }) => server === request.server && isYoung(at, now));
    return {
      candidates: [],
      asked: before.map(({ at, mark: other, answer }) => ({ at, same: mark === other, answer })),
    };
  }
  const candidates = openFor(memory, request, now);
  const questions = candidates.flatMap(({ question }) => (question === null ? [] : [question]));
  return questions.length < candidates.length ? undefined : { candidates: questions, asked: [] };
}

export interface Happened {
  readonly request: Request;
  /** What was decided */
  readonly effect: Effect | "pass";
  /** Of a question */
  readonly kept: KeptQuestion | undefined;
}

export function rememberSession(memory: SessionMemory, happened: Happened, now: string): SessionMemory {
  const young = {
    open: memory.open.filter(({ at }) => isYoung(at, now)),
    asked: memory.asked.filter(({ at }) => isYoung(at, now)).slice(1 - MOST_ASKED),
  };
  return happened.request.event === "Elicitation"
    ? afterQuestion(young, happened, now)
    : afterResult(young, happened, now);
}

type Young = Pick<SessionMemory, "asked" | "open">;

function afterQuestion({ open, asked }: Young, { request, effect, kept }: Happened, at: string): SessionMemory {
  const { server, elicitationId: id = null } = request;
  const mark = kept?.mark ?? "";
  // What the policy answered opens no dialog, and the client fires no result for it (client-observed A3).
  const isOpen = effect === "ask" || effect === "pass";
  const answer = isOpen ? null : effect;
  const next = { server, at, id, question: kept?.question ?? null, passed: 0 };
  return {
    version: 1,
    open: isOpen ? bounded([...open, next]) : open,
    asked: [...asked, { server, at, id, mark, answer }],
  };
}

// Of those that are too many one stays in place of all, as one that was not kept.
function bounded(open: readonly OpenQuestion[]): readonly OpenQuestion[] {
  if (open.length <= MOST_OPEN) return open;
  const [first, ...rest] = open as readonly [OpenQuestion, ...OpenQuestion[]];
  const heir = rest.findIndex(({ server }) => server === first.server);
  return rest.map((one, index) => (index === heir ? { ...one, question: null } : one)).slice(-MOST_OPEN);
}

function afterResult({ open, asked }: Young, { request, effect }: Happened, now: string): SessionMemory {
  const answer = answerOf(request, effect);
  const answered = openFor({ version: 1, open, asked }, request, now);
  const [only, ...others] = answered;
  const oldest = asked.findIndex(
    ({ server, id, answer: known }) =>
      known === null && server === request.server && (only === undefined || id === only.id),
  );
  return {
    version: 1,
    asked: asked.map((one, index) => (index === oldest ? { ...one, answer } : one)),
    open: others.length === 0 ? open.filter((one) => one !== only) : passing(open, answered),
  };
}

// Which of several was answered nobody knows; once as many answers came as there are questions, all are.
function passing(open: readonly OpenQuestion[], several: readonly OpenQuestion[]): readonly OpenQuestion[] {
  const passed = Math.max(...several.map((one) => one.passed)) + 1;
  if (passed >= several.length) return open.filter((one) => !several.includes(one));
  return open.map((one) => (several.includes(one) ? { ...one, passed } : one));
}

function answerOf(request: Request, effect: Happened["effect"]): Asked["answer"] {
  if (effect === "accept" || effect === "cancel" || effect === "decline") return effect;
  return request.event === "ElicitationResult" ? request.action : null;
}

// "Results are joined to requests by `elicitation_id` where there is one; else every request of the session and server that
// is still open is a candidate." (DESIGN §9)
function openFor(
  { open }: SessionMemory,
  { server, mode, elicitationId }: Request,
  now: string,
): readonly OpenQuestion[] {
  const own = open.filter((one) => one.server === server && isYoung(one.at, now));
  const named = elicitationId === undefined ? [] : own.filter(({ id }) => id === elicitationId);
  if (named.length > 0) return named;
  return own.filter(
    ({ id, question }) =>
      (id === null || elicitationId === undefined) &&
      (question === null || (question.url === undefined) === (mode === "form")),
  );
}

// A clock that went back makes nothing old.
function isYoung(at: string, now: string): boolean {
  return millisecondsOf(now) - millisecondsOf(at) < LONGEST;
}

/** `undefined`: no such thing, so nothing is known */
export function parseSessionMemory(value: unknown): SessionMemory | undefined {
  if (!isObject(value) || value["version"] !== 1) return undefined;
  const { open, asked } = value;
  if (!isArray(open) || !isArray(asked) || !open.every(isOpen) || !asked.every(isAsked)) return undefined;
  return value as unknown as SessionMemory;
}

function isOpen(value: unknown): boolean {
  if (!hasOrigin(value)) return false;
  const { question, passed } = value;
  return typeof passed === "number" && (question === null || (isObject(question) && isArray(question["withheld"])));
}

function isAsked(value: unknown): boolean {
  if (!hasOrigin(value) || typeof value["mark"] !== "string") return false;
  const { answer } = value;
  return answer === null || answer === "accept" || answer === "cancel" || answer === "decline";
}

function hasOrigin(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const { server, at, id } = value;
  return (
    typeof server === "string" && typeof at === "string" && at.length === 24 && (id === null || typeof id === "string")
  );
}
