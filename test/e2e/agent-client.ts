/** The Agent SDK as install.mjs puts it there, started with a stand-in for its client program: one question, one answer. */
import assert from "node:assert/strict";
import { join } from "node:path";

export const AGENT_FOLDER = join(import.meta.dirname, "../../.test-runtimes/agent-sdk");
const SDK = join(AGENT_FOLDER, "node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs");
const PROGRAM = join(import.meta.dirname, "agent-program.mjs");

interface Sdk {
  readonly query: (call: {
    readonly prompt: string;
    readonly options: Readonly<Record<string, unknown>>;
  }) => AsyncIterable<{ readonly type: string; readonly result?: string }>;
}

/** What the client program gets back for a question in the words of its own protocol */
export async function askAgent(question: object, options: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { query } = (await import(SDK)) as Sdk;
  const all = { ...options, pathToClaudeCodeExecutable: PROGRAM, settingSources: [] };
  for await (const { type, result } of query({ prompt: JSON.stringify(question), options: all })) {
    if (type !== "result") continue;
    const { subtype, response } = JSON.parse(result ?? "") as { subtype: string; response?: unknown };
    assert.equal(subtype, "success");
    return response;
  }
  throw new Error("the client got no answer");
}
