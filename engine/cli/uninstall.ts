/**
 * `sekisho uninstall`: takes out exactly what `init` put in. What a person wrote since stays, and is named.
 */
import { isCompiledText } from "../policy/compiled.ts";
import { type Command, UsageError } from "./command.ts";
import { writeFileWhole } from "./files.ts";
import { type Change, isProgram, type Place, placeOf, renderChange, STARTER_POLICY, textOf } from "./install.ts";
import type { Io } from "./io.ts";
import { removeHooks, SettingsError } from "./settings.ts";

export const uninstall: Command = {
  name: "uninstall",
  about: "Take out what `init` put in",
  usage: "[--user] [--dry-run]",
  options: {
    user: { type: "boolean", about: "from the home folder; else from this project" },
    "dry-run": { type: "boolean", about: "show what would change, change nothing" },
  },
  run({ flag, positionals }, io) {
    if (positionals.length > 0) throw new UsageError("`sekisho uninstall` takes no arguments");
    const place = placeOf(flag("user"), io);
    const changes = planUninstall(place, io);
    if (changes === undefined) return 1;
    for (const change of changes) {
      if (!flag("dry-run")) apply(change, io);
      io.print(renderChange(change));
    }
    if (changes.length === 0) io.print("there is nothing to take out\n");
    else if (flag("dry-run")) io.print("nothing was changed\n");
    return 0;
  },
};

// The settings first, so that no hook points at something that is gone.
function planUninstall(place: Place, io: Io): readonly Change[] | undefined {
  const settings = textOf(io, place.settings);
  let edited = settings;
  try {
    if (settings !== undefined) edited = removeHooks(settings);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    io.warn(`${place.settings}:${error.line}:${error.column}: ${error.message}; nothing was changed\n`);
    return undefined;
  }
  const changes: Change[] = [];
  // A file that holds nothing is what `init` began with where there was none.
  if (edited !== settings)
    changes.push({ file: place.settings, before: settings, after: edited?.trim() === "{}" ? undefined : edited });
  const program = textOf(io, place.program);
  if (program !== undefined && isProgram(program))
    changes.push({ file: place.program, before: program, after: undefined });
  const compiled = textOf(io, place.compiled);
  if (compiled !== undefined && isCompiledText(compiled))
    changes.push({ file: place.compiled, before: compiled, after: undefined });
  const policy = textOf(io, place.policy);
  if (policy === STARTER_POLICY) changes.push({ file: place.policy, before: policy, after: undefined });
  else if (policy !== undefined) io.print(`keep   ${place.policy}: it is yours\n`);
  return changes;
}

function apply({ file, after }: Change, io: Io): void {
  if (after === undefined) io.fs.rmSync(file, { force: true });
  else writeFileWhole(io, file, after);
}
