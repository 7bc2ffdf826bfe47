/**
 * What a rule is: data that says everything it may do, and one function that decides.
 * The checker, the documents' JSON Schema, the docs and the types of `decide` all come from that data.
 */
import type { Protocol } from "./form.ts";
import type { JsonValue } from "./json.ts";
import type { CheckedOptions, OptionSpecs } from "./options.ts";
import type { EventName, FormRequest, FormResult, Mode, Request, UrlRequest, UrlResult } from "./request.ts";
import type { ScriptPowers } from "./script-powers.ts";
import type { findSecretValues as FindSecretValues } from "./secret-values.ts";

/** What a rule can say. `pass` is no verdict: it is what remains of a result when nobody speaks */
export type Effect = "accept" | "ask" | "cancel" | "decline";

/** Numbers, booleans, field names, hosts and constants of the rule: a value that a person typed has no place here (DESIGN §9) */
export type Arg = string | number | boolean;
export type Args = Readonly<Record<string, Arg>>;

/** Answers to form fields, by field name */
export type Content = ReadonlyMap<string, JsonValue>;

/** Changes to an answer that is about to be sent; masking is removing */
export interface Edits {
  readonly set: Content;
  readonly remove: readonly string[];
}

export interface Refusal {
  readonly effect: "ask" | "cancel" | "decline";
  readonly code: string;
  readonly args: Args;
}

/** An accept of a question: what the rule knows. `defaults` give way to what any rule gives in `content` */
export interface Answer {
  readonly effect: "accept";
  readonly code: string;
  readonly args: Args;
  readonly content: Content;
  readonly defaults: Content;
}

/** An accept of a result: the answer goes out with these changes */
export interface Edit {
  readonly effect: "accept";
  readonly code: string;
  readonly args: Args;
  readonly edits: Edits;
}

/** What was asked before is needed and nobody kept it (`engine/no-memory`): the rule abstains, or declines by its option */
export interface Lack {
  readonly lacks: "memory";
  readonly then: "abstain" | "decline";
}

export type Verdict = Refusal | Answer | Edit | Lack;

/** A request that this result may answer, as far as it is remembered */
export type Candidate = FormRequest | UrlRequest;

/** What happened before, as plain data; absent where nobody kept it (DESIGN §9) */
export interface Memory {
  /** For a result: every open request of this session and server that it may answer */
  readonly candidates: readonly Candidate[];
  /** For a question: what this server asked before in this session, oldest first; absent where that was not kept */
  readonly asked?: readonly Asked[];
}

/** An earlier question of the same server */
export interface Asked {
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  readonly at: string;
  /** Whether it was the very question that is asked now */
  readonly same: boolean;
  /** How it ended, as far as that is known: by a person, or by the policy */
  readonly answer: "accept" | "cancel" | "decline" | null;
}

/** What the caller knows and the core may not look up */
export interface Context {
  /** `YYYY-MM-DDTHH:MM:SS.sssZ` */
  readonly now: string | undefined;
  /** Facts compare as text: `ci: true` equals `--fact ci=true` */
  readonly facts: ReadonlyMap<string, string>;
  readonly memory: Memory | undefined;
}

/** Knowledge that comes from a package and is handed in; each loads what it needs on first use */
export interface Powers {
  /**
   * The registrable domain of a host by the public suffix list with its private section.
   * `undefined` for a public suffix itself, an address, or a single label.
   */
  readonly registrableDomain: (host: string) => string | undefined;
  /** A pattern in RE2 syntax, matched in linear time anywhere in a text; `undefined`: not in that syntax */
  readonly pattern: (source: string) => ((text: string) => boolean) | undefined;
  /** A word list of rules/words/ as it is packed: secrets' words by script, or the words of recovery phrases */
  readonly words: (list: WordList) => string;
  /** `findSecretValues` (core/secret-values.ts): much code, which no question needs, only answers do */
  readonly findSecretValues: typeof FindSecretValues;
  /** The sandbox of team scripts */
  readonly scripts: ScriptPowers;
}

export type WordList = "latin" | "other" | "recovery";

interface RequestOf {
  readonly Elicitation: FormRequest | UrlRequest;
  readonly ElicitationResult: FormResult | UrlResult;
}

