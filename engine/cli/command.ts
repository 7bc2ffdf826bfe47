/**
 * What a subcommand is, and how its arguments are read: by `node:util` parseArgs, with errors that name the nearest option.
 */
import { nodeModule } from "../platform.ts";
import { nearestWord } from "../policy/nearest.ts";
import type { Io } from "./io.ts";

export interface Command {
  readonly name: string;
  readonly about: string;
  /** What follows the name in the usage line */
  readonly usage: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** The exit code: 0 fine, 1 a finding, 2 usage (DESIGN §10) */
  readonly run: (given: Given, io: Io) => number | Promise<number>;
}

export interface CommandOption {
  readonly type: "boolean" | "string";
  readonly multiple?: true;
  /** How the value is called in the help */
  readonly value?: string;
  readonly about: string;
}

export interface Given {
  readonly positionals: readonly string[];
  readonly flag: (name: string) => boolean;
  readonly text: (name: string) => string | undefined;
  readonly texts: (name: string) => readonly string[];
}

/** A mistake in how the program was called; printed with its help, exit code 2 */
export class UsageError extends Error {
  readonly help: string | undefined;
  constructor(message: string, help?: string) {
    super(message);
    this.name = "UsageError";
    this.help = help;
  }
}

/** Reads a command's arguments. Throws `UsageError` */
export function parseArguments({ name, options }: Pick<Command, "name" | "options">, args: readonly string[]): Given {
  const parseArgs = nodeModule("util")?.parseArgs;
  if (parseArgs === undefined) throw new UsageError("this runtime has no parseArgs");
  const config = Object.fromEntries(
    Object.entries({ ...options, help: HELP }).map(([option, { type, multiple }]) => [
      option,
      multiple ? { type, multiple } : { type },
    ]),
  );
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: config,
    strict: false,
    tokens: true,
    allowPositionals: true,
  });
  const values = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const option = Object.hasOwn(config, token.name) ? config[token.name] : undefined;
    if (option === undefined) throw unknownOption(name, token.rawName, Object.keys(config));
    if (option.type === "string" && token.value === undefined)
      throw new UsageError(`option \`${token.rawName}\` needs a value`);
    if (option.type === "boolean" && token.value !== undefined)
      throw new UsageError(`option \`${token.rawName}\` takes no value`);
    const earlier = values.get(token.name);
    if (earlier !== undefined && !("multiple" in option))
      throw new UsageError(`option \`${token.rawName}\` is given twice`);
    values.set(token.name, [...(earlier ?? []), token.value ?? ""]);
  }
  return {
    positionals,
    flag: (option) => values.has(option),
    text: (option) => values.get(option)?.[0],
    texts: (option) => values.get(option) ?? [],
  };
}

/** `k=v` pairs. Throws `UsageError` */
export function parseFacts(texts: readonly string[]): Readonly<Record<string, string>> {
  const facts = new Map<string, string>();
  for (const text of texts) {
    const at = text.indexOf("=");
    if (at <= 0) throw new UsageError(`\`${text}\` is no fact`, "write it as `--fact ci=true`");
    facts.set(text.slice(0, at), text.slice(at + 1));
  }
  return Object.fromEntries(facts);
}

export function renderHelp({ name, about, usage, options }: Command): string {
  const rows = Object.entries({ ...options, help: HELP }).map(([option, { value, about: says }]) => {
    const left = `  --${option}${value === undefined ? "" : ` ${value}`}`;
    return `${left.padEnd(24)} ${says}\n`;
  });
  return `usage: sekisho ${name}${usage === "" ? "" : ` ${usage}`}\n\n${about}\n\n${rows.join("")}`;
}

const HELP: CommandOption = { type: "boolean", about: "show this" };

function unknownOption(command: string, given: string, known: readonly string[]): UsageError {
  const near = nearestWord(given.replace(/^-+/, ""), known);
  const all = `\`sekisho ${command}\` knows ${known.map((one) => `\`--${one}\``).join(", ")}`;
  return new UsageError(`unknown option \`${given}\``, near === undefined ? all : `did you mean \`--${near}\`?`);
}
