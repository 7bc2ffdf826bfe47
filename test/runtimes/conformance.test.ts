/**
 * Every case and every attack in every runtime, through the one file: the same bytes as from the source.
 * `npm run test:runtimes` installs the runtimes; one that is missing does not start, and so fails.
 */
import { runtimeDrivers } from "../drivers/runtimes.ts";
import { fuelCases } from "../support/attack-fuel.ts";
import { readAttackFiles } from "../support/attacks.ts";
import { readCaseFiles } from "../support/cases.ts";
import { runConformance } from "../support/conformance.ts";

const attacks = readAttackFiles().flatMap(({ cases }) => cases);
runConformance([...readCaseFiles().flatMap(({ cases }) => cases), ...attacks, ...fuelCases(attacks)], runtimeDrivers);
