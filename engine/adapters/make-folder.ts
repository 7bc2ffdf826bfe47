/**
 * Makes a folder and those above it. Node's own `recursive` never ends where a folder can't be made but is not refused
 * either, as below /proc (Node 20.20: `mkdirSync("/proc/x", { recursive: true })`), and a hook that hangs decides nothing.
 */
import type { Files } from "./node.ts";

/** Throws what the file system throws; a folder that is there already, or was made meanwhile, is fine */
export function makeFolder(fs: Pick<Files, "mkdirSync" | "statSync">, folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let path = folder; path !== ""; path = parentOf(path)) {
    if (fs.statSync(path, { throwIfNoEntry: false }) !== undefined) break;
    missing.unshift(path);
  }
  for (const path of missing) {
    try {
      fs.mkdirSync(path, mode === undefined ? {} : { mode });
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EEXIST") throw error;
    }
  }
}

// Shorter at each step, down to nothing.
function parentOf(path: string): string {
  const bare = path.replace(/[/\\]+$/, "");
  return bare.slice(0, Math.max(bare.lastIndexOf("/"), bare.lastIndexOf("\\"), 0));
}
