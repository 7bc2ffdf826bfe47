/** When answers go out: at the end of the turn in which they were decided, or sooner where there are many. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createAnswers } from "../engine/adapters/http-answers.ts";

function turn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

test("answers of one turn go out at its end, in their order", async () => {
  const answers = createAnswers();
  const sent: number[] = [];
  for (const number of [1, 2, 3]) answers.add(() => sent.push(number));
  assert.equal(sent.length, 0);
  await turn();
  assert.deepEqual(sent, [1, 2, 3]);
  answers.add(() => sent.push(4));
  await turn();
  assert.deepEqual(sent, [1, 2, 3, 4]);
});

test("of many none waits for all", async () => {
  const answers = createAnswers();
  let sent = 0;
  const count = (): void => {
    sent += 1;
  };
  for (let added = 0; added < 100; added += 1) answers.add(count);
  assert.ok(sent >= 90 && sent < 100, `${sent} of 100 went out before the end of the turn`);
  await turn();
  assert.equal(sent, 100);
});

test("what waits can be sent at once, and is sent once", async () => {
  const answers = createAnswers();
  const sent: string[] = [];
  answers.add(() => {
    sent.push("first");
    answers.flush(); // nothing is left to it
    answers.add(() => sent.push("last"));
  });
  answers.add(() => sent.push("second"));
  answers.flush();
  assert.deepEqual(sent, ["first", "second"]);
  await turn();
  assert.deepEqual(sent, ["first", "second", "last"]);
});
