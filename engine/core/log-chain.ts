/**
 * Whether a log is as it was written: each line carries the digest of the one before.
 * Edits, deletions and reorderings are errors. What was cut off at the end can't be seen from the rest: for that, compare with
 * a digest that was kept elsewhere.
 */

export interface ChainFault {
  readonly file: string;
  /** From 1 */
  readonly line: number;
  /**
   * `broken`: something before this line was edited, removed, moved or put in; `unchained`: written while the log was
   * locked for too long; `torn`: not JSON, as a process leaves it that dies while it writes
   */
  readonly code: "broken" | "torn" | "unchained";
}

export interface ChainReport {
  readonly lines: number;
  readonly errors: readonly ChainFault[];
  readonly gaps: readonly ChainFault[];
  /** Digest of the last line; `undefined`: there is none */
  readonly head: string | undefined;
  /** The first line goes on from another one, which is gone: older days were pruned, or somebody took them away */
  readonly begun: boolean;
  /** Where the digest that was asked for stands, and how many lines follow; `undefined`: nowhere */
  readonly anchor: { readonly file: string; readonly line: number; readonly after: number } | undefined;
}

export interface ChainReader {
  /** The next line, without its end. Files in the order of their days */
  readonly read: (file: string, line: string) => void;
  readonly end: () => ChainReport;
}

const START = "0".repeat(64);
// A hook that is late at midnight still writes to the day before, when the next one has begun.
const LATE = 1000;

/** `digest`: SHA-256 of a text in UTF-8, in hex. `anchor`: the digest of a line that must be there */
export function createChainReader(digest: (line: string) => string, anchor?: string): ChainReader {
  const errors: ChainFault[] = [];
  const gaps: ChainFault[] = [];
  // What the next line may go on from: the last one that is chained, and all that are not and came after it.
  let open = new Set<string>();
  let recent: string[] = [];
  let [lines, number, file] = [0, 0, ""];
  let [head, begun] = [undefined as string | undefined, false];
  let found: { readonly file: string; readonly line: number; readonly lines: number } | undefined;

  const read = (name: string, line: string): void => {
    const first = name !== file;
    if (first) [file, number] = [name, 0];
    number += 1;
    if (line === "") return;
    lines += 1;
    const own = digest(line);
    const prev = prevOf(line);
    const at = { file, line: number };
    if (prev === undefined || prev === null) {
      gaps.push({ ...at, code: prev === undefined ? "torn" : "unchained" });
      open.add(own);
    } else {
      if (lines === 1) begun = prev !== START;
      else if (!open.has(prev) && !(first && recent.includes(prev)) && !(first && prev === START && isUndated(file)))
        errors.push({ ...at, code: "broken" });
      open = new Set([own]);
    }
    recent.push(own);
    if (recent.length > 2 * LATE) recent = recent.slice(-LATE);
    head = own;
    if (own === anchor) found = { ...at, lines };
  };
  const end = (): ChainReport => ({
    lines,
    errors,
    gaps,
    head,
    begun,
    anchor: found && { file: found.file, line: found.line, after: lines - found.lines },
  });
  return { read, end };
}

// Decisions that were told no time have a chain of their own.
function isUndated(file: string): boolean {
  return /(?:^|[/\\])undated\.jsonl$/.test(file);
}

// `undefined`: no JSON; `null`: it has none.
function prevOf(line: string): string | null | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { prev } = value as { readonly prev?: unknown };
  return typeof prev === "string" ? prev : null;
}
