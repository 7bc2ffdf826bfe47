/**
 * `sekisho uninstall`: takes out exactly what `init` put in. What a person wrote since stays, and is named.
 */
import { isCompiledText } from "../policy/compiled.ts";
import { escapeText } from "../policy/source-characters.ts";
import type { Command } from "./command.ts";
import { isLink, textOf } from "./files.ts";
import { applyChanges, type Change, IGNORE_ALL, isProgram, isStarter, type Place, placeOf, warnOf } from "./install.ts";
import { planServers } from "./install-server.ts";
import type { Io } from "./io.ts";
import { removeHooks, SettingsError } from "./settings.ts";
import type { Edited } from "./settings-edit.ts";

export const uninstall: Command = {
  name: "uninstall",
  about: "Take out what `init` put in",
  usage: "[--user] [--dry-run]",
  options: {
    user: { type: "boolean", about: "from the home folder; else from this project" },
    "dry-run": { type: "boolean", about: "show what would change, change nothing" },
  },
  operands: { most: 0, help: "run it in the folder of the project" },
  run({ flag }, io) {
    const place = placeOf(flag("user"), io);
    const settings = planSettings(place, io);
    const servers = planServers(place, io);
    if (settings === undefined || servers === undefined) {
      io.warn("nothing was changed\n");
      return 1;
    }
    // The settings first, so that no hook points at something that is gone.
    const changes = [settings, ...servers, ...planFiles(place, [settings, ...servers], io)].filter(
      ({ before, after }) => before !== after,
    );
    applyChanges(changes, flag("dry-run"), io);
    if (changes.length === 0) io.print("there is nothing to take out\n");
    else if (flag("dry-run")) io.print("nothing was changed\n");
    else removeEmptyFolders(place, io);
    return 0;
  },
};

// `undefined`: something is in the way, and was said.
function planSettings({ settings: file }: Place, io: Io): Change | undefined {
  const before = textOf(io, file);
  try {
    const edits: Edited[] = [];
    if (before === undefined) return { file, before, after: undefined };
    const after = removeHooks(before, (edited) => void edits.push(edited));
    // Of a link only what it leads to is changed: taken away alone, it would leave the hooks there, without their program.
    return { file, before, after: after ?? (isLink(io, file) ? NOTHING_LEFT : undefined), edits };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    warnOf(`${file}:${error.line}:${error.column}`, error.message, io);
    return undefined;
  }
}

const NOTHING_LEFT = "{}\n";

function planFiles(place: Place, left: readonly Change[], io: Io): readonly Change[] {
  const changes: Change[] = [];
  const keep = (file: string, why: string): void => io.print(`keep   ${escapeText(file)}: ${why}\n`);
  const remove = (file: string, before: string): void => {
    if (isLink(io, file)) keep(file, "it is a link, which is yours");
    else changes.push({ file, before, after: undefined });
  };

  const program = textOf(io, place.program);
  if (program !== undefined && isProgram(program)) {
    // A hook that names a file that is gone fails, and so refuses or lets through: neither was asked for.
    const texts = [...left.map(({ after }) => after), textOf(io, place.localSettings)];
    if (texts.some((text) => text !== undefined && NAMES_US.test(text)))
      keep(place.program, "a hook that you wrote still runs it");
    else remove(place.program, program);
  }
  const policy = textOf(io, place.policy);
  const compiled = textOf(io, place.compiled);
  // Alone it is somebody's policy, compiled to stand alone; beside one it is made of that.
  if (compiled !== undefined && policy !== undefined && isCompiledText(compiled)) remove(place.compiled, compiled);
  else if (compiled !== undefined) keep(place.compiled, "it is yours");
  if (policy !== undefined && isStarter(policy)) remove(place.policy, policy);
  else if (policy !== undefined) keep(place.policy, "it is yours");
  const ignore = textOf(io, place.ignore);
  if (ignore === IGNORE_ALL && isAlone(place.ignore, io)) remove(place.ignore, ignore);
  else if (ignore !== undefined) keep(io.path.dirname(place.ignore), "the record of what was decided is yours");
  return changes;
}

const NAMES_US = /\.claude(?:\/|\\\\)sekisho\.cjs/;

function isAlone(file: string, { fs, path }: Io): boolean {
  try {
    return fs.readdirSync(path.dirname(file)).length === 1;
  } catch {
    return false;
  }
}

function removeEmptyFolders({ folder, ignore }: Place, { fs, path }: Io): void {
  for (const one of [path.dirname(ignore), folder]) {
    try {
      fs.rmdirSync(one);
    } catch {} // something of somebody's is in it, or it is a link
  }
}
