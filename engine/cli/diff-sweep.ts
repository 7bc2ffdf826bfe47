/**
 * Two policies, tried on requests made of their own words: where they decide differently, and the smallest such request.
 * An example is a proof; that none was found is none.
 */
import type { Decision } from "../core/decision.ts";
import { canonicalJson, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { CheckedDocument } from "../core/policy.ts";
import type { DecideContext, OpenEngine } from "../deciding.ts";
import { fromServer, requestsFor, type TriedRequest } from "./diff-requests.ts";
import { vocabularyOf } from "./diff-vocabulary.ts";

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
const MOST_TRIED = 30_000;

export function sweep(before: Compared, after: Compared, most: number = MOST_TRIED): Sweep {
  const vocabulary = vocabularyOf([...before.documents, ...after.documents]);
  const requests = requestsFor(vocabulary);
  const { servers } = vocabulary;
  const contexts = contextsOf(vocabulary.facts, vocabulary.days);
  const all = requests.length * servers.length * contexts.length;
  const found = new Map<string, Example>();
  const step = strideFor(all, most);
  let tried = 0;
  for (let at = 0; at < all; at += 1) {
    // The first of each kind are tried in any case: everything plain, and each word at least once.
    const request = at % requests.length;
    const rest = Math.trunc(at / requests.length);
    if (rest >= servers.length && step > 1 && (at * 7919) % step !== 0) continue;
    tried += 1;
    const whole = fromServer(requests[request] as TriedRequest, servers[rest % servers.length] ?? "");
    const context = contexts[Math.trunc(rest / servers.length)] ?? {};
    const example = tryOn(whole, context, before, after);
    if (example === undefined) continue;
    const key = `${example.way} ${example.before.effect} ${example.after.effect} ${whyOf(example)}`;
    const there = found.get(key);
    if (there === undefined || sizeOf(example) < sizeOf(there)) found.set(key, example);
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

function strideFor(all: number, most: number): number {
  return Math.max(1, Math.ceil(all / most));
}

function contextsOf(
  facts: readonly (readonly [name: string, value: string])[],
  days: readonly string[],
): readonly DecideContext[] {
  const first = new Map([...facts].reverse());
  const sets = [
    {},
    ...facts.map(([name, value]) => ({ [name]: value })),
    ...(first.size > 1 ? [Object.fromEntries(first)] : []),
  ];
  const times = days.length === 0 ? [undefined] : days.map((day) => `${day}T12:00:00.000Z`);
  return times.flatMap((now) =>
    sets.map((some) => ({
      ...(now === undefined ? {} : { now }),
      ...(Object.keys(some).length === 0 ? {} : { facts: some }),
    })),
  );
}

function tryOn(
  { input, memory }: TriedRequest,
  context: DecideContext,
  before: Compared,
  after: Compared,
): (Example & { readonly way: Way }) | undefined {
  const whole: DecideContext = memory === undefined ? context : { ...context, memory };
  const [one, other] = [before.engine.decide(input, whole), after.engine.decide(input, whole)];
  const way = compareDecisions(
    one,
    other,
    input["hook_event_name"] === "ElicitationResult" ? input["action"] : undefined,
  );
  return way === undefined ? undefined : { way, input, context: whole, before: one, after: other };
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
