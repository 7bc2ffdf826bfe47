/**
 * Two policies, tried on requests made of their own words: where they decide differently, and the smallest such request.
 * An example is a proof; that none was found is none.
 */

import type { DecideContext } from "../context.ts";
import type { Decision } from "../core/decision.ts";
import { canonicalJson, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { CheckedDocument, CheckedEntry } from "../core/policy.ts";
import type { OpenEngine } from "../deciding.ts";
import { type EarlierQuestion, fromServer, requestsFor, type TriedRequest } from "./diff-requests.ts";
import { type Vocabulary, vocabularyOf } from "./diff-vocabulary.ts";

export interface Sweep {
  readonly tried: number;
  /** How many there would have been; more than were tried where the policies have many words */
  readonly all: number;
  readonly stricter: readonly Example[];
  readonly looser: readonly Example[];
  /** As strict, but with another answer */
  readonly other: readonly Example[];
}

/** A request that the second policy decides otherwise */
export interface Example {
  readonly input: JsonObject;
  readonly context: DecideContext;
  readonly before: Decision;
  readonly after: Decision;
}

export type Way = "looser" | "other" | "stricter";

export interface Compared {
  readonly documents: readonly CheckedDocument[];
  readonly engine: OpenEngine;
}

/** At most so many requests are tried, spread evenly over all of them */
const MOST_TRIED = 25_000;

export function sweep(
  before: Compared,
  after: Compared,
  changed: readonly CheckedEntry[],
  most: number = MOST_TRIED,
): Sweep {
  const vocabulary = vocabularyOf([...before.documents, ...after.documents], changed);
  const requests = requestsFor(vocabulary);
  const { servers, near } = vocabulary;
  const contexts = contextsOf(vocabulary);
  const all = requests.length * servers.length * contexts.length;
  const found = new Map<string, Example>();
  let tried = 0;
  const tryAt = (at: number): void => {
    const rest = Math.trunc(at / requests.length);
    const { context } = contexts[Math.trunc(rest / servers.length)] ?? PLAIN;
    tried += 1;
    const whole = fromServer(requests[at % requests.length] as TriedRequest, servers[rest % servers.length] ?? "");
    const example = tryOn(whole, context, before, after);
    if (example === undefined) return;
    const key = `${example.way} ${example.before.effect} ${example.after.effect} ${whyOf(example)}`;
    const there = found.get(key);
    if (there === undefined || sizeOf(example) < sizeOf(there)) found.set(key, example);
  };
  if (all <= most) for (let at = 0; at < all; at += 1) tryAt(at);
  else {
    // Every word at least once from each server, with each fact and on each day of what differs; then some of all the rest.
    for (const [place, { isNear }] of contexts.entries())
      for (let server = 0; isNear && server < near; server += 1)
        for (let request = 0; request < requests.length && tried < most * MOST_MET; request += 1)
          tryAt(request + requests.length * (server + servers.length * place));
    for (let count = 0; count < most; count += 1) tryAt((count * PRIME) % all);
  }
  const examples = [...found].map(([key, example]) => ({
    way: key.slice(0, key.indexOf(" ")),
    example: smallest(example, before, after),
  }));
  const of = (way: Way): readonly Example[] =>
    examples
      .filter((one) => one.way === way)
      .map(({ example }) => example)
      .toSorted((one, other) => sizeOf(one) - sizeOf(other) || (keyOf(one) < keyOf(other) ? -1 : 1));
  return { tried, all, stricter: of("stricter"), looser: of("looser"), other: of("other") };
}

interface TriedContext {
  readonly context: DecideContext;
  /** Of what differs */
  readonly isNear: boolean;
}

const PLAIN: TriedContext = { context: {}, isNear: true };
// Of what differs, so many times as many as of the rest.
const MOST_MET = 3;
// Whatever the number of requests is, steps of this length meet one after the other of all of them.
const PRIME = 15_485_863;

function contextsOf({ facts, nearFacts, days, nearDays }: Vocabulary): readonly TriedContext[] {
  const first = new Map([...facts].reverse());
  const sets = [
    { some: {}, isNear: true },
    ...facts.map(([name, value], at) => ({ some: { [name]: value }, isNear: at < nearFacts })),
    ...(first.size > 1 ? [{ some: Object.fromEntries(first), isNear: true }] : []),
  ];
  const times = days.length === 0 ? [undefined] : days.map((day) => `${day}T12:00:00.000Z`);
  return times.flatMap((now, at) =>
    sets.map(({ some, isNear }) => ({
      context: {
        ...(now === undefined ? {} : { now }),
        ...(Object.keys(some).length === 0 ? {} : { facts: some }),
      },
      isNear: isNear && at < Math.max(nearDays, 1),
    })),
  );
}

function tryOn(
  { input, memory, asked }: TriedRequest,
  context: DecideContext,
  before: Compared,
  after: Compared,
): (Example & { readonly way: Way }) | undefined {
  const whole: DecideContext =
    asked !== undefined ? withAsked(context, asked) : memory === undefined ? context : { ...context, memory };
  const [one, other] = [before.engine.decide(input, whole), after.engine.decide(input, whole)];
  const way = compareDecisions(
    one,
    other,
    input["hook_event_name"] === "ElicitationResult" ? input["action"] : undefined,
  );
  return way === undefined ? undefined : { way, input, context: whole, before: one, after: other };
}

// Where the context tells no time, some time has to be told: else nothing was asked before it.
const SOME_TIME = "2026-01-01T12:00:00.000Z";

function withAsked(context: DecideContext, asked: readonly EarlierQuestion[]): DecideContext {
  const { now = SOME_TIME } = context;
  const before = asked.map(({ ago, same, answer }) => ({
    at: new Date(Date.parse(now) - ago * 1000).toISOString(),
    same,
    answer,
  }));
  return { ...context, now, memory: { candidates: [], asked: before } };
}

/** `action`: a person's, of a result; `undefined`: it is a question */
export function compareDecisions(before: Decision, after: Decision, action: JsonValue | undefined): Way | undefined {
  const [from, to] = [rank(before.effect, action), rank(after.effect, action)];
  if (from !== to) return to > from ? "stricter" : "looser";
  // Nothing goes out either way, whatever word the server hears.
  if (from >= REFUSED) return undefined;
  return json(before) === json(after) ? undefined : "other";
}

const REFUSED = 2;

// decline > cancel > ask > accept. What lets a person's refusal pass is as strict as one.
function rank(effect: Decision["effect"], action: JsonValue | undefined): number {
  if (action === "decline" || action === "cancel") return effect === "accept" ? 0 : REFUSED;
  switch (effect) {
    case "accept":
    case "pass":
      return 0;
    case "ask":
      return 1;
    case "cancel":
      return REFUSED;
    case "decline":
      return 3;
  }
}

function json({ effect, content }: Decision): string {
  return canonicalJson([effect, content ?? null]);
}

// By what decided, so that each cause has its example.
function whyOf({ before, after }: Example): string {
  return JSON.stringify([before, after].map(({ reasons }) => reasons.map(({ rule, code }) => `${rule}/${code}`)));
}

// Whatever can be left out while the way stays the same.
function smallest(example: Example, before: Compared, after: Compared): Example {
  const { input, context } = example;
  const action = input["hook_event_name"] === "ElicitationResult" ? input["action"] : undefined;
  const way = compareDecisions(example.before, example.after, action);
  for (const [less, told] of smallerOnes(input, context)) {
    const found = tryOn({ input: less }, told, before, after);
    const alike = found?.before.effect === example.before.effect && found.after.effect === example.after.effect;
    if (found !== undefined && found.way === way && alike) return smallest(found, before, after);
  }
  return { input, context, before: example.before, after: example.after };
}

function* smallerOnes(input: JsonObject, context: DecideContext): Generator<readonly [JsonObject, DecideContext]> {
  const { memory, facts, now, ...rest } = context;
  if (memory !== undefined) yield [input, { ...context, memory: undefined } as unknown as DecideContext];
  if (now !== undefined) yield [input, { ...rest, ...(facts && { facts }), ...(memory && { memory }) }];
  if (facts !== undefined) yield [input, { ...rest, ...(now === undefined ? {} : { now }), ...(memory && { memory }) }];
  const schema = input["requested_schema"];
  const properties = isObject(schema) ? schema["properties"] : undefined;
  if (!isObject(schema) || !isObject(properties)) return;
  for (const name of Object.keys(properties)) {
    const { [name]: _, ...fewer } = properties;
    if (Object.keys(properties).length > 1)
      yield [{ ...input, requested_schema: { ...schema, properties: fewer } }, context];
  }
}

function sizeOf(example: Example): number {
  return keyOf(example).length;
}

function keyOf({ input, context }: Example): string {
  return JSON.stringify([input, context]);
}
