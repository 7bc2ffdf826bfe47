/**
 * What scripts cost: calls through the sandbox, memory, the metering itself, and a hook with one script.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inflateRawSync } from "node:zlib";
import type { ScriptCall, ScriptLimits } from "../engine/core/script-powers.ts";
import { createEngine } from "../engine/index.ts";
import type { Wasm } from "../engine/sandbox/machine.ts";
import { FACTS, MODULE } from "../engine/sandbox/quickjs.generated.ts";
import { createSandbox, type Sandbox, type Script } from "../engine/sandbox/sandbox.ts";
import { verdict } from "./hook.ts";
import { comparePaired, median } from "./processes.ts";

const LIMITS: ScriptLimits = { fuel: 4_000_000, memory: 16, stack: 32, output: 65_536 };
const CALL: ScriptCall = {
  builders: ["decline", "cancel"],
  input: {
    request: {
      event: "Elicitation",
      mode: "form",
      server: "deploy-bot",
      message: "Shall I deploy build 4711 to production now?",
      requestedSchema: {
        type: "object",
        properties: { environment: { type: "string", enum: ["staging", "production"] }, reason: { type: "string" } },
        required: ["environment"],
      },
    },
    context: { now: "2026-11-30T15:30:00.000Z", facts: { window: "closed" } },
    options: { days: ["Monday", "Tuesday"] },
    own: false,
  },
};

/** Two kilobytes, as a team would write them */
function script(name: string): string {
  return `rule({
  about: "Declines deploy questions outside the release window (${name})",
  codes: {
    "closed": "the window opens on {day}",
    "environment": "the form asks for {field} outside the window",
    "too-many": "{count} fields are more than a deploy needs",
  },
  decide({ request, context, options, decline }) {
    if (request.event !== "Elicitation") return undefined;
    const message = request.message.toLowerCase();
    const words = message.split(/[^a-z0-9-]+/).filter((word) => word !== "");
    const deploys = DEPLOY_WORDS.some((word) => words.includes(word));
    if (!deploys) return undefined;
    if (request.mode === "url") return undefined;
    const properties = request.requestedSchema.properties ?? {};
    const fields = Object.keys(properties);
    if (fields.length > 12) return decline("too-many", { count: fields.length });
    if (context.facts.window === "open") return undefined;
    for (const field of fields) {
      const { enum: values } = properties[field];
      if (Array.isArray(values) && values.some((value) => PROTECTED.test(value)) && words.includes("staging"))
        return decline("environment", { field });
    }
    const day = DAYS[dayOf(context.now)];
    return options.days.includes(day) ? undefined : decline("closed", { day: "Monday" });
  },
});

const DEPLOY_WORDS = ["deploy", "deployment", "release", "rollout", "roll-out", "ship", "publish", "promote"];
const PROTECTED = /^(?:prod|production|live|main)(?:-[a-z]{2}-[a-z]+-\\d)?$/;
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

// The day of the week of an ISO date, by Zeller's rule: there is no clock in here.
function dayOf(now) {
  if (typeof now !== "string") return 0;
  let [year, month, day] = now.slice(0, 10).split("-").map(Number);
  if (month < 3) {
    month += 12;
    year -= 1;
  }
  const century = Math.floor(year / 100);
  const rest = year % 100;
  return (day + Math.floor((13 * (month + 1)) / 5) + rest + Math.floor(rest / 4) + Math.floor(century / 4) + 5 * century + 6) % 7;
}
`;
}

export async function benchScripts(): Promise<void> {
  const { wasm, module, bytes } = openModule();
  const sandbox = createSandbox({ wasm, module, facts: FACTS, helper: () => undefined });
  const loaded = load(sandbox, script("one"));
  console.log(
    `  script of ${script("one").length} characters: ${loaded.fuel} steps to load, ${run(sandbox, loaded)} a call`,
  );
  const calls = perSecond(() => run(sandbox, loaded), 2000);
  console.log(`  warm calls, a fresh memory each: ${calls} a CPU second; aim 5,000: ${verdict(calls >= 5000)}`);
  benchGrowth(sandbox, loaded);
  await benchMany();
  benchMetering(bytes);
  benchAbuse(sandbox);
  benchHookWithScript();
}

