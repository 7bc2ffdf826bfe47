/** A question that was kept in a file, as rules read it. */
import type { KeptRequest } from "../core/kept-question.ts";
import { noteQuiet } from "../core/quiet-forms.ts";
import { reviveRequest } from "../core/recorded-request.ts";
import type { Request } from "../core/request.ts";
import type { Candidate } from "../core/rule.ts";
import { questionOf } from "./question-of.ts";
import { readHookInput, writeHookInput } from "./wire.ts";

/** A file may hold anything, so what comes of it is read as any input is. `undefined`: it can't be read */
export function reviveQuestion(question: KeptRequest, { server }: Request, session: string): Candidate | undefined {
  const mode = question.url === undefined ? "form" : "url";
  const asked = reviveRequest(question, { event: "Elicitation", mode, server });
  const candidate = questionOf(readHookInput(writeHookInput({ ...asked, sessionId: session } as Candidate)));
  if (candidate !== undefined && question.quiet === true) noteQuiet(candidate);
  return candidate;
}
