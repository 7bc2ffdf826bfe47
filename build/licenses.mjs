/**
 * The licences of the packages inside dist/, as one text: they ask to be passed on with the code.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const NAMES = ["LICENSE", "LICENSE.md", "LICENSE.txt", "LICENCE", "license", "LICENSE-MIT"];

export function joinLicenses(root, packages) {
  const texts = packages.toSorted().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = NAMES.map((own) => join(folder, own)).find((path) => existsSync(path));
    if (file === undefined) throw new Error(`package ${name} has no licence text`);
    return `${name} ${version} (${license})\n\n${readFileSync(file, "utf8").replaceAll("\r\n", "\n").trim()}\n`;
  });
  const rule = `\n${"-".repeat(80)}\n\n`;
  return ["sekisho.cjs and sekisho.mjs hold code of these packages:\n", ...texts].join(rule);
}
