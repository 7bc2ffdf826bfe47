/**
 * A verdict as a record holds it, and back. Only those are kept that a rule would not give again on the recorded request,
 * so what they hold went through the same withholding as everything else.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import { isVerdict } from "./listen.ts";
import { tellArgs } from "./redact.ts";
import type { Args, Content, Verdict } from "./rule.ts";

/** What the `at`-th entry said that was asked; counted over all documents and passes, from 0 */
export interface RecordedVerdict {
  readonly at: number;
  /** The entry's id as reasons show it */
  readonly rule: string;
  /** `null`: it abstained; `failed`: it threw, ran out of its budget, or said what it may not */
  readonly verdict: VerdictJson | "failed" | null;
}

export interface VerdictJson {
  readonly effect?: string;
  readonly code?: string;
  readonly args?: Args;
  readonly content?: JsonObject;
  readonly defaults?: JsonObject;
  readonly set?: JsonObject;
  readonly remove?: readonly string[];
  readonly lacks?: "memory";
  readonly then?: string;
}

/** What a rule came to: its verdict, or that it failed */
export type Came = { readonly failed: true } | { readonly verdict: Verdict | undefined };

/** How names and values in a verdict are told */
export interface Telling {
  readonly place: (text: string) => string;
  readonly name: (name: string) => string;
  readonly value: (value: JsonValue) => JsonValue;
}

export function tellVerdict(came: Came, telling: Telling): RecordedVerdict["verdict"] {
  if ("failed" in came || (came.verdict !== undefined && !isVerdict(came.verdict))) return "failed";
  const { verdict } = came;
  if (verdict === undefined) return null;
  if ("lacks" in verdict) return { lacks: verdict.lacks, then: verdict.then };
  const { effect, code } = verdict;
  const said = { effect, code, args: tellArgs(verdict.args, telling) };
  if (verdict.effect !== "accept") return said;
  const content = (given: Content): JsonObject =>
    Object.fromEntries([...given].map(([name, value]) => [telling.name(name), telling.value(value)]));
  if ("edits" in verdict) {
    return { ...said, set: content(verdict.edits.set), remove: verdict.edits.remove.map(telling.name) };
  }
  return { ...said, content: content(verdict.content), defaults: content(verdict.defaults) };
}

/** Throws where the rule failed: whoever asks then takes it for a failure again */
export function takeVerdict(verdict: RecordedVerdict["verdict"]): Verdict | undefined {
  if (verdict === "failed") throw new Error("recorded as failed");
  if (verdict === null) return undefined;
  const { effect, code, args = {}, lacks, then, content, defaults, set, remove } = verdict;
  if (lacks !== undefined) return { lacks, then } as Verdict;
  if (set !== undefined) return { effect, code, args, edits: { set: mapOf(set), remove: remove ?? [] } } as Verdict;
  if (effect !== "accept") return { effect, code, args } as Verdict;
  return { effect, code, args, content: mapOf(content), defaults: mapOf(defaults) } as Verdict;
}

function mapOf(content: JsonObject | undefined): Content {
  return new Map(Object.entries(content ?? {}));
}
