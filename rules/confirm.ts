import { type Field, type Form, parseForm } from "../engine/core/form.ts";
import { isEmptyForm, type Question, readQuestion } from "../engine/core/form-question.ts";
import { matchesGlob } from "../engine/core/glob.ts";
import type { JsonValue } from "../engine/core/json.ts";
import { list, requiredChoice } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * Servers ask for consent in many shapes: an empty form, a boolean, `Yes` and `No`, `accept` and `reject` inside the
 * content. For a server that the policy names, this rule gives the one answer in the shape that was asked for.
 *
 * Spec: MCP 2026-07-28, elicitation: accept means that the user approved and submitted, so `accept` with a "no" inside is a
 * no, and an empty form's accept is a yes.
 * False positives: a boolean or a choice whose wording could be read either way (`cancel`, labels that contradict their
 * values, a third option) is left alone.
 */
export const confirm: Rule = defineRule({
  id: "confirm",
  about: "Answers a yes/no question in the shape in which the server asks it",
  events: ["Elicitation"],
  mode: "form",
  effects: ["accept", "decline"],
  options: {
    answer: requiredChoice(["yes", "no"], "what to say"),
    message: list("only where the whole message fits one of these globs"),
  },
  codes: {
    yes: "says yes",
    no: "says no",
  },
  consents: true,
  // Only an empty form has no other "no" than to decline.
  grants: ({ answer }) => ({
    events: ["Elicitation"],
    effects: answer === "yes" ? ["accept"] : ["accept", "decline"],
  }),
  decide({ request, options: { answer, message }, accept, decline }) {
    if (request.mode !== "form") return undefined;
    if (message.length > 0 && !message.some((glob) => matchesGlob(glob, request.message))) return undefined;
    const form = parseForm(request.requestedSchema);
    if (!form.ok) return undefined;
    if (isEmptyForm(form.value)) return answer === "yes" ? accept("yes", {}) : decline("no");
    const asked = questionOf(form.value);
    if (asked === undefined) return undefined;
    return accept(answer, { content: new Map<string, JsonValue>([[asked.field.name, asked.question[answer]]]) });
  },
});

interface Asked {
  readonly field: Field;
  readonly question: Question;
}

// One question, alone; or with switches beside it that are off by default (awslabs SAP: an option, and `acknowledge`).
function questionOf({ fields, required }: Form): Asked | undefined {
  const [field, ...others] = fields.length === 1 ? fields : fields.filter((one) => one.required);
  if (field === undefined || others.length > 0 || required.some((name) => name !== field.name)) return undefined;
  if (!fields.every((one) => one === field || isOff(one))) return undefined;
  const question = readQuestion(field);
  return question === undefined ? undefined : { field, question };
}

// By its default alone: `stop_apps_first` begins like a no, and is a switch like others.
function isOff(field: Field): boolean {
  if (field.type === "boolean") return field.default === false;
  return field.default !== undefined && field.default === readQuestion(field)?.no;
}
