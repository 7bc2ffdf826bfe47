/**
 * Hostile scripts, as data: each is decided twice, from source and from the one file, and must end exactly as written down.
 * `npm run test:runtimes` and `npm run test:browser` run the same in every other runtime.
 */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { bundleCjs } from "./drivers/bundle.ts";
import { core } from "./drivers/core.ts";
import { quickjs } from "./drivers/quickjs.ts";
import { fuelCases, isCounted, keyOf } from "./support/attack-fuel.ts";
import { readAttackFiles } from "./support/attacks.ts";
import { runConformance } from "./support/conformance.ts";

const files = readAttackFiles();
const attacks = files.flatMap(({ cases }) => cases);
const counts = fuelCases(attacks);

suite("attack files", () => {
  for (const { path, problems } of files) test(path, () => assert.deepEqual(problems, []));

  test("there are many, and most of what ends by itself is counted to the step", () => {
    assert.ok(attacks.length >= 400, `${attacks.length} attacks`);
    const ending = attacks.filter(isCounted).map(keyOf);
    assert.ok(counts.length / 2 > 0.95 * ending.length, "run `node --import tsx test/support/count-fuel.ts`");
  });
});

test("where there is no WebAssembly, a policy with scripts refuses everything, and says why", async () => {
  const [attack] = attacks;
  assert.ok(attack !== undefined);
  await quickjs.start();
  const { decision } = await quickjs.decide(attack);
  await quickjs.stop();
  const why = decision.reasons.map(({ rule, code, args }) => [rule, code, args["problem"]]);
  assert.deepEqual([decision.effect, why], ["decline", [["engine", "no-policy", "no-sandbox"]]]);
});

runConformance([...attacks, ...counts], [core, bundleCjs]);
