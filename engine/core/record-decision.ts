/**
 * A decision with everything that it takes to make it again, and nothing that is secret: request and memory with
 * likenesses in place of values, and the verdicts that rules would not give again on those (DESIGN §9).
 */
import { decide } from "./decide.ts";
import { createDecision, type Decision, type Reason } from "./decision.ts";
import { canonicalJson, type JsonValue } from "./json.ts";
import type { Policy } from "./policy.ts";
import type { RecordParts } from "./record.ts";
import { recordedPowers } from "./recorded-powers.ts";
import { type RecordedMemory, reviveContext, reviveMemory, reviveRequest } from "./recorded-request.ts";
import {
  type Came,
  type RecordedVerdict,
  type Telling,
  takeVerdict,
  tellArgs,
  tellVerdict,
} from "./recorded-verdict.ts";
import { maskText, redactName, shapeOfValue, type ValueShape } from "./redact.ts";
import type { FormRequest, Request } from "./request.ts";
import type { Candidate, Context } from "./rule.ts";
import { tracePolicy } from "./trace.ts";
import { createWithholder, type RecordedRequest, tellIdentity, type Withheld, type Withholder } from "./withhold.ts";

export type { RecordedMemory } from "./recorded-request.ts";

export interface Told {
  readonly decision: Pick<Decision, "effect" | "errors" | "observed" | "reasons">;
  readonly content: Readonly<Record<string, ValueShape>> | null;
  readonly server: string | null;
  readonly session: string | null;
  readonly facts: Readonly<Record<string, string>>;
  readonly request: RecordedRequest | null;
  readonly memory: RecordedMemory | null;
  readonly withheld: readonly Withheld[];
  readonly recorded: readonly RecordedVerdict[];
  readonly final: boolean;
}

// A server may ask 16 MB at a time, and a log is not for that: beyond this a request is not kept, and its decision is final.
const MOST_REQUEST = 1_048_576;

export function recordDecision(parts: RecordParts): Told {
  const { bound, powers, context, decision, request } = parts;
  const withholder = createWithholder(powers, bound?.documents.map(({ protocol }) => protocol) ?? []);
  const withheld: Withheld[] = [];
  const common = {
    server: serverOf(parts, withheld),
    session: parts.session === undefined ? null : tellIdentity(parts.session),
    facts: factsOf(context, withheld),
  };
  const size = request === undefined ? 0 : sizeOf(request, context);
  const candidates = context.memory?.candidates ?? [];
  const isKept = request !== undefined && size <= MOST_REQUEST;
  const memory =
    !isKept || context.memory === undefined
      ? null
      : {
          candidates: candidates.map((one) => withholder.request(one, [])),
          asked: context.memory.asked ?? null,
        };
  const kept = isKept ? withholder.request(request, candidates.filter(isForm)) : null;
  const told = tellDecision(decision, withholder);
  const outcome =
    kept === null || bound === undefined
      ? { recorded: [], final: request !== undefined && kept === null }
      : decideAgain({ parts, bound, kept, memory, told, withholder, common });
  return { ...common, ...outcome, ...told, request: kept, memory, withheld };
}

function serverOf({ server }: RecordParts, withheld: Withheld[]): string | null {
  if (server === undefined) return null;
  const shown = redactName(server);
  if (shown !== server) withheld.push({ at: "/server", type: "names" });
  return shown;
}

function factsOf({ facts }: Context, withheld: Withheld[]): Readonly<Record<string, string>> {
  const sorted = [...facts].sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, fact]) => {
      const shown = maskText(fact);
      if (shown !== fact) withheld.push({ at: `/facts/${name}`, type: "part" });
      return [name, shown];
    }),
  );
}

function isForm(candidate: Candidate): candidate is FormRequest {
  return candidate.mode === "form";
}

// In UTF-16 code units of JSON.
function sizeOf(request: Request, { memory }: Context): number {
  return JSON.stringify(request).length + JSON.stringify(memory?.candidates ?? []).length;
}

type ToldDecision = Pick<Told, "content" | "decision">;

function tellDecision(
  { effect, content, reasons, errors, observed }: Decision,
  { place, name }: Withholder,
): ToldDecision {
  const tell = <One extends Reason>(list: readonly One[]): readonly One[] =>
    list.map((one) => ({ ...one, args: tellArgs(one.args, { place }) }));
  const decision = createDecision({ effect, reasons: tell(reasons), errors: tell(errors), observed: tell(observed) });
  const shapes = Object.entries(content ?? {}).map(([field, value]) => [name(field), shapeOfValue(value)] as const);
  return { decision, content: content === undefined ? null : Object.fromEntries(shapes) };
}

interface Again {
  readonly parts: RecordParts;
  readonly bound: Policy;
  readonly kept: RecordedRequest;
  readonly memory: RecordedMemory | null;
  readonly told: ToldDecision;
  readonly withholder: Withholder;
  readonly common: Pick<Told, "facts" | "server">;
}

function decideAgain({
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
    const real = hear(bound, request, context);
    const origin = { event: request.event, mode: request.mode, server: common.server ?? "" };
    const remembered = memory === null ? undefined : reviveMemory(memory, origin.server);
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

function isTold(decision: Decision, { decision: told, content }: ToldDecision): boolean {
  const shown = (one: Told["decision"]): string => JSON.stringify([one.effect, one.reasons, one.errors, one.observed]);
  const names = decision.content === undefined ? null : Object.keys(decision.content);
  return shown(decision) === shown(told) && JSON.stringify(names) === JSON.stringify(content && Object.keys(content));
}
