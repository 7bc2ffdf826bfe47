/**
 * One policy test, decided as the hook would decide it, and compared with what was wanted.
 */
import type { Decision, Observed, Reason } from "../core/decision.ts";
import { canonicalJson, type JsonValue } from "../core/json.ts";
import type { OpenEngine } from "../deciding.ts";
import { renderReason } from "../render.ts";
import { showDecision } from "../shown.ts";
import type { PolicyTest } from "./test-file.ts";

export interface TestEnd {
  readonly test: PolicyTest;
  /** As it may be shown */
  readonly decision: Decision;
  /** None: the test passed */
  readonly differences: readonly Difference[];
}

/** What came, and what was wanted, in words */
export interface Difference {
  readonly what: "content" | "effect" | "errors" | "input" | "observed" | "reasons";
  readonly got: string;
  readonly wanted: string;
}

export function runTest(engine: OpenEngine, test: PolicyTest): TestEnd {
  const { want } = test;
  const { reading, decision } = engine.examine(test.input, test.context);
  const event = reading.kind === "request" ? reading.event : undefined;
  const differences: Difference[] = [];
  const differ = (what: Difference["what"], got: string, wanted: string): void =>
    void differences.push({ what, got, wanted });
  // Refused whatever the policy says, so such a test holds nothing unless it says that it means that.
  const unread = reading.kind === "malformed" || reading.kind === "unreadable" ? reading.problem : undefined;
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
