/**
 * Which rules and codes of the policies no test has seen, by the lines on which the rules stand.
 * A rule that no test makes speak can be taken out, or misspelt into silence, and all tests still pass.
 */
import type { TestedPolicies, TestedRule } from "./test-policies.ts";

export interface Coverage {
  readonly rules: Count;
  readonly codes: Count;
  /** Of rules and codes together; with nothing to cover, 100 */
  readonly percent: number;
  readonly uncovered: readonly Uncovered[];
}

export interface Count {
  readonly covered: number;
  readonly all: number;
}

/** A rule that never spoke, or the codes that it never said */
export interface Uncovered {
  readonly rule: string;
  /** `undefined`: in a pack */
  readonly file?: string;
  readonly line?: number;
  readonly spoke: boolean;
  readonly codes: readonly string[];
}

/** `packs`: the rules that packs bring count too */
export function coverageOf(tested: readonly TestedPolicies[], packs: boolean): Coverage {
  const rules = joined(tested.flatMap((one) => one.rules)).filter(({ place }) => packs || place !== undefined);
  const spoke = rules.filter(({ said }) => said.size > 0).length;
  const codes = rules.reduce((sum, rule) => sum + rule.codes.length, 0);
  const said = rules.reduce((sum, rule) => sum + rule.codes.filter((code) => rule.said.has(code)).length, 0);
  const all = rules.length + codes;
  const uncovered = rules.map(uncoveredOf).filter((one) => one.codes.length > 0);
  return {
    rules: { covered: spoke, all: rules.length },
    codes: { covered: said, all: codes },
    percent: all === 0 ? 100 : Math.floor((1000 * (spoke + said)) / all) / 10,
    uncovered: uncovered.toSorted(byPlace),
  };
}

// One file of policy can be met in several sets: what one test saw there counts.
function joined(rules: readonly TestedRule[]): readonly TestedRule[] {
  const found = new Map<string, TestedRule>();
  for (const rule of rules) {
    const { id, place } = rule;
    const key = JSON.stringify([place?.file ?? null, place?.line ?? 0, id, place === undefined ? rule.codes : 0]);
    const there = found.get(key);
    found.set(key, there === undefined ? rule : { ...rule, said: new Set([...there.said, ...rule.said]) });
  }
  return [...found.values()];
}

function uncoveredOf({ id, place, codes, said }: TestedRule): Uncovered {
  const where = place === undefined ? {} : { file: place.file, line: place.line };
  return { rule: id, ...where, spoke: said.size > 0, codes: codes.filter((code) => !said.has(code)) };
}

function byPlace(one: Uncovered, other: Uncovered): number {
  const [left, right] = [one.file ?? "\uffff", other.file ?? "\uffff"];
  if (left !== right) return left < right ? -1 : 1;
  return (one.line ?? 0) - (other.line ?? 0);
}
