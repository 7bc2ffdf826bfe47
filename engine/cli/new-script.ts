/**
 * `sekisho new-script`: a team script to begin with, its types beside it, and the entry that a policy needs for it.
 * It says nothing until a fact is given, so that a policy that already names it changes no decision.
 */
import { escapeText } from "../policy/source-characters.ts";
import { type Command, UsageError } from "./command.ts";
import { textOf, writeFileWhole } from "./files.ts";
import { SCRIPT_TYPES } from "./script-types.ts";
import { TYPES_FILE } from "./types.ts";

export const newScript: Command = {
  name: "new-script",
  about: "Write a team script to begin with",
  usage: "NAME [--in FOLDER]",
  options: {
    in: { type: "string", value: "FOLDER", about: "where to; left out: `team` beside the project's policy, or here" },
  },
  operands: { most: 1, help: "name one script: `sekisho new-script release-window`" },
  run({ operands: [name], text }, io) {
    if (name === undefined) throw new UsageError("no name is given", "write `sekisho new-script release-window`");
    if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name))
      throw new UsageError(`\`${name}\` is no name for a script`, "words in small letters: `release-window`");
    const beside = textOf(io, ".claude/sekisho.yaml") === undefined ? "team" : ".claude/team";
    const folder = text("in") ?? beside;
    const file = `${folder}/${name}.js`;
    if (textOf(io, file) !== undefined)
      throw new UsageError(`\`${file}\` is there already`, "choose another name, or take it away first");
    writeFileWhole(io, file, scriptOf(name));
    io.print(`wrote ${escapeText(file)}\n`);
    const typesFile = `${folder}/${TYPES_FILE}`;
    if (textOf(io, typesFile) !== SCRIPT_TYPES) {
      writeFileWhole(io, typesFile, SCRIPT_TYPES);
      io.print(`wrote ${escapeText(typesFile)}\n`);
    }
    const from = text("in") === undefined ? `team/${name}.js` : file;
    io.print(`\nin the policy, with the path as it is from there:\n\n${entryOf(name, escapeText(from))}`);
    io.print("\n`sekisho check` tries it on sample requests; docs/team-rules.md tells the rest\n");
    return 0;
  },
};

function scriptOf(name: string): string {
  return `// @ts-check
/// <reference path="./${TYPES_FILE}" />

rule({
  about: "Declines questions while the fact ${name} is closed",
  codes: {
    "not-now": "this may not be asked now",
  },
  decide({ request, context, decline }) {
    // To say nothing is to abstain: then the other rules decide.
    if (request.event !== "Elicitation" || context.facts["${name}"] !== "closed") return undefined;
    return decline("not-now");
  },
});
`;
}

function entryOf(name: string, from: string): string {
  return `  - use: script
    name: ${name}
    from: ${from}
    may: [decline]
`;
}
