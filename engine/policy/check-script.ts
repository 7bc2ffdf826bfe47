/**
 * The script of a rule `script`: found, read, measured and loaded once, so that a policy whose script is broken does not
 * load. Its text goes into the entry, so that whatever has the checked document needs no file.
 */
import type { JsonObject } from "../core/json.ts";
import type { ScriptLimits } from "../core/script-powers.ts";
import type { Checker, Path } from "./checker.ts";
import { type Diagnostic, showText } from "./diagnostics.ts";

/** How scripts are had and tried; left out: they are not looked at, and an entry with `from` stays without its text */
export interface ScriptSettings {
  /**
   * Gives the text of a script, `undefined` where there is none; may throw where it can't be read, or where a link leads it
   * out of the folder `below`; left out: no files
   */
  readonly read: ((path: string, below?: string) => string | undefined) | undefined;
  /** What keeps a script from loading */
  readonly check: (source: string, limits: ScriptLimits) => ScriptFault | undefined;
}

export interface ScriptFault {
  readonly trouble: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** The options of the rule `script`, as far as they are read here */
export interface ScriptOptions extends ScriptLimits {
  readonly from: string | undefined;
  readonly source: string | undefined;
  readonly outside: boolean;
  readonly size: number;
}

export interface ScriptPlace {
  readonly options: ScriptOptions;
  readonly stated: JsonObject;
  readonly path: Path;
  readonly checker: Checker;
  readonly settings: ScriptSettings;
  /** The path of a file as it is named from the policy's */
  readonly locate: (from: string) => string;
  /** Gets every script that was read, and what is wrong inside it */
  readonly found: (file: string, text: string) => void;
  readonly report: (problem: Diagnostic) => void;
}

/** The options with the script's text in them */
export function checkScript(place: ScriptPlace): JsonObject {
  const { options, stated } = place;
  const { from } = options;
  const source = from === undefined ? options.source : readScript(from, place);
  if (source === undefined) return stated;
  const file = from === undefined ? undefined : place.locate(from);
  if (file !== undefined) place.found(file, source);
  tryScript(source, file, place);
  return { ...stated, source };
}

function readScript(from: string, { options, path, checker, settings, locate }: ScriptPlace): string | undefined {
  const at: Path = [...path, "from"];
  if (/^(?:[/\\~]|[A-Za-z]:)|^[A-Za-z][A-Za-z0-9+.-]+:/.test(from)) {
    const help = "write a path relative to this file: a policy names no place on a machine";
    return checker.report("script-outside", at, `${showText(from)} is no relative path`, help);
  }
  if (!options.outside && leadsOut(from)) {
    const help = "move it there, or state `outside: true`";
    return checker.report("script-outside", at, `${showText(from)} is outside the policy's folder`, help);
  }
  if (settings.read === undefined) return undefined;
  let text: string | undefined;
  try {
    text = settings.read(locate(from), options.outside ? undefined : locate("."));
  } catch {
    return checker.report(
      "missing-script",
      at,
      `script ${showText(from)} can't be read`,
      "a file of UTF-8 text below the policy's folder, no link out of it",
    );
  }
  if (text !== undefined) return text;
  return checker.report(
    "missing-script",
    at,
    `there is no script ${showText(from)}`,
    `it would be ${showText(locate(from), 200)}`,
  );
}

function leadsOut(from: string): boolean {
  let depth = 0;
  for (const step of from.split(/[/\\]/)) {
    if (step === "..") depth -= 1;
    else if (step !== "" && step !== ".") depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

function tryScript(source: string, file: string | undefined, place: ScriptPlace): void {
  const { options, path, checker, settings, report } = place;
  const at: Path = [...path, file === undefined ? "source" : "from"];
  if (source.length > options.size) {
    const message = `the script has ${source.length} characters, and ${options.size} are allowed`;
    checker.report("script-too-large", at, message, "say less, or raise `size`");
    return;
  }
  const fault = settings.check(source, options);
  if (fault === undefined) return;
  const { trouble, message, line, column } = fault;
  const code = CODES.get(trouble) ?? "script-fails";
  if (file === undefined || line === undefined || column === undefined) {
    const where = line === undefined ? "" : `line ${line}, column ${column}: `;
    checker.report(code, at, `the script does not load: ${where}${message}`);
    return;
  }
  const pointer = `/${at.map((step) => String(step).replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`;
  report({ code, at: pointer, line, column, file, message: `the script does not load: ${message}` });
}

const CODES: ReadonlyMap<string, "no-sandbox" | "script-syntax"> = new Map([
  ["syntax", "script-syntax"],
  ["no-sandbox", "no-sandbox"],
]);
