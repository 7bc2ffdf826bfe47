/**
 * `sekisho types`: the types of team scripts, for editors and for `// @ts-check`.
 */
import { escapeText } from "../policy/source-characters.ts";
import type { Command } from "./command.ts";
import { writeFileWhole } from "./files.ts";
import { SCRIPT_TYPES } from "./script-types.ts";

export const TYPES_FILE = "sekisho.d.ts";

export const types: Command = {
  name: "types",
  about: "Write the types of team scripts, for editors",
  usage: "[FILE | -]",
  options: {},
  operands: { most: 1, help: "name one file, or `-` for stdout" },
  run({ operands: [file = TYPES_FILE] }, io) {
    if (file === "-") {
      io.print(SCRIPT_TYPES);
      return 0;
    }
    writeFileWhole(io, file, SCRIPT_TYPES);
    io.print(`wrote ${escapeText(file)}; a script names it in its first lines:\n`);
    io.print(`  // @ts-check\n  /// <reference path="./${escapeText(io.path.basename(file))}" />\n`);
    return 0;
  },
};
