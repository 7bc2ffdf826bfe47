import { askedBefore } from "../engine/core/asked-before.ts";
import { choice, count, flag, list, words } from "../engine/core/options.ts";
import type { FormRequest } from "../engine/core/request.ts";
import { type Context, defineRule, type Rule } from "../engine/core/rule.ts";
import { findExcess, hasLongNames } from "../engine/core/secret-size.ts";
import { SECRET_CATEGORIES } from "../engine/core/secrets.ts";
import { secretLexicon } from "./words/lexicon.ts";

/**
 * A secret that has been sent can't be called back, and people paste more than they were asked for.
 * A value is stopped for its shape (token formats, keys, cards, recovery phrases, whole or over several fields and items), or since its field asked for a secret.
 *
 * Spec: MCP 2026-07-28, elicitation: secrets MUST NOT pass through form mode, so neither may the answer.
 * False positives: a random value in a field named like a secret; a number that passes a card's check by chance.
 * Not seen: a password in a field that says nothing of one; a long random value there, but with `any-random`; a one-time code
 * or a personal number where neither the field nor a remembered question asks for it.
 */
export const noSecretAnswers: Rule = defineRule({
  id: "no-secret-answers",
  about: "Keeps secrets in an answer from being sent",
  events: ["ElicitationResult"],
  mode: "form",
  effects: ["accept", "decline"],
  withheld: "kinds",
  memory: ["candidates"],
  options: {
    then: choice(["decline", "remove"], "decline", "refuse the answer, or send it without the field"),
    categories: words(SECRET_CATEGORIES, SECRET_CATEGORIES, "kinds of secrets that are kept back"),
    "allow-fields": list("names of fields that may hold a secret all the same"),
    "any-random": flag(false, "count a long random value as a secret in any field; identifiers of files are such too"),
    "text-length": count(1_048_576, "longest question that is read, and names of an answer, in UTF-16 code units", 1),
  },
  codes: {
    "holds-secret": "field `{field}` holds a secret: {kind}",
    "removes-secret": "sends the answer without {count} fields that hold secrets",
    "too-long": "{of} is too long to be read: more than {limit} {unit}",
  },
  grants: ({ then }) => ({
    events: ["ElicitationResult"],
    effects: then === "remove" ? ["accept", "decline"] : ["decline"],
  }),
  decide({ request, options, context, powers, decline, edit }) {
    if (request.mode !== "form" || request.action !== "accept" || request.content === undefined) return undefined;
    const forms = formsBefore(context);
    const limit = options["text-length"];
    for (const form of forms) {
      const excess = findExcess(form, limit);
      if (excess !== undefined) return decline("too-long", { of: "question", limit: excess.limit, unit: excess.unit });
    }
    if (hasLongNames(request.content, limit)) return decline("too-long", { of: "answer", limit, unit: "characters" });
    const lexicon = secretLexicon(powers);
    const found = powers
      .findSecretValues(request.content, {
        lexicon,
        recoveryWords: () => powers.words("recovery"),
        asked: askedBefore(forms, lexicon),
        anyRandom: options["any-random"],
      })
      .filter(({ name, category }) => options.categories.includes(category) && !options["allow-fields"].includes(name));
    const [first] = found;
    if (first === undefined) return undefined;
    if (options.then === "decline") return decline("holds-secret", { field: first.name, kind: first.kind });
    // The engine declines where a field is required, or the form isn't known for certain.
    const remove = [...new Set(found.map(({ name }) => name))];
    return edit("removes-secret", { args: { count: remove.length }, remove });
  },
});

// Of several questions that this may answer, each counts: the strictest reading (DESIGN §9).
function formsBefore({ memory }: Context): readonly FormRequest[] {
  return (memory?.candidates ?? []).filter((candidate): candidate is FormRequest => candidate.mode === "form");
}
