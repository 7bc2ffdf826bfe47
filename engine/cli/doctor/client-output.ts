/**
 * What the client makes of a hook's output: its decision, none, or a failure (client-observed B, C, D3).
 * The doctor judges a hook by what the client would do, not by what the hook meant.
 */

import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";

export interface Outcome {
  readonly action: "accept" | "cancel" | "decline" | "none";
  readonly content?: JsonObject;
  /** What `onFailure` counts as a failure, or what loses a decision without one, in a few words */
  readonly problem?: string;
}

/** Of a command: only exit codes 0 and 2 count, but for a `block` (client-observed B1) */
export function outcomeOfCommand(event: EventName | undefined, code: number | string, stdout: string): Outcome {
  if (code === 2) return { action: "decline" };
  if (code === 0) return outcomeOfText(event, stdout);
  const problem = typeof code === "string" ? `killed by ${code}` : `exit code ${code}`;
  return isBlock(parseObject(stdout)) ? { action: "decline", problem } : { action: "none", problem };
}

/** Of an http hook: any 2xx with a JSON object, or without a body (client-observed C) */
export function outcomeOfHttp(event: EventName | undefined, status: number, body: string): Outcome {
  if (status < 200 || status > 299) return { action: "none", problem: `status ${status}` };
  const text = body.replace(/^\ufeff/, "").trim();
  if (text === "") return { action: "none" };
  const outcome = outcomeOfText(event, text);
  return outcome.problem === undefined && parseObject(text) === undefined
    ? { action: "none", problem: "a body that is no JSON object" }
    : outcome;
}

/** Of a tool's result: its text blocks alone, also under `isError` (client-observed D3) */
export function outcomeOfTool(event: EventName | undefined, result: JsonValue | undefined): Outcome {
  if (result === undefined || !isObject(result)) return { action: "none", problem: "no result" };
  const blocks = result["content"];
  const texts: string[] = [];
  for (const block of blocks !== undefined && isArray(blocks) ? blocks : []) {
    const text = isObject(block) && block["type"] === "text" ? block["text"] : undefined;
    if (typeof text !== "string") return { action: "none", problem: "a result that is not text alone" };
    texts.push(text);
  }
  const text = texts.join("\n").trim();
  if (parseObject(text) !== undefined) return outcomeOfText(event, text);
  if (result["isError"] === true) return { action: "none", problem: "an error as result" };
  return text === "" ? { action: "none" } : { action: "none", problem: "a text that is no JSON object" };
}

/** Of one text that was taken as success (client-observed B2) */
function outcomeOfText(event: EventName | undefined, stdout: string): Outcome {
  const text = stdout.replace(/^\ufeff/, "").trim();
  if (text === "") return { action: "none" };
  const output = parseObject(text);
  if (output === undefined) return { action: "none", problem: "output that is not one JSON object" };
  if (isBlock(output)) return { action: "decline" };
  if (output["async"] === true) return { action: "none", problem: "output that puts it in the background" };
  const said = output["hookSpecificOutput"];
  if (said === undefined) return { action: "none" };
  if (!isObject(said)) return { action: "none", problem: "output of a wrong shape" };
  const { hookEventName, action, content } = said;
  if (typeof hookEventName !== "string") return { action: "none", problem: "output of a wrong shape" };
  if (hookEventName !== event) return { action: "none", problem: "output for another event" };
  if (action !== undefined && action !== "accept" && action !== "decline" && action !== "cancel")
    return { action: "none", problem: "output of a wrong shape" };
  if (content !== undefined && !isObject(content)) return { action: "none", problem: "output of a wrong shape" };
  if (action === undefined) return { action: "none" };
  return action === "accept" && content !== undefined ? { action, content } : { action };
}

function isBlock(output: JsonObject | undefined): boolean {
  return output?.["decision"] === "block";
}

function parseObject(stdout: string): JsonObject | undefined {
  const text = stdout.replace(/^\ufeff/, "").trim();
  if (!text.startsWith("{") || !text.endsWith("}")) return undefined;
  try {
    const value: JsonValue = JSON.parse(text) as JsonValue;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
