/** A question that may hold secrets, as a memory may keep it (kept-question.ts). */
import { type KeptQuestion, markOfRecorded } from "./kept-question.ts";
import { maskText } from "./redact.ts";
import type { Candidate, Powers } from "./rule.ts";
import { createWithholder, type Helpers, type Withheld } from "./withhold.ts";

export function keepWithheld(request: Candidate, powers: Powers, helpers: Helpers): KeptQuestion {
  const known = (text: string, at?: string): boolean =>
    (at !== undefined && !isHeldAgainst(at)) || isKnownSecret(text, powers, helpers);
  const question = createWithholder(powers, helpers, [], known).request(request, []);
  return { question: question.withheld.some(spoils) ? null : question, mark: markOfRecorded(question) };
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
  return type === "names" || differs === true || isHeldAgainst(at);
}

// Not what a person is shown for a value: that is masked wherever its build is that of a secret.
function isHeldAgainst(at: string): boolean {
  if (!at.startsWith("/schema/") || /\/(?:title|description|enumNames\/\d+)$/.test(at)) return false;
  return /\/(?:enum|const|oneOf|anyOf|pattern|required)(?:\/|$)/.test(at);
}
