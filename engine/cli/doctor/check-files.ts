/**
 * Copies of the one file: a hook that starts another version than this one decides by other code than was examined.
 */
import { isProgram, versionOf } from "../install.ts";
import type { Io } from "../io.ts";
import { programOf } from "./check-command.ts";
import type { Report, Spot } from "./findings.ts";
import type { Hook } from "./hooks.ts";
import type { Identity } from "./identify.ts";
import { readText } from "./settings-files.ts";
import type { Started } from "./started.ts";

interface Patient {
  readonly hook: Hook;
  readonly identity: Identity;
}

/** Reports on the files that hooks and servers start, and on copies in their usual places; each once for each hook */
export function checkPrograms(patients: readonly Patient[], project: string, report: Report, io: Io): void {
  const own = io.program === undefined ? undefined : textOf(io.program, io);
  if (own === undefined || !isProgram(own)) return; // started from its sources: there is nothing to compare with
  const named = new Set<string>();
  for (const { hook, identity } of patients) {
    for (const [file, shown] of filesIn(identity.started ?? identity.serverStarts, io)) {
      named.add(io.path.resolve(file));
      compare(file, shown, own, hook, hook.note, io);
    }
  }
  for (const folder of new Set([project, io.home])) {
    const copy = io.path.join(folder, ".claude", "sekisho.cjs");
    if (folder !== "" && !named.has(copy)) compare(copy, copy, own, { file: copy, line: 1, column: 1 }, report, io);
  }
}

function filesIn(started: Started | undefined, io: Io): readonly (readonly [file: string, shown: string])[] {
  return (started?.parts ?? []).flatMap((part) => {
    const file = part.sekisho === undefined ? undefined : programOf(part, io);
    return file === undefined ? [] : [[file, (part.script ?? part.program).written] as const];
  });
}

function compare(file: string, name: string, own: string, at: Spot, note: Report, io: Io): void {
  const text = textOf(file, io);
  if (text === undefined || text === own || !isProgram(text)) return;
  const [theirs, ours] = [versionOf(text) ?? "", versionOf(own) ?? ""];
  if (theirs === ours) note("build-differs", at, { name });
  else note("version-differs", at, { name, theirs, ours });
}

function textOf(file: string, io: Io): string | undefined {
  const read = readText(file, io);
  return read !== undefined && "text" in read ? read.text : undefined;
}
