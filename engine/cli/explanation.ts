/**
 * An explanation as text: the request, the decision, and a table of rules for each document.
 * All of it quotes servers, so nothing in it may hide or steer a terminal.
 */
import type { Reading } from "../adapters/wire.ts";
import type { Decision, Reason } from "../core/decision.ts";
import type { ExplainedAnswer, ExplainedDocument, ExplainedEntry, Explanation } from "../core/explain.ts";
import type { JsonObject } from "../core/json.ts";
import { redactName } from "../core/redact.ts";
import type { Request } from "../core/request.ts";
import type { ScriptCost } from "../core/script-powers.ts";
import type { FormView } from "../form-view.ts";
import { renderCode, renderJson, renderReason, showHostile } from "../render.ts";
import type { UrlView } from "../url-view.ts";
import { renderUrlView } from "../url-view-text.ts";
import { renderFormView } from "./form.ts";
import { renderTable, type Style } from "./style.ts";

export interface Explained {
  readonly reading: Reading;
  readonly decision: Decision;
  /** `undefined`: it is no request, or the policies do not load */
  readonly why: Explanation | undefined;
  /** Where each document comes from */
  readonly origins: readonly string[];
  /** The form or the link as a person should see it, if there is one */
  readonly form: FormView | undefined;
  readonly link: UrlView | undefined;
}

export function renderExplanation({ reading, decision, why, origins, form, link }: Explained, style: Style): string {
  return [
    renderReading(reading, style),
    form === undefined ? "" : renderFormView(form, style),
    link === undefined ? "" : `\n${style.bold("link")}\n${renderUrlView(link, style)}`,
    renderDecision(reading, decision, why, origins, style),
    why === undefined ? "" : renderDocuments(why.documents, origins, style),
    ...(why?.answers ?? []).map((answer) => renderAnswer(answer, origins, style)),
    why?.next === undefined ? "" : renderNext(why.next, style),
  ].join("");
}

function renderReading(reading: Reading, style: Style): string {
  switch (reading.kind) {
    case "request":
      return renderRequest(reading.request, style);
    case "foreign":
      return `${style.bold("an event of another kind")}, which is left alone\n`;
    case "malformed":
    case "unreadable":
      return `${style.bold("not a request")}: ${showHostile(reading.problem)}\n`;
  }
}

function renderRequest(request: Request, { bold, dim }: Style): string {
  const rows: [name: string, value: string][] = [
    ["event", request.event],
    ["server", showHostile(request.server)],
    ["mode", request.mode],
  ];
  if (request.agentType !== undefined) rows.push(["agent", showHostile(request.agentType)]);
  if (request.event === "Elicitation") rows.push(["message", showHostile(request.message)]);
  else {
    rows.push(["action", request.action]);
    // Names alone: what a person typed is shown nowhere.
    if (request.mode === "form" && request.content !== undefined) rows.push(["fields", fieldNames(request.content)]);
  }
  const indented = rows.map(([name, value]) => [`  ${name}`, value]);
  return `${bold("request")}\n${renderTable(indented, (cell, column) => (column === 0 ? dim(cell) : cell))}`;
}

function fieldNames(fields: JsonObject): string {
  const names = Object.keys(fields);
  return names.length === 0 ? "none" : names.map((name, index) => showHostile(redactName(name, index), 60)).join(", ");
}

function renderDecision(
  reading: Reading,
  { effect, content, reasons, errors, observed }: Decision,
  why: Explanation | undefined,
  origins: readonly string[],
  style: Style,
): string {
  const lines = [
    ...reasons.map((reason) => ["because", renderReason(reason, sentenceOf(reason, why))]),
    ...becauseOf(why, origins, effect).map((line) => ["because", line]),
    ...answerOf(reading, content).map((line) => ["answer", line]),
    ...errors.map((error) => ["error", renderReason(error)]),
    ...observed.map((seen) => ["observed", `${style.effect(seen.effect)}, ${renderReason(seen)}`]),
  ];
  const rows = lines.map(([name = "", text = ""]) => [`  ${name}`, text]);
  return `\n${style.bold("decision")}  ${style.effect(effect)}\n${renderTable(rows)}`;
}

// A script's sentence is known to its entry alone.
function sentenceOf({ rule, code }: Reason, why: Explanation | undefined): string | undefined {
  const tables = [...(why?.documents ?? []), ...(why?.answers ?? []).flatMap(({ documents }) => documents)];
  const entries = tables.flatMap((document) => document.entries);
  return entries.find((entry) => entry.rule === rule && entry.reason?.code === code)?.sentence;
}