type PlaceholderOf<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderOf<Rest>
  : never;

type Say<Codes, Made> = <Code extends keyof Codes & string>(
  code: Code,
  ...args: [PlaceholderOf<Codes[Code] & string>] extends [never]
    ? []
    : [args: { readonly [Name in PlaceholderOf<Codes[Code] & string>]: Arg }]
) => Made;

type AcceptContent<Codes> = <Code extends keyof Codes & string>(
  code: Code,
  answer: { readonly args?: Args; readonly content?: Content; readonly defaults?: Content },
) => Answer;

type AcceptEdits<Codes> = <Code extends keyof Codes & string>(
  code: Code,
  edit: { readonly args?: Args; readonly set?: Content; readonly remove?: readonly string[] },
) => Edit;

interface Builders<Codes> {
  readonly decline: Say<Codes, Refusal>;
  readonly cancel: Say<Codes, Refusal>;
  readonly ask: Say<Codes, Refusal>;
  readonly accept: AcceptContent<Codes>;
  readonly edit: AcceptEdits<Codes>;
}

/** Builders by what a rule declares; `accept` on a result is `edit` */
type BuilderName<Effects> = Effects extends "accept" ? "accept" | "edit" : Effects;

export type DecideInput<Events extends EventName, Effects extends Effect, Options, Codes> = {
  readonly request: RequestOf[Events];
  readonly context: Context;
  readonly options: Options;
  readonly powers: Powers;
  /** Whether this result is the engine's own answer on its way out (DESIGN §2), not a person's */
  readonly own: boolean;
  /** The MCP revision that the document holds servers to, if it says one */
  readonly protocol: Protocol | undefined;
  /** What a rule gives that needs memory where there is none */
  readonly lacksMemory: (then: Lack["then"]) => Lack;
} & Pick<Builders<Codes>, BuilderName<Effects> & keyof Builders<Codes>>;

export interface RuleSpec<
  Events extends readonly EventName[],
  Effects extends readonly Effect[],
  Specs extends OptionSpecs,
  Codes extends Readonly<Record<string, string>>,
> {
  readonly id: string;
  readonly about: string;
  /** Which events it reads; narrows `request` */
  readonly events: Events;
  /** The one mode that it reads; left out: both. For requests of the other it is not even loaded */
  readonly mode?: Mode;
  /** What it may say; decides which builders `decide` is handed. `effectsOf` narrows it by the options of one entry */
  readonly effects: Effects;
  readonly options: Specs;
  /** Every sentence it can say, by code, with its arguments in braces */
  readonly codes: Codes;
  /**
   * May it answer where silence is consent (an empty form, a lone yes/no question that has a default)?
   * Only for rules by which a person says yes for a named server (DESIGN §2).
   */
  readonly consents?: true;
  /**
   * What it needs of a value that a record withholds, where that is less than the value itself (core/replay.ts): `fit`:
   * which forms it fits; `kinds`: what `powers.findSecretValues` finds in it; `link`: what our own readers of links say of it
   */
  readonly withheld?: Withholds | ((options: CheckedOptions<Specs>) => Withholds | undefined);
  /** What it reads of `context.memory`; left out: nothing */
  readonly memory?: readonly Remembers[];
  /** Whether its `ask` counts as an answer, in place of the document's default, instead of as a guard (DESIGN §2) */
  readonly asksAsAnswer?: true;
  /** What one entry may say and about which event, where its options narrow that (`then`, `may`) */
  readonly grants?: (options: CheckedOptions<Specs>) => Grants;
  /** Problems that only the options together show; paths are inside the rule's entry */
  readonly check?: (options: CheckedOptions<Specs>) => readonly OptionConflict[];
  readonly decide: (
    input: DecideInput<Events[number], Effects[number], CheckedOptions<Specs>, Codes>,
  ) => Verdict | undefined;
}

export type Remembers = "asked" | "candidates";

export type Withholds = "fit" | "kinds" | "link";

export interface Grants {
  readonly events: readonly EventName[];
  readonly effects: readonly Effect[];
  /** The one mode that it has anything to say to, and what to tell whoever scopes it to the other; left out: both */
  readonly mode?: { readonly only: Mode; readonly message: string; readonly help: string };
}

