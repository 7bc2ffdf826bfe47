import type { Field } from "../engine/core/form.ts";
import { parseForm } from "../engine/core/form.ts";
import { type FieldValue, type FieldValues, fieldValues, resolveValue } from "../engine/core/form-values.ts";
import type { JsonValue } from "../engine/core/json.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";

const KINDS = ["string", "number", "integer", "boolean", "email", "uri", "date", "date-time"];

/**
 * Some questions have one answer that the policy knows: a user name, a region, the address of a team.
 * The rule says what it knows and no more: another rule, or another document, may know the rest of the form.
 *
 * Spec: MCP 2026-07-28, elicitation: the value that is sent is the enum entry or the `const`, never its label.
 * False positives: a server may ask under the same name for something else; scope the entry with `for` to servers you know,
 * and prefer `answers` by name to `kinds`.
 */
export const answerForm: Rule = defineRule({
  id: "answer-form",
  about: "Answers the fields that the policy knows the answer to",
  events: ["Elicitation"],
  mode: "form",
  effects: ["accept"],
  options: {
    answers: fieldValues("field name to value; a value may be `{ fact: name, as: text / number / flag }`"),
    titles: fieldValues("field title to value, for fields that `answers` does not name"),
    kinds: fieldValues("type or format to value, for fields that neither names", KINDS),
  },
  codes: { answered: "answers {count} of {total} fields" },
  check: ({ answers, titles, kinds }) =>
    (answers ?? titles ?? kinds) === undefined
      ? [{ option: "answers", message: "rule `answer-form` has nothing to say", help: "state `answers`" }]
      : [],
  decide({ request, options, context, accept }) {
    if (request.mode !== "form") return undefined;
    const form = parseForm(request.requestedSchema);
    if (!form.ok) return undefined;
    const content = new Map<string, JsonValue>();
    for (const field of form.value.fields) {
      const known = valueFor(field, options);
      const value = known === undefined ? undefined : resolveValue(known, context.facts);
      if (value !== undefined) content.set(field.name, value);
    }
    if (content.size === 0) return undefined;
    return accept("answered", { args: { count: content.size, total: form.value.fields.length }, content });
  },
});

interface Options {
  readonly answers: FieldValues | undefined;
  readonly titles: FieldValues | undefined;
  readonly kinds: FieldValues | undefined;
}

function valueFor(field: Field, { answers, titles, kinds }: Options): FieldValue | undefined {
  const format = field.type === "string" ? field.format : undefined;
  return (
    answers?.get(field.name) ??
    (field.title === undefined ? undefined : titles?.get(field.title)) ??
    (format === undefined ? undefined : kinds?.get(format)) ??
    // A text with a format is not just any text.
    (format === undefined ? kinds?.get(field.type) : undefined)
  );
}
