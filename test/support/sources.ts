/** The project's own TypeScript as text, for tests of its layout; paths from the root, with slashes. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "esbuild";

export interface Source {
  readonly path: string;
  readonly text: string;
}

export interface Import {
  readonly from: string;
  /** The module as a path from the root, or the name of a package */
  readonly to: string;
  readonly typesOnly: boolean;
}

const ROOT = join(import.meta.dirname, "../..");

export function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".ts"))
      .sort()
      .map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") })),
  );
}

/** What a file takes from elsewhere: `import … from`, `export … from`, `import "…"` and `import("…")`; `typeof import("…")` is a type */
export function importsOf({ path, text }: Source): readonly Import[] {
  const found: Import[] = [];
  const code = text.replace(/^\s*(?:\/\/|\*|\/\*).*$/gm, "");
  for (const [, keyword, what = "", module = ""] of code.matchAll(
    /\b(import|export)\b([^;"'()]*?)\bfrom\s*"([^"]+)"/g,
  )) {
    const typesOnly = /^\s*type\b/.test(what) || (keyword === "import" && allTypes(what));
    found.push({ from: path, to: resolved(path, module), typesOnly });
  }
  for (const [, module = ""] of code.matchAll(/\bimport\s*"([^"]+)"/g)) {
    found.push({ from: path, to: resolved(path, module), typesOnly: false });
  }
  for (const [, type, module = ""] of code.matchAll(/(typeof\s+)?\bimport\(\s*"([^"]+)"\s*\)/g)) {
    found.push({ from: path, to: resolved(path, module), typesOnly: type !== undefined });
  }
  return found;
}

/** The code alone: no types, no comments */
export function codeOf({ text, path }: Source): string {
  return transformSync(text, { loader: "ts", legalComments: "none", sourcefile: path, target: "es2023" }).code;
}

function allTypes(what: string): boolean {
  const names = /^\s*\{([^}]*)\}\s*$/.exec(what)?.[1];
  if (names === undefined) return false;
  const parts = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  return parts.length > 0 && parts.every((name) => name.startsWith("type "));
}

function resolved(from: string, module: string): string {
  if (!module.startsWith(".")) return module;
  const steps = from.split("/").slice(0, -1);
  for (const step of module.split("/")) {
    if (step === "..") steps.pop();
    else if (step !== ".") steps.push(step);
  }
  return steps.join("/");
}
