/**
 * Where an installation lives and what belongs to it: shared by `init` and `uninstall`, so that one takes out what the
 * other put in.
 */
import { escapeText } from "../policy/source-characters.ts";
import { UsageError } from "./command.ts";
import { removeFile, textOf, writeFileWhole } from "./files.ts";
import type { Io } from "./io.ts";
import type { Edited } from "./settings-edit.ts";

export interface Place {
  readonly folder: string;
  readonly role: "project" | "user";
  readonly program: string;
  readonly policy: string;
  readonly compiled: string;
  readonly settings: string;
  /** Settings beside them that may name the program too */
  readonly localSettings: string;
  /** Where the project names its MCP servers; a user's are in a file that the client keeps writing, and that is left alone */
  readonly mcpJson: string | undefined;
  /** Keeps the log out of version control: it lies in the log's folder and ignores all of it */
  readonly ignore: string;
  /** The program as the settings name it */
  readonly named: string;
}

/** One file that a command writes or removes; `after` undefined: it is removed */
export interface Change {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly mode?: number;
  /** For folders that have to be made for it */
  readonly folderMode?: number;
  /** What is shown of it, where its lines would tell a person nothing */
  readonly shown?: string;
  /** What is shown of one that changes a file of somebody's */
  readonly edits?: readonly Edited[];
}

/** What a new policy file says: nothing yet, since the recommended pack holds beside it */
export const STARTER_POLICY = `# What MCP servers may ask, and what may be answered.
# The pack \`recommended\` holds beside this file whatever stands here; this file can only add to it.
# After a change run \`node .claude/sekisho.cjs init\` again; \`... rules\` lists the rules, \`... explain\` shows decisions.
version: 1
rules:
  - use: only-servers         # who may ask at all: everybody, until you name your servers here
    servers: ["*"]
#  - use: allow-url-hosts     # links may lead only here
#    hosts: [auth.example.com]
#  - use: answer-form         # answers that never change
#    for: { servers: internal-crm }
#    answers: { username: alice }
`;

/** Throws `UsageError` for a project that is the home folder */
export function placeOf(user: boolean, { home, cwd, path, fs }: Pick<Io, "cwd" | "fs" | "home" | "path">): Place {
  if (user && home === "") throw new UsageError("there is no home folder", "set `HOME`");
  // Hooks in the home folder run in every project, where `${CLAUDE_PROJECT_DIR}` is another folder: each would fail.
  if (!user && isSameFolder(fs, cwd, home)) {
    throw new UsageError("this is your home folder, whose settings hold for all projects", "say so with `--user`");
  }
  const folder = path.join(user ? home : cwd, ".claude");
  const program = path.join(folder, "sekisho.cjs");
  return {
    folder,
    role: user ? "user" : "project",
    program,
    policy: path.join(folder, "sekisho.yaml"),
    compiled: path.join(folder, "sekisho.compiled.json"),
    settings: path.join(folder, "settings.json"),
    localSettings: path.join(folder, "settings.local.json"),
    ignore: path.join(folder, "sekisho-log", ".gitignore"),
    mcpJson: user ? undefined : path.join(cwd, ".mcp.json"),
    // Placeholders are filled per element in exec form; a user's hook runs in any project, so it names its place.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
    named: user ? program.replaceAll("\\", "/") : "${CLAUDE_PROJECT_DIR}/.claude/sekisho.cjs",
  };
}

/** What stands in `Place.ignore` */
export const IGNORE_ALL = "*\n";

/** The same for a server that is started with it: to a policy that is named, nothing is added (DESIGN §3) */
export const STARTER_POLICY_NAMED: string = STARTER_POLICY.replace(
  /# The pack [^\n]*\n/,
  "# A server that is started with `--policy` goes by this file alone, so it brings the pack along.\n",
).replace("version: 1\n", "version: 1\nextends: recommended\n");

/** Whether a policy is one that `init` wrote and nobody touched */
export function isStarter(policy: string): boolean {
  return policy === STARTER_POLICY || policy === STARTER_POLICY_NAMED;
}

