/**
 * `sekisho form`: a form as a person would see it, what is wrong with it, and what a policy would answer and by which rule.
 * For people who write servers or policies: it takes a bare schema, so that nobody has to make up a hook input.
 */
import { MAX_INPUT_BYTES } from "../adapters/wire.ts";
import { contextOf, NO_CONTEXT } from "../context.ts";
import type { Decision } from "../core/decision.ts";
import { isObject, type JsonObject, parseJson } from "../core/json.ts";
import type { FormRequest } from "../core/request.ts";
import { type FieldView, type FormView, isOutside, viewForm, whoSays } from "../form-view.ts";
import { renderJson, renderReason, showHostile } from "../render.ts";
import { showDecision } from "../shown.ts";
import { type Command, factsOf, type Given, nowOf, POLICY_OPTIONS, UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { loadPolicies } from "./policies.ts";
import { createStyle, renderTable, type Style } from "./style.ts";

export const form: Command = {
  name: "form",
  about: "Show a form as a person sees it, and what would be answered",
  usage:
    "[SCHEMA.json] [--policy FILE]... [--server NAME] [--message TEXT] [--fact NAME=VALUE]... [--now TIME] [--json]",
  options: {
    ...POLICY_OPTIONS,
    server: { type: "string", value: "NAME", about: "the server that asks" },
    message: { type: "string", value: "TEXT", about: "what it says beside the form" },
    json: { type: "boolean", about: "as JSON" },
  },
  operands: { most: 1, help: "`sekisho form` shows one form at a time" },
  async run(given, io) {
    const input = hookInput(await readSchema(given, io), given);
    const context = { now: nowOf(given) ?? io.now(), facts: factsOf(given) };
    const { engine, policy, notes } = loadPolicies(given.texts("policy"), io);
    for (const note of notes) io.warn(`${note.trimEnd()}\n`);
    const { reading, decision } = engine.examine(input, context);
    if (reading.kind !== "request" || reading.request.event !== "Elicitation" || reading.request.mode !== "form") {
      const help = "hand in a schema, or a question with one; `sekisho explain` shows every hook input";
      throw new UsageError("the input is no question with a form", help);
    }
    const view = viewForm(reading.request, policy, contextOf(context) ?? NO_CONTEXT, decision);
    if (given.flag("json"))
      io.print(`${renderJson({ form: view, decision: showDecision(decision, "Elicitation") }, 2)}\n`);
    else {
      const style = createStyle(io);
      io.print(
        renderHead(reading.request, style) +
          renderFormView(view, style) +
          renderDecision(showDecision(decision, "Elicitation"), style),
      );
    }
    return policy === undefined || isOutside(view) ? 1 : 0;
  },
};

/** The fields with their limits and what would be answered, then what lies outside the grammar */
export function renderFormView(view: FormView, style: Style): string {
  const title = view.title === undefined ? "" : `  ${showHostile(view.title)}`;
  const proposes = view.accepted || view.fields.some(({ known }) => known.length > 0);
  const fields = view.fields.map((field) => renderField(field, view.accepted, proposes, style));
  const nothing = view.readable
    ? "  no fields: to accept is all the answer there is\n"
    : "  it has no reading as a form\n";
  const missing = view.unfillable.map(
    (name) => `* ${showHostile(name)}  ${style.dim("no such field: nobody can fill it")}\n`,
  );
  const lines = [...fields, ...missing];
  return `\n${style.bold("form")}${title}\n${lines.length === 0 ? nothing : lines.join("")}${renderProblems(view, style)}`;
}

// As the client shows it: the title, else the name; `*` where it is required (client-observed I).
function renderField(field: FieldView, accepted: boolean, proposes: boolean, { bold, dim }: Style): string {
  const { name, title, description, required } = field;
  const label =
    title === undefined ? bold(showHostile(name)) : `${bold(showHostile(title))} ${dim(`(${showHostile(name)})`)}`;
  const says = [showHostile(field.says), renderOptions(field)].filter((part) => part !== "").join(" ");
  const rows: [name: string, text: string][] = [];
  if (field.default !== undefined) {
    const fault = field.badDefault ? ", which the field itself does not allow" : "";
    rows.push(["default", `${showHostile(renderJson(field.default))}${fault}`]);
  }
  rows.push(...answerRows(field, accepted, proposes));
  const about = description === undefined || description === "" ? "" : `    ${dim(showHostile(description, 500))}\n`;
  const table = renderTable(rows.map(([one, text]) => [`    ${one}`, text]));
  return `${required ? "*" : " "} ${label}  ${says}\n${about}${table}`;
}

const MOST_OPTIONS = 20;

function renderOptions({ options }: FieldView): string {
  const shown = options.slice(0, MOST_OPTIONS).map(({ const: value, title }) => {
    const text = showHostile(renderJson(value), 80);
    return title === undefined || title === value ? text : `${text} (${showHostile(title, 80)})`;
  });
  const more = options.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function answerRows(field: FieldView, accepted: boolean, proposes: boolean): readonly [name: string, text: string][] {
  const { sent, known, required } = field;
  if (accepted) {
    if (sent === undefined) return [];
    const by = whoSays(field).map((rule) => showHostile(rule));
    const who = by.length === 0 ? "changed on its way out" : `by ${by.join(", ")}`;
    return [["answer", `${showHostile(renderJson(sent), 500)}, ${who}`]];
  }
  if (known.length === 0) return required && proposes ? [["open", "nobody answers it"]] : [];
  return known.map(({ rule, value }) => [
    "proposed",
    `${showHostile(renderJson(value), 500)}, by ${showHostile(rule)}`,
  ]);
}

const MOST_PROBLEMS = 50;

function renderProblems({ problems, protocol }: FormView, { bold, dim }: Style): string {
  if (problems.length === 0) return "";
  const shown = problems.slice(0, MOST_PROBLEMS).map(({ at, kind, says }) => {
    const cells = [`  ${at === "" ? "the root" : showHostile(at)}`, says];
    return kind === "note" ? cells.map(dim) : cells;
  });
  const more = problems.length - shown.length;
  return `\n${bold(`outside the grammar of MCP ${protocol}`)}\n${renderTable(shown)}${more > 0 ? `  and ${more} more\n` : ""}`;
}

function renderHead({ server, message }: FormRequest, { dim }: Style): string {
  const rows = [
    ["server", showHostile(server)],
    ["message", message === "" ? dim("none") : showHostile(message, 2000)],
  ];
  return renderTable(rows, (cell, column) => (column === 0 ? dim(cell) : cell));
}

function renderDecision({ effect, content, reasons, errors, observed }: Decision, style: Style): string {
  const rows = [
    ...reasons.map((reason) => ["  because", renderReason(reason)]),
    ...(content === undefined ? [] : [["  answer", showHostile(renderJson(content), 2000)]]),
    ...errors.map((error) => ["  error", renderReason(error)]),
    ...observed.map((seen) => ["  observed", `${style.effect(seen.effect)}, ${renderReason(seen)}`]),
  ];
  return `\n${style.bold("decision")}  ${style.effect(effect)}\n${renderTable(rows)}`;
}

// A bare schema, or a whole hook input, or what is known of one; options say the rest, or say otherwise.
function hookInput(json: JsonObject, given: Given): JsonObject {
  const whole = Object.hasOwn(json, "hook_event_name") || Object.hasOwn(json, "requested_schema");
  const input: JsonObject = whole ? json : { requested_schema: json };
  const server = given.text("server");
  const message = given.text("message");
  return {
    hook_event_name: "Elicitation",
    mcp_server_name: "server",
    message: "",
    mode: "form",
    ...input,
    ...(server === undefined ? {} : { mcp_server_name: server }),
    ...(message === undefined ? {} : { message }),
  };
}

async function readSchema({ operands: [file] }: Given, io: Io): Promise<JsonObject> {
  const name = file === undefined || file === "-" ? "stdin" : `\`${file}\``;
  const bytes = file === undefined || file === "-" ? await io.readAll(MAX_INPUT_BYTES) : readFile(file, io);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UsageError(`${name} is not UTF-8`, "a schema is JSON, and JSON is UTF-8");
  }
  const json = parseJson(text);
  if (!json.ok) throw new UsageError(`${name} can't be read as JSON: ${json.errors[0].code}`, HELP);
  if (!isObject(json.value)) throw new UsageError(`${name} holds no JSON object`, HELP);
  return json.value;
}

const HELP = 'a form is an object like `{"type":"object","properties":{"name":{"type":"string"}}}`';

function readFile(file: string, { fs, path, cwd }: Io): Uint8Array {
  try {
    return fs.readFileSync(path.resolve(cwd, file));
  } catch {
    throw new UsageError(`\`${file}\` can't be read`, "name a file that holds a schema, or hand one in on stdin");
  }
}
