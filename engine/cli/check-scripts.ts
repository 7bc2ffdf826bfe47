/**
 * What the scripts of a policy make of sample requests, for `check`: what one says beyond `may`, where it fails, its steps.
 * A script that fails refuses whatever it was asked about: that should be read here first, and not in the log.
 */
import type { CheckedDocument, Entry } from "../core/policy.ts";
import type { Request } from "../core/request.ts";
import { openPolicy } from "../engine.ts";
import { showHostile } from "../render.ts";
import { runSample, SAMPLES, type SampleOptions, type SampleRun } from "../script-samples.ts";

export interface ScriptReport {
  /** As reasons show it: `script:release-window` */
  readonly rule: string;
  readonly from: string | undefined;
  /** Steps that one call may take */
  readonly fuel: number;
  readonly runs: readonly SampleRun[];
  readonly findings: readonly ScriptFinding[];
}

export interface ScriptFinding {
  readonly code: "script-beyond-may" | "script-fails-on-sample";
  readonly message: string;
}

/** Runs each script of a document on each sample request that it would be asked about */
export function checkScripts(document: CheckedDocument): readonly ScriptReport[] {
  const entries = openPolicy([document]).documents.flatMap((one) => one.entries);
  return entries
    .filter(({ rule }) => rule.id === "script")
    .map((entry): ScriptReport => {
      const { id, options } = entry;
      const given = options as SampleOptions & { readonly from: string | undefined };
      const runs = SAMPLES.filter(({ request }) => isAsked(entry, request)).map((sample) => runSample(given, sample));
      return {
        rule: id,
        from: given.from,
        fuel: given.fuel,
        runs,
        findings: runs.flatMap((run) => findingOf(id, run)),
      };
    });
}

function isAsked({ scope, grants }: Entry, { event, mode }: Request): boolean {
  return (
    grants.events.includes(event) && scope.events?.includes(event) !== false && scope.modes?.includes(mode) !== false
  );
}

function findingOf(rule: string, { sample, said, beyondMay, cost }: SampleRun): readonly ScriptFinding[] {
  if (said === "fails") {
    const place = cost?.place === undefined ? "" : ` at line ${cost.place.line}, column ${cost.place.column}`;
    const message = `\`${rule}\` fails on a sample (${sample}): ${cost?.trouble ?? "unknown"}${place}; so it would refuse`;
    return [{ code: "script-fails-on-sample", message }];
  }
  if (!beyondMay) return [];
  const message = `\`${rule}\` says ${said} of a sample (${sample}), which \`may\` does not grant; so it would fail`;
  return [{ code: "script-beyond-may", message }];
}

/** What each script took, in lines below the file */
export function renderScripts(reports: readonly ScriptReport[]): string {
  return reports
    .map(({ rule, fuel, runs }) => {
      const most = Math.max(0, ...runs.map(({ cost }) => cost?.fuel ?? 0));
      const said = [...new Set(runs.map((run) => run.said))].sort().join(", ");
      return `  ${showHostile(rule)}: ${runs.length} samples (${said}), at most ${most} of ${fuel} steps\n`;
    })
    .join("");
}

export function dataOfScript({ rule, from, fuel, runs, findings }: ScriptReport): object {
  const samples = runs.map(({ sample, said, cost }) => ({
    sample,
    says: said,
    trouble: cost?.trouble ?? null,
    fuel: cost?.fuel ?? null,
    memory: cost?.memory ?? null,
  }));
  return { rule, from: from ?? null, fuel, samples, findings };
}
