/**
 * The program beside `hook`: finds the subcommand, reads its arguments, and gives the exit code.
 * `hook` is not here: it must start without any of this.
 */
import { nearestWord } from "../policy/nearest.ts";
import { version } from "../version.ts";
import { check } from "./check.ts";
import { type Command, parseArguments, renderHelp, UsageError } from "./command.ts";
import { decide } from "./decide.ts";
import { demo } from "./demo.ts";
import { explain } from "./explain.ts";
import { hookHelp } from "./hook-help.ts";
import { init } from "./init.ts";
import { createIo, type Io } from "./io.ts";
import { rules } from "./rules.ts";
import { schema } from "./schema.ts";
import { uninstall } from "./uninstall.ts";

const COMMANDS: readonly Command[] = [hookHelp, init, uninstall, check, explain, decide, rules, schema, demo];

/** Runs the program; `args` without the names of runtime and file */
export async function run(args: readonly string[], io: Io = createIo()): Promise<number> {
  const [name, ...rest] = args;
  try {
    return await runCommand(name, rest, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.warn(`sekisho: ${error.message}\n${error.help === undefined ? "" : `  ${error.help}\n`}`);
    return 2;
  }
}

async function runCommand(name: string | undefined, args: readonly string[], io: Io): Promise<number> {
  if (name === undefined) {
    io.warn(renderOverview());
    return 2;
  }
  if (name === "version" || name === "--version" || name === "-v") {
    io.print(`sekisho ${version}\n`);
    return 0;
  }
  if (name === "help" || name === "--help" || name === "-h") {
    const about = args[0] === undefined ? undefined : findCommand(args[0]);
    io.print(about === undefined ? renderOverview() : renderHelp(about));
    return 0;
  }
  const command = findCommand(name);
  const given = parseArguments(command, args);
  if (given.flag("help")) {
    io.print(renderHelp(command));
    return 0;
  }
  return command.run(given, io);
}

function findCommand(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = [...COMMANDS.map((command) => command.name), "version", "help"];
  const near = nearestWord(name, names);
  throw new UsageError(
    name.startsWith("-") ? `unknown option \`${name}\`` : `there is no command \`${name}\``,
    near === undefined ? `one of ${names.map((one) => `\`${one}\``).join(", ")}` : `did you mean \`sekisho ${near}\`?`,
  );
}

function renderOverview(): string {
  const rows = COMMANDS.map(({ name, about }) => `  ${name.padEnd(10)} ${about}\n`);
  return [
    "sekisho decides what MCP servers may ask a person, and what may be answered\n\n",
    "usage: sekisho COMMAND [OPTIONS]\n\n",
    ...rows,
    `  ${"version".padEnd(10)} say which version this is\n`,
    `  ${"help".padEnd(10)} show this, or \`help COMMAND\`\n`,
    "\nexit codes: 0 fine, 1 a finding, 2 wrong usage; `hook` exits 0 with its decision, or 2 to refuse\n",
  ].join("");
}
