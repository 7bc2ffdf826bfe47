/**
 * `sekisho check`: whether policies load, what in them never decides, and their compiled form for the hook.
 */
import type { PolicySource } from "../load-engine.ts";
import { isCompiledText } from "../policy/compiled.ts";
import { toPolicyProblem } from "../policy/diagnostics.ts";
import { escapeText } from "../policy/source-characters.ts";
import { renderJson } from "../render.ts";
import { dataOfScript, renderScripts } from "./check-scripts.ts";
import { type Checked, checkSource } from "./check-source.ts";
import { type Command, nowOf, UsageError } from "./command.ts";
import { compileDocuments } from "./compile.ts";
import { writeFileWhole } from "./files.ts";
import type { Io } from "./io.ts";
import { policySources } from "./policies.ts";

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
  operands: { most: Number.POSITIVE_INFINITY, help: "" },
  run(given, io) {
    const { operands, flag, text } = given;
    const out = text("compile");
    if (flag("detached") && out === undefined)
      throw new UsageError("option `--detached` goes with `--compile`", "write `--compile OUT --detached`");
    const now = nowOf(given) ?? io.now();
    const named = operands.length > 0 ? namedSources(operands, io) : foundSources(io);
    const sources = out === undefined || operands.length > 0 ? named : [sourceFor(out, named, io)];
    const checked = sources.map((source) => checkSource(withoutOld(source, out, io), now, io));
    const failed = checked.some(isWrong);
    // Before anything is said, so that what is said is true.
    if (!failed && out !== undefined) {
      const loaded = checked.flatMap((one) => one.loaded ?? []);
      writeFileWhole(io, out, compileDocuments(loaded, out, flag("detached"), io));
    }
    io.print(flag("json") ? `${renderJson(dataOf(checked), 2)}\n` : renderText(checked));
    if (!failed && out !== undefined && !flag("json")) io.print(`wrote ${escapeText(out)}\n`);
    return failed ? 1 : 0;
  },
};

// The user's own file stays the user's when it is named: only there may `base: none` stand.
function namedSources(files: readonly string[], io: Io): readonly PolicySource[] {
  const own = realPath(`${io.home}/.claude/sekisho.yaml`, io);
  return policySources(files, io).map((source) =>
    own !== undefined && realPath(source.file, io) === own ? { ...source, role: "user" } : source,
  );
}

function foundSources(io: Io): readonly PolicySource[] {
  const found = policySources([], io).filter(({ text }) => !isCompiledText(text));
  if (found.length > 0) return found;
  const help = "name a file, or write `.claude/sekisho.yaml`; without one the pack `recommended` holds";
  throw new UsageError("no policy was found", help);
}

// A compiled policy that is found speaks for the file beside it alone, so that is what it is made of.
function sourceFor(out: string, found: readonly PolicySource[], io: Io): PolicySource {
  const { path, cwd } = io;
  const folder = path.dirname(path.resolve(cwd, out));
  const beside = found.find(({ file }) => path.dirname(path.resolve(cwd, file)) === folder);
  const [only, ...others] = found;
  if (beside !== undefined) return beside;
  if (only !== undefined && others.length === 0) return only;
  const names = found.map(({ file }) => `\`${file}\``).join(" and ");
  throw new UsageError(`\`--compile\` can't tell which policy is meant: ${names}`, "name it: `sekisho check FILE …`");
}

// What is about to be written anew can't be stale.
function withoutOld({ compiled, ...source }: PolicySource, out: string | undefined, { path, cwd }: Io): PolicySource {
  const isOld = compiled !== undefined && out !== undefined && path.resolve(cwd, out) === path.resolve(compiled.file);
  return compiled === undefined || isOld ? source : { ...source, compiled };
}

function realPath(file: string, { fs, path, cwd }: Io): string | undefined {
  try {
    return fs.realpathSync(path.resolve(cwd, file));
  } catch {
    return undefined;
  }
}

function isWrong({ errors, memory, scripts }: Checked): boolean {
  return errors.length > 0 || memory.length > 0 || scripts.some(({ findings }) => findings.length > 0);
}

function renderText(checked: readonly Checked[]): string {
  return checked
    .map(({ source, loaded, rendered, warnings, memory, scripts }) => {
      const file = escapeText(source.file);
      if (loaded === undefined) return rendered;
      const count = loaded.document.rules.length;
      const warned = warnings.map(({ code, message }) => `${file}: warning ${code}: ${escapeText(message)}\n`);
      const found = [...memory, ...scripts.flatMap(({ findings }) => findings)];
      const wrong = found.map(({ code, message }) => `${file}: ${code}: ${escapeText(message)}\n`);
      const state = found.length === 0 ? "fine" : "loads";
      const head = `${file}: ${state}, ${count} rule${count === 1 ? "" : "s"}\n`;
      return `${head}${renderScripts(scripts)}${warned.join("")}${wrong.join("")}`;
    })
    .join("");
}

function dataOf(checked: readonly Checked[]): object {
  const files = checked.map(({ source, errors, warnings, memory, scripts }) => ({
    file: source.file,
    errors: errors.map((error) => ({
      ...toPolicyProblem(error),
      ...(error.file === undefined ? {} : { file: error.file }),
    })),
    warnings,
    ...(memory.length === 0 ? {} : { memory }),
    ...(scripts.length === 0 ? {} : { scripts: scripts.map(dataOfScript) }),
  }));
  return { ok: !checked.some(isWrong), files };
}
