/**
 * One request of each event and mode, with all that the client can put into it: what scripts are tried on.
 * Plain ones, so that a script that fails on them would fail on everybody's.
 */

export interface SampleRequest {
  readonly what: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const form = {
  mcp_server_name: "sample",
  session_id: "sample",
  mode: "form",
};
const link = { ...form, mode: "url", elicitation_id: "sample" };

const question = {
  ...form,
  hook_event_name: "Elicitation",
  message: "Please tell us whom to ask about the deploy.",
  requested_schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", minLength: 1 },
      email: { type: "string", format: "email" },
      team: { type: "string", enum: ["blue", "green"], default: "blue" },
      days: { type: "integer", minimum: 1, maximum: 30 },
      confirm: { type: "boolean", default: false },
    },
    required: ["name"],
  },
};

export const SAMPLE_REQUESTS: readonly SampleRequest[] = [
  { what: "a form", input: question },
  {
    what: "a link",
    input: {
      ...link,
      hook_event_name: "Elicitation",
      message: "Please sign in.",
      url: "https://auth.example.com/login?state=k3Qz81",
    },
  },
  {
    what: "an answered form",
    input: {
      ...form,
      hook_event_name: "ElicitationResult",
      action: "accept",
      content: { name: "Alice", email: "alice@example.com", team: "green", days: 3, confirm: true },
    },
  },
  { what: "a declined form", input: { ...form, hook_event_name: "ElicitationResult", action: "decline" } },
  { what: "an opened link", input: { ...link, hook_event_name: "ElicitationResult", action: "accept" } },
];

/** What was asked before an answered form: its memory */
export const SAMPLE_QUESTION: SampleRequest["input"] = question;
