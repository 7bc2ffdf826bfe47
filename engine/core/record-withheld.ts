/**
 * What is needed of a request in which something may have to be withheld: to record it, to keep it, to name its server.
 * Apart, since most questions hold nothing of the kind, and a hook pays for what it loads.
 */
export { keepWithheld } from "./keep-withheld.ts";
export { memoryKey } from "./memory-key.ts";
export { recordDecision } from "./record-decision.ts";
