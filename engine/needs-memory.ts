/**
 * Which entries of a policy can't do their work where nobody remembers what was asked: a hook without `--audit`.
 * Rules that then only know less (`no-secret-answers`, a `check-answer` that abstains) are none of them.
 */
import type { JsonObject } from "./core/json.ts";
import type { CheckedDocument, Policy } from "./core/policy.ts";

/** Their ids as reasons show them, each once */
export function needsMemory({ documents }: Policy): readonly string[] {
  return ids(documents.flatMap(({ entries }) => entries.map(({ rule, id, stated }) => [rule.id, id, stated] as const)));
}

/** The same of a document that is not bound */
export function documentNeedsMemory({ rules }: CheckedDocument): readonly string[] {
  return ids(
    rules.map(({ use, name, options }) => [use, name === undefined ? use : `${use}:${name}`, options] as const),
  );
}

function ids(entries: readonly (readonly [rule: string, id: string, options: JsonObject])[]): readonly string[] {
  const needing = entries.filter(([rule, , options]) => NEEDY.includes(rule) || options["on-no-memory"] === "decline");
  return [...new Set(needing.map(([, id]) => id))];
}

// Without the form an edit can't be checked, and is declined; without a past nothing was asked too often.
const NEEDY: readonly string[] = ["edit-answer", "limit-asks"];
