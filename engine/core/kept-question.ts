/**
 * A question as a memory may keep it: all that an answer will be held against, and nothing secret.
 * Milder than a record: a choice or a name is withheld only where a detector knows it for a secret, since an honest answer
 * to a question that was kept wrongly would be declined.
 */
import { canonicalJson, type JsonValue, parseJson } from "./json.ts";
import { maskText } from "./redact.ts";
import type { Candidate, Powers } from "./rule.ts";
import { createWithholder, type Helpers, type RecordedRequest, type Withheld } from "./withhold.ts";

export interface KeptQuestion<Question extends object = RecordedRequest> {
  /** `null`: it can't be kept as it was, so nothing is known for certain until it is answered */
  readonly question: Question | null;
  /** The same for the same question; a digest of what may be known of it */
  readonly mark: string;
}

// In UTF-16 code units of JSON; real forms have some hundreds (facts/real-schemas.json).
const MOST_QUESTION = 65_536;

/** `recorded`: the question as a record has it, if there is one; where nothing is withheld in it, it is kept as it is */
export function keepQuestion(
  request: Candidate,
  powers: Powers,
  helpers: Helpers,
  recorded?: RecordedRequest | null,
): KeptQuestion {
  if (recorded?.withheld.length === 0 && isSmall(recorded))
    return { question: recorded, mark: markOfRecorded(recorded) };
  if (!isSmall(request)) return { question: null, mark: "large" };
  const known = (one: string): boolean => isKnownSecret(one, powers, helpers);
  const question = createWithholder(powers, helpers, [], known).request(request, []);
  return { question: question.withheld.some(spoils) ? null : question, mark: markOfRecorded(question) };
}

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

function isSmall(value: unknown): boolean {
  return JSON.stringify(value).length <= MOST_QUESTION;
}

function markOfRecorded({ session: _, elicitation: __, agent: ___, ...asked }: RecordedRequest): string {
  return markOf(asked);
}

// FNV-1a twice, from two starts: nobody gains by two questions that are taken for one, and SHA-256 costs a hook more.
function markOf(asked: object): string {
  const text = canonicalJson(asked as unknown as JsonValue);
  let [one, other] = [0x811c9dc5, 0x2f7b1c53];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 0x01000193);
    other = Math.imul(other ^ unit, 0x01000193);
  }
  return [one, other].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}

function isKnownSecret(text: string, powers: Powers, helpers: Helpers): boolean {
  if (maskText(text) === text && text.length <= 100) return false;
  return helpers
    .values()
    .findSecrets({ text }, [], powers)
    .some(({ random }) => random !== true);
}

// What answers are held against: names, and the values that are allowed.
function spoils({ at, type, differs }: Withheld): boolean {
  if (type === "names" || differs === true) return true;
  return at.startsWith("/schema/") && /\/(?:enum|const|oneOf|anyOf|pattern|required)(?:\/|$)/.test(at);
}
