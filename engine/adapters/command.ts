/**
 * The command hook: one hook input on stdin, the answer as exit code and stdout.
 * The client takes every failure but exit code 2 as "no decision" (client-observed B1), so whatever goes wrong ends there.
 */
import { coldNow } from "../cold.ts";
import { engineReason } from "../core/decision.ts";
import type { DecisionRecord } from "../core/record.ts";
import { parseNow } from "../core/time.ts";
import { type DecideContext, engineOf, type Judge, type OpenEngine, refuse } from "../deciding.ts";
import { type LoadedEngine, loadEngine } from "../load-engine.ts";
import { version } from "../version.ts";
import { appendRecord } from "./audit-file.ts";
import { type HookOptions, parseHookOptions } from "./hook-options.ts";
import { nodePowers, type Powers } from "./node.ts";
import { findPolicies, readPolicies, readPolicyText } from "./policy-files.ts";
import { readStdin, type StdinProblem } from "./stdin.ts";
import { writeStderr, writeStdout } from "./stdout.ts";
import { type HookOutput, type Reading, readHookInput } from "./wire.ts";

/** 0: said on stdout, or nothing to say; 2: refused (DESIGN §5) */
type HookExit = 0 | 2;

export type LoadEngine = (...args: Parameters<typeof loadEngine>) => Pick<LoadedEngine, "engine" | "notes">;

/** Runs `sekisho hook` and gives the code to exit with, at once, by `process.exit`. Never rejects */
export async function hook(
  args: readonly string[],
  powers: Powers = nodePowers(),
  load: LoadEngine = loadEngine,
): Promise<HookExit> {
  try {
    const options = parseHookOptions(args, powers);
    if (options.ok) return await answer(options.value, powers, load);
    // Arguments that can't be read are quoted, and a fact among them may be anything.
    writeStderr(powers, coldNow("redact").redactText(options.errors[0]));
  } catch {
    writeStderr(powers, "failed");
  }
  return 2;
}

async function answer(options: HookOptions, powers: Powers, load: LoadEngine): Promise<HookExit> {
  const { deadline, facts } = options;
  const input = await readStdin(powers, deadline);
  const now = powers.now();
  const context: DecideContext = now === undefined ? { facts } : { now, facts };
  if (!input.ok) {
    writeStderr(powers, unread(input.problem));
    if (options.audit !== undefined)
      audit(options, powers, unreadRecord(input.problem, engineFor(options, powers, load).digest, context));
    return 2;
  }
  const reading = readHookInput(input.text);
  if (reading.kind === "foreign") return 0;
  if (reading.kind === "unreadable") writeStderr(powers, unread(reading.problem));
  // What is no request is refused whatever the policy says; it is loaded then for the record alone.
  const asked = reading.kind === "request" || options.audit !== undefined;
  const engine = asked ? engineFor(options, powers, load, reading) : engineOf(REFUSES_ALL);
  const examination = engine.examineReading(reading, context);
  if (options.audit !== undefined && examination.record !== undefined) audit(options, powers, examination.record);
  return say(examination.output, powers, deadline);
}

const REFUSES_ALL: Judge = {
  digest: "",
  decide: () => refuse(engineReason("no-policy", { problem: "unreadable-file" })),
};

function unread(problem: string): string {
  return `refused: the hook input can't be read: ${problem}`;
}

function say(output: HookOutput, powers: Powers, deadline: number): HookExit {
  if ("decision" in output) return 2;
  if (!("hookSpecificOutput" in output)) return 0;
  // Exit code 2 makes a decline of whatever part of the answer was taken (client-observed B1).
  return writeStdout(powers, `${JSON.stringify(output)}\n`, deadline) ? 0 : 2;
}

function engineFor({ policies }: HookOptions, powers: Powers, load: LoadEngine, reading?: Reading): OpenEngine {
  const sources = policies.length === 0 ? findPolicies(powers) : readPolicies(powers, policies);
  if (sources.ok) {
    const meeting = reading?.kind === "request" ? { meeting: reading.request } : {};
    const { engine, notes } = load(sources.value, (file) => readPolicyText(powers, file), meeting);
    // The last one says most: why nothing loads, if nothing does.
    const note = notes.at(-1);
    if (note !== undefined) writeStderr(powers, note);
    return engine;
  }
  writeStderr(powers, `every request is refused: ${sources.errors[0]} can't be read`);
  return engineOf(REFUSES_ALL);
}

function audit({ audit: folder }: HookOptions, powers: Powers, record: DecisionRecord): void {
  const problem = folder === undefined ? undefined : appendRecord(powers, folder, record);
  if (problem !== undefined) writeStderr(powers, `the decision stands, but could not be recorded: ${problem}`);
}

// Where no request was read, what was refused is not known, but that and why it was is still on record.
function unreadRecord(problem: StdinProblem, policy: string, { now, facts = {} }: DecideContext): DecisionRecord {
  const reason = problem === "deadline" ? engineReason("deadline") : engineReason("malformed", { problem });
  return coldNow("record").createRecord({
    engine: version,
    policy,
    context: { now: parseNow(now), facts: new Map(Object.entries(facts as Record<string, string>)), memory: undefined },
    decision: refuse(reason),
    event: undefined,
    server: undefined,
    request: undefined,
  });
}
