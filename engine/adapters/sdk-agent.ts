/**
 * The Agent SDK's option `onElicitation`: called for questions that no hook of the client decided (client-observed J).
 */
import { coldNow } from "../cold.ts";
import type { Engine } from "../deciding.ts";
import type { AnswerOptions, ElicitationAnswer, Question } from "./sdk-answer.ts";

/** What the SDK hands over, as far as it is read */
export interface AgentElicitation {
  /** The server's key in the configuration */
  readonly serverName: string;
  readonly message: string;
  readonly mode?: "form" | "url" | undefined;
  readonly url?: string | undefined;
  readonly elicitationId?: string | undefined;
  readonly requestedSchema?: Readonly<Record<string, unknown>> | undefined;
}

/** A callback for the Agent SDK's option of that name */
export function onElicitation<Request extends AgentElicitation, Extra>(
  engine: Engine,
  options: AnswerOptions<Request, Extra> = {},
): (request: Request, extra: Extra) => Promise<ElicitationAnswer> {
  const { ask } = options;
  return (request, extra) => {
    const question = (): Question => ({
      mcp_server_name: request.serverName,
      message: request.message,
      mode: request.mode,
      requested_schema: request.requestedSchema,
      url: request.url,
      elicitation_id: request.elicitationId,
    });
    return coldNow("sdk").answerElicitation(engine, question, ask && (() => ask(request, extra)), options);
  };
}
