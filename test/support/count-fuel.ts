/**
 * Counts the steps that each attack script needs, and writes them down: `node --import tsx test/support/count-fuel.ts`.
 * To be run when QuickJS, the metering or what the guest starts with has changed, and the change looked at as a diff.
 */
import { writeFileSync } from "node:fs";
import { core } from "../drivers/core.ts";
import { FUEL_FILE, isCounted, keyOf, withFuel } from "./attack-fuel.ts";
import { readAttackFiles } from "./attacks.ts";
import type { Case } from "./cases.ts";

const LEAST = 1000; // what `fuel` may be at least
const MOST = 2_000_000_000;

const counted: Record<string, number> = {};
for (const { cases } of readAttackFiles()) {
  for (const attack of cases.filter(isCounted)) {
    const steps = await stepsOf(attack);
    if (steps !== undefined) counted[keyOf(attack)] = steps;
  }
}
writeFileSync(FUEL_FILE, `${JSON.stringify(counted, undefined, 2)}\n`);
console.log(`${Object.keys(counted).length} scripts counted`);

// The least with which it still says what it says; `undefined`: that is less than a policy can give.
async function stepsOf(attack: Case): Promise<number | undefined> {
  const said = async (fuel: number): Promise<string> => {
    const { decision } = await core.decide(withFuel(attack, fuel));
    return JSON.stringify(decision);
  };
  const right = JSON.stringify((await core.decide(attack)).decision);
  let low = LEAST;
  let high = MOST;
  if ((await said(low)) === right || (await said(high)) !== right) return undefined;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if ((await said(middle)) === right) high = middle;
    else low = middle;
  }
  return high;
}
