/**
 * Whether a log is as it was written, and away with days that are old.
 */
import { isLogFile } from "../adapters/log-files.ts";
import { verifyLog } from "../adapters/verify-log.ts";
import type { ChainFault, ChainReport } from "../core/log-chain.ts";
import { showHostile } from "../render.ts";
import { UsageError } from "./command.ts";
import { removeFile } from "./files.ts";
import type { Io } from "./io.ts";
import type { Style } from "./style.ts";

/** Throws `UsageError` where there is no log */
export function verify(folder: string, head: string | undefined, { fs, path, cwd }: Io): ChainReport {
  if (head !== undefined && !/^[0-9a-f]{64}$/.test(head))
    throw new UsageError(
      "`--head` is the digest of a line",
      "64 characters of 0 to 9 and a to f, as `--verify` prints it",
    );
  try {
    return verifyLog(fs, path.resolve(cwd, folder), head);
  } catch (error) {
    throw new UsageError(
      `\`${folder}\` can't be read (${(error as NodeJS.ErrnoException).code})`,
      "name a folder of logs",
    );
  }
}

const FAULTS: Readonly<Record<ChainFault["code"], string>> = {
  broken: "does not go on from the line before: something was edited, taken out, moved or put in",
  torn: "is no record: a process died while it wrote",
  unchained: "was written without the digest of the line before, since the log was locked",
};

const MOST_SHOWN = 20;

export function renderVerified(report: ChainReport, asked: string | undefined, style: Style): string {
  const { lines, errors, gaps, head, begun, anchor } = report;
  const say = ({ file, line, code }: ChainFault): string => `  ${showHostile(file)}:${line} ${FAULTS[code]}\n`;
  const list = (title: string, faults: readonly ChainFault[]): string => {
    if (faults.length === 0) return "";
    const more = faults.length > MOST_SHOWN ? `  and ${faults.length - MOST_SHOWN} more\n` : "";
    return `${title}\n${faults.slice(0, MOST_SHOWN).map(say).join("")}${more}`;
  };
  const found = errors.length === 0 ? style.pass("whole") : style.stop("broken");
  return [
    `${found}: ${lines} lines, ${errors.length} errors, ${gaps.length} gaps\n`,
    list("errors", errors),
    list("gaps", gaps),
    begun ? "the first line goes on from one that is not here: earlier days were taken away\n" : "",
    asked === undefined ? "" : renderAnchor(anchor, style),
    head === undefined ? "" : `head ${head}\n`,
    asked === undefined
      ? "lines cut off at the end can't be seen from the rest: keep the head elsewhere, and ask with --head\n"
      : "",
  ].join("");
}

function renderAnchor(anchor: ChainReport["anchor"], style: Style): string {
  if (anchor === undefined)
    return `${style.stop("the line that was asked for is not there")}: the log was cut, or is another one\n`;
  return `the line that was asked for is ${showHostile(anchor.file)}:${anchor.line}, and ${anchor.after} lines follow\n`;
}

/** Removes whole days before the last `days`; today counts as one */
export function pruneLog(folder: string, days: number, io: Io): number {
  const { fs, path, cwd } = io;
  let names: readonly string[];
  try {
    names = fs.readdirSync(path.resolve(cwd, folder)).filter(isLogFile).toSorted();
  } catch (error) {
    throw new UsageError(
      `\`${folder}\` can't be read (${(error as NodeJS.ErrnoException).code})`,
      "name a folder of logs",
    );
  }
  const first = new Date(Date.parse(io.now()) - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const old = names.filter((name) => /^[0-9]/.test(name) && name.slice(0, 10) < first);
  for (const name of old) removeFile(io, path.join(folder, name));
  for (const name of old) io.print(`removed ${showHostile(path.join(folder, name))}\n`);
  io.print(`${old.length} days removed, ${names.length - old.length} kept\n`);
  return 0;
}
