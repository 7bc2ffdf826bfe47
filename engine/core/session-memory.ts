/**
 * What is remembered of one session: the questions that are still open, and when which server asked.
 * Bounded in number and age, and pure: a store puts it into a file or a map. `Question`: as that store keeps one.
 */
import type { Request } from "./request.ts";
import type { Asked } from "./rule.ts";
import {
  type AnsweredEvent,
  type AskedEvent,
  type KeyOf,
  type Origin,
  originOf,
  type SessionEvent,
} from "./session-event.ts";
import { dayBefore } from "./time.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface SessionMemory<Question extends object = RecordedRequest> {
  readonly version: 1;
  readonly open: readonly OpenQuestion<Question>[];
  readonly asked: readonly AskedQuestion[];
}

export interface OpenQuestion<Question extends object> extends Origin {
  /** `null`: it was not kept, so what the server has open is not known for certain */
  readonly question: Question | null;
  /** How many answers came since it was asked of which nobody knows whether they were its own */
  readonly passed: number;
}

export interface AskedQuestion extends Origin {
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
  key: KeyOf,
): Recalled<Question> | undefined {
  const yesterday = dayBefore(now);
  if (request.event === "Elicitation") {
    const own = key(request.server);
    const before = memory.asked.filter(({ server, at }) => server === own && at > yesterday);
    return {
      candidates: [],
      asked: before.map(({ at, mark: other, answer }) => ({ at, same: mark === other, answer })),
    };
  }
  const candidates = openFor(memory.open, { ...originOf(request, now, key), mode: request.mode }, yesterday);
  const questions = candidates.flatMap(({ question }) => (question === null ? [] : [question]));
  return questions.length < candidates.length ? undefined : { candidates: questions, asked: [] };
}

/** What a store knows of its memory, and so need not be looked for */
export interface KnownBefore {
  /** Nothing in it is older than this */
  readonly since: string;
  /** Nobody reads when servers asked, so it is not kept: with every question it would be the most that is */
  readonly dropsAsked: boolean;
}

export function rememberSession<Question extends object>(
  memory: SessionMemory<Question>,
  event: SessionEvent<Question>,
  before?: KnownBefore,
): SessionMemory<Question> {
  const yesterday = dayBefore(event.at);
  const young = before !== undefined && before.since > yesterday ? memory : withoutOld(memory, yesterday);
  const dropsAsked = before?.dropsAsked === true;
  return event.did === "ask"
    ? afterQuestion(young, event, dropsAsked)
    : afterAnswer(young, event, yesterday, dropsAsked);
}

/** When the oldest of all happened, if that was before `now` */
export function oldestOf({ open, asked }: SessionMemory<object>, now: string): string {
  let oldest = now;
  for (const { at } of open) if (at < oldest) oldest = at;
  for (const { at } of asked) if (at < oldest) oldest = at;
  return oldest;
}

function withoutOld<Question extends object>(
  { open, asked }: SessionMemory<Question>,
  yesterday: string,
): SessionMemory<Question> {
  const isYoung = ({ at }: { readonly at: string }): boolean => at > yesterday;
  return {
    version: 1,
    open: open.every(isYoung) ? open : open.filter(isYoung),
    asked: asked.every(isYoung) ? asked : asked.filter(isYoung),
  };
}

const NOBODY: readonly AskedQuestion[] = [];

function afterQuestion<Question extends object>(
  { open, asked }: SessionMemory<Question>,
  { server, at, id, effect, mark, question }: AskedEvent<Question>,
  dropsAsked: boolean,
): SessionMemory<Question> {
  // What the policy answered opens no dialog, and the client fires no result for it (client-observed A3).
  const isOpen = effect === "ask" || effect === "pass";
  const answer = isOpen ? null : effect;
  return {
    version: 1,
    open: isOpen ? added(open, { server, at, id, question, passed: 0 }) : open,
    asked: dropsAsked ? NOBODY : [...asked.slice(1 - MOST_ASKED), { server, at, id, mark, answer }],
  };
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

function afterAnswer<Question extends object>(
  { open, asked }: SessionMemory<Question>,
  event: AnsweredEvent,
  yesterday: string,
  dropsAsked: boolean,
): SessionMemory<Question> {
  const answered = openFor(open, event, yesterday);
  const [only, ...others] = answered;
  const oldest = asked.findIndex(
    ({ server, id, answer }) => answer === null && server === event.server && (only === undefined || id === only.id),
  );
  const answers = asked.map((one, at) => (at === oldest ? { ...one, answer: event.answer } : one));
  return {
    version: 1,
    asked: dropsAsked ? NOBODY : answers,
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

// "Results are joined to requests by `elicitation_id` where there is one; else every request of the session and server that
// is still open is a candidate." (DESIGN §9)
function openFor<Question extends object>(
  open: readonly OpenQuestion<Question>[],
  { server, id: answered, mode }: Pick<AnsweredEvent, "id" | "mode" | "server">,
  yesterday: string,
): readonly OpenQuestion<Question>[] {
  // A dialog may wait over night; what nobody has answered by then was taken away with its session. A clock that went back
  // makes nothing old.
  const own = open.filter((one) => one.server === server && one.at > yesterday);
  const named = answered === null ? [] : own.filter(({ id }) => id === answered);
  if (named.length > 0) return named;
  return own.filter(
    ({ id, question }) =>
      (id === null || answered === null) && (question === null || isForm(question) === (mode === "form")),
  );
}

// However a question is kept, a link is kept as its `url`.
function isForm(question: { readonly url?: string | undefined }): boolean {
  return question.url === undefined;
}
