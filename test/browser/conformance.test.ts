/**
 * Every case in Chromium, through the one file as a script of a page and through the library in a worker.
 * `.ci/run` installs Debian's Chromium; without one this fails, since a runtime left out is not a passed one.
 */
import { chromium, chromiumWorker } from "../drivers/chromium.ts";
import { readCaseFiles } from "../support/cases.ts";
import { runConformance } from "../support/conformance.ts";

runConformance(
  readCaseFiles().flatMap(({ cases }) => cases),
  [chromium, chromiumWorker],
);
