/**
 * What generated tests draw from: forms and answers out of a small world in which they often meet, and abstract
 * policies of several documents. Small on purpose: agreement, conflict and gaps have to be common.
 */
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../engine/core/json.ts";
import type { FormRequest, FormResult, Request, UrlRequest, UrlResult } from "../../engine/core/request.ts";
import type { Candidate, Context } from "../../engine/core/rule.ts";
import { type AbstractDocument, type AbstractEntry, NOW, SERVER } from "./abstract-policy.ts";
import { objectOf, type Pairs } from "./values.ts";

/** One request with a policy about it */
export interface Scenario {
  readonly documents: readonly AbstractDocument[];
  readonly request: Request;
  readonly context: Context;
}

export interface Question extends Scenario {
  readonly request: FormRequest | UrlRequest;
}

export interface Result extends Scenario {
  readonly request: FormResult | UrlResult;
}

interface FieldKind {
  readonly name: string;
  readonly property: Readonly<Record<string, JsonValue>>;
  /** Answers that a server takes, and answers that it or the client does not */
  readonly good: readonly JsonValue[];
  readonly bad: readonly JsonValue[];
}

const FIELDS: readonly FieldKind[] = [
  { name: "ok", property: { type: "boolean" }, good: [true, false], bad: ["true"] },
  { name: "team", property: { type: "string", minLength: 1, maxLength: 5 }, good: ["core", "infra"], bad: ["", 7] },
  { name: "count", property: { type: "integer", maximum: 10 }, good: [3, 10], bad: [11, 1.5, "3", null] },
  { name: "serial", property: { type: "number" }, good: [0, 0.5], bad: [2 ** 53 + 2] },
  { name: "kind", property: { type: "string", enum: ["x", "y"] }, good: ["x", "y"], bad: ["z"] },
  {
    name: "tags",
    property: { type: "array", items: { type: "string", enum: ["a", "b"] }, maxItems: 2 },
    good: [["a"], ["b", "a"], []],
    bad: [["c"], ["a", "b", "a"], [1]],
  },
  { name: "__proto__", property: { type: "string" }, good: [], bad: ["polluted"] },
  { name: "code", property: { type: "string", pattern: "^[a-z]+$" }, good: [], bad: ["abc"] },
];

interface GeneratedForm {
  readonly schema: JsonObject;
  readonly kinds: readonly FieldKind[];
}

const aForm: fc.Arbitrary<GeneratedForm> = fc
  .array(
    fc.record({
      kind: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...FIELDS.slice(0, 6)) },
        { weight: 1, arbitrary: fc.constantFrom(...FIELDS.slice(6)) },
      ),
      required: fc.boolean(),
      proposal: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: fc.nat(4) }),
    }),
    { maxLength: 3 },
  )
  .map((fields) => {
    const unique = fields.filter(({ kind }, at) => fields.findIndex((one) => one.kind === kind) === at);
    const properties = objectOf(
      unique.map(({ kind, proposal }) => {
        const value = proposal === undefined ? undefined : [...kind.good, ...kind.bad][proposal];
        return [kind.name, { ...kind.property, ...(value === undefined || value === null ? {} : { default: value }) }];
      }),
    );
    const required = unique.filter((field) => field.required).map(({ kind }) => kind.name);
    const schema = objectOf([
      ["type", "object"],
      ["properties", properties],
      ...(required.length > 0 ? [["required", required] as const] : []),
    ]);
    return { schema, kinds: unique.map(({ kind }) => kind) };
  });

// Mostly good values for fields that the form has; at times a bad one, or a field that it has not.
function contentFor({ kinds }: GeneratedForm): fc.Arbitrary<Pairs> {
  if (kinds.length === 0) return fc.oneof({ weight: 6, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: STRAY });
  const one = fc
    .constantFrom(...kinds)
    .chain((kind) =>
      fc
        .oneof(
          { weight: kind.good.length * 4, arbitrary: fc.constantFrom(...kind.good, ...kind.good, ...kind.bad) },
          { weight: 1, arbitrary: fc.constantFrom(...kind.bad) },
        )
        .map((value) => [kind.name, value] as const),
    );
  const all = fc
    .tuple(...kinds.map((kind) => fc.constantFrom(...kind.good, ...(kind.good.length === 0 ? kind.bad : []))))
    .map((values) => kinds.map((kind, at) => [kind.name, values[at] as JsonValue] as const));
  return fc.oneof(
    { weight: 3, arbitrary: fc.array(one, { maxLength: 2 }).map(withoutRepeats) },
    { weight: 4, arbitrary: all },
    { weight: 1, arbitrary: STRAY },
  );
}

