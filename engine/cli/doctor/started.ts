/**
 * What a command hook, or a server over stdio, would start: the program, the script it is given, sekisho's own arguments.
 * Nothing is run here; files are looked at and no more.
 */
import type { JsonObject, JsonValue } from "../../core/json.ts";
import { isArray } from "../../core/json.ts";
import { isProgram } from "../install.ts";
import type { Io } from "../io.ts";
import { fillVariables } from "./client-input.ts";
import { readText } from "./settings-files.ts";
import { parseShellLine, type ShellLine, type ShellWord } from "./shell-line.ts";

/** Where the project is, and which variables are known */
export interface Surroundings {
  readonly project: string;
  readonly io: Pick<Io, "env" | "fs" | "home" | "path">;
}

export interface Started {
  /** `undefined`: exec form, or a shell line that only a shell can read */
  readonly line: ShellLine | undefined;
  readonly isShell: boolean;
  /** Every simple command whose words are known, with the files that it names */
  readonly parts: readonly StartedPart[];
}

export interface StartedPart {
  readonly words: readonly ShellWord[];
  /** As written; a path or a name */
  readonly program: ShellWord;
  /** The script that an interpreter is given */
  readonly script: ShellWord | undefined;
  /** Where relative names lead; `undefined`: it changed directory before */
  readonly folder: string | undefined;
  /** What follows `sekisho`, if this is sekisho: `hook --policy x` */
  readonly sekisho: readonly string[] | undefined;
}

/** What the configuration of an MCP server starts: never a shell, and with other placeholders */
export function startedByServer({ command, args }: JsonObject, around: Surroundings): Started {
  const words = [command, ...(args !== undefined && isArray(args) ? args : [])].map((word) => {
    const written = String(word);
    return { written, text: fillVariables(written, around.io.env) };
  });
  const parts = typeof command === "string" ? partOf(words, around.project, around) : [];
  return { line: undefined, isShell: false, parts };
}

/** What `{ command, args?, shell? }` of a hook starts */
export function startedBy(entry: JsonObject, around: Surroundings): Started {
  const { command, args } = entry;
  const variable = variablesOf(around);
  if (typeof command !== "string") return { line: undefined, isShell: false, parts: [] };
  if (args !== undefined && isArray(args)) {
    const words = [command, ...args].map((word) => ({ written: String(word), text: fillPlaceholders(word, variable) }));
    return { line: undefined, isShell: false, parts: partOf(words, around.project, around) };
  }
  const line = parseShellLine(command, variable);
  let folder: string | undefined = around.project;
  const parts: StartedPart[] = [];
  for (const words of line?.commands ?? []) {
    if (words[0]?.text === "cd") folder = undefined;
    else parts.push(...partOf(words, folder, around));
  }
  return { line, isShell: true, parts };
}

function variablesOf({ project, io }: Surroundings): (name: string) => string | undefined {
  return (name) => {
    if (name === "CLAUDE_PROJECT_DIR") return project;
    return name === "HOME" && io.home !== "" ? io.home : io.env[name];
  };
}

// Exec form: `${NAME}` in each element, no shell (claude-code-hooks §5.1).
export function fillPlaceholders(word: JsonValue, variable: (name: string) => string | undefined): string | undefined {
  if (typeof word !== "string") return undefined;
  return word.replace(/\$\{(CLAUDE_PROJECT_DIR)\}/g, (_, name: string) => variable(name) ?? "");
}

const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|perl|sh|bash|dash|zsh|ksh|tsx|ts-node)(?:\.exe)?$/;
// What starts another program with the words that follow.
const WRAPPERS = new Set(["exec", "env", "command", "nohup", "time"]);

function partOf(words: readonly ShellWord[], folder: string | undefined, around: Surroundings): readonly StartedPart[] {
  const [first, ...rest] = words;
  if (first === undefined) return [];
  if (first.text !== undefined && WRAPPERS.has(first.text)) {
    const from = rest.findIndex(({ written }) => !/^-|=/.test(written));
    return from < 0 ? [] : partOf(rest.slice(from), folder, around);
  }
  const script = INTERPRETERS.test(baseName(first.text ?? "")) ? scriptIn(rest) : undefined;
  return [{ words, program: first, script, folder, sekisho: sekishoWords(words, folder, around) }];
}

// `-e text`, `-c text` and `-m name` take no file; other options are taken to stand alone.
function scriptIn(words: readonly ShellWord[]): ShellWord | undefined {
  for (const word of words) {
    if (/^-(?:e|c|m|p|-eval|-print)$/.test(word.written) || /^-[ecmp]\S/.test(word.written)) return undefined;
    if (word.written === "run" || word.written.startsWith("-")) {
      if (TAKES_VALUE.test(word.written)) return undefined;
      continue;
    }
    return word;
  }
  return undefined;
}

const TAKES_VALUE = /^(?:-r|--require|--import|--loader|--env-file|-W|-X|-C|-I)$/;

// By the name of the file, or by what is in it: a copy may have any name.
function sekishoWords(
  words: readonly ShellWord[],
  folder: string | undefined,
  around: Surroundings,
): readonly string[] | undefined {
  for (const [at, word] of words.entries()) {
    if (at > 4) break;
    if (!isSekishoWord(word, folder, around)) continue;
    const rest = words.slice(at + 1).map(({ text }) => text);
    return rest.every((text): text is string => text !== undefined) ? rest : [];
  }
  return undefined;
}

function isSekishoWord({ text, written }: ShellWord, folder: string | undefined, { io }: Surroundings): boolean {
  if (/(?:^|[/\\@])sekisho(?:@[\w.-]+)?(?:\.[cm]?js)?["']?$/.test(text ?? written)) return true;
  if (text === undefined || folder === undefined || !/\.[cm]?js$/.test(text)) return false;
  const read = readText(io.path.resolve(folder, text), io);
  return read !== undefined && "text" in read && isProgram(read.text);
}

export function baseName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")) + 1);
}
