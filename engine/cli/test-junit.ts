/**
 * Test results as JUnit's XML, which CI systems read.
 * Without times: the same run gives the same file.
 */
import { escapeText } from "../policy/source-characters.ts";
import { becauseOf, type TestEnd } from "./test-run.ts";

export interface FileEnd {
  readonly file: string;
  readonly ends: readonly TestEnd[];
  /** Why nothing in it was run, in lines; `undefined`: it was */
  readonly broken: string | undefined;
}

export function renderJunit(files: readonly FileEnd[]): string {
  const suites = files.map(suiteOf);
  const sum = (count: (one: FileEnd) => number): number => files.reduce((all, one) => all + count(one), 0);
  const counts = `tests="${sum(testsOf)}" failures="${sum(failuresOf)}" errors="${sum(errorsOf)}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="sekisho" ${counts}>\n${suites.join("")}</testsuites>\n`;
}

function suiteOf(one: FileEnd): string {
  const { file, ends, broken } = one;
  const name = attribute(file);
  const counts = `tests="${testsOf(one)}" failures="${failuresOf(one)}" errors="${errorsOf(one)}"`;
  const cases = ends.map((end) => caseOf(file, end));
  const error =
    broken === undefined
      ? ""
      : `    <testcase classname="${name}" name="loads"><error message="does not load">${content(broken)}</error></testcase>\n`;
  return `  <testsuite name="${name}" ${counts}>\n${cases.join("")}${error}  </testsuite>\n`;
}

function caseOf(file: string, { test, decision, differences }: TestEnd): string {
  const head = `classname="${attribute(file)}" name="${attribute(test.name)}" file="${attribute(file)}" line="${test.line}"`;
  if (differences.length === 0) return `    <testcase ${head}/>\n`;
  const says = differences.map(({ what, got, wanted }) => `${what}: ${got}, wanted ${wanted}`);
  const text = [...says, ...becauseOf(decision)].join("\n");
  return `    <testcase ${head}>\n      <failure message="${attribute(says[0] ?? "")}">${content(text)}</failure>\n    </testcase>\n`;
}

function testsOf({ ends, broken }: FileEnd): number {
  return ends.length + (broken === undefined ? 0 : 1);
}

function failuresOf({ ends }: FileEnd): number {
  return ends.filter(({ differences }) => differences.length > 0).length;
}

function errorsOf({ broken }: FileEnd): number {
  return broken === undefined ? 0 : 1;
}

function attribute(text: string): string {
  return content(text.replaceAll("\n", " "));
}

// XML 1.0 can't hold most control characters, not even as references.
function content(text: string): string {
  return text
    .split("\n")
    .map(escapeText)
    .join("\n")
    .replace(/[&<>"]/g, (sign) => ENTITIES[sign as keyof typeof ENTITIES]);
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" } as const;
