/** All rules at once, for whoever checks, lists or shows them; a decision takes only those that it can meet. */
import { RULES } from "../rules/index.ts";
import type { Rule } from "./core/rule.ts";

export { RULES };
export const rulesById: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));
