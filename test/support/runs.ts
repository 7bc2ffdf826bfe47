/**
 * How the generated tests run: from one fixed seed, so that a failure found on one machine is found on all.
 * `SEKISHO_RUNS=5000` searches longer, `SEKISHO_SEED=1` elsewhere; fast-check prints seed and path with each failure.
 * `SEKISHO_SHRINK=off` shows the first failure as it is: for mutation runs, in which failing is all that counts.
 */
import process from "node:process";

export interface Runs {
  readonly seed: number;
  readonly numRuns: number;
  readonly endOnFailure: boolean;
}

const SEED = 20_261_130;

/** The parameters of one property; `share` is for those whose runs are slow: a part of the usual number */
export function runs(share = 1): Runs {
  const wanted = Number(process.env["SEKISHO_RUNS"] ?? 400);
  const seed = Number(process.env["SEKISHO_SEED"] ?? SEED);
  const endOnFailure = process.env["SEKISHO_SHRINK"] === "off";
  return { seed, numRuns: Math.max(20, Math.round(wanted * share)), endOnFailure };
}
