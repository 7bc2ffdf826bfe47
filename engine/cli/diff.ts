/**
 * `sekisho diff`: is one policy stricter than another?
 * By analysis of the two documents where that can tell for every request, else by trying; it says which of the two it was.
 */
import { PACKS } from "../../rules/packs/index.ts";
import { rulesById } from "../all-rules.ts";
import { powers } from "../bind.ts";
import type { CheckedDocument } from "../core/policy.ts";
import { engineOf, judgeBy } from "../deciding.ts";
import { loadSettings, openPolicy } from "../engine.ts";
import { isCompiledText, parseCompiled } from "../policy/compiled.ts";
import { renderDiagnostics } from "../policy/diagnostics.ts";
import { loadPolicyText } from "../policy/load.ts";
import { renderJson } from "../render.ts";
import { type Command, UsageError } from "./command.ts";
import { type Analysis, analyse } from "./diff-analysis.ts";
import { type Comparison, dataOf, renderComparison, type Verdict } from "./diff-report.ts";
import { type Compared, type Sweep, sweep } from "./diff-sweep.ts";
import type { Io } from "./io.ts";
import { policySources, readerOf } from "./policies.ts";
import { createStyle } from "./style.ts";

const FAIL_ON = ["looser", "stricter", "change"] as const;

export const diff: Command = {
  name: "diff",
  about: "Tell whether one policy is stricter than another",
  usage: "OLD NEW [--fail-on looser|stricter|change] [--json]",
  options: {
    "fail-on": {
      type: "string",
      value: "WAY",
      about: "exit 1 if some request is decided more loosely (`looser`), more strictly, or otherwise at all (`change`)",
    },
    json: { type: "boolean", about: "as JSON, with every example" },
  },
  operands: { most: 2, help: "`sekisho diff OLD NEW` compares two policies: files, or names of packs" },
  run({ operands: [old, now], flag, text }, io) {
    if (old === undefined || now === undefined)
      throw new UsageError("two policies are wanted", "write `sekisho diff OLD NEW`: files, or names of packs");
    const failOn = FAIL_ON.find((way) => way === text("fail-on"));
    if (failOn === undefined && text("fail-on") !== undefined)
      throw new UsageError("`--fail-on` is `looser`, `stricter` or `change`");
    const [before, after] = [open(old, io), open(now, io)];
    if (before === undefined || after === undefined) return 1;
    const comparison = compare(before, after);
    io.print(flag("json") ? `${renderJson(dataOf(comparison), 2)}\n` : renderComparison(comparison, createStyle(io)));
    return fails(comparison.verdict, failOn) ? 1 : 0;
  },
};

function compare(before: Compared, after: Compared): Comparison {
  const analysis = analyse(before.documents, after.documents, { rules: rulesById, powers });
  const swept = sweep(before, after, analysis.entries);
  return { ...verdictOf(analysis, swept), analysis, sweep: swept };
}

// What was seen counts before what was reasoned: the two can't disagree, and if they did, the example would be right.
function verdictOf({ direction }: Analysis, { stricter, looser, other }: Sweep): Pick<Comparison, "by" | "verdict"> {
  const seen: Verdict =
    other.length > 0 || (stricter.length > 0 && looser.length > 0)
      ? "mixed"
      : stricter.length > 0
        ? "stricter"
        : looser.length > 0
          ? "looser"
          : "same";
  if (seen === "mixed") return { verdict: seen, by: "examples" };
  if (direction !== "unknown" && (seen === direction || seen === "same")) return { verdict: direction, by: "analysis" };
  return { verdict: seen, by: "sweep" };
}

function fails(verdict: Verdict, failOn: (typeof FAIL_ON)[number] | undefined): boolean {
  if (failOn === undefined) return false;
  return failOn === "change" ? verdict !== "same" : verdict === failOn || verdict === "mixed";
}

// Each alone, as `--policy` takes it; a pack by its name, where no file has it.
function open(name: string, io: Io): Compared | undefined {
  const pack = io.fs.existsSync(io.path.resolve(io.cwd, name)) ? undefined : PACKS.get(name);
  const documents = pack === undefined ? documentsOf(name, io) : [pack];
  if (documents === undefined) return undefined;
  return { documents, engine: engineOf(judgeBy(openPolicy(documents))) };
}

function documentsOf(name: string, io: Io): readonly CheckedDocument[] | undefined {
  const [source] = policySources([name], io);
  if (source === undefined) return undefined;
  if (isCompiledText(source.text)) {
    const compiled = parseCompiled(source.text);
    if (compiled === undefined) throw new UsageError(`\`${name}\` is damaged, or of another format`);
    return compiled.documents.map(({ document }) => document);
  }
  const read = readerOf(io);
  const loaded = loadPolicyText({ text: source.text, file: source.file }, { ...loadSettings(read), read });
  if (loaded.ok) return [loaded.value.document];
  io.warn(renderDiagnostics(loaded.errors, new Map(loaded.sources.map((one) => [one.file, one.text]))));
  return undefined;
}
