/**
 * Command hooks: whether what they start is there and may run, and whether its refusals arrive (client-observed B1, G).
 */
import { parseHookOptions } from "../../adapters/hook-options.ts";
import { nodePowers } from "../../adapters/node.ts";
import type { Io } from "../io.ts";
import type { Spot } from "./findings.ts";
import type { Hook } from "./hooks.ts";
import { readText } from "./settings-files.ts";
import { baseName, type Started, type StartedPart } from "./started.ts";

/** Reports on files and exit codes of a command hook */
export function checkCommand(hook: Hook, started: Started, io: Pick<Io, "env" | "fs" | "path">): void {
  const at = hook.placeOf("command");
  checkStarted(hook, started, at, io);
  const scripts = started.parts.flatMap((part) => (part.sekisho === undefined ? [textOf(part, io) ?? ""] : []));
  if (started.isShell) scripts.push(String(hook.entry["command"]));
  if (scripts.some(exitsWithJson)) hook.note("exit-2-with-json", at);
  if (started.isShell && losesExitCode(started)) hook.note("exit-code-lost", at);
}

/** Reports on what is not there or may not run, of a hook or of the server that it calls */
export function checkStarted(
  hook: Hook,
  { parts, isShell }: Started,
  at: Spot,
  io: Pick<Io, "env" | "fs" | "path">,
): void {
  for (const part of parts) {
    checkProgram(hook, part, isShell, at, io);
    const { script, folder } = part;
    if (script?.text !== undefined && folder !== undefined && !isFile(io.path.resolve(folder, script.text), io))
      hook.note("file-missing", at, { name: script.written });
  }
}

/** Reports on the options of `sekisho hook` or `mcp`; gives the deadline in seconds, or `undefined` where none is known */
export function checkOptions(hook: Hook, [command, ...rest]: readonly string[], at: Spot): number | undefined {
  if (command !== "hook" && command !== "mcp") return undefined;
  const options = parseHookOptions(rest, nodePowers());
  if (options.ok) return options.value.deadline / 1000;
  hook.note("hook-options", at);
  return undefined;
}

function checkProgram(
  hook: Hook,
  { program: { text, written }, folder }: StartedPart,
  isShell: boolean,
  at: Spot,
  io: Pick<Io, "env" | "fs" | "path">,
): void {
  if (text === undefined) return;
  if (!/[/\\]/.test(text)) {
    const isBuiltIn = isShell && BUILT_IN.has(text);
    if (!isBuiltIn && findProgram(text, io) === "missing") hook.note("program-missing", at, { name: written });
    return;
  }
  if (folder === undefined) return;
  const file = io.path.resolve(folder, text);
  if (!isFile(file, io)) hook.note("file-missing", at, { name: written });
  else if (!mayRun(file, io)) hook.note("not-executable", at, { name: written });
}

// The script that is run, whether an interpreter is named or it is the program itself.
function textOf({ script, program, folder }: StartedPart, io: Pick<Io, "fs" | "path">): string | undefined {
  const word = script ?? program;
  if (word.text === undefined || folder === undefined || !/[/\\.]/.test(word.text)) return undefined;
  const read = readText(io.path.resolve(folder, word.text), io, LONGEST_SCRIPT);
  return read !== undefined && "text" in read ? read.text : undefined;
}

const BUILT_IN = new Set(
  ". : [ alias bg break cd command continue echo eval exec exit export false fg getopts hash jobs kill printf pwd read readonly return set shift source test times trap true type ulimit umask unalias unset wait".split(
    " ",
  ),
);

/** A program by its name on the PATH; `unknown`: there is no PATH to look in */
export function findProgram(name: string, { env, fs, path }: Pick<Io, "env" | "fs" | "path">): string {
  const folders = (env["PATH"] ?? "").split(path.delimiter).filter((folder) => folder !== "");
  if (folders.length === 0) return "unknown";
  const ends = path.delimiter === ";" ? ["", ".exe", ".cmd", ".bat"] : [""];
  for (const folder of folders)
    for (const end of ends) if (mayRun(path.join(folder, name + end), { fs })) return path.join(folder, name + end);
  return "missing";
}

function isFile(file: string, { fs }: Pick<Io, "fs">): boolean {
  try {
    return fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

function mayRun(file: string, { fs }: Pick<Io, "fs">): boolean {
  if (!isFile(file, { fs })) return false;
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

// Only the exit code of sekisho itself refuses: of `a | b` and `a; b` the client sees that of `b`, of `a || b` never 2.
function losesExitCode({ line, parts }: Started): boolean {
  const at = parts.findIndex(({ sekisho }) => sekisho?.[0] === "hook");
  const part = parts[at];
  if (line === undefined || part === undefined) return false;
  const joint = line.joints[line.commands.indexOf(part.words)];
  if (joint === undefined || joint === "&&") return false;
  const isLast = line.commands.indexOf(part.words) === line.commands.length - 1;
  return joint === "&" || joint === "||" || joint === "|" || !isLast;
}

/**
 * Whether a script prints a decision just before it exits 2. Both in one script can be right (JSON to accept, 2 to refuse),
 * so only what leads straight from one to the other counts.
 */
export function exitsWithJson(script: string): boolean {
  if (script.length > LONGEST_SCRIPT) return false;
  const lines = script.split(/\r?\n|;(?=\s*(?:exit|process\.exit|sys\.exit|os\._exit))/);
  for (const [at, line] of lines.entries()) {
    if (!EXITS_2.test(line)) continue;
    for (let before = at; before >= Math.max(0, at - LOOK_BACK); before -= 1) {
      const text = lines[before] ?? "";
      if (before < at && (LEADS_ELSEWHERE.test(text) || EXITS_OTHERWISE.test(text))) break;
      if (/hookSpecificOutput|["'\\]action\b|["'\\]decision\b/.test(text)) return true;
    }
  }
  return false;
}

const LONGEST_SCRIPT = 256 * 1024;
const LOOK_BACK = 12;
const EXITS_2 =
  /(?:^|[\s;&{(])exit\s+2\b|(?:process\.exit|sys\.exit|os\._exit|\bexit)\(\s*2\s*\)|process\.exitCode\s*=\s*2\b/;
const EXITS_OTHERWISE = /\bexit\s*\(?\s*[013-9]/;
const LEADS_ELSEWHERE = /^\s*(?:exit|return|fi|else|elif|done|esac|;;|process\.exit|sys\.exit)\b|^\s*(?:\}\s*else|#)/;

/** How the part of a command hook that is sekisho was started; `undefined`: it is not sekisho */
export function sekishoPart(started: Started | undefined): StartedPart | undefined {
  return started?.parts.find(({ sekisho }) => sekisho !== undefined);
}

/** The file of sekisho's that is started, if it can be told */
export function programOf(part: StartedPart, { path }: Pick<Io, "path">): string | undefined {
  const word = part.script ?? part.program;
  if (word.text === undefined || part.folder === undefined || !/\.[cm]?js$/.test(baseName(word.text))) return undefined;
  return path.resolve(part.folder, word.text);
}
