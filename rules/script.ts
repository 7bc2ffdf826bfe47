import { count, data, flag, text, words } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { askScript, UNNAMED } from "../engine/core/script.ts";

/**
 * What no built-in rule knows, a team says in JavaScript; nobody has to trust it.
 *
 * A script is one plain text that calls `rule({ about, codes, decide })` once. It runs in a sandbox without clock, chance,
 * network or files, within budgets that are counted in steps and never in time, and every call starts from the same memory.
 * It may say only what `may` grants. What it answers is judged like any answer; if it fails, runs out or says anything else,
 * that counts as `engine/failed`, which refuses. docs/team-rules.md tells how to write one.
 *
 * Spec: MCP leaves to the client which requests a person is shown; DESIGN §8.
 * False positives: a script that fails refuses what it was asked about; `sekisho check` runs each on sample requests.
 */
export const script: Rule = defineRule({
  id: "script",
  about: "Says what a team's own script says, as far as `may` grants it",
  events: ["Elicitation", "ElicitationResult"],
  effects: ["accept", "ask", "cancel", "decline"],
  memory: ["asked", "candidates"],
  options: {
    from: text("the script: a path relative to this policy file"),
    source: text("the script itself, in place of `from`"),
    outside: flag(false, "let `from` lead out of the policy's folder"),
    may: words(["accept", "ask", "cancel", "decline"], ["decline", "cancel"], "what the script is trusted to say"),
    options: data("handed to the script as it stands"),
    "may-raise": flag(false, "let an edit send what a person declined or cancelled"),
    fuel: count(
      4_000_000,
      "steps that loading and each call may take; some 400 times what a plain rule needs",
      1000,
      2_000_000_000,
    ),
    memory: count(16, "MiB of memory, of which the engine takes six", 8, 256),
    stack: count(32, "KiB of stack for a call; more is no safer and nests deeper", 16, 48),
    output: count(65_536, "characters that may come back", 64, 1_048_576),
    size: count(65_536, "characters of script text", 64, 1_048_576),
  },
  codes: {
    [UNNAMED.accept]: "a script answers",
    [UNNAMED.edit]: "a script changes the answer",
  },
  asksAsAnswer: true,
  grants: ({ may }) => ({
    events: may.every((effect) => effect === "ask") ? ["Elicitation"] : ["Elicitation", "ElicitationResult"],
    effects: may,
  }),
  check: ({ from, source, may }) => [
    ...(from === undefined && source === undefined
      ? [{ option: "from", message: "rule `script` has no script", help: "state `from`, or `source`" }]
      : []),
    ...(from !== undefined && source !== undefined
      ? [{ option: "source", message: "`from` and `source` both give the script", help: "take one of them out" }]
      : []),
    ...(may.length === 0
      ? [{ option: "may", message: "a script that may say nothing changes nothing", help: "name what it may say" }]
      : []),
  ],
  decide({ request, context, powers, own, protocol, options }) {
    const { source, may, options: handed, fuel, memory, stack, output } = options;
    if (source === undefined) throw new Error("the script's text was not handed in");
    const opened = powers.scripts.open(source, { fuel, memory, stack, output });
    return askScript(opened, source, { request, context, powers, own, protocol }, may, handed);
  },
});
