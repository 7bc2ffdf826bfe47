/**
 * Which hooks are sekisho's, however they are written: by what they start, call or name; and what the other ones seem to do.
 */
import { isObject, type JsonObject } from "../../core/json.ts";
import { shapeOf, TOOL } from "../hook-entries.ts";
import type { Hook } from "./hooks.ts";
import type { McpServer } from "./mcp-servers.ts";
import { readText } from "./settings-files.ts";
import { type Started, type Surroundings, startedBy, startedByServer } from "./started.ts";

export interface Identity {
  /** `watches`: a script in which nothing looks like a decision */
  readonly kind: "decides" | "sekisho" | "watches";
  /** What a command hook starts */
  readonly started: Started | undefined;
  /** The server that an mcp_tool hook calls, and what that starts */
  readonly server: McpServer | undefined;
  readonly serverStarts: Started | undefined;
}

export function identify(hook: Hook, servers: ReadonlyMap<string, McpServer>, around: Surroundings): Identity {
  const nothing = { started: undefined, server: undefined, serverStarts: undefined };
  switch (hook.type) {
    case "command": {
      const started = startedBy(hook.entry, around);
      return { ...nothing, started, kind: kindOfCommand(hook.entry, started, around) };
    }
    case "http":
      return { ...nothing, kind: isOurAddress(hook.entry) ? "sekisho" : "decides" };
    case "mcp_tool": {
      const name = hook.entry["server"];
      const server = typeof name === "string" ? servers.get(name) : undefined;
      const serverStarts = server === undefined ? undefined : startedByServer(server.entry, around);
      const ours =
        shapeOf(hook.entry) === "mcp_tool" ||
        hook.entry["tool"] === TOOL ||
        serverStarts?.parts.some(({ sekisho }) => sekisho?.[0] === "mcp") === true;
      return { ...nothing, server, serverStarts, kind: ours ? "sekisho" : "decides" };
    }
    case "other":
      return { ...nothing, kind: shapeOf(hook.entry) === undefined ? "watches" : "sekisho" };
  }
}

function kindOfCommand(entry: JsonObject, { parts }: Started, around: Surroundings): Identity["kind"] {
  if (shapeOf(entry) === "command" || parts.some(({ sekisho }) => sekisho?.[0] === "hook")) return "sekisho";
  const texts = [String(entry["command"])];
  for (const { script, program, folder } of parts) {
    const word = script ?? program;
    if (word.text === undefined || folder === undefined || !/[/\\.]/.test(word.text)) continue;
    const read = readText(around.io.path.resolve(folder, word.text), around.io, LONGEST_SCRIPT);
    if (read !== undefined && "text" in read) texts.push(read.text);
    else if (read !== undefined) return "decides"; // a program, whatever it does
  }
  const all = texts.join("\n");
  if (/\bsekisho\b[^\n]*\bhook\b/.test(all)) return "sekisho";
  return DECIDES.test(all) ? "decides" : "watches";
}

const LONGEST_SCRIPT = 256 * 1024;
const DECIDES = /hookSpecificOutput|["'\\]action\b|["'\\]decision\b|exit\s*\(?\s*2\b/;

// `serve` answers POST /hook (DESIGN §10).
function isOurAddress(entry: JsonObject): boolean {
  const { url, headers } = entry;
  if (shapeOf(entry) === "http") return true;
  if (headers !== undefined && isObject(headers) && /sekisho/i.test(Object.keys(headers).join())) return true;
  if (typeof url !== "string" || !URL.canParse(url)) return false;
  const { pathname, hostname } = new URL(url);
  return pathname === "/hook" || /sekisho/i.test(hostname + pathname);
}
