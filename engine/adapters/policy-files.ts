/**
 * Reads the policies that the command hook goes by: those it was given, else the user's and the project's.
 * A policy that is there but can't be read must never count as none: that would widen what is let through (DESIGN §2).
 */
import type { Result } from "../core/result.ts";
import type { PolicySource } from "../load-engine.ts";
import type { Powers } from "./node.ts";

const POLICY = "sekisho.yaml";
const COMPILED = "sekisho.compiled.json";
const MISNAMED = ["sekisho.yml", "sekisho.json"];
const MAX_POLICY_BYTES = 16 * 1024 * 1024;

/** The user's own and the project's (DESIGN §3). The error is the name of a file that can't be read */
export function findPolicies(powers: Powers): Result<readonly PolicySource[], string> {
  const sources: PolicySource[] = [];
  for (const [role, home] of [
    ["user", powers.home()],
    ["project", powers.env("CLAUDE_PROJECT_DIR")],
  ] as const) {
    if (home === undefined || home === "") continue;
    const folder = `${home.replace(/[/\\]+$/, "")}/.claude`;
    const found = findIn(powers, folder, role);
    if (found === "unreadable") {
      const misnamed = MISNAMED.find((name) => readTextFile(powers, `${folder}/${name}`) !== "absent");
      return {
        ok: false,
        errors: [`${folder}/${misnamed === undefined ? POLICY : `${misnamed}, to be named ${POLICY},`}`],
      };
    }
    if (found !== "absent" && !sources.some((other) => isSameFile(powers, other, found))) sources.push(found);
  }
  return { ok: true, value: sources };
}

/** The policies that were named; here a missing file is an error too */
export function readPolicies(powers: Powers, files: readonly string[]): Result<readonly PolicySource[], string> {
  const sources: PolicySource[] = [];
  for (const file of files) {
    const text = readTextFile(powers, file);
    if (text === "absent" || text === "unreadable") return { ok: false, errors: [file] };
    sources.push({ file, role: "named", ...text });
  }
  return { ok: true, value: sources };
}

/**
 * For what a policy itself refers to; `undefined`: there is no such file. Throws where it is there and can't be read, or,
 * with `below`, where a link leads it out of that folder
 */
export function readPolicyText(powers: Powers, file: string, below?: string): string | undefined {
  const text = readTextFile(powers, file);
  if (below !== undefined && text !== "absent" && leadsOut(powers, file, below)) throw new Error("a link leads out");
  if (text === "unreadable") throw new Error("a policy file can't be read");
  return text === "absent" ? undefined : text.text;
}

type TextFile = { readonly text: string } | "absent" | "unreadable";

function findIn(
  powers: Powers,
  folder: string,
  role: "user" | "project",
): PolicySource | Exclude<TextFile, { readonly text: string }> {
  const file = `${folder}/${POLICY}`;
  const policy = readTextFile(powers, file);
  if (policy === "unreadable" || isBrokenLink(powers, folder)) return "unreadable";
  // A policy under a name that nobody reads would be a guard that silently does nothing.
  if (policy === "absent" && MISNAMED.some((name) => readTextFile(powers, `${folder}/${name}`) !== "absent"))
    return "unreadable";
  const compiledFile = `${folder}/${COMPILED}`;
  const compiled = readTextFile(powers, compiledFile);
  // Alone, the compiled policy is the policy: whether it may be, the one who reads it says (`--detached`).
  if (policy === "absent") return typeof compiled === "string" ? compiled : { file: compiledFile, role, ...compiled };
  if (typeof compiled === "string") return { file, role, ...policy };
  return { file, role, ...policy, compiled: { file: compiledFile, ...compiled } };
}

function readTextFile({ fs, decodeUtf8 }: Powers, file: string): TextFile {
  let descriptor: number | undefined;
  try {
    if (fs.lstatSync(file, { throwIfNoEntry: false }) === undefined) return "absent";
    // Without O_NONBLOCK, opening a named pipe waits for somebody to write.
    descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
    const about = fs.fstatSync(descriptor);
    if (!about.isFile() || about.size > MAX_POLICY_BYTES) return "unreadable";
    const text = decodeUtf8(fs.readFileSync(descriptor));
    return text === undefined ? "unreadable" : { text };
  } catch (error) {
    // A part of the path is a file (`HOME=/dev/null`): then nothing can be below it.
    return (error as { code?: unknown }).code === "ENOTDIR" ? "absent" : "unreadable";
  } finally {
    if (descriptor !== undefined) fs.closeSync(descriptor);
  }
}

function leadsOut({ fs }: Powers, file: string, folder: string): boolean {
  const real = fs.realpathSync(file);
  const base = fs.realpathSync(folder === "" ? "." : folder).replace(/[/\\]$/, "");
  return !(real.startsWith(base) && /^[/\\]/.test(real.slice(base.length)));
}

function isBrokenLink({ fs }: Powers, folder: string): boolean {
  try {
    return (
      fs.lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
      fs.statSync(folder, { throwIfNoEntry: false }) === undefined
    );
  } catch (error) {
    return (error as { code?: unknown }).code !== "ENOTDIR";
  }
}

// In a session in the home folder both are one file, and then it is the user's.
function isSameFile({ fs }: Powers, one: PolicySource, other: PolicySource): boolean {
  if (one.text !== other.text) return false;
  return one.file === other.file || fs.realpathSync(one.file) === fs.realpathSync(other.file);
}
