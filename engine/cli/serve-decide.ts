/**
 * The one way from the body of a call to a decision, by the policy that is in force at that moment.
 * A script that has to be stopped from outside would be awaited here: what this gives may be a promise, and the gate refuses
 * what is not decided by the deadline.
 */
import { appendRecord } from "../adapters/audit-file.ts";
import { type Checkpoint, createCheckpoint } from "../adapters/checkpoint.ts";
import type { GateParts } from "../adapters/http-gate.ts";
import { createFileMemory } from "../adapters/memory-file.ts";
import { createProcessMemory } from "../adapters/memory-process.ts";
import type { Powers } from "../adapters/node.ts";
import { type Reading, readHookInput } from "../adapters/wire.ts";
import type { DecideContext } from "../context.ts";
import { KNOWLEDGE, type OpenEngine } from "../deciding.ts";
import type { ServeOptions } from "./serve-options.ts";

/** `tell`: what did not work beside a decision, in one line */
export function createRespond(
  engineInForce: () => OpenEngine,
  { facts, audit: folder, auditRequired }: Pick<ServeOptions, "audit" | "auditRequired" | "facts">,
  powers: Powers,
  tell: (problem: string) => void,
): GateParts["respond"] {
  const audit = folder === undefined ? undefined : appendRecord.bind(undefined, powers, folder);
  // Beside the log, where hooks find it too; else as long as the process lives, whichever policy is in force.
  const memory = folder === undefined ? createProcessMemory() : createFileMemory(powers, folder, KNOWLEDGE);
  let engine: OpenEngine | undefined;
  let checkpoint: Checkpoint | undefined;

  const checkpointNow = (): Checkpoint => {
    const current = engineInForce();
    if (checkpoint !== undefined && engine === current) return checkpoint;
    engine = current;
    checkpoint = createCheckpoint({ engine, via: "http", audit, auditRequired, memory, report: tell });
    return checkpoint;
  };

  return (body, examined) => {
    const now = powers.now();
    const context: DecideContext = now === undefined ? { facts } : { now, facts };
    const reading: Reading = "input" in body ? readHookInput(body.input) : { kind: "unreadable", problem: body.unread };
    const examination = checkpointNow().examine(reading, context);
    examined(examination);
    return examination.output;
  };
}

/** Decides what nobody asked, so that the first one who asks does not wait for parts that are loaded on first use */
export function warmUp(engine: OpenEngine): void {
  const common = { mcp_server_name: "warm-up", message: "Please enter your name, see https://example.com/" };
  const properties = { name: { type: "string", title: "Name" }, token: { type: "string", title: "Token" } };
  const event = "Elicitation";
  engine.decide({ ...common, hook_event_name: event, requested_schema: { type: "object", properties } });
  engine.decide({ ...common, hook_event_name: event, mode: "url", url: "https://example.com/a?b=c" });
  const content = { name: "Alice Example", token: "none" };
  engine.decide({ ...common, message: null, hook_event_name: "ElicitationResult", action: "accept", content });
}
