/** `sekisho demo`: what the recommended pack makes of real requests, in a table; needs no policy and writes nothing. */
import { PACKS } from "../../rules/packs/index.ts";
import { engineOf, judgeBy } from "../deciding.ts";
import { openPolicy } from "../engine.ts";
import { nearestWord } from "../policy/nearest.ts";
import { renderCode, renderJson } from "../render.ts";
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
  about: "Decide a handful of real requests under a pack, `recommended` if none is named",
  usage: "[--pack NAME] [--json]",
  options: {
    pack: { type: "string", value: "NAME", about: `another pack: ${[...PACKS.keys()].join(", ")}` },
    json: { type: "boolean", about: "as JSON Lines: what, decision, output" },
  },
  run({ text, flag }, io) {
    const name = text("pack") ?? "recommended";
    const pack = PACKS.get(name);
    if (pack === undefined) {
      const near = nearestWord(name, PACKS.keys());
      const all = `one of ${[...PACKS.keys()].map((one) => `\`${one}\``).join(", ")}`;
      throw new UsageError(`there is no pack \`${name}\``, near === undefined ? all : `did you mean \`${near}\`?`);
    }
    const engine = engineOf(judgeBy(openPolicy([pack])));
    const decided = DEMO_REQUESTS.map(({ what, input }) => ({ what, ...engine.examine(input, { now: io.now() }) }));
    if (flag("json")) {
      for (const { what, decision, output } of decided) io.print(`${renderJson({ what, decision, output })}\n`);
      return 0;
    }
    const { bold, dim, effect } = createStyle(io);
    const rows = decided.map(({ what, decision }) => {
      const [first, ...others] = [...decision.reasons, ...decision.observed];
      const why =
        first === undefined ? "" : `${renderCode(first)}${others.length > 0 ? ` and ${others.length} more` : ""}`;
      return [what, MEANINGS[decision.effect] ?? decision.effect, why];
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
