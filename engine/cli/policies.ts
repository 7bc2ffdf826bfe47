/**
 * Policies for commands: the same files that `hook` would read, or those that are named, by the same functions.
 */
import { nodePowers, type Powers } from "../adapters/node.ts";
import { findPolicies, readPolicies, readPolicyText } from "../adapters/policy-files.ts";
import { type LoadedEngine, loadEngine, type PolicySource, type ReadFile } from "../load-engine.ts";
import { escapeText } from "../policy/source-characters.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";

type Place = Pick<Io, "cwd" | "env" | "home" | "path">;

/** The texts of the policies; without names those that are found. Throws `UsageError` where one can't be read */
export function policySources(files: readonly string[], io: Place): readonly PolicySource[] {
  const powers = powersOf(io);
  if (files.length === 0) {
    const found = findPolicies(powers);
    if (found.ok) return found.value;
    throw new UsageError(
      `\`${found.errors[0]}\` can't be read`,
      "a policy that is there and can't be read refuses all",
    );
  }
  const { path, cwd } = io;
  return files.map((file) => {
    const read = readPolicies(powers, [path.resolve(cwd, file)]);
    const [source] = read.ok ? read.value : [];
    if (source !== undefined) return { ...source, file };
    throw new UsageError(`\`${file}\` can't be read`, "name a policy: a file of UTF-8 text");
  });
}

/** A policy that does not load gives the engine that refuses, as it would in the hook; why stands in its notes */
export function loadPolicies(files: readonly string[], io: Place): LoadedEngine {
  const loaded = loadEngine(policySources(files, io), readerOf(io));
  // They name files, and on a terminal names may only be seen.
  return { ...loaded, notes: loaded.notes.map((note) => note.split("\n").map(escapeText).join("\n")) };
}

/** Reads what a policy itself refers to */
export function readerOf(io: Place): ReadFile {
  const powers = powersOf(io);
  const whole = (file: string): string => io.path.resolve(io.cwd, file);
  return (file, below) => readPolicyText(powers, whole(file), below === undefined ? undefined : whole(below));
}

// In a shell nobody says which project it is; the folder does.
function powersOf({ env, home, cwd }: Place): Powers {
  const project = env["CLAUDE_PROJECT_DIR"];
  return {
    ...nodePowers(),
    home: () => home,
    env: (name) => (name === "CLAUDE_PROJECT_DIR" && (project ?? "") === "" ? cwd : env[name]),
  };
}
