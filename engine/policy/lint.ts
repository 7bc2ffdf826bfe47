/**
 * Rules that can never decide: no errors, since the policy does what it says, but never what its author thinks.
 */
import { canonicalJson, type JsonObject, type JsonValue } from "../core/json.ts";
import type { CheckedDocument, CheckedEntry } from "../core/policy.ts";
import { idOf } from "./check-document.ts";

export interface Warning {
  readonly code: "confirms-everybody" | "duplicate-rule" | "expired-exception" | "hosts-intersect" | "never-decides";
  readonly message: string;
}

/** Warnings about one document; `now` as `YYYY-MM-DD…` in UTC */
export function lintDocument({ rules }: CheckedDocument, now: string): readonly Warning[] {
  return [
    ...duplicates(rules),
    ...overridden(rules),
    ...expired(rules, now),
    ...intersecting(rules),
    ...confirming(rules),
  ];
}

function duplicates(rules: readonly CheckedEntry[]): readonly Warning[] {
  return pairs(rules).flatMap(([one, other]): readonly Warning[] => {
    if (!sameRule(one, other)) return [];
    if (json(one.for) === json(other.for) && json(one.except) === json(other.except)) {
      return [{ code: "duplicate-rule", message: `\`${idOf(other)}\` stands twice with the same options and scope` }];
    }
    const narrower = isEverywhere(one) ? other : isEverywhere(other) ? one : undefined;
    if (narrower === undefined || narrower.for === undefined) return [];
    return [
      {
        code: "never-decides",
        message: `\`${idOf(narrower)}\` with a scope never decides: it stands without one too`,
      },
    ];
  });
}

// A rule that declines whatever comes leaves nothing to the others.
function overridden(rules: readonly CheckedEntry[]): readonly Warning[] {
  const all = rules.find(
    (entry) => isEverywhere(entry) && entry.use === "match" && isUnconditionalDecline(entry.options),
  );
  if (all === undefined || rules.length === 1) return [];
  return [{ code: "never-decides", message: `\`${idOf(all)}\` declines everything, so no other rule ever decides` }];
}

function expired(rules: readonly CheckedEntry[], now: string): readonly Warning[] {
  return rules.flatMap((entry) =>
    (entry.except ?? []).flatMap(({ until, owner }): readonly Warning[] => {
      if (until === undefined || now.slice(0, 10) <= until) return [];
      const whose = owner === undefined ? "" : ` (owner: ${owner})`;
      return [{ code: "expired-exception", message: `an exception of \`${idOf(entry)}\` ended on ${until}${whose}` }];
    }),
  );
}

function intersecting(rules: readonly CheckedEntry[]): readonly Warning[] {
  const lists = rules.filter(({ use, observe }) => use === "allow-url-hosts" && observe !== true);
  if (lists.length < 2) return [];
  const message = `${lists.length} rules \`allow-url-hosts\`: a link must be on each list that applies to its server`;
  return [{ code: "hosts-intersect", message }];
}

// `confirm` is for servers that the policy names: without one it says yes to whoever asks.
function confirming(rules: readonly CheckedEntry[]): readonly Warning[] {
  return rules
    .filter((entry) => entry.use === "confirm" && entry.options["answer"] === "yes" && entry.for?.servers === undefined)
    .map((entry) => ({
      code: "confirms-everybody",
      message: `\`${idOf(entry)}\` says yes to every server: name some with \`for\``,
    }));
}

function pairs(rules: readonly CheckedEntry[]): readonly (readonly [CheckedEntry, CheckedEntry])[] {
  const byUse = new Map<string, CheckedEntry[]>();
  for (const entry of rules) byUse.set(entry.use, [...(byUse.get(entry.use) ?? []), entry]);
  // Policies with thousands of entries of one rule are generated; comparing each with each would not end.
  return [...byUse.values()].flatMap((same) =>
    same.length > 200 ? [] : same.flatMap((one, at) => same.slice(at + 1).map((other) => [one, other] as const)),
  );
}

function sameRule(one: CheckedEntry, other: CheckedEntry): boolean {
  return one.observe === other.observe && json(one.options) === json(other.options);
}

function isEverywhere(entry: CheckedEntry): boolean {
  return entry.for === undefined && entry.except === undefined && entry.observe !== true;
}

function isUnconditionalDecline(options: JsonObject): boolean {
  return options["then"] === "decline" && Object.keys(options).every((key) => key === "then" || key === "because");
}

function json(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value as JsonValue);
}
