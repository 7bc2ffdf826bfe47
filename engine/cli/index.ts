/**
 * The program beside `hook`: finds the subcommand, reads its arguments, and gives the exit code.
 * `hook` is not here: it must start without any of this.
 */

import { coldNow } from "../cold.ts";
import { nearestWord } from "../policy/nearest.ts";
import { escapeText } from "../policy/source-characters.ts";
import { version } from "../version.ts";
import { check } from "./check.ts";
import { type Command, parseArguments, renderHelp, UsageError } from "./command.ts";
import { decide } from "./decide.ts";
import { demo } from "./demo.ts";
import { diff } from "./diff.ts";
import { doctor } from "./doctor.ts";
import { explain } from "./explain.ts";
import { form } from "./form.ts";
import { hookHelp } from "./hook-help.ts";
import { init } from "./init.ts";
import { ClosedOutput, createIo, type Io } from "./io.ts";
import { log } from "./log.ts";
import { mcp } from "./mcp.ts";
import { newScript } from "./new-script.ts";
import { notify } from "./notify.ts";
import { replay } from "./replay.ts";
import { rules } from "./rules.ts";
import { schema } from "./schema.ts";
import { scriptBench } from "./script-bench.ts";
import { serve } from "./serve.ts";
import { test } from "./test.ts";
import { types } from "./types.ts";
import { uninstall } from "./uninstall.ts";
import { url } from "./url.ts";

const sayVersion: Command = {
  name: "version",
  about: "Say which version this is, and the digest of the sandbox in it",
  usage: "",
  options: {},
  run(_, io) {
    io.print(`sekisho ${version}\nsandbox sha256:${coldNow("wasm-quickjs").DIGEST}\n`);
    return 0;
  },
};

const help: Command = {
  name: "help",
  about: "Show this, or what one command takes",
  usage: "[COMMAND]",
  options: {},
  operands: { most: 1, help: "name one command" },
  run({ operands: [name] }, io) {
    io.print(name === undefined ? renderOverview() : renderHelp(findCommand(name)));
    return 0;
  },
};

const COMMANDS: readonly Command[] = [
  hookHelp,
  serve,
  mcp,
  init,
  uninstall,
  doctor,
  check,
  explain,
  form,
  url,
  decide,
  log,
  replay,
  notify,
  test,
  diff,
  rules,
  schema,
  types,
  newScript,
  scriptBench,
  demo,
  sayVersion,
  help,
];

/** Runs the program; `args` without the names of runtime and file */
export async function run(args: readonly string[], io: Io = createIo()): Promise<number> {
  try {
    return await runCommand(args, io);
  } catch (error) {
    if (error instanceof ClosedOutput) return 1; // not everything was said
    if (!(error instanceof UsageError)) throw error;
    const advice = error.help === undefined ? "" : `  ${escapeText(error.help)}\n`;
    io.warn(`sekisho: ${escapeText(error.message)}\n${advice}`);
    return 2;
  }
}

function runCommand([name, ...rest]: readonly string[], io: Io): number | Promise<number> {
  if (name === undefined) {
    io.warn(renderOverview());
    return 2;
  }
  const command = findCommand(LIKE_OPTIONS.get(name) ?? name);
  const given = parseArguments(command, rest);
  if (!given.flag("help")) return command.run(given, io);
  io.print(renderHelp(command));
  return 0;
}

const LIKE_OPTIONS: ReadonlyMap<string, string> = new Map([
  ["--help", "help"],
  ["-h", "help"],
  ["--version", "version"],
  ["-v", "version"],
]);

function findCommand(name: string): Command {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return found;
  const names = COMMANDS.map((command) => command.name);
  if (name.startsWith("-")) {
    const near = nearestWord(name, [...LIKE_OPTIONS.keys()]);
    const advice = near === undefined ? "options come after the command: `sekisho COMMAND [OPTIONS]`" : undefined;
    throw new UsageError(`unknown option \`${name}\``, advice ?? `did you mean \`${near}\`?`);
  }
  const near = nearestWord(name, names);
  throw new UsageError(
    `there is no command \`${name}\``,
    near === undefined ? `one of ${names.map((one) => `\`${one}\``).join(", ")}` : `did you mean \`sekisho ${near}\`?`,
  );
}

function renderOverview(): string {
  const rows = COMMANDS.map(({ name, about }) => `  ${name.padEnd(12)} ${about}\n`);
  return [
    "sekisho decides what MCP servers may ask a person, and what may be answered\n\n",
    "usage: sekisho COMMAND [OPTIONS]\n\n",
    ...rows,
    "\nexit codes: 0 fine, 1 a finding, 2 wrong usage; `hook` exits 0 with its decision, or 2 to refuse\n",
  ].join("");
}
