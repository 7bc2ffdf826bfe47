/**
 * An engine around something that judges: reads any hook input, decides, answers, and leaves a record.
 * Everything an adapter needs is made here in one place, so that no adapter can lose a refusal or a record of it.
 */
import { BLOCK, type HookOutput, NO_DECISION, type Reading, readHookInput, writeHookOutput } from "./adapters/wire.ts";
import { powers } from "./bind.ts";
import { coldNow } from "./cold.ts";
import { contextOf, type DecideContext, NO_CONTEXT } from "./context.ts";
import { decide } from "./core/decide.ts";
import { createDecision, type Decision, engineReason, type Reason } from "./core/decision.ts";
import type { Policy } from "./core/policy.ts";
import { isQuiet } from "./core/quiet-forms.ts";
import type { DecisionRecord, RecordHelpers, Trail } from "./core/record.ts";
import type { Context, Powers, Remembers } from "./core/rule.ts";
import { version } from "./version.ts";

export type AuditSink = (record: DecisionRecord) => void;

export interface Engine {
  /** Never throws; synchronous. `input`: the hook input, object or JSON text */
  readonly decide: (input: unknown, context?: DecideContext) => Decision;
  /** The hook's output for an input: `{}`, `{ hookSpecificOutput }` or `{ decision: "block" }` */
  readonly respond: (input: unknown, context?: DecideContext) => HookOutput;
  /** SHA-256 of the canonical JSON of policy and scripts, in hex */
  readonly digest: string;
}

/** Decision, output and record of one input: what adapters and commands need together */
export interface Examination {
  readonly reading: Reading;
  readonly decision: Decision;
  readonly output: HookOutput;
  /** `undefined` for events that are not ours: they leave no trace */
  readonly record: DecisionRecord | undefined;
}

/** @internal An engine that also shows how it got there */
export interface OpenEngine extends Engine {
  readonly examine: (input: unknown, context?: DecideContext) => Examination;
  /** What its rules read of a memory; left out: nothing */
  readonly remembers?: readonly Remembers[];
  /** The same for an input that was read already */
  readonly examineReading: (reading: Reading, context?: DecideContext, trail?: () => Trail) => Examination;
}

/** What decides a well-formed request: a bound policy, or the refusal that stands in for one that does not load */
export interface Judge {
  readonly digest: string;
  /** What decides; nothing where a refusal stands in */
  readonly policy?: Policy;
  readonly decide: (request: Extract<Reading, { kind: "request" }>["request"], context: Context) => Decision;
}

/** An engine around a bound policy */
export function engineOf(judge: Judge, audit?: AuditSink): OpenEngine {
  const examineReading = (read: Reading, given?: DecideContext, trail?: () => Trail): Examination => {
    const { reading, context, decision } = judgeReading(read, judge, given);
    const examination = new RecordedExamination(reading, decision, judge, context, trail);
    if (audit !== undefined && examination.record !== undefined) report(audit, examination.record);
    return examination;
  };
  const respond = (input: unknown, given?: DecideContext): HookOutput => {
    const { reading, decision } = judgeReading(readHookInput(input), judge, given);
    return outputFor(reading, decision);
  };
  const examine = (input: unknown, given?: DecideContext): Examination => examineReading(readHookInput(input), given);
  const recorded = audit !== undefined;
  let remembers: readonly Remembers[] | undefined;
  return {
    get digest() {
      return judge.digest;
    },
    decide: recorded
      ? (input, given) => examine(input, given).decision
      : (input, given) => judgeReading(readHookInput(input), judge, given).decision,
    respond: recorded ? (input, given) => examine(input, given).output : respond,
    examine,
    examineReading,
    get remembers() {
      remembers ??= judge.policy?.documents.flatMap(({ entries }) => entries.flatMap(({ rule }) => rule.memory)) ?? [];
      return remembers;
    },
  };
}

// A class, since every literal with a getter makes engines build a hidden class of its own, which holds on to it.
class RecordedExamination implements Examination {
  readonly reading: Reading;
  readonly decision: Decision;
  readonly output: HookOutput;
  readonly #judge: Judge;
  readonly #context: Context;
  readonly #trail: (() => Trail) | undefined;
  #record: DecisionRecord | undefined;

  constructor(reading: Reading, decision: Decision, judge: Judge, context: Context, trail: (() => Trail) | undefined) {
    this.reading = reading;
    this.decision = decision;
    this.output = outputFor(reading, decision);
    this.#judge = judge;
    this.#context = context;
    this.#trail = trail;
  }

