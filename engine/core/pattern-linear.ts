/**
 * Brings a pattern into a form that a backtracking engine searches in linear time, or finds that it has none.
 * The text is the attacker's, so what counts here is the worst text, and a bound that is proved rather than measured.
 *
 * The form: alternatives, each a row of parts without an unbounded repeat (B), with repeats X* of one set between them,
 * B0 X1* B1 X2* B2 … . What a policy asks is only whether there is a match, so an open end is cut to its least count:
 * `a+b` at the beginning is `ab`, and `a.*` at the end is `a`.
 *
 * The bound. A part B can be gone through in `ways` ways from one place, which takes `steps` steps and at most `max`
 * characters. Let P(i) be the number of ways in which a search, over all places to begin, can be inside Xi* at one place.
 *   - B0 that begins at `^` is tried once, so P(1) is its `ways`.
 *   - Else, if every match of B0 holds a character outside X1: the last such character before a place p lies inside the
 *     B0 of every search that is inside X1* at p, so these began at `max` places at most, and P(1) is `ways` × (`max` + 1).
 *   - The same holds for B(i) and X(i+1), with the P(i) ways in which B(i) may begin at each place.
 *   - If B(i) has to begin with a character outside Xi, Xi* can be left at one place only. So if the searches that enter
 *     Xi* are limited for the whole text, as they are behind `^`, the searches that enter X(i+1)* are too.
 *   - Otherwise there is no bound, and the pattern goes to an engine that never backtracks.
 * At each place the search then takes at most 2 + the steps of B0, and P(i) × (2 + the steps of Bi) for each i.
 */
import type { PatternNode } from "./pattern-node.ts";
import { type CodeSet, codeSet, hasCode, meet } from "./pattern-set.ts";

export interface LinearPattern {
  /** One of these has to match; an alternative without parts always does */
  readonly alternatives: readonly (readonly PatternNode[])[];
  /** A search of `n` characters takes at most this many steps, times `n` + 1 */
  readonly steps: number;
}

/** Steps for each character of a text. The parts of an engine's own compiler are steps here; a word list has a few hundred */
export const MAX_STEPS = 1_000;
const MAX_ALTERNATIVES = 64;

export function linearForm(node: PatternNode): LinearPattern | undefined {
  const spread = alternativesOf(node);
  if (spread === undefined) return undefined;
  const alternatives = spread.map(cutEnds);
  const steps = alternatives.reduce((sum, parts) => sum + 1 + stepsOf(parts), 0);
  return steps <= MAX_STEPS ? { alternatives, steps } : undefined;
}

type Parts = readonly PatternNode[];

// Repeats without bound come to the surface: `x(a*b|c)` is `xa*b|xc`.
function alternativesOf(node: PatternNode): readonly Parts[] | undefined {
  switch (node.kind) {
    case "assert":
    case "set":
      return [[node]];
    case "concat": {
      let rows: readonly Parts[] = [[]];
      for (const part of node.parts) {
        const next = isBounded(part) ? [[part]] : alternativesOf(part);
        if (next === undefined || rows.length * next.length > MAX_ALTERNATIVES) return undefined;
        rows = rows.flatMap((row) => next.map((parts) => [...row, ...parts]));
      }
      return rows;
    }
    case "either": {
      if (isBounded(node)) return [[node]];
      const rows: Parts[] = [];
      for (const part of node.parts) {
        const next = alternativesOf(part);
        if (next === undefined || rows.length + next.length > MAX_ALTERNATIVES) return undefined;
        rows.push(...next);
      }
      return rows;
    }
    case "repeat": {
      if (isBounded(node.part)) return [[node]];
      if (node.min === 1 && node.max === 1) return alternativesOf(node.part);
      if (node.min !== 0 || node.max !== 1) return undefined;
      const once = alternativesOf(node.part);
      return once === undefined ? undefined : [[], ...once];
    }
  }
}

function isBounded(node: PatternNode): boolean {
  switch (node.kind) {
    case "assert":
    case "set":
      return true;
    case "concat":
    case "either":
      return node.parts.every(isBounded);
    case "repeat":
      return node.max !== Number.POSITIVE_INFINITY && isBounded(node.part);
  }
}

// A match with more rounds at an end holds one with the least number of rounds.
function cutEnds(parts: Parts): Parts {
  const row = parts.flatMap((part) => (part.kind === "concat" ? part.parts : [part]));
  while (row.length > 0) {
    const first = leastOf(row[0] as PatternNode);
    const last = leastOf(row[row.length - 1] as PatternNode);
    if (first === undefined && last === undefined) break;
    if (first !== undefined) row.splice(0, 1, ...first);
    else if (last !== undefined) row.splice(row.length - 1, 1, ...last);
  }
  return row;
}

function leastOf(node: PatternNode): Parts | undefined {
  if (node.kind !== "repeat" || (node.min === node.max && node.max > 1)) return undefined;
  if (node.min === 0) return [];
  if (node.min > 1) return [{ ...node, max: node.min }];
  return node.part.kind === "concat" ? node.part.parts : [node.part];
}

