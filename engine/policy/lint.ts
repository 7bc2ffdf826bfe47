/**
 * Rules that can never decide: no errors, since the policy does what it says, but never what its author thinks.
 */
import { canonicalJson, isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { CheckedEntry, CheckedScope } from "../core/policy.ts";
import { idOf } from "./check-document.ts";
import { showText } from "./diagnostics.ts";
import type { LoadedDocument } from "./load.ts";

/** What each warning says */
export const WARNINGS = {
  "confirms-everybody": "`confirm` says yes to every server: name some with `for`",
  "duplicate-rule": "a rule stands twice with the same options and scope",
  "expired-exception": "the last day of an exception has passed",
  "hosts-intersect": "several `allow-url-hosts`: a link must be on each list that applies to its server",
  "inherited-too": "a rule is stated that an extended document brings as well; both apply",
  "never-decides": "a rule that others, or an exception, leave nothing to",
  "unused-group": "no rule names a group of servers: perhaps a slip of the pen",
} as const;

export interface Warning {
  readonly code: keyof typeof WARNINGS;
  readonly message: string;
}

/** Warnings about one document; `now` as `YYYY-MM-DD…` in UTC */
export function lintDocument(
  { document: { rules }, value }: Pick<LoadedDocument, "document" | "value">,
  now: string,
): readonly Warning[] {
  return [
    ...duplicates(rules),
    ...inheritedToo(rules, value),
    ...overridden(rules),
    ...excepted(rules),
    ...expired(rules, now),
    ...intersecting(rules),
    ...confirming(rules),
    ...unusedGroups(value),
  ];
}

function duplicates(rules: readonly CheckedEntry[]): readonly Warning[] {
  return pairs(rules).flatMap(([one, other]): readonly Warning[] => {
    if (!sameRule(one, other)) return [];
    if (json(one.for) === json(other.for) && json(one.except) === json(other.except)) {
      return [{ code: "duplicate-rule", message: `\`${idOf(other)}\` stands twice with the same options and scope` }];
    }
    const narrower = isEverywhere(one) ? other : isEverywhere(other) ? one : undefined;
    if (narrower === undefined) return [];
    const message = `\`${idOf(narrower)}\` with a scope never decides: it stands without one too`;
    return [{ code: "never-decides", message }];
  });
}

// "An inherited rule keeps applying beside one that is stated again" (DESIGN §3): what is stated again to loosen it does not.
function inheritedToo(rules: readonly CheckedEntry[], value: JsonObject): readonly Warning[] {
  const stated = value["rules"];
  const count = isArray(stated) ? stated.length : 0;
  const inherited = new Set(
    rules
      .slice(0, rules.length - count)
      .filter(isEverywhere)
      .map(({ use }) => use),
  );
  const again = new Set(
    rules
      .slice(rules.length - count)
      .filter(applies)
      .map(({ use }) => use),
  );
  // Entries of these two are meant to stand side by side.
  return [...again]
    .filter((use) => inherited.has(use) && use !== "match" && use !== "answer-form")
    .map((use) => ({
      code: "inherited-too",
      message: `\`${use}\` is inherited too, and goes on applying as it stands there; \`without: [${use}]\` leaves it out`,
    }));
}

// A rule that declines whatever comes leaves nothing to the others.
function overridden(rules: readonly CheckedEntry[]): readonly Warning[] {
  const all = rules.find(
    (entry) => isEverywhere(entry) && entry.use === "match" && isUnconditionalDecline(entry.options),
  );
  if (all === undefined || rules.length === 1) return [];
  return [{ code: "never-decides", message: `\`${idOf(all)}\` declines everything, so no other rule ever decides` }];
}

// An exception without an end that is as wide as the rule itself.
function excepted(rules: readonly CheckedEntry[]): readonly Warning[] {
  return rules.flatMap((entry): readonly Warning[] => {
    const whole = (entry.except ?? []).find((one) => one.until === undefined && covers(one, entry.for ?? {}));
    if (whole === undefined) return [];
    return [
      { code: "never-decides", message: `\`${idOf(entry)}\` never decides: an exception covers all that it is for` },
    ];
  });
}

function expired(rules: readonly CheckedEntry[], now: string): readonly Warning[] {
  return rules.flatMap((entry) =>
    (entry.except ?? []).flatMap(({ until, owner }): readonly Warning[] => {
      if (until === undefined || now.slice(0, 10) <= until) return [];
      const whose = owner === undefined ? "" : ` (owner: ${showText(owner)})`;
      return [{ code: "expired-exception", message: `an exception of \`${idOf(entry)}\` ended on ${until}${whose}` }];
    }),
  );
}

function intersecting(rules: readonly CheckedEntry[]): readonly Warning[] {
  const lists = rules.filter((entry) => entry.use === "allow-url-hosts" && applies(entry));
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

// A misspelt group is taken for the name of a server, and then nobody uses the group.
function unusedGroups({ servers, rules }: JsonObject): readonly Warning[] {
  if (!isObject(servers)) return [];
  const used = textsUnder(rules ?? null, "servers");
  return Object.keys(servers)
    .filter((name) => !used.has(name))
    .map((name) => ({ code: "unused-group", message: `no rule names the group ${showText(name)}` }));
}

function textsUnder(value: JsonValue, key: string, found: Set<string> = new Set()): ReadonlySet<string> {
  if (isArray(value)) for (const item of value) textsUnder(item, key, found);
  else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      if (name !== key) textsUnder(inner, key, found);
      else for (const text of isArray(inner) ? inner : [inner]) if (typeof text === "string") found.add(text);
    }
  }
  return found;
}

function pairs(rules: readonly CheckedEntry[]): readonly (readonly [CheckedEntry, CheckedEntry])[] {
  const byUse = new Map<string, CheckedEntry[]>();
  for (const entry of rules) {
    const same = byUse.get(entry.use);
    if (same === undefined) byUse.set(entry.use, [entry]);
    else same.push(entry);
  }
  // Policies with thousands of entries of one rule are generated; comparing each with each would not end.
  return [...byUse.values()].flatMap((same) =>
    same.length > 200 ? [] : same.flatMap((one, at) => same.slice(at + 1).map((other) => [one, other] as const)),
  );
}

function sameRule(one: CheckedEntry, other: CheckedEntry): boolean {
  return one.observe === other.observe && json(one.options) === json(other.options);
}

function applies({ observe }: CheckedEntry): boolean {
  return observe !== true;
}

function isEverywhere(entry: CheckedEntry): boolean {
  return entry.for === undefined && entry.except === undefined && applies(entry);
}

function isUnconditionalDecline(options: JsonObject): boolean {
  return options["then"] === "decline" && Object.keys(options).every((key) => key === "then" || key === "because");
}

// Each part that the one states holds for all that the other one selects.
function covers(one: CheckedScope, other: CheckedScope): boolean {
  return (["servers", "events", "modes", "facts"] as const).every((part) => {
    const stated = one[part];
    if (stated === undefined || json(stated) === json(other[part])) return true;
    return part === "servers" && (stated as readonly string[]).includes("*");
  });
}

function json(value: unknown): string {
  return value === undefined ? "" : canonicalJson(value as JsonValue);
}
