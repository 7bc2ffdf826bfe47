/**
 * Test results for a person, and as JSON.
 */
import { escapeText } from "../policy/source-characters.ts";
import { renderTable, type Style } from "./style.ts";
import type { Count, Coverage } from "./test-coverage.ts";
import type { FileEnd } from "./test-junit.ts";
import { becauseOf, type TestEnd } from "./test-run.ts";

export interface Report {
  readonly files: readonly FileEnd[];
  /** `undefined`: not asked for */
  readonly coverage: Coverage | undefined;
  readonly threshold: number | undefined;
  readonly passed: number;
  readonly failed: number;
  /** No test failed, none is missing, every file loads, and enough is covered */
  readonly ok: boolean;
}

export function renderReport(report: Report, style: Style): string {
  const { files, coverage, threshold, passed, failed } = report;
  const broken = files.filter((one) => one.broken !== undefined).length;
  const counts = [
    `${passed} passed`,
    ...(failed > 0 ? [style.stop(`${failed} failed`)] : []),
    ...(broken > 0 ? [style.stop(`${broken} ${broken === 1 ? "file does" : "files do"} not load`)] : []),
  ];
  const none = passed + failed === 0 && broken === 0 ? ["no tests: a run without any proves nothing\n"] : [];
  return [
    ...files.map((one) => renderFile(one, style)),
    ...(coverage === undefined ? [] : [renderCoverage(coverage, threshold, style)]),
    `${counts.join(", ")}\n`,
    ...none,
  ].join("");
}

export function dataOf({ files, coverage, threshold, passed, failed, ok }: Report): object {
  return {
    ok,
    passed,
    failed,
    files: files.map(({ file, ends, broken }) => ({
      file,
      ...(broken === undefined ? {} : { broken }),
      tests: ends.map(({ test, decision, differences }) => ({
        name: test.name,
        line: test.line,
        ok: differences.length === 0,
        decision,
        differences,
      })),
    })),
    ...(coverage === undefined ? {} : { coverage: { ...coverage, ...(threshold === undefined ? {} : { threshold }) } }),
  };
}

function renderFile({ file, ends, broken }: FileEnd, style: Style): string {
  if (broken !== undefined) return `${style.bold(escapeText(file))}\n${broken}`;
  return `${style.bold(escapeText(file))}\n${ends.map((end) => renderEnd(file, end, style)).join("")}`;
}

function renderEnd(file: string, { test, decision, differences }: TestEnd, style: Style): string {
  const name = escapeText(test.name);
  if (differences.length === 0) return `  ${style.pass("ok")}    ${name}\n`;
  const place = style.dim(`${escapeText(file)}:${test.line}`);
  const lines = differences.map(({ what, got, wanted }) => `${what.padEnd(8)} ${got}, wanted ${wanted}`);
  const all = [...lines, ...becauseOf(decision)].map((line) => `        ${escapeText(line)}\n`);
  return `  ${style.stop("FAIL")}  ${name}  ${place}\n${all.join("")}`;
}

function renderCoverage(coverage: Coverage, threshold: number | undefined, style: Style): string {
  const { rules, codes, percent, uncovered } = coverage;
  const rows = uncovered.map(({ rule, file, line, spoke, codes: silent }) => [
    `  ${escapeText(file === undefined ? "in a pack" : `${file}:${line}`)}`,
    escapeText(rule),
    `${spoke ? "" : "never spoke: "}${silent.join(", ")}`,
  ]);
  const short = threshold !== undefined && percent < threshold ? style.stop(`, less than ${threshold} %`) : "";
  const counts = `${share(rules)} rules, ${share(codes)} codes, ${percent} %${short}`;
  const head = uncovered.length === 0 ? "" : "never said by any test:\n";
  return `\n${style.bold("coverage")}  ${counts}\n${head}${renderTable(rows)}\n`;
}

function share({ covered, all }: Count): string {
  return `${covered} of ${all}`;
}
