/**
 * `sekisho script-bench`: what one script costs over the sample requests.
 * Steps and memory are the same on every machine; the time is this machine's, and tells what a step is worth here.
 */
import { rulesById } from "../all-rules.ts";
import { openedScripts, powers } from "../bind.ts";
import { isObject, type JsonObject, parseJson } from "../core/json.ts";
import { readOptions } from "../core/policy.ts";
import type { Effect, Rule } from "../core/rule.ts";
import { renderJson, showHostile } from "../render.ts";
import { runSample, SAMPLES, type SampleOptions, type SampleRun } from "../script-samples.ts";
import { type Command, type Given, UsageError } from "./command.ts";
import { textOf } from "./files.ts";
import { renderTable } from "./style.ts";

export const scriptBench: Command = {
  name: "script-bench",
  about: "Show what one team script costs: steps, memory, time",
  usage: "FILE [--options JSON] [--runs N] [--json]",
  options: {
    options: { type: "string", value: "JSON", about: "what the policy hands to it" },
    runs: { type: "string", value: "N", about: "how often each sample is run for its time; left out: 200" },
    json: { type: "boolean", about: "as JSON" },
  },
  operands: { most: 1, help: "`sekisho script-bench` measures one script at a time" },
  run(given, io) {
    const [file] = given.operands;
    if (file === undefined) throw new UsageError("no script is named", "write `sekisho script-bench team/window.js`");
    const source = textOf(io, file);
    if (source === undefined) throw new UsageError(`there is no \`${file}\``, "name a file that holds one script");
    const options = optionsOf(source, given);
    const problem = openedScripts().check(source, options);
    if (problem !== undefined) {
      const place = problem.line === undefined ? "" : `:${problem.line}:${problem.column}`;
      io.warn(`${showHostile(file)}${place} the script does not load: ${showHostile(problem.message, 200)}\n`);
      return 1;
    }
    const measured = measure(options, runsOf(given));
    io.print(given.flag("json") ? `${renderJson(dataOf(measured), 2)}\n` : render(measured, options));
    return measured.samples.some(({ said }) => said === "fails") ? 1 : 0;
  },
};

interface Measured {
  /** Steps that loading took */
  readonly loading: number;
  readonly samples: readonly SampleTime[];
}

interface SampleTime extends SampleRun {
  /** Median of the runs, in microseconds */
  readonly time: number;
}

function measure(options: SampleOptions, runs: number): Measured {
  const loading = openedScripts().open(options.source, options).fuel;
  const samples = SAMPLES.map((sample): SampleTime => {
    const run = runSample(options, sample);
    const times = Array.from({ length: runs }, () => {
      const before = performance.now();
      runSample(options, sample);
      return (performance.now() - before) * 1000;
    });
    return { ...run, time: Math.round(median(times)) };
  });
  return { loading, samples };
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;
}

// As a policy that states nothing would run it, and with every effect, since it is not judged here.
function optionsOf(source: string, given: Given): SampleOptions {
  const may: readonly Effect[] = ["accept", "ask", "cancel", "decline"];
  const read = readOptions(rulesById.get("script") as Rule, { source, may, options: handedOf(given) }, powers);
  if (!read.ok) throw new UsageError(read.errors[0].message);
  return read.value as unknown as SampleOptions;
}

function handedOf({ text }: Given): JsonObject {
  const parsed = parseJson(text("options") ?? "{}");
  if (parsed.ok && isObject(parsed.value)) return parsed.value;
  throw new UsageError("`--options` is no JSON object", `write \`--options '{"days":[1,2]}'\``);
}

function runsOf({ text }: Given): number {
  const stated = text("runs") ?? "200";
  if (/^[1-9][0-9]{0,5}$/.test(stated)) return Number(stated);
  throw new UsageError(`\`${stated}\` is no number of runs`, "a whole number from 1 to 999999");
}

function render({ loading, samples }: Measured, { fuel }: SampleOptions): string {
  const rows = samples.map(({ sample, said, cost, time }) => [
    `  ${sample}`,
    said === "fails" ? `fails: ${cost?.trouble ?? "unknown"}` : said,
    count(cost?.fuel ?? 0),
    `${Math.ceil((cost?.memory ?? 0) / 1024)} KiB`,
    `${time} \u00b5s`,
  ]);
  const most = Math.max(loading, ...samples.map(({ cost }) => cost?.fuel ?? 0));
  const table = renderTable([["  sample", "says", "steps", "memory", "time"], ...rows]);
  return `loading takes ${count(loading)} steps\n${table}at most ${count(most)} of ${count(fuel)} steps\n`;
}

function count(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function dataOf({ loading, samples }: Measured): object {
  return {
    loading,
    samples: samples.map(({ sample, said, cost, time }) => ({
      sample,
      says: said,
      trouble: cost?.trouble ?? null,
      fuel: cost?.fuel ?? null,
      memory: cost?.memory ?? null,
      microseconds: time,
    })),
  };
}
