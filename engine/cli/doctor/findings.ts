/**
 * A finding: a code with its place and arguments. Where one is made its place is known; how it reads is decided elsewhere.
 */
import { aboutCode, type DoctorCode, type Severity } from "./codes.ts";

export interface Spot {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface Finding extends Spot {
  readonly code: DoctorCode;
  readonly severity: Severity;
  /** Names, places and counts; never a value of `env`, of `headers`, or of what a hook said */
  readonly args: Readonly<Record<string, number | string>>;
}

export function createFinding(code: DoctorCode, at: Spot, args: Finding["args"] = {}): Finding {
  const { file, line, column } = at;
  return { code, severity: aboutCode(code).severity, file, line, column, args };
}

/** Gets findings one by one */
export type Report = (code: DoctorCode, at: Spot, args?: Finding["args"]) => void;
