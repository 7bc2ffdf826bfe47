/**
 * What busy clients ask a server: 500 sessions, each with another question, of the shapes that production servers send.
 * They differ in message, fields and session, so that nothing is gained by knowing a call again.
 */

export const CALLS = 500;

/** A hook input for a form; `recommended` leaves each of them to the person */
export function hookCall(index: number): string {
  const number = String(index).padStart(4, "0");
  const names = pick(index);
  return JSON.stringify({
    session_id: `${number}0000-0000-4000-8000-000000000000`,
    transcript_path: `/home/alice/.claude/projects/demo/${number}0000.jsonl`,
    cwd: "/home/alice/demo",
    prompt_id: `00000000-0000-4000-8000-00000000${number}`,
    hook_event_name: "Elicitation",
    mcp_server_name: SERVERS[index % SERVERS.length],
    message: `${OPENINGS[index % OPENINGS.length]} ${SUBJECTS[(index * 3) % SUBJECTS.length]}, case ${index}`,
    mode: "form",
    requested_schema: {
      type: "object",
      properties: Object.fromEntries(names.map((name) => [name, FIELDS[name]])),
      required: names.slice(0, 1),
    },
  });
}

const SERVERS = ["crm", "billing", "tickets", "deploy-staging", "calendar"];
const OPENINGS = [
  "Please provide your contact information for",
  "Which settings should be used for",
  "A few details on",
];
const SUBJECTS = ["the new customer", "this release", "the open ticket", "the next meeting", "the report of the week"];

const FIELDS: Readonly<Record<string, object>> = {
  name: { type: "string", title: "Name", description: "Your full name" },
  email: { type: "string", format: "email", description: "Your email address" },
  city: { type: "string", title: "City", maxLength: 80 },
  priority: { type: "string", enum: ["low", "normal", "high"], description: "How urgent it is" },
  seats: { type: "integer", title: "Seats", minimum: 1, maximum: 500 },
  notify: { type: "boolean", title: "Notify the team", default: false },
  branch: { type: "string", title: "Branch", description: "Where the change is made", default: "main" },
  due: { type: "string", format: "date", title: "Due", description: "The day it has to be done" },
  region: { type: "string", title: "Region", enum: ["eu-west", "us-east", "ap-south"] },
  comment: { type: "string", title: "Comment", description: "Anything that others should know" },
  share: { type: "number", title: "Share", minimum: 0, maximum: 1 },
};

function pick(index: number): readonly string[] {
  const all = Object.keys(FIELDS);
  const first = all[index % all.length] ?? "";
  const second = all[(index + 1 + (index % 7)) % all.length] ?? "";
  return [first, second];
}
