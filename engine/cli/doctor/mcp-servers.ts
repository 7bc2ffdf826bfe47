/**
 * The MCP servers that the client knows here: their names, for matchers, and how they are started, for mcp_tool hooks.
 * Of equal names the one nearest to the person counts: their own for this project, the project's, their own for all.
 */
import { isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { Io } from "../io.ts";
import type { Spot } from "./findings.ts";
import { readJson } from "./located.ts";
import { readText } from "./settings-files.ts";

export interface McpServer {
  readonly name: string;
  /** Whose word it is: what a project brings along is run only when that is asked for */
  readonly origin: "named" | "project" | "user";
  readonly entry: JsonObject;
  readonly file: string;
}

export interface McpServers {
  readonly servers: ReadonlyMap<string, McpServer>;
  /** Files that are there and can't be read, with why */
  readonly unread: readonly (Spot & { readonly why: string })[];
}

/** The client keeps much else in the user's file */
const LONGEST = 64 * 1024 * 1024;

export function readServers(project: string, named: readonly string[], io: Io): McpServers {
  const { path, home } = io;
  const servers = new Map<string, McpServer>();
  const unread: (Spot & { readonly why: string })[] = [];
  const read = (file: string): JsonObject => {
    const found = readText(file, io, LONGEST);
    if (found === undefined) return {};
    const value = "text" in found ? parse(found.text) : undefined;
    if (value !== undefined && isObject(value)) return value;
    unread.push(
      "why" in found
        ? { file, line: 1, column: 1, why: found.why }
        : { ...placeIn(found.text), file, why: "it is no JSON object" },
    );
    return {};
  };
  const add = (origin: McpServer["origin"], file: string, all: JsonValue | undefined): void => {
    if (all === undefined || !isObject(all)) return;
    for (const [name, entry] of Object.entries(all))
      if (isObject(entry)) servers.set(name, { name, origin, entry, file });
  };
  const own = path.join(home, ".claude.json");
  const users = home === "" ? {} : read(own);
  add("user", own, users["mcpServers"]);
  const shared = path.join(project, ".mcp.json");
  add("project", shared, read(shared)["mcpServers"]);
  const local = isObject(users["projects"]) ? users["projects"][project] : undefined;
  add("user", own, isObject(local) ? local["mcpServers"] : undefined);
  for (const file of named) add("named", path.resolve(io.cwd, file), read(path.resolve(io.cwd, file))["mcpServers"]);
  return { servers, unread };
}

// The client's own file is its own: how strictly it is read is no finding.
function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as JsonValue;
  } catch {
    return undefined;
  }
}

function placeIn(text: string): Pick<Spot, "column" | "line"> {
  const { problem } = readJson(text);
  return { line: problem?.line ?? 1, column: problem?.column ?? 1 };
}
