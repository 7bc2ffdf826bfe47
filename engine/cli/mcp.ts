/**
 * `sekisho mcp`: the server behind hooks of type mcp_tool.
 * With the options of `hook`, read by the same reader, so that one policy is asked in the same way from both.
 */

import { appendRecord } from "../adapters/audit-file.ts";
import { createCheckpoint } from "../adapters/checkpoint.ts";
import { type HookOptions, parseHookOptions } from "../adapters/hook-options.ts";
import { createLivePolicy } from "../adapters/live-policy.ts";
import { createGuard } from "../adapters/mcp-guard.ts";
import { nodePowers, type Powers } from "../adapters/node.ts";
import { BLOCK, type Reading } from "../adapters/wire.ts";
import { loadMcp } from "../cold.ts";
import { nodeProcess } from "../platform.ts";
import { type Command, type Given, UsageError } from "./command.ts";
import { hookHelp } from "./hook-help.ts";
import type { Io } from "./io.ts";

export const mcp: Command = {
  name: "mcp",
  about: "Serve the MCP tool `decide` on stdin and stdout, for hooks of type mcp_tool",
  usage: hookHelp.usage,
  options: hookHelp.options,
  async run(given, io) {
    const powers = nodePowers();
    const options = parseHookOptions(hookArguments(given), powers);
    if (!options.ok) throw new UsageError(options.errors[0]);
    const process = nodeProcess();
    if (process === undefined) throw new UsageError("there is no Node, or anything like it");
    const { stdin, stdout } = process;
    const guard = createGuard(answerer(options.value, powers, io));
    const { serveMcpOverStdio } = await loadMcp().catch(() => {
      throw new UsageError(
        "the server is not in the file that was started",
        "start sekisho.cjs itself, as it was built",
      );
    });
    await serveMcpOverStdio({ guard, stdin, stdout, decodeUtf8: powers.decodeUtf8, deadline: options.value.deadline });
    return 0;
  },
};

function hookArguments(given: Given): readonly string[] {
  return Object.entries(hookHelp.options).flatMap(([name, { type }]) =>
    type === "boolean"
      ? given.flag(name)
        ? [`--${name}`]
        : []
      : given.texts(name).flatMap((text) => [`--${name}`, text]),
  );
}

/** What is said to a call: the command hook's stdout, or what stands for it (DESIGN §5) */
function answerer(options: HookOptions, powers: Powers, io: Io): (reading: Reading) => string {
  const { audit: folder, auditRequired, facts } = options;
  const report = (text: string): void => io.warn(`sekisho mcp: ${text.split("\n", 1)[0]}\n`);
  const policy = createLivePolicy(powers, options.policies, report);
  policy.engine(); // who starts it learns at once whether the policy loads
  return (reading) => {
    try {
      const now = powers.now();
      const checkpoint = createCheckpoint({
        engine: policy.engine(),
        via: "mcp",
        audit: folder === undefined ? undefined : (record) => appendRecord(powers, folder, record),
        auditRequired,
        report,
      });
      return JSON.stringify(checkpoint.examine(reading, now === undefined ? { facts } : { now, facts }).output);
    } catch {
      return JSON.stringify(BLOCK);
    }
  };
}