const STRAY: fc.Arbitrary<Pairs> = fc.constantFrom<Pairs>(
  [["constructor", "x"]],
  [["toString", 1]],
  [["__proto__", "x"]],
);

function withoutRepeats(pairs: Pairs): Pairs {
  return [...new Map(pairs)];
}

function entryFor(form: GeneratedForm): fc.Arbitrary<AbstractEntry> {
  const content = contentFor(form);
  const names = ["absent", ...form.kinds.map(({ name }) => name)];
  const values = form.kinds.flatMap(({ name, good }) => good.map((value) => [name, value] as const));
  return fc
    .record(
      {
        saying: fc.oneof(
          { weight: 4, arbitrary: fc.constantFrom("accept", "confirm", "edit") },
          { weight: 3, arbitrary: fc.constantFrom("decline", "cancel", "guard-ask", "answer-ask") },
        ),
        manner: fc.oneof(
          { weight: 12, arbitrary: fc.constant("speaks") },
          { weight: 3, arbitrary: fc.constant("abstains") },
          { weight: 4, arbitrary: fc.constantFrom("throws", "oversteps", "lacks-memory", "lacks-memory-declines") },
        ),
        code: fc.constantFrom("one", "other"),
        content: content,
        defaults: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: content }),
        remove: fc.oneof(
          { weight: 3, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.subarray(names, { maxLength: 1 }) },
        ),
        when: values.length === 0 ? fc.constant(undefined) : fc.constantFrom(...values),
        mayRaise: fc.boolean(),
        observe: fc.oneof({ weight: 6, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
        event: fc.constantFrom("Elicitation", "ElicitationResult"),
        scope: fc.oneof(
          { weight: 6, arbitrary: fc.constant("everywhere") },
          { weight: 4, arbitrary: fc.constantFrom("by-name", "by-glob", "by-fact", "exception-ended") },
          { weight: 2, arbitrary: fc.constantFrom("other-server", "other-glob", "other-fact", "excepted") },
        ),
      },
      { requiredKeys: ["saying", "manner", "code", "content", "defaults", "remove", "mayRaise", "observe", "scope"] },
    )
    .map(({ when, ...entry }) => (when === undefined ? entry : { ...entry, when })) as fc.Arbitrary<AbstractEntry>;
}

// Policies about one form: any, and such as mean to answer it together, so that merging comes to an end often enough.
function documentsFor(form: GeneratedForm): fc.Arbitrary<readonly AbstractDocument[]> {
  return fc.oneof(
    fc.array(documentOf(fc.array(entryFor(form), { maxLength: 4 })), { maxLength: 3 }),
    fc.array(documentOf(fc.array(mostlyHelpfulEntryFor(form), { maxLength: 4 })), { minLength: 1, maxLength: 2 }),
  );
}

function documentOf(entries: fc.Arbitrary<readonly AbstractEntry[]>): fc.Arbitrary<AbstractDocument> {
  return fc.record(
    { default: fc.constantFrom("ask", "decline", "cancel"), unattended: fc.constantFrom("cancel", "decline"), entries },
    { requiredKeys: ["entries"] },
  ) as fc.Arbitrary<AbstractDocument>;
}

function mostlyHelpfulEntryFor(form: GeneratedForm): fc.Arbitrary<AbstractEntry> {
  return fc.oneof({ weight: 5, arbitrary: helpfulEntryFor(form) }, { weight: 1, arbitrary: entryFor(form) });
}

// Rules that change an answer, and rules that refuse one which they may only meet when it is changed.
function editingDocumentsFor(form: GeneratedForm): fc.Arbitrary<readonly AbstractDocument[]> {
  const values = form.kinds.flatMap(({ name, good }) => good.map((value) => [name, value] as const));
  const always = { manner: "speaks", observe: false, scope: "everywhere" } as const;
  const edit = helpfulEntryFor(form).map((entry): AbstractEntry => ({ ...entry, saying: "edit", defaults: [] }));
  const refusal = fc
    .record({
      entry: entryFor(form),
      saying: fc.constantFrom<AbstractEntry["saying"][]>("decline", "cancel"),
      when: values.length === 0 ? fc.constant(undefined) : fc.constantFrom(...values),
    })
    .map(({ entry: { event: _, when: __, ...entry }, saying, when }): AbstractEntry => {
      const refusing = { ...entry, ...always, saying, event: "ElicitationResult" } as const;
      return when === undefined ? refusing : { ...refusing, when };
    });
  const entries = fc
    .tuple(fc.array(edit, { minLength: 1, maxLength: 2 }), fc.array(refusal, { maxLength: 2 }))
    .map(([edits, refusals]) => [...edits, ...refusals]);
  return fc.array(documentOf(entries), { minLength: 1, maxLength: 2 });
}

