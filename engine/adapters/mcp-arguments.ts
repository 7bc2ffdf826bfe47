/**
 * The arguments of the tool `decide`, read as a hook input: an mcp_tool hook maps each field by a template, which always
 * gives a string, objects as JSON text, and `""` for a field that is not there (client-observed D2).
 */
import { isObject, parseJson } from "../core/json.ts";
import { MAX_INPUT_BYTES, type Reading, readHookInput } from "./wire.ts";

/** Every field that counts, and what it is called in a problem; an entry has to map them all */
const FIELDS: Readonly<Record<string, string>> = {
  hook_event_name: "event",
  session_id: "sessionId",
  agent_type: "agentType",
  mcp_server_name: "server",
  message: "message",
  mode: "mode",
  url: "url",
  elicitation_id: "elicitationId",
  requested_schema: "requestedSchema",
  action: "action",
  content: "content",
};

/** The tool's parameters, in the words of the hooks */
export const FIELD_NAMES: readonly string[] = Object.keys(FIELDS);

/** Takes parsed JSON. Values are read too, so that a hook input can be handed over as it is */
export function readToolArguments(given: unknown): Reading {
  if (!isObject(given)) return { kind: "unreadable", problem: "not-an-object" };
  const input: Record<string, unknown> = {};
  let problem: string | undefined;
  for (const [name, field] of Object.entries(FIELDS)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = given[name];
    if (isTemplate(value)) problem ??= `template:${field}`;
    // `""` is absent, but a message may be empty (DESIGN §10).
    if (value === "" && name !== "message") continue;
    input[name] = isObjectField(name) && typeof value === "string" ? objectIn(value) : value;
  }
  const reading = readHookInput(input);
  if (reading.kind !== "request") return reading;
  const { event, session, request } = reading;
  // An answer that nobody mapped would go out unread; one without content arrives as `""`.
  if (event === "ElicitationResult" && !Object.hasOwn(given, "content") && request.mode === "form")
    if (input["action"] === "accept") problem ??= "unmapped:content";
  return problem === undefined ? reading : { kind: "malformed", event, server: request.server, session, problem };
}

function isObjectField(name: string): boolean {
  return name === "requested_schema" || name === "content";
}

// Whatever is no JSON object stays what it is, a text: the reader refuses it.
function objectIn(text: string): unknown {
  const json = text.length > MAX_INPUT_BYTES ? undefined : parseJson(text);
  return json?.ok === true && isObject(json.value) ? json.value : text;
}

/**
 * A template that nothing was put in for: the entry is written wrongly (`${ message }`, `$message`), and what should stand
 * there is not known. A server that sends such a text is refused too.
 */
function isTemplate(value: unknown): boolean {
  return typeof value === "string" && value.length < 100 && TEMPLATE.test(value);
}

const TEMPLATE = /^\s*\\?(?:\$\{[^{}]*\}|\{\{[^{}]*\}\}|\$[A-Za-z_][A-Za-z0-9_.]*)\s*$/;
