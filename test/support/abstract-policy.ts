/**
 * Abstract policies: rules that say what their entry tells them to, in documents as the engine knows them.
 * An entry is plain data, so the oracle can read what was meant, and the engine decides by the real machinery.
 */
import type { JsonValue } from "../../engine/core/json.ts";
import { choice, flag, list, type OptionSpec } from "../../engine/core/options.ts";
import { bindDocument, type CheckedDocument, type CheckedEntry, type Policy } from "../../engine/core/policy.ts";
import type { EventName, Request } from "../../engine/core/request.ts";
import { defineRule, type Powers, type Rule } from "../../engine/core/rule.ts";
import type { Pairs } from "./values.ts";

/** What an entry says when it speaks. `guard-ask`: "at least ask"; `answer-ask`: in place of the document's default */
export type Saying = "accept" | "answer-ask" | "cancel" | "confirm" | "decline" | "edit" | "guard-ask";

/** `oversteps`: a guard accepts, or an accepting rule declines, which nobody granted it: a failure, as a throw is */
export type Manner = "abstains" | "lacks-memory" | "lacks-memory-declines" | "oversteps" | "speaks" | "throws";

export interface AbstractEntry {
  readonly saying: Saying;
  readonly manner: Manner;
  readonly code: "one" | "other";
  /** What an `accept` gives or an `edit` sets, and what an `accept` gives as the form's defaults */
  readonly content: Pairs;
  readonly defaults: Pairs;
  readonly remove: readonly string[];
  /** About results alone: it abstains unless the answer has this field with this value */
  readonly when?: Pairs[number];
  readonly mayRaise: boolean;
  readonly observe: boolean;
  /** Left out: both, as far as the saying goes */
  readonly event?: EventName;
  /** How the entry comes to (not) apply to the one server that all abstract requests come from */
  readonly scope: Where;
}

export type Where = keyof typeof SCOPES;

export interface AbstractDocument {
  readonly default?: "ask" | "cancel" | "decline";
  readonly unattended?: "cancel" | "decline";
  readonly entries: readonly AbstractEntry[];
}

export const SERVER = "crm";
export const NOW = "2026-11-30T12:00:00.000Z";

const SCOPES = {
  everywhere: {},
  "by-name": { for: { servers: [SERVER, "other"] } },
  "by-glob": { for: { servers: ["c?*"] } },
  "by-fact": { for: { facts: { ci: "true" } } },
  "exception-ended": { except: [{ servers: [SERVER], until: "2026-11-29" }] },
  "other-server": { for: { servers: ["constructor", "__proto__", "CRM"] } },
  "other-glob": { for: { servers: ["crm?*"] } },
  "other-fact": { for: { facts: { ci: "false" } } },
  excepted: { except: [{ servers: ["c*"], until: "2026-11-30" }] },
} as const satisfies Readonly<Record<string, Partial<CheckedEntry>>>;

const ELSEWHERE: ReadonlySet<Where> = new Set(["other-server", "other-glob", "other-fact", "excepted"]);

/** Whether the entry is asked about an event at all: of the saying, of `event`, and of the scope */
export function isAsked(entry: AbstractEntry, event: EventName): boolean {
  const about = ruleOf(entry).events.includes(event) && (entry.event ?? event) === event;
  return about && !ELSEWHERE.has(entry.scope);
}

/** Whether the entry's condition on the answer holds, if it has one */
export function isMeant({ when }: Pick<AbstractEntry, "when">, request: Request): boolean {
  if (when === undefined) return true;
  if (request.event !== "ElicitationResult" || request.mode !== "form" || request.content === undefined) return false;
  const [name, value] = when;
  return Object.hasOwn(request.content, name) && JSON.stringify(request.content[name]) === JSON.stringify(value);
}

/** Whether the entry's rule can do nothing but accept */
export function onlyAccepts({ saying }: AbstractEntry): boolean {
  return saying === "accept" || saying === "confirm" || saying === "edit";
}

export function bindPolicy(documents: readonly AbstractDocument[]): Policy {
  return bindChecked(documents.map(checkedOf));
}

export function bindChecked(documents: readonly CheckedDocument[]): Policy {
  const bound = documents.map((document) => {
    const result = bindDocument(document, RULES, POWERS);
    if (!result.ok) throw new Error(result.errors[0].message);
    return result.value;
  });
  return { documents: bound, powers: POWERS, digest: "abstract" };
}

/** The document as a checker would hand it over: pure data */
export function checkedOf({ entries, ...document }: AbstractDocument): CheckedDocument {
  return { ...document, rules: entries.map(checkedEntry) };
}

function checkedEntry(entry: AbstractEntry): CheckedEntry {
  const { saying, manner, code, content, defaults, remove, when, mayRaise, observe, event, scope } = entry;
  const given = {
    manner,
    code,
    content: unpaired(content),
    defaults: unpaired(defaults),
    when: unpaired(when === undefined ? [] : [when]),
  };
  const where: Partial<CheckedEntry> = SCOPES[scope];
  const inEvent = event === undefined ? {} : { events: [event] };
  return {
    use: saying,
    options: { ...given, remove: remove.length === 0 ? [REMOVES_NOTHING] : remove, "may-raise": mayRaise },
    ...where,
    for: { ...where.for, ...inEvent },
    ...(observe ? { observe } : {}),
  };
}

