/**
 * The whole examination: what the settings say, what of it is dead or open, and a canary for each hook of sekisho's.
 */
import { canonicalJson } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { EVENTS } from "../hook-entries.ts";
import type { Io } from "../io.ts";
import { checkCommand, checkOptions, checkStarted, sekishoPart } from "./check-command.ts";
import { checkPrograms } from "./check-files.ts";
import { checkHttp, httpLimits } from "./check-http.ts";
import { checkMcp, disabledServers } from "./check-mcp.ts";
import { isNameList, namesIn } from "./client-matcher.ts";
import { clientVersion, isOlder, knowsOnFailure } from "./client-version.ts";
import { createFinding, type Finding, type Report, type Spot } from "./findings.ts";
import { type Hook, hooksOf } from "./hooks.ts";
import { identify } from "./identify.ts";
import { problemOfMatcher } from "./matchers.ts";
import { readServers } from "./mcp-servers.ts";
import { type HookPolicy, loadPolicy, policyFrom } from "./policy-of.ts";
import { type Around, environment, type Patient, sendCanary } from "./send-canary.ts";
import { type Origin, readSettings, type SettingsFile } from "./settings-files.ts";
import { reasonToWait } from "./trust.ts";

export interface Asked {
  readonly project: string;
  readonly settings: readonly string[];
  readonly mcpConfig: readonly string[];
  /** What a server was started with, which nobody can see from here */
  readonly policies: readonly string[];
  readonly facts: Readonly<Record<string, string>>;
  readonly run: boolean;
}

export type HookStatus = "alive" | "dead" | "other" | "unproven";

export interface ExaminedHook extends Spot {
  readonly event: EventName;
  readonly type: Hook["type"];
  readonly origin: Origin;
  readonly sekisho: boolean;
  readonly status: HookStatus;
  readonly findings: readonly Finding[];
}

export interface Diagnosis {
  readonly project: string;
  readonly settings: readonly SettingsFile[];
  /** `undefined`: it could not be asked */
  readonly client: string | undefined;
  readonly hooks: readonly ExaminedHook[];
  /** Those that belong to no hook */
  readonly findings: readonly Finding[];
  readonly healthy: boolean;
}

export async function examine(asked: Asked, io: Io): Promise<Diagnosis> {
  const findings: Finding[] = [];
  const report: Report = (code, at, args) => void findings.push(createFinding(code, at, args));
  const { project } = asked;
  const settings = readSettings(project, asked.settings, io, report);
  const servers = readServers(project, asked.mcpConfig, io);
  const hooks = settings.flatMap((file) => hooksOf(file, report));
  const policies = new Map<string, HookPolicy>();
  const patients = hooks.map((hook): Patient => {
    const identity = identify(hook, servers.servers, { project, io });
    if (identity.kind !== "sekisho") return { hook, identity, policy: undefined };
    const words = sekishoPart(identity.started ?? identity.serverStarts)?.sekisho;
    const key = JSON.stringify(words ?? null);
    const policy = policies.get(key) ?? policyOf(words, asked, io);
    policies.set(key, policy);
    return { hook, identity, policy };
  });
  const around: Around = { settings, servers, limits: httpLimits(settings), patience: { left: MOST_SLOW }, io };
  checkSwitches(settings, hooks);
  for (const { why, ...at } of servers.unread)
    if (hooks.some(({ type }) => type === "mcp_tool")) report("settings-unread", at, { why });
  for (const patient of patients) checkHook(patient, around);
  checkPrograms(patients, project, report, io);
  checkCoverage(patients, { file: io.path.join(project, ".claude", "settings.json"), line: 1, column: 1 }, report);
  checkRivals(patients);
  const client = await clientVersion(project, io);
  const examined: ExaminedHook[] = [];
  for (const patient of patients) {
    checkClient(patient.hook, client);
    examined.push(await conclude(patient, asked, around));
  }
  const all = [...findings, ...examined.flatMap((hook) => hook.findings)];
  const healthy =
    all.every(({ severity }) => severity === "note") &&
    examined.every(({ sekisho, status }) => !sekisho || status === "alive");
  return { project, settings, client, hooks: examined, findings, healthy };
}

const MOST_SLOW = 20;

// What a server that is running goes by can't be seen: it is what was said to be so, or what the hook would find.
function policyOf(words: readonly string[] | undefined, { project, policies, facts }: Asked, io: Io): HookPolicy {
  return words === undefined ? loadPolicy(policies, facts, project, io) : policyFrom(words, project, io);
}

// Managed hooks can't be turned off from outside; `allowManagedHooksOnly` counts in managed settings alone (client-observed G).
function checkSwitches(settings: readonly SettingsFile[], hooks: readonly Hook[]): void {
  for (const { origin, file, root } of settings) {
    const off = root?.member("disableAllHooks");
    const managed = origin === "managed" ? root?.member("allowManagedHooksOnly") : undefined;
    for (const hook of hooks) {
      if (off?.value === true && (hook.origin !== "managed" || origin === "managed"))
        hook.note("hooks-disabled", { file, line: off.line, column: off.column });
      if (managed?.value === true && hook.origin !== "managed")
        hook.note("managed-only", { file, line: managed.line, column: managed.column });
    }
  }
}

/** That of `hook`, `mcp` and `serve` in seconds, unless they are told otherwise */
const DEFAULT_DEADLINE = 5;

