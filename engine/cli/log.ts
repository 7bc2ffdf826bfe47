/**
 * `sekisho log`: the record of decisions, as a table, one by one, in figures; whether it is whole, and away with what is old.
 */
import type { DecisionRecord } from "../core/record.ts";
import { renderJson } from "../render.ts";
import { type Command, type Given, POLICY_OPTIONS, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { FILTER_OPTIONS, type Filter, filterOf } from "./log-filter.ts";
import { followLog } from "./log-follow.ts";
import { pruneLog, renderVerified, verify } from "./log-keep.ts";
import { LOG_FOLDER, linesBackwards, linesOf, logFiles, parseRecord } from "./log-read.ts";
import { renderRecordTest, showRecord } from "./log-show.ts";
import { createStats, renderStats } from "./log-stats.ts";
import { renderRows } from "./log-table.ts";
import { createStyle } from "./style.ts";

const ACTIONS = ["show", "stats", "prune"] as const;
const MOST_ROWS = 50;

export const log: Command = {
  name: "log",
  about: "Show the record of decisions",
  usage:
    "[show ID | stats | prune --days N] [--audit DIR] [FILTERS] [--limit N] [--follow] [--json] [--verify [--head DIGEST]] [--to-test ID]",
  options: {
    audit: {
      type: "string",
      value: "DIR",
      about: `the folder of the log, or one file of it; left out: \`${LOG_FOLDER}\``,
    },
    ...FILTER_OPTIONS,
    limit: { type: "string", value: "N", about: `at most the last N; left out: ${MOST_ROWS}` },
    follow: { type: "boolean", about: "go on with what is written from now on" },
    json: { type: "boolean", about: "records as they stand in the log, one a line; figures as JSON" },
    verify: { type: "boolean", about: "tell whether lines were edited, taken out or moved" },
    head: { type: "string", value: "DIGEST", about: "with --verify: the digest of a line that has to be there" },
    days: { type: "string", value: "N", about: "with prune: keep so many days" },
    "to-test": { type: "string", value: "ID", about: "print this record as a test for `sekisho test`" },
    policy: {
      ...POLICY_OPTIONS.policy,
      about: "with show: the policy to explain by; left out: those that the hook finds",
    },
  },
  operands: {
    most: 2,
    help: "write `sekisho log`, `sekisho log show ID`, `sekisho log stats` or `sekisho log prune --days N`",
  },
  async run(given, io) {
    const { operands, flag, text } = given;
    const [stated, id, ...rest] = operands;
    const action = ACTIONS.find((one) => one === stated);
    if (stated !== undefined && action === undefined)
      throw new UsageError(`\`sekisho log\` has no action \`${stated}\``, "one of `show`, `stats`, `prune`");
    if ((action !== "show" && id !== undefined) || rest.length > 0)
      throw new UsageError(`\`${id}\` is one argument too many`, "only `show` takes one: the id of a record");
    checkTogether(given, action);
    const folder = text("audit") ?? LOG_FOLDER;
    const wanted = action === "show" ? id : text("to-test");
    if (action === "show" && wanted === undefined) throw new UsageError("which record?", "write `sekisho log show ID`");
    if (action === "prune") return pruneLog(folder, daysOf(text("days")), io);
    const filter = filterOf(given, io.now());
    if (flag("verify")) {
      const report = verify(folder, text("head"), io);
      io.print(flag("json") ? `${renderJson(report, 2)}\n` : renderVerified(report, text("head"), createStyle(io)));
      return report.errors.length > 0 || (text("head") !== undefined && report.anchor === undefined) ? 1 : 0;
    }
    if (wanted !== undefined) {
      const record = findRecord(folder, wanted, io);
      if (flag("json")) io.print(`${renderJson(record)}\n`);
      else if (action === "show") io.print(showRecord(record, given.texts("policy"), io));
      else io.print(renderRecordTest(record));
      return 0;
    }
    if (action === "stats") return printStats(folder, filter, flag("json"), io);
    const limit = limitOf(text("limit"));
    const records = lastRecords(folder, filter, limit, flag("follow"), io);
    const show = (some: readonly DecisionRecord[], first: boolean): void =>
      io.print(
        flag("json") ? some.map((one) => `${renderJson(one)}\n`).join("") : renderRows(some, first, createStyle(io)),
      );
    show(records, true);
    if (flag("follow")) await followLog(folder, filter, (record) => show([record], false), io);
    return 0;
  },
};

function checkTogether({ flag, text }: Given, action: string | undefined): void {
  const misplaced: readonly (readonly [given: boolean, option: string, goesWith: string])[] = [
    [text("days") !== undefined && action !== "prune", "--days", "`sekisho log prune`"],
    [text("head") !== undefined && !flag("verify"), "--head", "`--verify`"],
    [flag("follow") && (action !== undefined || flag("verify")), "--follow", "the table"],
    [text("to-test") !== undefined && action !== undefined, "--to-test", "no action"],
  ];
  const [wrong] = misplaced.filter(([given]) => given);
  if (wrong !== undefined) throw new UsageError(`option \`${wrong[1]}\` goes with ${wrong[2]}`);
  if (action === "prune" && text("days") === undefined)
    throw new UsageError("`prune` takes days away for good", "say how many to keep: `sekisho log prune --days 90`");
}

function daysOf(stated: string | undefined): number {
  if (stated !== undefined && /^[1-9][0-9]{0,4}$/.test(stated)) return Number(stated);
  throw new UsageError("`--days` is a whole number from 1 up", "write `--days 90`");
}

function limitOf(stated: string | undefined): number {
  if (stated === undefined) return MOST_ROWS;
  if (/^[0-9]{1,7}$/.test(stated)) return Number(stated);
  throw new UsageError("`--limit` is a whole number", "write `--limit 100`");
}

// From the end, since a log can be as long as it likes; `mayBeEmpty`: whoever waits for records needs none to be there.
function lastRecords(
  folder: string,
  filter: Filter,
  limit: number,
  mayBeEmpty: boolean,
  io: Io,
): readonly DecisionRecord[] {
  const found: DecisionRecord[] = [];
  const files = mayBeEmpty && !io.fs.existsSync(io.path.resolve(io.cwd, folder)) ? [] : logFiles(folder, io);
  for (const file of files.toReversed()) {
    if (isBefore(file, filter.since, io)) break;
    for (const line of linesBackwards(file, io)) {
      if (found.length >= limit) return found.reverse();
      const record = parseRecord(line);
      if (record !== undefined && filter.matches(record)) found.push(record);
    }
  }
  return found.reverse();
}

function isBefore(file: string, since: string | undefined, { path }: Io): boolean {
  const day = path.basename(file).slice(0, 10);
  return since !== undefined && /^[0-9]/.test(day) && day < since.slice(0, 10);
}

function findRecord(folder: string, id: string, io: Io): DecisionRecord {
  const found = new Map<string, DecisionRecord>();
  for (const file of logFiles(folder, io).toReversed()) {
    for (const line of linesBackwards(file, io)) {
      // Cheaper than to read each line as JSON.
      if (!line.includes(id)) continue;
      const record = parseRecord(line);
      if (record?.id === id) return record;
      if (record?.id.startsWith(id) === true) found.set(record.id, record);
    }
  }
  const [only, ...others] = found.values();
  if (only !== undefined && others.length === 0) return only;
  throw new UsageError(
    only === undefined ? `there is no record \`${id}\`` : `${found.size} records begin with \`${id}\``,
    "`sekisho log` shows the ids of the last ones",
  );
}

function printStats(folder: string, filter: Filter, asJson: boolean, io: Io): number {
  const stats = createStats();
  for (const file of logFiles(folder, io)) {
    if (isBefore(file, filter.since, io)) continue;
    for (const line of linesOf(file, io)) {
      const record = parseRecord(line);
      if (record === undefined) stats.skip();
      else if (filter.matches(record)) stats.add(record);
    }
  }
  const found = stats.end();
  io.print(asJson ? `${renderJson(found, 2)}\n` : renderStats(found, createStyle(io)));
  return 0;
}
