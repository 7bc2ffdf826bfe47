/**
 * docs/testing.md: what it shows is what the program says of the files that stand there.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { after, test } from "node:test";
import { createCliWorld } from "./support/cli-world.ts";

const world = createCliWorld();
after(world.remove);

test("each command in docs/testing.md gives the output that stands below it", async () => {
  const text = readFileSync(path.join(import.meta.dirname, "../docs/testing.md"), "utf8");
  const blocks = [...text.matchAll(/^```(yaml|console)\n([\s\S]*?)^```$/gm)].map(([, kind, body = ""]) => ({
    kind,
    body,
  }));
  for (const { kind, body } of blocks) {
    const [, name] = /^# (\S+)\n/.exec(body) ?? [];
    if (kind === "yaml" && name !== undefined) world.write(`project/${name}`, body);
  }
  const shown = blocks.filter(({ kind }) => kind === "console");
  assert.equal(shown.length, 2);
  for (const { body } of shown) {
    const [command = "", ...lines] = body.split("\n");
    const { code, stdout, stderr } = await world.run(command.replace("$ sekisho ", "").split(" "));
    assert.deepEqual([code, stderr], [0, ""], command);
    assert.equal(stdout, lines.join("\n"), command);
  }
});
