import { parseForm } from "../engine/core/form.ts";
import { defaultOf } from "../engine/core/form-content.ts";
import { asksOnlyYesNo } from "../engine/core/form-question.ts";
import type { JsonValue } from "../engine/core/json.ts";
import { flag } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * A form whose fields all have defaults is often sent to be waved through; where nobody is there, the defaults do.
 * A default is what the server proposes, so it gives way to every answer that a policy gives.
 *
 * Spec: MCP 2026-07-28, elicitation: clients that support defaults SHOULD pre-fill them; SEP-1034: a default must match.
 * False positives: none that answer: a default that breaks its own limits is left out, and a form of yes/no questions
 * alone is never filled, since its defaults would consent in the person's place.
 */
export const fillDefaults: Rule = defineRule({
  id: "fill-defaults",
  about: "Answers fields with the defaults that the server proposes, where they are valid",
  events: ["Elicitation"],
  mode: "form",
  effects: ["accept"],
  options: {
    "require-all": flag(false, "say nothing unless every field has a valid default, not only the required ones"),
  },
  codes: { filled: "fills {count} of {total} fields with their defaults" },
  decide({ request, options, accept }) {
    if (request.mode !== "form") return undefined;
    const form = parseForm(request.requestedSchema);
    if (!form.ok || asksOnlyYesNo(form.value)) return undefined;
    const defaults = new Map<string, JsonValue>();
    for (const field of form.value.fields) {
      const value = defaultOf(field);
      if (value !== undefined) defaults.set(field.name, value);
    }
    const { length: total } = form.value.fields;
    if (defaults.size === 0 || (options["require-all"] && defaults.size < total)) return undefined;
    return accept("filled", { args: { count: defaults.size, total }, defaults });
  },
});
