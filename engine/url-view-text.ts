/**
 * A view of a link as lines of text: the link, marks under the characters that they are about, and where it leads.
 * A link is hostile text, so all but plain letters is drawn as escapes; then every caret stands where it should on any terminal.
 */
import type { UrlFinding, UrlHostView, UrlView } from "./url-view.ts";

/** What a terminal can do to text; `createStyle` of the commands is one */
export interface UrlPaint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
}

const PLAIN: UrlPaint = { bold: (text) => text, dim: (text) => text };

/** Lines for a person; the last one ends too. They may change at any time: programs read the view itself */
export function renderUrlView(view: UrlView, paint: UrlPaint = PLAIN): string {
  const marks = marksOf(view);
  const told = new Set<Mark>();
  const lines = rowsOf(view, marks).flatMap((row) => [
    `  ${drawRow(row, view.host, paint)}`,
    ...marks.flatMap((mark) => {
      const columns = columnsOf(row, mark);
      if (columns.length === 0) return [];
      const label = told.has(mark) ? mark.name : `${mark.name}${mark.says === "" ? "" : `: ${mark.says}`}`;
      told.add(mark);
      return [`  ${markLine(columns, mark.sign, label, paint)}`];
    }),
  ]);
  for (const { rule, code, says, effect, at } of view.notes) {
    if (at === null) lines.push(`  ${rule}/${code} (${effect}): ${says}`);
  }
  const verdict = view.clear ? "every reader reads it alike" : "two readers could read it differently";
  return `${[...lines, "", ...partLines(view, paint), "", paint.bold(verdict)].join("\n")}\n`;
}

/** Findings of one kind, shown on one line */
interface Mark {
  readonly name: string;
  readonly says: string;
  readonly sign: "^" | "~";
  readonly places: readonly (readonly [at: number, end: number])[];
}

function marksOf({ host, problems, notes }: UrlView): readonly Mark[] {
  const marks: Mark[] = [];
  if (host !== null) marks.push({ name: "host", says: "", sign: "~", places: [[host.at, host.end]] });
  for (const code of new Set(problems.map((one) => one.code))) {
    const same = problems.filter((one) => one.code === code);
    marks.push({ name: code, says: same[0]?.says ?? "", sign: "^", places: same.flatMap(placeOf) });
  }
  for (const note of notes) {
    const { rule, code, says, effect } = note;
    if (note.at !== null) marks.push({ name: `${rule}/${code} (${effect})`, says, sign: "^", places: placeOf(note) });
  }
  return marks;
}

function placeOf({ at, end }: UrlFinding): readonly (readonly [number, number])[] {
  return at === null || end === null ? [] : [[at, end]];
}

const WIDEST = 100;
// A link that takes at most so many columns is shown whole: nearly all sign-in links do.
const WHOLE = 500;
const AROUND = 16;
const MARKED = 48;

interface Cell {
  readonly from: number;
  readonly to: number;
  readonly shown: string;
  readonly cut: boolean;
}

interface Row {
  readonly cells: readonly Cell[];
  readonly last: boolean;
}

function rowsOf({ text, host }: UrlView, marks: readonly Mark[]): readonly Row[] {
  let cells = text.length <= WHOLE ? drawRange(text, 0, text.length) : undefined;
  if (cells === undefined || widthOf(cells) > WHOLE) cells = drawAround(text, host, marks);
  const rows: Cell[][] = [[]];
  let width = 0;
  for (const cell of cells) {
    if (width + cell.shown.length > WIDEST) {
      rows.push([]);
      width = 0;
    }
    rows.at(-1)?.push(cell);
    width += cell.shown.length;
  }
  return rows.map((row, index) => ({ cells: row, last: index === rows.length - 1 }));
}

