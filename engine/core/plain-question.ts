/** Questions as a process keeps them that never writes them down: nothing is withheld. */
import { parseJson } from "./json.ts";
import { type KeptQuestion, MOST_QUESTION } from "./kept-question.ts";
import { markOf } from "./question-mark.ts";
import type { Candidate } from "./rule.ts";

/** A question in a memory that is never written down: whole, as one text, which costs the collector least */
export interface PlainQuestion {
  readonly text: string;
  /** The text is the hook's own input; else it is the request */
  readonly isInput: boolean;
  /** Of a link, which stands in the text */
  readonly url: "" | undefined;
}

// Of an input no longer than this the question is small, however its numbers and signs would be written.
const SURELY_SMALL = MOST_QUESTION / 6 - 100;

/** `input`: the text that it was read from, if it was one. `wantsMark`: else the question is not told from others */
export function keepPlainQuestion(
  request: Candidate,
  input: string | undefined,
  wantsMark: boolean,
): KeptQuestion<PlainQuestion> {
  const isInput = input !== undefined && input.length <= SURELY_SMALL;
  const text = isInput ? input : JSON.stringify(request);
  if (!isInput && text.length > MOST_QUESTION) return { question: null, mark: "large" };
  const question = { text, isInput, url: request.mode === "url" ? ("" as const) : undefined };
  if (!wantsMark) return { question, mark: "" };
  const { sessionId: _, elicitationId: __, agentType: ___, ...asked } = request;
  return { question, mark: markOf(asked) };
}

/** What was kept as a request; `undefined`: it can't be read */
export function revivePlainRequest(text: string): Candidate | undefined {
  const json = parseJson(text);
  return json.ok ? (json.value as unknown as Candidate) : undefined;
}
