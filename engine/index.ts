/** The public API of sekisho (DESIGN §10): named exports only, and nothing that has no user */
export type { FetchHandler, FetchRequest, FetchResponse } from "./adapters/http-fetch.ts";
export type { HttpHandlerOptions } from "./adapters/http-handler.ts";
export type { NodeHandler, NodeRequest, NodeResponse } from "./adapters/http-node.ts";
export { type AgentElicitation, onElicitation } from "./adapters/sdk-agent.ts";
export type { AnswerOptions, ElicitationAnswer, GivenAnswer } from "./adapters/sdk-answer.ts";
export { type ElicitationRequest, elicitationHandler, type HandlerOptions } from "./adapters/sdk-client.ts";
export type { HookOutput } from "./adapters/wire.ts";
export type { DecideContext, MemoryInput } from "./context.ts";
export type { Decision, Observed, Reason } from "./core/decision.ts";
export type { DecisionRecord } from "./core/record.ts";
export type { AuditSink, Engine } from "./deciding.ts";
export {
  createEngine,
  type EngineOptions,
  PolicyError,
  type PolicyInput,
  parsePolicy,
  refusingEngine,
} from "./engine.ts";
export { fetchHandler, nodeHandler } from "./handlers.ts";
export type { PolicyProblem } from "./policy/diagnostics.ts";
export { version } from "./version.ts";