export interface OptionConflict {
  readonly option: string;
  readonly message: string;
  readonly help?: string;
}

/** A rule as the engine sees it: the generic parts are erased, the data stays */
export interface Rule {
  readonly id: string;
  readonly about: string;
  readonly events: readonly EventName[];
  readonly mode: Mode | undefined;
  readonly effects: readonly Effect[];
  readonly options: OptionSpecs;
  readonly codes: Readonly<Record<string, string>>;
  readonly consents: boolean;
  readonly asksAsAnswer: boolean;
  readonly memory: readonly Remembers[];
  readonly withheld: (options: never) => Withholds | undefined;
  readonly grants: (options: never) => Grants;
  readonly check: (options: never) => readonly OptionConflict[];
  readonly decide: (input: RuleInput) => Verdict | undefined;
}

/** What is the same for every entry of a document */
export interface RuleCall {
  readonly request: Request;
  readonly context: Context;
  readonly powers: Powers;
  readonly own: boolean;
  readonly protocol: Protocol | undefined;
}

/** What the engine hands to every rule, but for the builders: `withBuilders` adds them */
export interface RuleInput extends RuleCall {
  readonly options: unknown;
}

/** Makes a rule from its data. Throws nothing and keeps nothing: a rule is a constant */
export function defineRule<
  const Events extends readonly EventName[],
  const Effects extends readonly Effect[],
  const Specs extends OptionSpecs,
  const Codes extends Readonly<Record<string, string>>,
>(spec: RuleSpec<Events, Effects, Specs, Codes>): Rule {
  const grants: Grants = { events: spec.events, effects: spec.effects };
  return {
    id: spec.id,
    about: spec.about,
    events: spec.events,
    mode: spec.mode,
    effects: spec.effects,
    options: spec.options,
    codes: spec.codes,
    consents: spec.consents === true,
    asksAsAnswer: spec.asksAsAnswer === true,
    memory: spec.memory ?? [],
    withheld: (typeof spec.withheld === "function" ? spec.withheld : () => spec.withheld) as Rule["withheld"],
    grants: (spec.grants ?? (() => grants)) as Rule["grants"],
    check: (spec.check ?? (() => [])) as Rule["check"],
    decide: spec.decide as unknown as Rule["decide"],
  };
}

/**
 * The input of one call of a rule, with every builder: what a rule may say is held by its types, and by the engine, which
 * takes an effect that was not granted for a failure. A literal of one shape, since it is made for every rule and request.
 */
export function withBuilders({ request, context, powers, own, protocol }: RuleCall, options: unknown): RuleInput {
  const input: RuleInput & Builders<Readonly<Record<string, string>>> & { readonly lacksMemory: typeof lacksMemory } = {
    request,
    context,
    options,
    powers,
    own,
    protocol,
    lacksMemory,
    decline: decline as Builders<never>["decline"],
    cancel: cancel as Builders<never>["cancel"],
    ask: ask as Builders<never>["ask"],
    accept,
    edit,
  };
  return input;
}

const NO_ARGS: Args = {};
const NOTHING: Content = new Map();

function lacksMemory(then: Lack["then"]): Lack {
  return { lacks: "memory", then };
}

function decline(code: string, args: Args = NO_ARGS): Refusal {
  return { effect: "decline", code, args };
}

function cancel(code: string, args: Args = NO_ARGS): Refusal {
  return { effect: "cancel", code, args };
}

function ask(code: string, args: Args = NO_ARGS): Refusal {
  return { effect: "ask", code, args };
}

type AnswerParts = { readonly args?: Args; readonly content?: Content; readonly defaults?: Content };

function accept(code: string, { args = NO_ARGS, content = NOTHING, defaults = NOTHING }: AnswerParts): Answer {
  return { effect: "accept", code, args, content, defaults };
}

type EditParts = { readonly args?: Args; readonly set?: Content; readonly remove?: readonly string[] };

function edit(code: string, { args = NO_ARGS, set = NOTHING, remove = [] }: EditParts): Edit {
  return { effect: "accept", code, args, edits: { set, remove } };
}
