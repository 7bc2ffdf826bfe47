import assert from "node:assert/strict";
import { test } from "node:test";
import { combine, strictest, type Voice, voiceEffect } from "../engine/core/combine.ts";
import type { Effect } from "../engine/core/rule.ts";

/** Everything that one abstract policy can be, reduced to what it says of one request (the list is Cedar's idea) */
const SAYINGS = ["declines", "cancels", "asks as a guard", "asks as an answer", "accepts", "abstains"] as const;
type Saying = (typeof SAYINGS)[number];
const DEFAULTS = [undefined, "ask", "cancel", "decline"] as const;
const LONGEST = 4;

function voice(said: readonly Saying[], stated: Voice["default"]): Voice {
  const pick = (saying: Saying, effect: Effect): readonly Effect[] =>
    said.filter((one) => one === saying).map(() => effect);
  return {
    guards: [...pick("declines", "decline"), ...pick("cancels", "cancel"), ...pick("asks as a guard", "ask")],
    answers: [...pick("asks as an answer", "ask"), ...pick("accepts", "accept")],
    default: stated,
  };
}

/** All lists of at most `LONGEST` sayings, as multisets: `combine` is handed lists whose order is tested on its own */
function* lists(from = 0, length = LONGEST): Iterable<readonly Saying[]> {
  yield [];
  if (length === 0) return;
  for (let at = from; at < SAYINGS.length; at += 1) {
    for (const rest of lists(at, length - 1)) yield [SAYINGS[at] as Saying, ...rest];
  }
}

// DESIGN §2, in words: the stricter of (strictest guard) and (strictest answer, else the default if it states one).
function expected(said: readonly Saying[], stated: Voice["default"]): Effect | undefined {
  const has = (saying: Saying): boolean => said.includes(saying);
  const silent = !has("asks as an answer") && !has("accepts");
  if (has("declines") || (silent && stated === "decline")) return "decline";
  if (has("cancels") || (silent && stated === "cancel")) return "cancel";
  if (has("asks as a guard") || has("asks as an answer") || (silent && stated === "ask")) return "ask";
  return has("accepts") ? "accept" : undefined;
}

test("one document: every list of up to four abstract policies with every default", () => {
  let seen = 0;
  for (const said of lists()) {
    for (const stated of DEFAULTS) {
      assert.equal(voiceEffect(voice(said, stated)), expected(said, stated), `${said.join(", ")}; default ${stated}`);
      seen += 1;
    }
  }
  assert.equal(seen, 210 * DEFAULTS.length);
});

test("two documents: the strictest wins, in either order, and one that says nothing changes nothing", () => {
  const voices = [...lists(0, 2)].flatMap((said) => DEFAULTS.map((stated) => ({ said, stated })));
  for (const left of voices) {
    for (const right of voices) {
      const both = [voice(left.said, left.stated), voice(right.said, right.stated)] as const;
      const wanted = strictest([expected(left.said, left.stated), expected(right.said, right.stated)]);
      assert.equal(combine(both), wanted);
      assert.equal(combine([both[1], both[0]]), wanted);
      assert.equal(combine([...both, voice(["abstains"], undefined)]), wanted);
    }
  }
});

test("decline is stricter than cancel, cancel than ask, ask than accept, and anything than nothing", () => {
  const order = [undefined, "accept", "ask", "cancel", "decline"] as const;
  for (const [at, weaker] of order.entries()) {
    for (const stronger of order.slice(at)) {
      assert.equal(strictest([weaker, stronger]), stronger);
      assert.equal(strictest([stronger, weaker]), stronger);
    }
  }
  assert.equal(strictest([]), undefined);
  assert.equal(combine([]), undefined);
});
