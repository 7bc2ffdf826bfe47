/**
 * Writing files so that whoever reads at the same time sees the old text or the new one, never half of either.
 */
import { nodeProcess } from "../platform.ts";
import type { Io } from "./io.ts";

/** Writes beside the file and renames; keeps the mode of a file that is there. Throws what the file system throws */
export function writeFileWhole(
  { fs, path, cwd }: Pick<Io, "cwd" | "fs" | "path">,
  file: string,
  text: string | Uint8Array,
  mode?: number,
): void {
  const target = realTarget(fs, path.resolve(cwd, file));
  const kept = mode ?? fs.statSync(target, { throwIfNoEntry: false })?.mode;
  const beside = `${target}.${nodeProcess()?.pid ?? 0}.new`;
  fs.mkdirSync(path.dirname(target), { recursive: true });
  try {
    fs.writeFileSync(beside, text, { flag: "wx", ...(kept === undefined ? {} : { mode: kept & 0o777 }) });
    if (kept !== undefined) fs.chmodSync(beside, kept & 0o777);
    fs.renameSync(beside, target);
  } catch (error) {
    fs.rmSync(beside, { force: true });
    throw error;
  }
}

// Settings are often links into a folder of dotfiles: the link stays, its target changes.
function realTarget(fs: Io["fs"], file: string): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return file;
  }
}
