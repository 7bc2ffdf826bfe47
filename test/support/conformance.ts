/**
 * The one loop of conformance: cases × drivers, and the closing table.
 * Drivers must not only be right but agree: what each says is compared byte for byte with the source's own.
 */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import type { DecisionRecord } from "../../engine/core/record.ts";
import { core } from "../drivers/core.ts";
import type { Driver, Outcome } from "../drivers/driver.ts";
import type { Case } from "./cases.ts";
import { check } from "./want.ts";

/** Drivers that are run by another command */
export interface Elsewhere {
  readonly drivers: readonly Driver[];
  readonly command: string;
}

export function runConformance(
  cases: readonly Case[],
  drivers: readonly Driver[],
  elsewhere: readonly Elsewhere[] = [],
): void {
  const rows = new Map<string, Row>();
  const reference = createReference();
  for (const driver of drivers) {
    const row: Row = { passed: 0, failed: 0, expected: [], leftOut: new Map() };
    rows.set(driver.name, row);
    suite(driver.name, { concurrency: driver.name === "command" ? 2 : 1 }, () =>
      runDriver(cases, driver, row, reference),
    );
  }
  after(() => console.log(renderRows(rows, elsewhere)));
}

interface Row {
  passed: number;
  failed: number;
  readonly expected: string[];
  readonly leftOut: Map<string, number>;
}

/** What the source says of a case; `undefined`: it can't be asked */
type Reference = (one: Case) => Promise<Outcome> | undefined;

function createReference(): Reference {
  const outcomes = new Map<Case, Promise<Outcome>>();
  return (one) => {
    if (core.leavesOut(one) !== undefined) return undefined;
    const known = outcomes.get(one) ?? core.decide(one);
    outcomes.set(one, known);
    return known;
  };
}

function runDriver(cases: readonly Case[], driver: Driver, row: Row, reference: Reference): void {
  before(driver.start);
  after(driver.stop);
  for (const one of cases) {
    const why = driver.leavesOut(one);
    if (why === undefined) test(`${one.suite}: ${one.id}`, () => runCase(driver, row, one, reference));
    else row.leftOut.set(why, (row.leftOut.get(why) ?? 0) + 1);
  }
  test("what is expected to fail is among the cases", () => {
    const keys = new Set(cases.map(({ suite: name, id }) => `${name}/${id}`));
    assert.deepEqual(
      [...driver.expected.keys()].filter((key) => !keys.has(key)),
      [],
    );
  });
}

async function runCase(driver: Driver, row: Row, one: Case, reference: Reference): Promise<void> {
  const key = `${one.suite}/${one.id}`;
  const reason = driver.expected.get(key);
  try {
    const known = reference(one);
    const outcome = driver === core && known !== undefined ? await known : await driver.decide(one);
    check(outcome, one.want);
    if (driver !== core && known !== undefined) agree(outcome, await known);
  } catch (error) {
    if (reason === undefined) {
      row.failed += 1;
      throw error;
    }
    row.expected.push(`${key}: ${reason}`);
    return;
  }
  row.passed += 1;
  assert.equal(reason, undefined, `${key} was expected to fail (${reason}), and does not`);
}

function agree(outcome: Outcome, source: Outcome): void {
  assert.equal(JSON.stringify(outcome.decision), JSON.stringify(source.decision), "not the bytes of the core driver");
  assert.equal(JSON.stringify(comparable(outcome.record)), JSON.stringify(comparable(source.record)));
  assert.equal(outcome.stdout, source.stdout);
  assert.equal(outcome.exit, source.exit);
}

// A built file knows its version, a process its clock and how it was asked, and a log which line came before.
function comparable(record: DecisionRecord | undefined): Partial<DecisionRecord> | undefined {
  if (record === undefined) return undefined;
  const { engine: _, now: __, id: ___, via: ____, duration: _____, ...others } = record;
  const { prev: ______, ...rest } = others as typeof others & { readonly prev?: string };
  return rest;
}

function renderRows(rows: ReadonlyMap<string, Row>, elsewhere: readonly Elsewhere[]): string {
  const lines = [`\n${"driver".padEnd(WIDTH)} passed  failed  expected failures`];
  for (const [name, { passed, failed, expected, leftOut }] of rows) {
    const counts = [String(passed).padStart(6), String(failed).padStart(6), String(expected.length).padStart(17)];
    lines.push(`${name.padEnd(WIDTH)} ${counts.join("  ")}`);
    const below = "".padEnd(WIDTH + 1);
    for (const line of expected) lines.push(`${below}expected: ${line}`);
    for (const [why, count] of leftOut) lines.push(`${below}left out: ${count}, ${why}`);
  }
  for (const { drivers, command } of elsewhere)
    lines.push(`not run here, but by \`${command}\`: ${drivers.map(({ name }) => name).join(", ")}`);
  return lines.join("\n");
}

const WIDTH = 16;
