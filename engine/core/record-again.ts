/**
 * Decides a request again as a record holds it, to find out where a rule says something else without the values.
 * Apart from record-decision.ts, since most questions hold nothing that is withheld, and a hook pays for what it loads.
 */
import { decide } from "./decide.ts";
import { canonicalJson, type JsonValue } from "./json.ts";
import type { Policy } from "./policy.ts";
import { type Again, isTold, type Told } from "./record-decision.ts";
import { recordedPowers } from "./recorded-powers.ts";
import { type RecordedMemory, reviveContext, reviveMemory, reviveRequest } from "./recorded-request.ts";
import { type Came, type RecordedVerdict, type Telling, takeVerdict, tellVerdict } from "./recorded-verdict.ts";
import type { Request } from "./request.ts";
import type { Context, Memory } from "./rule.ts";
import { tracePolicy } from "./trace.ts";
import type { Withholder } from "./withhold.ts";

/** Verdicts that rules would not give again, and whether even with those the decision comes out another one */
export function decideAgain({
  parts,
  bound,
  kept,
  memory,
  told,
  withholder,
  common,
}: Again): Pick<Told, "final" | "recorded"> {
  const { decision, context, request, server = "" } = parts;
  const hidden = [kept, ...(memory?.candidates ?? [])].some(({ withheld }) => withheld.length > 0);
  const facts = [...context.facts].every(([name, fact]) => common.facts[name] === fact);
  if (!hidden && facts && common.server === server && isTold(decision, told)) return { recorded: [], final: false };
  if (request === undefined) return { recorded: [], final: true };
  try {
    const searched =
      kept.content === undefined
        ? bound.powers
        : parts.helpers.values().searchedPowers(bound.powers, request, kept, context);
    const real = hear({ ...bound, powers: searched }, request, context);
    const origin = { event: request.event, mode: request.mode, server: common.server ?? "" };
    const remembered =
      memory === null ? undefined : withOriginals(reviveMemory(memory, origin.server), memory, context);
    const revived = reviveRequest(kept, origin);
    const recorded = compare(real, withholder);
    const powers = recordedPowers(bound.powers, () => ({ request: revived, recorded: kept }));
    const again = decide(
      tracePolicy({ ...bound, powers }, recorded.ask),
      revived,
      reviveContext(context.now ?? null, common.facts, remembered),
    );
    return { recorded: recorded.verdicts, final: !isTold(again, told) };
  } catch {
    return { recorded: [], final: true }; // what fails here failed before, and was refused for it
  }
}

// A question of which nothing is withheld is the one that was asked, and what a rule read of that one it need not read again.
function withOriginals(revived: Memory, { candidates }: RecordedMemory, { memory }: Context): Memory {
  const originals = revived.candidates.map((one, at) => {
    const original = memory?.candidates[at];
    return original?.server === one.server && candidates[at]?.withheld.length === 0 ? original : one;
  });
  return { ...revived, candidates: originals };
}

/** All that entries came to, in the order in which they were asked */
function hear(bound: Policy, request: Request, context: Context): readonly Came[] {
  const heard: Came[] = [];
  decide(
    tracePolicy(bound, (entry, input) => {
      const came = comeTo(() => entry.rule.decide(input));
      heard.push(came);
      return take(came);
    }),
    request,
    context,
  );
  return heard;
}

function comeTo(say: () => ReturnType<typeof takeVerdict>): Came {
  try {
    return { verdict: say() };
  } catch {
    return { failed: true };
  }
}

function take(came: Came): ReturnType<typeof takeVerdict> {
  if ("failed" in came) throw new Error("failed");
  return came.verdict;
}

// Where a rule says something else of the recorded request, what it said of the real one is said in its place, and kept.
function compare(
  real: readonly Came[],
  withholder: Withholder,
): { readonly verdicts: readonly RecordedVerdict[]; readonly ask: Parameters<typeof tracePolicy>[1] } {
  const verdicts: RecordedVerdict[] = [];
  const exactly: Telling = { ...withholder, value: withholder.likeness };
  const text = (came: Came): string => canonicalJson(tellVerdict(came, exactly) as unknown as JsonValue);
  let at = -1;
  return {
    verdicts,
    ask: (entry, input) => {
      at += 1;
      const said = comeTo(() => entry.rule.decide(input));
      const meant = real[at];
      if (meant === undefined || text(said) === text(meant)) return take(said);
      const verdict = tellVerdict(meant, withholder);
      verdicts.push({ at, rule: entry.id, verdict });
      return takeVerdict(verdict);
    },
  };
}
