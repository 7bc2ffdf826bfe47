/**
 * `npm run bench [NAME …]`: every figure as a ratio within one run, with the machine's load beside it.
 * Times of shared machines mean nothing alone, so each command is paired with a bare `node -e 0` of the same round.
 */
import { loadavg } from "node:os";
import { benchAudit } from "./audit.ts";
import { benchDecisions } from "./decisions.ts";
import { benchHook } from "./hook.ts";
import { benchMcp } from "./mcp.ts";
import { benchReplay } from "./replay.ts";
import { benchScripts } from "./scripts.ts";
import { benchSecrets } from "./secrets.ts";
import { benchServe } from "./serve.ts";
import { benchUrls } from "./urls.ts";

const BENCHES: Readonly<Record<string, () => Promise<void>>> = {
  audit: benchAudit,
  hook: benchHook,
  decisions: benchDecisions,
  mcp: benchMcp,
  scripts: benchScripts,
  replay: benchReplay,
  secrets: benchSecrets,
  serve: benchServe,
  urls: benchUrls,
};

const names = process.argv.slice(2);
for (const name of names) if (!Object.hasOwn(BENCHES, name)) throw new Error(`there is no bench ${name}`);
for (const [name, bench] of Object.entries(BENCHES)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(
    `\n${name}  (node ${process.version}, load ${loadavg()
      .map((load) => load.toFixed(2))
      .join(" ")})`,
  );
  await bench();
}
