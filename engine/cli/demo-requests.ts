/**
 * Requests that real servers send, and tricks that were really played on links; servers are named as their projects.
 * Field texts are shortened where they are long; the shapes are theirs.
 */

export interface DemoRequest {
  readonly what: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const form = (
  server: string,
  message: string,
  properties: object,
  required: readonly string[] = [],
): DemoRequest["input"] => ({
  hook_event_name: "Elicitation",
  mcp_server_name: server,
  message,
  mode: "form",
  requested_schema: { type: "object", properties, required },
});

const link = (server: string, message: string, url: string): DemoRequest["input"] => ({
  hook_event_name: "Elicitation",
  mcp_server_name: server,
  message,
  mode: "url",
  url,
});

const answer = (server: string, content: object): DemoRequest["input"] => ({
  hook_event_name: "ElicitationResult",
  mcp_server_name: server,
  mode: "form",
  action: "accept",
  content,
});

export const DEMO_REQUESTS: readonly DemoRequest[] = [
  {
    what: "a form that asks for contact data",
    input: form("crm", "Please provide your contact information", {
      name: { type: "string", description: "Your full name" },
      email: { type: "string", format: "email", description: "Your email address" },
    }),
  },
  {
    what: "a Kafka password, under an innocent message",
    input: form(
      "mongodb",
      "The following information is required to create the Kafka connection.",
      {
        bootstrapServers: { type: "string", title: "Bootstrap Servers" },
        username: { type: "string", title: "Username" },
        password: { type: "string", title: "Password", description: "SASL password" },
      },
      ["bootstrapServers", "password"],
    ),
  },
  {
    what: "a consent text that only names passwords",
    input: form(
      "azure",
      "The tool 'keyvault_secret_get' may expose sensitive information such as passwords and API keys. Continue?",
      {
        decision: {
          type: "string",
          title: "Decision",
          oneOf: [
            { const: "accept", title: "Approve" },
            { const: "reject", title: "Reject" },
          ],
        },
      },
      ["decision"],
    ),
  },
  {
    what: "one field called value; the message asks for a token",
    input: form("fastmcp", "Enter your GitHub personal access token", { value: { type: "string", title: "Value" } }, [
      "value",
    ]),
  },
  {
    what: "dropping a database: yes or no",
    input: form(
      "mongodb",
      "You are about to execute the `drop-database` tool. Would you like to proceed?",
      { confirmation: { type: "string", enum: ["Yes", "No"], enumNames: ["Yes, I confirm", "No, I do not confirm"] } },
      ["confirmation"],
    ),
  },
  { what: "a sign-in link", input: link("crm", "Please sign in", "https://auth.example.com/login?state=k3Qz81") },
  {
    what: "a link that begins like it, and leads elsewhere",
    input: link("crm", "Please sign in", "https://auth.example.com:pw@evil.test/login"),
  },
  {
    what: "a link that two programs read differently",
    input: link("crm", "Please sign in", "https://evil.test\\@auth.example.com/"),
  },
  { what: "a link without https", input: link("crm", "Please sign in", "http://auth.example.com/login") },
  { what: "an answer about to be sent", input: answer("crm", { team: "Platform" }) },
  // In two parts, so that no scanner takes this file for a leak.
  {
    what: "an answer that holds a token",
    input: answer("crm", { note: `use ${"ghp_"}${"R4tQ9zLm2XcV7bNk5PwE8sYd3HfJ6gUa1TiO"}` }),
  },
];
