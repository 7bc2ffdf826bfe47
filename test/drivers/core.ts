/** The source, as it stands. */
import { createEngine, PolicyError, refusingEngine } from "../../engine/index.ts";
import { type Driver, decideBy, type Library, leavesOutBytes, libraryCase } from "./driver.ts";

export const core: Driver = {
  name: "core",
  start: async () => {},
  decide: (one) =>
    decideBy({ createEngine, PolicyError, refusingEngine } as unknown as Library, "value", libraryCase(one)),
  stop: async () => {},
  leavesOut: leavesOutBytes,
  expected: new Map(),
};
