/**
 * One HTTP hook call from its head to its answer, whatever server it came through.
 * Any status but 200 lets a request through (client-observed C), so to whatever is wrong there is one answer: block.
 */
import type { Examination } from "../deciding.ts";
import { decodeBody } from "./http-bytes.ts";
import { type Admission, type CallHead, type CallProblem, checkHead, type HeadRules } from "./http-head.ts";
import { BLOCK, type HookOutput, MAX_INPUT_BYTES } from "./wire.ts";

/** A body as it was read; `unread`: it belongs to a call that was let in, but there is no text, and why */
export type Body = { readonly input: unknown } | { readonly unread: string };

export interface GateParts extends HeadRules {
  /** Where calls become decisions. May throw, and may take its time: a script that runs elsewhere does */
  readonly respond: (body: Body, examined: (examination: Examination) => void) => HookOutput | Promise<HookOutput>;
  /** In milliseconds: how long a body may be silent, and a decision take; the whole body may take four times as long */
  readonly deadline: number;
  /** How many calls, and bytes of their bodies, may be open at once; further ones are refused and not kept waiting */
  readonly most: { readonly calls: number; readonly bytes: number };
  /** Told of every call when it is answered. Must not throw */
  readonly report?: (call: CallReport) => void;
  /** Milliseconds from wherever, for the report */
  readonly clock?: () => number;
}

export interface CallReport {
  readonly caller: string | undefined;
  readonly problem: CallProblem | undefined;
  readonly bytes: number;
  /** From its head to its answer */
  readonly milliseconds: number;
  /** What `respond` told of it */
  readonly examination: Examination | undefined;
}

export interface Gate {
  readonly deadline: number;
  /** How many calls are open */
  readonly calls: () => number;
  readonly open: (head: CallHead) => Call;
}

export interface Call {
  /** Why the body need not be read: the call is refused as it stands */
  readonly refused: CallProblem | undefined;
  /** Counts bytes of the body before they are kept; gives why they should not be */
  readonly take: (bytes: number) => CallProblem | undefined;
  /**
   * The text to answer with, by what was read or why nothing was: at once where it was decided at once. Never throws or
   * rejects; to be called once
   */
  readonly answer: (body: Uint8Array | { readonly input: unknown } | CallProblem) => string | Promise<string>;
}

/** What is wrong with an input that somebody entitled sent is on record, as it is for the command hook */
const ON_RECORD: ReadonlySet<CallProblem> = new Set(["aborted", "compressed", "deadline", "too-large"]);

export const DEFAULT_DEADLINE = 5000;
export const DEADLINES_IN_ALL = 4;
export const DEFAULT_MOST: GateParts["most"] = { calls: 10_000, bytes: 16 * MAX_INPUT_BYTES };
const BLOCKED = JSON.stringify(BLOCK);

export function createGate(parts: GateParts): Gate {
  const { most, deadline, clock = () => 0 } = parts;
  const open: Open = { calls: 0, bytes: 0 };
  return {
    deadline,
    calls: () => open.calls,
    open: (head) => {
      const admission = admit(head, parts, open.calls >= most.calls);
      open.calls += 1;
      return new OpenCall(parts, open, admission, clock);
    },
  };
}

/** What is open at the moment */
interface Open {
  calls: number;
  bytes: number;
}

// A class, since it is made for every call: functions of its own would cost it more than all that they do.
class OpenCall implements Call {
  readonly refused: CallProblem | undefined;
  private readonly parts: GateParts;
  private readonly open: Open;
  private readonly admission: Admission;
  private readonly clock: () => number;
  private readonly start: number;
  private bytes = 0;
  private examination: Examination | undefined = undefined;

  constructor(parts: GateParts, open: Open, admission: Admission, clock: () => number) {
    this.refused = admission.admitted ? undefined : admission.problem;
    this.parts = parts;
    this.open = open;
    this.admission = admission;
    this.clock = clock;
    this.start = clock();
  }

  take(more: number): CallProblem | undefined {
    this.bytes += more;
    this.open.bytes += more;
    if (this.bytes > MAX_INPUT_BYTES) return "too-large";
    return this.open.bytes > this.parts.most.bytes ? "busy" : undefined;
  }

  answer(body: Parameters<Call["answer"]>[0]): string | Promise<string> {
    const { respond, deadline } = this.parts;
    const note = (examination: Examination): void => {
      this.examination = examination;
    };
    const answer = answerTo(body, this.admission, (whole) => respond(whole, note), deadline);
    return answer instanceof Promise ? answer.then((late) => this.end(late)) : this.end(answer);
  }

  private end({ text, problem }: Answer): string {
    const { open, bytes, examination, admission, start } = this;
    open.calls -= 1;
    open.bytes -= bytes;
    const milliseconds = this.clock() - start;
    this.parts.report?.({ caller: admission.caller, problem, bytes, milliseconds, examination });
    // A connection holds on to its last call, and that would keep all that was read of it.
    this.examination = undefined;
    return text;
  }
}

function admit(head: CallHead, rules: HeadRules, full: boolean): Admission {
  try {
    const admission = checkHead(head, rules);
    if (!admission.admitted || !full) return admission;
    return { admitted: false, caller: admission.caller, problem: "busy" };
  } catch {
    return { admitted: false, caller: undefined, problem: "failed" };
  }
}

interface Answer {
  readonly text: string;
  readonly problem: CallProblem | undefined;
}

function answerTo(
  given: Parameters<Call["answer"]>[0],
  admission: Admission,
  respond: (body: Body) => HookOutput | Promise<HookOutput>,
  deadline: number,
): Answer | Promise<Answer> {
  const problem = typeof given === "string" ? given : undefined;
  try {
    const body = bodyOf(given);
    if (body === undefined || !(admission.admitted || ON_RECORD.has(admission.problem))) return blocked(problem);
    const output = respond(body);
    // What was decided at once, as it mostly is, waits for nothing.
    if (!isPromise(output)) return answerOf(output, problem);
    return inTime(output, deadline).then(
      (inTime) => (inTime === undefined ? blocked("deadline") : answerOf(inTime, problem)),
      () => blocked(problem),
    );
  } catch {
    return blocked(problem);
  }
}

function answerOf(output: HookOutput, problem: CallProblem | undefined): Answer {
  // Whatever was decided, what could not be read is refused.
  if (problem !== undefined) return blocked(problem);
  const text: unknown = JSON.stringify(output);
  // An engine of somebody else's may give anything; what is no object the client takes for no decision.
  return typeof text === "string" && text.startsWith("{") ? { text, problem } : blocked(undefined);
}

function blocked(problem: CallProblem | undefined): Answer {
  return { text: BLOCKED, problem: problem ?? "failed" };
}

function bodyOf(given: Parameters<Call["answer"]>[0]): Body | undefined {
  if (typeof given === "string") return ON_RECORD.has(given) ? { unread: given } : undefined;
  if (!isBytes(given)) return given;
  const text = decodeBody(given);
  return text === undefined ? { unread: "not-utf-8" } : { input: text };
}

// Not `instanceof`: a test runner's module may have another `Uint8Array` than its server.
function isBytes(body: Uint8Array | { readonly input: unknown }): body is Uint8Array {
  return ArrayBuffer.isView(body);
}

// `undefined`: not in time.
function inTime(output: Promise<HookOutput>, deadline: number): Promise<HookOutput | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), deadline);
  });
  return Promise.race([output, late]).finally(() => clearTimeout(timer));
}

function isPromise(output: HookOutput | Promise<HookOutput>): output is Promise<HookOutput> {
  return typeof (output as { readonly then?: unknown } | undefined)?.then === "function";
}
