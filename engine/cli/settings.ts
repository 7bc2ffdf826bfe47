/**
 * The client's settings file: our hook entries put in and taken out, every other byte left as it is.
 * The client drops a broken entry without a word (client-observed G), so a file that can't be read strictly is refused.
 */
import type { Node } from "jsonc-parser";
import { isArray, isObject, type JsonObject, type JsonProblem, type JsonValue, parseJson } from "../core/json.ts";
import { child, indexOf, insertLast, parseNodes, remove, replace } from "./settings-edit.ts";

const EVENTS = ["Elicitation", "ElicitationResult"] as const;

/** Longer than any deadline of the hook: past it the client lets the request through unless `onFailure` says otherwise (client-observed G) */
const TIMEOUT_SECONDS = 30;

/** A settings file that is not what the client would read; `line` and `column` count from 1 */
export class SettingsError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(text: string, offset: number, message: string) {
    super(message);
    this.name = "SettingsError";
    const before = text
      .slice(0, offset)
      .replace(/^\ufeff/, "")
      .split("\n");
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/**
 * The settings with our entry for each event, where there is none; one that an older version or a slip has left so that
 * the client would let a request through is set right. `undefined`: there is no file yet. Throws `SettingsError`
 */
export function addHooks(text: string | undefined, program: string): string {
  if (text === undefined) return `${freshSettings(program)}\n`;
  if (isBlank(text)) return text + freshSettings(program);
  let edited = text;
  if (hooksOf(edited).node === undefined) {
    return insertLast(edited, parseNodes(edited), "hooks", hooksFor(program));
  }
  for (const event of EVENTS) {
    const { node, value } = hooksOf(edited);
    if (node === undefined) break;
    if (!Object.hasOwn(value, event)) {
      edited = insertLast(edited, node, event, [hookEntry(program)]);
      continue;
    }
    const groups = child(node, event) as Node;
    const ours = oursIn(edited, event);
    if (ours.length === 0) edited = insertLast(edited, groups, undefined, hookEntry(program));
    else edited = setRight(edited, event, ours, program);
  }
  return edited;
}

/**
 * The settings without our handlers, and without what is empty once they are gone; `undefined`: without the file, which
 * `addHooks` began. Throws `SettingsError`
 */
export function removeHooks(text: string, program: string): string | undefined {
  if (text === addHooks(undefined, program)) return undefined;
  if (isBlank(text)) return text;
  const fresh = freshSettings(program);
  if (text.endsWith(fresh) && isBlank(text.slice(0, -fresh.length))) return text.slice(0, -fresh.length);
  let edited = text;
  for (const event of EVENTS) {
    // From the last to the first, so that the places of those to come stay what they are.
    for (const { group, handler } of oursIn(edited, event).toReversed()) {
      const groups = groupsNode(edited, event);
      const handlers = child(child(groups, group) as Node, "hooks") as Node;
      edited = (handlers.children ?? []).length > 1 ? remove(edited, handlers, handler) : remove(edited, groups, group);
    }
    const { node } = hooksOf(edited);
    const groups = node === undefined ? undefined : child(node, event);
    if (edited !== text && node !== undefined && groups?.children?.length === 0)
      edited = remove(edited, node, indexOf(node, groups));
  }
  const { node } = hooksOf(edited);
  if (edited === text || node === undefined || (node.children ?? []).length > 0) return edited;
  const root = parseNodes(edited);
  return remove(edited, root, indexOf(root, child(root, "hooks") as Node));
}

/** What keeps our hooks from running although they stand there (client-observed E, G) */
export function checkHooks(text: string): readonly string[] {
  const problems: string[] = [];
  const { root } = hooksOf(text);
  if (root["disableAllHooks"] === true) problems.push("`disableAllHooks` is on, so no hook runs");
  for (const event of EVENTS) {
    for (const { group } of oursIn(text, event)) {
      const { matcher } = groupsOf(text, event)[group] as { readonly matcher?: JsonValue };
      if (matcher === undefined || matcher === "" || matcher === "*") continue;
      problems.push(`the hook for ${event} has a matcher, so it runs for some servers alone`);
    }
  }
  return problems;
}

/** Whether a handler is one that `init` wrote, wherever its copy of the program is, whatever was added to it since */
function isOurs(handler: JsonValue): boolean {
  if (!isObject(handler) || !isArray(handler["args"])) return false;
  const [program, command] = handler["args"];
  return typeof program === "string" && OUR_PROGRAM.test(program) && command === "hook";
}

const OUR_PROGRAM = /(?:^|[/\\])\.claude[/\\]sekisho\.cjs$/;

/** The entry for one event: exec form, so that no shell reads it; no matcher, since a broken one never runs (client-observed E) */
function hookEntry(program: string): JsonObject {
  return {
    hooks: [
      { type: "command", command: "node", args: [program, "hook"], timeout: TIMEOUT_SECONDS, onFailure: "block" },
    ],
  };
}

function hooksFor(program: string): JsonObject {
  return Object.fromEntries(EVENTS.map((event) => [event, [hookEntry(program)]]));
}

// `args` on one line, as nothing that is inserted into a file writes it: so `uninstall` knows a file that `init` began.
function freshSettings(program: string): string {
  const text = JSON.stringify({ hooks: hooksFor(program) }, undefined, 2);
  return text.replace(/\[\s+(".*"),\s+"hook"\s+\]/g, (_, named: string) => `[${named}, "hook"]`);
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

interface Handler {
  readonly group: number;
  readonly handler: number;
}

function oursIn(text: string, event: string): readonly Handler[] {
  return groupsOf(text, event).flatMap((entry, group) => {
    const handlers = isObject(entry) ? entry["hooks"] : undefined;
    if (!isArray(handlers)) return [];
    return handlers.flatMap((one, handler) => (isOurs(one) ? [{ group, handler }] : []));
  });
}

// Without `onFailure: "block"` a hook that breaks lets the request through; a timeout that is none drops the entry.
function setRight(text: string, event: string, ours: readonly Handler[], program: string): string {
  let edited = text;
  for (const { group, handler } of ours) {
    const find = (): Node =>
      child(child(child(groupsNode(edited, event), group) as Node, "hooks") as Node, handler) as Node;
    const named = child(child(find(), "args") as Node, 0) as Node;
    if (named.value !== program) edited = replace(edited, named, program);
    const timeout = child(find(), "timeout");
    if (timeout !== undefined && !(typeof timeout.value === "number" && timeout.value > 0))
      edited = replace(edited, timeout, TIMEOUT_SECONDS);
    const onFailure = child(find(), "onFailure");
    if (onFailure === undefined) edited = insertLast(edited, find(), "onFailure", "block");
    else if (onFailure.value !== "block") edited = replace(edited, onFailure, "block");
  }
  return edited;
}

function groupsOf(text: string, event: string): readonly JsonValue[] {
  const { node, value } = hooksOf(text);
  const groups = value[event];
  if (groups === undefined) return [];
  if (isArray(groups)) return groups;
  const at = node === undefined ? undefined : child(node, event);
  throw new SettingsError(text, at?.offset ?? 0, `\`hooks.${event}\` is not a list`);
}

function groupsNode(text: string, event: string): Node {
  return child(hooksOf(text).node as Node, event) as Node;
}

interface Hooks {
  readonly root: JsonObject;
  /** Empty where there are none */
  readonly value: JsonObject;
  /** `undefined`: the settings have no `hooks` */
  readonly node: Node | undefined;
}

function hooksOf(text: string): Hooks {
  const json = parseJson(text.replace(/^\ufeff/, " "));
  if (!json.ok) throw new SettingsError(text, json.errors[0].offset, whatIsWrong(text, json.errors[0]));
  const root = json.value;
  const tree = parseNodes(text);
  if (!isObject(root)) throw new SettingsError(text, tree.offset, "the settings are not an object");
  const node = child(tree, "hooks");
  if (node === undefined) return { root, value: {}, node };
  const value = root["hooks"];
  if (!isObject(value)) throw new SettingsError(text, node.offset, "`hooks` is not an object");
  return { root, value, node };
}

function whatIsWrong(text: string, { code, offset }: JsonProblem): string {
  if (code === "duplicate-key") return "a key that stands twice";
  if (code === "too-deep") return "too many objects and lists inside each other";
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) return "a comment, which JSON does not have";
  if (/^[\]}]/.test(text.slice(offset)) && /,\s*$/.test(text.slice(0, offset))) return "a comma with nothing after it";
  return offset >= text.length ? "the file ends too early" : "not JSON";
}