// What no rule's reason says.
function becauseOf(why: Explanation | undefined, origins: readonly string[], effect: string): readonly string[] {
  const whose = (part: "default" | "unattended"): string =>
    (why?.documents ?? [])
      .flatMap((document, index) => (document[part] === effect ? [showHostile(origins[index] ?? "the policy")] : []))
      .join(", ");
  switch (why?.by) {
    case "default":
      return [`nobody answered: \`default: ${effect}\` of ${whose("default")}`];
    case "unattended":
      return [`nobody is there to ask: \`unattended: ${effect}\` of ${whose("unattended")}`];
    case "nobody":
      return [effect === "pass" ? "no rule has anything against it" : "no rule has anything to say"];
    case "rules":
    case undefined:
      return [];
  }
}

// A question's answer is the policy's own; of a person's answer only the names are shown.
function answerOf(reading: Reading, content: JsonObject | undefined): readonly string[] {
  if (content === undefined || reading.kind !== "request") return [];
  return [reading.event === "Elicitation" ? showHostile(renderJson(content), 2000) : fieldNames(content)];
}

function renderDocuments(documents: readonly ExplainedDocument[], origins: readonly string[], style: Style): string {
  return documents
    .map((document, index) => {
      const stated = [
        document.default === undefined ? "" : `default ${document.default}`,
        document.unattended === undefined ? "" : `unattended ${document.unattended}`,
      ].filter((one) => one !== "");
      const title = style.bold(showHostile(origins[index] ?? "policy"));
      const more = stated.length === 0 ? "" : style.dim(`  (${stated.join(", ")})`);
      const rules = document.entries.length === 0 ? "  no rules\n" : renderEntries(document.entries, style);
      return `\n${title}${more}\n${rules}`;
    })
    .join("");
}

// Only what reads answers at all: the rest stands above.
function renderAnswer({ kind, documents }: ExplainedAnswer, origins: readonly string[], style: Style): string {
  const title = kind === "own" ? "the answer on its way out" : "the answer as it was changed";
  const tables = documents.map(({ entries }, index) => {
    const reading = entries.filter(({ state }) => state !== "other-event" && state !== "other-mode");
    return reading.length === 0 ? "" : `${showHostile(origins[index] ?? "policy")}\n${renderEntries(reading, style)}`;
  });
  const text = tables.join("");
  return `\n${style.bold(title)}\n${text === "" ? "  no rule reads it\n" : text}`;
}

function renderEntries(entries: readonly ExplainedEntry[], style: Style): string {
  return renderTable(entries.map(rowOf), (cell, column) => (column === 1 ? paintSays(cell, style) : cell));
}

function renderNext({ effect, reasons }: Decision, style: Style): string {
  const why = reasons.map((reason) => renderReason(reason)).join("; ");
  return `\n${style.bold("without what decided")}  ${style.effect(effect)}${why === "" ? "" : `, ${why}`}\n`;
}

const STATES: Readonly<Record<ExplainedEntry["state"], string>> = {
  abstains: "says nothing",
  excepted: "does not apply: an exception holds",
  failed: "failed",
  "no-memory": "says nothing: nobody kept what was asked",
  "other-event": "does not apply: reads the other event",
  "other-mode": "does not apply: reads the other mode",
  "out-of-scope": "does not apply: out of its scope",
  says: "says",
};

function rowOf({ rule, state, observe, effect, reason, decided, sentence, cost }: ExplainedEntry): readonly string[] {
  const said = effect === undefined ? STATES[state] : `${effect}${state === "failed" ? ", failed" : ""}`;
  const says = observe ? `${said}, observed` : said;
  const id = showHostile(rule);
  // The rule's own reason begins with its id, which stands there already.
  const why = reason === undefined ? "" : renderReason(reason, sentence);
  const short = reason?.rule === rule ? why.slice(renderCode(reason).length - showHostile(reason.code).length) : why;
  return [(decided ? "> " : "  ") + id, says, cost === undefined ? short : `${short} ${renderCost(cost)}`.trimStart()];
}

function renderCost({ fuel, memory, trouble, place }: ScriptCost): string {
  const where = place === undefined ? "" : ` at ${place.line}:${place.column}`;
  const why = trouble === undefined ? "" : `; ${trouble}${where}`;
  return `(${fuel} steps, ${Math.ceil(memory / 1024)} KiB${why})`;
}

// The first word of what a rule says is its effect, where it has one.
function paintSays(says: string, { effect, dim }: Style): string {
  const word = /^[a-z]+/.exec(says)?.[0] ?? "";
  return effect(word) === word ? dim(says) : effect(word) + says.slice(word.length);
}
