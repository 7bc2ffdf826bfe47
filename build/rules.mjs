/**
 * What the rules' and packs' own files say, written once more where the engine reads it.
 * A list kept by hand is a list in which a rule can be missing, and then it silently does nothing.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { importSource } from "./generate.mjs";

const HEAD = "// Written by `node build.mjs`; do not edit.\n";

/** The ids of all rules, sorted: each is a file of rules/ */
function ruleIds(root) {
  const files = readdirSync(join(root, "rules")).filter((file) => file.endsWith(".ts") && file !== "index.ts");
  return files.map((file) => file.slice(0, -".ts".length)).toSorted();
}

/** rules/index.ts: the list of all rules */
export function ruleIndex(root) {
  return new Map([["rules/index.ts", listOf(ruleIds(root), "./", "Every rule there is, sorted by id")]]);
}

function listOf(ids, folder, about) {
  const up = folder === "./" ? "../" : "../../";
  const imports = ids.map((id) => `import { ${camelCase(id)} } from "${folder}${id}.ts";\n`).join("");
  // As the formatter has it: on one line where that is not too long.
  const line = `export const RULES: readonly Rule[] = [${ids.map(camelCase).join(", ")}];`;
  const lines = `export const RULES: readonly Rule[] = [\n${ids.map((id) => `  ${camelCase(id)},\n`).join("")}];`;
  const type = `import type { Rule } from "${up}engine/core/rule.ts";\n`;
  return `${HEAD}${type}${imports}\n/** ${about} */\n${line.length > 120 ? lines : line}\n`;
}

// Which rules are loaded together: those of one mode, and apart from them what brings much with it.
const PARTS = { match: "match", script: "script", "no-secret-answers": "secrets", "no-secret-forms": "secrets" };

/** rules/parts/: the rules by what is loaded together, and a table of which is where */
export async function ruleParts(root) {
  const rules = await Promise.all(
    ruleIds(root).map(async (id) => (await importSource(root, `rules/${id}.ts`))[camelCase(id)]),
  );
  const parts = new Map(["form", "match", "script", "secrets", "text", "url"].map((name) => [name, []]));
  const rows = rules.map(({ id, mode }) => {
    const part = PARTS[id] ?? mode ?? "text";
    parts.get(part).push(id);
    return `  [${JSON.stringify(id)}, { part: ${JSON.stringify(part)}${mode === undefined ? "" : `, mode: ${JSON.stringify(mode)}`} }],\n`;
  });
  const files = [...parts].map(([name, ids]) => [
    `rules/parts/${name}.ts`,
    listOf(ids, "../", "Rules that are loaded together"),
  ]);
  const table = `${HEAD}import type { Mode } from "../../engine/core/request.ts";\n\n/** Where each rule is, and the one mode that it reads */\nexport const RULE_PARTS: ReadonlyMap<string, RulePart> = new Map<string, RulePart>([\n${rows.join("")}]);\n\nexport interface RulePart {\n  readonly part: ${[...parts.keys()].map((name) => JSON.stringify(name)).join(" | ")};\n  readonly mode?: Mode;\n}\n`;
  return new Map([...files, ["rules/parts/index.ts", table]]);
}

/** rules/packs/index.ts: the packs, checked, with what they extend joined in */
export async function packIndex(root) {
  const { RULES } = await importSource(root, "rules/index.ts");
  const { loadPolicyText } = await importSource(root, "engine/policy/load.ts");
  const { renderDiagnostics } = await importSource(root, "engine/policy/diagnostics.ts");
  const rules = new Map(RULES.map((rule) => [rule.id, rule]));
  const powers = { registrableDomain: () => "pack.test", pattern: () => () => false };
  const packs = new Map();
  // In this order, since the later ones extend the earlier ones.
  for (const name of ["recommended", "strict", "unattended", "observe"]) {
    const file = `rules/packs/${name}.yaml`;
    const text = readFileSync(join(root, file), "utf8");
    const loaded = loadPolicyText({ text, file }, { rules, packs, powers });
    if (!loaded.ok) throw new Error(renderDiagnostics(loaded.errors, new Map([[file, text]])));
    packs.set(name, loaded.value.document);
  }
  const type = 'import type { CheckedDocument } from "../../engine/core/policy.ts";\n';
  const list = [...packs].map(([name, document]) => `  [${JSON.stringify(name)}, ${JSON.stringify(document)}],\n`);
  const about =
    "/** Named policies that ship with sekisho, checked; their texts are the YAML files beside this one */\n";
  const { digestOfDocument } = await importSource(root, "engine/core/record.ts");
  const digests = [...packs].map(
    ([name, document]) => `  [${JSON.stringify(name)}, "${digestOfDocument(document)}"],\n`,
  );
  const known = `/** Their digests, since working one out costs a hook more than deciding */\nexport const PACK_DIGESTS: ReadonlyMap<string, string> = new Map<string, string>([\n${digests.join("")}]);\n`;
  const text = `${HEAD}${type}\n${about}// biome-ignore format: data\nexport const PACKS: ReadonlyMap<string, CheckedDocument> = new Map<string, CheckedDocument>([\n${list.join("")}]);\n\n${known}`;
  return new Map([["rules/packs/index.ts", text]]);
}

/** rules/words/packed-*.generated.ts: all word lists by script, in the form in which they are looked up */
export async function packedWords(root) {
  const { LANGUAGES } = await importSource(root, "rules/words/languages.ts");
  const { renderPackedWords } = await importSource(root, "engine/core/secret-pack.ts");
  const file = (script) => [`rules/words/packed-${script}.generated.ts`, renderPackedWords(LANGUAGES, script)];
  return new Map([file("latin"), file("other")]);
}

/** docs/policy.schema.json, for editors */
export async function policySchema(root) {
  const { RULES } = await importSource(root, "rules/index.ts");
  const { PACKS } = await importSource(root, "rules/packs/index.ts");
  const { createPolicySchema } = await importSource(root, "engine/policy/schema.ts");
  const schema = createPolicySchema(RULES, [...PACKS.keys()]);
  return new Map([["docs/policy.schema.json", `${JSON.stringify(schema, undefined, 2)}\n`]]);
}

/** docs/test.schema.json, of policy tests */
export async function testSchema(root) {
  const { createTestSchema } = await importSource(root, "engine/cli/test-schema.ts");
  return new Map([["docs/test.schema.json", `${JSON.stringify(createTestSchema(), undefined, 2)}\n`]]);
}

export function camelCase(id) {
  return id.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}
