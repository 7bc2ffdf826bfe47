/**
 * The metrics of a server, read by a parser of the Prometheus text format that is not ours.
 * Names of rules stand in them as labels, and a name may hold whatever a policy's author wrote.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { suite, test } from "node:test";
import type { CallReport } from "../engine/adapters/http-gate.ts";
import { createServerMetrics, type Gauges } from "../engine/cli/serve-metrics.ts";
import type { OpenEngine } from "../engine/deciding.ts";
import { createEngine } from "../engine/index.ts";

interface Family {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly buckets?: Readonly<Record<string, string>>;
    readonly count?: string;
    readonly sum?: string;
  }[];
}

// It has no types of its own.
const parse: (text: string) => readonly Family[] = createRequire(import.meta.url)("parse-prometheus-text-format");

const GAUGES: Gauges = {
  policy: { status: "stale", digest: "d1", loadedAt: 1_796_044_909_101, loads: 3, failures: 2 },
  openCalls: 4,
  unrecorded: 5,
  droppedLines: 6,
  startedAt: 1_796_044_000_000,
  residentBytes: 58_327_040,
  cpuSeconds: 0.25,
};

function families(text: string): ReadonlyMap<string, Family> {
  return new Map(parse(text).map((family) => [family.name, family]));
}

const call = (milliseconds: number, more: Partial<CallReport> = {}): CallReport => ({
  caller: undefined,
  problem: undefined,
  bytes: 100,
  milliseconds,
  examination: undefined,
  ...more,
});

suite("metrics of a server", () => {
  test("an idle server has every family, with help and type", () => {
    const text = createServerMetrics().render(GAUGES);
    const found = [...families(text).values()].map(({ name, type }) => `${type} ${name}`);
    assert.deepEqual(found, [
      "COUNTER sekisho_decisions_total",
      "COUNTER sekisho_rule_decisions_total",
      "COUNTER sekisho_errors_total",
      "HISTOGRAM sekisho_call_duration_seconds",
      "GAUGE sekisho_open_calls",
      "GAUGE sekisho_policy_info",
      "GAUGE sekisho_policy_loaded",
      "GAUGE sekisho_policy_stale",
      "GAUGE sekisho_policy_loaded_timestamp_seconds",
      "COUNTER sekisho_policy_reloads_total",
      "COUNTER sekisho_unrecorded_total",
      "COUNTER sekisho_log_lines_dropped_total",
      "GAUGE process_start_time_seconds",
      "GAUGE process_resident_memory_bytes",
      "COUNTER process_cpu_seconds_total",
    ]);
    for (const line of text.split("\n")) assert.match(line, /^$|^# (?:HELP|TYPE) \w+ .+$|^\w+(?:\{.*\})? \S+$/);
    assert.ok(text.endsWith("\n"));
  });

  test("what holds at the moment is told as it is", () => {
    const read = families(createServerMetrics().render(GAUGES));
    const value = (name: string): string | undefined => read.get(name)?.metrics[0]?.value;
    assert.equal(value("sekisho_policy_stale"), "1");
    assert.equal(value("sekisho_policy_loaded"), "1");
    assert.equal(value("sekisho_policy_loaded_timestamp_seconds"), "1796044909.101");
    assert.equal(value("sekisho_open_calls"), "4");
    assert.equal(value("sekisho_unrecorded_total"), "5");
    assert.equal(value("sekisho_log_lines_dropped_total"), "6");
    assert.equal(value("process_cpu_seconds_total"), "0.25");
    assert.equal(read.get("sekisho_policy_info")?.metrics[0]?.labels?.["digest"], "d1");
    assert.deepEqual(
      read.get("sekisho_policy_reloads_total")?.metrics.map(({ labels, value: count }) => [labels?.["result"], count]),
      [
        ["loaded", "3"],
        ["failed", "2"],
      ],
    );
  });

  test("times fall into buckets that add up", () => {
    const metrics = createServerMetrics();
    for (const milliseconds of [0.1, 0.25, 0.3, 7, 7, 20_000]) metrics.count(call(milliseconds));
    const [histogram] = families(metrics.render(GAUGES)).get("sekisho_call_duration_seconds")?.metrics ?? [];
    assert.equal(histogram?.count, "6");
    assert.ok(Math.abs(Number(histogram?.sum) - 20.01465) < 1e-9);
    const { buckets = {} } = histogram ?? {};
    assert.deepEqual(
      ["0.00025", "0.0005", "0.005", "0.01", "10", "+Inf"].map((limit) => buckets[limit]),
      ["2", "3", "3", "5", "5", "6"],
    );
  });

  test("decisions are counted by event and effect, and once for each rule that gave a reason", async () => {
    const name = 'odd "name" \\ with\nall of it';
    const engine = (await createEngine({
      policy: {
        version: 1,
        rules: [
          { use: "only-servers", servers: ["crm"] },
          { use: "match", name: "odd", then: "decline" },
        ],
      },
    })) as OpenEngine;
    const metrics = createServerMetrics();
    const input = {
      hook_event_name: "Elicitation",
      mcp_server_name: "x",
      message: "?",
      requested_schema: { type: "object" },
    };
    for (const one of [input, input, { ...input, hook_event_name: "Notification" }, "{"])
      metrics.count(call(1, { examination: engine.examine(one) }));
    metrics.count(call(1, { problem: "busy" }));
    metrics.countProblem("malformed-http");
    const read = families(metrics.render(GAUGES));
    const of = (family: string): readonly unknown[] =>
      (read.get(family)?.metrics ?? []).map(({ labels, value }) => ({ ...labels, value }));
    assert.deepEqual(of("sekisho_decisions_total"), [
      { event: "Elicitation", effect: "decline", value: "2" },
      { event: "foreign", effect: "pass", value: "1" },
      { event: "unreadable", effect: "decline", value: "1" },
    ]);
    assert.deepEqual(of("sekisho_rule_decisions_total"), [
      { event: "Elicitation", effect: "decline", rule: "match:odd", value: "2" },
      { event: "Elicitation", effect: "decline", rule: "only-servers", value: "2" },
      { event: "unreadable", effect: "decline", rule: "engine", value: "1" },
    ]);
    assert.deepEqual(of("sekisho_errors_total"), [
      { problem: "busy", value: "1" },
      { problem: "malformed-http", value: "1" },
    ]);

    const [examination] = [engine.examine(input)];
    const renamed = {
      ...examination,
      decision: { ...examination.decision, reasons: [{ rule: name, code: "x", args: {} }] },
    };
    const other = createServerMetrics();
    other.count(call(1, { examination: renamed }));
    const text = other.render(GAUGES);
    assert.match(text, /rule="odd \\"name\\" \\\\ with\\nall of it"\} 1\n/);
    assert.equal(families(text).get("sekisho_rule_decisions_total")?.metrics[0]?.labels?.["rule"], name);
  });
});
