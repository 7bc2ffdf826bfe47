/**
 * Every case through every driver: most of what sekisho promises is held here, as data (STYLE §4).
 * Drivers must not only be right but agree: their decisions are compared byte for byte.
 */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { ENGINE_CODES } from "../engine/core/decision.ts";
import { RULES } from "../rules/index.ts";
import { chromium, chromiumWorker } from "./drivers/chromium.ts";
import { DRIVERS } from "./drivers/index.ts";
import { runtimeDrivers } from "./drivers/runtimes.ts";
import { readCaseFiles } from "./support/cases.ts";
import { runConformance } from "./support/conformance.ts";
import { saidOf } from "./support/want.ts";

const files = readCaseFiles();
const cases = files.flatMap((file) => file.cases);

/** Codes of the engine that no case can bring about, and where they are tested instead */
const NOT_IN_CASES: ReadonlyMap<string, string> = new Map([
  ["deadline", "needs a stdin that stays silent: command tests"],
  ["killed", "needs a clock: the judge in a worker, in its own test"],
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

// Named rather than left out in silence: these need programs that `npm test` does not ask for.
runConformance(cases, DRIVERS, [
  { drivers: runtimeDrivers, command: "npm run test:runtimes" },
  { drivers: [chromium, chromiumWorker], command: "npm run test:browser" },
]);
