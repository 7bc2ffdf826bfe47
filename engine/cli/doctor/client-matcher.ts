/**
 * The client's own reading of a matcher, exactly: which servers a hook runs for (client-observed E).
 * It differs from every other pattern in sekisho, and a guess about it is how guards die.
 */
import { nodeModule } from "../../platform.ts";

export type Fit = "broken" | "fits" | "misses" | "slow";

/** Whether a hook with this matcher runs for a server; `undefined`: there is no matcher */
export function fitMatcher(matcher: string | undefined, server: string): Fit {
  if (matcher === undefined || matcher === "" || matcher === "*") return "fits";
  if (isNameList(matcher)) return namesIn(matcher).includes(server) ? "fits" : "misses";
  return testPattern(matcher, server);
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

function testPattern(matcher: string, server: string): Fit {
  let pattern: RegExp;
  try {
    pattern = new RegExp(matcher);
  } catch {
    return "broken";
  }
  const vm = nodeModule("vm");
  try {
    const fits =
      vm === undefined
        ? pattern.test(server)
        : vm.runInNewContext("pattern.test(server)", { pattern, server }, { timeout: PATIENCE });
    return fits === true ? "fits" : "misses";
  } catch {
    return "slow";
  }
}
