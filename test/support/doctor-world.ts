/**
 * A project and a home with settings to be examined, and the diagnosis as data.
 */
import path from "node:path";
import type { Io } from "../../engine/cli/io.ts";
import { type CliEnd, type CliWorld, createCliWorld } from "./cli-world.ts";

export interface DoctorFinding {
  readonly code: string;
  readonly severity: "dead" | "note" | "open";
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly todo: string;
}

export interface DoctorHook {
  readonly event: string;
  readonly type: string;
  readonly origin: string;
  readonly sekisho: boolean;
  readonly status: "alive" | "dead" | "other" | "unproven";
  readonly file: string;
  readonly line: number;
  readonly findings: readonly DoctorFinding[];
}

export interface Diagnosed extends CliEnd {
  readonly healthy: boolean;
  readonly client: string | null;
  readonly hooks: readonly DoctorHook[];
  /** All of them, those of hooks too */
  readonly findings: readonly DoctorFinding[];
  readonly codes: readonly string[];
  readonly statuses: readonly string[];
}

export interface DoctorWorld extends CliWorld {
  readonly doctor: (args?: readonly string[], given?: Partial<Io>) => Promise<CliEnd>;
  readonly diagnose: (args?: readonly string[], given?: Partial<Io>) => Promise<Diagnosed>;
}

export const PROJECT_SETTINGS = "project/.claude/settings.json";
export const USER_SETTINGS = "home/.claude/settings.json";

/** `program`: the text of the one file; then it lies in dist/, and the doctor is started from it */
export function createDoctorWorld(files: Readonly<Record<string, unknown>> = {}, program?: string): DoctorWorld {
  const world = createCliWorld();
  for (const [file, text] of Object.entries(files))
    world.write(file, typeof text === "string" ? text : `${JSON.stringify(text, undefined, 2)}\n`);
  const own = program === undefined ? {} : { program: world.write("dist/sekisho.cjs", program) };
  const env = { PATH: [path.dirname(process.execPath), "/usr/bin", "/bin"].join(path.delimiter), HOME: world.home };
  const doctor: DoctorWorld["doctor"] = (args = [], given = {}) =>
    world.run(["doctor", ...args], { ...own, env, ...given });
  return {
    ...world,
    doctor,
    diagnose: async (args = [], given = {}) => {
      const end = await doctor(["--json", ...args], given);
      const { hooks, findings, healthy, client } = JSON.parse(end.stdout) as Diagnosed;
      const all = [...findings, ...hooks.flatMap((hook) => hook.findings)];
      const codes = [...new Set(all.map(({ code }) => code))].toSorted();
      return { ...end, healthy, client, hooks, findings: all, codes, statuses: hooks.map(({ status }) => status) };
    },
  };
}

/** Settings with the same handler for both events, or each with its own */
export function settingsOf(
  elicitation: object,
  result: object = elicitation,
  group: object = {},
  more: object = {},
): object {
  return {
    hooks: { Elicitation: [{ ...group, hooks: [elicitation] }], ElicitationResult: [{ ...group, hooks: [result] }] },
    ...more,
  };
}
