/** `sekisho demo`: what the recommended pack makes of real requests, in a table; needs no policy and writes nothing. */
import { PACKS } from "../../rules/packs/index.ts";
import { engineOf, judgeBy } from "../deciding.ts";
import { openPolicy } from "../engine.ts";
import { renderReason } from "../render.ts";
import { type Command, UsageError } from "./command.ts";
import { DEMO_REQUESTS } from "./demo-requests.ts";
import { createStyle, renderTable } from "./style.ts";

const MEANINGS: Readonly<Record<string, string>> = {
  accept: "accept",
  ask: "ask the person",
  cancel: "cancel",
  decline: "decline",
  pass: "send it",
};

export const demo: Command = {
  name: "demo",
  about: "Decide a handful of real requests under the recommended pack",
  usage: "[--pack NAME] [--json]",
  options: {
    pack: { type: "string", value: "NAME", about: `another pack: ${[...PACKS.keys()].join(", ")}` },
    json: { type: "boolean", about: "as JSON Lines: what, decision, output" },
  },
  run({ text, flag, positionals }, io) {
    if (positionals.length > 0) throw new UsageError("`sekisho demo` takes no arguments");
    const name = text("pack") ?? "recommended";
    const pack = PACKS.get(name);
    if (pack === undefined)
      throw new UsageError(
        `there is no pack \`${name}\``,
        `one of ${[...PACKS.keys()].map((one) => `\`${one}\``).join(", ")}`,
      );
    const engine = engineOf(judgeBy(openPolicy([pack])));
    const decided = DEMO_REQUESTS.map(({ what, input }) => ({ what, ...engine.examine(input, { now: io.now() }) }));
    if (flag("json")) {
      for (const { what, decision, output } of decided) io.print(`${JSON.stringify({ what, decision, output })}\n`);
      return 0;
    }
    const { bold, dim, effect } = createStyle(io);
    const rows = decided.map(({ what, decision }) => {
      const seen = [...decision.reasons, ...decision.observed].map(renderReason);
      return [what, MEANINGS[decision.effect] ?? decision.effect, seen.join("; ")];
    });
    const paint = (cell: string, column: number): string =>
      [cell, paintMeaning(cell, effect), dim(cell)][column] ?? cell;
    io.print(`${bold(`What the pack \`${name}\` makes of what servers ask`)}\n\n${renderTable(rows, paint)}`);
    io.print(`\n${dim("`sekisho init` wires it into Claude Code; `sekisho explain` shows one decision whole")}\n`);
    return 0;
  },
};

function paintMeaning(cell: string, effect: (name: string) => string): string {
  const name = Object.entries(MEANINGS).find(([, meaning]) => meaning === cell)?.[0] ?? "";
  return effect(name).replace(name, cell);
}