// The name of no field: `list` wants at least one.
const REMOVES_NOTHING = "\u0000";

function unpaired(pairs: Pairs): JsonValue {
  return pairs.map(([name, value]) => [name, value]);
}

interface AbstractOptions {
  readonly manner: Manner;
  readonly code: "one" | "other";
  readonly content: ReadonlyMap<string, JsonValue>;
  readonly defaults: ReadonlyMap<string, JsonValue>;
  readonly when: ReadonlyMap<string, JsonValue>;
  readonly remove: readonly string[];
}

const OPTIONS = {
  manner: choice(
    ["abstains", "lacks-memory", "lacks-memory-declines", "oversteps", "speaks", "throws"],
    "speaks",
    "what it does when asked",
  ),
  code: choice(["one", "other"], "one", "which of its sentences it says"),
  content: pairs("what it knows"),
  defaults: pairs("what the form proposes"),
  when: pairs("what the answer has to hold"),
  remove: list("fields to remove"),
  "may-raise": flag(false, "may raise a refusal to accept"),
};

function pairs(about: string): OptionSpec<ReadonlyMap<string, JsonValue>> {
  const read: OptionSpec<ReadonlyMap<string, JsonValue>>["read"] = (value) => ({
    ok: true,
    value: new Map(value as unknown as Pairs),
  });
  return { kind: "pairs", about, required: true, first: undefined, schema: {}, read };
}

const CODES = { one: "one", other: "other" } as const;
const QUESTION = ["Elicitation"] as const;
const RESULT = ["ElicitationResult"] as const;
const BOTH = ["Elicitation", "ElicitationResult"] as const;
const SPEC = { about: "says what it is told to", options: OPTIONS, codes: CODES } as const;

// biome-ignore lint/suspicious/noExplicitAny: an overstepping rule does what the types forbid
type Anything = any;

function say(options: AbstractOptions, builders: Anything, outlaw: Anything, speak: () => Anything): Anything {
  const [when] = options.when;
  if (when !== undefined && !isMeant({ when }, builders.request)) return undefined;
  switch (options.manner) {
    case "abstains":
      return undefined;
    case "lacks-memory":
      return builders.lacksMemory("abstain");
    case "lacks-memory-declines":
      return builders.lacksMemory("decline");
    case "oversteps":
      return outlaw;
    case "speaks":
      return speak();
    case "throws":
      throw new Error("a rule's own fault, with a secret in its text");
  }
}

// What nobody granted: to a guard an accept, to an accepting rule a refusal.
const ACCEPTS: Anything = { effect: "accept", code: "one", args: {}, content: new Map(), defaults: new Map() };
const CANCELS: Anything = { effect: "cancel", code: "one", args: {} };

export const RULES: ReadonlyMap<string, Rule> = new Map(
  [
    defineRule({
      ...SPEC,
      id: "decline",
      events: BOTH,
      effects: ["decline"],
      decide: (input) => say(input.options, input, ACCEPTS, () => input.decline(input.options.code)),
    }),
    defineRule({
      ...SPEC,
      id: "cancel",
      events: BOTH,
      effects: ["cancel"],
      decide: (input) => say(input.options, input, ACCEPTS, () => input.cancel(input.options.code)),
    }),
    defineRule({
      ...SPEC,
      id: "guard-ask",
      events: QUESTION,
      effects: ["ask"],
      decide: (input) => say(input.options, input, ACCEPTS, () => input.ask(input.options.code)),
    }),
    defineRule({
      ...SPEC,
      id: "answer-ask",
      events: QUESTION,
      effects: ["ask"],
      asksAsAnswer: true,
      decide: (input) => say(input.options, input, ACCEPTS, () => input.ask(input.options.code)),
    }),
    defineRule({
      ...SPEC,
      id: "accept",
      events: QUESTION,
      effects: ["accept"],
      decide: (input) => say(input.options, input, CANCELS, () => input.accept(input.options.code, input.options)),
    }),
    defineRule({
      ...SPEC,
      id: "confirm",
      events: QUESTION,
      effects: ["accept"],
      consents: true,
      decide: (input) => say(input.options, input, CANCELS, () => input.accept(input.options.code, input.options)),
    }),
    defineRule({
      ...SPEC,
      id: "edit",
      events: RESULT,
      effects: ["accept"],
      decide: (input) =>
        say(input.options, input, CANCELS, () =>
          input.edit(input.options.code, {
            set: input.options.content,
            remove: input.options.remove.filter((name) => name !== REMOVES_NOTHING),
          }),
        ),
    }),
  ].map((rule) => [rule.id, rule]),
);

function ruleOf({ saying }: AbstractEntry): Rule {
  const rule = RULES.get(saying);
  if (rule === undefined) throw new Error(`no abstract rule ${saying}`);
  return rule;
}

const POWERS: Powers = {
  registrableDomain: () => undefined,
  pattern: () => undefined,
  words: () => "",
  scripts: {
    open: () => {
      throw new Error("no sandbox");
    },
    lastCost: () => undefined,
    isNameOrHost: () => false,
  },
  findSecretValues: () => [],
};
