/**
 * What every part of the document checker shares: collecting problems, and reading the few shapes that documents use.
 * Positions come later: a problem names a path, and the source that was read knows where that path stands.
 */
import type { ErrorCode } from "../core/errors.ts";
import { isArray, type JsonObject, type JsonValue } from "../core/json.ts";
import { kindOf, type OptionPowers } from "../core/options.ts";
import type { CheckedDocument } from "../core/policy.ts";
import type { Rule } from "../core/rule.ts";
import type { ScriptOptions } from "./check-script.ts";
import { showText } from "./diagnostics.ts";
import { nearestWord } from "./nearest.ts";
import { serverSlip } from "./server-slip.ts";

export type Path = readonly (string | number)[];

export interface DocumentProblem {
  readonly code: ErrorCode;
  readonly path: Path;
  /** Whether the caret stands under the key or under the value */
  readonly which: "key" | "value";
  readonly message: string;
  readonly help?: string;
}

export interface CheckSettings {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly powers: OptionPowers;
  /** Whose document it is: `base: none` belongs to the user's own file alone */
  readonly role: "named" | "project" | "user";
  /** Gives the document behind an `extends`; reports to the checker and gives `undefined` where there is none */
  readonly resolve: (from: string, path: Path, checker: Checker) => CheckedDocument | undefined;
  /** Looks at the script of an entry of the rule `script`, and gives the entry's options with its text in them */
  readonly script?: (options: ScriptOptions, stated: JsonObject, path: Path, checker: Checker) => JsonObject;
}

export class Checker {
  readonly problems: DocumentProblem[] = [];
  /** The text of a scalar as it stands in the source, so that `3.10` is not told as 3.1 */
  readonly spelling: (path: Path) => string | undefined;

  constructor(spelling: (path: Path) => string | undefined = () => undefined) {
    this.spelling = spelling;
  }

  report(code: ErrorCode, path: Path, message: string, help?: string, which: "key" | "value" = "value"): undefined {
    this.problems.push({ code, path, which, message, ...(help === undefined ? {} : { help }) });
    return undefined;
  }

  /**
   * An unknown word of a closed list: the nearest one, if it is near enough to be a slip, else the list where it is
   * short, else where to find it
   */
  unknown(
    code: ErrorCode,
    path: Path,
    which: "key" | "value",
    message: string,
    word: string,
    known: readonly string[],
    elsewhere?: string,
  ): undefined {
    // A year that is near another one is no slip.
    const near = /^[0-9]/.test(word) ? undefined : nearestWord(word, known);
    const all = known.length <= LONG_LIST ? oneOfThese(known) : elsewhere;
    return this.report(code, path, message, near === undefined ? all : `did you mean \`${near}\`?`, which);
  }

  /** Whether there are only known keys */
  keys(value: JsonObject, path: Path, known: readonly string[], what: string): boolean {
    const others = Object.keys(value).filter((key) => !known.includes(key));
    for (const key of others)
      this.unknown("unknown-key", [...path, key], "key", `${what} has no key ${showText(key)}`, key, known);
    return others.length === 0;
  }

  /** One of a few words under `key`, if it is stated */
  word<Word extends string>(value: JsonObject, key: string, words: readonly Word[], path: Path = []): Word | undefined {
    if (!Object.hasOwn(value, key)) return undefined;
    return this.oneOf(value[key] as JsonValue, [...path, key], words);
  }

  oneOf<Word extends string>(value: JsonValue, path: Path, words: readonly Word[]): Word | undefined {
    const found = words.find((word) => word === value);
    if (found !== undefined) return found;
    if (typeof value === "string")
      return this.unknown("wrong-value", path, "value", `${showText(value)} is not known here`, value, words);
    return this.report("wrong-type", path, `a word is wanted here, not ${kindOf(value)}`, oneOfThese(words));
  }

  flag(value: JsonValue, path: Path): boolean | undefined {
    if (typeof value === "boolean") return value;
    // Readers of YAML 1.1 take `yes` and `on` for true.
    const help = value === null ? undefined : "write `true` or `false`, without quotes";
    return this.report("wrong-type", path, `\`true\` or \`false\` is wanted here, not ${kindOf(value)}`, help);
  }

  text(value: JsonObject, key: string, path: Path): string | undefined {
    if (!Object.hasOwn(value, key)) return undefined;
    const stated = value[key] as JsonValue;
    const at = [...path, key];
    if (typeof stated === "string" && stated !== "") return stated;
    const what = stated === "" ? "an empty text" : kindOf(stated);
    return this.report("wrong-type", at, `text is wanted here, not ${what}`, this.inQuotes(stated, at));
  }

  /** One item or a list of them, never empty */
  list<Item>(value: JsonValue, path: Path, item: (value: JsonValue, path: Path) => Item | undefined): readonly Item[] {
    if (!isArray(value)) return defined([item(value, path)]);
    if (value.length === 0)
      this.report("empty-list", path, "the list is empty", "name at least one, or take the line out");
    return defined(value.map((one, index) => item(one, [...path, index])));
  }

  /** Server names and globs, with the names of groups replaced by their members */
  servers(value: JsonValue, path: Path, groups: ReadonlyMap<string, readonly string[]>): readonly string[] {
    return this.list(value, path, (one, at) => this.server(one, at, groups)).flat();
  }

  /** What to write where a scalar was meant as text: `3.10` is no 3.1 */
  inQuotes(value: JsonValue, path: Path): string | undefined {
    const spelling = typeof value === "number" || typeof value === "boolean" ? this.spelling(path) : undefined;
    return spelling === undefined ? undefined : `write it in quotes: \`"${spelling}"\``;
  }

  private server(
    value: JsonValue,
    path: Path,
    groups: ReadonlyMap<string, readonly string[]>,
  ): readonly string[] | undefined {
    if (typeof value !== "string")
      return this.report(
        "wrong-type",
        path,
        `the name of a server is text, not ${kindOf(value)}`,
        this.inQuotes(value, path),
      );
    const group = groups.get(value);
    if (group !== undefined) return group;
    const slip = serverSlip(value);
    if (slip !== undefined) return this.report("never-matches", path, slip.message, slip.help);
    return [value];
  }
}

const LONG_LIST = 12;

function oneOfThese(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : `one of ${words.map((word) => `\`${word}\``).join(", ")}`;
}

function defined<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return items.filter((item): item is Item & {} => item !== undefined);
}
