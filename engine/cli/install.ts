/**
 * Where an installation lives and what belongs to it: shared by `init` and `uninstall`, so that one takes out what the
 * other put in.
 */
import { nodeProcess } from "../platform.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";

export interface Place {
  readonly folder: string;
  readonly role: "project" | "user";
  readonly program: string;
  readonly policy: string;
  readonly compiled: string;
  readonly settings: string;
  /** The program as the settings name it */
  readonly named: string;
}

/** One file that a command writes or removes; `after` undefined: it is removed */
export interface Change {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode?: number;
}

/** What a new policy file says: nothing yet, since the recommended pack holds beside it */
export const STARTER_POLICY = `# What MCP servers may ask, and what may be answered.
# The pack \`recommended\` holds beside this file whatever stands here; this file can only add to it.
# \`sekisho check\` checks it, \`sekisho rules\` lists the rules, \`sekisho explain\` shows why something was decided.
version: 1
rules: []
#  - use: allow-url-hosts
#    hosts: [auth.example.com]
#  - use: answer-form
#    for: { servers: internal-crm }
#    answers: { username: alice }
`;

export function placeOf(user: boolean, { home, cwd, path }: Pick<Io, "cwd" | "home" | "path">): Place {
  const folder = path.join(user ? home : cwd, ".claude");
  const program = path.join(folder, "sekisho.cjs");
  return {
    folder,
    role: user ? "user" : "project",
    program,
    policy: path.join(folder, "sekisho.yaml"),
    compiled: path.join(folder, "sekisho.compiled.json"),
    settings: path.join(folder, "settings.json"),
    // Placeholders are filled per element in exec form; a user's hook runs in any project, so it names its place.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
    named: user ? program.replaceAll("\\", "/") : "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs",
  };
}

/** The text of a file, `undefined` where there is none. Throws `UsageError` where it can't be read */
export function textOf({ fs }: Pick<Io, "fs">, file: string): string | undefined {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError(`\`${file}\` can't be read`);
  }
}

/** The one file that is running. Throws `UsageError` where it is not a file */
export function ownProgram(io: Pick<Io, "fs">): string {
  const main = nodeProcess()?.argv[1];
  const text = main === undefined ? undefined : textOf(io, main);
  if (text === undefined || !isProgram(text)) {
    throw new UsageError(
      "`init` copies the one file, and it was not started from one",
      "run `node dist/sekisho.cjs init`",
    );
  }
  return text;
}

/** Whether a text is some version of the one file */
export function isProgram(text: string): boolean {
  return versionOf(text) !== undefined;
}

/** The version in the head of the one file */
export function versionOf(text: string): string | undefined {
  return /^#!\/usr\/bin\/env node\n\/\/ sekisho\.cjs (\S+)/.exec(text.slice(0, 200))?.[1];
}

/** Compares versions by their three numbers; a text after them counts for nothing */
export function compareVersions(left: string, right: string): number {
  const numbers = (version: string): readonly number[] => version.split(/[.+-]/, 3).map(Number);
  const [one, other] = [numbers(left), numbers(right)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The lines that a change takes out and puts in, as a person reads a diff */
export function renderChange({ file, before, after }: Change): string {
  if (after === undefined) return `remove ${file}\n`;
  if (before === undefined) return `write  ${file} (new, ${after.length} characters)\n`;
  const old = before.split("\n");
  const fresh = after.split("\n");
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end += 1;
  const removed = old.slice(start, old.length - end).map((line) => `  - ${line}\n`);
  const added = fresh.slice(start, fresh.length - end).map((line) => `  + ${line}\n`);
  if (isProgram(after)) return `change ${file} (version ${versionOf(before) ?? "unknown"} to ${versionOf(after)})\n`;
  return `change ${file}\n${removed.join("")}${added.join("")}`;
}
