/**
 * `sekisho replay`: decides a log again under another policy, and tells what would change.
 * One record is held at a time, so a log may be as long as it likes; from stdin it is a filter that runs under any tool that
 * maps lines over many machines.
 */
import type { Policy } from "../core/policy.ts";
import type { DecisionRecord } from "../core/record.ts";
import { createReplayer, type Replayed } from "../core/replay.ts";
import { renderJson } from "../render.ts";
import { version } from "../version.ts";
import { type Command, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { linesOf, logFiles, parseRecord } from "./log-read.ts";
import { type Change, type Changes, changeOf, createChanges } from "./replay-changes.ts";
import { openPolicies } from "./replay-policies.ts";
import { renderChanges, renderProgress } from "./replay-report.ts";
import { createStyle } from "./style.ts";

const FAIL_ON = ["looser", "unknown", "change"] as const;

export const replay: Command = {
  name: "replay",
  about: "Decide a log again under another policy, and list what changes",
  usage:
    "[LOG]... [--policy NEW]... [--against OLD]... [--enforce] [--fail-on looser|unknown|change] [--json | --lines]",
  options: {
    policy: {
      type: "string",
      multiple: true,
      value: "NEW",
      about: "the policy to decide by; again for more, side by side; left out: those that the hook finds",
    },
    against: {
      type: "string",
      multiple: true,
      value: "OLD",
      about: "compare with what this policy says now; left out: with what was decided",
    },
    enforce: { type: "boolean", about: "as if the policy enforced what it only observes" },
    "fail-on": {
      type: "string",
      value: "WAY",
      about:
        "exit 1 if a record is decided more loosely (`looser`), or may be (`unknown`), or otherwise at all (`change`)",
    },
    json: { type: "boolean", about: "the result as JSON" },
    lines: { type: "boolean", about: "a line of JSON for each record: id, server, from, to, way, rules" },
  },
  operands: { most: Number.POSITIVE_INFINITY, help: "" },
  async run(given, io) {
    const { operands, flag, texts } = given;
    const failOn = FAIL_ON.find((way) => way === given.text("fail-on"));
    if (failOn === undefined && given.text("fail-on") !== undefined)
      throw new UsageError("`--fail-on` is `looser`, `unknown` or `change`");
    if (flag("json") && flag("lines")) throw new UsageError("`--json` and `--lines` are two forms", "leave one out");
    const after = openPolicies(texts("policy"), flag("enforce"), io);
    const before = texts("against").length === 0 ? undefined : openPolicies(texts("against"), false, io);
    if (after === undefined || (before === undefined && texts("against").length > 0)) return 1;
    const changes = createChanges();
    const decideAgain = createAgain(after, before);
    const out: string[] = [];
    const take = (line: string): void => {
      const record = parseRecord(line);
      const change = record === undefined ? undefined : attempt(() => decideAgain(record));
      if (change === undefined) {
        changes.skip();
        return;
      }
      changes.add(change);
      if (flag("lines") && out.push(`${renderJson(change)}\n`) >= LINES_AT_ONCE) io.print(out.splice(0).join(""));
    };
    if (operands.length === 0 || (operands.length === 1 && operands[0] === "-")) await readStdin(take, io);
    else
      readFiles(
        operands.flatMap((name) => logFiles(name, io)),
        take,
        io,
      );
    io.print(out.join(""));
    const found = changes.end();
    if (flag("json")) io.print(`${renderJson(found, 2)}\n`);
    else if (!flag("lines")) io.print(renderChanges(found, createStyle(io)));
    return fails(found, failOn) ? 1 : 0;
  },
};

const LINES_AT_ONCE = 500;
/** Longer lines are no record of ours */
const LONGEST_LINE = 64 * 1024 * 1024;

function createAgain(after: Policy, before: Policy | undefined): (record: DecisionRecord) => Change {
  const again = createReplayer(after, { engine: version, made: before });
  const other = before === undefined ? undefined : createReplayer(before, { engine: version });
  return (record) => {
    const replayed = again(record);
    // What the old policy itself decided it would decide again, byte for byte (DESIGN §9).
    const stands = other === undefined || (record.policy === before?.digest && record.engine === version);
    const old = stands ? asRecorded(record) : other(record);
    return changeOf(record, old, replayed);
  };
}

// What somebody wrote into the log can look like a record and be none; the others still count.
function attempt<Value>(make: () => Value): Value | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function asRecorded({ effect, reasons, errors, observed }: DecisionRecord): Replayed {
  return { decision: { effect, reasons, errors, observed }, unknown: [], certain: true };
}

async function readStdin(take: (line: string) => void, io: Io): Promise<void> {
  const decoder = new TextDecoder();
  for await (const bytes of io.lines(LONGEST_LINE)) if (bytes.length > 0) take(decoder.decode(bytes));
}

const PROGRESS_EVERY = 2_000;

function readFiles(files: readonly string[], take: (line: string) => void, io: Io): void {
  const { fs, path, cwd } = io;
  const all = files.reduce((sum, file) => sum + (fs.statSync(path.resolve(cwd, file)).size ?? 0), 0);
  let [done, records] = [0, 0];
  const seen = (bytes: number): void => {
    done += bytes;
  };
  for (const file of files) {
    for (const line of linesOf(file, io, seen)) {
      take(line);
      records += 1;
      if (io.terminal && records % PROGRESS_EVERY === 0) io.warn(renderProgress(done, all, records));
    }
  }
  if (io.terminal && records >= PROGRESS_EVERY) io.warn(`${renderProgress(all, all, records)}\n`);
}

function fails({ looser, stricter, unknown }: Changes, failOn: (typeof FAIL_ON)[number] | undefined): boolean {
  switch (failOn) {
    case undefined:
      return false;
    case "looser":
      return looser > 0;
    case "unknown":
      return looser + unknown > 0;
    case "change":
      return looser + unknown + stricter > 0;
  }
}
