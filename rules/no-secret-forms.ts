import { askedBefore } from "../engine/core/asked-before.ts";
import { count, list, words } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { findExcess } from "../engine/core/secret-size.ts";
import { SECRET_CATEGORIES } from "../engine/core/secrets.ts";
import { secretLexicon } from "./words/lexicon.ts";

/**
 * What is typed into a form passes through the client and its logs; secrets belong into a page that the server's owner runs.
 * Names, titles, descriptions, labels, defaults and the message are read together, in ten languages, through the usual disguises.
 * Of a text of more than 65,536 characters only the beginning and the end, 32,768 each, are read for disguised words (p@ssw0rd,
 * Cyrillic а); the rest is read as it stands. `plain-message` asks long before. A form of more than 1,048,576 characters together, names
and message counted, or of 10,000 fields is refused unread: no honest question is so long, and no deadline would hold.
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
    "text-length": count(
      1_048_576,
      "longest form that is read: message, names and texts together, in UTF-16 code units",
      1,
    ),
  },
  codes: {
    "asks-for-secret": "field `{field}` asks for a secret: {category}, told by its {told-by}",
    "too-long": "form is too long to be read: more than {limit} {unit}",
  },
  decide({ request, options, powers, decline }) {
    if (request.mode !== "form") return undefined;
    const excess = findExcess(request, options["text-length"]);
    if (excess !== undefined) return decline("too-long", { limit: excess.limit, unit: excess.unit });
    const asked = askedBefore([request], secretLexicon(powers));
    const found = asked.find(
      ({ field, category }) => options.categories.includes(category) && !options["allow-fields"].includes(field),
    );
    if (found === undefined) return undefined;
    return decline("asks-for-secret", { field: found.field, category: found.category, "told-by": found.seenIn });
  },
});
