/**
 * The canary: puts three kinds of questions to one hook and compares what the client would make of the answers with what
 * a guard has to do. A hook that passes is alive; nothing else is.
 */

import type { DecideContext } from "../../context.ts";
import type { JsonObject } from "../../core/json.ts";
import { canonicalJson, isObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import type { Engine } from "../../deciding.ts";
import type { Outcome } from "./client-output.ts";
import type { DoctorCode } from "./codes.ts";
import type { Finding } from "./findings.ts";
import type { Probes } from "./probes.ts";

export interface CanaryProblem {
  readonly code: DoctorCode;
  readonly args?: Finding["args"];
}

export type Ask = (
  input: JsonObject,
  event: EventName | undefined,
) => Promise<Outcome & { readonly held?: true; readonly unreachable?: true }>;

/** `undefined`: the hook is alive. `engine`: the policy that was found, if it loads */
export async function tryHook(
  ask: Ask,
  probes: Probes,
  event: EventName,
  engine: Pick<Engine, "respond">,
  context: DecideContext,
): Promise<CanaryProblem | undefined> {
  for (const malformed of probes.malformed) {
    const refused = await ask(malformed, event);
    if (brokenBy(refused) !== undefined) return brokenBy(refused);
    if (refused.action !== "decline") return { code: "canary-not-refused" };
  }
  const alone = await ask(probes.foreign, undefined);
  if (brokenBy(alone) !== undefined) return brokenBy(alone);
  if (alone.action !== "none") return { code: "canary-not-left-alone", args: { got: sayAction(alone) } };
  for (const sample of probes.samples) {
    const got = await ask(sample, event);
    if (brokenBy(got) !== undefined) return brokenBy(got);
    const want = wantedFor(sample, engine, context);
    if (!isSame(got, want)) return { code: "canary-differs", args: { got: sayAction(got), want: sayAction(want) } };
  }
  return undefined;
}

function brokenBy({ problem, held, unreachable }: Awaited<ReturnType<Ask>>): CanaryProblem | undefined {
  if (unreachable === true) return { code: "http-unreachable", args: { why: problem ?? "no answer" } };
  if (held === true) return { code: "output-held" };
  return problem === undefined ? undefined : { code: "canary-failed", args: { why: problem } };
}

function wantedFor(sample: JsonObject, engine: Pick<Engine, "respond">, context: DecideContext): Outcome {
  const output = engine.respond(sample, context);
  if ("decision" in output) return { action: "decline" };
  if (!("hookSpecificOutput" in output)) return { action: "none" };
  const { action, content } = output.hookSpecificOutput;
  return action === "accept" && content !== undefined ? { action, content } : { action };
}

function isSame(one: Outcome, other: Outcome): boolean {
  return one.action === other.action && canonical(one.content) === canonical(other.content);
}

function canonical(content: JsonObject | undefined): string {
  return content !== undefined && isObject(content) ? canonicalJson(content) : "";
}

// Never the content: what a hook says may be anything.
function sayAction({ action }: Outcome): string {
  return action === "none" ? "no decision" : action;
}
