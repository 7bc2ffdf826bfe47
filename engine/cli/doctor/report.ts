/**
 * A diagnosis as text for a person, and as data for a program (docs/doctor.schema.json).
 * Everything shown goes through here: names are hostile text, and what looks like a secret is masked.
 */
import { redactText } from "../../core/redact.ts";
import { escapeText } from "../../policy/source-characters.ts";
import { renderJson } from "../../render.ts";
import { version } from "../../version.ts";
import type { Io } from "../io.ts";
import { createStyle, type Style } from "../style.ts";
import { aboutCode } from "./codes.ts";
import type { Diagnosis, HookStatus } from "./examine.ts";
import type { Finding, Spot } from "./findings.ts";

export function renderDiagnosis(diagnosis: Diagnosis, io: Pick<Io, "env" | "path" | "terminal">): string {
  const { hooks, findings, settings, client, healthy } = diagnosis;
  const style = createStyle(io);
  const where = (at: Spot): string => show(`${nameOf(at.file, diagnosis.project, io)}:${at.line}:${at.column}`);
  const lines: string[] = [];
  const say = (finding: Finding, indent: string): void => {
    lines.push(`${indent}${finding.severity} ${where(finding)} ${finding.code}: ${sayFinding(finding)}`);
    lines.push(`${indent}     ${style.dim(aboutCode(finding.code).todo)}`);
  };
  for (const { file, there } of settings)
    lines.push(`${there ? "read    " : "no file "} ${show(nameOf(file, diagnosis.project, io))}`);
  if (client !== undefined) lines.push(`client   ${client}`);
  lines.push("");
  for (const hook of hooks) {
    const status = paint(hook.status, style)(hook.status.toUpperCase().padEnd(8));
    lines.push(`${status} ${where(hook)} ${hook.event} ${hook.type}`);
    for (const finding of hook.findings) say(finding, "  ");
  }
  for (const finding of findings) say(finding, "");
  const counts = countOf(diagnosis);
  const verdict = healthy ? "every hook is alive, and nothing is open" : `${counts.dead} dead, ${counts.open} open`;
  return `${lines.join("\n")}\n\n${style.bold(verdict)}${counts.note > 0 ? `, ${counts.note} to note` : ""}\n`;
}

/** The shape that docs/doctor.schema.json describes */
function diagnosisData(diagnosis: Diagnosis): object {
  const { project, settings, client, hooks, findings, healthy } = diagnosis;
  return {
    format: "sekisho-doctor-1",
    engine: version,
    healthy,
    project: show(project),
    client: client ?? null,
    settings: settings.map(({ origin, file, there }) => ({ origin, file: show(file), there })),
    hooks: hooks.map(({ findings: own, file, ...hook }) => ({
      file: show(file),
      ...hook,
      findings: own.map(findingData),
    })),
    findings: findings.map(findingData),
  };
}

export function renderDiagnosisJson(diagnosis: Diagnosis): string {
  return `${renderJson(diagnosisData(diagnosis), 2)}\n`;
}

function findingData(finding: Finding): object {
  const { code, severity, file, line, column } = finding;
  return { code, severity, file: show(file), line, column, message: sayFinding(finding), todo: aboutCode(code).todo };
}

function sayFinding({ code, args }: Finding): string {
  return aboutCode(code).says.replace(/\{(\w+)\}/g, (_, name: string) => show(String(args[name] ?? "")));
}

function paint(status: HookStatus, style: Style): (text: string) => string {
  switch (status) {
    case "alive":
      return style.pass;
    case "dead":
      return style.stop;
    case "unproven":
      return style.doubt;
    case "other":
      return style.dim;
  }
}

const LONGEST = 300;

function show(text: string): string {
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}\u2026` : text;
  return escapeText(redactText(short));
}

// As short as it is clear: from the project, else whole.
function nameOf(file: string, project: string, { path }: Pick<Io, "path">): string {
  const inside = path.relative(project, file);
  return inside === "" || inside.startsWith("..") || path.isAbsolute(inside) ? file : inside;
}

function countOf({ hooks, findings }: Diagnosis): Readonly<Record<"dead" | "note" | "open", number>> {
  const counts = { dead: 0, note: 0, open: 0 };
  for (const { severity } of [...findings, ...hooks.flatMap((hook) => hook.findings)]) counts[severity] += 1;
  return counts;
}
