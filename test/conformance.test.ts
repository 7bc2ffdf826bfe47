/**
 * Every case through every driver: most of what sekisho promises is held here, as data (STYLE §4).
 * Drivers must not only be right but agree: their decisions are compared byte for byte.
 */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { ENGINE_CODES } from "../engine/core/decision.ts";
import type { DecisionRecord } from "../engine/core/record.ts";
import { RULES } from "../rules/index.ts";
import type { Driver, Outcome } from "./drivers/driver.ts";
import { DRIVERS } from "./drivers/index.ts";
import { type Case, readCaseFiles } from "./support/cases.ts";
import { check, saidOf } from "./support/want.ts";

const files = readCaseFiles();
const cases = files.flatMap((file) => file.cases);

/** Codes of the engine that no case can bring about, and where they are tested instead */
const NOT_IN_CASES: ReadonlyMap<string, string> = new Map([
  ["deadline", "needs a stdin that stays silent: command tests"],
  ["failed", "no rule of ours fails: properties.test.ts and anomalies.test.ts use rules that do"],
  ["killed", "needs a script, which this release has not"],
  ["no-audit", "needs a log that can't be written: checkpoint.test.ts"],
]);

suite("case files", () => {
  for (const { path, problems } of files) {
    test(path, () => assert.deepEqual(problems, []));
  }

  test("every rule has a case file, and every case file under rules/ a rule", () => {
    const named = files.filter(({ path }) => path.startsWith("rules/")).map(({ path }) => path.slice("rules/".length));
    assert.deepEqual(named, RULES.map(({ id }) => id).toSorted());
  });

  test("no two files have one name", () => {
    const names = files.map(({ suite: name }) => name);
    assert.deepEqual(
      names.filter((name, at) => names.indexOf(name) !== at),
      [],
    );
  });

  const said = new Set(cases.flatMap(({ want }) => saidOf(want)).map(withoutName));
  for (const { id, codes } of RULES) {
    test(`every code of ${id} occurs in a case`, () => {
      assert.deepEqual(
        Object.keys(codes).filter((code) => !said.has(`${id}/${code}`)),
        [],
      );
    });
  }

  test("every code of the engine occurs in a case, or is listed with a reason", () => {
    const missing = Object.keys(ENGINE_CODES).filter((code) => !said.has(`engine/${code}`));
    assert.deepEqual(missing, [...NOT_IN_CASES.keys()]);
  });
});

// `match:production-deploys/matched` is the rule match with a name.
function withoutName(said: string): string {
  return said.replace(/:[^/]*\//, "/");
}

interface Row {
  passed: number;
  failed: number;
  readonly expected: string[];
  readonly leftOut: Map<string, number>;
}

const table = new Map<string, Row>(
  DRIVERS.map(({ name }) => [name, { passed: 0, failed: 0, expected: [], leftOut: new Map() }]),
);
const [reference] = DRIVERS;
const outcomes = new Map<Case, Promise<Outcome>>();

function outcomeOf(one: Case): Promise<Outcome> {
  const known = outcomes.get(one) ?? reference.decide(one);
  outcomes.set(one, known);
  return known;
}

for (const driver of DRIVERS) {
  suite(driver.name, { concurrency: driver.name === "command" ? 2 : 1 }, () => {
    const row = table.get(driver.name) as Row;
    before(driver.start);
    after(driver.stop);
    for (const one of cases) {
      const why = driver.leavesOut(one);
      if (why === undefined) test(`${one.suite}: ${one.id}`, () => runCase(driver, row, one));
      else row.leftOut.set(why, (row.leftOut.get(why) ?? 0) + 1);
    }
    test("what is expected to fail is among the cases", () => {
      const keys = new Set(cases.map(({ suite: name, id }) => `${name}/${id}`));
      assert.deepEqual(
        [...driver.expected.keys()].filter((key) => !keys.has(key)),
        [],
      );
    });
  });
}

async function runCase(driver: Driver, row: Row, one: Case): Promise<void> {
  const key = `${one.suite}/${one.id}`;
  const reason = driver.expected.get(key);
  try {
    const outcome = driver === reference ? await outcomeOf(one) : await driver.decide(one);
    check(outcome, one.want);
    if (driver !== reference && reference.leavesOut(one) === undefined) agree(outcome, await outcomeOf(one));
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

function agree(outcome: Outcome, core: Outcome): void {
  assert.equal(JSON.stringify(outcome.decision), JSON.stringify(core.decision), "not the bytes of the core driver");
  assert.equal(JSON.stringify(comparable(outcome.record)), JSON.stringify(comparable(core.record)));
  assert.equal(outcome.stdout, core.stdout);
  assert.equal(outcome.exit, core.exit);
}

// A built file knows its version, and a process its clock.
function comparable(record: DecisionRecord | undefined): Partial<DecisionRecord> | undefined {
  if (record === undefined) return undefined;
  const { engine: _, now: __, ...rest } = record;
  return rest;
}

after(() => {
  console.log(`\n${"driver".padEnd(12)} passed  failed  expected failures`);
  for (const [name, { passed, failed, expected, leftOut }] of table) {
    console.log(
      `${name.padEnd(12)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${String(expected.length).padStart(17)}`,
    );
    for (const line of expected) console.log(`${"".padEnd(13)}expected: ${line}`);
    for (const [why, count] of leftOut) console.log(`${"".padEnd(13)}left out: ${count}, ${why}`);
  }
});
