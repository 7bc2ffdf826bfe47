/**
 * `sekisho notify`: for Notification hooks, which the client calls when a question has been open for some seconds: says on
 * what ground a person is asked, and what was refused lately. It reads the log, and nothing that a person typed is in there.
 */
import { type NotifyBy, startCommand, terminalSequence } from "../adapters/notify.ts";
import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import { isObject, parseJson } from "../core/json.ts";
import type { DecisionRecord } from "../core/record.ts";
import { renderReason, showHostile } from "../render.ts";
import { type Command, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { LOG_FOLDER, linesBackwards, logFiles, parseRecord } from "./log-read.ts";

const WAYS: readonly NotifyBy[] = ["terminal", "terminal-777", "command"];
/** The dialogs that this is about (client-observed I); every other notification is left alone */
const DIALOGS: readonly unknown[] = ["elicitation_dialog", "elicitation_url_dialog"];

export const notify: Command = {
  name: "notify",
  about: "Say why a person is asked, as a Claude Code Notification hook",
  usage: "[--audit DIR] [--notify WAY]... [-- PROGRAM ARG...] < notification.json",
  options: {
    audit: { type: "string", value: "DIR", about: `the folder of the log; left out: \`${LOG_FOLDER}\`` },
    notify: {
      type: "string",
      multiple: true,
      value: "WAY",
      about: "`terminal` (OSC 9, at first), `terminal-777`, `command` (the program behind `--`)",
    },
    text: { type: "boolean", about: "print the text alone" },
  },
  operands: { most: Number.POSITIVE_INFINITY, help: "" },
  async run(given, io) {
    const stated = given.texts("notify");
    const by = WAYS.filter((way) => stated.includes(way));
    if (stated.some((way) => !WAYS.some((one) => one === way)))
      throw new UsageError("`--notify` is `terminal`, `terminal-777` or `command`");
    if (by.includes("command") !== given.operands.length > 0)
      throw new UsageError("`--notify command` goes with a program", "write `--notify command -- PROGRAM` at the end");
    const asked = await readNotification(io);
    if (asked === undefined) return 0;
    const text = textFor(asked.session, recordsOf(given.text("audit") ?? folderOf(io), asked.session, io), io.now());
    if (text === undefined) return 0;
    if (given.flag("text")) {
      io.print(`${text}\n`);
      return 0;
    }
    const sequence = terminalSequence(by.length === 0 ? ["terminal"] : by, text);
    if (sequence !== undefined) io.print(`${JSON.stringify({ terminalSequence: sequence })}\n`);
    if (by.includes("command")) startCommand(given.operands, text);
    return 0;
  },
};

interface Asked {
  readonly session: string | undefined;
}

// What is no notification of a dialog is no error: the hook may be wired to all of them.
async function readNotification(io: Io): Promise<Asked | undefined> {
  const bytes = await io.readAll(MAX_INPUT_BYTES);
  const json = parseJson(new TextDecoder().decode(bytes).replace(/^\ufeff/, ""));
  if (!json.ok || !isObject(json.value)) return undefined;
  const { hook_event_name: event, notification_type: type, session_id: session } = json.value;
  if (event !== "Notification" || !DIALOGS.includes(type)) return undefined;
  return { session: typeof session === "string" ? session : undefined };
}

function folderOf({ env, cwd, path }: Io): string {
  const project = env["CLAUDE_PROJECT_DIR"];
  return path.join(project === undefined || project === "" ? cwd : project, LOG_FOLDER);
}

const MOST_READ = 400;

// The last ones of this session; another session's questions are nothing that this person sees.
function recordsOf(folder: string, session: string | undefined, io: Io): readonly DecisionRecord[] {
  const found: DecisionRecord[] = [];
  try {
    let read = 0;
    for (const file of logFiles(folder, io).toReversed().slice(0, 2)) {
      for (const line of linesBackwards(file, io)) {
        read += 1;
        if (read > MOST_READ) return found;
        const record = parseRecord(line);
        if (record !== undefined && (session === undefined || record.session === session)) found.push(record);
      }
    }
  } catch {} // without a log nothing is known
  return found;
}

const LATELY = 10 * 60_000;

function textFor(session: string | undefined, records: readonly DecisionRecord[], now: string): string | undefined {
  const lately = records.filter((one) => one.now !== null && Date.parse(now) - Date.parse(one.now) <= LATELY);
  const asking = lately.find(({ event, effect }) => event === "Elicitation" && effect === "ask");
  const refused = lately.filter(({ effect }) => effect === "decline" || effect === "cancel");
  const parts = [
    ...(asking === undefined ? [] : [askingText(asking)]),
    ...(refused.length === 0 ? [] : [refusedText(refused)]),
  ];
  return parts.length === 0
    ? undefined
    : `sekisho: ${parts.join("; ")}${session === undefined ? " (all sessions)" : ""}`;
}

function askingText({ server, reasons }: DecisionRecord): string {
  const [first] = reasons;
  const why = first === undefined ? "no rule answers it" : renderReason(first);
  return `${showHostile(server ?? "a server", 40)} asks, ${why}`;
}

function refusedText(refused: readonly DecisionRecord[]): string {
  const [last] = refused;
  const reason = last?.reasons[0];
  const why =
    reason === undefined ? "" : `, last ${showHostile(last?.server ?? "a server", 40)}: ${renderReason(reason)}`;
  return `${refused.length} refused in 10 minutes${why}`;
}
