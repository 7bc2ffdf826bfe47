/**
 * Whole processes, timed in rounds: in each round every variant runs once, in a shuffled order, and is compared with the
 * bare runtime of the same round. The machine's drift falls out of the ratio.
 */
import { spawnSync } from "node:child_process";

export interface Variant {
  readonly name: string;
  /** A line for bash; its output goes nowhere */
  readonly line: string;
}

interface Times {
  readonly wall: number;
  readonly cpu: number;
}

export interface Ratios {
  readonly name: string;
  readonly wall: number;
  readonly cpu: number;
  /** Median milliseconds, for orientation only */
  readonly wallMs: number;
  readonly cpuMs: number;
}

// Without NODE_EXTRA_CA_CERTS: Node 20 loads that file at each start, and every ratio would flatter.
const ENVIRONMENT = { PATH: process.env["PATH"] ?? "", HOME: "/nonexistent" };

/** Median ratios to the first variant */
export function comparePaired(variants: readonly Variant[], rounds: number): readonly Ratios[] {
  const taken = new Map<string, Times[]>(variants.map(({ name }) => [name, []]));
  let state = 1;
  for (let round = -1; round < rounds; round += 1) {
    const order = variants.map((variant) => {
      state = (state * 48271) % 0x7fffffff;
      return { variant, key: state };
    });
    order.sort((left, right) => left.key - right.key);
    for (const { variant } of order) {
      const times = time(variant.line);
      if (round >= 0) taken.get(variant.name)?.push(times);
    }
  }
  const [bare] = variants;
  const base = taken.get(bare?.name ?? "") ?? [];
  return variants.map(({ name }) => {
    const own = taken.get(name) ?? [];
    return {
      name,
      wall: median(own.map((times, round) => times.wall / (base[round]?.wall ?? 1))),
      cpu: median(own.map((times, round) => times.cpu / (base[round]?.cpu ?? 1))),
      wallMs: median(own.map((times) => times.wall * 1000)),
      cpuMs: median(own.map((times) => times.cpu * 1000)),
    };
  });
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

// bash's own `time` gives the processor time of the finished process, which Node does not.
function time(line: string): Times {
  const script = `TIMEFORMAT='%6R %6U %6S'; { time { ${line}; } >/dev/null 2>/dev/null; } 2>&1`;
  const { stdout, status } = spawnSync("bash", ["-c", script], { env: ENVIRONMENT, encoding: "utf8" });
  const [wall, user, system] = stdout.trim().split(" ").map(Number);
  if (wall === undefined || user === undefined || system === undefined || Number.isNaN(wall))
    throw new Error(`${line}: ${stdout} (${status})`);
  return { wall, cpu: user + system };
}
