/**
 * Sets an entry of ours right: what the client would drop, skip or fail open on becomes what `init` writes.
 * Everything else in it belongs to whoever put it there: a runtime of their own, a longer timeout, an audit folder.
 */
import type { Node } from "jsonc-parser";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { createHandler, isHttpUrl, TIMEOUT_SECONDS, TOKEN_NAME, TOOL, type Wiring } from "./hook-entries.ts";
import { child, type Draft, indexOf, insertLast, remove, replace } from "./settings-edit.ts";

/** `find` gives the entry as it stands in the draft, anew after each edit */
export function setRight(draft: Draft, find: () => Node, wiring: Wiring): void {
  const fresh = createHandler(wiring);
  for (const [key, isHarmless] of Object.entries(UNWANTED)) {
    const entry = find();
    const node = child(entry, key);
    if (node !== undefined && !isHarmless(node.value)) draft.edit(remove(draft.text(), entry, indexOf(entry, node)));
  }
  for (const [key, isRight] of Object.entries(checksFor(wiring))) {
    const node = child(find(), key);
    const value = fresh[key] as JsonValue;
    if (node === undefined) draft.edit(insertLast(draft.text(), find(), key, value));
    else if (!isRight(plainValueOf(node))) draft.edit(replace(draft.text(), node, value));
  }
  const within = (key: string) => (): Node => child(find(), key) as Node;
  if (wiring.type === "command") setArguments(draft, within("args"), wiring.program);
  if (wiring.type === "http") {
    setMembers(draft, within("headers"), fresh["headers"] as JsonObject, (value) => String(value).includes(TOKEN_NAME));
    const names = within("allowedEnvVars");
    if (!(plainValueOf(names()) as readonly unknown[]).includes(TOKEN_NAME))
      draft.edit(insertLast(draft.text(), names(), undefined, TOKEN_NAME));
  }
  if (wiring.type === "mcp_tool") setMembers(draft, within("input"), fresh["input"] as JsonObject);
  const timeout = child(find(), "timeout");
  if (timeout !== undefined && !(typeof timeout.value === "number" && timeout.value > 0))
    draft.edit(replace(draft.text(), timeout, TIMEOUT_SECONDS));
}

type Check = (value: unknown) => boolean;

/**
 * What an entry of ours has to say. Another type never runs, another command answers something else or nothing, without
 * `onFailure: "block"` a hook that breaks lets the request through (client-observed B1, B4, D1, G2).
 */
function checksFor(wiring: Wiring): Readonly<Record<string, Check>> {
  const onFailure: Check = (value) => value === "block";
  const type: Check = (value) => value === wiring.type;
  switch (wiring.type) {
    case "command":
      return { type, command: isRuntime, onFailure };
    case "http":
      return {
        type,
        url: (value) => (wiring.url === undefined ? isHttpUrl(value) : value === wiring.url),
        headers: isPlain,
        allowedEnvVars: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
        onFailure,
      };
    case "mcp_tool":
      return {
        type,
        server: (value) =>
          wiring.server === undefined ? typeof value === "string" && value !== "" : value === wiring.server,
        tool: (value) => value === TOOL,
        input: isPlain,
        onFailure,
      };
  }
}

function isRuntime(value: unknown): boolean {
  return typeof value === "string" && /^(?:.*[/\\])?(?:node|nodejs|bun)(?:\.exe)?$/.test(value);
}

function isPlain(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What an entry of ours must not say but in a way that changes nothing: in the background nothing decides, a condition
 * skips the hook (client-observed B2, B4), and a value of a wrong kind drops the entry without a word (client-observed G).
 */
const UNWANTED: Readonly<Record<string, Check>> = {
  async: (value) => value === false,
  asyncRewake: (value) => value === false,
  asyncTimeout: (value) => typeof value === "number" && value > 0,
  if: () => false,
  once: (value) => value === false,
  shell: (value) => value === "bash" || value === "powershell",
  statusMessage: (value) => typeof value === "string",
};

function setArguments(draft: Draft, args: () => Node, program: string): void {
  const named = child(args(), 0) as Node;
  if (named.value !== program) draft.edit(replace(draft.text(), named, program));
  // From the last to the first; the hook itself refuses arguments that it does not know.
  for (let index = (args().children ?? []).length - 1; index > 1; index -= 1)
    if (typeof child(args(), index)?.value !== "string") draft.edit(remove(draft.text(), args(), index));
}

// Members of somebody's own stay beside them.
function setMembers(draft: Draft, find: () => Node, wanted: JsonObject, isRight?: Check): void {
  for (const [key, value] of Object.entries(wanted)) {
    const node = child(find(), key);
    if (node === undefined) draft.edit(insertLast(draft.text(), find(), key, value));
    else if (isRight === undefined ? node.value !== value : !isRight(node.value))
      draft.edit(replace(draft.text(), node, value));
  }
}

// The library gives lists and objects no value of their own.
function plainValueOf({ type, value, children = [] }: Node): unknown {
  if (type === "object") return {};
  return type === "array" ? children.map(plainValueOf) : value;
}
