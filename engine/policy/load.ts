/**
 * From the text of a policy to a checked document: read, checked, with everything it extends.
 * Files are read by the caller's function, so that the same code serves a hook, a server and a page without a disk.
 */
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { OptionPowers } from "../core/options.ts";
import type { CheckedDocument } from "../core/policy.ts";
import type { Rule } from "../core/rule.ts";
import { checkDocument } from "./check-document.ts";
import { Checker, type CheckSettings, type DocumentProblem, type Path } from "./checker.ts";
import type { Diagnostic } from "./diagnostics.ts";
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
  /** Gives the text of a file, `undefined` where there is none; left out: no files can be read */
  readonly read?: (path: string) => string | undefined;
}

export interface LoadedDocument {
  readonly document: CheckedDocument;
  /** The document as it was written */
  readonly value: JsonObject;
  /** Every text that it was made of, itself first */
  readonly sources: readonly { readonly file: string; readonly text: string }[];
}

export type Loaded =
  | { readonly ok: true; readonly value: LoadedDocument }
  | {
      readonly ok: false;
      readonly errors: readonly [Diagnostic, ...Diagnostic[]];
      readonly sources: LoadedDocument["sources"];
    };

export function loadPolicyText({ text, file, role = "named" }: PolicyText, settings: LoadSettings): Loaded {
  const loading = new Loading(settings);
  const result = loading.load(text, file ?? "", role, []);
  const [first, ...rest] = loading.problems;
  if (first !== undefined) return { ok: false, errors: [first, ...rest], sources: loading.sources };
  return {
    ok: true,
    value: { document: result.document, value: result.value as JsonObject, sources: loading.sources },
  };
}

/** The same for a document that is already a value: embedding, or a parsed policy handed back */
export function loadPolicyValue(value: JsonValue, settings: LoadSettings): Loaded {
  return loadPolicyText({ text: JSON.stringify(value) ?? "null" }, settings);
}

class Loading {
  readonly problems: Diagnostic[] = [];
  readonly sources: { readonly file: string; readonly text: string }[] = [];
  private readonly settings: LoadSettings;
  private readonly seen = new Map<string, CheckedDocument>();

  constructor(settings: LoadSettings) {
    this.settings = settings;
  }

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
    const document = checkDocument(node.value, checker, {
      rules: this.settings.rules,
      powers: this.settings.powers,
      role,
      resolve: (from, path, outer) => this.resolve(from, path, outer, file, [...trail, file]),
    });
    this.problems.push(...checker.problems.map((problem) => located(problem, node, file)));
    return { document, value: node.value };
  }

  private resolve(
    from: string,
    path: Path,
    checker: Checker,
    file: string,
    trail: readonly string[],
  ): CheckedDocument | undefined {
    const pack = this.settings.packs.get(from);
    if (pack !== undefined) return pack;
    if (!/[./\\]/.test(from)) {
      return checker.unknown("unknown-document", path, "value", `there is no pack \`${from}\``, from, [
        ...this.settings.packs.keys(),
      ]);
    }
    if (/^(?:[/\\~]|[A-Za-z]:)/.test(from)) {
      const help = "write a path relative to this file: a policy names no place on a machine";
      return checker.report("extends-outside", path, `\`${from}\` is an absolute path`, help);
    }
    if (this.settings.read === undefined) {
      const names = [...this.settings.packs.keys()].map((name) => `\`${name}\``).join(", ");
      return checker.report("extends-outside", path, "no files can be read from here", `name a pack: ${names}`);
    }
    const target = joinPath(file, from);
    if (trail.includes(target))
      return checker.report(
        "extends-cycle",
        path,
        `\`${from}\` leads back to this document`,
        "take one of the `extends` out",
      );
    const known = this.seen.get(target);
    if (known !== undefined) return known;
    const text = this.settings.read(target);
    if (text === undefined)
      return checker.report("unknown-document", path, `there is no file \`${from}\``, `it would be \`${target}\``);
    const { document } = this.load(text, target, "named", trail);
    this.seen.set(target, document);
    return document;
  }
}

function located({ code, path, which, message, help }: DocumentProblem, node: SourceNode, file: string): Diagnostic {
  const { line, column, length } = node.locate(path, which);
  const at = path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return {
    code,
    at,
    line,
    column,
    length,
    message,
    ...(help === undefined ? {} : { help }),
    ...(file === "" ? {} : { file }),
  };
}

/** A path relative to the folder of `file`, in `/` form; `..` may lead out of it, as teams share files upwards */
function joinPath(file: string, from: string): string {
  const separator = file.includes("\\") && !file.includes("/") ? "\\" : "/";
  const steps = file.split(/[/\\]/).slice(0, -1);
  for (const step of from.split(/[/\\]/)) {
    if (step === "" || step === ".") continue;
    if (step === ".." && steps.length > 0 && steps.at(-1) !== ".." && steps.at(-1) !== "") steps.pop();
    else steps.push(step);
  }
  return steps.join(separator);
}
