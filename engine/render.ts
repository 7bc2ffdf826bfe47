/**
 * Text for people, rendered at the edge: reasons from the templates of rules, hostile text with nothing hidden in it.
 */
import { rulesById } from "./bind.ts";
import { ENGINE_CODES, type Reason } from "./core/decision.ts";

/** `rule/code: sentence`, with the arguments filled in */
export function renderReason(reason: Reason): string {
  const { rule, code, args } = reason;
  const templates: Readonly<Record<string, string>> | undefined =
    rule === "engine" ? ENGINE_CODES : rulesById.get(rule.split(":", 1)[0] ?? rule)?.codes;
  const template = templates !== undefined && Object.hasOwn(templates, code) ? templates[code] : undefined;
  const says = template?.replace(/\{([a-z-]+)\}/g, (whole, name: string) =>
    Object.hasOwn(args, name) ? showHostile(String(args[name])) : whole,
  );
  return says === undefined ? `${rule}/${code}` : `${rule}/${code}: ${says}`;
}

/** Text from outside on one line: control, bidirectional and invisible characters stand as escapes */
export function showHostile(text: string, limit = 200): string {
  const shown = text.replace(
    /[\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|[\udb40-\udb43][\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
    (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return shown.length > limit ? `${shown.slice(0, limit)}…` : shown;
}
