/**
 * From an answer as it went out, and the record that was left, back to the whole decision.
 * Reasons do not travel on any wire, so each adapter's driver is also a test of its records.
 */
import type { Decision } from "../../engine/core/decision.ts";
import type { DecisionRecord } from "../../engine/core/record.ts";
import type { Outcome } from "./driver.ts";

/** `text`: one JSON object, as http and mcp hooks answer; the command prints it only if it decides (DESIGN §5) */
export function outcomeOfAnswer(text: string, records: readonly DecisionRecord[]): Outcome {
  const [record, ...others] = records;
  if (others.length > 0) throw new Error(`one decision left ${others.length + 1} records`);
  const output = JSON.parse(text) as { hookSpecificOutput?: HookDecision; decision?: string };
  if (JSON.stringify(output) !== text) throw new Error(`not as the command prints it: ${text}`);
  const blocks = text === '{"decision":"block"}';
  const stdout = blocks || text === "{}" ? "" : `${text}\n`;
  return { decision: decisionOf(output.hookSpecificOutput, record), record, exit: blocks ? 2 : 0, stdout };
}

interface HookDecision {
  readonly action: Decision["effect"];
  readonly content?: Decision["content"];
}

// The effect and the content as they went out, and the rest from the record; without a record nothing was decided.
function decisionOf(output: HookDecision | undefined, record: DecisionRecord | undefined): Decision {
  if (record === undefined) return { effect: output?.action ?? "pass", reasons: [], errors: [], observed: [] };
  const { effect, reasons, errors, observed } = record;
  if (output !== undefined && output.action !== effect) throw new Error(`said ${output.action}, recorded ${effect}`);
  const content = output?.content === undefined ? {} : { content: output.content };
  return { effect, ...content, reasons, errors, observed };
}
