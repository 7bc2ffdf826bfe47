/**
 * Every case in every runtime, through the one file: the same bytes as from the source.
 * `npm run test:runtimes` installs the runtimes; one that is missing does not start, and so fails.
 */
import { runtimeDrivers } from "../drivers/runtimes.ts";
import { readCaseFiles } from "../support/cases.ts";
import { runConformance } from "../support/conformance.ts";

runConformance(
  readCaseFiles().flatMap(({ cases }) => cases),
  runtimeDrivers,
);
