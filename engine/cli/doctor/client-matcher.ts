/**
 * The client's own reading of a matcher, exactly: which servers a hook runs for (client-observed E).
 * It differs from every other pattern in sekisho, and a guess about it is how guards die.
 */
import { nodeModule } from "../../platform.ts";

export type Fit = "broken" | "fits" | "misses" | "slow";

/** Whether a hook with this matcher runs for a server; `undefined`: there is no matcher */
export function fitMatcher(matcher: string | undefined, server: string): Fit {
  return fitNames(matcher, [server])[0] ?? "misses";
}

/** The same for several servers at once: all are `slow` where they take too long together */
export function fitNames(matcher: string | undefined, servers: readonly string[]): readonly Fit[] {
  if (matcher === undefined || matcher === "" || matcher === "*") return servers.map(() => "fits");
  if (!isNameList(matcher)) return testPattern(matcher, servers);
  const names = new Set(namesIn(matcher));
  return servers.map((server) => (names.has(server) ? "fits" : "misses"));
}

/** Only these characters: names, compared exactly and with their case. Any other: a pattern */
export function isNameList(matcher: string): boolean {
  return /^[A-Za-z0-9_\-, |]*$/.test(matcher);
}

/** The names of a list: a blank separates nothing */
export function namesIn(matcher: string): readonly string[] {
  return matcher.split(/[|,]/).map((name) => name.trim());
}

// A project's pattern on a project's name may take for ever, and the doctor must not.
const PATIENCE = 250;

function testPattern(matcher: string, servers: readonly string[]): readonly Fit[] {
  let pattern: RegExp;
  try {
    pattern = new RegExp(matcher);
  } catch {
    return servers.map(() => "broken");
  }
  try {
    // Nothing else stops a pattern that is on its way.
    const vm = nodeModule("vm");
    const found =
      vm === undefined
        ? servers.map((server) => pattern.test(server))
        : vm.runInNewContext(
            "servers.map((server) => pattern.test(server))",
            { pattern, servers },
            { timeout: PATIENCE },
          );
    return servers.map((_, at) => (found[at] === true ? "fits" : "misses"));
  } catch {
    return servers.map(() => "slow");
  }
}
