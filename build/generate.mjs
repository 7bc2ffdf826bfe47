/**
 * What is written from the project's own data, and the commands that write more: one list each, for build.mjs.
 * A generator gives all its files as a map from path to text; build.mjs writes them, or compares them under `--check`.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { tsImport } from "tsx/esm/api";
import { hostConfusables } from "./confusables.mjs";
import { errorDocs, ruleDocs } from "./docs.mjs";
import { guestHelpers, guestImage } from "./guest.mjs";
import { newRule } from "./new-rule.mjs";
import { packedWords, packIndex, policySchema, ruleIndex, ruleParts, testSchema } from "./rules.mjs";

/**
 * In this order, since the later ones run what the earlier ones wrote.
 * `late` ones are not part of dist/, and may read it.
 * `within` is a folder that holds nothing else: a file there that no longer belongs is removed, or reported.
 *
 * @type {{ name: string, late?: boolean, within?: string, files: (root: string) => Map<string, string> | Promise<Map<string, string>> }[]}
 */
export const generators = [
  { name: "host confusables", files: hostConfusables },
  { name: "packed words", files: packedWords },
  { name: "sandbox image", files: guestImage },
  { name: "sandbox helpers", files: guestHelpers },
  { name: "rule index", files: ruleIndex },
  { name: "rule parts", within: "rules/parts", files: ruleParts },
  { name: "packs", files: packIndex },
  { name: "policy schema", late: true, files: policySchema },
  { name: "test schema", late: true, files: testSchema },
  { name: "rule docs", late: true, within: "docs/rules", files: ruleDocs },
  { name: "error docs", late: true, files: errorDocs },
];

/**
 * `node build.mjs NAME …`; the files that `run` gives are written.
 *
 * @type {Map<string, { about: string, run: (root: string, args: string[]) => Promise<Map<string, string> | undefined> }>}
 */
export const commands = new Map([["new-rule", { about: "write the files of a new rule: new-rule ID", run: newRule }]]);

/** A TypeScript module of the project, evaluated anew */
export function importSource(root, path) {
  return tsImport(pathToFileURL(join(root, path)).href, import.meta.url);
}
