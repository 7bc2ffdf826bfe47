/**
 * docs/rules/ and docs/errors.md, from the data of the rules, their comments, their example cases and the error codes.
 * The fixed headings are those of STYLE: About, Why, Spec, Options, Codes, Let through, Stopped, False positives.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { importSource } from "./generate.mjs";

const HEAD = "<!-- Written by `node build.mjs`; do not edit. -->\n";

export async function ruleDocs(root) {
  const { RULES } = await importSource(root, "rules/index.ts");
  const { PACKS } = await importSource(root, "rules/packs/index.ts");
  const packsOf = (id) =>
    [...PACKS].filter(([, { rules }]) => rules.some(({ use }) => use === id)).map(([name]) => name);
  const files = new Map(RULES.map((rule) => [`docs/rules/${rule.id}.md`, ruleDoc(root, rule, packsOf(rule.id))]));
  const rows = RULES.map((rule) => {
    const events = rule.events.join(", ");
    return `| [\`${rule.id}\`](${rule.id}.md) | ${events} | ${rule.effects.join(", ")} | ${rule.about} | ${packsOf(rule.id).join(", ")} |`;
  });
  const table = ["| rule | event | may say | about | in packs |", "|---|---|---|---|---|", ...rows];
  const intro =
    "Each entry of `rules:` names one of these with `use`, and its options beside it. `for`, `except`, `name` and `observe`\nstand at every rule; [the policy document](../policy.md) says what they and the packs are.";
  files.set("docs/rules/README.md", `${HEAD}# Rules\n\n${intro}\n\n${table.join("\n")}\n`);
  return files;
}

// Told by the command itself (engine/cli/check-*.ts), and by no document.
const CHECK_WARNINGS = {
  "stale-compiled": "the compiled policy beside it was made of another text or by another version, so it is not used",
};
const CHECK_FINDINGS = {
  "needs-memory": [
    "a rule needs to know what was asked before, and the hook in the settings keeps nothing",
    "add `--audit` with a folder to the hook's `args` ([memory](memory.md))",
  ],
  "script-beyond-may": [
    "a script says on a sample request what `may` does not grant",
    "grant it, or have the script say something else ([team rules](team-rules.md))",
  ],
  "script-fails-on-sample": [
    "a script fails on a sample request, so it would refuse such requests",
    "mend it: `check` shows the request and the line",
  ],
};

export async function errorDocs(root) {
  const { ERROR_CODES } = await importSource(root, "engine/core/errors.ts");
  const { SOURCE_ERROR_CODES } = await importSource(root, "engine/policy/source-codes.ts");
  const { WARNINGS } = await importSource(root, "engine/policy/lint.ts");
  const { ENGINE_CODES } = await importSource(root, "engine/core/decision.ts");
  const errors = Object.entries({ ...ERROR_CODES, ...SOURCE_ERROR_CODES })
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([code, { when, todo }]) => `| \`${code}\` | ${cell(when)} | ${cell(todo)} |`);
  const engine = Object.entries(ENGINE_CODES).map(([code, text]) => `| \`engine/${code}\` | ${cell(text)} |`);
  const text = [
    `${HEAD}# Errors`,
    "## In a policy\n\nA policy with an error does not load, and a policy that does not load refuses everything.",
    ["| code | when | what to do |", "|---|---|---|", ...errors].join("\n"),
    "## Warnings of `sekisho check`\n\nThe policy loads and does what it says, but perhaps not what its author thinks.",
    [
      "| code | when |",
      "|---|---|",
      ...Object.entries({ ...WARNINGS, ...CHECK_WARNINGS }).map(([code, when]) => `| \`${code}\` | ${cell(when)} |`),
    ].join("\n"),
    "## Findings of `sekisho check`\n\nThe policy loads, but not all of it can do its work: `check` exits 1.",
    [
      "| code | when | what to do |",
      "|---|---|---|",
      ...Object.entries(CHECK_FINDINGS).map(([code, [when, todo]]) => `| \`${code}\` | ${when} | ${todo} |`),
    ].join("\n"),
    "## In a decision\n\nThe engine's own reasons; `{…}` is filled in.",
    ["| code | when |", "|---|---|", ...engine].join("\n"),
  ].join("\n\n");
  return new Map([["docs/errors.md", `${text}\n`]]);
}

function ruleDoc(root, rule, packs) {
  const { why, spec, falsePositives } = commentOf(root, rule.id);
  const options = Object.entries(rule.options).map(([name, { kind, about, required, first }]) => {
    const value = required
      ? "required"
      : first === undefined || JSON.stringify(first) === "[]"
        ? ""
        : `\`${JSON.stringify(first)}\``;
    return `| \`${name}\` | ${cell(kind)} | ${value} | ${cell(about)} |`;
  });
  const codes = Object.entries(rule.codes).map(([code, text]) => `| \`${rule.id}/${code}\` | ${cell(text)} |`);
  const events = rule.events.map((event) => `\`${event}\``).join(" and ");
  const effects = rule.effects.map((effect) => `\`${effect}\``).join(", ");
  const [passed, stopped] = examplesOf(root, rule.id);
  const sections = [
    `${HEAD}# ${rule.id}`,
    `## About\n\n${rule.about}. Reads ${events}; may say ${effects}. ${packs.length > 0 ? `In the packs ${packs.join(", ")}.` : "In no pack."}`,
    `## Why\n\n${why}`,
    `## Spec\n\n${spec}`,
    `## Options\n\n${options.length === 0 ? "None." : ["| option | kind | first value | about |", "|---|---|---|---|", ...options].join("\n")}`,
    `## Codes\n\n${["| code | says |", "|---|---|", ...codes].join("\n")}`,
    `## Let through\n\n${passed}`,
    `## Stopped\n\n${stopped}`,
    `## False positives\n\n${falsePositives}`,
  ];
  return `${sections.join("\n\n")}\n`;
}

// The comment above the rule: sentences on why, then `Spec:` and `False positives:`.
function commentOf(root, id) {
  const source = readFileSync(join(root, "rules", `${id}.ts`), "utf8");
  const block = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+: Rule/.exec(source)?.[1];
  if (block === undefined) throw new Error(`rules/${id}.ts: the rule has no comment above it`);
  const text = block.replace(/^\s*\* ?/gm, "").trim();
  const section = (name) =>
    new RegExp(`^${name}:\\s*([\\s\\S]*?)(?=^[A-Z][A-Za-z ]+:\\s|$(?![\\s\\S]))`, "m").exec(text)?.[1].trim();
  const why = text.split(/^(?:Spec|False positives|Options):/m)[0].trim();
  const spec = section("Spec");
  const falsePositives = section("False positives");
  if (spec === undefined || falsePositives === undefined)
    throw new Error(`rules/${id}.ts: the comment lacks \`Spec:\` or \`False positives:\``);
  return { why, spec, falsePositives };
}

const REFUSED = new Set(["decline", "cancel"]);

function examplesOf(root, id) {
  const path = join(root, "test/cases/rules", `${id}.yaml`);
  if (!existsSync(path)) throw new Error(`test/cases/rules/${id}.yaml is missing`);
  const { base = {}, policy, context, cases } = parse(readFileSync(path, "utf8"));
  const examples = cases.filter(({ example }) => example === true);
  const shown = (some) =>
    some.length === 0 ? "Nothing." : some.map((one) => exampleText(one, base, policy, context)).join("\n\n");
  const stops = ({ want }) => REFUSED.has(want.effect) || (want.effect === "ask" && (want.reasons ?? []).length > 0);
  return [shown(examples.filter((one) => !stops(one))), shown(examples.filter(stops))];
}

// A policy and an input that can be pasted as they are; what was asked before, where the rule needs it.
function exampleText({ id, about, policy: own, input, want, context: told }, base, policy, common) {
  const stated = own ?? policy ?? {};
  const request = Object.fromEntries(Object.entries({ ...base, ...input }).filter(([, value]) => value !== null));
  const outcome = [`\`${want.effect}\``, ...(want.reasons ?? []).map((reason) => `\`${reason}\``)].join(", ");
  const named = about === undefined ? id.replaceAll("-", " ") : about;
  const { memory, ...context } = { ...common, ...told };
  const before = (memory?.candidates ?? []).map((candidate) => `asked before: \`${short(candidate)}\`\n\n`);
  const facts = Object.keys(context).length === 0 ? "" : `with \`${JSON.stringify(context)}\`\n\n`;
  return `${named}: ${outcome}\n\n${before.join("")}${facts}\`\`\`json\n${short(stated)}\n${short(request)}\n\`\`\``;
}

const LONGEST = 600;

function short(value) {
  const text = JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function cell(text) {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
