/**
 * What may be run or called without being told to. A cloned repository must neither run anything nor be sent a token by
 * being examined, so whatever a project brings along, or could have a hand in, waits for `--run`.
 */

import type { JsonObject } from "../../core/json.ts";
import { isProgram } from "../install.ts";
import type { Io } from "../io.ts";
import { findProgram } from "./check-command.ts";
import type { Hook } from "./hooks.ts";
import type { Identity } from "./identify.ts";
import { readText } from "./settings-files.ts";
import { baseName, type Started } from "./started.ts";

/** Why a hook is not tried without `--run`; `undefined`: it may be. `io.env`: what it would be started with */
export function reasonToWait(
  hook: Hook,
  { started, server, serverStarts }: Identity,
  project: string,
  io: Pick<Io, "env" | "fs" | "path">,
): string | undefined {
  if (hook.origin === "project" || hook.origin === "local") return "it stands in the project's settings";
  if (hook.origin === "named") return "it stands in a file that was named";
  switch (hook.type) {
    case "command":
      return isOurOwn(started, hook.entry, project, io)
        ? undefined
        : "it starts something else than the one file, or out of the project";
    case "http":
      return undefined; // the person's own settings, with the person's own variables
    case "mcp_tool":
      if (server?.origin !== "user")
        return "its server stands in a file that the project brings along, or that was named";
      if (server.entry["url"] !== undefined) return undefined;
      return isOurOwn(serverStarts, server.entry, project, io)
        ? undefined
        : "its server is something else than the one file, or in the project";
    case "other":
      return "it never runs";
  }
}

// Node alone, given one file by its whole path (or that file itself), which is some version of this program and lies outside
// of the project: node reads nothing of the folder that it starts in, as other runtimes and package runners do.
function isOurOwn(
  started: Started | undefined,
  { command }: JsonObject,
  project: string,
  io: Pick<Io, "env" | "fs" | "path">,
): boolean {
  const [part, ...more] = started?.parts ?? [];
  if (part === undefined || more.length > 0 || (started?.isShell === true && started.line === undefined)) return false;
  const { words, program, script } = part;
  // Nothing before the program, as a variable that is set for it; and no other file to be loaded first.
  if (typeof command !== "string" || !command.trimStart().startsWith(program.written)) return false;
  if ((io.env["NODE_OPTIONS"] ?? "") !== "") return false;
  const [, second] = words;
  const { text: name } = program;
  // Started by its own first line, which finds node on the PATH, or by node.
  const file = script === undefined ? name : script === second ? script.text : undefined;
  if (name === undefined || file === undefined || !io.path.isAbsolute(file)) return false;
  if (script !== undefined && !/^node(?:js)?(?:\.exe)?$/.test(baseName(name))) return false;
  // Also by where a link on the PATH leads.
  if (isInside(/[/\\]/.test(name) ? name : findProgram(name, io), project, io)) return false;
  if (pathLeadsInside(project, io) || isInside(file, project, io)) return false;
  const read = readText(file, io);
  return read !== undefined && "text" in read && isProgram(read.text);
}

// A folder of the project on the PATH, or `.`, could bring another `node`.
function pathLeadsInside(project: string, io: Pick<Io, "env" | "fs" | "path">): boolean {
  const folders = (io.env["PATH"] ?? "").split(io.path.delimiter);
  return folders.some((folder) => !io.path.isAbsolute(folder) || isInside(folder, project, io));
}

/** Whether a file is in the project, by where links lead */
export function isInside(file: string, project: string, { fs, path }: Pick<Io, "fs" | "path">): boolean {
  const real = (name: string): string => {
    try {
      return fs.realpathSync(name);
    } catch {
      return path.resolve(name);
    }
  };
  const from = path.relative(real(project), real(path.resolve(project, file)));
  return from === "" || !(from === ".." || from.startsWith(`..${path.sep}`) || path.isAbsolute(from));
}
