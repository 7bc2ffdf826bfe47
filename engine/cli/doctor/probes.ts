/**
 * The three questions of a canary: one that must be refused, one that is none of the hook's business, and samples whose
 * answers must be those of the policy.
 */
import { CANARY_SESSION } from "../../adapters/canary.ts";
import type { JsonObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";

export interface Probes {
  /** One that is no request, and one whose event can't be read: a refusal in words, and one by exit code or `block` (DESIGN §5) */
  readonly malformed: readonly JsonObject[];
  readonly foreign: JsonObject;
  readonly samples: readonly JsonObject[];
}

/** As the client would send them (client-observed A1), for a server that the hook's matcher fits */
export function createProbes(event: EventName, server: string, project: string): Probes {
  const common: JsonObject = {
    session_id: CANARY_SESSION,
    transcript_path: `${project}/sekisho-doctor.jsonl`,
    cwd: project,
    prompt_id: "00000000-0000-4000-8000-000000000000",
  };
  const ours: JsonObject = { ...common, hook_event_name: event, mcp_server_name: server };
  const foreign: JsonObject = {
    ...common,
    hook_event_name: "Notification",
    message: "Claude Code needs your input",
    notification_type: "elicitation_dialog",
  };
  const misspelt: JsonObject = {
    ...ours,
    hook_event_name: event === "Elicitation" ? "elicitation" : "elicitationResult",
  };
  const asked = event === "Elicitation" ? QUESTIONS : ANSWERS;
  return {
    malformed: [{ ...ours, mode: "form" }, misspelt],
    foreign,
    samples: asked.map((fields) => ({ ...ours, ...fields })),
  };
}

function form(name: string, title: string): JsonObject {
  return { type: "object", properties: { [name]: { type: "string", title } }, required: [name] };
}

// A question that most policies refuse, and one that most leave to the person; by form and by link, so that every field
// that can carry a question has to arrive.
const QUESTIONS: readonly JsonObject[] = [
  { message: "Please enter your password", mode: "form", requested_schema: form("password", "Password") },
  { message: "Which colour do you like?", mode: "form", requested_schema: form("colour", "Colour") },
  { message: "Please sign in", mode: "url", url: "http://sekisho-doctor.invalid/sign-in", elicitation_id: "canary-1" },
  { message: "Please sign in", mode: "url", url: "https://sekisho-doctor.invalid/sign-in", elicitation_id: "canary-2" },
];

// The card number is the one that card issuers print in their manuals.
const ANSWERS: readonly JsonObject[] = [
  { mode: "form", action: "accept", content: { note: ["4111", "1111", "1111", "1111"].join(" ") } },
  { mode: "form", action: "accept", content: { colour: "blue" } },
  { mode: "form", action: "cancel" },
  { mode: "url", action: "accept", elicitation_id: "canary-1" },
];
