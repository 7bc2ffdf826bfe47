/**
 * Whether a policy's rules get the memory that they need: a command hook keeps one only with `--audit` (docs/memory.md).
 * As far as can be told from here: by the hooks that the settings of this project and of the user start.
 */
import { isArray } from "../core/json.ts";
import type { CheckedDocument } from "../core/policy.ts";
import { documentNeedsMemory } from "../needs-memory.ts";
import type { Io } from "./io.ts";
import { ourHooks } from "./settings.ts";

export interface MemoryFinding {
  readonly code: "needs-memory";
  readonly message: string;
}

export function checkMemory(document: CheckedDocument, io: Io): readonly MemoryFinding[] {
  const needing = documentNeedsMemory(document);
  if (needing.length === 0) return [];
  const blind = settingsFiles(io).filter((file) => startsBlindHook(file, io));
  return blind.flatMap((file) =>
    needing.map((id) => ({
      code: "needs-memory" as const,
      message: `rule \`${id}\` needs to know what was asked, and the hook in ${file} keeps nothing: add \`--audit DIR\` to its \`args\``,
    })),
  );
}

function settingsFiles({ path, cwd, home }: Io): readonly string[] {
  const folders = [cwd, ...(home === "" ? [] : [home])].map((folder) => path.join(folder, ".claude"));
  return folders.flatMap((folder) => ["settings.json", "settings.local.json"].map((name) => path.join(folder, name)));
}

function startsBlindHook(file: string, { fs }: Io): boolean {
  try {
    return ourHooks(fs.readFileSync(file, "utf8")).some(({ shape, value: { args } }) => {
      const given = isArray(args) ? args : [];
      const audits = given.some((arg) => typeof arg === "string" && /^--audit(?:=|$)/.test(arg));
      return shape === "command" && !audits;
    });
  } catch {
    return false; // none, or none that can be read: `sekisho doctor` says so
  }
}
