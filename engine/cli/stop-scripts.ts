/** In a process that stays, scripts run where they can be stopped from outside (script-guard.ts). */
import { guardScripts } from "../bind.ts";
import { nodeProcess } from "../platform.ts";
import { createGuardedSandbox } from "../script-guard.ts";
import type { Io } from "./io.ts";

/**
 * Before the first script is met. A script is ended by its fuel long before `most`, in milliseconds a call: this is the last
 * net (DESIGN §8)
 */
export function stopScripts(most: number, { fs }: Io): void {
  guardScripts(() => {
    try {
      return createGuardedSandbox({ file: fs.realpathSync(nodeProcess()?.argv[1] ?? ""), most });
    } catch {
      return undefined; // not started from a file
    }
  });
}
