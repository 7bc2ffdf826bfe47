/**
 * The runtimes under test: the npm package of each, pinned, and the program in it.
 */
import { join } from "node:path";

export const folder = join(import.meta.dirname, "../../.test-runtimes");

/** @type {Readonly<Record<string, { spec: string, command: string }>>} */
export const packages = {
  "node-22": { spec: "node@22.23.3", command: "node" },
  "node-24": { spec: "node@24.21.0", command: "node" },
  "node-26": { spec: "node@26.10.0", command: "node" },
  deno: { spec: "deno@2.9.6", command: "deno" },
  bun: { spec: "bun@1.4.5", command: "bun" },
};

/**
 * @param {string} name
 * @returns {string}
 */
export function commandOf(name) {
  return join(folder, name, "node_modules/.bin", packages[name].command);
}
