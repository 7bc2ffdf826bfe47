/** Compares what came of a case with what its data wants: all of it, and nothing beside it. */
import assert from "node:assert/strict";
import type { Observed, Reason } from "../../engine/core/decision.ts";
import type { Outcome } from "../drivers/driver.ts";
import type { Want } from "./cases.ts";

export function check({ decision, record, exit, stdout }: Outcome, want: Want): void {
  const { effect, content, reasons, errors, observed } = decision;
  assert.deepEqual(
    {
      effect,
      reasons: reasons.map(spelled).toSorted(),
      errors: errors.map(spelled).toSorted(),
      observed: observed.map(spelledWithEffect).toSorted(),
    },
    {
      effect: want.effect,
      reasons: want.reasons?.toSorted() ?? [],
      errors: want.errors?.toSorted() ?? [],
      observed: want.observed?.toSorted() ?? [],
    },
  );
  assert.equal(JSON.stringify(content), JSON.stringify(want.content));
  if (want.exit !== undefined) assert.equal(exit, want.exit, "exit code");
  if (want.stdout !== undefined) assert.equal(stdout, want.stdout);
  for (const [key, value] of Object.entries(want.record ?? {})) {
    const there = (record as unknown as Record<string, unknown>)?.[key];
    assert.deepEqual(JSON.parse(JSON.stringify(there ?? null)), value, `record: ${key}`);
  }
  if (record !== undefined) {
    assert.deepEqual(
      JSON.stringify([record.effect, record.reasons, record.errors, record.observed]),
      JSON.stringify([effect, reasons, errors, observed]),
      "the record tells another story than the decision",
    );
  }
}

/** Every `rule/code` that a case wants, wherever it stands */
export function saidOf({ reasons = [], errors = [], observed = [] }: Want): readonly string[] {
  return [...reasons, ...errors, ...observed.map((text) => text.slice(text.indexOf(" ") + 1))];
}

function spelled({ rule, code }: Reason): string {
  return `${rule}/${code}`;
}

function spelledWithEffect(observed: Observed): string {
  return `${observed.effect} ${spelled(observed)}`;
}
