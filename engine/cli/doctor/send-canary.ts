/**
 * One hook's canary: called as the client would call it, with the environment that it would have there.
 */
import { isObject, type JsonObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import type { Io } from "../io.ts";
import { tryHook } from "./canary.ts";
import { allowedVariables, type HttpLimits } from "./check-http.ts";
import { fitNames, isNameList, namesIn } from "./client-matcher.ts";
import type { Hook } from "./hooks.ts";
import type { Identity } from "./identify.ts";
import type { Patience } from "./matchers.ts";
import type { McpServers } from "./mcp-servers.ts";
import type { HookPolicy } from "./policy-of.ts";
import { createProbes } from "./probes.ts";
import { runCommand } from "./run-command.ts";
import { runHttp } from "./run-http.ts";
import { startMcp } from "./run-mcp.ts";
import type { SettingsFile } from "./settings-files.ts";

export interface Patient {
  readonly hook: Hook;
  readonly identity: Identity;
  readonly policy: HookPolicy | undefined;
}

/** What is known of the hook's surroundings */
export interface Around {
  readonly settings: readonly SettingsFile[];
  readonly servers: McpServers;
  readonly limits: HttpLimits;
  readonly patience: Patience;
  readonly io: Io;
}

/** Puts the canary's questions to a hook, and notes what is wrong with the answers */
export async function sendCanary(
  { hook, identity, policy }: Patient,
  { project, run: all }: { readonly project: string; readonly run: boolean },
  around: Around,
): Promise<void> {
  const { entry, event } = hook;
  const { io, limits, settings } = around;
  const env = environment(settings, all, io);
  const run = { entry, project, env, timeout: patience(entry) };
  const probes = createProbes(event, serverFor(hook, around), project);
  const context = { now: io.now(), facts: policy?.facts ?? {} };
  if (policy?.engine === undefined) return;
  const session = identity.server === undefined ? undefined : startMcp({ ...run, entry: identity.server.entry });
  const allowed = allowedVariables(entry["allowedEnvVars"], limits);
  const variable = (name: string): string | undefined => (allowed.has(name) ? env[name] : undefined);
  const ask = (input: JsonObject, asks: EventName | undefined) => {
    if (session !== undefined) return session.call(entry, input, asks);
    return hook.type === "http" ? runHttp({ ...run, variable }, input, asks) : runCommand(run, input, asks);
  };
  try {
    const problem = await tryHook(ask, probes, event, policy.engine, context);
    if (problem !== undefined) hook.note(problem.code, hook, problem.args);
  } finally {
    session?.end();
  }
}

const LONGEST_PATIENCE = 120;
const DEFAULT_PATIENCE = 60;

function patience({ timeout }: JsonObject): number {
  return typeof timeout === "number" && timeout > 0 ? Math.min(timeout, LONGEST_PATIENCE) : DEFAULT_PATIENCE;
}

// One that the matcher fits: for others the client would not run the hook at all.
function serverFor({ matcher }: Hook, { servers }: Around): string {
  const named = matcher !== undefined && isNameList(matcher) ? namesIn(matcher) : [];
  const names = ["sekisho-doctor", ...[...servers.servers.keys()].slice(0, 200), ...named];
  const fits = fitNames(matcher, names);
  return names.find((name, at) => name !== "" && fits[at] === "fits") ?? "sekisho-doctor";
}

/** What the client hands on: its own variables and those in `env` of the settings. `all`: also of what a project brings along */
export function environment(
  settings: readonly SettingsFile[],
  all: boolean,
  { env }: Io,
): Readonly<Record<string, string | undefined>> {
  const merged: Record<string, string | undefined> = { ...env };
  for (const { origin, root } of settings) {
    if (!all && origin !== "user" && origin !== "managed") continue;
    const own = root?.member("env")?.value;
    if (own === undefined || !isObject(own)) continue;
    for (const [name, value] of Object.entries(own)) if (typeof value === "string") merged[name] = value;
  }
  return merged;
}
