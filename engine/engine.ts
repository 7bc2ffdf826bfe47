/**
 * createEngine: a policy, loaded and bound once, that decides any number of hook inputs.
 * A policy that does not load gives an error and never an engine that says nothing (DESIGN §2).
 */
import { PACKS } from "../rules/packs/index.ts";
import { BindError, bindPolicy, type Meeting, openedScripts, powers } from "./bind.ts";
import { coldNow } from "./cold.ts";
import { engineReason } from "./core/decision.ts";
import { isObject, type JsonObject, type JsonValue } from "./core/json.ts";
import type { CheckedDocument, Policy } from "./core/policy.ts";
import type { Result } from "./core/result.ts";
import type { ScriptLimits } from "./core/script-powers.ts";
import { type AuditSink, type Engine, engineOf, judgeBy, type OpenEngine, refuse } from "./deciding.ts";
import {
  type CompiledPolicy,
  checkCompiled,
  isCompiledText,
  isCompiledValue,
  parseCompiled,
} from "./policy/compiled.ts";
import type { Diagnostic, PolicyProblem } from "./policy/diagnostics.ts";
import type { LoadSettings } from "./policy/load.ts";

/** YAML or JSON text, a document, or a compiled policy */
export type PolicyInput = string | JsonObject | CompiledPolicy;

export interface EngineOptions {
  /** Several stand side by side: each speaks for itself, and the strictest wins (DESIGN §2) */
  readonly policy: PolicyInput | readonly PolicyInput[];
  /** Sources of team scripts by the path that the policy names */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Gets the record of every decision; what it throws is dropped and changes nothing */
  readonly audit?: AuditSink;
}

/** A policy that does not load; `refusingEngine(errors)` stands in for it */
export class PolicyError extends Error {
  readonly errors: readonly PolicyProblem[];
  constructor(errors: readonly PolicyProblem[]) {
    const [first] = errors;
    super(first === undefined ? "the policy does not load" : `${first.code}: ${first.message}`);
    this.name = "PolicyError";
    this.errors = errors;
  }
}

/** Rejects with `PolicyError` if a policy does not load */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { policy, scripts: handed, audit } = options ?? ({} as EngineOptions);
  const inputs = (Array.isArray(policy) ? policy : [policy]) as readonly PolicyInput[];
  if (inputs.length === 0) throw new PolicyError([problem("says-nothing", "no policy was given")]);
  const sources = handedIn(handed);
  const documents = inputs.flatMap((input) => documentsOf(input, sources.read));
  const unused = sources.unused();
  if (unused !== undefined) throw new PolicyError([problem("unused-script", `no rule uses script \`${unused}\``)]);
  const bound = openPolicy(documents);
  openScripts(bound);
  return engineOf(judgeBy(bound), audit);
}

// By plain paths, so that `./team/x.js` is `team/x.js`.
function handedIn(scripts: EngineOptions["scripts"]): {
  readonly read: (path: string) => string | undefined;
  readonly unused: () => string | undefined;
} {
  const sources = new Map<string, string>();
  for (const [path, source] of Object.entries(scripts ?? {})) {
    if (typeof source !== "string") throw new PolicyError([problem("wrong-type", "a script is handed in as its text")]);
    const steps = path.split(/[/\\]/).filter((step) => step !== "" && step !== ".");
    const plain = steps.join("/");
    if (sources.has(plain)) throw new PolicyError([problem("duplicate-key", `script \`${plain}\` is handed in twice`)]);
    sources.set(plain, source);
  }
  const left = new Set(sources.keys());
  return {
    read: (path) => {
      left.delete(path);
      return sources.get(path);
    },
    unused: () => [...left][0],
  };
}

// What a compiled policy holds was loaded when it was made, but perhaps where there was a sandbox.
function openScripts({ documents }: Policy): void {
  for (const { entries } of documents)
    for (const { rule, options } of entries) {
      if (rule.id !== "script") continue;
      const { source, ...limits } = options as ScriptLimits & { readonly source: string };
      const fault = openedScripts().check(source, limits);
      if (fault !== undefined) throw new PolicyError([problem("no-sandbox", fault.message)]);
    }
}

