/**
 * A question as a memory may keep it: all that an answer will be held against, and nothing secret.
 * Milder than a record: a choice or a name is withheld only where a detector knows it for a secret, since an honest answer
 * to a question that was kept wrongly would be declined.
 */
import { canonicalJson, type JsonValue } from "./json.ts";
import { maskText } from "./redact.ts";
import type { Candidate, Powers } from "./rule.ts";
import { sha256Hex } from "./sha256.ts";
import { createWithholder, type Helpers, type RecordedRequest, type Withheld } from "./withhold.ts";

export interface KeptQuestion {
  /** `null`: it can't be kept as it was, so nothing is known for certain until it is answered */
  readonly question: RecordedRequest | null;
  /** The same for the same question; a digest of what may be known of it */
  readonly mark: string;
}

// In UTF-16 code units of JSON; real forms have some hundreds (facts/real-schemas.json).
const MOST_QUESTION = 65_536;

export function keepQuestion(request: Candidate, powers: Powers, helpers: Helpers): KeptQuestion {
  const text = JSON.stringify(request);
  if (text.length > MOST_QUESTION) return { question: null, mark: `${text.length} characters` };
  const known = (one: string): boolean => isKnownSecret(one, powers, helpers);
  const question = createWithholder(powers, helpers, [], known).request(request, []);
  const { session: _, elicitation: __, agent: ___, ...asked } = question;
  const mark = sha256Hex(canonicalJson(asked as unknown as JsonValue)).slice(0, 32);
  return { question: question.withheld.some(spoils) ? null : question, mark };
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
