/**
 * A request as the hook input that it came from.
 * Tests keep their own table of the hooks' field names, so that a slip in `wire.ts` has something to disagree with.
 */
import type { JsonValue } from "../../engine/core/json.ts";
import type { Request } from "../../engine/core/request.ts";

const NAMES = {
  event: "hook_event_name",
  server: "mcp_server_name",
  mode: "mode",
  message: "message",
  requestedSchema: "requested_schema",
  url: "url",
  action: "action",
  content: "content",
  elicitationId: "elicitation_id",
  sessionId: "session_id",
  agentType: "agent_type",
} as const;

export function hookInputOf(request: Request): Record<string, JsonValue> {
  const input: Record<string, JsonValue> = {};
  for (const [field, value] of Object.entries(request)) {
    input[NAMES[field as keyof typeof NAMES]] = structuredClone(value) as JsonValue;
  }
  return input;
}
