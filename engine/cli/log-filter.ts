/**
 * Which records a person asks for: by server, effect, rule, time and session.
 */
import type { Decision } from "../core/decision.ts";
import type { DecisionRecord } from "../core/record.ts";
import { parseNow } from "../core/time.ts";
import { type Command, type Given, UsageError } from "./command.ts";

export const FILTER_OPTIONS = {
  server: { type: "string", multiple: true, value: "NAME", about: "of this server; again for more" },
  effect: { type: "string", multiple: true, value: "EFFECT", about: "decided so; again for more" },
  rule: {
    type: "string",
    multiple: true,
    value: "RULE",
    about: "in which this rule speaks, also observed: `rule`, `rule:name` or `rule/code`; again for more",
  },
  since: { type: "string", value: "WHEN", about: "from then on: `2h`, `3d`, `2026-11-30`, `2026-11-30T15:30Z`" },
  session: { type: "string", value: "ID", about: "of this session" },
} as const satisfies Command["options"];

export interface Filter {
  readonly matches: (record: DecisionRecord) => boolean;
  /** The day before which no file needs to be read */
  readonly since: string | undefined;
}

const EFFECTS: readonly Decision["effect"][] = ["accept", "ask", "cancel", "decline", "pass"];

/** Throws `UsageError` */
export function filterOf(given: Given, now: string): Filter {
  const servers = new Set(given.texts("server"));
  const effects = new Set(given.texts("effect"));
  for (const effect of effects)
    if (!EFFECTS.some((one) => one === effect))
      throw new UsageError(`\`${effect}\` is no effect`, `one of ${EFFECTS.map((one) => `\`${one}\``).join(", ")}`);
  const rules = given.texts("rule");
  const since = sinceOf(given.text("since"), now);
  const session = given.text("session");
  return {
    since,
    matches: (record) =>
      (servers.size === 0 || (record.server !== null && servers.has(record.server))) &&
      (effects.size === 0 || effects.has(record.effect)) &&
      (session === undefined || record.session === session) &&
      (since === undefined || (record.now ?? "") >= since) &&
      (rules.length === 0 || rules.some((rule) => speaks(record, rule))),
  };
}

function speaks({ reasons, errors, observed }: DecisionRecord, wanted: string): boolean {
  return [...reasons, ...errors, ...observed].some(
    ({ rule, code }) => wanted === rule || wanted === `${rule}/${code}` || wanted === rule.split(":", 1)[0],
  );
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

function sinceOf(stated: string | undefined, now: string): string | undefined {
  if (stated === undefined) return undefined;
  const [, count, unit = ""] = /^([0-9]{1,5})([mhd])$/.exec(stated) ?? [];
  if (count !== undefined) return new Date(Date.parse(now) - Number(count) * (UNITS[unit] ?? 0)).toISOString();
  const time = parseNow(stated);
  if (time !== undefined) return time;
  throw new UsageError(`\`${stated}\` is no time`, "write `2h`, `3d`, `2026-11-30` or `2026-11-30T15:30Z`");
}
