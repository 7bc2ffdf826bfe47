/**
 * What an installation does to the project's `.mcp.json`: shared by `init` and `uninstall`, so that one takes out what the
 * other put in.
 */
import { isLink, textOf } from "./files.ts";
import { type Change, type Place, warnOf } from "./install.ts";
import type { Io } from "./io.ts";
import { addServer, removeServers } from "./mcp-json.ts";
import { SettingsError } from "./settings.ts";
import type { Edited } from "./settings-edit.ts";

/** `keep`: leave it as it is; a name: have our server there; `undefined`: have none. `undefined` given back: something is in the way, and was said */
export function planServers(
  place: Place,
  io: Io,
  wanted?: "keep" | { readonly name: string },
): readonly Change[] | undefined {
  const file = place.mcpJson;
  if (file === undefined || wanted === "keep") return [];
  try {
    const before = textOf(io, file);
    if (before === undefined && wanted === undefined) return [];
    const edits: Edited[] = [];
    const note = (edited: Edited): void => void edits.push(edited);
    const after = wanted === undefined ? removeServers(before ?? "", note) : addServer(before, wanted.name, note);
    // Of a link only what it leads to is changed.
    return [{ file, before, after: after ?? (isLink(io, file) ? "{}\n" : undefined), edits }];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    warnOf(`${file}:${error.line}:${error.column}`, error.message, io);
    return undefined;
  }
}
