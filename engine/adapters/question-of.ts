/** The question that an input holds that was kept. */
import type { Candidate } from "../core/rule.ts";
import type { Reading } from "./wire.ts";

/** `undefined`: it holds none */
export function questionOf(reading: Reading): Candidate | undefined {
  return reading.kind === "request" && reading.request.event === "Elicitation" ? reading.request : undefined;
}
