/**
 * What changes when records are decided again: each change by how grave it is, and gathered by rule and server.
 */

import type { Reason } from "../core/decision.ts";
import { compareCodeUnits } from "../core/json.ts";
import type { DecisionRecord } from "../core/record.ts";
import type { Replayed } from "../core/replay.ts";
import { renderCode } from "../render.ts";
import { STRICTNESS, strictnessOf, wouldBeStricter } from "./strictness.ts";

type Effect = DecisionRecord["effect"];

/** `unknown`: the record can't tell what rules would say of what is withheld */
export type Way = "looser" | "same" | "stricter" | "unknown";

/** One record, decided again */
export interface Change {
  readonly id: string;
  readonly server: string;
  readonly from: Effect;
  readonly to: Effect;
  readonly way: Way;
  /** Whether a rule that only observes would make the new decision stricter */
  readonly observed: boolean;
  /** The codes that decide now, or decided before where nobody speaks now; of what is unknown the rules */
  readonly rules: readonly string[];
}

export interface Group {
  readonly way: Way;
  readonly from: Effect;
  readonly to: Effect;
  readonly rule: string;
  readonly server: string;
  readonly count: number;
  /** Ids of the first ones */
  readonly examples: readonly string[];
}

export interface Changes {
  readonly records: number;
  /** Lines that are no record */
  readonly skipped: number;
  readonly same: number;
  readonly looser: number;
  readonly stricter: number;
  readonly unknown: number;
  /** Records in which a rule that only observes would have made the new decision stricter */
  readonly observed: number;
  /** Worst first */
  readonly groups: readonly Group[];
}

/** `before`: what the record is compared with, its own decision or that of another policy */
export function changeOf(record: DecisionRecord, before: Replayed, after: Replayed): Change {
  const { id, server } = record;
  const [from, to] = [before.decision.effect, after.decision.effect];
  const known = after.certain && before.certain;
  const step = strictnessOf(to, record) - strictnessOf(from, record);
  const way = !known ? "unknown" : step < 0 ? "looser" : step > 0 ? "stricter" : "same";
  return {
    id,
    server: server ?? "-",
    from,
    to,
    way,
    observed: wouldBeStricter(after.decision, record),
    rules: rulesOf(way, before, after),
  };
}

function rulesOf(way: Way, before: Replayed, after: Replayed): readonly string[] {
  const then = before.decision.reasons;
  const now = after.decision.reasons;
  if (way === "same") return now.length === 0 ? NOBODY : codesOf(now);
  if (way === "unknown") return [...new Set([...after.unknown, ...before.unknown])];
  const [first, second] = way === "looser" ? [then, now] : [now, then];
  const said = first.length > 0 ? first : second;
  return said.length === 0 ? NOBODY : codesOf(said);
}

const NOBODY: readonly string[] = ["nobody speaks"];

function codesOf(reasons: readonly Reason[]): readonly string[] {
  return [...new Set(reasons.map(renderCode))];
}

export interface ChangesMaker {
  readonly add: (change: Change) => void;
  readonly skip: () => void;
  readonly end: () => Changes;
}

const MOST_EXAMPLES = 3;
// A log that somebody made up may name a server in each record.
const MOST_GROUPS = 20_000;

export function createChanges(): ChangesMaker {
  const groups = new Map<string, Group & { count: number; examples: string[] }>();
  const counts: Record<Way, number> = { looser: 0, same: 0, stricter: 0, unknown: 0 };
  let [records, skipped, observed] = [0, 0, 0];
  return {
    add({ id, server, from, to, way, observed: stricter, rules }) {
      records += 1;
      counts[way] += 1;
      if (stricter) observed += 1;
      if (way === "same") return;
      for (const rule of rules) {
        const [named, whose] = groups.size < MOST_GROUPS ? [rule, server] : ["others", "others"];
        const key = `${way} ${from} ${to} ${named.length} ${named}${whose}`;
        let group = groups.get(key);
        if (group === undefined) {
          group = { way, from, to, rule: named, server: whose, count: 0, examples: [] };
          groups.set(key, group);
        }
        group.count += 1;
        if (group.examples.length < MOST_EXAMPLES) group.examples.push(id);
      }
    },
    skip() {
      skipped += 1;
    },
    end: () => ({ records, skipped, ...counts, observed, groups: [...groups.values()].sort(worstFirst) }),
  };
}

// "Worst first: decline to accept before ask to decline" (issue 8): what is let through, the further the worse; then what
// nobody can tell; then what is stopped.
const ORDER: Readonly<Record<Way, number>> = { looser: 0, unknown: 1, stricter: 2, same: 3 };

function worstFirst(one: Group, other: Group): number {
  const step = ({ from, to }: Group): number => STRICTNESS[to] - STRICTNESS[from];
  return (
    ORDER[one.way] - ORDER[other.way] ||
    STRICTNESS[one.to] - STRICTNESS[other.to] ||
    step(one) - step(other) ||
    other.count - one.count ||
    compareCodeUnits(one.rule, other.rule) ||
    compareCodeUnits(one.server, other.server)
  );
}
