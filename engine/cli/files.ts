/**
 * Files as commands read and write them: UTF-8 or an error, and written so that whoever reads at the same time sees the
 * old text or the new one, never half of either.
 */

import { makeFolder } from "../adapters/make-folder.ts";
import { nodeProcess } from "../platform.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";

/** The text of a file, a byte order mark included; `undefined` where there is none. Throws `UsageError` where it can't be read */
export function textOf({ fs, path, cwd }: Pick<Io, "cwd" | "fs" | "path">, file: string): string | undefined {
  let bytes: Uint8Array;
  try {
    const target = path.resolve(cwd, file);
    // Whoever reads a pipe or a device waits for one that writes, perhaps for ever.
    if (fs.statSync(target, { throwIfNoEntry: false })?.isFile() === false)
      throw Object.assign(new Error("no regular file"), { code: IRREGULAR });
    bytes = fs.readFileSync(target);
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    if (code === IRREGULAR) throw new UsageError(`\`${file}\` is no regular file`);
    throw new UsageError(`\`${file}\` can't be read (${code})`);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UsageError(`\`${file}\` is not UTF-8`, "save it as UTF-8");
  }
}

const IRREGULAR = "irregular";

/** Whether a name is a link, wherever that leads */
export function isLink({ fs, path, cwd }: Pick<Io, "cwd" | "fs" | "path">, file: string): boolean {
  return fs.lstatSync(path.resolve(cwd, file), { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** Writes beside the file and renames; keeps the mode of a file that is there. Throws `UsageError` where it can't */
export function writeFileWhole(
  { fs, path, cwd }: Pick<Io, "cwd" | "fs" | "path">,
  file: string,
  text: string,
  mode?: number,
  folderMode?: number,
): void {
  try {
    const target = realTarget({ fs, path }, path.resolve(cwd, file));
    const kept = mode ?? fs.statSync(target, { throwIfNoEntry: false })?.mode;
    const beside = `${target}.${nodeProcess()?.pid ?? 0}.new`;
    makeFolder(fs, path.dirname(target), folderMode);
    try {
      fs.writeFileSync(beside, text, { flag: "wx", ...(kept === undefined ? {} : { mode: kept & 0o777 }) });
      if (kept !== undefined) fs.chmodSync(beside, kept & 0o777); // the process's mask took some of them away
      fs.renameSync(beside, target);
    } catch (error) {
      fs.rmSync(beside, { force: true });
      throw error;
    }
  } catch (error) {
    throw new UsageError(`\`${file}\` can't be written (${codeOf(error)})`);
  }
}

/** Removes what bears the name: a link itself, not what it leads to. Throws `UsageError` where it can't */
export function removeFile({ fs, path, cwd }: Pick<Io, "cwd" | "fs" | "path">, file: string): void {
  try {
    fs.rmSync(path.resolve(cwd, file), { force: true });
  } catch (error) {
    throw new UsageError(`\`${file}\` can't be removed (${codeOf(error)})`);
  }
}

const MOST_LINKS = 40;

// Settings are often links into a folder of dotfiles: the link stays, its target changes, also where that is not there yet.
function realTarget({ fs, path }: Pick<Io, "fs" | "path">, file: string): string {
  let target = file;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (fs.lstatSync(target, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return target;
    target = path.resolve(path.dirname(target), fs.readlinkSync(target));
  }
  throw Object.assign(new Error("too many links"), { code: "ELOOP" });
}

// The runtime's own text differs between versions, and names the path once more.
function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? "failed");
}
