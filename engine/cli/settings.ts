/**
 * The client's settings file: our hook entries put in and taken out, every other byte left as it is.
 * The client drops a broken entry without a word (client-observed G), so a file that can't be read strictly is refused.
 */
import type { Node } from "jsonc-parser";
import { isArray, isObject, type JsonObject, type JsonProblem, type JsonValue, parseJson } from "../core/json.ts";
import { createHandler, EVENTS, type HandlerType, shapeOf, type Wiring } from "./hook-entries.ts";
import {
  child,
  createDraft,
  type Draft,
  indexOf,
  insertLast,
  type Note,
  parseNodes,
  remove,
  replace,
} from "./settings-edit.ts";
import { setRight } from "./settings-right.ts";

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
 * The settings with our entry for each event, once: one of another type gives way, one that an older version or a slip
 * has left so that the client would let a request through is set right. `undefined`: there is no file yet. Throws
 * `SettingsError`
 */
export function addHooks(text: string | undefined, wiring: Wiring, note: Note = ignore): string {
  const draft = createDraft(text ?? "", note);
  if (text === undefined || isBlank(text)) {
    const put = freshSettings(wiring) + (text === undefined ? "\n" : "");
    draft.edit({ from: draft.text().length, to: draft.text().length, put });
    return draft.text();
  }
  if (hooksOf(text).node === undefined) {
    draft.edit(insertLast(text, parseNodes(text), "hooks", hooksFor(wiring)));
    return draft.text();
  }
  for (const event of EVENTS) {
    const { node, value } = hooksOf(draft.text());
    if (node === undefined) break;
    if (Object.hasOwn(value, event)) addHook(draft, event, wiring);
    else draft.edit(insertLast(draft.text(), node, event, [{ hooks: [createHandler(wiring)] }]));
  }
  return draft.text();
}

/** Our entries that stand in the settings, of both events. Throws `SettingsError` */
export function ourHooks(text: string | undefined): readonly OurHook[] {
  if (text === undefined || isBlank(text)) return [];
  return EVENTS.flatMap((event) => oursIn(text, event));
}

/**
 * The settings without our handlers, and without what is empty once they are gone; `undefined`: without the file, which
 * `addHooks` began. Throws `SettingsError`
 *
 * An empty `hooks` or list of an event that stood there before `init` goes too: once it was filled, nothing tells it from
 * one that `init` made, and to the client both are the same.
 */
export function removeHooks(text: string, note: Note = ignore): string | undefined {
  const draft = createDraft(text, note);
  if (isBlank(text)) return text;
  const fresh = beginningOf(text);
  if (fresh !== undefined && text === `${fresh}\n`) {
    note({ removed: text, added: "" });
    return undefined;
  }
  if (fresh !== undefined && text.endsWith(fresh) && isBlank(text.slice(0, -fresh.length))) {
    draft.edit({ from: text.length - fresh.length, to: text.length, put: "" });
    return draft.text();
  }
  for (const event of EVENTS) {
    // From the last to the first, so that the places of those to come stay what they are.
    for (const one of oursIn(text, event).toReversed()) removeHandler(draft, event, one);
    const { node } = hooksOf(draft.text());
    const groups = node === undefined ? undefined : child(node, event);
    if (draft.text() !== text && node !== undefined && groups?.children?.length === 0)
      draft.edit(remove(draft.text(), node, indexOf(node, groups)));
  }
  const { node } = hooksOf(draft.text());
  if (draft.text() === text || node === undefined || (node.children ?? []).length > 0) return draft.text();
  const root = parseNodes(draft.text());
  draft.edit(remove(draft.text(), root, indexOf(root, child(root, "hooks") as Node)));
  return draft.text();
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

function addHook(draft: Draft, event: string, wiring: Wiring): void {
  const ours = oursIn(draft.text(), event);
  const [first] = ours;
  if (first === undefined) {
    draft.edit(
      insertLast(draft.text(), groupsNode(draft.text(), event), undefined, { hooks: [createHandler(wiring)] }),
    );
    return;
  }
  const kept = ours.filter(({ shape }) => shape === wiring.type);
  // From the last to the first, so that the places of those before stay what they are.
  for (const one of ours.toReversed()) {
    if (kept.includes(one)) setRight(draft, () => handlerNode(draft.text(), event, one), wiring);
    else if (kept.length > 0 || one !== first) removeHandler(draft, event, one);
    else draft.edit(replace(draft.text(), handlerNode(draft.text(), event, one), createHandler(wiring)));
  }
}

function removeHandler(draft: Draft, event: string, { group, handler }: Handler): void {
  const groups = groupsNode(draft.text(), event);
  const handlers = child(child(groups, group) as Node, "hooks") as Node;
  const single = (handlers.children ?? []).length <= 1;
  draft.edit(single ? remove(draft.text(), groups, group) : remove(draft.text(), handlers, handler));
}

function hooksFor(wiring: Wiring): JsonObject {
  return Object.fromEntries(EVENTS.map((event) => [event, [{ hooks: [createHandler(wiring)] }]]));
}

// Some values on one line, as nothing that is inserted into a file writes them: so `uninstall` knows a file that `init` began.
function freshSettings(wiring: Wiring): string {
  const text = JSON.stringify({ hooks: hooksFor(wiring) }, undefined, 2);
  return text
    .replace(
      /\[\s+("(?:[^"\\]|\\.)*"(?:,\s+"(?:[^"\\]|\\.)*")*)\s+\]/g,
      (_, texts: string) => `[${texts.replace(/,\n\s+/g, ", ")}]`,
    )
    .replace(/("server": "(?:[^"\\]|\\.)*",)\s+("tool")/g, "$1 $2");
}

