/**
 * The project's `.mcp.json`: the entry of the policy server that mcp_tool hooks call, put in and taken out.
 * Written only where it is asked for: the file starts programs on every machine that the project is cloned to.
 */
import type { Node } from "jsonc-parser";
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { logArguments } from "./hook-entries.ts";
import { parseSettings, SettingsError } from "./settings.ts";
import { child, createDraft, indexOf, insertLast, type Note, remove, replace } from "./settings-edit.ts";

/** The text with the server in it; `undefined`: there is no file yet. Throws `SettingsError` where another has its name */
export function addServer(text: string | undefined, name: string, note: Note = () => {}): string {
  const draft = createDraft(text ?? "", note);
  const server = createServer();
  if (text === undefined || text.trim() === "") {
    const put = `${JSON.stringify({ mcpServers: { [name]: server } }, undefined, 2)}\n`;
    draft.edit({ from: 0, to: draft.text().length, put });
    return draft.text();
  }
  const { root, servers } = serversOf(text);
  const there = servers === undefined ? undefined : child(servers, name);
  if (servers === undefined) draft.edit(insertLast(text, root, "mcpServers", { [name]: server }));
  else if (there === undefined) draft.edit(insertLast(text, servers, name, server));
  else if (!isOurServer(valueAt(text, name)))
    throw new SettingsError(text, there.offset, `there is another server \`${name}\``);
  else if (JSON.stringify(valueAt(text, name)) !== JSON.stringify(server)) draft.edit(replace(text, there, server));
  return draft.text();
}

/** The text without our servers; `undefined`: nothing is left of it. Throws `SettingsError` */
export function removeServers(text: string, note: Note = () => {}): string | undefined {
  if (text.trim() === "") return text;
  const draft = createDraft(text, note);
  for (const name of Object.keys(valuesOf(text))) {
    if (!isOurServer(valueAt(text, name))) continue;
    const { servers } = serversOf(draft.text());
    const node = servers === undefined ? undefined : child(servers, name);
    if (servers !== undefined && node !== undefined) draft.edit(remove(draft.text(), servers, indexOf(servers, node)));
  }
  if (draft.text() === text) return text;
  const { root, servers } = serversOf(draft.text());
  if ((servers?.children ?? []).length > 0) return draft.text();
  if ((root.children ?? []).length === 1) return undefined;
  draft.edit(remove(draft.text(), root, indexOf(root, servers as Node)));
  return draft.text();
}

// The client fills in variables here, and says which project it is to hooks and servers alone, so there is a fallback:
// servers start in the folder of the project.
function createServer(): JsonObject {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the client fills it in
  const program = "${CLAUDE_PROJECT_DIR:-.}/.claude/sekisho.cjs";
  return { type: "stdio", command: "node", args: [program, "mcp", ...logArguments(program)] };
}

function isOurServer(value: JsonValue | undefined): boolean {
  if (value === undefined || !isObject(value) || value["args"] === undefined || !isArray(value["args"])) return false;
  const [program, command] = value["args"];
  return typeof program === "string" && /(?:^|[/\\])\.claude[/\\]sekisho\.cjs$/.test(program) && command === "mcp";
}

function serversOf(text: string): { readonly root: Node; readonly servers: Node | undefined } {
  const { root: value, node: root } = parseSettings(text);
  const servers = child(root, "mcpServers");
  if (servers !== undefined && !isObject(value["mcpServers"] as JsonValue))
    throw new SettingsError(text, servers.offset, "`mcpServers` is not an object");
  return { root, servers };
}

function valuesOf(text: string): JsonObject {
  const { root } = parseSettings(text);
  const servers = root["mcpServers"];
  return servers !== undefined && isObject(servers) ? servers : {};
}

function valueAt(text: string, name: string): JsonValue | undefined {
  return valuesOf(text)[name];
}
