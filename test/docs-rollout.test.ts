/**
 * docs/rollout.md from its first line to its last: the files that stand there are written, the requests go through the hook,
 * and each command gives the output that stands below it. Only ids and days differ from one run to the next.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { createHookPlace } from "./support/hook-process.ts";

const place = await createHookPlace();
after(() => place.remove());

const project = join(place.folder, "project");
const text = readFileSync(join(import.meta.dirname, "../docs/rollout.md"), "utf8");

test("docs/rollout.md can be walked through, with that output", async () => {
  let commands = 0;
  for (const [, kind, body = ""] of text.matchAll(/^```(yaml|jsonl|console)\n([\s\S]*?)^```$/gm)) {
    if (kind === "yaml") {
      const [, name] = /^# (\S+)\n/.exec(body) ?? [];
      assert.ok(name !== undefined, body);
      place.write(`project/${name}`, body);
    } else if (kind === "jsonl") {
      for (const line of body.trimEnd().split("\n")) {
        const args = ["--audit", join(project, ".claude/sekisho-log")];
        assert.equal((await place.run({ args, stdin: line })).stderr, "");
      }
    } else {
      const [command = "", ...lines] = body.split("\n");
      commands += 1;
      const { stdout, stderr, status } = sekisho(command.replace("$ sekisho ", "").split(" "));
      assert.equal(stderr, "");
      assert.equal(status, 0, command);
      assert.equal(plain(stdout), plain(lines.join("\n")), command);
    }
  }
  assert.equal(commands, 5);
});

function sekisho(args: readonly string[]): {
  readonly stdout: string;
  readonly stderr: string;
  readonly status: number | null;
} {
  const env = { HOME: join(place.folder, "home"), PATH: process.env["PATH"], CLAUDE_PROJECT_DIR: project };
  return spawnSync(process.execPath, [join(place.folder, "sekisho.cjs"), ...args], {
    cwd: project,
    env,
    encoding: "utf8",
  });
}

function plain(output: string): string {
  return output.replace(/\b[0-9a-z]{8,9}-[0-9a-z]{8}\b/g, "ID").replace(/\b20\d\d-\d\d-\d\d\b/g, "DAY");
}
