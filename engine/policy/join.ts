/**
 * `extends`: several documents become one voice (DESIGN §2, "Documents").
 * What is observed stays observed and what enforces keeps enforcing, whichever document names the other.
 */
import type { CheckedDocument, CheckedEntry } from "../core/policy.ts";

/**
 * Joins what a document states with what it inherits. Its own default counts, else the strictest inherited. A document
 * in observe mode only records, so each of its rules is marked so and its default binds nobody.
 */
export function joinDocuments(
  own: CheckedDocument,
  inherited: readonly CheckedDocument[],
  mode: "enforce" | "observe",
): CheckedDocument {
  const base = own.base === undefined ? {} : { base: own.base };
  // An entry that comes twice, by two ways, is there once: else files that each extend another twice would grow without end.
  const rules = [...new Set(inherited.flatMap((document) => document.rules)), ...own.rules];
  if (mode === "observe") return { ...base, ...protocolOf(own, inherited), rules: rules.map(observed) };
  const stated =
    own.default ??
    strictestOf(
      inherited.map((document) => document.default),
      ["decline", "cancel", "ask"],
    );
  const unattended =
    own.unattended ??
    strictestOf(
      inherited.map((document) => document.unattended),
      ["decline", "cancel"],
    );
  return {
    ...base,
    ...(stated === undefined ? {} : { default: stated }),
    ...(unattended === undefined ? {} : { unattended }),
    ...protocolOf(own, inherited),
    rules,
  };
}

function observed(entry: CheckedEntry): CheckedEntry {
  return entry.observe === true ? entry : { ...entry, observe: true };
}

// The oldest revision allows the least.
function protocolOf(own: CheckedDocument, inherited: readonly CheckedDocument[]): Pick<CheckedDocument, "protocol"> {
  const protocol = own.protocol ?? inherited.flatMap((document) => document.protocol ?? []).sort()[0];
  return protocol === undefined ? {} : { protocol };
}

function strictestOf<Word extends string>(
  stated: readonly (Word | undefined)[],
  order: readonly Word[],
): Word | undefined {
  return order.find((word) => stated.includes(word));
}
