/**
 * `sekisho test`: policy tests, written in YAML beside the policy, decided as the hook would decide them.
 * A run that proves nothing fails: without tests, with a file that can't be read, with a policy that does not load.
 */
import { renderDiagnostics } from "../policy/diagnostics.ts";
import { escapeText } from "../policy/source-characters.ts";
import { renderJson } from "../render.ts";
import { type Command, type Given, UsageError } from "./command.ts";
import { textOf, writeFileWhole } from "./files.ts";
import type { Io } from "./io.ts";
import { createStyle } from "./style.ts";
import { coverageOf } from "./test-coverage.ts";
import { readTestFile, type TestFile } from "./test-file.ts";
import { type FileEnd, renderJunit } from "./test-junit.ts";
import { openTested, type TestedPolicies } from "./test-policies.ts";
import { dataOf, type Report, renderReport } from "./test-report.ts";
import { runTest } from "./test-run.ts";
import { stateOf, untilChanged } from "./watch.ts";

export const test: Command = {
  name: "test",
  about: "Run policy tests",
  usage: "[FILE]... [--policy FILE]... [--coverage] [--threshold N] [--packs] [--json] [--junit OUT] [--watch]",
  options: {
    policy: {
      type: "string",
      multiple: true,
      value: "FILE",
      about: "the policy to test, in place of what the files say; again for more",
    },
    coverage: { type: "boolean", about: "name each rule and each code that no test has seen, with its line" },
    packs: { type: "boolean", about: "with --coverage: count the rules of packs too" },
    threshold: { type: "string", value: "N", about: "coverage of at least N percent, or exit 1" },
    json: { type: "boolean", about: "as JSON" },
    junit: { type: "string", value: "OUT", about: "write the results there as JUnit XML too" },
    watch: { type: "boolean", about: "run again whenever a file has changed" },
  },
  operands: { most: Number.POSITIVE_INFINITY, help: "" },
  async run(given, io) {
    const threshold = thresholdOf(given);
    if (given.flag("packs") && !given.flag("coverage") && threshold === undefined)
      throw new UsageError("option `--packs` goes with `--coverage`", "write `--coverage --packs`");
    if (given.flag("watch")) return watch(given, threshold, io);
    const { code, say } = runOnce(given, threshold, io);
    say();
    return code;
  },
};

function thresholdOf(given: Given): number | undefined {
  const stated = given.text("threshold");
  if (stated === undefined) return undefined;
  if (/^(?:100|[0-9]{1,2})(?:\.[0-9]+)?$/.test(stated) && Number(stated) <= 100) return Number(stated);
  throw new UsageError("`--threshold` is a percentage", "write a number from 0 to 100");
}

// Until somebody ends the process.
async function watch(given: Given, threshold: number | undefined, io: Io): Promise<never> {
  let known: readonly string[] = [];
  for (;;) {
    const { files, say } = runAgain(given, threshold, known, io);
    known = files;
    // Before it is said: whoever reads it may be quick.
    const state = stateOf(files, io);
    say();
    await untilChanged(files, state, io);
  }
}

interface Run {
  readonly code: number;
  /** Whatever it read */
  readonly files: readonly string[];
  readonly say: () => void;
}

function runOnce(given: Given, threshold: number | undefined, io: Io): Run {
  const names = namesOf(given.operands, io);
  const opened = new Map<string, TestedPolicies>();
  const files = names.map((name) => runFile(name, given.texts("policy"), opened, io));
  const counted = given.flag("coverage") || threshold !== undefined;
  const coverage = counted ? coverageOf([...opened.values()], given.flag("packs")) : undefined;
  const ends = files.flatMap((one) => one.ends);
  const failed = ends.filter(({ differences }) => differences.length > 0).length;
  const covered = coverage === undefined || coverage.percent >= (threshold ?? 0);
  const ok = failed === 0 && ends.length > 0 && files.every(({ broken }) => broken === undefined) && covered;
  const report: Report = { files, coverage, threshold, passed: ends.length - failed, failed, ok };
  const out = given.text("junit");
  if (out !== undefined) writeFileWhole(io, out, renderJunit(files));
  const text = given.flag("json") ? `${renderJson(dataOf(report), 2)}\n` : renderReport(report, createStyle(io));
  const read = [...opened.values()].flatMap((one) => one.files);
  return {
    code: ok ? 0 : 1,
    files: [...names.map((name) => io.path.resolve(io.cwd, name)), ...read],
    say: () => io.print(text),
  };
}

// A file that is half written just now is no reason to stop.
function runAgain(given: Given, threshold: number | undefined, known: readonly string[], io: Io): Run {
  try {
    return runOnce(given, threshold, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const named = given.operands.map((name) => io.path.resolve(io.cwd, name));
    const files = [...new Set([...known, ...named])];
    return { code: 2, files, say: () => io.warn(`sekisho: ${escapeText(error.message)}\n`) };
  }
}

function runFile(name: string, policies: readonly string[], opened: Map<string, TestedPolicies>, io: Io): FileEnd {
  const text = textOf(io, name);
  if (text === undefined) throw new UsageError(`\`${name}\` is not there`, "name a file of policy tests");
  const read = readTestFile(text, name);
  if (!read.ok) return { file: name, ends: [], broken: renderDiagnostics(read.errors, new Map([[name, text]])) };
  const tested = openOnce(read.value, policies, opened, io);
  // A policy that does not load refuses everything, so a test that wants a refusal would pass.
  if (tested.broken !== undefined)
    return { file: name, ends: [], broken: `the policy does not load:\n${tested.broken.trimEnd()}\n` };
  return { file: name, ends: read.value.tests.map((one) => runTest(tested, one)), broken: undefined };
}

function openOnce(
  file: TestFile,
  policies: readonly string[],
  opened: Map<string, TestedPolicies>,
  io: Io,
): TestedPolicies {
  const folder = policies.length > 0 ? io.cwd : io.path.resolve(io.cwd, io.path.dirname(file.file));
  const key = JSON.stringify([folder, policies.length > 0 ? policies : (file.policies ?? null)]);
  const known = opened.get(key);
  if (known !== undefined) return known;
  const tested = openTested(file, policies, io);
  opened.set(key, tested);
  return tested;
}

/** The files that are named, those of a folder that is named, or those of `.claude` */
function namesOf(operands: readonly string[], io: Io): readonly string[] {
  if (operands.length > 0) return operands.flatMap((name) => (isFolder(name, io) ? testsIn(name, io) : [name]));
  const found = [".claude", "."].flatMap((folder) => (isFolder(folder, io) ? testsIn(folder, io) : []));
  if (found.length > 0) return found;
  throw new UsageError("no policy tests were found", "name a file, or write `.claude/sekisho.test.yaml`");
}

function isFolder(name: string, { fs, path, cwd }: Io): boolean {
  return fs.statSync(path.resolve(cwd, name), { throwIfNoEntry: false })?.isDirectory() === true;
}

function testsIn(folder: string, { fs, path, cwd }: Io): readonly string[] {
  const names = fs.readdirSync(path.resolve(cwd, folder)).filter((name) => /\.test\.(?:yaml|json)$/.test(name));
  return names.toSorted().map((name) => (folder === "." ? name : path.join(folder, name)));
}
