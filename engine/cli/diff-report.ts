/**
 * What a comparison of two policies came to, for a person and as JSON.
 */
import { redactText } from "../core/redact.ts";
import { renderJson, renderReason, showHostile } from "../render.ts";
import { showDecision } from "../shown.ts";
import type { Analysis } from "./diff-analysis.ts";
import type { Example, Sweep } from "./diff-sweep.ts";
import { renderTable, type Style } from "./style.ts";

export type Verdict = "looser" | "mixed" | "same" | "stricter";

export interface Comparison {
  readonly verdict: Verdict;
  /** `analysis`: it holds for every request; `examples`: those that are shown prove it; `sweep`: for those that were tried */
  readonly by: "analysis" | "examples" | "sweep";
  readonly analysis: Analysis;
  readonly sweep: Sweep;
}

export function dataOf({ verdict, by, analysis, sweep }: Comparison): object {
  const { tried, all } = sweep;
  const show = (some: readonly Example[]): readonly object[] => some.map(shown);
  return {
    verdict,
    by,
    changes: analysis.changes,
    tried,
    all,
    stricter: show(sweep.stricter),
    looser: show(sweep.looser),
    other: show(sweep.other),
  };
}

const MOST_SHOWN = 3;

export function renderComparison({ verdict, by, analysis, sweep }: Comparison, style: Style): string {
  const paint = verdict === "looser" || verdict === "mixed" ? style.stop : style.pass;
  const rows = analysis.changes.map(({ what, how, direction }) => [
    `  ${showHostile(what)}`,
    showHostile(how),
    direction,
  ]);
  const parts = [
    `${style.bold(paint(verdict))}, ${saysHow(verdict, by, sweep)}\n`,
    rows.length === 0 ? "" : `\n${style.bold("changes")}\n${renderTable(rows)}`,
    ...(["looser", "stricter", "other"] as const).map((way) => renderExamples(way, sweep[way], style)),
  ];
  return parts.join("");
}

function saysHow(verdict: Verdict, by: Comparison["by"], { tried, all }: Sweep): string {
  const count = tried >= all ? `${all} requests` : `${tried} of ${all} requests`;
  switch (by) {
    case "analysis":
      return {
        same: "by analysis: every request is decided alike",
        stricter: "by analysis: no request is let through that was not",
        looser: "by analysis: no request is stopped that was not",
        mixed: "by analysis",
      }[verdict];
    case "examples":
      return `by the examples below, found among ${count} made of the policies' words`;
    case "sweep":
      return `by trying ${count} made of the policies' words; no proof for all others`;
  }
}

function renderExamples(way: "looser" | "other" | "stricter", examples: readonly Example[], style: Style): string {
  if (examples.length === 0) return "";
  const more = examples.length > MOST_SHOWN ? style.dim(`  (${examples.length - MOST_SHOWN} more with --json)`) : "";
  const title = way === "other" ? "answered otherwise" : way;
  return `\n${style.bold(title)}${more}\n${examples
    .slice(0, MOST_SHOWN)
    .map((one) => renderExample(one, style))
    .join("")}`;
}

function renderExample({ input, context, before, after }: Example, style: Style): string {
  const told = Object.keys(context).length === 0 ? "" : `  with ${showHostile(renderJson(context), 500)}\n`;
  const because = after.reasons.length > 0 ? after.reasons : before.reasons;
  const why = because.map((reason) => `      ${renderReason(reason)}\n`).slice(0, MOST_SHOWN);
  const effects = `${style.effect(before.effect)} -> ${style.effect(after.effect)}`;
  return `  ${effects}\n${why.join("")}    ${showHostile(redactText(renderJson(input)), 500)}\n${told === "" ? "" : `  ${told}`}`;
}

function shown({ input, context, before, after }: Example): object {
  const event = input["hook_event_name"] === "ElicitationResult" ? "ElicitationResult" : "Elicitation";
  return { input, context, before: showDecision(before, event), after: showDecision(after, event) };
}
