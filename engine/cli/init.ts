/**
 * `sekisho init`: copies the one file, writes a policy, compiles it, and puts the hook entries into the client's settings.
 * The settings come last, so that no hook ever points at something that is not there yet.
 */
import { compileBeside } from "./check.ts";
import { type Command, UsageError } from "./command.ts";
import { writeFileWhole } from "./files.ts";
import {
  type Change,
  compareVersions,
  isProgram,
  ownProgram,
  type Place,
  placeOf,
  renderChange,
  STARTER_POLICY,
  textOf,
  versionOf,
} from "./install.ts";
import type { Io } from "./io.ts";
import { addHooks, SettingsError } from "./settings.ts";

export const init: Command = {
  name: "init",
  about: "Wire sekisho into Claude Code: copy it, write a policy, add the hooks",
  usage: "[--user] [--dry-run]",
  options: {
    user: { type: "boolean", about: "for all of your projects, in the home folder; else for this project" },
    "dry-run": { type: "boolean", about: "show what would change, change nothing" },
  },
  run({ flag, positionals }, io) {
    if (positionals.length > 0)
      throw new UsageError("`sekisho init` takes no arguments", "run it in the folder of the project");
    const place = placeOf(flag("user"), io);
    const changes = planInit(place, ownProgram(io), io);
    if (changes === undefined) return 1;
    for (const change of changes) {
      if (!flag("dry-run") && change.after !== undefined) writeFileWhole(io, change.file, change.after, change.mode);
      io.print(renderChange(change));
    }
    if (changes.length === 0) io.print("everything is in place already\n");
    else if (flag("dry-run")) io.print("nothing was changed\n");
    else io.print("needs Claude Code 2.1.295 or later, for `onFailure`; restart a session that is running\n");
    return 0;
  },
};

/** What is to be written; `undefined`: something is in the way, and was said */
function planInit(place: Place, program: string, io: Io): readonly Change[] | undefined {
  const settings = textOf(io, place.settings);
  let edited: string;
  try {
    edited = addHooks(settings ?? "", place.named);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    io.warn(`${place.settings}:${error.line}:${error.column}: ${error.message}; nothing was changed\n`);
    return undefined;
  }
  const copied = textOf(io, place.program);
  if (copied !== undefined && !isProgram(copied)) {
    io.warn(`${place.program} is something else; nothing was changed\n`);
    return undefined;
  }
  const policy = textOf(io, place.policy);
  const source = { file: place.policy, text: policy ?? STARTER_POLICY, role: place.role };
  const compiled = compileBeside(source, place.compiled, io);
  if (compiled === undefined) {
    io.warn(`${place.policy} does not load: \`sekisho check ${place.policy}\` shows why; nothing was changed\n`);
    return undefined;
  }
  const changes: readonly Change[] = [
    { file: place.program, before: copied, after: newer(copied, program, io), mode: 0o755 },
    { file: place.policy, before: policy, after: policy ?? STARTER_POLICY },
    { file: place.compiled, before: textOf(io, place.compiled), after: `${JSON.stringify(compiled)}\n` },
    { file: place.settings, before: settings, after: edited },
  ];
  return changes.filter(({ before, after }) => before !== after);
}

// An older program must not take the place of a newer one, whose policy it may not know how to read.
function newer(copied: string | undefined, program: string, io: Io): string {
  const [there, own] = [versionOf(copied ?? ""), versionOf(program)];
  if (copied === undefined || there === undefined || own === undefined || compareVersions(there, own) <= 0)
    return program;
  io.warn(`the copy is version ${there} and stays: this is version ${own}\n`);
  return copied;
}
