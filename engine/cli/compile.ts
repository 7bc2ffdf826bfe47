/**
 * Writes a compiled policy: what `hook` reads without YAML, as long as its sources are what they were.
 */
import { coldNow } from "../cold.ts";
import { type CompiledDocument, createCompiled } from "../policy/compiled.ts";
import type { LoadedDocument } from "../policy/load.ts";
import type { Io } from "./io.ts";

/** The text of the compiled policy, for the file `out`; the paths in it are relative to that file's folder */
export function compileDocuments(
  loaded: readonly LoadedDocument[],
  out: string,
  detached: boolean,
  { path, cwd }: Pick<Io, "cwd" | "path">,
): string {
  const folder = path.dirname(path.resolve(cwd, out));
  const documents = loaded.map(
    ({ document, sources }): CompiledDocument => ({
      document,
      digest: coldNow("record").digestOfDocument(document),
      sources: sources.map(({ file, text }) => {
        const relative = path.relative(folder, path.resolve(cwd, file));
        return { file: relative.replaceAll(path.sep, "/"), text };
      }),
    }),
  );
  return `${JSON.stringify(createCompiled(documents, detached))}\n`;
}
