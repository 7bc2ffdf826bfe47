/** Questions as a process keeps them that never writes them down: nothing is withheld. */
import { parseJson } from "./json.ts";
import { type KeptQuestion, MOST_QUESTION } from "./kept-question.ts";
import { markOf } from "./question-mark.ts";
import type { Candidate } from "./rule.ts";

/** A question in a memory that is never written down: whole, as one text, which costs the collector least */
export interface PlainQuestion {
  readonly text: string;
  /** Of a link, which stands in the text */
  readonly url: "" | undefined;
}

/** `wantsMark`: else the question is not told from others */
export function keepPlainQuestion(request: Candidate, wantsMark: boolean): KeptQuestion<PlainQuestion> {
  const text = JSON.stringify(request);
  if (text.length > MOST_QUESTION) return { question: null, mark: "large" };
  const question = { text, url: request.mode === "url" ? ("" as const) : undefined };
  if (!wantsMark) return { question, mark: "" };
  const { sessionId: _, elicitationId: __, agentType: ___, ...asked } = request;
  return { question, mark: markOf(asked) };
}

/** `undefined`: it can't be read */
export function revivePlainQuestion({ text }: PlainQuestion): Candidate | undefined {
  const json = parseJson(text);
  return json.ok ? (json.value as unknown as Candidate) : undefined;
}