/** Checks one policy. The value is the document as written, fit for `createEngine` */
export function parsePolicy(
  source: string,
  { file }: { readonly file?: string } = {},
): Result<JsonObject, PolicyProblem> {
  if (typeof source !== "string")
    return { ok: false, errors: [problem("wrong-type", "a policy is YAML or JSON text")] };
  const { loadPolicyText, toPolicyProblem } = coldNow("policy");
  const loaded = loadPolicyText({ text: source, ...(file === undefined ? {} : { file }) }, loadSettings());
  if (loaded.ok) return { ok: true, value: loaded.value.value };
  const [first, ...rest] = loaded.errors;
  return { ok: false, errors: [toPolicyProblem(first), ...rest.map(toPolicyProblem)] };
}

/** Declines every request of ours, with what is wrong with the policy as the reason; leaves other events alone */
export function refusingEngine(
  errors: readonly PolicyProblem[],
  { audit }: { readonly audit?: AuditSink } = {},
): Engine {
  return openRefusingEngine(errors, audit);
}

/** The same, open to adapters and commands */
export function openRefusingEngine(errors: readonly PolicyProblem[], audit?: AuditSink): OpenEngine {
  const reasons = errors.map(({ code, at }) =>
    engineReason("no-policy", at === "" ? { problem: code } : { problem: code, at }),
  );
  const decision = refuse(...(reasons.length > 0 ? reasons : [engineReason("no-policy", { problem: "unknown" })]));
  return engineOf({ digest: "", decide: () => decision }, audit);
}

/** Checked documents side by side. Throws `PolicyError` where they come from another version's checker */
export function openPolicy(documents: readonly CheckedDocument[], meeting?: Meeting): Policy {
  try {
    return bindPolicy(documents, meeting);
  } catch (error) {
    if (error instanceof BindError) throw new PolicyError([problem("not-this-version", error.message, error.at)]);
    throw error;
  }
}

/**
 * Without a way to read files: what a policy extends can only be packs. Without `readScript` scripts that are named are not
 * looked at
 */
export function loadSettings(readScript?: (path: string, below?: string) => string | undefined): LoadSettings {
  const scripts: LoadSettings["scripts"] = {
    read: readScript,
    check: (source, limits) => openedScripts().check(source, limits),
  };
  return { rules: coldNow("rules").rulesById, packs: PACKS, powers, scripts };
}

export function problem(code: PolicyProblem["code"], message: string, at = ""): PolicyProblem {
  return { code, at, line: 1, column: 1, message };
}

function documentsOf(input: PolicyInput, readScript: (path: string) => string | undefined): readonly CheckedDocument[] {
  const compiled = typeof input === "string" ? isCompiledText(input) : isCompiledValue(input);
  if (compiled) {
    const policy = typeof input === "string" ? parseCompiled(input) : checkCompiled(input);
    // Its sources can't be compared here; whoever embeds a compiled policy answers for its age.
    if (policy !== undefined) return policy.documents.map(({ document }) => withoutBase(document));
    throw new PolicyError([problem("not-this-version", "the compiled policy is damaged, or of another format")]);
  }
  const { loadPolicyText, loadPolicyValue, toPolicyProblem } = coldNow("policy");
  if (typeof input !== "string" && !isObject(input)) {
    throw new PolicyError([problem("wrong-type", "a policy is YAML or JSON text, a document, or a compiled policy")]);
  }
  const loaded =
    typeof input === "string"
      ? loadPolicyText({ text: input }, loadSettings(readScript))
      : loadPolicyValue(input as JsonValue, loadSettings(readScript));
  if (!loaded.ok) throw new PolicyError((loaded.errors as readonly Diagnostic[]).map(toPolicyProblem));
  return [loaded.value.document];
}

function withoutBase({ base: _, ...document }: CheckedDocument): CheckedDocument {
  return document;
}
