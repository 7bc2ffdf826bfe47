/**
 * A file system in which what would wait for ever throws, and is written down: opening a named pipe as if it were a file, or
 * reading a device. So a test of it fails where the real one would hang.
 */
import fs from "node:fs";
import type { Files } from "../../engine/adapters/node.ts";

export function createPatientFiles(): { readonly files: Files; readonly waits: readonly string[] } {
  const waits: string[] = [];
  const wait = (at: number | string): never => {
    waits.push(String(at));
    throw new Error("would wait for ever");
  };
  const files: Files = {
    ...fs,
    openSync: ((path: string, flags: number | string, mode?: number) => {
      const isPipe = fs.lstatSync(path, { throwIfNoEntry: false })?.isFIFO() === true;
      if (isPipe && (typeof flags === "string" || (flags & fs.constants.O_NONBLOCK) === 0)) wait(path);
      return fs.openSync(path, flags, mode);
    }) as typeof fs.openSync,
    readFileSync: ((file: number | string, ...rest: [BufferEncoding]) => {
      const found = typeof file === "number" ? fs.fstatSync(file) : fs.statSync(file, { throwIfNoEntry: false });
      if (found?.isFIFO() === true || found?.isCharacterDevice() === true) wait(file);
      return fs.readFileSync(file, ...rest);
    }) as typeof fs.readFileSync,
  };
  return { files, waits };
}