function openModule(): { readonly wasm: Wasm; readonly module: object; readonly bytes: Uint8Array } {
  const { WebAssembly: wasm } = globalThis as unknown as { WebAssembly: Wasm };
  const bytes = inflateRawSync(Buffer.from(MODULE, "base64"));
  return { wasm, module: new wasm.Module(bytes), bytes };
}

function load(sandbox: Sandbox, source: string): Script {
  const loading = sandbox.load(source, LIMITS, () => []);
  if (!loading.ok) throw new Error(loading.trouble);
  return loading.script;
}

function run(sandbox: Sandbox, loaded: Script): number {
  const ran = sandbox.run(loaded, LIMITS, CALL);
  if (!ran.ok) throw new Error(ran.trouble);
  return ran.fuel;
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** The best of five rounds: another process on the machine only ever slows one down */
function perSecond(once: () => void, count: number): number {
  for (let index = 0; index < count; index += 1) once();
  const rounds = Array.from({ length: 5 }, () => {
    const from = cpu();
    for (let index = 0; index < count; index += 1) once();
    return count / (cpu() - from);
  });
  return Math.round(Math.max(...rounds));
}

function benchGrowth(sandbox: Sandbox, loaded: Script): void {
  const memory = (): number => {
    globalThis.gc?.();
    return process.memoryUsage().rss / 1048576;
  };
  const before = memory();
  for (let index = 0; index < 50_000; index += 1) run(sandbox, loaded);
  const middle = memory();
  for (let index = 0; index < 50_000; index += 1) run(sandbox, loaded);
  const after = memory();
  console.log(
    `  100,000 calls: ${before.toFixed(0)} MB before, ${middle.toFixed(0)} MB after half, ${after.toFixed(0)} MB after all; aim no growth: ${verdict(after - middle < 5)}`,
  );
}

async function benchMany(): Promise<void> {
  globalThis.gc?.();
  const before = process.memoryUsage().rss;
  const names = Array.from({ length: 1000 }, (_, index) => `rule-${index}`);
  const rules = names.map((name) => ({ use: "script", name, from: `team/${name}.js` }));
  const scripts = Object.fromEntries(names.map((name) => [`team/${name}.js`, script(name)]));
  const from = cpu();
  const engine = await createEngine({ policy: { version: 1, rules }, scripts });
  const took = cpu() - from;
  globalThis.gc?.();
  const grown = (process.memoryUsage().rss - before) / 1048576;
  console.log(
    `  1,000 scripts loaded: ${grown.toFixed(0)} MB more, in ${took.toFixed(1)} CPU seconds; aim below 200 MB: ${verdict(grown < 200)}`,
  );
  const { effect } = engine.decide({
    hook_event_name: "Elicitation",
    mcp_server_name: "x",
    message: "Shall I deploy?",
    requested_schema: { type: "object", properties: {} },
  });
  if (effect !== "decline") throw new Error(effect);
}

// The same module with the meter's checks taken out again: `if (fuel < 0) unreachable` can't be told from other code, so
// what is compared is QuickJS as it comes, in the same harness.
function benchMetering(prepared: Uint8Array): void {
  const made = spawnSync(process.execPath, [resolve("bench/metering.mjs")], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  const { plain, metered, plainBytes, meteredBytes } = JSON.parse(made.stdout) as Record<string, number>;
  const slower = 1 - (metered ?? 0) / (plain ?? 1);
  const larger = ((meteredBytes ?? 0) - (plainBytes ?? 0)) / 1024;
  console.log(
    `  metering: ${(slower * 100).toFixed(0)} % slower (${plain} and ${metered} calls a CPU second in a bare harness), ${larger.toFixed(1)} KB larger when compressed; aim 25 % and 5 KB: ${verdict(slower <= 0.25 && larger <= 5)}`,
  );
  console.log(`  prepared module: ${prepared.length} bytes, ${Math.round((MODULE.length * 3) / 4)} compressed`);
}

const ABUSE: Readonly<Record<string, string>> = {
  "endless loop": "for (;;);",
  "join of 1e9": "Array(1e9).join()",
  "indexOf of 1e8": "Array(1e8).indexOf(1)",
  "array-like of 2^53": "Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
  "BigInt power": "2n ** 1000000n",
  "JSON of many objects": "JSON.stringify(Array.from({ length: 1e6 }, () => ({})))",
  "shared graph": "let a = []; for (let i = 0; i < 60; i += 1) a = [a, a]; JSON.stringify(a)",
  "string doubling": "let s = 'x'; for (;;) s += s",
  "string building": "let s = ''; for (let i = 0; i < 2e5; i += 1) s = 'a' + s + 'b'",
  "bad pattern": "/^(a+)+$/.test('a'.repeat(40) + '!')",
  "big Map": "const m = new Map(); for (let i = 0; ; i += 1) m.set(i, i)",
  "bound functions": "let f = () => 1; for (let i = 0; i < 1e5; i += 1) f = f.bind(null); f()",
  "sort of many": "Array.from({ length: 3e5 }, (_, i) => -i).sort()",
  "replace everywhere": "'x'.repeat(2e6).replace(/x/g, 'yy')",
  "upper case": "'x'.repeat(8e6).toUpperCase()",
  normalize: "'\\u00e9'.repeat(4e6).normalize('NFD')",
  "deep recursion": "const f = () => f() + 1; f()",
  "toString without end": "throw { toString() { for (;;); } }",
};

function benchAbuse(sandbox: Sandbox): void {
  const rows = Object.entries(ABUSE).map(([name, body]) => {
    const source = `rule({ about: "x", codes: {}, decide() { ${body} } });`;
    const loaded = load(sandbox, source);
    const times = Array.from({ length: 3 }, () => {
      const from = cpu();
      const ran = sandbox.run(loaded, LIMITS, CALL);
      if (ran.ok && ran.text !== "null") throw new Error(ran.text);
      return (cpu() - from) * 1000;
    });
    return { name, ms: median(times) };
  });
  const slowest = rows.toSorted((left, right) => right.ms - left.ms);
  for (const { name, ms } of slowest.slice(0, 5)) console.log(`    ${name.padEnd(24)} ${ms.toFixed(0)} ms CPU`);
  console.log(`  abuse: ${rows.length} scripts; aim 250 ms each: ${verdict((slowest[0]?.ms ?? 999) <= 250)}`);
}

function benchHookWithScript(): void {
  const folder = mkdtempSync(join(tmpdir(), "sekisho-bench-"));
  try {
    const program = resolve("dist/sekisho.cjs");
    mkdirSync(join(folder, "team"));
    const file = (name: string): string => join(folder, name);
    writeFileSync(file("team/window.js"), script("window"));
    writeFileSync(file("script.yaml"), "version: 1\nrules:\n  - use: script\n    from: team/window.js\n");
    writeFileSync(file("plain.yaml"), "version: 1\nrules:\n  - { use: require-https }\n");
    for (const name of ["script", "plain"]) {
      const args = [program, "check", file(`${name}.yaml`), "--compile", file(`${name}.json`)];
      const made = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (made.status !== 0) throw new Error(`${made.stdout}${made.stderr}`);
    }
    writeFileSync(
      file("request.json"),
      '{"hook_event_name":"Elicitation","mcp_server_name":"deploy-bot","message":"Shall I deploy now?","requested_schema":{"type":"object","properties":{}}}\n',
    );
    const hook = (name: string): string => `node ${program} hook --policy ${file(name)} < ${file("request.json")}`;
    const ratios = comparePaired(
      [
        { name: "node -e 0", line: "node -e 0" },
        { name: "hook, one plain rule", line: hook("plain.json") },
        { name: "hook, one script", line: hook("script.json") },
      ],
      Number(process.env["BENCH_ROUNDS"] ?? 25),
    );
    for (const { name, wall, cpu: processor, wallMs, cpuMs } of ratios)
      console.log(
        `  ${name.padEnd(24)} wall ${wall.toFixed(2)}x  cpu ${processor.toFixed(2)}x   (${wallMs.toFixed(1)} / ${cpuMs.toFixed(1)} ms)`,
      );
    console.log(`  aim: hook with one script at 2.5x of bare: wall ${verdict((ratios[2]?.wall ?? 9) <= 2.5)}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
