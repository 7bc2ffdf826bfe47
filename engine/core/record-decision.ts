/**
 * A decision with everything that it takes to make it again, and nothing that is secret: request and memory with
 * likenesses in place of values, and the verdicts that rules would not give again on those (DESIGN §9).
 */
import { createDecision, type Decision, type Reason } from "./decision.ts";
import { bucketKey, type Policy } from "./policy.ts";
import type { RecordParts } from "./record.ts";
import { plainRequest } from "./record-plain.ts";
import type { RecordedMemory } from "./recorded-request.ts";
import type { RecordedVerdict } from "./recorded-verdict.ts";
import { maskText, redactName, tellArgs } from "./redact.ts";
import type { FormRequest, Request } from "./request.ts";
import type { Candidate, Context } from "./rule.ts";
import { shapeOfValue, type ValueShape } from "./value-shape.ts";
import { createWithholder, type RecordedRequest, tellIdentity, type Withheld, type Withholder } from "./withhold.ts";

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
  const { bound, powers, helpers, context, decision, request } = parts;
  const withholder = createWithholder(powers, helpers, bound?.documents.map(({ protocol }) => protocol) ?? []);
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
          candidates: candidates.map((one) => plainRequest(one) ?? withholder.request(one, [])),
          asked: context.memory.asked ?? null,
        };
  const kept = isKept ? withholder.request(request, candidates.filter(isForm)) : null;
  const told = tellDecision(decision, withholder);
  const outcome =
    kept === null || bound === undefined || request === undefined
      ? { recorded: [], final: request !== undefined && kept === null }
      : outcomeOf({ parts, bound, request, kept, memory, told, withholder, common });
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

export type ToldDecision = Pick<Told, "content" | "decision">;

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

type Outcome = Pick<Told, "final" | "recorded">;

export interface Again {
  readonly parts: RecordParts;
  readonly bound: Policy;
  readonly request: Request;
  readonly kept: RecordedRequest;
  readonly memory: RecordedMemory | null;
  readonly told: ToldDecision;
  readonly withholder: Withholder;
  readonly common: Pick<Told, "facts" | "server">;
}

// Where nothing is withheld there is nothing that a rule could say otherwise.
function outcomeOf(again: Again): Outcome {
  const { parts, bound, kept, memory, told, common } = again;
  const { decision, context, server = "", helpers } = parts;
  // By the clock, so nobody can say whether it would be so again (DESIGN §8); and to find out would take as long again.
  if ([...decision.errors, ...decision.observed].some(({ rule, code }) => rule === "engine" && code === "killed"))
    return { recorded: [], final: true };
  if (isUnasked(bound, again.request, decision)) return { recorded: [], final: false };
  const hidden = [kept, ...(memory?.candidates ?? [])].some(({ withheld }) => withheld.length > 0);
  const facts = [...context.facts].every(([name, fact]) => common.facts[name] === fact);
  const whole = facts && common.server === server && isTold(decision, told);
  if (whole && (!hidden || isAlike(again))) return { recorded: [], final: false };
  return helpers.again().decideAgain(again);
}

/**
 * Whether nobody who was asked can tell the answer from its likeness: they say so themselves (`withheld`, core/rule.ts), the
 * likeness fits the forms that the answer fits, and nothing else is withheld. A test decides every such record again.
 */
function isAlike({ parts, bound, request, kept, memory }: Again): boolean {
  // What was edited on its way out was judged as well, and by more than rules.
  if (parts.decision.content !== undefined) return false;
  if (kept.content === undefined || memory?.candidates.some(({ withheld }) => withheld.length > 0) === true)
    return false;
  if (
    !kept.withheld.every(({ at, type, differs }) => at.startsWith("/content/") && type !== "names" && differs !== true)
  )
    return false;
  const key = bucketKey(request.event, request.mode);
  return bound.documents.every(({ buckets }) => {
    const { named, others = [] } = buckets.get(key) ?? {};
    return [...(named?.get(request.server) ?? []), ...others].every(({ rule, options }) => {
      const needs = rule.withheld(options as never);
      return needs === "fit" || needs === "kinds";
    });
  });
}

// No entry is there for such requests, so nobody read anything of this one: only what kind it is counts, which is recorded.
function isUnasked({ documents }: Policy, { event, mode }: Request, { reasons, errors, observed }: Decision): boolean {
  const key = bucketKey(event, mode);
  const silent = documents.every(({ buckets }) => {
    const bucket = buckets.get(key);
    return bucket === undefined || (bucket.named.size === 0 && bucket.others.length === 0);
  });
  return silent && [reasons, errors, observed].every((said) => said.length === 0);
}

/** Whether a decision is the one that is told */
export function isTold(decision: Decision, { decision: told, content }: ToldDecision): boolean {
  const shown = (one: Told["decision"]): string => JSON.stringify([one.effect, one.reasons, one.errors, one.observed]);
  const names = decision.content === undefined ? null : Object.keys(decision.content);
  return shown(decision) === shown(told) && JSON.stringify(names) === JSON.stringify(content && Object.keys(content));
}
