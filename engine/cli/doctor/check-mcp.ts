/**
 * mcp_tool hooks: whether the server is there under that very name, and whether every field arrives (client-observed D).
 */
import { isArray, isObject } from "../../core/json.ts";
import { MAPPED_FIELDS, TOOL, templateOf } from "../hook-entries.ts";
import type { Hook } from "./hooks.ts";
import type { McpServer } from "./mcp-servers.ts";
import type { SettingsFile } from "./settings-files.ts";

/** Reports on server, tool and mapping. `ours`: the server is sekisho's, so that what it needs is known */
export function checkMcp(
  hook: Hook,
  servers: ReadonlyMap<string, McpServer>,
  disabled: ReadonlySet<string>,
  ours: boolean,
): void {
  const { server, tool, input } = hook.entry;
  if (typeof server === "string" && server !== "") {
    const found = servers.get(server);
    // Servers of plugins and connectors stand in no file that is read here.
    if (found === undefined && !/^plugin:|^claude\.ai /.test(server))
      hook.note("mcp-server-missing", hook.placeOf("server"), { server });
    if (found?.origin === "project" && disabled.has(server))
      hook.note("mcp-server-disabled", hook.placeOf("server"), { server });
  }
  if (!ours) return;
  if (typeof tool === "string" && tool !== TOOL) hook.note("tool-name", hook.placeOf("tool"));
  if (input === undefined) hook.note("mapping-empty", hook.placeOf("input"));
  else if (isObject(input)) {
    for (const field of MAPPED_FIELDS)
      if (!OPTIONAL.has(field) && input[field] !== templateOf(field))
        hook.note("mapping-missing", hook.placeOf("input"), { field });
  }
}

/** What no rule looks at, or what is there under `--agent` alone */
const OPTIONAL: ReadonlySet<string> = new Set(["agent_type", "cwd", "prompt_id", "transcript_path"]);

/** The project's servers that settings turn off */
export function disabledServers(files: readonly SettingsFile[]): ReadonlySet<string> {
  return new Set(
    files.flatMap(({ root }) => {
      const list = root?.member("disabledMcpjsonServers")?.value;
      return list !== undefined && isArray(list) ? list.filter((name) => typeof name === "string") : [];
    }),
  );
}