// What `init` would have begun this file with, by the entry that stands in it.
function beginningOf(text: string): string | undefined {
  const [ours] = oursIn(text, EVENTS[0]);
  if (ours === undefined) return undefined;
  const { args, url, server } = ours.value as Readonly<Record<string, JsonValue | undefined>>;
  switch (ours.shape) {
    case "command":
      return freshSettings({ type: "command", program: String((args as readonly JsonValue[])[0]) });
    case "http":
      return freshSettings({ type: "http", url: String(url) });
    case "mcp_tool":
      return freshSettings({ type: "mcp_tool", server: String(server) });
  }
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}

function ignore(): void {}

export interface OurHook {
  readonly shape: HandlerType;
  readonly value: JsonObject;
}

interface Handler extends OurHook {
  readonly group: number;
  readonly handler: number;
}

function oursIn(text: string, event: string): readonly Handler[] {
  return groupsOf(text, event).flatMap((entry, group) => {
    const handlers = isObject(entry) ? entry["hooks"] : undefined;
    if (!isArray(handlers)) return [];
    return handlers.flatMap((value, handler) => {
      const shape = shapeOf(value);
      return shape === undefined ? [] : [{ group, handler, shape, value: value as JsonObject }];
    });
  });
}

function handlerNode(text: string, event: string, { group, handler }: Handler): Node {
  return child(child(child(groupsNode(text, event), group) as Node, "hooks") as Node, handler) as Node;
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
  const { root, node: tree } = parseSettings(text);
  const node = child(tree, "hooks");
  if (node === undefined) return { root, value: {}, node };
  const value = root["hooks"];
  if (!isObject(value)) throw new SettingsError(text, node.offset, "`hooks` is not an object");
  return { root, value, node };
}

/** A file of the client's, read strictly: as values, and as places in the text. Throws `SettingsError` */
export function parseSettings(text: string): { readonly root: JsonObject; readonly node: Node } {
  const json = parseJson(text.replace(/^\ufeff/, " "));
  if (!json.ok) throw new SettingsError(text, json.errors[0].offset, whatIsWrong(text, json.errors[0]));
  const node = parseNodes(text);
  if (!isObject(json.value)) throw new SettingsError(text, node.offset, "the file is not an object");
  return { root: json.value, node };
}

function whatIsWrong(text: string, { code, offset }: JsonProblem): string {
  if (code === "duplicate-key") return "a key that stands twice";
  if (code === "too-deep") return "too many objects and lists inside each other";
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) return "a comment, which JSON does not have";
  if (/^[\]}]/.test(text.slice(offset)) && /,\s*$/.test(text.slice(0, offset))) return "a comma with nothing after it";
  return offset >= text.length ? "the file ends too early" : "not JSON";
}
