/**
 * A session's memory as text: a line of JSON for each thing that it learned, after one that says what it knew before those.
 * So a hook only adds a line, which takes neither a lock nor a second file; whoever reads adds them up.
 */
import { isArray, isObject, MAX_JSON_DEPTH } from "./json.ts";
import type { SessionEvent } from "./session-event.ts";
import { NO_MEMORY, rememberSession, type SessionMemory } from "./session-memory.ts";

/**
 * `undefined`: something in it is no such line, so nothing is known. A line that breaks off is one that could not be written,
 * which was told then, or whose hook was ended: what it would have said is not known, and everything else is.
 */
export function parseSessionText(text: string): SessionMemory | undefined {
  let memory: SessionMemory | undefined;
  for (const line of text.split("\n")) {
    const value = parse(line);
    if (isMemory(value)) memory = value;
    else if (isEvent(value)) memory = rememberSession(memory ?? NO_MEMORY, value);
    else if (value !== undefined || (memory === undefined && line !== "")) return undefined;
  }
  return memory ?? (text === "" ? NO_MEMORY : undefined);
}

// By the platform's own reader, as it reads nothing but what hooks wrote; but nothing deeper than they can have read.
function parse(line: string): unknown {
  try {
    const value: unknown = JSON.parse(line);
    return isDeeper(value, DEEPEST) ? null : value;
  } catch {
    return undefined;
  }
}

// A memory holds questions, and those what a hook has read.
const DEEPEST = MAX_JSON_DEPTH + 10;

function isDeeper(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return depth === 0 || Object.values(value).some((one) => isDeeper(one, depth - 1));
}

function isMemory(value: unknown): value is SessionMemory {
  if (!isObject(value) || value["version"] !== 1) return false;
  const { open, asked } = value;
  return isArray(open) && isArray(asked) && open.every(isOpen) && asked.every(isAsked);
}

function isOpen(value: unknown): boolean {
  return hasOrigin(value) && typeof value["passed"] === "number" && isQuestion(value["question"]);
}

function isAsked(value: unknown): boolean {
  return hasOrigin(value) && typeof value["mark"] === "string" && isAnswer(value["answer"]);
}

function isEvent(value: unknown): value is SessionEvent {
  if (!hasOrigin(value)) return false;
  const { did, effect, mark, question, mode, answer } = value;
  if (did === "answer") return (mode === "form" || mode === "url") && isAnswer(answer);
  const isEffect = effect === "ask" || effect === "pass" || (effect !== null && isAnswer(effect));
  return did === "ask" && isEffect && typeof mark === "string" && isQuestion(question);
}

function isQuestion(value: unknown): boolean {
  return value === null || (isObject(value) && isArray(value["withheld"]));
}

function isAnswer(value: unknown): boolean {
  return value === null || value === "accept" || value === "cancel" || value === "decline";
}

function hasOrigin(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isObject(value)) return false;
  const { server, at, id } = value;
  return (
    typeof server === "string" && typeof at === "string" && at.length === 24 && (id === null || typeof id === "string")
  );
}
