/**
 * The command hook: one hook input on stdin, the answer as exit code and stdout.
 * The client takes every failure but exit code 2 as "no decision" (client-observed B1), so whatever goes wrong ends there.
 */
import { coldNow } from "../cold.ts";
import type { DecideContext } from "../context.ts";
import { engineReason } from "../core/decision.ts";
import { type Examination, engineOf, type Judge, KNOWLEDGE, type OpenEngine, refuse } from "../deciding.ts";
import { type LoadedEngine, loadEngine } from "../load-engine.ts";

import { isCanary } from "./canary.ts";

import { createCheckpoint, type MemoryStore } from "./checkpoint.ts";
import { type HookOptions, parseHookOptions } from "./hook-options.ts";
import { nodePowers, type Powers } from "./node.ts";
import type { Notify } from "./notify.ts";
import { findPolicies, readPolicies, readPolicyText } from "./policy-files.ts";
import { readStdin } from "./stdin.ts";
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
  const reading: Reading = input.ok ? readHookInput(input.text) : { kind: "unreadable", problem: input.problem };
  if (reading.kind === "foreign") return 0;
  if (reading.kind === "unreadable") writeStderr(powers, `refused: the hook input can't be read: ${reading.problem}`);
  // What is no request is refused whatever the policy says; it is loaded then for the record alone.
  const asked = reading.kind === "request" || options.audit !== undefined;
  const engine = asked ? engineFor(options, powers, load, reading) : engineOf(REFUSES_ALL);
  const { audit: folder, auditRequired } = options;
  const checkpoint = createCheckpoint({
    engine,
    via: "command",
    audit: folder === undefined ? undefined : (record) => coldNow("audit").appendRecord(powers, folder, record),
    auditRequired,
    memory: folder === undefined ? undefined : memoryIn(powers, folder),
    report: (problem) => writeStderr(powers, problem),
  });
  const examined = checkpoint.examine(reading, context);
  // KEEP OUT of the way without `--notify`: the wire form is then byte for byte that of the other adapters (DESIGN §5).
  const told = options.notify === undefined ? undefined : tell(options.notify, examined, powers);
  const exit = say(told?.output ?? examined.output, powers, deadline);
  told?.start();
  return exit;
}

// Loaded when a rule wants to know: most policies that are recorded remember nothing.
function memoryIn(powers: Powers, folder: string): MemoryStore {
  let opened: MemoryStore | undefined;
  const open = (): MemoryStore => {
    opened ??= coldNow("memory").createFileMemory(powers, folder, KNOWLEDGE);
    return opened;
  };
  return { recall: (...given) => open().recall(...given), remember: (...given) => open().remember(...given) };
}

interface Told {
  readonly output: HookOutput;
  /** Once the answer is out */
  readonly start: () => void;
}

// Whatever goes wrong here, the decision goes out as it is.
function tell(notify: Notify, { reading, decision, output }: Examination, powers: Powers): Told | undefined {
  if (isCanary(reading)) return undefined;
  const failed = (): void => writeStderr(powers, "the person could not be told");
  try {
    const { refusalText, startCommand, withTerminal } = coldNow("notify");
    const text = refusalText(reading, decision);
    if (text === undefined) return undefined;
    const start = (): void => {
      try {
        if (notify.by.includes("command")) startCommand(notify.command, text);
      } catch {
        failed();
      }
    };
    return { output: withTerminal(output, notify.by, text), start };
  } catch {
    failed();
    return undefined;
  }
}

const REFUSES_ALL: Judge = {
  digest: "",
  decide: () => refuse(engineReason("no-policy", { problem: "unreadable-file" })),
};

function say(output: HookOutput, powers: Powers, deadline: number): HookExit {
  if ("decision" in output) return 2;
  if (!("hookSpecificOutput" in output)) return 0;
  // Exit code 2 makes a decline of whatever part of the answer was taken (client-observed B1).
  return writeStdout(powers, `${JSON.stringify(output)}\n`, deadline) ? 0 : 2;
}

function engineFor(
  { policies, deadline }: HookOptions,
  powers: Powers,
  load: LoadEngine,
  reading: Reading,
): OpenEngine {
  const sources = policies.length === 0 ? findPolicies(powers) : readPolicies(powers, policies);
  if (sources.ok) {
    const meeting = reading.kind === "request" ? { meeting: reading.request } : {};
    const settings = { ...meeting, scriptTime: deadline };
    const { engine, notes } = load(sources.value, (file, below) => readPolicyText(powers, file, below), settings);
    // The last one says most: why nothing loads, if nothing does.
    const note = notes.at(-1);
    if (note !== undefined) writeStderr(powers, note);
    return engine;
  }
  writeStderr(powers, `every request is refused: ${sources.errors[0]} can't be read`);
  return engineOf(REFUSES_ALL);
}
