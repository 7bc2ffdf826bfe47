/**
 * From the text of a policy to a checked document: read, checked, with everything it extends.
 * Files are read by the caller's function, so that the same code serves a hook, a server and a page without a disk.
 */
import { canonicalJson, isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { OptionPowers } from "../core/options.ts";
import type { CheckedDocument, CheckedEntry } from "../core/policy.ts";
import type { Rule } from "../core/rule.ts";
import { checkDocument } from "./check-document.ts";
import { checkScript, type ScriptSettings } from "./check-script.ts";
import { Checker, type CheckSettings, type Path } from "./checker.ts";
import { type Diagnostic, showText } from "./diagnostics.ts";
import { placeProblems } from "./place-problems.ts";
import { readSource, type SourceNode } from "./source.ts";

/** A policy text and where it came from */
export interface PolicyText {
  readonly text: string;
  /** Shown in diagnostics, and what the paths in its `extends` are relative to */
  readonly file?: string;
  readonly role?: "named" | "project" | "user";
}

export interface LoadSettings {
  readonly rules: ReadonlyMap<string, Rule>;
  readonly packs: ReadonlyMap<string, CheckedDocument>;
  readonly powers: OptionPowers;
  /** Gives the text of a file, `undefined` where there is none; may throw where it can't be read; left out: no files */
  readonly read?: (path: string) => string | undefined;
  /** Left out: scripts are not looked at */
  readonly scripts?: ScriptSettings;
}

export interface LoadedDocument {
  readonly document: CheckedDocument;
  /** The document as it was written */
  readonly value: JsonObject;
  /** Every text that it was made of, itself first */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
  /** Where each of the document's rules is written, in its order; `undefined`: in a pack */
  readonly places: () => readonly (EntryPlace | undefined)[];
}

export interface EntryPlace {
  readonly file: string;
  readonly line: number;
}

export type Loaded =
  | { readonly ok: true; readonly value: LoadedDocument }
  | {
      readonly ok: false;
      readonly errors: readonly [Diagnostic, ...Diagnostic[]];
      readonly sources: LoadedDocument["sources"];
    };

export function loadPolicyText({ text, file = "", role = "named" }: PolicyText, settings: LoadSettings): Loaded {
  const loading = new Loading(settings);
  const { document, value } = loading.load(text, file, role, [plainPath(file)]);
  const { problems, sources } = loading;
  const [first, ...rest] = problems;
  if (first !== undefined) return { ok: false, errors: [first, ...rest], sources };
  const places: LoadedDocument["places"] = () => loading.placesOf(document);
  return { ok: true, value: { document, value: value as JsonObject, sources, places } };
}

/** The same for a document that is already a value: embedding, or a parsed policy handed back */
export function loadPolicyValue(value: JsonValue, settings: LoadSettings): Loaded {
  return loadPolicyText({ text: textOf(value) }, settings);
}

// An embedder's value may be no JSON at all; then it is no policy either.
function textOf(value: JsonValue): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return "null";
  }
}

/** Files that extend each other, one inside another; what is deeper is no policy that anybody can read */
const MOST_FILES_DEEP = 32;

class Loading {
  readonly problems: Diagnostic[] = [];
  readonly sources: { readonly file: string; readonly text: string }[] = [];
  private readonly settings: LoadSettings;
  private readonly seen = new Map<string, CheckedDocument>();
  private readonly written: {
    readonly rules: readonly CheckedEntry[];
    readonly file: string;
    readonly node: SourceNode;
  }[] = [];

  constructor(settings: LoadSettings) {
    this.settings = settings;
  }

  /** `trail`: this file and those that led to it */
  load(
    text: string,
    file: string,
    role: CheckSettings["role"],
    trail: readonly string[],
  ): { document: CheckedDocument; value: JsonValue } {
    this.sources.push({ file, text });
    const source = readSource(text, file === "" ? {} : { file });
    if (!source.ok) {
      this.problems.push(...source.errors);
      return { document: { rules: [] }, value: null };
    }
    const node = source.value;
    const checker = new Checker((path) => node.spelling(path));
    const { rules, powers, scripts } = this.settings;
    const resolve = (from: string, path: Path, outer: Checker) => this.resolve(from, path, outer, file, trail);
    const script: CheckSettings["script"] =
      scripts &&
      ((options, stated, path, outer) =>
        checkScript({
          options,
          stated,
          path,
          checker: outer,
          settings: scripts,
          locate: (from) => joinPath(file, from),
          found: (found, source) => this.addSource(found, source),
          report: (problem) => this.problems.push(problem),
        }));
    const document = checkDocument(node.value, checker, {
      rules,
      powers,
      role,
      resolve,
      ...(script === undefined ? {} : { script }),
    });
    this.problems.push(...placeProblems(node, checker.problems));
    this.written.push({ rules: document.rules, file, node });
    return { document, value: node.value };
  }

