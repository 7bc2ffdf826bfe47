/**
 * Decides a record again: under the policy that it was made by exactly as then, under another as far as the record tells.
 * What a rule would have had to know of a withheld value is told as unknown; it never passes for "nothing changes" (DESIGN §9).
 */
import { decide } from "./decide.ts";
import { createDecision, type Decision } from "./decision.ts";
import { canonicalJson } from "./json.ts";
import type { Entry, Policy } from "./policy.ts";
import type { DecisionRecord } from "./record.ts";
import { recordedPowers } from "./recorded-powers.ts";
import { type Part, reviveContext, reviveMemory, reviveRequest } from "./recorded-request.ts";
import { type RecordedVerdict, takeVerdict } from "./recorded-verdict.ts";
import type { Request } from "./request.ts";
import type { RuleInput, Verdict } from "./rule.ts";
import { tracePolicy } from "./trace.ts";
import type { RecordedRequest } from "./withhold.ts";

export interface Replayed {
  /** Where something is unknown: as it is without what is unknown. Contents hold likenesses where values are withheld */
  readonly decision: Decision;
  /** Ids of entries whose verdict the record can't tell, `engine` for a judgement of the engine's own; sorted */
  readonly unknown: readonly string[];
  /** Whether the effect holds whatever those would say */
  readonly certain: boolean;
}

export type Replayer = (record: DecisionRecord) => Replayed;

export interface ReplayOptions {
  /** The version that replays: what another one recorded of its rules need not hold for these */
  readonly engine: string;
  /**
   * The policy that the records were made by, if it is at hand: what its entries said is known exactly, and so is what the
   * same entry says in the new one
   */
  readonly made?: Policy | undefined;
}

/** Made once for a policy; then each record costs little more than its decision */
export function createReplayer(policy: Policy, { engine, made }: ReplayOptions): Replayer {
  const stage = createStage(policy, engine);
  const before = made === undefined || made.digest === policy.digest ? undefined : createStage(made, engine);
  return (record) => {
    const isOfMade = before !== undefined && made?.digest === record.policy;
    // Only where an entry reads what is withheld does anybody ask what it said then.
    let heard: Heard | undefined;
    const known = isOfMade
      ? (): Heard => {
          heard ??= before(record, undefined).heard;
          return heard;
        }
      : undefined;
    return stage(record, known).replayed;
  };
}

/** What entries said, by what they are; only of those whose verdict is certain */
type Heard = ReadonlyMap<string, () => Verdict | undefined>;

type Known = () => Heard;

interface Staged {
  readonly replayed: Replayed;
  readonly heard: Heard;
}

function createStage(policy: Policy, engine: string): (record: DecisionRecord, known: Known | undefined) => Staged {
  let play: Play | undefined;
  const powers = recordedPowers(policy.powers, () => play as Play);
  const traced = tracePolicy({ ...policy, powers, digest: "" }, (entry, input) => askIn(play as Play, entry, input));
  return (record, known) => {
    const exact = record.policy === policy.digest && record.engine === engine;
    const finished = withoutRequest(record, exact);
    if (finished !== undefined) return { replayed: finished, heard: new Map() };
    play = createPlay(record, exact, known);
    const decision = decide(traced, play.request, play.context);
    if (!exact) addUnseen(play, policy, record);
    const unknown = [...play.unknown].sort();
    return {
      replayed: { decision, unknown, certain: !play.unsure || play.refused },
      heard: play.heard,
    };
  };
}

// Without a request there is nothing to decide again: it was no request, or it was not kept.
function withoutRequest(record: DecisionRecord, exact: boolean): Replayed | undefined {
  if (record.request !== null && !(exact && record.final === true)) return undefined;
  const { effect, reasons, errors, observed } = record;
  const decision = createDecision({ effect, reasons, errors, observed });
  // What is no request is refused whatever a policy says.
  const stands = record.mode === null || (exact && record.final === true);
  return { decision, unknown: stands ? [] : ["engine"], certain: stands };
}

interface Play {
  readonly request: Request;
  readonly context: ReturnType<typeof reviveContext>;
  readonly recorded: RecordedRequest;
  readonly overrides: ReadonlyMap<number, RecordedVerdict>;
  /** Whether what the record's own policy said holds here word for word */
  readonly exact: boolean;
  readonly differs: boolean;
  readonly touched: Set<Part>;
  readonly known: Known | undefined;
  readonly heard: Map<string, () => Verdict | undefined>;
  readonly unknown: Set<string>;
  asked: number;
  /** What is unknown could count */
  unsure: boolean;
  /** An entry changes the answer, which the engine then judges */
  edited: boolean;
  /** A known entry of the first pass declined: nothing loosens that (DESIGN §2) */
  refused: boolean;
}