function stepsOf(parts: Parts): number {
  let steps = 0;
  let anchored = false;
  /** P(i), and the number of searches that enter Xi* in the whole text */
  let inside = 1;
  let entering = Number.POSITIVE_INFINITY;
  let loop: CodeSet | undefined;
  let between: PatternNode[] = [];
  for (const part of [...parts, undefined]) {
    const set = part?.kind === "repeat" && part.max === Number.POSITIVE_INFINITY ? setOf(part.part) : undefined;
    if (part !== undefined && part.kind === "repeat" && part.max === Number.POSITIVE_INFINITY) {
      if (set === undefined) return Number.POSITIVE_INFINITY;
      if (part.min > 0) between.push({ ...part, max: part.min });
    } else if (part !== undefined) {
      between.push(part);
      continue;
    }
    const bounded = measureRow(between);
    steps += inside * (2 + bounded.steps);
    if (set === undefined) break;
    if (loop === undefined) {
      anchored = beginsText(between[0]);
      entering = anchored ? bounded.ways : Number.POSITIVE_INFINITY;
    } else {
      const leavesOnce = bounded.min > 0 && !meet(bounded.first, loop);
      entering = leavesOnce ? entering * bounded.ways : Number.POSITIVE_INFINITY;
    }
    const pinned = between.some((one) => leaves(one, set));
    inside = Math.min(entering, pinned ? inside * (bounded.max + 1) * bounded.ways : Number.POSITIVE_INFINITY);
    loop = set;
    between = [];
  }
  return steps;
}

function setOf(node: PatternNode): CodeSet | undefined {
  return node.kind === "set" ? node.set : undefined;
}

function beginsText(node: PatternNode | undefined): boolean {
  return node?.kind === "assert" && node.assert === "begin";
}

// Whether every match holds a character outside the set.
function leaves(node: PatternNode, set: CodeSet): boolean {
  switch (node.kind) {
    case "assert":
      return false;
    case "set":
      return !meet(node.set, set);
    case "concat":
      return node.parts.some((part) => leaves(part, set));
    case "either":
      return node.parts.every((part) => leaves(part, set));
    case "repeat":
      return node.min > 0 && leaves(node.part, set);
  }
}

/** What going through a part may come to, from one place in the worst text */
interface Measure {
  readonly min: number;
  readonly max: number;
  readonly ways: number;
  readonly steps: number;
  /** With what it can begin */
  readonly first: CodeSet;
  /** Steps where the next character is none of those */
  readonly idle: number;
}

function measure(node: PatternNode): Measure {
  switch (node.kind) {
    case "assert":
      return { min: 0, max: 0, ways: 1, steps: 1, first: [], idle: 1 };
    case "set":
      return { min: 1, max: 1, ways: 1, steps: 1, first: node.set, idle: 1 };
    case "concat":
      return measureRow(node.parts);
    case "either":
      return measureBranches(node.parts.map(measure));
    case "repeat":
      return measureRounds(measure(node.part), node.min, node.max);
  }
}

function measureRow(parts: Parts): Measure {
  let [min, max, ways, steps, idle] = [0, 0, 1, 0, 0];
  let first: CodeSet = [];
  for (const one of parts.map(measure)) {
    if (min === 0) {
      first = codeSet([...first, ...one.first]);
      idle += ways * one.idle;
    }
    steps += ways * one.steps;
    ways *= one.ways;
    min += one.min;
    max += one.max;
  }
  return { min, max, ways, steps, first, idle };
}

// Of branches that begin differently, one text can only go into some.
function measureBranches(branches: readonly Measure[]): Measure {
  const first = codeSet(branches.flatMap((branch) => branch.first));
  const idle = branches.reduce((sum, branch) => sum + 1 + branch.idle, 0);
  let steps = idle;
  let ways = 1;
  if (idle > MAX_STEPS) return { min: 0, max: 0, ways, steps, first, idle };
  // A code point that begins nothing, and the first of every range: at these the sums change.
  const beginnings = branches.flatMap((branch) => branch.first.filter((_, place) => place % 2 === 0));
  for (const code of new Set([-1, ...beginnings])) {
    let here = 0;
    let through = 0;
    for (const branch of branches) {
      const enters = branch.min === 0 || hasCode(branch.first, code);
      here += 1 + (enters ? branch.steps : branch.idle);
      if (enters) through += branch.ways;
    }
    steps = Math.max(steps, here);
    ways = Math.max(ways, through);
  }
  const min = branches.reduce((least, branch) => Math.min(least, branch.min), Number.POSITIVE_INFINITY);
  const max = branches.reduce((most, branch) => Math.max(most, branch.max), 0);
  return { min, max, ways, steps, first, idle };
}

function measureRounds(one: Measure, min: number, max: number): Measure {
  let [steps, ways, reaching] = [1, min === 0 ? 1 : 0, 1];
  for (let round = 1; round <= max && steps <= MAX_STEPS; round += 1) {
    steps += reaching * (2 + one.steps);
    reaching *= one.ways;
    if (round >= min) ways += reaching;
  }
  const idle = one.min > 0 ? 3 + one.idle : steps;
  return { min: min * one.min, max: max * one.max, ways, steps, first: one.first, idle };
}
