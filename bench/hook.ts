/**
 * What a hook costs beside starting the runtime: compiled policy, YAML policy, the shell recipes.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stringify } from "yaml";
import { twentyRules } from "./policies.ts";
import { comparePaired, type Variant } from "./processes.ts";

const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 25);

const FORM = {
  session_id: "00000000-0000-4000-8000-000000000000",
  transcript_path: "/home/alice/.claude/projects/demo/00000000.jsonl",
  cwd: "/home/alice/demo",
  prompt_id: "00000000-0000-4000-8000-000000000001",
  hook_event_name: "Elicitation",
  mcp_server_name: "crm",
  message: "Please provide your contact information",
  mode: "form",
  requested_schema: {
    type: "object",
    properties: {
      name: { type: "string", title: "Name", description: "Your full name" },
      email: { type: "string", format: "email", description: "Your email address" },
    },
    required: ["name"],
  },
};

export async function benchHook(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-"));
  try {
    const program = resolve("dist/sekisho.cjs");
    const yaml = join(folder, "policy.yaml");
    const compiled = join(folder, "policy.compiled.json");
    const request = join(folder, "request.json");
    writeFileSync(yaml, stringify(twentyRules()));
    writeFileSync(request, `${JSON.stringify(FORM)}\n`);
    const made = spawnSync(process.execPath, [program, "check", yaml, "--compile", compiled], { encoding: "utf8" });
    if (made.status !== 0) throw new Error(`the policy does not compile: ${made.stdout}${made.stderr}`);
    const variants: Variant[] = [
      { name: "node -e 0", line: "node -e 0" },
      { name: "node -e 0 (again)", line: "node -e 0" },
      { name: "hook, compiled policy of 20 rules", line: `node ${program} hook --policy ${compiled} < ${request}` },
      { name: "hook, the same as YAML", line: `node ${program} hook --policy ${yaml} < ${request}` },
      { name: "hook, no policy (recommended)", line: `node ${program} hook < ${request}` },
    ];
    if (spawnSync("jq", ["--version"]).status === 0) {
      variants.push({ name: "shell recipes (bash, jq)", line: `bash ${resolve("bench/recipe.sh")} < ${request}` });
    } else console.log("jq is not here, so the shell recipes are not measured");
    const ratios = comparePaired(variants, ROUNDS);
    for (const { name, wall, cpu, wallMs, cpuMs } of ratios) {
      console.log(
        `  ${name.padEnd(36)} wall ${wall.toFixed(3)}x  cpu ${cpu.toFixed(3)}x   (${wallMs.toFixed(1)} / ${cpuMs.toFixed(1)} ms)`,
      );
    }
    const hook = ratios[2];
    const recipes = ratios[5];
    console.log(
      `  aim: at most 1.12x of bare: wall ${verdict((hook?.wall ?? 9) <= 1.12)}, cpu ${verdict((hook?.cpu ?? 9) <= 1.12)}`,
    );
    if (hook !== undefined && recipes !== undefined) {
      const half = hook.wallMs / recipes.wallMs;
      console.log(
        `  aim: at most half the wall time of the shell recipes: ${half.toFixed(2)}x, ${verdict(half <= 0.5)}`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function verdict(met: boolean): string {
  return met ? "met" : "MISSED";
}
