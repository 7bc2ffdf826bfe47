/**
 * How many steps each attack script needs, as cases: with so many it says what it says, with one less it fails.
 * So the count is held through the public door alone, on every runtime, and to the step.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject } from "../../engine/core/json.ts";
import type { Case } from "./cases.ts";

/** By `suite/id`; written by `node --import tsx test/support/count-fuel.ts` */
export const FUEL_FILE: string = join(import.meta.dirname, "../cases/attacks/fuel.json");

/** Two cases for each script that ends by itself; `attacks` as they are read from the files */
export function fuelCases(attacks: readonly Case[]): readonly Case[] {
  const counted = new Map(Object.entries(JSON.parse(readFileSync(FUEL_FILE, "utf8")) as Record<string, number>));
  return attacks.flatMap((attack) => {
    const steps = counted.get(keyOf(attack));
    if (steps === undefined) return [];
    const enough = withFuel(attack, steps);
    const short = withFuel(attack, steps - 1);
    return [
      { ...enough, id: `${attack.id}, with ${steps} steps` },
      { ...short, id: `${attack.id}, with one step less`, want: SHORT },
    ];
  });
}

const SHORT: Case["want"] = { effect: "decline", reasons: ["engine/failed"], errors: ["engine/failed"] };

export function keyOf({ suite, id }: Case): string {
  return `${suite.replace("attack ", "")}/${id}`;
}

/** The last rule of the policy is the attack itself */
export function withFuel(attack: Case, fuel: number): Case {
  const policy = attack.policy.map((document) => {
    const rules = document["rules"] as readonly JsonObject[];
    return { ...document, rules: rules.map((rule, at) => (at === rules.length - 1 ? { ...rule, fuel } : rule)) };
  });
  return { ...attack, policy };
}

/** Whether a script spoke for itself, so that its steps can be counted; a script beside it would blur the count */
export function isCounted({ policy, want }: Case): boolean {
  const rules = policy[0]?.["rules"];
  const alone = Array.isArray(rules) && rules.length === 1 && isObject(rules[0]);
  return (
    alone && want.reasons?.includes("engine/failed") !== true && want.reasons?.includes("engine/no-policy") !== true
  );
}