function checkHook({ hook, identity, policy }: Patient, { settings, servers, limits, patience, io }: Around): void {
  const names = [...servers.servers.keys()];
  const ours = identity.kind === "sekisho";
  const matcher = problemOfMatcher(hook.matcher, names, ours, patience);
  if (matcher !== undefined) hook.note(matcher.code, hook.matcherAt, matcher.args);
  let deadline: number | undefined = DEFAULT_DEADLINE;
  const { started, serverStarts } = identity;
  if (started !== undefined) checkCommand(hook, started, io);
  if (serverStarts !== undefined) checkStarted(hook, serverStarts, hook.placeOf("server"), io);
  const words = sekishoPart(started ?? serverStarts)?.sekisho;
  const optionsAt = hook.placeOf(["args", "command", "server"].find((key) => hook.entry[key] !== undefined) ?? "type");
  if (words !== undefined) deadline = checkOptions(hook, words, optionsAt);
  if (hook.type === "http") checkHttp(hook, limits, (name) => name in environment(settings, true, io));
  if (hook.type === "mcp_tool") checkMcp(hook, servers.servers, disabledServers(settings), ours);
  const { timeout } = hook.entry;
  if (ours && deadline !== undefined && typeof timeout === "number" && timeout > 0 && timeout <= deadline)
    hook.note("timeout-short", hook.placeOf("timeout"), { seconds: timeout, deadline });
  // `serve` keeps what was asked while it runs, whatever it was started with.
  if (hook.type !== "http" && words?.some((word) => /^--audit(?:=|$)/.test(word)) === false)
    for (const rule of policy?.needMemory ?? []) hook.note("no-memory-place", optionsAt, { rule });
  if (policy?.broken !== undefined) hook.note("policy-broken", hook, { why: policy.broken });
  if (policy?.stale === true) hook.note("policy-stale", hook);
}

function checkCoverage(patients: readonly Patient[], nowhere: Spot, report: Report): void {
  const guards = patients.filter(({ identity }) => identity.kind !== "watches");
  if (!guards.some(({ identity }) => identity.kind === "sekisho")) report("no-guard", nowhere);
  for (const event of EVENTS) {
    const [other] = guards;
    if (other !== undefined && !guards.some(({ hook }) => hook.event === event))
      report("event-uncovered", other.hook, { event });
  }
}

// "Otherwise the last in configuration order wins whole" (client-observed F). Equal hooks run once.
function checkRivals(patients: readonly Patient[]): void {
  for (const event of EVENTS) {
    const own = patients.filter(({ hook }) => hook.event === event && !isDead(hook));
    const deciders = own.filter(({ identity }) => identity.kind !== "watches");
    const different = [...new Map(deciders.map((one) => [decisionOf(one), one])).values()];
    for (const [at, { hook }] of different.entries()) {
      const before = different.slice(0, at).filter((one) => meet(one.hook, hook));
      if (before.length > 0) hook.note("several-guards", hook, { count: before.length + 1, event });
    }
    if (deciders.length === 0) continue;
    for (const { hook, identity } of own) if (identity.kind === "watches") hook.note("another-guard", hook);
  }
}

// Two copies of sekisho, the user's and the project's, find the same policies and say the same, wherever each keeps its log.
function decisionOf({ hook, identity }: Patient): string {
  const words = identity.kind === "sekisho" ? sekishoPart(identity.started)?.sekisho : undefined;
  return words?.[0] === "hook" ? JSON.stringify(words.filter(isNotOfLog)) : canonicalJson(hook.entry);
}

function isNotOfLog(word: string, at: number, words: readonly string[]): boolean {
  return !/^--audit(?:=|$)/.test(word) && words[at - 1] !== "--audit";
}

// Lists of names may have none in common; what a pattern fits is anybody's guess.
function meet(one: Hook, other: Hook): boolean {
  const [left, right] = [one.matcher ?? "", other.matcher ?? ""];
  if (left === "" || right === "" || !isNameList(left) || !isNameList(right)) return true;
  return namesIn(left).some((name) => namesIn(right).includes(name));
}

function checkClient(hook: Hook, version: string | undefined): void {
  const needed = knowsOnFailure(hook.type);
  if (version !== undefined && hook.entry["onFailure"] === "block" && isOlder(version, needed))
    hook.note("client-old", hook.placeOf("onFailure"), { version, type: hook.type, needed });
}

function isDead({ findings }: Hook): boolean {
  return findings.some(({ severity }) => severity === "dead");
}

async function conclude(patient: Patient, asked: Asked, around: Around): Promise<ExaminedHook> {
  const { hook, identity } = patient;
  const sekisho = identity.kind === "sekisho";
  let status: HookStatus = "other";
  if (sekisho && !isDead(hook)) {
    const own = { ...around.io, env: environment(around.settings, false, around.io) };
    const why = asked.run ? undefined : reasonToWait(hook, identity, asked.project, own);
    if (why === undefined) await sendCanary(patient, asked, around);
    else hook.note("unproven", hook, { why });
    status = why === undefined ? "alive" : "unproven";
  }
  if (isDead(hook)) status = "dead";
  const { file, line, column, event, type, origin, findings } = hook;
  return { file, line, column, event, type, origin, sekisho, status, findings };
}