  // A script may stand in several entries.
  private addSource(file: string, text: string): void {
    if (!this.sources.some((one) => one.file === file)) this.sources.push({ file, text });
  }

  /** Only where there are no problems: then each entry that is written became one */
  placesOf({ rules }: CheckedDocument): readonly (EntryPlace | undefined)[] {
    const places = new Map<CheckedEntry | string, EntryPlace>();
    for (const { rules: all, file, node } of this.written) {
      const stated = isObject(node.value) ? node.value["rules"] : undefined;
      const inherited = all.length - (isArray(stated) ? stated.length : 0);
      for (const [index, entry] of all.entries()) {
        if (index < inherited) continue;
        const place = { file, line: node.locate(["rules", index - inherited]).line };
        places.set(entry, place);
        places.set(identityOf(entry), place);
      }
    }
    // A document that is observed holds copies of what it extends.
    return rules.map((entry) => places.get(entry) ?? places.get(identityOf(entry)));
  }

  private resolve(
    from: string,
    path: Path,
    checker: Checker,
    file: string,
    trail: readonly string[],
  ): CheckedDocument | undefined {
    const { packs, read } = this.settings;
    const pack = packs.get(from);
    if (pack !== undefined) return pack;
    if (!/[./\\]/.test(from)) {
      const message = `there is no pack ${showText(from)}`;
      return checker.unknown("unknown-document", path, "value", message, from, [...packs.keys()]);
    }
    if (/^[A-Za-z][A-Za-z0-9+.-]+:/.test(from)) {
      const help = "write a path relative to this file: policies are read from no other place";
      return checker.report("extends-outside", path, `${showText(from)} is a link`, help);
    }
    if (/^(?:[/\\~]|[A-Za-z]:)/.test(from)) {
      const help = "write a path relative to this file: a policy names no place on a machine";
      return checker.report("extends-outside", path, `${showText(from)} is an absolute path`, help);
    }
    if (read === undefined) {
      const names = [...packs.keys()].map((name) => `\`${name}\``).join(", ");
      return checker.report("extends-outside", path, "no files can be read from here", `name a pack: ${names}`);
    }
    const target = joinPath(file, from);
    if (trail.includes(target)) {
      const message = `${showText(from)} leads back to this document`;
      return checker.report("extends-cycle", path, message, "take one of the `extends` out");
    }
    if (trail.length >= MOST_FILES_DEEP) {
      const message = `more than ${MOST_FILES_DEEP} files, each extended by the one before`;
      return checker.report("extends-cycle", path, message, "let one file extend them all");
    }
    const known = this.seen.get(target);
    if (known !== undefined) return known;
    let text: string | undefined;
    try {
      text = read(target);
    } catch {
      const help = `it would be ${showText(target, 200)}: a file of UTF-8 text`;
      return checker.report("unknown-document", path, `file ${showText(from)} can't be read`, help);
    }
    if (text === undefined) {
      const message = `there is no file ${showText(from)}`;
      return checker.report("unknown-document", path, message, `it would be ${showText(target, 200)}`);
    }
    const { document } = this.load(text, target, "named", [...trail, target]);
    this.seen.set(target, document);
    return document;
  }
}

function identityOf({ observe: _, ...entry }: CheckedEntry): string {
  return canonicalJson(entry as unknown as JsonValue);
}

// As `joinPath` would name the file.
function plainPath(file: string): string {
  return file === "" ? "" : joinPath(file, file.split(/[/\\]/).at(-1) ?? "");
}

/** A path relative to the folder of `file`, in `/` form; `..` may lead out of it, as teams share files upwards */
function joinPath(file: string, from: string): string {
  const separator = file.includes("\\") && !file.includes("/") ? "\\" : "/";
  const steps: string[] = [];
  for (const [index, step] of [...file.split(/[/\\]/).slice(0, -1), ...from.split(/[/\\]/)].entries()) {
    if ((step === "" && index > 0) || step === ".") continue;
    if (step === ".." && steps.length > 0 && steps.at(-1) !== ".." && steps.at(-1) !== "") steps.pop();
    else steps.push(step);
  }
  return steps.join(separator);
}
