/**
 * The client's settings file: our hook entries put in and taken out, every other byte left as it is.
 * The client drops a broken entry without a word (client-observed G), so a file that can't be read strictly is refused.
 */
import { applyEdits, type FormattingOptions, modify } from "jsonc-parser";
import { isArray, isObject, type JsonObject, type JsonValue, parseJson } from "../core/json.ts";

export const EVENTS = ["Elicitation", "ElicitationResult"] as const;

/** Longer than any deadline of the hook: past it the client lets the request through unless `onFailure` says otherwise (client-observed G) */
const TIMEOUT_SECONDS = 30;

/** A settings file that is not what the client would read; `line` and `column` count from 1 */
export class SettingsError extends Error {
  readonly line: number;
  readonly column: number;
  constructor(text: string, offset: number, message: string) {
    super(message);
    this.name = "SettingsError";
    const before = text.slice(0, offset).split("\n");
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/** The entry for one event: exec form, so that no shell reads it; no matcher, since a broken one never runs (client-observed E) */
export function hookEntry(program: string): JsonObject {
  return {
    hooks: [
      { type: "command", command: "node", args: [program, "hook"], timeout: TIMEOUT_SECONDS, onFailure: "block" },
    ],
  };
}

/** The settings with our entry for each event that has none. Throws `SettingsError` */
export function addHooks(text: string, program: string): string {
  let edited = text.trim() === "" ? "{}\n" : text;
  for (const event of EVENTS) {
    const groups = groupsOf(edited, event);
    if (groups.some((group) => handlersOf(group).some(isOurs))) continue;
    edited = edit(edited, ["hooks", event, groups.length], hookEntry(program), true);
  }
  return edited;
}

/** The settings without our handlers, and without what is empty once they are gone. Throws `SettingsError` */
export function removeHooks(text: string): string {
  let edited = text;
  for (const event of EVENTS) {
    const groups = groupsOf(edited, event);
    for (const [index, group] of [...groups.entries()].reverse()) {
      const handlers = handlersOf(group);
      const ours = handlers.flatMap((handler, at) => (isOurs(handler) ? [at] : [])).reverse();
      if (ours.length === 0) continue;
      if (ours.length === handlers.length) edited = edit(edited, ["hooks", event, index], undefined);
      else for (const at of ours) edited = edit(edited, ["hooks", event, index, "hooks", at], undefined);
    }
    if (groups.length > 0 && groupsOf(edited, event).length === 0) edited = edit(edited, ["hooks", event], undefined);
  }
  if (edited !== text && Object.keys(hooksOf(edited)).length === 0) edited = edit(edited, ["hooks"], undefined);
  return edited;
}

/** Whether a handler is one that `init` wrote, wherever its copy of the program is */
export function isOurs(handler: JsonValue): boolean {
  if (!isObject(handler) || !isArray(handler["args"])) return false;
  const [program, command] = handler["args"];
  return typeof program === "string" && /[/\\]\.claude[/\\]sekisho\.cjs$/.test(program) && command === "hook";
}

function groupsOf(text: string, event: string): readonly JsonValue[] {
  const groups = hooksOf(text)[event];
  if (groups === undefined) return [];
  if (!isArray(groups)) throw new SettingsError(text, keyOffset(text, event), `\`hooks.${event}\` is not a list`);
  return groups;
}

function handlersOf(group: JsonValue): readonly JsonValue[] {
  const handlers = isObject(group) ? group["hooks"] : undefined;
  return isArray(handlers) ? handlers : [];
}

function hooksOf(text: string): JsonObject {
  const json = parseJson(text.replace(/^\ufeff/, " "));
  if (!json.ok)
    throw new SettingsError(text, json.errors[0].offset, whatIsWrong(json.errors[0].code, text, json.errors[0].offset));
  if (!isObject(json.value)) throw new SettingsError(text, 0, "the settings are not an object");
  const hooks = json.value["hooks"];
  if (hooks === undefined) return {};
  if (!isObject(hooks)) throw new SettingsError(text, keyOffset(text, "hooks"), "`hooks` is not an object");
  return hooks;
}

function whatIsWrong(code: string, text: string, offset: number): string {
  if (/^\/[/*]/.test(text.slice(offset, offset + 2))) return "a comment, which the client does not read";
  if (code === "duplicate-key") return "a key that stands twice";
  return "not JSON";
}

function keyOffset(text: string, key: string): number {
  return Math.max(text.indexOf(`"${key}"`), 0);
}

function edit(
  text: string,
  path: readonly (string | number)[],
  value: JsonValue | undefined,
  isArrayInsertion = false,
): string {
  const edits = modify(text, [...path], value, { formattingOptions: formattingOf(text), isArrayInsertion });
  return applyEdits(text, edits);
}

function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ";
  return {
    insertSpaces: !indent.startsWith("\t"),
    tabSize: indent.startsWith("\t") ? 1 : indent.length,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
}
