/**
 * The settings files of the client, in the order in which they count: the user's, the project's two, those that were
 * named, the managed ones (claude-code-hooks §7, client-observed F, G).
 * They are read as hostile: a cloned repository brings some of them along.
 */
import { nodeProcess } from "../../platform.ts";
import type { Io } from "../io.ts";
import type { Report, Spot } from "./findings.ts";
import { type Located, readJson } from "./located.ts";

export type Origin = "local" | "managed" | "named" | "project" | "user";

export interface SettingsFile {
  readonly origin: Origin;
  readonly file: string;
  /** `undefined`: it is not there, or can't be read */
  readonly root: Located | undefined;
  readonly there: boolean;
}

/** Reads them all; what can't be read is reported, and no hook of it runs */
export function readSettings(
  project: string,
  named: readonly string[],
  io: Io,
  report: Report,
): readonly SettingsFile[] {
  const { path, home } = io;
  const places: (readonly [Origin, string])[] = [];
  if (home !== "") places.push(["user", path.join(home, ".claude", "settings.json")]);
  places.push(["project", path.join(project, ".claude", "settings.json")]);
  places.push(["local", path.join(project, ".claude", "settings.local.json")]);
  for (const file of named) places.push(["named", path.resolve(io.cwd, file)]);
  places.push(["managed", managedFile()]);
  const files: SettingsFile[] = [];
  const seen = new Set<string>();
  for (const [origin, file] of places) {
    const real = realPath(file, io);
    // In a session in the home folder the user's file and the project's are one.
    if (seen.has(real)) continue;
    seen.add(real);
    files.push(readOne(origin, file, io, report));
  }
  return files;
}

function managedFile(): string {
  switch (nodePlatform()) {
    case "darwin":
      return "/Library/Application Support/ClaudeCode/managed-settings.json";
    case "win32":
      return "C:\\Program Files\\ClaudeCode\\managed-settings.json";
    default:
      return "/etc/claude-code/managed-settings.json";
  }
}

function readOne(origin: Origin, file: string, io: Io, report: Report): SettingsFile {
  const at: Spot = { file, line: 1, column: 1 };
  const read = readText(file, io);
  if (read === undefined && origin !== "named") return { origin, file, root: undefined, there: false };
  if (read === undefined || "why" in read) {
    report("settings-unread", at, { why: read?.why ?? "it is not there" });
    return { origin, file, root: undefined, there: read !== undefined };
  }
  if (read.text.replace(/^\ufeff/, "").trim() === "") return { origin, file, root: undefined, there: true };
  const { root, problem } = readJson(read.text);
  if (problem !== undefined) {
    const { code, ...place } = problem;
    if (code === "duplicate-key") report("settings-duplicate", { file, ...place });
    else if (code === "malformed-json") report("settings-broken", { file, ...place }, { why: "it is no JSON" });
    else report("settings-unread", { file, ...place }, { why: "it holds more than can be examined" });
  }
  if (root === undefined) return { origin, file, root, there: true };
  if (root.value === null || typeof root.value !== "object" || Array.isArray(root.value)) {
    report("settings-broken", { file, line: root.line, column: root.column }, { why: "it is not an object" });
    return { origin, file, root: undefined, there: true };
  }
  return { origin, file, root, there: true };
}

/** Settings are written by hand: what is longer is not examined */
const LONGEST = 4 * 1024 * 1024;

type Text = { readonly text: string } | { readonly why: string };

/** The text of a regular file of UTF-8; `undefined`: there is none. Never throws, and never waits for a pipe */
export function readText(file: string, { fs }: Pick<Io, "fs">, longest: number = LONGEST): Text | undefined {
  try {
    const about = fs.statSync(file, { throwIfNoEntry: false });
    if (about === undefined) return isLink(file, { fs }) ? { why: "it is a link that leads nowhere" } : undefined;
    if (!about.isFile()) return { why: "it is no regular file" };
    if (about.size > longest) return { why: `it is longer than ${longest / 1024 / 1024} MiB` };
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(fs.readFileSync(file)) };
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return { why: "it is not UTF-8" };
    return { why: typeof code === "string" ? code : "it can't be read" };
  }
}

function isLink(file: string, { fs }: Pick<Io, "fs">): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function realPath(file: string, { fs, path }: Pick<Io, "fs" | "path">): string {
  try {
    return fs.realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

function nodePlatform(): string {
  return nodeProcess()?.platform ?? "";
}
