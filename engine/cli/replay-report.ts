/**
 * What a replay came to, for a person.
 */
import { showHostile } from "../render.ts";
import type { Changes, Group, Way } from "./replay-changes.ts";
import { renderTable, type Style } from "./style.ts";

const MOST_ROWS = 30;

const TITLES: Readonly<Record<Exclude<Way, "same">, string>> = {
  looser: "looser: let through, or asked, what was not",
  unknown: "unknown: what is withheld in the record decides",
  stricter: "stricter",
};

export function renderChanges(changes: Changes, style: Style): string {
  const { records, skipped, same, looser, stricter, unknown, observed, groups } = changes;
  const counts = [
    `${same} the same`,
    looser === 0 ? "none looser" : style.stop(`${looser} looser`),
    `${stricter} stricter`,
    ...(unknown === 0 ? [] : [`${unknown} unknown`]),
  ];
  return [
    `${records} records: ${counts.join(", ")}\n`,
    skipped === 0 ? "" : `${skipped} lines are no records\n`,
    observed === 0 ? "" : `${observed} would be stricter if what is observed were enforced (--enforce)\n`,
    ...(["looser", "unknown", "stricter"] as const).map((way) =>
      renderGroups(
        TITLES[way],
        groups.filter((group) => group.way === way),
        style,
      ),
    ),
  ].join("");
}

function renderGroups(title: string, groups: readonly Group[], style: Style): string {
  if (groups.length === 0) return "";
  const rows = groups
    .slice(0, MOST_ROWS)
    .map(({ from, to, rule, server, count, examples }) => [
      `  ${String(count).padStart(6)}`,
      `${from} -> ${to}`,
      showHostile(rule, 60),
      showHostile(server, 40),
      style.dim(showHostile(examples.join(" "), 120)),
    ]);
  const left = groups.length - rows.length;
  return `\n${style.bold(title)}\n${renderTable(rows)}${left > 0 ? `  and ${left} groups more\n` : ""}`;
}

const BAR = 30;

/** One line that takes the place of the one before */
export function renderProgress(done: number, all: number, records: number): string {
  const share = all === 0 ? 1 : Math.min(1, done / all);
  const bar = "#".repeat(Math.round(BAR * share)).padEnd(BAR, ".");
  return `\r[${bar}] ${String(Math.floor(100 * share)).padStart(3)} %  ${records} records`;
}
