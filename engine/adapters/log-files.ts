/** Names in a folder of logs, for those who write them and those who read. */

/** What the first line of a log has in place of the digest of the line before */
export const CHAIN_START: string = "0".repeat(64);

/** `YYYY-MM-DD.jsonl`, or `undated.jsonl` for decisions that were told no time */
export function isLogFile(name: string): boolean {
  return /^(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|undated)\.jsonl$/.test(name);
}

/** What is remembered of a session, also half written or its lock */
export function isMemoryFile(name: string): boolean {
  return /^session-[0-9a-f]{32}\./.test(name);
}
