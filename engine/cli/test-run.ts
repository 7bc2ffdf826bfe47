/**
 * One policy test, decided as the hook would decide it, and compared with what was wanted.
 */
import type { Decision, Observed, Reason } from "../core/decision.ts";
import { canonicalJson, type JsonValue } from "../core/json.ts";
import type { DecisionRecord } from "../core/record.ts";
import type { EventName } from "../core/request.ts";
import { renderReason } from "../render.ts";
import { showDecision } from "../shown.ts";
import type { PolicyTest } from "./test-file.ts";
import type { TestedPolicies } from "./test-policies.ts";

export interface TestEnd {
  readonly test: PolicyTest;
  /** As it may be shown */
  readonly decision: Decision;
  /** None: the test passed */
  readonly differences: readonly Difference[];
}

/** What came, and what was wanted, in words */
export interface Difference {
  readonly what: "content" | "effect" | "errors" | "input" | "observed" | "reasons" | "record";
  readonly got: string;
  readonly wanted: string;
}

export function runTest(tested: TestedPolicies, test: PolicyTest): TestEnd {
  const { want } = test;
  const { decision, event, unread, unknown } = decideTest(tested, test);
  const differences: Difference[] = [];
  const differ = (what: Difference["what"], got: string, wanted: string): void =>
    void differences.push({ what, got, wanted });
  if (unknown.length > 0) differ("record", `does not tell what ${unknown.join(", ")} would say`, "one that does");
  // Refused whatever the policy says, so such a test holds nothing unless it says that it means that.
  if (unread !== undefined && want.reasons?.includes(MALFORMED) !== true)
    differ("input", `can't be read: ${unread}`, `one that can be read, or reason ${MALFORMED} in \`want\``);
  if (decision.effect !== want.effect) differ("effect", decision.effect, want.effect);
  const lists = {
    reasons: decision.reasons.map(spelled),
    errors: decision.errors.map(spelled),
    observed: decision.observed.map(spelledWithEffect),
  };
  for (const what of ["reasons", "errors", "observed"] as const) {
    const wanted = want[what];
    if (wanted !== undefined && sorted(lists[what]) !== sorted(wanted)) differ(what, said(lists[what]), said(wanted));
  }
  const shown = showDecision(decision, event);
  if (want.content !== undefined && json(decision.content) !== json(want.content)) {
    // What a person typed is shown by its shape alone, here too.
    const wanted = showDecision({ ...decision, content: want.content }, event).content;
    differ("content", json(shown.content), json(wanted));
  }
  return { test, decision: shown, differences };
}

interface Decided {
  readonly decision: Decision;
  readonly event: EventName | undefined;
  /** Why the input can't be read */
  readonly unread: string | undefined;
  /** Rules that a record can't tell the words of, where those could count */
  readonly unknown: readonly string[];
}

function decideTest({ engine, replay }: TestedPolicies, { input, context }: PolicyTest): Decided {
  if (typeof input === "object" && isRecorded(input)) {
    const { decision, certain, unknown } = replay(input.record);
    const event = input.record.event ?? undefined;
    return { decision, event, unread: undefined, unknown: certain ? [] : unknown };
  }
  const { reading, decision } = engine.examine(input, context);
  const event = reading.kind === "request" ? reading.event : undefined;
  const unread = reading.kind === "malformed" || reading.kind === "unreadable" ? reading.problem : undefined;
  return { decision, event, unread, unknown: [] };
}

function isRecorded(input: object): input is { readonly record: DecisionRecord } {
  return "record" in input && !("hook_event_name" in input);
}

/** Why it was decided so, for a test that failed */
export function becauseOf({ reasons, errors, observed }: Decision): readonly string[] {
  return [
    ...reasons.map((reason) => `because  ${renderReason(reason)}`),
    ...errors.map((error) => `error    ${renderReason(error)}`),
    ...observed.map((seen) => `observed ${seen.effect}, ${renderReason(seen)}`),
  ];
}

const MALFORMED = "engine/malformed";

function spelled({ rule, code }: Reason): string {
  return `${rule}/${code}`;
}

function spelledWithEffect(observed: Observed): string {
  return `${observed.effect} ${spelled(observed)}`;
}

function sorted(list: readonly string[]): string {
  return JSON.stringify([...new Set(list)].toSorted());
}

function said(list: readonly string[]): string {
  return list.length === 0 ? "none" : [...new Set(list)].join(", ");
}

function json(value: unknown): string {
  return value === undefined ? "none" : canonicalJson(value as JsonValue);
}
