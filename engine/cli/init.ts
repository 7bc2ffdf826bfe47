/**
 * `sekisho init`: copies the one file, writes a policy, compiles it, and puts the hook entries into the client's settings.
 * The settings come last, so that no hook ever points at something that is not there yet.
 */
import { isCompiledText, parseCompiled } from "../policy/compiled.ts";
import { checkSource } from "./check-source.ts";
import type { Command, Given } from "./command.ts";
import { compileDocuments } from "./compile.ts";
import { textOf } from "./files.ts";
import { DEFAULT_SERVER, DEFAULT_URL, type Wiring } from "./hook-entries.ts";
import {
  applyChanges,
  type Change,
  compareVersions,
  IGNORE_ALL,
  isProgram,
  isStarter,
  ownProgram,
  type Place,
  placeOf,
  STARTER_POLICY,
  STARTER_POLICY_NAMED,
  versionOf,
  warnOf,
} from "./install.ts";
import { planServers } from "./install-server.ts";
import type { Io } from "./io.ts";
import { addHooks, checkHooks, ourHooks, SettingsError } from "./settings.ts";
import type { Edited } from "./settings-edit.ts";
import { isPolicyNamed, nextSteps, serverToWrite, wiringOf } from "./wiring.ts";

export const init: Command = {
  name: "init",
  about: "Wire sekisho into Claude Code: copy it, write a policy, add the hooks",
  usage: "[--type command|http|mcp_tool] [--user] [--dry-run]",
  options: {
    type: { type: "string", value: "TYPE", about: "how the client calls it; left out: as it is, at first `command`" },
    url: { type: "string", value: "URL", about: `http: where \`serve\` listens; at first ${DEFAULT_URL}` },
    server: {
      type: "string",
      value: "NAME",
      about: `mcp_tool: the server's name in the client; at first ${DEFAULT_SERVER}`,
    },
    "mcp-json": { type: "boolean", about: "mcp_tool: also write the server into the project's `.mcp.json`" },
    user: { type: "boolean", about: "for all of your projects, in the home folder; else for this project" },
    "dry-run": { type: "boolean", about: "show what would change, change nothing" },
  },
  operands: { most: 0, help: "run it in the folder of the project" },
  run(given, io) {
    const { flag } = given;
    const place = placeOf(flag("user"), io);
    const program = ownProgram(io);
    const settings = planSettings(place, given, io);
    const changes = settings === undefined ? undefined : planFiles(place, settings.wiring, program, io);
    const servers = settings === undefined ? undefined : planServers(place, io, serverToWrite(settings.wiring, given));
    if (settings === undefined || changes === undefined || servers === undefined) {
      io.warn("nothing was changed\n");
      return 1;
    }
    const all = [...changes, ...servers, settings].filter(({ before, after }) => before !== after);
    applyChanges(all, flag("dry-run"), io);
    if (all.length === 0) io.print("everything is in place already\n");
    else if (flag("dry-run")) io.print("nothing was changed\n");
    else for (const line of nextSteps(settings.wiring, place, servers, changes)) io.print(`${line}\n`);
    for (const problem of checkHooks(settings.after)) warnOf(place.settings, problem, io);
    return 0;
  },
};

type SettingsChange = Change & { readonly after: string; readonly wiring: Wiring };

// `undefined`, here and below: something is in the way, and was said.
function planSettings(place: Place, given: Given, io: Io): SettingsChange | undefined {
  const before = textOf(io, place.settings);
  try {
    const edits: Edited[] = [];
    const wiring = wiringOf(given, place, ourHooks(before));
    const after = addHooks(before, wiring, (edited) => void edits.push(edited));
    return { file: place.settings, before, after, edits, wiring };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    warnOf(`${place.settings}:${error.line}:${error.column}`, error.message, io);
    return undefined;
  }
}

function planFiles(place: Place, wiring: Wiring, program: string, io: Io): readonly Change[] | undefined {
  const copied = textOf(io, place.program);
  if (copied !== undefined && !isProgram(copied)) {
    warnOf(place.program, "this file is something else", io);
    return undefined;
  }
  const kept = copied !== undefined && isNewer(copied, program);
  if (kept)
    warnOf(place.program, `the copy is version ${versionOf(copied)} and stays; this is ${versionOf(program)}`, io);
  const copy: Change = {
    file: place.program,
    before: copied,
    after: kept ? copied : program,
    mode: 0o755,
    shown: `version ${versionOf(program)}${copied === undefined ? "" : ` in place of ${versionOf(copied)}`}`,
  };
  const policy = planPolicy(place, isPolicyNamed(wiring, place), io);
  // What a newer copy has compiled is for it to keep: this one may not know all that its policy says.
  if (policy === undefined) return undefined;
  const ignored = textOf(io, place.ignore);
  const ignore: Change = {
    file: place.ignore,
    before: ignored,
    after: ignored ?? IGNORE_ALL,
    folderMode: 0o700,
    shown: "keeps the log out of version control",
  };
  return [copy, ...policy.filter(({ file }) => !kept || file !== place.compiled), ignore];
}

function planPolicy(place: Place, named: boolean, io: Io): readonly Change[] | undefined {
  const compiled = textOf(io, place.compiled);
  const policy = textOf(io, place.policy);
  if (compiled !== undefined && !isCompiledText(compiled)) {
    warnOf(place.compiled, "this file is something else", io);
    return undefined;
  }
  if (compiled !== undefined && policy === undefined) {
    // It is the policy then; an empty one beside it would take its place.
    if (parseCompiled(compiled)?.detached === true) return [];
    warnOf(place.compiled, `what it was made of, ${place.policy}, is not there; remove it or bring that back`, io);
    return undefined;
  }
  // One that nobody touched goes with the type.
  const starter = named ? STARTER_POLICY_NAMED : STARTER_POLICY;
  const text = policy === undefined || isStarter(policy) ? starter : policy;
  const checked = checkSource({ file: place.policy, text, role: place.role }, io.now(), io);
  if (checked.loaded === undefined) {
    io.warn(checked.rendered);
    return undefined;
  }
  return [
    { file: place.policy, before: policy, after: text },
    {
      file: place.compiled,
      before: compiled,
      after: compileDocuments([checked.loaded], place.compiled, false, io),
      shown: "compiled for the hook",
    },
  ];
}

// An older program must not take the place of a newer one, whose policy it may not know how to read.
function isNewer(copied: string, program: string): boolean {
  return compareVersions(versionOf(copied) ?? "", versionOf(program) ?? "") > 0;
}