  // Made when it is asked for: its digests cost a hook more than deciding.
  get record(): DecisionRecord | undefined {
    const { reading, decision } = this;
    if (reading.kind === "foreign") return undefined;
    this.#record ??= recordOf(reading, decision, this.#judge, this.#context, this.#trail?.());
    return this.#record;
  }
}

function judgeReading(
  read: Reading,
  judge: Judge,
  given: DecideContext | undefined,
): { readonly reading: Reading; readonly context: Context; readonly decision: Decision } {
  const stated = contextOf(given);
  const reading = stated === undefined ? withoutContext(read) : read;
  const context = ofItsServer(stated ?? NO_CONTEXT, reading);
  return { reading, context, decision: decisionOn(reading, judge, context) };
}

// What another server asked is nothing that this result could answer (DESIGN §9).
function ofItsServer(context: Context, reading: Reading): Context {
  const candidates = context.memory?.candidates;
  if (candidates === undefined || reading.kind !== "request") return context;
  const { server } = reading.request;
  if (candidates.every((candidate) => candidate.server === server)) return context;
  const own = candidates.filter((candidate) => candidate.server === server);
  return { ...context, memory: { ...context.memory, candidates: own } };
}

export function judgeBy(policy: Policy): Judge {
  return {
    get digest() {
      return policy.digest;
    },
    policy,
    decide: (request, context) => decide(policy, request, context),
  };
}

// What the caller knows can't be read, so a request can't be judged; other events are still left alone.
function withoutContext(reading: Reading): Reading {
  if (reading.kind !== "request") return reading;
  const { event, session, request } = reading;
  return { kind: "malformed", event, server: request.server, session, problem: "hostile-context" };
}

function decisionOn(reading: Reading, judge: Judge, context: Context): Decision {
  switch (reading.kind) {
    case "foreign":
      return createDecision({ effect: "pass" });
    case "unreadable":
    case "malformed":
      return refuse(
        reading.problem === DEADLINE ? engineReason(DEADLINE) : engineReason("malformed", { problem: reading.problem }),
      );
    case "request":
      try {
        return judge.decide(reading.request, context);
      } catch {
        return refuse(engineReason("failed", { rule: "engine" }));
      }
  }
}

/** The problem of an input that was not read in time; an adapter makes a reading of it like any other */
const DEADLINE = "deadline";

/** A refusal by the engine itself stands among the errors too */
export function refuse(...reasons: readonly Reason[]): Decision {
  return createDecision({ effect: "decline", reasons, errors: reasons });
}

function outputFor(reading: Reading, decision: Decision): HookOutput {
  switch (reading.kind) {
    case "foreign":
      return NO_DECISION;
    case "unreadable":
      return BLOCK;
    case "malformed":
    case "request":
      return writeHookOutput(reading.event, decision);
  }
}

function recordOf(
  reading: Exclude<Reading, { kind: "foreign" }>,
  decision: Decision,
  judge: Judge,
  context: Context,
  trail: Trail | undefined,
): DecisionRecord {
  const request = reading.kind === "request" ? reading.request : undefined;
  const server = reading.kind === "malformed" ? reading.server : request?.server;
  const event = reading.kind === "unreadable" ? undefined : reading.event;
  return coldNow("record").createRecord({
    engine: version,
    policy: judge.digest,
    bound: judge.policy,
    ...KNOWLEDGE,
    context,
    decision,
    event,
    server,
    session: reading.kind === "unreadable" ? undefined : reading.session,
    request,
    trail,
  });
}

/** What records and memories know of values and links, each part loaded on first use */
export interface Knowledge {
  readonly powers: Powers;
  readonly helpers: RecordHelpers;
  readonly memory: () => typeof import("./adapters/memory-read.ts");
  /** Whether a question was found to ask for no secret */
  readonly isQuiet: typeof isQuiet;
  readonly revive: () => typeof import("./adapters/memory-revive.ts");
}

/** @internal */
export const KNOWLEDGE: Knowledge = {
  powers,
  helpers: {
    again: () => coldNow("record-again"),
    link: () => coldNow("record-link"),
    values: () => coldNow("record-values"),
    withheld: () => coldNow("record-withheld"),
  },
  memory: () => coldNow("memory-read"),
  isQuiet,
  revive: () => coldNow("memory-revive"),
};

// A sink that throws must not change a decision (DESIGN §9); who needs the record catches in the sink.
function report(audit: AuditSink | undefined, record: DecisionRecord): void {
  try {
    const pending: unknown = audit?.(record);
    if (pending instanceof Promise) pending.catch(() => {});
  } catch {}
}
