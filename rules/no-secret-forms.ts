import { list, words } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { findSecretRequests } from "../engine/core/secret-requests.ts";
import { SECRET_CATEGORIES } from "../engine/core/secrets.ts";
import { secretLexicon } from "./words/lexicon.ts";

/**
 * What is typed into a form passes through the client and its logs; secrets belong into a page that the server's owner runs.
 * Names, titles, descriptions, labels and the message are read together, in ten languages, through the usual disguises.
 * Of a text of more than 65,536 characters only the beginning and the end, 32,768 each, are read for disguised words (p@ssw0rd,
 * Cyrillic а); the rest is read as it stands. `plain-message` asks long before.
 *
 * Spec: MCP 2025-11-25 and 2026-07-28, elicitation: form mode MUST NOT ask for passwords, API keys, access tokens or payment
 * credentials, which are sent by URL mode instead; 2025-06-18: no sensitive information at all. So every category is on at
 * first; `bank-account`, `national-id` and `security-answer` are those that only the older text covers.
 * False positives: a field `token` that means a coin or a word of text; a form that speaks of a secret in a way not listed.
 * Not seen: a secret that is asked for without any of its names ("what do you type to get in?").
 */
export const noSecretForms: Rule = defineRule({
  id: "no-secret-forms",
  about: "Declines a form that asks for a secret",
  events: ["Elicitation"],
  mode: "form",
  effects: ["decline"],
  options: {
    categories: words(SECRET_CATEGORIES, SECRET_CATEGORIES, "kinds of secrets that no form may ask for"),
    "allow-fields": list("names of fields that may ask for a secret all the same"),
  },
  codes: { "asks-for-secret": "field `{field}` asks for a secret: {category}, told by its {told-by}" },
  decide({ request, options, powers, decline }) {
    if (request.mode !== "form") return undefined;
    const asked = findSecretRequests(request, secretLexicon(powers));
    const found = asked.find(
      ({ field, category }) => options.categories.includes(category) && !options["allow-fields"].includes(field),
    );
    if (found === undefined) return undefined;
    return decline("asks-for-secret", { field: found.field, category: found.category, "told-by": found.seenIn });
  },
});
