/**
 * `sekisho check`: whether policies load, what in them never decides, and their compiled form for the hook.
 */
import { nodePowers } from "../adapters/node.ts";
import { readPolicyText } from "../adapters/policy-files.ts";
import { parseNow } from "../core/time.ts";
import { loadSettings } from "../engine.ts";
import type { PolicySource } from "../load-engine.ts";
import { COMPILED_FORMAT, type CompiledDocument, type CompiledPolicy, isCompiledText } from "../policy/compiled.ts";
import { type Diagnostic, renderDiagnostics, toPolicyProblem } from "../policy/diagnostics.ts";
import { lintDocument, type Warning } from "../policy/lint.ts";
import { type LoadedDocument, loadPolicyText } from "../policy/load.ts";
import { version } from "../version.ts";
import { type Command, UsageError } from "./command.ts";
import { writeFileWhole } from "./files.ts";
import type { Io } from "./io.ts";
import { policySources } from "./policies.ts";

interface Checked {
  readonly source: PolicySource;
  readonly loaded: LoadedDocument | undefined;
  readonly errors: readonly Diagnostic[];
  readonly rendered: string;
  readonly warnings: readonly Warning[];
}

export const check: Command = {
  name: "check",
  about: "Check policies, and compile them for the hook",
  usage: "[FILE]... [--json] [--compile OUT [--detached]]",
  options: {
    json: { type: "boolean", about: "diagnostics as JSON" },
    compile: { type: "string", value: "OUT", about: "write the compiled policy, which the hook reads without YAML" },
    detached: { type: "boolean", about: "with --compile: it serves also where its sources are not" },
    now: { type: "string", value: "TIME", about: "the time by which exceptions have ended; left out: the clock" },
  },
  run({ positionals, flag, text }, io) {
    const out = text("compile");
    if (flag("detached") && out === undefined) throw new UsageError("option `--detached` goes with `--compile`");
    const now = parseNow(text("now") ?? io.now());
    if (now === undefined) throw new UsageError(`\`${text("now")}\` is no time in UTC`);
    const sources = policySources(positionals).filter(
      ({ text: source }) => positionals.length > 0 || !isCompiledText(source),
    );
    if (sources.length === 0) {
      throw new UsageError(
        "no policy was found",
        "name a file, or write `.claude/sekisho.yaml`; without one the pack `recommended` holds",
      );
    }
    const checked = sources.map((source) => checkSource(source, now));
    io.print(flag("json") ? renderJson(checked) : renderText(checked));
    if (checked.some(({ errors }) => errors.length > 0)) return 1;
    if (out !== undefined) {
      writeFileWhole(io, out, `${JSON.stringify(compile(checked, out, flag("detached"), io))}\n`);
      if (!flag("json")) io.print(`wrote ${out}\n`);
    }
    return 0;
  },
};

/** The compiled policy beside one policy file, as `init` wires it: the hook reads it in the file's place */
export function compileBeside(source: PolicySource, out: string, io: Io): CompiledPolicy | undefined {
  const checked = checkSource(source, io.now());
  return checked.loaded === undefined ? undefined : compile([checked], out, false, io);
}

function checkSource(source: PolicySource, now: string): Checked {
  const { file, text, role } = source;
  if (isCompiledText(text))
    throw new UsageError(`\`${file}\` is a compiled policy`, "check the file that it was made of");
  const powers = nodePowers();
  const loaded = loadPolicyText(
    { text, file, role },
    { ...loadSettings, read: (path) => readPolicyText(powers, path) },
  );
  if (loaded.ok) {
    return {
      source,
      loaded: loaded.value,
      errors: [],
      rendered: "",
      warnings: lintDocument(loaded.value.document, now),
    };
  }
  const texts = new Map(loaded.sources.map((one) => [one.file, one.text]));
  return {
    source,
    loaded: undefined,
    errors: loaded.errors,
    rendered: renderDiagnostics(loaded.errors, texts),
    warnings: [],
  };
}

function compile(checked: readonly Checked[], out: string, detached: boolean, { path, cwd }: Io): CompiledPolicy {
  const folder = path.dirname(path.resolve(cwd, out));
  const documents = checked.flatMap(({ loaded }): readonly CompiledDocument[] => {
    if (loaded === undefined) return [];
    const sources = loaded.sources.map(({ file, text }) => {
      const relative = path.relative(folder, path.resolve(cwd, file));
      return { file: relative.replaceAll(path.sep, "/"), text };
    });
    return [{ document: loaded.document, sources }];
  });
  return { format: COMPILED_FORMAT, engine: version, ...(detached ? { detached } : {}), documents };
}

function renderText(checked: readonly Checked[]): string {
  return checked
    .map(({ source, loaded, rendered, warnings }) => {
      const warned = warnings.map(({ code, message }) => `${source.file}: warning ${code}: ${message}\n`).join("");
      if (loaded === undefined) return rendered;
      const count = loaded.document.rules.length;
      return `${source.file}: fine, ${count} rule${count === 1 ? "" : "s"}\n${warned}`;
    })
    .join("");
}

function renderJson(checked: readonly Checked[]): string {
  const files = checked.map(({ source, errors, warnings }) => ({
    file: source.file,
    errors: errors.map((error) => ({
      ...toPolicyProblem(error),
      ...(error.file === undefined ? {} : { file: error.file }),
    })),
    warnings,
  }));
  return `${JSON.stringify({ ok: files.every(({ errors }) => errors.length === 0), files }, undefined, 2)}\n`;
}
