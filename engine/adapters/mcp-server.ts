/**
 * The mcp_tool hook: an MCP server with one tool, on the protocol's own SDK, since a protocol is not ours to write by hand.
 * It asks nobody anything itself: a hook that elicits would be its own next hook call, without end (client-observed D3).
 */
import { Server } from "@modelcontextprotocol/server";
import { version } from "../version.ts";
import { FIELD_NAMES } from "./mcp-arguments.ts";
import { type Guard, TOOL } from "./mcp-guard.ts";

/** A server of the SDK's, for one connection or one request */
export function createMcpServer(guard: Guard): Server {
  const server = new Server(
    { name: "sekisho", version },
    // Nothing of ours is checked by a schema: of the SDK's two validators none is carried.
    { capabilities: { tools: {} }, jsonSchemaValidator: NO_VALIDATOR },
  );
  server.setRequestHandler("tools/list", () => ({ tools: [DECIDE] }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: guard.decide(params.arguments) }],
  }));
  return server;
}

const NO_VALIDATOR = {
  getValidator: (): never => {
    throw new Error("nothing is validated here");
  },
};

// Objects arrive as JSON text from a hook; whoever has values may hand them over (DESIGN §5).
const OBJECT_OR_TEXT = { type: ["object", "string"] };

const DECIDE = {
  name: TOOL,
  description:
    "Decides one Elicitation or ElicitationResult hook input of the client by policy. For hooks of type mcp_tool; " +
    "calling it for any other purpose does nothing.",
  inputSchema: {
    type: "object" as const,
    properties: Object.fromEntries(
      FIELD_NAMES.map((name) => [
        name,
        name === "requested_schema" || name === "content" ? OBJECT_OR_TEXT : { type: "string" },
      ]),
    ),
    required: ["hook_event_name"],
  },
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
};
