/**
 * Every case and every attack in Chromium, through the one file as a script of a page and through the library in a worker.
 * `.ci/run` installs Debian's Chromium; without one this fails, since a runtime left out is not a passed one.
 */
import { chromium, chromiumWorker } from "../drivers/chromium.ts";
import { fuelCases } from "../support/attack-fuel.ts";
import { readAttackFiles } from "../support/attacks.ts";
import { readCaseFiles } from "../support/cases.ts";
import { runConformance } from "../support/conformance.ts";

const attacks = readAttackFiles().flatMap(({ cases }) => cases);
runConformance(
  [...readCaseFiles().flatMap(({ cases }) => cases), ...attacks, ...fuelCases(attacks)],
  [chromium, chromiumWorker],
);
