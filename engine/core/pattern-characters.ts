/**
 * The characters of a pattern: escapes, classes in brackets and by name, and all that `(?i)` makes of them.
 * Dialects of regular expressions differ here most, so each line is RE2's own reading and nobody else's.
 */
import { type CodeSet, codeSet, foldRanges, invert, MAX_CODE } from "./pattern-set.ts";

/** Ends the reading of a pattern; see `parsePattern` */
export class Stop extends Error {
  readonly why: "beyond" | "invalid";
  constructor(why: "beyond" | "invalid") {
    super(why);
    this.why = why;
  }
}

const HEX = /x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y;
const OCTAL = /0[0-7]{0,2}|[1-7][0-7]{1,2}/y;

/** Reads from `at` on, and moves it */
export class CharacterReader {
  readonly source: string;
  at = 0;
  /** Whether `(?i)` is on */
  fold = false;

  constructor(source: string) {
    this.source = source;
  }

  /** `[…]` */
  characterClass(): CodeSet {
    this.at += 1;
    const inverted = this.source[this.at] === "^";
    if (inverted) this.at += 1;
    const ranges: number[] = [];
    // A `]` in the first place is itself.
    for (let first = true; first || this.source[this.at] !== "]"; first = false) {
      const named = this.posixClass() ?? this.perlClass();
      if (named !== undefined) {
        ranges.push(...named);
        continue;
      }
      const from = this.classCharacter();
      let to = from;
      if (this.source[this.at] === "-" && this.source[this.at + 1] !== "]") {
        this.at += 1;
        to = this.classCharacter();
      }
      if (to < from) throw new Stop("invalid");
      ranges.push(...this.folded([from, to]));
    }
    this.at += 1;
    const set = codeSet(ranges);
    return inverted ? invert(set) : set;
  }

  private classCharacter(): number {
    if (this.source[this.at] !== "\\") return this.character();
    if (this.source[this.at + 1] === "p" || this.source[this.at + 1] === "P") throw new Stop("beyond");
    return this.escaped();
  }

  private posixClass(): CodeSet | undefined {
    if (!this.source.startsWith("[:", this.at)) return undefined;
    const end = this.source.indexOf(":]", this.at);
    if (end < 0) return undefined;
    const inverted = this.source[this.at + 2] === "^";
    const name = this.source.slice(this.at + (inverted ? 3 : 2), end);
    const set = name === "perl" ? undefined : named(name);
    if (set === undefined) throw new Stop("invalid");
    this.at = end + 2;
    const folded = this.folded(set);
    return inverted ? invert(folded) : folded;
  }

  /** `\d` and the like, if one is next. Under `(?i)`, RE2's `\w` holds U+017F and U+212A too */
  perlClass(): CodeSet | undefined {
    if (this.source[this.at] !== "\\") return undefined;
    const letter = this.source[this.at + 1] ?? "";
    const place = "dDsSwW".indexOf(letter);
    if (letter === "" || place < 0) return undefined;
    this.at += 2;
    const folded = this.folded(named(["digit", "perl", "word"][place >> 1] as string) ?? []);
    return place % 2 === 0 ? folded : invert(folded);
  }

  /** One character behind a backslash */
  escaped(): number {
    this.at += 1;
    const octal = this.match(OCTAL);
    if (octal !== null) return Number.parseInt(octal[0], 8);
    const hex = this.match(HEX);
    if (hex !== null) return this.readable(Number.parseInt(hex[1] ?? hex[2] ?? "", 16));
    const letter = this.source[this.at] ?? "";
    const control = letter === "" ? -1 : "abtnvfr".indexOf(letter);
    this.at += 1;
    if (control >= 0 && letter !== "b") return control + 7;
    // Punctuation, controls, blank; letters and digits are kept for what may come.
    if (letter === "" || letter > "\u007f" || /[0-9A-Za-z]/.test(letter)) throw new Stop("invalid");
    return letter.charCodeAt(0);
  }

  character(): number {
    const code = this.source.codePointAt(this.at);
    if (code === undefined) throw new Stop("invalid");
    this.at += code > 0xffff ? 2 : 1;
    return this.readable(code);
  }

  // What half of a surrogate pair should match is not for this file to say.
  private readable(code: number): number {
    if (code > MAX_CODE) throw new Stop("invalid");
    if (code >= 0xd800 && code <= 0xdfff) throw new Stop("beyond");
    return code;
  }

  folded(set: CodeSet): CodeSet {
    if (!this.fold) return set;
    const folded = foldRanges(set);
    if (folded === undefined) throw new Stop("beyond");
    return folded;
  }

  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }
}

// POSIX classes, and what Perl takes for white space: first and last character of each range.
const CLASSES =
  "alnum=09AZaz,alpha=AZaz,ascii=\0\x7f,blank=\t\t\x20\x20,cntrl=\0\x1f\x7f\x7f,digit=09,graph=!~,lower=az,print=\x20~," +
  "punct=!/:@[`{~,space=\t\r\x20\x20,upper=AZ,word=09AZ__az,xdigit=09AFaf,perl=\t\n\f\r\x20\x20";
let classes: ReadonlyMap<string, CodeSet> | undefined;

function named(name: string): CodeSet | undefined {
  classes ??= new Map(
    CLASSES.split(",").map((entry) => {
      const [word = "", ends = ""] = entry.split("=");
      return [word, Array.from(ends, (end) => end.charCodeAt(0))];
    }),
  );
  return classes.get(name);
}
