/**
 * Text for people, rendered at the edge: reasons from the templates of rules, hostile text with nothing hidden in it.
 */
import { rulesById } from "./all-rules.ts";
import { ENGINE_CODES, type Reason } from "./core/decision.ts";
import { redactReason } from "./core/redact.ts";
import { escapeText } from "./policy/source-characters.ts";

/** `rule/code: sentence`, with the arguments filled in. `stated`: a script's own sentence, which no rule of ours knows */
export function renderReason(reason: Reason, stated?: string): string {
  const { rule, code, args } = redactReason(reason);
  const templates: Readonly<Record<string, string>> | undefined =
    rule === "engine" ? ENGINE_CODES : rulesById.get(rule.split(":", 1)[0] ?? rule)?.codes;
  const known = templates !== undefined && Object.hasOwn(templates, code) ? templates[code] : undefined;
  const template = known ?? (stated === undefined ? undefined : showHostile(stated));
  const says = template?.replace(/\{([A-Za-z][A-Za-z0-9_-]*)\}/g, (whole, name: string) =>
    Object.hasOwn(args, name) ? showHostile(String(args[name])) : whole,
  );
  const id = renderCode(reason);
  return says === undefined ? id : `${id}: ${says}`;
}

/** `rule/code` alone */
export function renderCode({ rule, code }: Pick<Reason, "code" | "rule">): string {
  return showHostile(`${rule}/${code}`);
}

/** Text from outside on one line: control, bidirectional and invisible characters stand as escapes */
export function showHostile(text: string, limit = 200): string {
  const cut = text.length > limit;
  return cut ? `${escapeText(text.slice(0, limit).replace(/[\ud800-\udbff]$/, ""))}…` : escapeText(text);
}

/** JSON in which no character breaks a line or steers a terminal; what it says is the same */
export function renderJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, undefined, indent);
  return text.replace(HIDDEN, (found) =>
    found
      .split("")
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}

// KEEP IN SYNC with `renderRecord` in core/record.ts.
const HIDDEN =
  /[\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\uffff]|\udb40[\udc00-\udfff]/g;
