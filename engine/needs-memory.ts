/**
 * Which entries of a policy can't do their work where nobody remembers what was asked: a hook without `--audit`.
 * Rules that then only know less (`no-secret-answers`, a `check-answer` that abstains) are none of them.
 */
import type { Policy } from "./core/policy.ts";

/** Their ids as reasons show them, each once */
export function needsMemory({ documents }: Policy): readonly string[] {
  const needing = documents.flatMap(({ entries }) =>
    entries.filter(({ rule, stated }) => NEEDY.includes(rule.id) || stated["on-no-memory"] === "decline"),
  );
  return [...new Set(needing.map(({ id }) => id))];
}

// Without the form an edit can't be checked, and is declined; without a past nothing was asked too often.
const NEEDY: readonly string[] = ["edit-answer", "limit-asks"];
