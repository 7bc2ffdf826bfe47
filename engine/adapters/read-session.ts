/** Reads the file of a session whole. */
import type { SessionMemory } from "../core/session-memory.ts";
import { parseSessionText } from "../core/session-text.ts";
import type { Powers } from "./node.ts";
import { readPlainFile } from "./plain-file.ts";
import { DAMAGED, LARGEST } from "./session-file.ts";

const LOOKS = 4;
const PAUSE = 2;

/** `undefined`: there is none. Throws what the file system throws */
export function readMemory(
  { fs, decodeUtf8, sleep }: Powers,
  file: string,
): SessionMemory | typeof DAMAGED | undefined {
  for (let look = 1; ; look += 1) {
    let bytes: Uint8Array | undefined;
    try {
      bytes = readPlainFile(fs, file, LARGEST);
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === "ENOENT") return undefined;
      if (code !== "ELOOP") throw error;
    }
    // A line without its end may be one that is just being written: look again before it counts as broken off.
    const isWhole = bytes === undefined || bytes.length === 0 || bytes.at(-1) === NEWLINE;
    if (!isWhole && look < LOOKS) {
      sleep(PAUSE);
      continue;
    }
    const text = bytes && decodeUtf8(bytes);
    return text === undefined ? DAMAGED : (parseSessionText(text) ?? DAMAGED);
  }
}

const NEWLINE = 0x0a;
