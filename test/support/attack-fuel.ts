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
  const counted = new Map(Object.entries(JSON.parse(readFileSync(FUEL_FILE, "utf8")) as Record<string, Counted>));
  return attacks.flatMap((attack) => {
    const { steps, short } = counted.get(keyOf(attack)) ?? {};
    if (steps === undefined || short === undefined) return [];
    return [
      { ...withFuel(attack, steps), id: `${attack.id}, with ${steps} steps` },
      { ...withFuel(attack, steps - 1), id: `${attack.id}, with one step less`, want: SHORT[short] },
    ];
  });
}

/** Loading and each call have the same budget; `short` is which of the two needs all of it */
export interface Counted {
  readonly steps: number;
  readonly short: "call" | "loading";
}

/** What comes of a script that has too few steps */
export const SHORT: Readonly<Record<Counted["short"], Case["want"]>> = {
  call: { effect: "decline", reasons: ["engine/failed"], errors: ["engine/failed"] },
  loading: { effect: "decline", reasons: ["engine/no-policy"], errors: ["engine/no-policy"] },
};

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

/**
 * Whether a script spoke for itself, so that its steps can be counted; a script beside it would blur the count. Helpers are
 * the engine's own code: their steps are other ones whenever that is changed, and so are not written down.
 */
export function isCounted({ suite, policy, want }: Case): boolean {
  if (suite === "attack helpers") return false;
  const rules = policy[0]?.["rules"];
  const alone = Array.isArray(rules) && rules.length === 1 && isObject(rules[0]);
  return (
    alone && want.reasons?.includes("engine/failed") !== true && want.reasons?.includes("engine/no-policy") !== true
  );
}
