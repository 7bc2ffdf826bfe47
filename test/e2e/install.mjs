/**
 * Puts the Agent SDK into .test-runtimes/, for `npm run test:e2e` alone. No development dependency: npm would bring a whole
 * client program with it, some hundred megabytes, and this test puts a stand-in in that program's place.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const SPEC = "@anthropic-ai/claude-agent-sdk@0.3.332";
const folder = join(import.meta.dirname, "../../.test-runtimes/agent-sdk");
const stamp = join(folder, "installed");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== SPEC) {
  mkdirSync(folder, { recursive: true });
  // Its own package.json, or npm would install into ours.
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  process.stdout.write(`installing ${SPEC}\n`);
  const args = ["install", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", SPEC];
  const options = { cwd: folder, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" };
  const { status } = spawnSync("npm", args, options);
  if (status !== 0) {
    process.stderr.write(`npm could not install ${SPEC}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, SPEC);
}
