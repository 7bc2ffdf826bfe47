/** A span of time as an option: `10m`, `90s`, `1h`; read as milliseconds. */
import { good, type OptionSpec, wrongType, wrongValue } from "./options.ts";

/** `first` is written like any other */
export function duration(first: string, about: string): OptionSpec<number> {
  return {
    kind: "time like `10m`",
    about,
    required: false,
    first,
    schema: { type: "string", pattern: "^[1-9][0-9]{0,4}(?:s|m|h)$", default: first },
    read: (value) => {
      if (typeof value !== "string") return wrongType("a time like `10m`", value);
      const milliseconds = parseDuration(value);
      return milliseconds === undefined || milliseconds > LONGEST
        ? wrongValue("a time from `1s` to `24h`, like `10m`")
        : good(milliseconds);
    },
  };
}

// What was asked is remembered for a day (core/session-memory.ts).
const LONGEST = 24 * 3600 * 1000;

function parseDuration(text: string): number | undefined {
  const [, count, unit] = /^([1-9][0-9]{0,4})(s|m|h)$/.exec(text) ?? [];
  if (count === undefined) return undefined;
  return Number(count) * (unit === "s" ? 1000 : unit === "m" ? 60_000 : 3_600_000);
}
