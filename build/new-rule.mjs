/**
 * `node build.mjs new-rule ID`: the files of a rule, all of its name, with one case that still fails.
 * The list of rules and its doc follow with the next `node build.mjs`.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { camelCase } from "./rules.mjs";

export async function newRule(root, [id, ...rest]) {
  if (id === undefined || rest.length > 0 || !/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(id))
    throw new Error("usage: node build.mjs new-rule ID, where ID is in words like `require-https`");
  const files = new Map([
    [`rules/${id}.ts`, ruleText(id)],
    [`test/cases/rules/${id}.yaml`, casesText(id)],
  ]);
  for (const path of files.keys()) if (existsSync(join(root, path))) throw new Error(`${path} is there already`);
  return files;
}

function ruleText(id) {
  return `import { defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * What goes wrong without this rule, and for whom.
 *
 * Spec: the sentence that it serves.
 * False positives: whom it stops without need, and what they can do.
 */
export const ${camelCase(id)}: Rule = defineRule({
  id: "${id}",
  about: "Declines …",
  events: ["Elicitation"],
  effects: ["decline"],
  options: {},
  codes: { "to-be-named": "says what is wrong" },
  decide() {
    return undefined;
  },
});
`;
}

function casesText(id) {
  return `# yaml-language-server: $schema=../case.schema.json
suite: ${id}
about: What the rule reads, and how
policy: { version: 1, default: ask, rules: [{ use: ${id} }] }
base: { hook_event_name: Elicitation, mcp_server_name: crm, message: Sign in, mode: url }
cases:
  - id: to-be-named
    example: true
    input: { url: "https://auth.example.com/" }
    want: { effect: decline, reasons: [${id}/to-be-named] }
`;
}
