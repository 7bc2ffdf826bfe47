/**
 * Puts the runtimes that the one file must start on into .test-runtimes/: Node 20 to 26, Deno and Bun, from npm.
 * Part of `npm run test:runtimes` and of nothing else: `npm test` needs only the Node at hand.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(import.meta.dirname, "../../.test-runtimes");
const packages = JSON.parse(readFileSync(join(import.meta.dirname, "packages.json"), "utf8"));

for (const [name, spec] of Object.entries(packages)) {
  const own = join(folder, name);
  const stamp = join(own, "installed");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === spec) continue;
  mkdirSync(own, { recursive: true });
  // Its own package.json, or npm would install into ours.
  writeFileSync(join(own, "package.json"), JSON.stringify({ private: true }));
  process.stdout.write(`installing ${spec}\n`);
  const options = { cwd: own, stdio: ["ignore", "ignore", "inherit"], shell: process.platform === "win32" };
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", spec], options);
  if (status !== 0) {
    process.stderr.write(`npm could not install ${spec}\n`);
    process.exit(1);
  }
  writeFileSync(stamp, spec);
}
