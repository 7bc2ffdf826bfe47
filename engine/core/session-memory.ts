/**
 * What is remembered of one session: the questions that are still open, and when which server asked.
 * Bounded in number and age, and pure: a store puts it into a file or a map. `Question`: as that store keeps one.
 */
import { isArray, isObject } from "./json.ts";
import type { KeptQuestion } from "./kept-question.ts";
import { memoryKey } from "./memory-key.ts";
import type { Request } from "./request.ts";
import type { Asked, Effect } from "./rule.ts";
import { dayBefore } from "./time.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface SessionMemory<Question extends object = RecordedRequest> {
  readonly version: 1;
  readonly open: readonly OpenQuestion<Question>[];
  readonly asked: readonly AskedQuestion[];
}

export interface OpenQuestion<Question extends object> {
  /** A key of its name (core/memory-key.ts), as `id` is one */
  readonly server: string;
  readonly at: string;
  readonly id: string | null;
  /** `null`: it was not kept, so what the server has open is not known for certain */
  readonly question: Question | null;
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

export const NO_MEMORY: SessionMemory<never> = { version: 1, open: [], asked: [] };

const MOST_OPEN = 16;
const MOST_ASKED = 500;

export interface Recalled<Question extends object> {
  readonly candidates: readonly Question[];
  readonly asked: readonly Asked[];
}

/** `undefined`: what is remembered is not all that a result may answer. `mark`: of the question that is asked now */
export function recallSession<Question extends object>(
  memory: SessionMemory<Question>,
  request: Request,
  mark: string,
  now: string,
): Recalled<Question> | undefined {
  const yesterday = dayBefore(now);
  if (request.event === "Elicitation") {
    const own = memoryKey(request.server);
    const before = memory.asked.filter(({ server, at }) => server === own && at > yesterday);
    return {
      candidates: [],
      asked: before.map(({ at, mark: other, answer }) => ({ at, same: mark === other, answer })),
    };
  }
  const candidates = openFor(memory.open, request, yesterday);
  const questions = candidates.flatMap(({ question }) => (question === null ? [] : [question]));
  return questions.length < candidates.length ? undefined : { candidates: questions, asked: [] };
}

export interface Happened<Question extends object> {
  readonly request: Request;
  /** What was decided */
  readonly effect: Effect | "pass";
  /** Of a question */
  readonly kept: KeptQuestion<Question> | undefined;
  /** Whether anybody will read when servers asked: else it is not kept, since with every question it would be the most that is */
  readonly keepsAsked: boolean;
}

export interface Remembered<Question extends object> {
  readonly memory: SessionMemory<Question>;
  /** Nothing in it is older than this: whoever hands it in the next time spares looking at everything */
  readonly since: string;
}

export function rememberSession<Question extends object>(
  memory: SessionMemory<Question>,
  happened: Happened<Question>,
  now: string,
  since = "",
): Remembered<Question> {
  const yesterday = dayBefore(now);
  const young = withoutOld(memory, happened.keepsAsked, since > yesterday ? "" : yesterday);
  const next =
    happened.request.event === "Elicitation"
      ? afterQuestion(young, happened, now)
      : afterResult(young, happened, yesterday);
  return { memory: next, since: since > yesterday && since < now ? since : oldestOf(next, now) };
}

type Young<Question extends object> = Pick<SessionMemory<Question>, "asked" | "open">;

function withoutOld<Question extends object>(
  { open, asked }: SessionMemory<Question>,
  keepsAsked: boolean,
  yesterday: string,
): Young<Question> {
  const isYoung = ({ at }: { readonly at: string }): boolean => at > yesterday;
  const young = <Entry extends { readonly at: string }>(list: readonly Entry[]): readonly Entry[] =>
    yesterday === "" || list.every(isYoung) ? list : list.filter(isYoung);
  return { open: young(open), asked: keepsAsked ? young(asked) : NOBODY };
}

const NOBODY: readonly AskedQuestion[] = [];

function oldestOf({ open, asked }: SessionMemory<object>, now: string): string {
  let oldest = now;
  for (const { at } of open) if (at < oldest) oldest = at;
  for (const { at } of asked) if (at < oldest) oldest = at;
  return oldest;
}

function afterQuestion<Question extends object>(
  { open, asked }: Young<Question>,
  { request, effect, kept, keepsAsked }: Happened<Question>,
  at: string,
): SessionMemory<Question> {
  const server = serverKey(request.server, asked.at(-1) ?? open.at(-1));
  const id = request.elicitationId === undefined ? null : apart(memoryKey(request.elicitationId));
  const mark = kept?.mark ?? "";
  // What the policy answered opens no dialog, and the client fires no result for it (client-observed A3).
  const isOpen = effect === "ask" || effect === "pass";
  const answer = isOpen ? null : effect;
  const next = { server, at, id, question: kept?.question ?? null, passed: 0 };
  return {
    version: 1,
    open: isOpen ? added(open, next) : open,
    asked: keepsAsked ? [...asked.slice(1 - MOST_ASKED), { server, at, id, mark, answer }] : asked,
  };
}

// Mostly the one that asked last asks again, and its key is there already.
function serverKey(name: string, last: { readonly server: string } | undefined): string {
  const key = memoryKey(name);
  return key === last?.server ? last.server : apart(key);
}

// Of those that are too many one stays in place of all, as one that was not kept.
function added<Question extends object>(
  open: readonly OpenQuestion<Question>[],
  next: OpenQuestion<Question>,
): readonly OpenQuestion<Question>[] {
  const excess = Math.max(0, open.length + 1 - MOST_OPEN);
  const all = open.slice(excess);
  all.push(next);
  for (let index = 0; index < excess; index += 1) {
    const gone = open[index] as OpenQuestion<Question>;
    const heir = all.findIndex(({ server }) => server === gone.server);
    const own = all[heir];
    if (own !== undefined && own.question !== null) all[heir] = withoutQuestion(own);
  }
  return all;
}

// Written out: to spread it costs more.
function withoutQuestion<Question extends object>({
  server,
  at,
  id,
  passed,
}: OpenQuestion<Question>): OpenQuestion<Question> {
  return { server, at, id, question: null, passed };
}

/** The same text by itself: engines keep a part of a text as a view, and with it the whole input that it stood in */
export function apart(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

function afterResult<Question extends object>(
  { open, asked }: Young<Question>,
  { request, effect }: Happened<Question>,
  yesterday: string,
): SessionMemory<Question> {
  const answer = answerOf(request, effect);
  const answered = openFor(open, request, yesterday);
  const [only, ...others] = answered;
  const own = memoryKey(request.server);
  const oldest = asked.findIndex(
    ({ server, id, answer: known }) => known === null && server === own && (only === undefined || id === only.id),
  );
  return {
    version: 1,
    asked: oldest < 0 ? asked : asked.map((one, index) => (index === oldest ? { ...one, answer } : one)),
    open: others.length === 0 ? open.filter((one) => one !== only) : passing(open, answered),
  };
}

// Which of several was answered nobody knows; once as many answers came as there are questions, all are.
function passing<Question extends object>(
  open: readonly OpenQuestion<Question>[],
  several: readonly OpenQuestion<Question>[],
): readonly OpenQuestion<Question>[] {
  const passed = Math.max(...several.map((one) => one.passed)) + 1;
  if (passed >= several.length) return open.filter((one) => !several.includes(one));
  return open.map((one) => (several.includes(one) ? { ...one, passed } : one));
}

function answerOf(request: Request, effect: Happened<never>["effect"]): Asked["answer"] {
  if (effect === "accept" || effect === "cancel" || effect === "decline") return effect;
  return request.event === "ElicitationResult" ? request.action : null;
}

// "Results are joined to requests by `elicitation_id` where there is one; else every request of the session and server that
// is still open is a candidate." (DESIGN §9)
function openFor<Question extends object>(
  open: readonly OpenQuestion<Question>[],
  request: Request,
  yesterday: string,
): readonly OpenQuestion<Question>[] {
  const server = memoryKey(request.server);
  const answered = request.elicitationId === undefined ? undefined : memoryKey(request.elicitationId);
  // A dialog may wait over night; what nobody has answered by then was taken away with its session. A clock that went back
  // makes nothing old.
  const own = open.filter((one) => one.server === server && one.at > yesterday);
  const named = answered === undefined ? [] : own.filter(({ id }) => id === answered);
  if (named.length > 0) return named;
  return own.filter(
    ({ id, question }) =>
      (id === null || answered === undefined) && (question === null || isForm(question) === (request.mode === "form")),
  );
}

// However a question is kept, a link is kept as its `url`.
function isForm(question: { readonly url?: string | undefined }): boolean {
  return question.url === undefined;
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