// Knows some of the right answers, always the same ones, or changes an answer a little.
function helpfulEntryFor(form: GeneratedForm): fc.Arbitrary<AbstractEntry> {
  const truth = form.kinds.flatMap(({ name, good: [value] }) => (value === undefined ? [] : [[name, value] as const]));
  const other = form.kinds.flatMap(({ name, good: [, value] }) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const content = fc.oneof(
    { weight: 2, arbitrary: fc.constant(truth) },
    { weight: 4, arbitrary: fc.subarray(truth) },
    { weight: 1, arbitrary: fc.subarray(other.slice(0, 1)) },
  );
  return fc
    .record({
      entry: entryFor(form),
      saying: fc.constantFrom<AbstractEntry["saying"][]>("accept", "accept", "accept", "confirm", "edit"),
      content,
      defaults: fc.subarray(
        [...truth, ...other].filter(([name], at, all) => all.findIndex(([one]) => one === name) === at),
      ),
      otherDefaults: fc.option(fc.subarray(other.slice(0, 1)), { nil: undefined }),
    })
    .map(({ entry: { event: _, when, ...entry }, saying, content: known, defaults, otherDefaults }) => ({
      ...entry,
      ...(when === undefined || saying !== "edit" ? {} : { when }),
      saying,
      content: known,
      defaults: saying === "edit" ? [] : (otherDefaults ?? defaults),
      manner: "speaks",
      observe: false,
      scope: "everywhere",
    }));
}

const CONTEXT: Context = { now: NOW, facts: new Map([["ci", "true"]]), memory: undefined };
const LINK: UrlRequest = {
  event: "Elicitation",
  mode: "url",
  server: SERVER,
  message: "Please sign in",
  url: "https://auth.example.com/",
  sessionId: "session-1",
  elicitationId: "elicitation-1",
};

function ask(form: GeneratedForm): FormRequest {
  const origin = { server: SERVER, sessionId: "session-1", agentType: "reviewer" };
  return { ...origin, event: "Elicitation", mode: "form", message: "Which?", requestedSchema: form.schema };
}

/** A question in either mode, and a policy about it */
export const aQuestion: fc.Arbitrary<Question> = aForm.chain((form) =>
  fc.record({
    documents: documentsFor(form),
    request: fc.oneof({ weight: 6, arbitrary: fc.constant(ask(form)) }, { weight: 1, arbitrary: fc.constant(LINK) }),
    context: fc.constant(CONTEXT),
  }),
);

/** An answer on its way out, a policy about it, and what is remembered of the question */
export const aResult: fc.Arbitrary<Result> = fc.tuple(aForm, aForm).chain(([form, another]) => {
  const action = fc.constantFrom<FormResult["action"][]>("accept", "accept", "decline", "cancel");
  const origin = { event: "ElicitationResult", server: SERVER } as const;
  const request: fc.Arbitrary<FormResult | UrlResult> = fc.oneof(
    fc
      .record({ action, content: contentFor(form).map(objectOf) })
      .map((given): FormResult => ({ ...origin, mode: "form", ...given })),
    action.map((given): FormResult => ({ ...origin, mode: "form", action: given })),
    action.map((given): UrlResult => ({ ...origin, mode: "url", action: given })),
  );
  const open = [ask(form)];
  const candidates = fc.constantFrom<(readonly Candidate[] | undefined)[]>(
    open,
    open,
    open,
    open,
    undefined,
    [],
    [LINK],
    [ask(form), ask(another)],
  );
  return fc.record({
    documents: fc.oneof(documentsFor(form), editingDocumentsFor(form)),
    request,
    context: candidates.map(
      (some): Context => ({ ...CONTEXT, memory: some === undefined ? undefined : { candidates: some } }),
    ),
  });
});

export const aScenario: fc.Arbitrary<Scenario> = fc.oneof(
  { weight: 2, arbitrary: aQuestion },
  { weight: 1, arbitrary: aResult },
);

/** An entry without a condition, about forms that may be quite other ones than a scenario's */
export const anEntry: fc.Arbitrary<AbstractEntry> = aForm.chain(entryFor).map(({ when: _, ...entry }) => entry);
