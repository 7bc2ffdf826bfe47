/**
 * A log in figures: decisions by effect, server, rule and day, and what observed rules would have said.
 */
import { compareCodeUnits } from "../core/json.ts";
import type { DecisionRecord } from "../core/record.ts";
import { renderCode, showHostile } from "../render.ts";
import { wouldBeStricter } from "./strictness.ts";
import type { Style } from "./style.ts";

export interface Stats {
  readonly decisions: number;
  /** Lines that are no record */
  readonly skipped: number;
  readonly first: string | null;
  readonly last: string | null;
  readonly effects: Counts;
  readonly servers: Counts;
  readonly rules: Counts;
  readonly days: Counts;
  /** Of rules that only observe: `decline require-https/not-https` */
  readonly observed: Counts;
  /** Decisions that observed rules would have made stricter */
  readonly stricter: number;
}

/** Sorted by count, days by date */
type Counts = readonly (readonly [name: string, count: number])[];

export interface StatsMaker {
  readonly add: (record: DecisionRecord) => void;
  readonly skip: () => void;
  readonly end: () => Stats;
}

// Servers and sessions are many in a log that somebody made up; figures of more are of no use to anybody.
const MOST_NAMES = 10_000;

export function createStats(): StatsMaker {
  const [effects, servers, rules, days, observed] = [counter(), counter(), counter(), counter(), counter()];
  let [decisions, skipped, stricter] = [0, 0, 0];
  let [first, last] = [null as string | null, null as string | null];
  return {
    add(record) {
      const { now, effect, server, reasons, observed: seen } = record;
      decisions += 1;
      count(effects, effect);
      count(servers, server ?? "-");
      count(days, now?.slice(0, 10) ?? "undated");
      for (const rule of new Set(reasons.map(renderCode))) count(rules, rule);
      for (const one of new Set(seen.map((each) => `${each.effect} ${renderCode(each)}`))) count(observed, one);
      if (wouldBeStricter(record, record)) stricter += 1;
      if (now !== null && (first === null || now < first)) first = now;
      if (now !== null && (last === null || now > last)) last = now;
    },
    skip() {
      skipped += 1;
    },
    end: () => ({
      decisions,
      skipped,
      first,
      last,
      effects: byCount(effects),
      servers: byCount(servers),
      rules: byCount(rules),
      days: [...days].sort(([one], [other]) => compareCodeUnits(one, other)),
      observed: byCount(observed),
      stricter,
    }),
  };
}

const MOST_ROWS = 20;
const BAR = 30;

export function renderStats(stats: Stats, style: Style): string {
  const { decisions, skipped, first, last } = stats;
  const from =
    first === null ? "" : `, ${showHostile(first.slice(0, 10))} to ${showHostile((last ?? first).slice(0, 10))}`;
  const observed =
    stats.observed.length === 0
      ? ""
      : `\n${style.bold("observed")}  ${counted(stats.stricter, "decision")} would have been stricter\n${chart(stats.observed)}`;
  return [
    `${counted(decisions, "decision")}${from}\n`,
    skipped === 0 ? "" : `${skipped} lines are no records\n`,
    section("effect", stats.effects, style),
    section("server", stats.servers, style),
    section("rule", stats.rules, style),
    section("day", stats.days, style),
    observed,
  ].join("");
}

function section(title: string, counts: Counts, style: Style): string {
  return counts.length === 0 ? "" : `\n${style.bold(title)}\n${chart(counts)}`;
}

// The last rows of days, the first of all else.
function chart(counts: Counts): string {
  const isDays = counts.some(([name]) => /^[0-9]{4}-/.test(name));
  const shown = isDays ? counts.slice(-MOST_ROWS) : counts.slice(0, MOST_ROWS);
  const names = shown.map(([name]) => showHostile(name, 60));
  const width = Math.max(...names.map((name) => name.length));
  const most = Math.max(...counts.map(([, count]) => count));
  const digits = String(most).length;
  const rows = shown.map(([, count], at) => {
    const bar = "#".repeat(Math.max(1, Math.round((BAR * count) / most)));
    return `  ${(names[at] ?? "").padEnd(width)}  ${String(count).padStart(digits)}  ${bar}\n`;
  });
  const left = counts.length - shown.length;
  return rows.join("") + (left > 0 ? `  and ${left} more\n` : "");
}

function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? "" : "s"}`;
}

function counter(): Map<string, number> {
  return new Map();
}

function count(counts: Map<string, number>, name: string): void {
  const key = counts.has(name) || counts.size < MOST_NAMES ? name : "others";
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function byCount(counts: ReadonlyMap<string, number>): Counts {
  return [...counts].sort(([one, left], [other, right]) => right - left || compareCodeUnits(one, other));
}
