import { parseForm } from "../engine/core/form.ts";
import { fieldValues, resolveValue } from "../engine/core/form-values.ts";
import { canonicalJson, type JsonValue } from "../engine/core/json.ts";
import { flag, list } from "../engine/core/options.ts";
import { type Context, defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * Some answers must not leave as they were typed: a comment that never belongs there, an account that has to be the team's.
 * The edited answer is checked again as a whole; where it is not known for certain what was asked, it is declined instead.
 *
 * Spec: client-observed B3 and A3: an accept replaces the person's content as it stands, unchecked, so it is written out in
 * full; it can also raise a cancel, which needs `may-raise: true`.
 * False positives: with several questions of a server open at once the form is in doubt, and the answer is declined.
 */
export const editAnswer: Rule = defineRule({
  id: "edit-answer",
  about: "Sets or removes listed fields of an answer before it is sent",
  events: ["ElicitationResult"],
  mode: "form",
  effects: ["accept"],
  memory: ["candidates"],
  options: {
    set: fieldValues("field name to value, for fields that were asked or answered"),
    remove: list("names of fields that never leave"),
    "may-raise": flag(false, "let `set` turn a person's decline or cancel into an accept"),
  },
  codes: { edited: "changes {count} fields" },
  check: ({ set, remove }) => {
    if (set === undefined && remove.length === 0) {
      return [{ option: "set", message: "rule `edit-answer` changes nothing", help: "state `set` or `remove`" }];
    }
    const both = remove.filter((name) => set?.has(name));
    return both.map((name) => ({ option: "remove", message: `field \`${name}\` is set and removed` }));
  },
  decide({ request, options, context, edit }) {
    if (request.mode !== "form" || (request.action !== "accept" && !options["may-raise"])) return undefined;
    const content = request.action === "accept" ? (request.content ?? {}) : {};
    const asked = fieldsAsked(context);
    const set = new Map<string, JsonValue>();
    for (const [name, stated] of options.set ?? []) {
      const value = resolveValue(stated, context.facts);
      const present = Object.hasOwn(content, name) ? content[name] : undefined;
      if (value === undefined || (present === undefined && !asked.has(name))) continue;
      // An answer that is right already needs no edit, and so no form to check it against.
      if (present === undefined || canonicalJson(present) !== canonicalJson(value)) set.set(name, value);
    }
    const remove = options.remove.filter((name) => Object.hasOwn(content, name));
    const count = set.size + remove.length;
    return count === 0 ? undefined : edit("edited", { args: { count }, set, remove });
  },
});

// The engine declines where the form is in doubt, so any form that may have been asked is reason enough to speak.
function fieldsAsked({ memory }: Context): ReadonlySet<string> {
  const names = new Set<string>();
  for (const candidate of memory?.candidates ?? []) {
    const form = candidate.mode === "form" ? parseForm(candidate.requestedSchema) : undefined;
    if (form?.ok) for (const name of form.value.byName.keys()) names.add(name);
  }
  return names;
}
