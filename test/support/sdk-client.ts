/**
 * sekisho in the place of a client's elicitation handler: what the client asks becomes a hook input, and the output an answer.
 * The same for every SDK, since both versions hand over the same parameters and take the same result.
 */
import type { JsonObject } from "../../engine/core/json.ts";
import type { DecideContext, Engine } from "../../engine/index.ts";

/** The parameters of `elicitation/create`, as the SDKs hand them over */
export interface ElicitParams {
  readonly message: string;
  readonly mode?: string | undefined;
  readonly requestedSchema?: unknown;
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
}

/** The result of `elicitation/create`; no interface, since the SDKs want a type that may have more keys */
export type ElicitAnswer = {
  readonly action: "accept" | "cancel" | "decline";
  readonly content?: Record<string, string | number | boolean | string[]>;
};

export interface HandlerOptions {
  readonly engine: Engine;
  /** The server's name in the configuration of the client */
  readonly server: () => string;
  /** Who is asked where no rule decides; left out: nobody is there, and the client cancels (client-observed A3) */
  readonly person?: (params: ElicitParams) => ElicitAnswer;
  readonly facts?: DecideContext["facts"];
}

/** Does what the client does around its hooks: asks the policy, else the person, whose answer passes the policy as well */
export function elicitationHandler({ engine, server, person, facts = {} }: HandlerOptions) {
  return (params: ElicitParams): ElicitAnswer => {
    const question: JsonObject = { hook_event_name: "Elicitation", ...origin(server(), params), ...asked(params) };
    const decided = answerOf(engine.respond(question, { facts }));
    if (decided !== undefined) return decided;
    const given = person?.(params) ?? { action: "cancel" };
    const content = given.content === undefined ? {} : { content: given.content };
    const result = {
      hook_event_name: "ElicitationResult",
      ...origin(server(), params),
      action: given.action,
      ...content,
    };
    return answerOf(engine.respond(result, { facts, memory: { candidates: [question] } })) ?? given;
  };
}

function origin(server: string, { mode = "form", elicitationId }: ElicitParams): JsonObject {
  return {
    mcp_server_name: server,
    mode,
    ...(elicitationId === undefined ? {} : { elicitation_id: elicitationId }),
  };
}

function asked({ message, mode, requestedSchema, url = "" }: ElicitParams): JsonObject {
  return mode === "url" ? { message, url } : { message, requested_schema: requestedSchema as JsonObject };
}

function answerOf(output: ReturnType<Engine["respond"]>): ElicitAnswer | undefined {
  if ("decision" in output) return { action: "decline" };
  if (!("hookSpecificOutput" in output)) return undefined;
  const { action, content } = output.hookSpecificOutput;
  return content === undefined ? { action } : { action, content: content as NonNullable<ElicitAnswer["content"]> };
}
