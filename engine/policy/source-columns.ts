/**
 * How a line of a policy looks in a terminal: what is printed for each character, and how many columns it takes.
 * A caret that stands beside the fault is worse than none, and a line may be hostile, very long, or not Latin.
 */
import { escapeText, pattern } from "./source-characters.ts";

/** A stretch of a line, ready to print, and where the marked part of it stands, in columns */
export interface Excerpt {
  readonly text: string;
  readonly before: number;
  readonly width: number;
}

const WIDEST = 120;
const LEAD = 40;
const TAB_STOP = 4;
const CUT = "…";

/** The line with the part from `start` to `end` (code units) in view; lines that do not fit are cut around it */
export function excerptOf(line: string, start: number, end: number): Excerpt {
  const whole = draw(line, "");
  if (!whole.cut) return mark(whole, start, end);
  for (let lead = LEAD; ; lead = Math.floor(lead / 2)) {
    const from = characterStart(line, Math.max(0, start - lead));
    const excerpt = mark(draw(line.slice(from), from > 0 ? CUT : ""), start - from, end - from);
    // Escapes and wide characters before the mark can push it out of view: begin nearer to it.
    if (excerpt.before < WIDEST - LEAD || lead === 0) return excerpt;
  }
}

interface Drawing {
  readonly text: string;
  readonly cut: boolean;
  /** The column at which each code unit begins, and one more: where the line ends */
  readonly columns: readonly number[];
}

function draw(line: string, lead: string): Drawing {
  let text = lead;
  let width = lead.length;
  const columns: number[] = [];
  for (const character of line) {
    const shown = show(character, width);
    const taken = shown === character ? columnsOf(character) : shown.length;
    // A heap of combining marks takes no columns: count it too.
    if (width + taken > WIDEST || columns.length > 4 * WIDEST)
      return { text: text + CUT, cut: true, columns: [...columns, width] };
    for (let unit = 0; unit < character.length; unit += 1) columns.push(width);
    text += shown;
    width += taken;
  }
  return { text, cut: false, columns: [...columns, width] };
}

function mark(drawing: Drawing, start: number, end: number): Excerpt {
  const last = drawing.columns.length - 1;
  const before = drawing.columns[Math.min(start, last)] ?? 0;
  const after = drawing.columns[Math.min(end, last)] ?? 0;
  return { text: drawing.text, before, width: Math.max(1, after - before) };
}

function show(character: string, column: number): string {
  if (character === "\t") return " ".repeat(TAB_STOP - (column % TAB_STOP));
  return escapeText(character);
}

function characterStart(line: string, index: number): number {
  const unit = line.charCodeAt(index);
  return index > 0 && unit >= 0xdc00 && unit <= 0xdfff ? index - 1 : index;
}

// East Asian Wide and Fullwidth (UAX #11), as terminals count; the engine's own tables are good enough for a caret.
const WIDE =
  "[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u33ff\\u3400-\\u4dbf\\u4e00-\\ua4cf\\ua960-\\ua97c\\uac00-\\ud7a3" +
  "\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6\\u{16fe0}-\\u{18cff}\\u{1aff0}-\\u{1b2fb}" +
  "\\u{1f200}-\\u{1f265}\\u{20000}-\\u{3fffd}]|(?![\\u{1f1e6}-\\u{1f1ff}])\\p{Emoji_Presentation}";
const NARROWEST = "[\\p{Mn}\\p{Me}\\u1160-\\u11ff]";

function columnsOf(character: string): number {
  if ((character.codePointAt(0) ?? 0) < 0x300) return 1;
  if (pattern(NARROWEST, "u").test(character)) return 0;
  return pattern(WIDE, "u").test(character) ? 2 : 1;
}
