/**
 * Which client is installed, asked only where that is safe: by the whole path of a program that lies outside of the project,
 * from the home folder, for a few seconds.
 */
import { nodeModule } from "../../platform.ts";
import { compareVersions } from "../install.ts";
import type { Io } from "../io.ts";
import { findProgram } from "./check-command.ts";
import { isInside } from "./trust.ts";

const PATIENCE = 5000;

/** Its version, or `undefined` where it can't be told */
export async function clientVersion(project: string, io: Io): Promise<string | undefined> {
  const children = nodeModule("child_process");
  const program = findProgram("claude", io);
  if (children === undefined || !io.path.isAbsolute(program) || isInside(program, project, io) || io.home === "")
    return undefined;
  const said = await new Promise<string>((resolve) => {
    const options = {
      cwd: io.home,
      env: { PATH: io.env["PATH"], HOME: io.home },
      timeout: PATIENCE,
      maxBuffer: 65_536,
    };
    children.execFile(program, ["--version"], options, (error, stdout) => resolve(error === null ? stdout : ""));
  }).catch(() => "");
  return /^(\d{1,4}\.\d{1,4}\.\d{1,6})\b/.exec(said)?.[1];
}

/** The first version that knows `onFailure` for a handler type (claude-code-hooks §3.5) */
export function knowsOnFailure(type: string): string {
  return type === "mcp_tool" ? "2.1.328" : "2.1.295";
}

export function isOlder(version: string, than: string): boolean {
  return compareVersions(version, than) < 0;
}
