/**
 * Counts the steps that each attack script needs, and writes them down: `node --import tsx test/support/count-fuel.ts`.
 * To be run when QuickJS, the metering or what the guest starts with has changed, and the change looked at as a diff.
 */
import { writeFileSync } from "node:fs";
import { core } from "../drivers/core.ts";
import { type Counted, FUEL_FILE, isCounted, keyOf, withFuel } from "./attack-fuel.ts";
import { readAttackFiles } from "./attacks.ts";
import type { Case } from "./cases.ts";

const LEAST = 1000; // what `fuel` may be at least
const MOST = 2_000_000_000;

const counted: Record<string, Counted> = {};
for (const { cases } of readAttackFiles()) {
  for (const attack of cases.filter(isCounted)) {
    const count = await countOf(attack);
    if (count !== undefined) counted[keyOf(attack)] = count;
  }
}
writeFileSync(FUEL_FILE, `${JSON.stringify(counted, undefined, 2)}\n`);
console.log(`${Object.keys(counted).length} scripts counted`);

// The least with which it still says what it says; `undefined`: that is less than a policy can give.
async function countOf(attack: Case): Promise<Counted | undefined> {
  const decide = async (fuel: number) => (await core.decide(withFuel(attack, fuel))).decision;
  const right = JSON.stringify((await core.decide(attack)).decision);
  const isRight = async (fuel: number) => JSON.stringify(await decide(fuel)) === right;
  let low = LEAST;
  let high = LEAST;
  while (high <= MOST && !(await isRight(high))) {
    low = high;
    high *= 2;
  }
  if (high === low || high > MOST) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (await isRight(middle)) high = middle;
    else low = middle;
  }
  const [wrong] = (await decide(low)).errors;
  return { steps: high, short: wrong?.code === "no-policy" ? "loading" : "call" };
}
