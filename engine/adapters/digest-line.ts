/**
 * SHA-256 of a line of the log. Loading the platform's costs a hook some milliseconds, and our own is slow for long lines.
 */
import { sha256Hex } from "../core/sha256.ts";
import { nodeModule } from "../platform.ts";

const LONG = 32_768;

/** In hex; `bytes` without the line's end */
export function digestLine(bytes: Uint8Array): string {
  const crypto = bytes.length < LONG ? undefined : nodeModule("crypto");
  return crypto === undefined ? sha256Hex(bytes) : crypto.createHash("sha256").update(bytes).digest("hex");
}
