/**
 * A small server and a client of each SDK and protocol revision, joined in memory: the server asks whatever it is told to.
 * The server validates what it gets by its own means, against the schema as it wrote it, not as the client passed it on.
 */
import * as clientV2 from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as TransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import * as serverV2 from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ElicitationAnswer, ElicitationRequest } from "../../engine/index.ts";

/** What became of a question: the answer as the server took it, or why it got none that it takes */
export type Outcome =
  | { readonly taken: ElicitationAnswer }
  /** The client refuses the question before anybody is asked */
  | { readonly refusedBy: "client" }
  /** The answer does not satisfy the schema */
  | { readonly refusedBy: "server" };

export interface Pair {
  /** Asks once; `answer` is the client's handler */
  readonly ask: (params: Partial<ElicitationRequest["params"]>, answer: Answer) => Promise<Outcome>;
  readonly close: () => Promise<void>;
}

type Answer = (request: ElicitationRequest, extra: unknown) => ElicitationAnswer | Promise<ElicitationAnswer>;

export interface Kind {
  readonly name: string;
  readonly open: () => Promise<Pair>;
}

export const KINDS: readonly Kind[] = [
  { name: "SDK v1, protocol 2025-11-25", open: openV1 },
  { name: "SDK v2, protocol 2025-11-25", open: () => openV2(undefined) },
  { name: "SDK v2, protocol 2026-07-28", open: () => openV2("2026-07-28") },
];

const CAPABILITIES = { elicitation: { form: {}, url: {} } };
const TOOL = { name: "ask", inputSchema: { type: "object" } } as const;

/** The one question that is open, and what became of it */
interface Desk {
  params: Partial<ElicitationRequest["params"]>;
  answer: Answer;
  asked: boolean;
  outcome: Outcome | undefined;
}

async function openV1(): Promise<Pair> {
  const desk = createDesk();
  const server = new ServerV1({ name: "asking", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(CallToolRequestSchema, async () => {
    desk.outcome = await outcomeOf(desk, () => server.elicitInput(desk.params as never));
    return { content: [] };
  });
  const client = new ClientV1({ name: "answering", version: "1" }, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, (request, extra) => handle(desk, request, extra));
  const [here, there] = TransportV1.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  return pairOf(desk, () => client.callTool({ name: TOOL.name }), [client, server]);
}

async function openV2(pin: string | undefined): Promise<Pair> {
  const desk = createDesk();
  const [here, there] = serverV2.InMemoryTransport.createLinkedPair();
  const handle_ = serveStdio(
    () => {
      const server = new serverV2.McpServer({ name: "asking", version: "1" }, { capabilities: { tools: {} } });
      const inputSchema = serverV2.fromJsonSchema(TOOL.inputSchema);
      server.registerTool(TOOL.name, { inputSchema }, async (_, context) => {
        if (pin !== undefined) return askInRounds(desk, context.mcpReq.inputResponses);
        desk.outcome = await outcomeOf(desk, () => server.server.elicitInput(desk.params as never));
        return { content: [] };
      });
      return server;
    },
    { transport: there },
  );
  const versionNegotiation = { mode: pin === undefined ? ("legacy" as const) : { pin } };
  const client = new clientV2.Client(
    { name: "answering", version: "1" },
    { capabilities: CAPABILITIES, versionNegotiation },
  );
  client.setRequestHandler("elicitation/create", (request, context) => handle(desk, request, context));
  await client.connect(here);
  return pairOf(desk, () => client.callTool({ name: TOOL.name, arguments: {} }), [client, handle_]);
}

// 2026-07-28: the question rides in the result of the call, and the answer in a second call. This SDK's server leaves
// it to the tool to validate the answer.
function askInRounds(desk: Desk, responses: Record<string, unknown> | undefined) {
  const given = serverV2.inputResponse(responses, "question");
  if (given.kind !== "elicit") {
    const question = { method: "elicitation/create", params: desk.params } as never;
    return serverV2.inputRequired({ inputRequests: { question } });
  }
  const { action, content } = given;
  const schema = serverV2.fromJsonSchema((desk.params.requestedSchema ?? {}) as never);
  const valid = content === undefined || serverV2.acceptedContent(responses, "question", schema) !== undefined;
  desk.outcome = valid
    ? { taken: { action, ...(content === undefined ? {} : { content }) } as ElicitationAnswer }
    : REFUSED;
  return { content: [] };
}

const REFUSED: Outcome = { refusedBy: "server" };

function createDesk(): Desk {
  return { params: {}, answer: () => ({ action: "cancel" }), asked: false, outcome: undefined };
}

async function handle(desk: Desk, request: ElicitationRequest, extra: unknown): Promise<ElicitationAnswer> {
  desk.asked = true;
  return desk.answer(request, extra);
}

// An answer that the client took from nobody is the client's own refusal of the question.
async function outcomeOf(desk: Desk, elicit: () => Promise<unknown>): Promise<Outcome> {
  try {
    const { action, content } = (await elicit()) as ElicitationAnswer;
    return { taken: content === undefined ? { action } : { action, content } };
  } catch (error) {
    if (!desk.asked) return { refusedBy: "client" };
    if (/does not match requested schema/.test(String(error))) return REFUSED;
    throw error;
  }
}

function pairOf(desk: Desk, call: () => Promise<unknown>, parts: readonly { close: () => Promise<void> }[]): Pair {
  return {
    ask: async (params, answer) => {
      Object.assign(desk, { params, answer, asked: false, outcome: undefined });
      try {
        await call();
      } catch (error) {
        if (desk.asked) throw error;
        return { refusedBy: "client" };
      }
      if (desk.outcome === undefined) throw new Error("the server never got an answer");
      return desk.outcome;
    },
    close: async () => {
      for (const part of parts) await part.close();
    },
  };
}
