/**
 * Matchers that never fit, or fit less than everything (client-observed E).
 * Sekisho's own entries have none: the policy selects by server, and says so where it makes a mistake.
 */
import { fitMatcher, fitNames, isNameList, namesIn } from "./client-matcher.ts";
import type { DoctorCode } from "./codes.ts";
import type { Finding } from "./findings.ts";

export interface MatcherProblem {
  readonly code: DoctorCode;
  readonly args?: Finding["args"];
}

/** How many patterns may still be slow: a hostile file holds any number of them */
export interface Patience {
  left: number;
}

/**
 * What is wrong with a matcher. `servers`: the names that are known here, by no means all that there are. `guards`: the
 * hook is to guard every server; another hook may well be for one alone
 */
export function problemOfMatcher(
  matcher: string | undefined,
  servers: readonly string[],
  guards: boolean,
  patience: Patience,
): MatcherProblem | undefined {
  if (matcher === undefined || matcher === "" || matcher === "*") return undefined;
  if (fitMatcher(matcher, "") === "broken") return { code: "matcher-broken" };
  const known = servers.slice(0, MOST_SERVERS);
  const names = [...new Set([...known, ...PROBES])];
  if (patience.left <= 0 && !isNameList(matcher)) return { code: "matcher-slow" };
  const fits = fitNames(matcher, names);
  if (fits.includes("slow")) {
    patience.left -= 1;
    return { code: "matcher-slow" };
  }
  const fitting = new Set(names.filter((_, at) => fits[at] === "fits"));
  if (fitting.size === names.length) return undefined;
  // Nobody wrote that by hand, so no slip of the hand is looked for.
  if (matcher.length > LONGEST_MATCHER) return { code: "matcher-no-server" };
  const partial: MatcherProblem | undefined = guards ? { code: "matcher-partial" } : undefined;
  if (known.some((name) => fitting.has(name))) return hasBareDot(matcher) ? { code: "matcher-dot" } : partial;
  const why = formThatNeverFits(matcher, known);
  if (why !== undefined) return { code: "matcher-never", args: { why } };
  if (!isNameList(matcher) && COMMA_LIST.test(matcher)) return { code: "matcher-list" };
  if (hasBareDot(matcher)) return { code: "matcher-dot" };
  const meant = known.find(
    (server) => isNameList(matcher) && namesIn(matcher.toLowerCase()).includes(server.toLowerCase()),
  );
  if (meant !== undefined) return { code: "matcher-case", args: { server: meant } };
  return known.length > 0 ? { code: "matcher-no-server" } : partial;
}

const LONGEST_MATCHER = 2000;

// A hostile file may name any number, and each is tried.
const MOST_SERVERS = 200;

/** Names of every kind: a matcher that fits them all fits any name */
const PROBES = ["sekisho-doctor-probe_0", "a", "crm.example.org", "my crm", "plugin:db:main", "\u95a2\u6240"];

const COMMA_LIST = /^\s*[\w\-. ]+(?:[,|][\w\-. ]+)+$/;

// `crm.example.com`: meant as a name, read as a pattern.
function hasBareDot(matcher: string): boolean {
  return /^[\w\- ]+(?:[.|][\w\- ]+)+$/.test(matcher) && matcher.includes(".");
}

function formThatNeverFits(matcher: string, servers: readonly string[]): string | undefined {
  if (/mcp__/.test(matcher)) return "`mcp__...` is the name of a tool";
  if (/^\/.*\/[a-z]*$/.test(matcher)) return "the slashes are taken as part of the name";
  if (/^!/.test(matcher)) return "`!` is taken as part of the name";
  if (!isNameList(matcher)) return undefined;
  if (namesIn(matcher).every((name) => name === "")) return "it names nothing";
  // `other crm`, where there is a server `crm`: a name with a blank in it would be one that nobody knows here.
  const words = namesIn(matcher).map((name) => name.split(/ +/));
  const isSplit = words.every((parts) => parts.length > 1 && parts.some((part) => servers.includes(part)));
  return isSplit ? "a blank separates nothing" : undefined;
}
