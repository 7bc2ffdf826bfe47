/**
 * `sekisho mcp`: the server behind hooks of type mcp_tool, on stdin and stdout or over HTTP.
 * With the options of `hook`, read by the same reader, so that one policy is asked in the same way from both.
 */
import { appendRecord } from "../adapters/audit-file.ts";
import { createCheckpoint } from "../adapters/checkpoint.ts";
import { type HookOptions, parseHookOptions } from "../adapters/hook-options.ts";
import { createLivePolicy } from "../adapters/live-policy.ts";
import { createGuard } from "../adapters/mcp-guard.ts";
import { createProcessMemory } from "../adapters/memory-process.ts";
import { nodePowers, type Powers } from "../adapters/node.ts";
import { BLOCK, type Reading } from "../adapters/wire.ts";
import { coldNow, loadMcp } from "../cold.ts";
import { redactText } from "../core/redact.ts";
import { KNOWLEDGE } from "../deciding.ts";
import { nodeProcess } from "../platform.ts";
import { type Command, type Given, UsageError } from "./command.ts";
import { hookHelp } from "./hook-help.ts";
import { HTTP_OPTIONS, serveMcpOverHttp } from "./mcp-http.ts";
import { warmUp } from "./serve-decide.ts";
import { stopScripts } from "./stop-scripts.ts";

// All that are about deciding: a server tells nobody by the terminal, which is the client's.
const HOOK_OPTIONS = Object.fromEntries(
  Object.entries(hookHelp.options).filter(([name]) => name !== "notify"),
) satisfies Command["options"];

export const mcp: Command = {
  name: "mcp",
  about: "Serve the MCP tool `decide`, for hooks of type mcp_tool",
  usage: "[--policy FILE]... [--fact NAME=VALUE]... [--audit DIR [--audit-required]] [--http [--port PORT] ...]",
  options: { ...HOOK_OPTIONS, ...HTTP_OPTIONS },
  async run(given, io) {
    const options = parseHookOptions(hookArguments(given), nodePowers());
    if (!options.ok) throw new UsageError(redactText(options.errors[0]));
    const process = nodeProcess();
    if (process === undefined) throw new UsageError("`mcp` needs Node.js, or a runtime like it");
    const server = await loadMcp().catch(() => {
      throw new UsageError(
        "the server is not in the file that was started",
        "start sekisho.cjs itself, as it was built",
      );
    });
    const report = (text: string): void => io.warn(`sekisho mcp: ${text.split("\n", 1)[0]}\n`);
    const overHttp = given.flag("http");
    const other = Object.keys(HTTP_OPTIONS).find((name) => given.flag(name));
    if (!overHttp && other !== undefined)
      throw new UsageError(`\`--${other}\` belongs to \`--http\``, "give both, or leave it out");
    const powers = projectOf(nodePowers(), overHttp ? undefined : io.cwd);
    const { decodeUtf8 } = powers;
    const { deadline } = options.value;
    stopScripts(deadline, io);
    const answer = answerer(options.value, powers, report);
    if (overHttp)
      return serveMcpOverHttp({ given, io, report, create: server.createMcpHttp, answer, decodeUtf8, deadline });
    const { stdin, stdout } = process;
    await server.serveMcpOverStdio({ guard: createGuard(answer), stdin, stdout, decodeUtf8, deadline });
    return 0;
  },
};

function hookArguments(given: Given): readonly string[] {
  return Object.entries(HOOK_OPTIONS).flatMap(([name, { type }]) =>
    type === "boolean" ? (given.flag(name) ? [`--${name}`] : []) : given.texts(name).map((text) => `--${name}=${text}`),
  );
}

// A client starts its servers in the folder of the project, and may not name it. Over HTTP one server stands for many
// projects: the one that it happened to be started in must not count.
function projectOf(powers: Powers, cwd: string | undefined): Powers {
  const env = (name: string): string | undefined => {
    if (name !== "CLAUDE_PROJECT_DIR") return powers.env(name);
    return cwd === undefined ? undefined : powers.env(name) || cwd;
  };
  return { ...powers, env };
}

/** What is said to a call: the command hook's stdout, or what stands for it (DESIGN §5) */
function answerer(options: HookOptions, powers: Powers, report: (text: string) => void): (reading: Reading) => string {
  const { audit: folder, auditRequired, facts } = options;
  const policy = createLivePolicy(powers, options.policies, report);
  // As the command hook has it: kept beside the log, so that hooks of all kinds know what any of them was asked.
  const memory =
    folder === undefined ? createProcessMemory() : coldNow("memory").createFileMemory(powers, folder, KNOWLEDGE);
  // Who starts it learns at once whether the policy loads, and the first call need not wait for it.
  warmUp(policy.engine());
  return (reading) => {
    try {
      const now = powers.now();
      const checkpoint = createCheckpoint({
        engine: policy.engine(),
        via: "mcp",
        audit: folder === undefined ? undefined : (record) => appendRecord(powers, folder, record),
        auditRequired,
        memory,
        report,
      });
      return JSON.stringify(checkpoint.examine(reading, now === undefined ? { facts } : { now, facts }).output);
    } catch {
      return JSON.stringify(BLOCK);
    }
  };
}
