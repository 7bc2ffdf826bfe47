/**
 * The client's settings file: our hook entries put in and taken out, every other byte left as it is.
 * The client drops a broken entry without a word (client-observed G), so a file that can't be read strictly is refused.
 */
import type { Node } from "jsonc-parser";
import { isArray, isObject, type JsonObject, type JsonProblem, type JsonValue, parseJson } from "../core/json.ts";
import {
  applyEdit,
  child,
  type Edit,
  type Edited,
  indexOf,
  insertLast,
  parseNodes,
  remove,
  replace,
} from "./settings-edit.ts";

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

/** Is told each edit, in the order in which they are made; what is put in is ours alone, what is taken out may hold more */
export type Note = (edited: Edited) => void;

/**
 * The settings with our entry for each event, where there is none; one that an older version or a slip has left so that
 * the client would let a request through is set right. `undefined`: there is no file yet. Throws `SettingsError`
 */
export function addHooks(text: string | undefined, program: string, note: Note = ignore): string {
  const draft = createDraft(text ?? "", note);
  if (text === undefined || isBlank(text)) {
    const put = freshSettings(program) + (text === undefined ? "\n" : "");
    draft.edit({ from: draft.text().length, to: draft.text().length, put });
    return draft.text();
  }
  if (hooksOf(text).node === undefined) {
    draft.edit(insertLast(text, parseNodes(text), "hooks", hooksFor(program)));
    return draft.text();
  }
  for (const event of EVENTS) {
    const { node, value } = hooksOf(draft.text());
    if (node === undefined) break;
    if (!Object.hasOwn(value, event)) {
      draft.edit(insertLast(draft.text(), node, event, [hookEntry(program)]));
      continue;
    }
    const groups = child(node, event) as Node;
    const ours = oursIn(draft.text(), event);
    if (ours.length === 0) draft.edit(insertLast(draft.text(), groups, undefined, hookEntry(program)));
    for (const one of ours) setRight(draft, () => handlerNode(draft.text(), event, one), program);
  }
  return draft.text();
}

/**
 * The settings without our handlers, and without what is empty once they are gone; `undefined`: without the file, which
 * `addHooks` began. Throws `SettingsError`
 *
 * An empty `hooks` or list of an event that stood there before `init` goes too: once it was filled, nothing tells it from
 * one that `init` made, and to the client both are the same.
 */
export function removeHooks(text: string, program: string, note: Note = ignore): string | undefined {
  const draft = createDraft(text, note);
  if (text === addHooks(undefined, program)) {
    note({ removed: text, added: "" });
    return undefined;
  }
  if (isBlank(text)) return text;
  const fresh = freshSettings(program);
  if (text.endsWith(fresh) && isBlank(text.slice(0, -fresh.length))) {
    draft.edit({ from: text.length - fresh.length, to: text.length, put: "" });
    return draft.text();
  }
  for (const event of EVENTS) {
    // From the last to the first, so that the places of those to come stay what they are.
    for (const { group, handler } of oursIn(text, event).toReversed()) {
      const groups = groupsNode(draft.text(), event);
      const handlers = child(child(groups, group) as Node, "hooks") as Node;
      const single = (handlers.children ?? []).length <= 1;
      draft.edit(single ? remove(draft.text(), groups, group) : remove(draft.text(), handlers, handler));
    }
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

/** A text on its way from one edit to the next */
interface Draft {
  readonly text: () => string;
  readonly edit: (edit: Edit) => void;
}

function createDraft(begun: string, note: Note): Draft {
  let text = begun;
  return {
    text: () => text,
    edit: (edit) => {
      note({ removed: text.slice(edit.from, edit.to), added: edit.put });
      text = applyEdit(text, edit);
    },
  };
}

function ignore(): void {}

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

/**
 * What an entry of ours has to say, and may say. Another type never runs, another command answers something else or
 * nothing, without `onFailure: "block"` a hook that breaks lets the request through (client-observed B1, B4, G2).
 * A person may name a runtime of their own, and a timeout.
 */
const REQUIRED: Readonly<Record<string, readonly [first: JsonValue, isRight: (value: unknown) => boolean]>> = {
  type: ["command", (value) => value === "command"],
  command: ["node", (value) => typeof value === "string" && /^(?:.*[/\\])?(?:node|nodejs|bun)(?:\.exe)?$/.test(value)],
  onFailure: ["block", (value) => value === "block"],
};

/**
 * What an entry of ours must not say but in a way that changes nothing: in the background nothing decides, a condition
 * skips the hook (client-observed B2, B4), and a value of a wrong kind, also among `args`, drops the entry without a word
 * (client-observed G).
 */
const UNWANTED: Readonly<Record<string, (value: unknown) => boolean>> = {
  async: (value) => value === false,
  asyncRewake: (value) => value === false,
  asyncTimeout: (value) => typeof value === "number" && value > 0,
  if: () => false,
  once: (value) => value === false,
  shell: (value) => value === "bash" || value === "powershell",
  statusMessage: (value) => typeof value === "string",
};

function setRight(draft: Draft, find: () => Node, program: string): void {
  const args = (): Node => child(find(), "args") as Node;
  const named = child(args(), 0) as Node;
  if (named.value !== program) draft.edit(replace(draft.text(), named, program));
  // From the last to the first; the hook itself refuses arguments that it does not know.
  for (let index = (args().children ?? []).length - 1; index > 1; index -= 1)
    if (typeof child(args(), index)?.value !== "string") draft.edit(remove(draft.text(), args(), index));
  for (const [key, isHarmless] of Object.entries(UNWANTED)) {
    const entry = find();
    const node = child(entry, key);
    if (node !== undefined && !isHarmless(node.value)) draft.edit(remove(draft.text(), entry, indexOf(entry, node)));
  }
  for (const [key, [first, isRight]] of Object.entries(REQUIRED)) {
    const node = child(find(), key);
    if (node === undefined) draft.edit(insertLast(draft.text(), find(), key, first));
    else if (!isRight(node.value)) draft.edit(replace(draft.text(), node, first));
  }
  const timeout = child(find(), "timeout");
  if (timeout !== undefined && !(typeof timeout.value === "number" && timeout.value > 0))
    draft.edit(replace(draft.text(), timeout, TIMEOUT_SECONDS));
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
