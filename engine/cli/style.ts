/**
 * How output looks to a person: colours on a terminal only, and tables that line up.
 */
import type { Io } from "./io.ts";

export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  /** By what an effect means: green lets through, red stops, yellow asks */
  readonly effect: (effect: string) => string;
  /** What is fine, what is not, and what can't be told */
  readonly pass: (text: string) => string;
  readonly stop: (text: string) => string;
  readonly doubt: (text: string) => string;
}

/** `NO_COLOR` set to anything but nothing turns colours off (no-color.org) */
export function createStyle({ terminal, env }: Pick<Io, "env" | "terminal">): Style {
  const on = terminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb";
  const code = (number: number) => (text: string) => (on ? `\u001b[${number}m${text}\u001b[0m` : text);
  const colours: Readonly<Record<string, (text: string) => string>> = {
    accept: code(32),
    pass: code(32),
    ask: code(33),
    cancel: code(35),
    decline: code(31),
  };
  const effect = (name: string): string => (Object.hasOwn(colours, name) ? (colours[name]?.(name) ?? name) : name);
  return { bold: code(1), dim: code(2), effect, pass: code(32), stop: code(31), doubt: code(33) };
}

/** Rows as columns that line up, two blanks apart; the last column is as long as it is */
export function renderTable(
  rows: readonly (readonly string[])[],
  paint: (cell: string, column: number) => string = (cell) => cell,
): string {
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, width(cell));
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) => {
      const blanks = column === row.length - 1 ? "" : " ".repeat((widths[column] ?? 0) - width(cell) + 2);
      return paint(cell, column) + blanks;
    });
    return `${cells.join("").trimEnd()}\n`;
  });
  return lines.join("");
}

// East Asian wide characters take two columns on a terminal.
function width(text: string): number {
  let columns = 0;
  for (const character of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/.test(
      character,
    )
      ? 2
      : 1;
  return columns;
}