// The beginning, the end, the host, and what is marked with a little around it; the rest is one sign a piece.
function drawAround(text: string, host: UrlHostView | null, marks: readonly Mark[]): Cell[] {
  const wanted: (readonly [number, number])[] = [
    [0, AROUND],
    [text.length - AROUND, text.length],
    ...(host === null ? [] : [[host.at, host.end] as const]),
    ...marks.flatMap(({ places }) =>
      places.map(([at, end]) => [at - AROUND, Math.min(end, at + MARKED) + AROUND] as const),
    ),
  ];
  wanted.sort(([left], [right]) => left - right);
  const cells: Cell[] = [];
  let shown = 0;
  for (const [from, to] of wanted) {
    const start = characterStart(text, Math.max(from, shown));
    const end = characterStart(text, Math.min(to, text.length));
    if (end <= shown) continue;
    if (start > shown) cells.push({ from: shown, to: start, shown: "…", cut: true });
    cells.push(...drawRange(text, start, end));
    shown = end;
  }
  return cells;
}

function characterStart(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  const before = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff ? index - 1 : index;
}

function drawRange(text: string, from: number, to: number): Cell[] {
  const cells: Cell[] = [];
  let at = from;
  for (const character of text.slice(from, to)) {
    cells.push({ from: at, to: at + character.length, shown: show(character), cut: false });
    at += character.length;
  }
  return cells;
}

// Printable ASCII, and Latin letters with a mark that nobody takes for another letter of a host. A Cyrillic letter would look
// like a Latin one, and wide letters push carets out of place.
function show(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x20 && code < 0x7f) return character;
  if (code >= 0xdf && code <= 0xff && code !== 0xf7) return character;
  const digits = code.toString(16);
  if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { shown }) => sum + shown.length, 0);
}

function drawRow({ cells }: Row, host: UrlHostView | null, { bold, dim }: UrlPaint): string {
  let line = "";
  let run = "";
  let painted: ((text: string) => string) | undefined;
  for (const cell of cells) {
    const isHost = host !== null && cell.from >= host.at && cell.to <= host.end;
    const paint = cell.cut ? dim : isHost ? bold : undefined;
    if (paint !== painted) {
      line += painted?.(run) ?? run;
      run = "";
      painted = paint;
    }
    run += cell.shown;
  }
  return line + (painted?.(run) ?? run);
}

// The columns of a row that a mark is under.
function columnsOf({ cells, last }: Row, { places }: Mark): readonly (readonly [from: number, to: number])[] {
  const columns: (readonly [number, number])[] = [];
  let column = 0;
  for (const { from, to, shown } of cells) {
    if (places.some(([at, end]) => at < to && Math.max(end, at + 1) > from)) {
      columns.push([column, column + shown.length]);
    }
    column += shown.length;
  }
  const end = cells.at(-1)?.to ?? 0;
  // What is missing at the end: `https://`.
  if (last && places.some(([at]) => at >= end)) columns.push([column, column + 1]);
  return columns;
}

function markLine(
  columns: readonly (readonly [number, number])[],
  sign: string,
  label: string,
  { bold, dim }: UrlPaint,
): string {
  let signs = "";
  for (const [from, to] of columns) signs = signs.padEnd(from) + sign.repeat(to - from);
  const start = columns[0]?.[0] ?? 0;
  const painted = bold(signs.slice(start));
  // Where the line would grow too long, the words stand before the marks.
  if (signs.length + label.length > WIDEST && label.length < start) {
    return `${" ".repeat(start - label.length - 1)}${dim(label)} ${painted}`;
  }
  return `${" ".repeat(start)}${painted} ${dim(label)}`;
}

function partLines({ scheme, host, port }: UrlView, { bold, dim }: UrlPaint): readonly string[] {
  const beside = host === null || host.unicode === null ? "" : `  (${besideHost(host)})`;
  const rows: (readonly [string, string])[] = [
    ["scheme", scheme ?? "not the same for all readers"],
    ["host", host === null ? "not the same for all readers" : `${bold(host.ascii)}${beside}`],
  ];
  if (host !== null) rows.push(["domain", host.domain ?? noDomain(host)]);
  if (port !== null) rows.push(["port", String(port)]);
  return rows.map(([name, value]) => `  ${dim(name.padEnd(6))}  ${value}`);
}

function besideHost({ unicode, scripts }: UrlHostView): string {
  return scripts.length === 0 ? (unicode ?? "") : `${unicode}, in ${scripts.join(" and ")}`;
}

function noDomain({ kind, ascii }: UrlHostView): string {
  if (kind !== "name") return "none: an address";
  return ascii.includes(".") ? "none: a public suffix, below which strangers register" : "none: a single label";
}
