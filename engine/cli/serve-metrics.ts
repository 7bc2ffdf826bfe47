/**
 * What a server counts, as Prometheus reads it (text format 0.0.4).
 * Written here, since the client libraries want Node's modules by static imports, which the one file can't have
 * (docs/decisions); a test reads it with somebody else's parser.
 */
import type { CallReport } from "../adapters/http-gate.ts";
import type { CallProblem } from "../adapters/http-head.ts";
import type { Examination } from "../deciding.ts";
import { version } from "../version.ts";
import type { PolicyState } from "./serve-policy.ts";

export interface ServerMetrics {
  readonly count: (call: CallReport) => void;
  /** A call that never came to a gate */
  readonly countProblem: (problem: CallProblem) => void;
  readonly render: (gauges: Gauges) => string;
}

/** What is true at the moment, and counted elsewhere */
export interface Gauges {
  readonly policy: PolicyState;
  readonly openCalls: number;
  readonly unrecorded: number;
  readonly droppedLines: number;
  readonly startedAt: number;
  readonly residentBytes: number;
  readonly cpuSeconds: number;
}

// From a quarter of a millisecond, which is more than most decisions take, to the deadline.
const BUCKETS = [0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

type Labels = Readonly<Record<string, string>>;

export function createServerMetrics(): ServerMetrics {
  const decisions = createCounter(["event", "effect"]);
  const rules = createCounter(["event", "effect", "rule"]);
  const problems = createCounter(["problem"]);
  const buckets = BUCKETS.map(() => 0);
  let calls = 0;
  let seconds = 0;

  const countDecision = ({ reading, decision }: Examination): void => {
    const event = reading.kind === "request" || reading.kind === "malformed" ? reading.event : reading.kind;
    const { effect, reasons } = decision;
    decisions.add(event, effect);
    // Reasons are sorted, so those of one rule stand together.
    for (let index = 0; index < reasons.length; index += 1) {
      const rule = reasons[index]?.rule ?? "";
      if (rule !== reasons[index - 1]?.rule) rules.add(event, effect, rule);
    }
  };

  return {
    count: ({ problem, milliseconds, examination }) => {
      calls += 1;
      seconds += milliseconds / 1000;
      const from = BUCKETS.findIndex((limit) => milliseconds / 1000 <= limit);
      if (from >= 0) buckets[from] = (buckets[from] ?? 0) + 1;
      if (problem !== undefined) problems.add(problem);
      if (examination !== undefined) countDecision(examination);
    },
    countProblem: (problem) => problems.add(problem),
    render: (gauges) => {
      const { policy } = gauges;
      return [
        family("sekisho_decisions_total", "counter", "Decisions by event and effect", decisions.all()),
        family("sekisho_rule_decisions_total", "counter", "Decisions by each rule that gave a reason", rules.all()),
        family("sekisho_errors_total", "counter", "Calls answered with a block, by what was wrong", problems.all()),
        histogram("sekisho_call_duration_seconds", "From the head of a call to its answer", buckets, calls, seconds),
        gauge("sekisho_open_calls", "Calls that are not answered yet", gauges.openCalls),
        family("sekisho_policy_info", "gauge", "The policy in force, and the engine", [
          [{ digest: policy.digest, version }, 1],
        ]),
        gauge(
          "sekisho_policy_loaded",
          "0: nothing loads, and everything is refused",
          Number(policy.status !== "refusing"),
        ),
        gauge(
          "sekisho_policy_stale",
          "1: what the files say now does not load, and the policy before is in force",
          Number(policy.status === "stale"),
        ),
        gauge(
          "sekisho_policy_loaded_timestamp_seconds",
          "When the policy in force was loaded",
          (policy.loadedAt ?? 0) / 1000,
        ),
        family("sekisho_policy_reloads_total", "counter", "Loads of the policy, the first among them", [
          [{ result: "loaded" }, policy.loads],
          [{ result: "failed" }, policy.failures],
        ]),
        counter(
          "sekisho_unrecorded_total",
          "Problems beside a decision, as that it was not recorded",
          gauges.unrecorded,
        ),
        counter("sekisho_log_lines_dropped_total", "Lines of the log that nobody took", gauges.droppedLines),
        gauge("process_start_time_seconds", "When the server was started", gauges.startedAt / 1000),
        gauge("process_resident_memory_bytes", "Memory that is held", gauges.residentBytes),
        counter("process_cpu_seconds_total", "Processor time of the server, user and system", gauges.cpuSeconds),
      ].join("");
    },
  };
}

type Sample = readonly [labels: Labels, value: number];

interface Counter {
  /** The values of its labels */
  readonly add: (...values: readonly string[]) => void;
  readonly all: () => readonly Sample[];
}

/** A step towards a sample: a value of each label further, by which it is found without a text being made for it */
interface Step {
  readonly next: Map<string, Step>;
  count: number;
}

function createCounter(labels: readonly string[]): Counter {
  const root = createStep();
  const samples = (step: Step, values: readonly string[]): readonly Sample[] =>
    values.length === labels.length
      ? [[Object.fromEntries(values.map((value, index) => [labels[index], value])), step.count]]
      : [...step.next].flatMap(([value, further]) => samples(further, [...values, value]));
  return {
    add: (...values) => {
      let step = root;
      for (const value of values) {
        let further = step.next.get(value);
        if (further === undefined) {
          further = createStep();
          step.next.set(value, further);
        }
        step = further;
      }
      step.count += 1;
    },
    all: () => samples(root, []),
  };
}

function createStep(): Step {
  return { next: new Map(), count: 0 };
}

function gauge(name: string, help: string, value: number): string {
  return family(name, "gauge", help, [[{}, value]]);
}

function counter(name: string, help: string, value: number): string {
  return family(name, "counter", help, [[{}, value]]);
}

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}${render(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function histogram(name: string, help: string, buckets: readonly number[], count: number, sum: number): string {
  let below = 0;
  const lines = buckets.map((own, index) => {
    below += own;
    return `${name}_bucket${render({ le: String(BUCKETS[index]) })} ${below}\n`;
  });
  return [
    family(name, "histogram", help, []),
    ...lines,
    `${name}_bucket${render({ le: "+Inf" })} ${count}\n${name}_sum ${sum}\n${name}_count ${count}\n`,
  ].join("");
}

// "label_value can be any sequence of UTF-8 characters, but the backslash, double-quote, and line feed characters have to
// be escaped" (Prometheus, exposition formats).
function render(labels: Labels): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/["\\\n]/g, (found) => (found === "\n" ? "\\n" : `\\${found}`))}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}
