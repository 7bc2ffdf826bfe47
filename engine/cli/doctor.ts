/**
 * `sekisho doctor`: reads the client's settings as the client does, finds guards that are dead or open, and puts a canary's
 * questions to each hook of sekisho's.
 */
import { type Command, factsOf, type Given } from "./command.ts";
import { type Diagnosis, examine } from "./doctor/examine.ts";
import { renderDiagnosis, renderDiagnosisJson } from "./doctor/report.ts";
import type { Io } from "./io.ts";

export const doctor: Command = {
  name: "doctor",
  about: "Find hooks that are dead or open, and try each with a canary",
  usage: "[--run] [--json] [--settings FILE]... [--mcp-config FILE]... [--policy FILE]... [--fact NAME=VALUE]...",
  options: {
    run: { type: "boolean", about: "also run and call what the project's settings name: do you trust them?" },
    json: { type: "boolean", about: "the diagnosis as JSON" },
    settings: {
      type: "string",
      multiple: true,
      value: "FILE",
      about: "settings beside those that are found; again for more",
    },
    "mcp-config": {
      type: "string",
      multiple: true,
      value: "FILE",
      about: "MCP servers beside those that are found; again for more",
    },
    policy: {
      type: "string",
      multiple: true,
      value: "FILE",
      about: "the policy that a running server was started with; again for more",
    },
    fact: {
      type: "string",
      multiple: true,
      value: "NAME=VALUE",
      about: "a fact that it was started with; again for more",
    },
  },
  operands: { most: 0, help: "run it in the folder of the project" },
  async run(given, io) {
    const diagnosis = await diagnose(given, io);
    io.print(given.flag("json") ? renderDiagnosisJson(diagnosis) : renderDiagnosis(diagnosis, io));
    return diagnosis.healthy ? 0 : 1;
  },
};

function diagnose(given: Given, io: Io): Promise<Diagnosis> {
  const named = io.env["CLAUDE_PROJECT_DIR"] ?? "";
  return examine(
    {
      // In a shell nobody says which project it is; the folder does.
      project: named === "" ? io.cwd : io.path.resolve(io.cwd, named),
      settings: given.texts("settings"),
      mcpConfig: given.texts("mcp-config"),
      policies: given.texts("policy").map((file) => io.path.resolve(io.cwd, file)),
      facts: factsOf(given),
      run: given.flag("run"),
    },
    io,
  );
}