/** The text of the one file that is running. Throws `UsageError` where it is none */
export function ownProgram(io: Pick<Io, "cwd" | "fs" | "path" | "program">): string {
  const text = io.program === undefined ? undefined : textOf(io, io.program);
  if (text !== undefined && isProgram(text)) return text;
  throw new UsageError("`init` copies the one file, and it was not started from one", "run `node sekisho.cjs init`");
}

/** Whether a text is some version of the one file */
export function isProgram(text: string): boolean {
  return versionOf(text) !== undefined;
}

/** The version in the head of the one file (KEEP IN SYNC with build/bundle.mjs) */
export function versionOf(text: string): string | undefined {
  return /^#!\/usr\/bin\/env node\n\/\/ sekisho\.cjs ([0-9][^\s,]*)/.exec(text.slice(0, 200))?.[1];
}

/** Compares versions by their three numbers; a text after them counts for nothing */
export function compareVersions(left: string, right: string): number {
  const [one, other] = [numbersOf(left), numbersOf(right)];
  for (let at = 0; at < 3; at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Carries the changes out, or only says what they are */
export function applyChanges(changes: readonly Change[], dryRun: boolean, io: Io): void {
  for (const change of changes) {
    if (!dryRun && change.after === undefined) removeFile(io, change.file);
    if (!dryRun && change.after !== undefined)
      writeFileWhole(io, change.file, change.after, change.mode, change.folderMode);
    io.print(renderChange(change));
  }
}

/** Says on stderr what is the matter with a file */
export function warnOf(file: string, says: string, io: Pick<Io, "warn">): void {
  io.warn(`${escapeText(file)}: ${escapeText(says)}\n`);
}

/**
 * What a change takes out and puts in, as a person reads a diff. Of a file that is somebody's, only what the edits touch:
 * whole lines may hold anything, a key in `env` for one, and what is printed ends in logs and shared terminals.
 */
function renderChange({ file, before, after, shown, edits }: Change): string {
  if (after === undefined) return `remove ${escapeText(file)}\n`;
  const head = `${before === undefined ? "write " : "change"} ${escapeText(file)}`;
  if (shown !== undefined) return `${head} (${shown})\n`;
  const parts = edits ?? (before === undefined ? [{ removed: "", added: after }] : []);
  const lines = parts.flatMap(({ removed, added }) => [
    ...linesOf(withholdOthers(removed)).map((line) => `  - ${line}\n`),
    ...linesOf(added).map((line) => `  + ${line}\n`),
  ]);
  return `${head}\n${lines.join("")}`;
}

// A person may have added to what was ours, and a password has no build by which it is known: only our own words are shown.
function withholdOthers(removed: string): string {
  return removed.replace(/"(?:[^"\\]|\\.)*"(\s*:)?/g, (text, colon: string | undefined) =>
    colon !== undefined || OUR_VALUE.test(text) ? text : '"\u2026"',
  );
}

const OUR_VALUE =
  /^"(?:command|http|mcp_tool|stdio|node|hook|mcp|block|sekisho|decide|--audit|(?:Bearer \$)?SEKISHO_TOKEN|\$\{[a-z_]+\}|.*\.claude(?:\/|\\\\)sekisho(?:\.cjs|-log))"$/;

// Without the comma and the blank lines that only join a part to its file.
function linesOf(part: string): readonly string[] {
  const text = part
    .replace(/^\ufeff?,?[ \t]*\r?\n/, "")
    .replace(/^,[ \t]*/, "")
    .trimEnd();
  if (text === "") return [];
  return text.split(/\r?\n/).map((line) => escapeText(line.replaceAll("\t", "    ")));
}

function numbersOf(version: string): readonly number[] {
  return version.split(/[.+-]/, 3).map((part) => Number(part) || 0);
}

function isSameFolder(fs: Io["fs"], one: string, other: string): boolean {
  try {
    return one === other || fs.realpathSync(one) === fs.realpathSync(other);
  } catch {
    return false;
  }
}
