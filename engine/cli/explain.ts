/**
 * `sekisho explain`: one hook input, and why it is decided as it is: each rule, whether it applies, what it says.
 */
import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import { type ExplainedEntry, type Explanation, explain as explainRequest } from "../core/explain.ts";
import type { Request } from "../core/request.ts";
import { parseNow } from "../core/time.ts";
import { contextOf } from "../deciding.ts";
import { renderReason, showHostile } from "../render.ts";
import { type Command, type Given, parseFacts, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { loadPolicies } from "./policies.ts";
import { createStyle, renderTable, type Style } from "./style.ts";

export const explain: Command = {
  name: "explain",
  about: "Show why one hook input is decided as it is",
  usage: "[FILE] [--policy FILE]... [--fact NAME=VALUE]... [--now TIME] [--json]",
  options: {
    policy: { type: "string", multiple: true, value: "FILE", about: "a policy; again for more, side by side" },
    fact: { type: "string", multiple: true, value: "NAME=VALUE", about: "a fact for the policy; again for more" },
    now: { type: "string", value: "TIME", about: "the time to decide by, UTC; left out: the clock" },
    json: { type: "boolean", about: "as JSON" },
  },
  async run(given, io) {
    const input = await readInput(given, io);
    const stated = given.text("now");
    if (stated !== undefined && parseNow(stated) === undefined) throw new UsageError(`\`${stated}\` is no time in UTC`);
    const context = { now: stated ?? io.now(), facts: parseFacts(given.texts("fact")) };
    const { engine, policy, notes } = loadPolicies(given.texts("policy"));
    const { reading, decision, output } = engine.examine(input, context);
    for (const note of notes) io.warn(`${note.trimEnd()}\n`);
    const whole =
      reading.kind === "request" && policy !== undefined
        ? explainRequest(policy, reading.request, contextOf(context))
        : undefined;
    if (given.flag("json")) {
      io.print(
        `${JSON.stringify({ kind: reading.kind, decision, output, documents: whole?.documents ?? [], next: whole?.next ?? null }, undefined, 2)}\n`,
      );
    } else {
      const style = createStyle(io);
      if (reading.kind === "request") io.print(renderRequest(reading.request, style));
      else
        io.print(
          `${style.bold(reading.kind === "foreign" ? "an event of another kind: left alone" : `not a request: ${reading.problem}`)}\n`,
        );
      io.print(`\n${style.bold("decision")}  ${style.effect(decision.effect)}\n`);
      for (const reason of decision.reasons) io.print(`  because  ${renderReason(reason)}\n`);
      for (const error of decision.errors) io.print(`  error    ${renderReason(error)}\n`);
      for (const seen of decision.observed)
        io.print(`  observed ${style.effect(seen.effect)}, ${renderReason(seen)}\n`);
      if (whole !== undefined) io.print(renderRules(whole, style));
    }
    return policy === undefined ? 1 : 0;
  },
};

async function readInput({ positionals }: Given, io: Io): Promise<string> {
  const [file, ...more] = positionals;
  if (more.length > 0) throw new UsageError("`sekisho explain` explains one input at a time");
  let bytes: Uint8Array;
  try {
    bytes = file === undefined || file === "-" ? await io.readAll(MAX_INPUT_BYTES) : io.fs.readFileSync(file);
  } catch {
    throw new UsageError(`\`${file}\` can't be read`, "name a file that holds one hook input, or hand it in on stdin");
  }
  return new TextDecoder().decode(bytes);
}

function renderRequest(request: Request, { bold, dim }: Style): string {
  const rows: string[][] = [
    ["event", request.event],
    ["server", showHostile(request.server)],
    ["mode", request.mode],
  ];
  if (request.event === "Elicitation") {
    rows.push(["message", showHostile(request.message)]);
    if (request.mode === "url") rows.push(["url", showHostile(request.url, 2000)]);
    else rows.push(["fields", fieldNames(request.requestedSchema["properties"])]);
  } else {
    rows.push(["action", request.action]);
    // Names alone: what a person typed is shown nowhere.
    if (request.mode === "form" && request.content !== undefined) rows.push(["fields", fieldNames(request.content)]);
  }
  return `${bold("request")}\n${renderTable(
    rows.map(([name = "", value = ""]) => [`  ${name}`, value]),
    (cell, column) => (column === 0 ? dim(cell) : cell),
  )}`;
}

function fieldNames(fields: unknown): string {
  return typeof fields === "object" && fields !== null
    ? Object.keys(fields)
        .map((name) => showHostile(name, 60))
        .join(", ")
    : "none";
}

function renderRules({ documents, next }: Explanation, style: Style): string {
  let text = "";
  for (const [index, document] of documents.entries()) {
    const stated = [
      document.default === undefined ? "" : `default ${document.default}`,
      document.unattended === undefined ? "" : `unattended ${document.unattended}`,
    ].filter((one) => one !== "");
    const title = documents.length === 1 ? "rules" : `rules of document ${index + 1}`;
    text += `\n${style.bold(title)}${stated.length === 0 ? "" : style.dim(`  (${stated.join(", ")})`)}\n`;
    text += renderTable(document.entries.map(rowOf), (cell, column) => (column === 1 ? paintSays(cell, style) : cell));
  }
  if (next !== undefined) {
    const reasons = next.reasons.map(renderReason).join("; ");
    text += `\n${style.bold("without what decided")}  ${style.effect(next.effect)}${reasons === "" ? "" : `, ${reasons}`}\n`;
  }
  return text;
}

const STATES: Readonly<Record<ExplainedEntry["state"], string>> = {
  abstains: "says nothing",
  excepted: "does not apply: an exception holds",
  failed: "failed",
  "other-event": "does not apply: reads another event",
  "out-of-scope": "does not apply: out of its scope",
  says: "says",
};

function rowOf({ rule, state, observe, effect, reason, decided }: ExplainedEntry): readonly string[] {
  const says =
    effect === undefined
      ? STATES[state]
      : `${effect}${state === "failed" ? ", failed" : ""}${observe ? ", observed" : ""}`;
  return [(decided ? "> " : "  ") + rule, says, reason === undefined ? "" : renderReason(reason)];
}

// The first word of what a rule says is its effect, where it has one.
function paintSays(says: string, { effect, dim }: Style): string {
  const word = /^[a-z]+/.exec(says)?.[0] ?? "";
  return effect(word) === word ? dim(says) : effect(word) + says.slice(word.length);
}
