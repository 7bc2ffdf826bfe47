/**
 * An MCP server over Streamable HTTP (MCP 2025-11-25, transports): each message is one POST, the answer one JSON text or a
 * stream of events.
 */
import { isObject, type JsonObject } from "../../core/json.ts";
import { fillVariables } from "./client-input.ts";
import { postHttp } from "./http-post.ts";
import type { Answer, McpWire } from "./mcp-wire-stdio.ts";
import type { Run } from "./run-command.ts";

/** Never throws: what goes wrong is the answer */
export function openHttpWire({ entry, env, timeout }: Run, protocol: string): McpWire {
  const url = fillVariables(String(entry["url"]), env);
  const { headers } = entry;
  const own = headers !== undefined && isObject(headers) ? Object.entries(headers) : [];
  const filled = Object.fromEntries(own.map(([name, value]) => [name, fillVariables(String(value), env)]));
  let session: string | undefined;
  let last = 0;
  let told: Promise<unknown> = Promise.resolve();
  const post = async (message: JsonObject): ReturnType<typeof postHttp> => {
    const given = {
      ...filled,
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": protocol,
      ...(session === undefined ? {} : { "Mcp-Session-Id": session }),
    };
    const answer = await postHttp({ url, headers: given, timeout }, JSON.stringify({ jsonrpc: "2.0", ...message }));
    if (!("why" in answer)) session ??= answer.session;
    return answer;
  };
  return {
    async ask(method, params): Promise<Answer> {
      await told;
      last += 1;
      const id = last;
      const answer = await post({ id, method, params });
      if ("why" in answer) return answer;
      if (answer.status < 200 || answer.status > 299) return { why: `status ${answer.status}` };
      for (const message of messagesIn(answer.body)) {
        if (!isObject(message) || message["id"] !== id || typeof message["method"] === "string") continue;
        const { result, error } = message;
        return error === undefined && result !== undefined ? { result } : { why: "the server answers with an error" };
      }
      return { why: "no answer to the call" };
    },
    tell(method) {
      told = post({ method });
    },
    end() {},
  };
}

// One JSON text, or the `data` lines of events, each of which ends at an empty line.
function messagesIn(body: string): readonly unknown[] {
  const text = body.trim();
  const parts = text.startsWith("{")
    ? [text]
    : text.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith("data:") ? [line.slice("data:".length)] : []))
          .join("\n"),
      );
  return parts.flatMap((part) => {
    try {
      return [JSON.parse(part) as unknown];
    } catch {
      return [];
    }
  });
}
