/**
 * The hooks of both events as the client takes them from the settings: what it drops, skips, or lets fail open.
 * It drops a broken entry without a word (client-observed G), so every way to be dropped is looked for here.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { EventName } from "../../core/request.ts";
import { nearestWord } from "../../policy/nearest.ts";
import { EVENTS, type HandlerType, isHttpUrl } from "../hook-entries.ts";
import type { DoctorCode } from "./codes.ts";
import { createFinding, type Finding, type Report, type Spot } from "./findings.ts";
import type { Located } from "./located.ts";
import type { Origin, SettingsFile } from "./settings-files.ts";

export interface Hook extends Spot {
  readonly origin: Origin;
  readonly event: EventName;
  /** As written, where the client knows it */
  readonly type: HandlerType | "other";
  readonly matcher: string | undefined;
  readonly matcherAt: Spot;
  readonly entry: JsonObject;
  /** Where a member of the entry stands; the entry itself where it has none */
  readonly placeOf: (key: string) => Spot;
  readonly findings: Finding[];
  readonly note: (code: DoctorCode, at: Spot, args?: Finding["args"]) => void;
}

/** All hooks of both events in one file; what belongs to no hook goes to `report` */
export function hooksOf({ origin, file, root }: SettingsFile, report: Report): readonly Hook[] {
  const hooks = root?.member("hooks");
  if (hooks === undefined) return [];
  if (!isObject(hooks.value)) {
    report("hooks-wrong-type", spot(file, hooks));
    return [];
  }
  const found = hooks.members().flatMap(([name, groups]) => {
    const event = EVENTS.find((one) => one === name);
    if (event === undefined) {
      if (isSlip(name)) report("event-misspelt", spot(file, groups), { name });
      return [];
    }
    if (isArray(groups.value)) return groups.items().flatMap((group) => hooksIn(group, event, origin, file, report));
    report("event-wrong-type", spot(file, groups), { name });
    return [];
  });
  if (found.length > MOST_HOOKS)
    report("settings-unread", spot(file, hooks), { why: "it holds more hooks than can be examined" });
  return found.slice(0, MOST_HOOKS);
}

/** For one file: nobody has as many, but a hostile file may */
const MOST_HOOKS = 200;

// The client takes an event that it does not know for nothing (client-observed G).
function isSlip(name: string): boolean {
  return /elicit/i.test(name) || nearestWord(name, EVENTS) !== undefined;
}

function hooksIn(group: Located, event: EventName, origin: Origin, file: string, report: Report): readonly Hook[] {
  const list = group.member("hooks");
  if (list === undefined || !isArray(list.value)) {
    report("group-wrong-type", spot(file, list ?? group));
    return [];
  }
  const matcher = group.member("matcher");
  if (group.member("onFailure") !== undefined)
    report("group-on-failure", spot(file, group.member("onFailure") ?? group));
  return list.items().map((handler): Hook => {
    const findings: Finding[] = [];
    const note: Hook["note"] = (code, at, args) => void findings.push(createFinding(code, at, args));
    const entry = isObject(handler.value) ? handler.value : {};
    const placeOf = (key: string): Spot => spot(file, handler.member(key) ?? handler);
    const matcherAt = spot(file, matcher ?? group);
    if (matcher !== undefined && typeof matcher.value !== "string") note("matcher-wrong-type", matcherAt);
    const type = checkShape(entry, placeOf, note);
    const shown = typeof matcher?.value === "string" ? matcher.value : undefined;
    return { origin, event, type, matcher: shown, matcherAt, entry, placeOf, findings, note, ...spot(file, handler) };
  });
}

type Check = (value: JsonValue) => boolean;

const isText: Check = (value) => typeof value === "string" && value !== "";
const isTexts: Check = (value) => isArray(value) && value.every((item) => typeof item === "string");

/** What each type needs, and may have beside; a value of a wrong kind drops the entry (client-observed C, D1, G) */
const KEYS: Readonly<
  Record<
    HandlerType,
    { readonly needs: Readonly<Record<string, Check>>; readonly may: Readonly<Record<string, Check>> }
  >
> = {
  command: {
    needs: { command: isText },
    may: { args: isTexts, shell: (value) => value === "bash" || value === "powershell" },
  },
  http: {
    needs: { url: isHttpUrl },
    may: {
      headers: (value) => isObject(value) && Object.values(value).every((text) => typeof text === "string"),
      allowedEnvVars: isTexts,
    },
  },
  mcp_tool: { needs: { server: isText, tool: isText }, may: { input: isObject } },
};

function checkShape(entry: JsonObject, placeOf: Hook["placeOf"], note: Hook["note"]): Hook["type"] {
  const stated = entry["type"];
  if (stated === "prompt" || stated === "agent") {
    note("type-never-runs", placeOf("type"));
    return "other";
  }
  const type = Object.keys(KEYS).find((one): one is HandlerType => one === stated);
  if (type === undefined) {
    note("hook-invalid", placeOf("type"), { key: "type" });
    return "other";
  }
  const { needs, may } = KEYS[type];
  for (const [key, isRight] of Object.entries(needs))
    if (entry[key] === undefined || !isRight(entry[key])) note("hook-invalid", placeOf(key), { key });
  for (const [key, isRight] of Object.entries(may))
    if (entry[key] !== undefined && !isRight(entry[key])) note("hook-invalid", placeOf(key), { key });
  checkCommon(entry, placeOf, note);
  return type;
}

const TEN_MINUTES = 600;

function checkCommon(
  { timeout, onFailure, async, ...rest }: JsonObject,
  placeOf: Hook["placeOf"],
  note: Hook["note"],
): void {
  if (timeout === undefined) note("timeout-missing", placeOf("timeout"));
  else if (typeof timeout !== "number" || !(timeout > 0)) note("timeout-invalid", placeOf("timeout"));
  else if (timeout > TEN_MINUTES) note("timeout-milliseconds", placeOf("timeout"));
  // Any value that the client does not know reads as `block` (claude-code-hooks §3.5), but that is a slip that helps nobody.
  if (onFailure !== "block") note("on-failure", placeOf("onFailure"));
  if (async !== undefined && async !== false) note("async", placeOf("async"));
  if (rest["if"] !== undefined) note("if-skips", placeOf("if"));
}

function spot(file: string, { line, column }: Pick<Located, "column" | "line">): Spot {
  return { file, line, column };
}