function createPlay(record: DecisionRecord, exact: boolean, known: Known | undefined): Play {
  const { event, mode, server, now, facts, memory } = record;
  const recorded = record.request as RecordedRequest;
  const origin = { event: event ?? "Elicitation", mode: mode ?? "form", server: server ?? "" };
  const touched = new Set<Part>();
  const touch = exact ? undefined : (part: Part): void => void touched.add(part);
  const remembered = memory === null ? undefined : reviveMemory(memory, origin.server, touch);
  return {
    request: reviveRequest(recorded, origin, touch),
    context: reviveContext(now, facts, remembered, hiddenFacts(record), touch),
    recorded,
    overrides: exact ? new Map(record.recorded.map((one) => [one.at, one])) : NO_OVERRIDES,
    exact,
    differs: recorded.withheld.some(({ differs }) => differs === true),
    touched,
    known,
    heard: new Map(),
    unknown: new Set(),
    asked: 0,
    unsure: false,
    edited: false,
    refused: false,
  };
}

const NO_OVERRIDES: ReadonlyMap<number, RecordedVerdict> = new Map();

function askIn(play: Play, entry: Entry, input: RuleInput): Verdict | undefined {
  const override = play.overrides.get(play.asked);
  play.asked += 1;
  play.touched.clear();
  const isFirst = input.request === play.request;
  const say = (): Verdict | undefined =>
    override?.rule === entry.id ? takeVerdict(override.verdict) : entry.rule.decide(input);
  const attempt = attempted(say);
  const key = isFirst ? fingerprint(entry, input) : undefined;
  const isKnown = play.exact || !hides(play, entry, input);
  if (isKnown) {
    if (key !== undefined) play.heard.set(key, attempt);
    return result(play, entry, isFirst, attempt);
  }
  const before = key === undefined ? undefined : play.known?.().get(key);
  if (before !== undefined) return result(play, entry, isFirst, before);
  miss(play, entry.id, entry.observe);
  return undefined;
}

function miss(play: Play, id: string, observe: boolean): void {
  play.unknown.add(id);
  if (!observe) play.unsure = true;
}

function attempted(say: () => Verdict | undefined): () => Verdict | undefined {
  try {
    const verdict = say();
    return () => verdict;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

function result(play: Play, entry: Entry, isFirst: boolean, attempt: () => Verdict | undefined): Verdict | undefined {
  const verdict = attempt();
  if (entry.observe || verdict === undefined || "lacks" in verdict) return verdict;
  if (isFirst && verdict.effect === "decline") play.refused = true;
  if ("edits" in verdict) play.edited = true;
  return verdict;
}

// What an entry is, whatever its name, scope or document: the same rule with the same options under the same revision.
// A script's options name its file and not what is in it.
function fingerprint(entry: Entry, { protocol }: RuleInput): string | undefined {
  const { rule, stated } = entry;
  if (rule.id === "script") return undefined;
  let known = fingerprints.get(entry);
  if (known === undefined) {
    known = new Map();
    fingerprints.set(entry, known);
  }
  let print = known.get(protocol);
  if (print === undefined) {
    print = canonicalJson([rule.id, stated, protocol ?? null]);
    known.set(protocol, print);
  }
  return print;
}

// Of the entries of policies that are held anyway: to write options down for each record would cost more than deciding.
const fingerprints = new WeakMap<Entry, Map<RuleInput["protocol"], string>>();

/** Whether what the entry has just read may have been another thing than what was there */
function hides({ touched, differs }: Play, { rule, options }: Entry, { protocol }: RuleInput): boolean {
  if (touched.size === 0) return false;
  const parts = [...touched];
  switch (rule.withheld(options as never)) {
    case "fit":
      return differs || protocol !== undefined || !parts.every((part) => part === "content" || part === "before");
    case "kinds":
      return !parts.every((part) => part === "content" || part === "before");
    case "link":
      return differs || !parts.every((part) => part === "url");
    case undefined:
      return true;
  }
}

// What no rule was asked about: whom an entry is for, and edits of values that the engine itself has to judge.
function addUnseen(play: Play, policy: Policy, record: DecisionRecord): void {
  const { differs, recorded } = play;
  if (record.withheld.some(({ at }) => at === "/server")) miss(play, "engine", false);
  const facts = hiddenFacts(record);
  if (facts.size > 0) {
    for (const { entries } of policy.documents) {
      for (const { id, scope, exceptions, observe } of entries) {
        const named = [scope, ...exceptions].flatMap((one) => one.facts ?? []);
        if (named.some(([name]) => facts.has(name))) miss(play, id, observe);
      }
    }
  }
  if (differs && recorded.content !== undefined && play.edited) miss(play, "engine", false);
}

const FACTS = "/facts/";

function hiddenFacts({ withheld }: DecisionRecord): ReadonlySet<string> {
  return new Set(withheld.flatMap(({ at }) => (at.startsWith(FACTS) ? [at.slice(FACTS.length)] : [])));
}
