/**
 * The one place where an input that was read becomes a decision: memory recalled, decided, remembered, recorded.
 * Command hook, http and mcp go through it, so that none of them can answer without leaving a record, or record otherwise.
 */

import type { DecideContext, MemoryInput } from "../context.ts";
import { createDecision, engineReason } from "../core/decision.ts";
import type { DecisionRecord } from "../core/record.ts";
import type { Remembers } from "../core/rule.ts";
import type { Examination, OpenEngine } from "../deciding.ts";
import { nodeProcess } from "../platform.ts";
import { isCanary } from "./canary.ts";
import { BLOCK, type Reading, writeHookOutput } from "./wire.ts";

/** Where what was asked before is kept, a session apart. It may throw: the checkpoint reports that */
export interface MemoryStore {
  /** What the core is told of the past; `undefined`: nobody kept it */
  readonly recall: (reading: RequestReading, now: string | undefined) => MemoryInput | undefined;
  /** Keeps what later calls need of this one; `reads`: what rules will read of it */
  readonly remember: (examined: Examination, now: string | undefined, reads: readonly Remembers[]) => void;
}

export type RequestReading = Extract<Reading, { kind: "request" }>;

export interface CheckpointParts {
  readonly engine: OpenEngine;
  /** How inputs come in */
  readonly via: Via;
  /** Writes a record down and gives the problem in one word, if there is one */
  readonly audit?: ((record: DecisionRecord) => string | undefined) | undefined;
  /** Refuse what can't be recorded; else the decision stands */
  readonly auditRequired?: boolean;
  readonly memory?: MemoryStore | undefined;
  /** Told in one line what did not work beside the decision */
  readonly report: (problem: string) => void;
}

export type Via = "command" | "http" | "mcp";

export interface Checkpoint {
  /** Never throws for what memory, audit or report do */
  readonly examine: (reading: Reading, context: DecideContext) => Examination;
}

export function createCheckpoint({ engine, via, audit, auditRequired, memory, report }: CheckpointParts): Checkpoint {
  const tell = (problem: string): void => {
    try {
      report(problem);
    } catch {} // a broken stderr changes no decision
  };
  return {
    examine(reading, context) {
      const start = clock();
      // Nobody asked what a canary asks: it leaves no trace. An event that is not ours leaves none either.
      if (reading.kind === "foreign" || isCanary(reading)) return engine.examineReading(reading, context);
      const reads = memory === undefined ? [] : (engine.remembers ?? []);
      const known =
        memory !== undefined && recalls(reading, reads) ? withMemory(reading, context, memory, tell) : context;
      const examined = engine.examineReading(reading, known, () => ({ id: createId(), via, duration: since(start) }));
      if (memory !== undefined && reads.length > 0) remember(examined, context, memory, reads, tell);
      const problem = audit === undefined ? undefined : write(examined, audit);
      if (problem === undefined) return examined;
      tell(`${auditRequired === true ? "refused:" : "the decision stands, but"} could not be recorded: ${problem}`);
      return auditRequired === true ? unrecorded(examined, problem) : examined;
    },
  };
}

// Sorted by time, and told from those of other processes and machines by chance.
function createId(): string {
  const chance = Math.floor(Math.random() * 36 ** 8).toString(36);
  return `${Date.now().toString(36)}-${chance.padStart(8, "0")}`;
}

// To a hundredth of a millisecond.
function since(start: number): number {
  return Math.round((clock() - start) * 100) / 100;
}

// Node loads `performance` on first use, which costs a hook 1 ms.
function clock(): number {
  const [seconds, nanoseconds] = nodeProcess()?.hrtime() ?? [0, performance.now() * 1e6];
  return seconds * 1000 + nanoseconds / 1e6;
}

// Of a question only what was asked before is of interest, of a result only what it may answer.
function recalls(reading: Reading, reads: readonly Remembers[]): boolean {
  return reading.kind === "request" && reads.includes(reading.event === "Elicitation" ? "asked" : "candidates");
}

type Tell = (problem: string) => void;

function withMemory(reading: Reading, context: DecideContext, memory: MemoryStore, tell: Tell): DecideContext {
  if (reading.kind !== "request") return context;
  try {
    const recalled = memory.recall(reading, context.now);
    return recalled === undefined ? context : { ...context, memory: recalled };
  } catch (error) {
    tell(`what was asked before can't be read: ${problemOf(error)}`);
    return context; // as without a memory: rules that need one say so, or refuse
  }
}

function remember(
  examined: Examination,
  context: DecideContext,
  memory: MemoryStore,
  reads: readonly Remembers[],
  tell: Tell,
): void {
  if (examined.reading.kind !== "request") return;
  try {
    memory.remember(examined, context.now, reads);
  } catch (error) {
    tell(`what was asked can't be kept: ${problemOf(error)}`);
  }
}

function write(examined: Examination, audit: NonNullable<CheckpointParts["audit"]>): string | undefined {
  try {
    return examined.record === undefined ? "failed" : audit(examined.record);
  } catch (error) {
    return problemOf(error);
  }
}

// The code of a system's error and nothing else of it: its text may hold a path, and differs between runtimes.
function problemOf(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" && /^[A-Z0-9_-]{1,40}$/i.test(code) ? code : "failed";
}

// "a full disk … never changes a decision unless `audit: required` says so (then it refuses)" (issue 8).
function unrecorded({ reading, record }: Examination, problem: string): Examination {
  const reason = engineReason("no-audit", { problem });
  const decision = createDecision({ effect: "decline", reasons: [reason], errors: [reason] });
  const event = reading.kind === "request" || reading.kind === "malformed" ? reading.event : undefined;
  return { reading, decision, output: event === undefined ? BLOCK : writeHookOutput(event, decision), record };
}
