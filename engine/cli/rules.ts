/** `sekisho rules [ID]`: what rules there are, and all that one of them may say. */
import { rulesById } from "../all-rules.ts";
import type { Rule } from "../core/rule.ts";
import { nearestWord } from "../policy/nearest.ts";
import { type Command, UsageError } from "./command.ts";
import { createStyle, renderTable } from "./style.ts";

export const rules: Command = {
  name: "rules",
  about: "List the rules, or show one with its options and codes",
  usage: "[ID] [--json]",
  options: { json: { type: "boolean", about: "as JSON" } },
  operands: { most: 1, help: "`sekisho rules` shows one rule at a time" },
  run({ operands: [id], flag }, io) {
    const all = [...rulesById.values()];
    if (id === undefined) {
      if (flag("json")) io.print(`${JSON.stringify(all.map(dataOf), undefined, 2)}\n`);
      else io.print(renderTable(all.map((rule) => [rule.id, rule.effects.join(", "), rule.about])));
      return 0;
    }
    const rule = rulesById.get(id);
    if (rule === undefined) {
      const near = nearestWord(id, rulesById.keys());
      throw new UsageError(
        `there is no rule \`${id}\``,
        near === undefined ? "`sekisho rules` lists them" : `did you mean \`${near}\`?`,
      );
    }
    io.print(flag("json") ? `${JSON.stringify(dataOf(rule), undefined, 2)}\n` : render(rule, createStyle(io).bold));
    return 0;
  },
};

function dataOf({ id, about, events, effects, options, codes }: Rule): object {
  const described = Object.entries(options).map(([name, { kind, about: says, required, first, schema }]) => [
    name,
    { kind, about: says, required, ...(first === undefined ? {} : { first }), schema },
  ]);
  return { id, about, events, effects, options: Object.fromEntries(described), codes };
}

function render(rule: Rule, bold: (text: string) => string): string {
  const options = Object.entries(rule.options).map(([name, { kind, about, required, first }]) => {
    const value = required ? "required" : first === undefined || isEmptyList(first) ? "" : JSON.stringify(first);
    return [`  ${name}`, kind, value, about];
  });
  const codes = Object.entries(rule.codes).map(([code, text]) => [`  ${rule.id}/${code}`, text]);
  const always = renderTable([
    ["  for", "servers, events, modes, facts: to whom it applies"],
    ["  except", "the same, and until, owner, why: to whom it does not"],
    ["  name", "shown in reasons after the rule's id"],
    ["  observe", "true: record what it says, change nothing"],
  ]);
  return [
    `${bold(rule.id)}: ${rule.about}\n`,
    `reads ${rule.events.join(" and ")}; may say ${rule.effects.join(", ")}\n`,
    `\n${bold("options")}\n${options.length === 0 ? "  none of its own\n" : renderTable(options)}`,
    `\n${bold("at every rule")}\n${always}`,
    `\n${bold("says")}\n${renderTable(codes)}`,
  ].join("");
}

// A list without a first value is declared so.
function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
