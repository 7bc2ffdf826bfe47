/**
 * The options of `sekisho hook`.
 * A guard that was started with a wrong option refuses everything: ignoring a misspelt `--policy` would disarm it.
 */
import { coldNow } from "../cold.ts";
import type { Result } from "../core/result.ts";
import type { Powers } from "./node.ts";
import type { Notify, NotifyBy } from "./notify.ts";

export interface HookOptions {
  readonly policies: readonly string[];
  /** Without a prototype */
  readonly facts: Readonly<Record<string, string>>;
  /** In milliseconds */
  readonly deadline: number;
  readonly audit: string | undefined;
  /** Refuse what can't be recorded */
  readonly auditRequired: boolean;
  /** How a person is told of refusals; `undefined`: not at all */
  readonly notify: Notify | undefined;
}

const OPTIONS = {
  policy: { type: "string", multiple: true },
  fact: { type: "string", multiple: true },
  deadline: { type: "string", multiple: true },
  audit: { type: "string", multiple: true },
  "audit-required": { type: "boolean", multiple: true },
  notify: { type: "string", multiple: true },
} as const;

const USAGE =
  "options are --policy FILE, --fact NAME=VALUE, --deadline 5s, --audit FOLDER, --audit-required, --notify terminal";
const DEFAULT_DEADLINE = 5000;
/** The client's own default `timeout` is 600 s; a deadline must be shorter than that to be of use */
const LONGEST_DEADLINE = 600_000;
// What is longer is no slip in a name but a value, and those are not shown.
const LONGEST_SLIP = 20;

type Values = {
  readonly [Name in keyof typeof OPTIONS]?: readonly ((typeof OPTIONS)[Name]["type"] extends "string"
    ? string
    : boolean)[];
};

/** Errors are one line of text each */
export function parseHookOptions(args: readonly string[], powers: Powers): Result<HookOptions, string> {
  const facts: Record<string, string> = Object.create(null);
  if (args.length === 0)
    return {
      ok: true,
      value: {
        policies: [],
        facts,
        deadline: DEFAULT_DEADLINE,
        audit: undefined,
        auditRequired: false,
        notify: undefined,
      },
    };

  const { own, command } = withoutProgram(args);
  let values: Values;
  try {
    values = powers.parseArgs({
      args: own,
      options: OPTIONS,
      strict: true,
      allowPositionals: false,
    }).values;
  } catch {
    return problem(whatIsWrong(args));
  }
  const { policy: policies = [], fact: pairs = [], deadline: deadlines = [], audit: folders = [] } = values;
  if (policies.includes("")) return problem("--policy: the name of a file is missing");
  if (folders.includes("")) return problem("--audit: the name of a folder is missing");
  if (deadlines.length > 1 || folders.length > 1)
    return problem(`--${deadlines.length > 1 ? "deadline" : "audit"} is given twice`);
  const auditRequired = values["audit-required"] !== undefined;
  if (auditRequired && folders.length === 0) return problem("--audit-required: the folder of --audit is missing");
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1)
      return problem(`--fact${pair.length > LONGEST_SLIP ? "" : ` ${shown(pair)}`}: write it as name=value`);
    const name = pair.slice(0, equals);
    if (Object.hasOwn(facts, name)) return problem(`--fact ${shown(name)} is given twice`);
    facts[name] = pair.slice(equals + 1);
  }
  const notify = readNotify(values.notify, command);
  if (typeof notify === "string") return problem(notify);
  const [stated] = deadlines;
  const deadline = stated === undefined ? DEFAULT_DEADLINE : milliseconds(stated);
  if (deadline === undefined || deadline < 1 || deadline > LONGEST_DEADLINE)
    return problem(`--deadline ${shown(stated ?? "")}: write a time from 1ms to 10m, like 5s`);
  return { ok: true, value: { policies, facts, deadline, audit: folders[0], auditRequired, notify } };
}

/** A program with its arguments stands at the end: behind `--`, or right behind `--notify command` */
function withoutProgram(args: readonly string[]): {
  readonly own: readonly string[];
  readonly command: readonly string[] | undefined;
} {
  const end = args.indexOf("--");
  const ways = end < 0 ? args : args.slice(0, end);
  const at = ways.findIndex((way, index) => way === "command" && ways[index - 1] === "--notify") + 1;
  const next = at === 0 ? undefined : ways[at];
  if (next !== undefined && next !== "" && !next.startsWith("-"))
    return { own: args.slice(0, at), command: args.slice(at) };
  return { own: ways, command: end < 0 ? undefined : args.slice(end + 1) };
}

// `command`: what stands behind `--`; `undefined`: there is no `--`. A text says what is wrong.
function readNotify(ways: readonly string[] = [], command: readonly string[] | undefined): Notify | string | undefined {
  const by = ways.filter((way): way is NotifyBy => way === "terminal" || way === "terminal-777" || way === "command");
  if (by.length < ways.length) return "--notify: write terminal, terminal-777, or command with -- PROGRAM at the end";
  const wanted = by.includes("command");
  if (wanted && (command?.[0] ?? "") === "")
    return "--notify command: the program is missing; write -- PROGRAM at the end";
  if (!wanted && command !== undefined) return "an argument belongs to none: -- PROGRAM goes with --notify command";
  return by.length === 0 ? undefined : { by, command: command ?? [] };
}

function milliseconds(text: string): number | undefined {
  const found = /^([0-9]{1,6}(?:\.[0-9]{1,3})?)(ms|s|m)$/.exec(text);
  if (found === null) return undefined;
  const [, count, unit] = found;
  return Number(count) * (unit === "ms" ? 1 : unit === "s" ? 1000 : 60_000);
}

// Not the runtime's own text: that differs between versions.
function whatIsWrong(args: readonly string[]): string {
  const names = args.filter((arg) => arg.startsWith("-")).map((arg) => arg.split("=", 1)[0] ?? "");
  const unknown = names.find((name) => !Object.hasOwn(OPTIONS, name.slice(2)) || !name.startsWith("--"));
  if (unknown !== undefined) {
    const near = coldNow("policy").nearestWord(unknown.replace(/^-+/, ""), Object.keys(OPTIONS));
    return `unknown option ${shown(unknown)}${near === undefined ? "" : `, did you mean \`--${near}\`?`} (${USAGE})`;
  }
  return `an option has no value, or an argument belongs to none: ${USAGE}`;
}

function shown(text: string): string {
  return `\`${text.slice(0, 60)}\``;
}

function problem(text: string): Result<never, string> {
  return { ok: false, errors: [text] };
}
