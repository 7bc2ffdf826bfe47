/**
 * How a canary is known: a call by which `sekisho doctor` finds out whether a hook is alive.
 * It is decided as any other call, so that it proves something; it is only kept out of log, memory and metrics, where a
 * question that nobody asked would be wrong.
 */
import type { Reading } from "./wire.ts";

/**
 * The session of every canary. The client fills in `session_id` by itself, a UUID, and no MCP server has a say in it
 * (client-observed A1, D2), so a server can't keep its questions off the record by it. Whoever can call a hook directly
 * can, and learns a decision that reaches nobody.
 */
export const CANARY_SESSION = "sekisho-doctor-canary";

/** Whether an input, or the session that it names, is a canary. For bookkeeping alone: nothing may be decided by it */
export function isCanary(of: Reading | string | undefined): boolean {
  if (typeof of !== "object") return of === CANARY_SESSION;
  return "session" in of && of.session === CANARY_SESSION;
}
