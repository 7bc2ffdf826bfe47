/**
 * A request handler for `elicitation/create` in MCP clients: the SDKs of version 1 and 2 hand over the same parameters,
 * and take the same result.
 */
import { coldNow } from "../cold.ts";
import type { Engine } from "../deciding.ts";
import type { AnswerOptions, ElicitationAnswer, Question } from "./sdk-answer.ts";

/** The request, as far as it is read */
export interface ElicitationRequest {
  readonly params: {
    readonly message: string;
    readonly mode?: string | undefined;
    readonly requestedSchema?: unknown;
    readonly url?: string | undefined;
    readonly elicitationId?: string | undefined;
  };
}

export interface HandlerOptions<Request, Extra> extends AnswerOptions<Request, Extra> {
  /**
   * The server's name in your configuration: requests carry none, and what a server calls itself proves nothing.
   * Left out: `unnamed`
   */
  readonly server?: string;
}

/** A handler for `client.setRequestHandler(ElicitRequestSchema, …)` (v1) or `("elicitation/create", …)` (v2) */
export function elicitationHandler<Request extends ElicitationRequest, Extra>(
  engine: Engine,
  options: HandlerOptions<Request, Extra> = {},
): (request: Request, extra: Extra) => Promise<ElicitationAnswer> {
  const { ask, server = "unnamed" } = options;
  return (request, extra) => {
    const question = (): Question => ({
      mcp_server_name: server,
      message: request.params.message,
      mode: request.params.mode,
      requested_schema: request.params.requestedSchema,
      url: request.params.url,
      elicitation_id: request.params.elicitationId,
    });
    return coldNow("sdk").answerElicitation(engine, question, ask && (() => ask(request, extra)), options);
  };
}
