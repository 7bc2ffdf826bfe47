/**
 * Calls the tool of an mcp_tool hook: starts the server that the client would start, and speaks the three messages of MCP
 * that a call takes (initialize, initialized, tools/call).
 * By hand, since a client library would be ten times this file inside the one file, for one command.
 */
import type { JsonObject } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { version } from "../../version.ts";
import { fillTemplates } from "./client-input.ts";
import { type Outcome, outcomeOfTool } from "./client-output.ts";
import { openHttpWire } from "./mcp-wire-http.ts";
import { openStdioWire } from "./mcp-wire-stdio.ts";
import type { Run } from "./run-command.ts";

export interface McpSession {
  /** Never rejects */
  readonly call: (hook: JsonObject, input: JsonObject, event: EventName | undefined) => Promise<Outcome>;
  readonly end: () => void;
}

/** What the client speaks to servers that do not know the newest protocol (client-observed A4) */
const PROTOCOL = "2025-11-25";

/** `entry`: the server's, from the configuration. What goes wrong is the outcome of each call */
export function startMcp({ entry, project, env, timeout }: Run): McpSession {
  const run = { entry, project, env, timeout };
  const wire = entry["url"] === undefined ? openStdioWire(run) : openHttpWire(run, PROTOCOL);
  const hello = wire.ask("initialize", {
    protocolVersion: PROTOCOL,
    capabilities: { elicitation: { form: {}, url: {} } },
    clientInfo: { name: "sekisho-doctor", version },
  });
  const ready = hello.then((answer) => {
    if ("result" in answer) wire.tell("notifications/initialized");
    return answer;
  });
  return {
    async call({ tool, input: template = {} }, input, event) {
      const greeted = await ready;
      if (!("result" in greeted)) return { action: "none", problem: `the server does not start: ${greeted.why}` };
      const answer = await wire.ask("tools/call", { name: String(tool), arguments: fillTemplates(template, input) });
      return "result" in answer ? outcomeOfTool(event, answer.result) : { action: "none", problem: answer.why };
    },
    end: wire.end,
  };
}
