/**
 * The handlers for other people's programs: an SDK's request in the place of a hook input, and its answer for the output.
 * A result has no way in of its own there: it is what `ask` gives, to a question that the policy, for once, leaves open.
 */
import type { Decision } from "../../engine/core/decision.ts";
import type { JsonObject, JsonValue } from "../../engine/core/json.ts";
import type { DecisionRecord } from "../../engine/core/record.ts";
import {
  type AnswerOptions,
  createEngine,
  type ElicitationAnswer,
  type Engine,
  elicitationHandler,
  type MemoryInput,
  onElicitation,
  PolicyError,
  refusingEngine,
} from "../../engine/index.ts";
import type { Case } from "../support/cases.ts";
import type { Driver, Outcome } from "./driver.ts";

type Handle = (
  engine: Engine,
  input: JsonObject,
  options: AnswerOptions<never, never>,
) => Promise<ElicitationAnswer | undefined>;

export const sdkAgent: Driver = driver("sdk-agent", (engine, input, options) => {
  const request = {
    serverName: input["mcp_server_name"],
    message: input["message"],
    mode: input["mode"],
    url: input["url"],
    elicitationId: input["elicitation_id"],
    requestedSchema: input["requested_schema"],
  };
  return onElicitation(engine, options)(request as never, {} as never);
});

export const sdkClient: Driver = driver("sdk-client", (engine, input, options) => {
  const params = {
    message: input["message"],
    mode: input["mode"],
    url: input["url"],
    elicitationId: input["elicitation_id"],
    requestedSchema: input["requested_schema"],
  };
  const server = (input["mcp_server_name"] ?? null) as string;
  return elicitationHandler(engine, { ...options, server })({ params } as never, {} as never);
});

function driver(name: string, handle: Handle): Driver {
  return {
    name,
    start: async () => {},
    decide: (one) => decideBy(handle, one),
    stop: async () => {},
    leavesOut,
    expected: new Map(),
  };
}

async function decideBy(handle: Handle, { input, policy, context }: Case): Promise<Outcome> {
  if (input.kind !== "object") throw new Error("left out");
  const records: DecisionRecord[] = [];
  const audit = (record: DecisionRecord): void => void records.push(record);
  const engine = await createEngine({ policy, audit }).catch((error: unknown) => {
    if (error instanceof PolicyError) return refusingEngine(error.errors, { audit });
    throw error;
  });
  const { object } = input;
  const event = object["hook_event_name"] as string;
  const isResult = event === "ElicitationResult";
  const given = { action: object["action"], ...(isNone(object["content"]) ? {} : { content: object["content"] }) };
  let asked = false;
  const options = {
    ask: () => {
      asked = true;
      return (isResult ? given : { action: "cancel" }) as ElicitationAnswer;
    },
    now: () => context?.now ?? "unknown",
    ...(context?.facts === undefined ? {} : { facts: context.facts }),
  };
  const answer = await handle(isResult ? resultsAlone(engine, context?.memory) : engine, object, options);
  const [record] = records;
  // Nothing was said where the person was asked, or where their answer went out as it is.
  const passed = isResult ? record?.effect === "pass" : asked;
  if (isResult && passed && JSON.stringify(answer) !== JSON.stringify(given)) throw new Error("not the answer given");
  const output = { hookSpecificOutput: { hookEventName: event, ...answer } };
  return { decision: decisionOf(answer, record), record, exit: 0, stdout: passed ? "" : `${JSON.stringify(output)}\n` };
}

function resultsAlone(engine: Engine, memory: MemoryInput | undefined): Engine {
  return {
    ...engine,
    respond: (input, context) => {
      if ((JSON.parse(input as string) as JsonObject)["hook_event_name"] === "Elicitation") return {};
      const { memory: _, ...rest } = context ?? {};
      return engine.respond(input, memory === undefined ? rest : { ...rest, memory });
    },
  };
}

function decisionOf(answer: ElicitationAnswer | undefined, record: DecisionRecord | undefined): Decision {
  if (record === undefined) throw new Error("no record");
  const { effect, reasons, errors, observed } = record;
  const said = effect === "ask" || effect === "pass" ? undefined : answer;
  if (said !== undefined && said.action !== effect) throw new Error(`answered ${said.action}, recorded ${effect}`);
  const content = said?.content === undefined ? {} : { content: said.content };
  return { effect, ...content, reasons, errors, observed };
}

function leavesOut({ input, context }: Case): string | undefined {
  if (input.kind !== "object") return "an SDK hands over values, never text";
  const { object } = input;
  const event = object["hook_event_name"];
  if (event !== "Elicitation" && event !== "ElicitationResult") return "an SDK hands over questions alone";
  if (!isNone(object["agent_type"])) return "an SDK does not tell the agent's type";
  if (typeof (object["session_id"] ?? "") !== "string") return "an SDK does not tell the session";
  if (event === "Elicitation") return context?.memory === undefined ? undefined : "a question has no memory there";
  if (object["mode"] === "url" && !isNone(object["content"])) return "of an answer to a link only the action is read";
  if (!isAnswer(object)) return "no SDK takes such an answer";
  if (!isNone(object["requested_schema"]) || !isNone(object["url"])) return "an answer has no schema and no link";
  return undefined;
}

function isAnswer({ action, content }: JsonObject): boolean {
  if (isNone(content)) return action === "accept" || action === "decline" || action === "cancel";
  if (action !== "accept" || typeof content !== "object" || Array.isArray(content)) return false;
  return Object.values(content as JsonObject).every((value) =>
    Array.isArray(value)
      ? value.every((item) => typeof item === "string")
      : value !== null && typeof value !== "object",
  );
}

function isNone(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null;
}
