/**
 * What a subcommand is, and how its arguments are read: by `node:util` parseArgs, with errors that name the nearest option.
 */
import { redactText } from "../core/redact.ts";
import { parseNow } from "../core/time.ts";
import { nodeModule } from "../platform.ts";
import { nearestWord } from "../policy/nearest.ts";
import type { Io } from "./io.ts";

export interface Command {
  readonly name: string;
  readonly about: string;
  /** What follows the name in the usage line */
  readonly usage: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** How many arguments beside options it takes; more are an error, with this help */
  readonly operands?: { readonly most: number; readonly help: string };
  /** The exit code: 0 fine, 1 a finding, 2 usage (DESIGN §10) */
  readonly run: (given: Given, io: Io) => number | Promise<number>;
}

interface CommandOption {
  readonly type: "boolean" | "string";
  readonly multiple?: true;
  /** How the value is called in the help */
  readonly value?: string;
  readonly about: string;
}

export interface Given {
  readonly operands: readonly string[];
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

/** Options that several commands have */
export const POLICY_OPTIONS = {
  policy: {
    type: "string",
    multiple: true,
    value: "FILE",
    about: "a policy; again for more, side by side; left out: those that the hook finds",
  },
  fact: { type: "string", multiple: true, value: "NAME=VALUE", about: "a fact for the policy; again for more" },
  now: { type: "string", value: "TIME", about: "the time to decide by, UTC; left out: the clock" },
} as const satisfies Command["options"];

const HELP: CommandOption = { type: "boolean", about: "show this" };

/** Reads a command's arguments. Throws `UsageError` */
export function parseArguments(command: Command, args: readonly string[]): Given {
  const parseArgs = nodeModule("util")?.parseArgs;
  if (parseArgs === undefined) throw new UsageError("this runtime has no parseArgs");
  const options: Readonly<Record<string, CommandOption>> = { ...command.options, help: HELP };
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { type }]) => [name, name === "help" ? { type, short: "h" } : { type }]),
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
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw unknownOption(command.name, args[token.index] ?? token.rawName, options);
    const earlier = values.get(token.name);
    const name = `option \`--${token.name}\``;
    if (option.type === "boolean") {
      if (token.value !== undefined) throw new UsageError(`${name} takes no value`, `write \`--${token.name}\``);
    } else {
      const isOption = token.inlineValue !== true && token.value?.startsWith("--") === true;
      if (token.value === undefined || token.value === "" || isOption)
        throw new UsageError(`${name} needs a value`, `write \`--${token.name} ${option.value ?? "VALUE"}\``);
      if (earlier !== undefined && option.multiple !== true)
        throw new UsageError(`${name} is given twice`, "leave one of them out");
    }
    values.set(token.name, [...(earlier ?? []), token.value ?? ""]);
  }
  const { most = 0, help = `\`sekisho ${command.name}\` takes options alone` } = command.operands ?? {};
  if (positionals.length > most && !values.has("help"))
    throw new UsageError(`\`${positionals[most]}\` is one argument too many`, help);
  return {
    operands: positionals,
    flag: (option) => values.has(option),
    text: (option) => values.get(option)?.[0],
    texts: (option) => values.get(option) ?? [],
  };
}

/** `--fact NAME=VALUE`, as the hook reads it. Throws `UsageError` */
export function factsOf(given: Given): Readonly<Record<string, string>> {
  const facts = new Map<string, string>();
  for (const text of given.texts("fact")) {
    const at = text.indexOf("=");
    if (at <= 0)
      throw new UsageError(
        text.length > 20 ? "this is no fact" : `\`${redactText(text)}\` is no fact`,
        "write it as `--fact ci=true`",
      );
    const name = text.slice(0, at);
    if (facts.has(name)) throw new UsageError(`fact \`${name}\` is given twice`, "leave one of them out");
    facts.set(name, text.slice(at + 1));
  }
  return Object.fromEntries(facts);
}

/** `--now TIME`, if it is given. Throws `UsageError` */
export function nowOf(given: Given): string | undefined {
  const stated = given.text("now");
  if (stated === undefined) return undefined;
  const now = parseNow(stated);
  if (now === undefined) throw new UsageError(`\`${stated}\` is no time in UTC`, "write it as `2026-11-30T15:30:00Z`");
  return now;
}

export function renderHelp({ name, about, usage, options }: Command): string {
  const rows = Object.entries({ ...options, help: HELP }).map(([option, { value, about: says }]) => {
    const left = `  --${option}${value === undefined ? "" : ` ${value}`}`;
    return `${left.padEnd(24)} ${says}\n`;
  });
  return `usage: sekisho ${name}${usage === "" ? "" : ` ${usage}`}\n\n${about}\n\n${rows.join("")}`;
}

function unknownOption(command: string, written: string, options: Command["options"]): UsageError {
  const given = written.split("=", 1)[0] ?? written;
  const known = Object.keys(options);
  const near = nearestWord(given.replace(/^-+/, ""), known);
  const all = `\`sekisho ${command}\` knows ${known.map((one) => `\`--${one}\``).join(", ")}`;
  return new UsageError(`unknown option \`${given}\``, near === undefined ? all : `did you mean \`--${near}\`?`);
}
