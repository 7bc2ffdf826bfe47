/**
 * One record, explained as `explain` explains an input; and as a test.
 * In place of what is withheld stands a likeness, so what rules say of it now may differ: the decision is the recorded one.
 */
import type { Reading } from "../adapters/wire.ts";
import { powers } from "../bind.ts";
import { createDecision } from "../core/decision.ts";
import { explain } from "../core/explain.ts";
import type { DecisionRecord } from "../core/record.ts";
import { reviveContext, reviveMemory, reviveRequest } from "../core/recorded-request.ts";
import { viewForm } from "../form-view.ts";
import { renderJson, showHostile } from "../render.ts";
import { showLink } from "../shown.ts";
import { viewUrl } from "../url-view.ts";
import { UsageError } from "./command.ts";
import { renderExplanation } from "./explanation.ts";
import type { Io } from "./io.ts";
import { timeOf } from "./log-table.ts";
import { loadPolicies } from "./policies.ts";
import { createStyle, renderTable } from "./style.ts";

/** Throws `UsageError` for what looks like a record and is none */
export function showRecord(record: DecisionRecord, policies: readonly string[], io: Io): string {
  try {
    return renderRecord(record, policies, io);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError("this record can't be decided again", "`sekisho log --json show ID` prints it as it stands");
  }
}

function renderRecord(record: DecisionRecord, policies: readonly string[], io: Io): string {
  const { engine, effect, reasons, errors, observed } = record;
  const style = createStyle(io);
  const reading = readingOf(record);
  const { policy, origins } = loadPolicies(policies, io);
  const known = policy?.digest === record.policy;
  const context = contextOf(record);
  const why =
    reading.kind === "request" && policy !== undefined ? explain(policy, reading.request, context) : undefined;
  const whose = known ? "the one that holds now" : "another one: below stands what the one that holds now says";
  const withheld = [...(record.request?.withheld ?? []), ...record.withheld].map(({ at }) => showHostile(at, 60));
  const rows = [
    ["  id", showHostile(record.id)],
    ["  time", timeOf(record.now)],
    ["  session", showHostile(record.session ?? "-")],
    ["  came in by", showHostile(record.via ?? "an embedded engine")],
    ["  engine", showHostile(engine)],
    ["  policy", whose],
    ...(record.duration === null ? [] : [["  took", `${record.duration} ms`]]),
    ...(withheld.length === 0
      ? []
      : [["  withheld", `${withheld.slice(0, 10).join(", ")}${withheld.length > 10 ? ", …" : ""}`]]),
  ];
  // Its content is never kept; the rest is as it was said.
  const decision = createDecision({ effect, reasons, errors, observed });
  const asked = reading.kind === "request" && reading.request.event === "Elicitation" ? reading.request : undefined;
  const form = asked?.mode === "form" ? viewForm(asked, policy, context, decision) : undefined;
  const entries = why?.documents.flatMap((document) => document.entries);
  const link = asked?.mode === "url" ? showLink(viewUrl(asked.url, powers, entries)) : undefined;
  const explained = renderExplanation({ reading, decision, why, origins, form, link }, style);
  return `${style.bold("record")}\n${renderTable(rows)}\n${explained}`;
}

function readingOf(record: DecisionRecord): Reading {
  const { event, mode, server, request, reasons, session } = record;
  const known = session ?? undefined;
  if (event !== null && mode !== null && request !== null)
    return {
      kind: "request",
      event,
      session: known,
      request: reviveRequest(request, { event, mode, server: server ?? "" }),
      text: undefined,
    };
  const problem = String(reasons.find(({ rule }) => rule === "engine")?.args["problem"] ?? "not kept");
  if (event === null) return { kind: "unreadable", problem };
  return { kind: "malformed", event, server: server ?? undefined, session: known, problem };
}

function contextOf({ now, facts, memory, server }: DecisionRecord): ReturnType<typeof reviveContext> {
  return reviveContext(now, facts, memory === null ? undefined : reviveMemory(memory, server ?? ""));
}

/** The record as a test: under the policy that made it, it passes */
export function renderRecordTest(record: DecisionRecord): string {
  const { effect, reasons } = record;
  const codes = [...new Set(reasons.map(({ rule, code }) => `${rule}/${code}`))];
  const name = `${record.server ?? "nobody"}: ${effect}, as recorded under ${record.id}`;
  return [
    "version: 1\n",
    "tests:\n",
    `  - name: ${renderJson(name)}\n`,
    `    record: ${renderJson(record)}\n`,
    `    want: { effect: ${effect}, reasons: ${renderJson(codes)} }\n`,
  ].join("");
}
