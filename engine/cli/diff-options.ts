/**
 * What a change of one option does to a guard, where that is certain for every request.
 * Only what follows from how the rule reads the option stands here; whatever is not here counts as unknown, and is tried out.
 */
import { canonicalJson, isArray, type JsonValue } from "../core/json.ts";
import type { Direction } from "./diff-direction.ts";

type Change =
  /** More items let more through */
  | "more-looser"
  /** More items stop more */
  | "more-stricter"
  | "true-looser"
  | "true-stricter"
  | "higher-looser"
  /** Words from loose to strict */
  | readonly string[]
  /** Only shown */
  | "shown";

const TOLERATE = { tolerate: "more-looser" } as const;

const CHANGES: Readonly<Record<string, Readonly<Record<string, Change>>>> = {
  "allow-url-hosts": { hosts: "more-looser", ...TOLERATE },
  "canonical-url": { "exact-origin": "true-stricter", "shell-characters": ["pass", "decline"], ...TOLERATE },
  "check-answer": { "on-no-memory": ["abstain", "decline"] },
  "limit-asks": {
    count: "higher-looser",
    again: "true-looser",
    then: ["cancel", "decline"],
    "on-no-memory": ["abstain", "decline"],
  },
  match: { because: "shown", then: ["cancel", "decline"] },
  // `hosts` are also the names that others must not look like, so more of them can stop more.
  "no-lookalike-hosts": { punycode: ["readable", "listed"], ...TOLERATE },
  "no-open-redirects": { hosts: "more-looser", then: ["ask", "decline"], ...TOLERATE },
  "no-private-hosts": { loopback: "true-looser", hosts: "more-looser", ...TOLERATE },
  "no-secret-answers": { categories: "more-stricter", "allow-fields": "more-looser" },
  "no-secret-forms": { categories: "more-stricter", "allow-fields": "more-looser" },
  "no-url-credentials": { personal: "more-stricter", ...TOLERATE },
  "only-servers": { servers: "more-looser" },
  "plain-message": {
    then: ["ask", "decline"],
    links: ["allow", "ask", "decline"],
    long: ["allow", "ask", "decline"],
    "message-length": "higher-looser",
    "text-length": "higher-looser",
  },
  "require-https": { loopback: "true-looser", ...TOLERATE },
  "spec-form": { then: ["ask", "decline"] },
  "url-length": { limit: "higher-looser", ...TOLERATE },
};

/** The rules and options of the table, for the test that each of them exists */
export const KNOWN_CHANGES: readonly (readonly [rule: string, option: string])[] = Object.entries(CHANGES).flatMap(
  ([rule, options]) => Object.keys(options).map((option) => [rule, option] as const),
);

/** What the guard does with the new value, measured by the old one; values as they hold, first values put in */
export function compareOption(rule: string, option: string, before: JsonValue, after: JsonValue): Direction {
  if (canonicalJson(before) === canonicalJson(after)) return "same";
  const changes = Object.hasOwn(CHANGES, rule) ? CHANGES[rule] : undefined;
  const change = changes !== undefined && Object.hasOwn(changes, option) ? changes[option] : undefined;
  switch (change) {
    case undefined:
      return "unknown";
    case "shown":
      return "same";
    case "more-looser":
      return compareLists(after, before);
    case "more-stricter":
      return compareLists(before, after);
    case "true-looser":
      return after === true ? "looser" : "stricter";
    case "true-stricter":
      return after === true ? "stricter" : "looser";
    case "higher-looser":
      return Number(after) > Number(before) ? "looser" : "stricter";
    default: {
      const [from, to] = [change.indexOf(String(before)), change.indexOf(String(after))];
      if (from < 0 || to < 0) return "unknown";
      return to > from ? "stricter" : "looser";
    }
  }
}

// `stricter`: the second holds all of the first.
function compareLists(one: JsonValue, other: JsonValue): Direction {
  const [left, right] = [itemsOf(one), itemsOf(other)];
  const holds = (all: ReadonlySet<string>, some: ReadonlySet<string>): boolean =>
    [...some].every((item) => all.has(item));
  if (holds(left, right) && holds(right, left)) return "same";
  if (holds(right, left)) return "stricter";
  return holds(left, right) ? "looser" : "unknown";
}

function itemsOf(value: JsonValue): ReadonlySet<string> {
  return new Set((isArray(value) ? value : [value]).map((item) => canonicalJson(item)));
}
