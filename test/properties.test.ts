/**
 * The promises of DESIGN §2, each a test by its name there, over generated policies of abstract rules.
 * They are stated about decisions alone; `differential.test.ts` compares the same policies with the oracle.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { readHookInput, writeHookOutput } from "../engine/adapters/wire.ts";
import { decide } from "../engine/core/decide.ts";
import type { Decision, Reason } from "../engine/core/decision.ts";
import { canonicalJson, type JsonValue, parseJson } from "../engine/core/json.ts";
import type { Request } from "../engine/core/request.ts";
import { engineOf, judgeBy } from "../engine/deciding.ts";
import { joinDocuments } from "../engine/policy/join.ts";
import { isValid, STRICTNESS, strictest } from "./oracle.ts";
import {
  type AbstractDocument,
  type AbstractEntry,
  bindChecked,
  bindPolicy,
  checkedOf,
  isAsked,
  isMeant,
  NOW,
  onlyAccepts,
} from "./support/abstract-policy.ts";
import { anEntry, aQuestion, aResult, aScenario, type Question, type Scenario } from "./support/arbitrary.ts";
import { hookInputOf } from "./support/hook-input.ts";
import { runs } from "./support/runs.ts";
import { bytes, deepFreeze } from "./support/values.ts";

type Documents = readonly AbstractDocument[];

function decided({ documents, request, context }: Scenario): Decision {
  return decide(bindPolicy(documents), request, context);
}

function holds<Case>(name: string, cases: fc.Arbitrary<Case>, check: (one: Case) => void, share = 1): void {
  test(name, () => {
    fc.assert(fc.property(cases, check), runs(share));
  });
}

function isLooser(left: Decision, right: Decision): boolean {
  return STRICTNESS.indexOf(left.effect) < STRICTNESS.indexOf(right.effect);
}

function entriesOf(documents: Documents): readonly AbstractEntry[] {
  return documents.flatMap(({ entries }) => entries);
}

/** Entries that are asked about this request and whose word counts */
function heard({ documents, request }: Scenario): readonly AbstractEntry[] {
  return entriesOf(documents).filter(
    (entry) => isAsked(entry, request.event) && isMeant(entry, request) && !entry.observe,
  );
}

function withEntries(
  documents: Documents,
  change: (entries: readonly AbstractEntry[]) => readonly AbstractEntry[],
): Documents {
  return documents.map((document) => ({ ...document, entries: change(document.entries) }));
}

/**
 * The same with somebody there: `unattended: decline` makes of an `ask` more than a `cancel` is
 * (`unattended_ends_every_ask`), and what guards, documents and failures promise is about the effects before that.
 */
function attended<One extends Scenario>(scenario: One): One {
  const documents = scenario.documents.map(({ unattended: _, ...document }) => document);
  return { ...scenario, documents };
}

/**
 * The same without rules about answers on their way out. A failure, or another document, can void an accept that such a
 * rule would have refused (`own_answers_pass_the_checkpoint`): then nothing is sent, and the person is asked.
 */
function inOneEvent<One extends Scenario>(scenario: One): One {
  const { event } = scenario.request;
  const { documents } = attended(scenario);
  return { ...scenario, documents: withEntries(documents, (entries) => entries.map((entry) => ({ ...entry, event }))) };
}

function put(scenario: Scenario, entry: AbstractEntry, where: number): Scenario {
  const documents = scenario.documents.length === 0 ? [{ entries: [] }] : scenario.documents;
  const at = where % documents.length;
  const added = documents.map((document, index) =>
    index === at ? { ...document, entries: [...document.entries, entry] } : document,
  );
  return { ...scenario, documents: added };
}

const aPlace = fc.nat(7);

holds("decline_trumps_everything", fc.tuple(aScenario, anEntry, aPlace), ([scenario, entry, where]) => {
  const refusal: AbstractEntry = { ...entry, saying: "decline", manner: "speaks", observe: false, scope: "everywhere" };
  const decision = decided(put(scenario, { ...refusal, event: scenario.request.event }, where));
  assert.equal(decision.effect, "decline");
  assert.equal(decision.content, undefined);
  const named = decision.reasons.map(({ rule, code }) => `${rule}/${code}`);
  assert.ok(named.includes(`decline/${entry.code}`), `declined by ${named}`);
});

holds("a_guard_never_loosens", fc.tuple(aScenario, anEntry, aPlace), ([scenario, entry, where]) => {
  fc.pre(entry.saying === "decline" || entry.saying === "cancel" || entry.saying === "guard-ask");
  const before = attended(scenario);
  const after = put(before, entry, where);
  const [guarded, bare] = [decided(after), decided(before)];
  assert.ok(!isLooser(guarded, bare), `${bare.effect} without it, ${guarded.effect} with it`);
});

holds("the_strictest_document_wins", aScenario, (scenario) => {
  const { documents, ...rest } = inOneEvent(scenario);
  const together = decided({ ...rest, documents });
  const alone = documents.map((document) => ({ document, decision: decided({ ...rest, documents: [document] }) }));
  for (const { document, decision } of alone) {
    const accepting = heard({ ...rest, documents: [document] }).some(onlyAccepts);
    const { reasons, effect } = decision;
    // What an accept lacks alone, another document's may complete; all else that a document says, it says in company too.
    const spoke = reasons.some(byItself);
    const stated = !accepting && document.default !== undefined;
    if (spoke || stated) assert.ok(!isLooser(together, decision), `${together.effect}, but one alone: ${effect}`);
  }
  // Without accepts nothing is merged, and the whole is exactly the strictest of its parts.
  if (documents.length > 0 && !heard({ ...rest, documents }).some(onlyAccepts)) {
    assert.equal(together.effect, strictest(alone.map(({ decision }) => decision.effect)));
  }
});

// Not an accept, and not the engine's judgement on accepts.
function byItself({ rule, code }: Reason): boolean {
  return ["decline", "cancel", "guard-ask", "answer-ask"].includes(rule) || code === "failed" || code === "no-memory";
}

holds("unattended_ends_every_ask", aQuestion, (scenario) => {
  const attended = scenario.documents.map(({ unattended: _, ...document }) => document);
  const decision = decided({ ...scenario, documents: attended });
  const instead = strictest(scenario.documents.map(({ unattended }) => unattended)) ?? "ask";
  const effect = decision.effect === "ask" ? instead : decision.effect;
  assert.equal(bytes(decided(scenario)), bytes({ ...decision, effect }));
});

holds(
  "order_independent",
  fc.tuple(aScenario, fc.infiniteStream(fc.nat(1000))),
  ([scenario, keys]) => {
    const shuffled = <One>(list: readonly One[]): readonly One[] =>
      list
        .map((one) => ({ one, key: keys.next().value ?? 0 }))
        .sort((left, right) => left.key - right.key)
        .map(({ one }) => one);
    const documents = shuffled(withEntries(scenario.documents, shuffled));
    assert.equal(bytes(decided({ ...scenario, documents })), bytes(decided(scenario)));
  },
  4,
);

holds("duplicates_change_nothing", fc.tuple(aScenario, aPlace, aPlace), ([scenario, first, second]) => {
  const twice = <One>(list: readonly One[], at: number): readonly One[] => [
    ...list,
    ...list.slice(at % (list.length + 1)),
  ];
  const documents = twice(
    withEntries(scenario.documents, (entries) => twice(entries, first)),
    second,
  );
  assert.equal(bytes(decided({ ...scenario, documents })), bytes(decided(scenario)));
});

holds("nobody_says_anything_means_ask", fc.tuple(aScenario, fc.boolean()), ([scenario, elsewhere]) => {
  const silent = scenario.documents.map(({ entries }) => ({
    entries: entries.map(
      (entry): AbstractEntry => (elsewhere ? { ...entry, scope: "other-server" } : { ...entry, manner: "abstains" }),
    ),
  }));
  const effect = scenario.request.event === "Elicitation" ? "ask" : "pass";
  const decision = decided({ ...scenario, documents: silent });
  assert.equal(bytes(decision), bytes({ effect, reasons: [], errors: [], observed: [] }));
});

holds("accept_only_if_some_rule_accepted", aScenario, (scenario) => {
  const decision = decided(scenario);
  const accepts = heard(scenario).some((entry) => onlyAccepts(entry) && entry.manner === "speaks");
  if (decision.effect === "accept") assert.ok(accepts, "nobody accepted");
  const without = withEntries(scenario.documents, (entries) => entries.filter((entry) => !onlyAccepts(entry)));
  assert.notEqual(decided({ ...scenario, documents: without }).effect, "accept");
});

holds(
  "an_abstaining_rule_can_be_removed",
  fc.tuple(aScenario, anEntry, aPlace, fc.boolean()),
  ([scenario, entry, where, elsewhere]) => {
    const silent: AbstractEntry = elsewhere ? { ...entry, scope: "excepted" } : { ...entry, manner: "abstains" };
    assert.equal(bytes(decided(put(scenario, silent, where))), bytes(decided(scenario)));
  },
);

holds(
  "a_failing_rule_never_loosens",
  fc.tuple(aScenario, anEntry, aPlace, fc.constantFrom("throws", "oversteps")),
  ([scenario, entry, where, manner]) => {
    const before = inOneEvent(scenario);
    const asked: AbstractEntry = { ...entry, observe: false };
    const failing = decided(inOneEvent(put(before, { ...asked, manner: manner as "throws" }, where)));
    for (const sound of ["speaks", "abstains"] as const) {
      const decision = decided(inOneEvent(put(before, { ...asked, manner: sound }, where)));
      assert.ok(!isLooser(failing, decision), `${failing.effect} where it ${sound}: ${decision.effect}`);
    }
    const heardFailing = isAsked({ ...asked, event: before.request.event }, before.request.event);
    if (heardFailing) {
      const failures = failing.errors.map(({ rule, code, args }) => `${rule}/${code} ${args["rule"]}`);
      assert.ok(failures.includes(`engine/failed ${entry.saying}`), `errors: ${failures}`);
      if (!onlyAccepts(entry) || before.request.event === "ElicitationResult") assert.equal(failing.effect, "decline");
      assert.notEqual(failing.effect, "accept");
    }
    assert.ok(!bytes(failing).includes("secret"), "an error's own text stands in the decision");
  },
);

// Without conditions on the answer: what an edit made of it is met only on the second way through the rules.
holds("reasons_are_those_of_the_winning_effect", aScenario, (scenario) => {
  const unconditional = withEntries(scenario.documents, (entries) => entries.filter(({ when }) => when === undefined));
  const one = inOneEvent({ ...scenario, documents: unconditional });
  const { effect, reasons } = decided(one);
  const winning = heard(one).filter((entry) => entry.manner === "speaks" && effectSaid(entry) === effect);
  const raising = (entry: AbstractEntry): boolean =>
    entry.saying !== "edit" || entry.mayRaise || ("action" in one.request && one.request.action === "accept");
  const expected = new Set(winning.filter(raising).map(({ saying, code }) => `${saying}/${code}`));
  const said = reasons.filter(({ rule }) => rule !== "engine").map(({ rule, code }) => `${rule}/${code}`);
  assert.deepEqual(said, [...expected].toSorted());
});

function effectSaid({ saying }: AbstractEntry): string {
  if (saying === "decline" || saying === "cancel") return saying;
  return saying === "guard-ask" || saying === "answer-ask" ? "ask" : "accept";
}

holds("deciding_twice_gives_the_same_bytes", aScenario, (scenario) => {
  const policy = bindPolicy(scenario.documents);
  const first = bytes(decide(policy, scenario.request, scenario.context));
  assert.equal(bytes(decide(policy, scenario.request, scenario.context)), first);
  // Another binding, and the request as it comes off the wire.
  const again = readHookInput(bytes(hookInputOf(scenario.request)));
  assert.equal(again.kind, "request");
  const { request } = again as { request: Request };
  assert.equal(bytes(decide(bindPolicy(scenario.documents), request, scenario.context)), first);
});

holds("accepted_content_satisfies_the_schema", aQuestion, (scenario) => {
  const { effect, content } = decided(scenario);
  const { request } = scenario;
  if (effect !== "accept") assert.equal(content, undefined, "only an accept carries content");
  else if (request.mode === "url") assert.equal(content, undefined, "an accepted link carries no content");
  else {
    assert.ok(content !== undefined, "a form's accept always carries an object");
    const sent = parseJson(JSON.stringify(content));
    assert.equal(sent.ok ? bytes(sent.value) : undefined, bytes(content));
    assert.ok(isValid(request.requestedSchema, new Map(Object.entries(content))), bytes(content));
    for (const [name, value] of Object.entries(content)) {
      assert.notEqual(name, "__proto__");
      assert.ok(typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER, `${name}: ${value}`);
    }
  }
});

holds("observed_rules_change_nothing", fc.tuple(aScenario, fc.nat()), ([scenario, mask]) => {
  const watched = {
    ...scenario,
    documents: withEntries(scenario.documents, (entries) =>
      entries.map((entry, at) => ({ ...entry, observe: entry.observe || ((mask >> at) & 1) === 1 })),
    ),
  };
  const { observed, ...decision } = decided(watched);
  const without = withEntries(watched.documents, (entries) => entries.filter(({ observe }) => !observe));
  const { observed: nothing, ...expected } = decided({ ...watched, documents: without });
  assert.equal(bytes(decision), bytes(expected));
  assert.equal(bytes(nothing), "[]");
  const speaking = entriesOf(watched.documents)
    .filter((entry) => isAsked(entry, scenario.request.event) && isMeant(entry, scenario.request))
    .filter((entry) => entry.observe && entry.manner === "speaks");
  const seen = observed.map(({ rule, code }) => `${rule}/${code}`);
  for (const { saying, code } of speaking) assert.ok(seen.includes(`${saying}/${code}`), `${saying}/${code}: ${seen}`);
});

holds("an_observed_document_changes_nothing", fc.tuple(aScenario, aScenario, fc.nat(3)), ([scenario, other, where]) => {
  const watched = other.documents.map((document) => joinDocuments(checkedOf(document), [], "observe"));
  const enforced = scenario.documents.map(checkedOf);
  const at = where % (enforced.length + 1);
  const all = [...enforced.slice(0, at), ...watched, ...enforced.slice(at)];
  const { observed: _, ...decision } = decide(bindChecked(all), scenario.request, scenario.context);
  const { observed: __, ...expected } = decided(scenario);
  assert.equal(bytes(decision), bytes(expected));
});

holds("extending_joins_two_documents_to_one_voice", fc.tuple(aScenario, fc.nat(5)), ([scenario, at]) => {
  for (const document of scenario.documents) {
    const inherited = { ...document, entries: document.entries.slice(0, at) };
    const own = { entries: document.entries.slice(at) };
    const joined = joinDocuments(checkedOf(own), [checkedOf(inherited)], "enforce");
    const rest = scenario.documents.filter((one) => one !== document).map(checkedOf);
    const decision = decide(bindChecked([joined, ...rest]), scenario.request, scenario.context);
    assert.equal(bytes(decision), bytes(decided(scenario)));
  }
});

holds("own_answers_pass_the_checkpoint", aQuestion, (given) => {
  const scenario = { ...given, documents: given.documents.map(({ unattended: _, ...document }) => document) };
  const bare = decided(onlyQuestions(scenario));
  const decision = decided(scenario);
  // That the answer rules refuse what the accepts come to is a guard, whoever else speaks; else they change nothing.
  if (bare.effect !== "accept") {
    const refused = decision.effect === "decline" || decision.effect === "cancel";
    const fits = decision.effect === bare.effect || (refused && !isLooser(decision, bare));
    return assert.ok(fits, `${bare.effect} alone, ${decision.effect} with the rules on answers`);
  }
  const { request, context, documents } = scenario;
  const out = { event: "ElicitationResult", server: request.server, mode: request.mode, action: "accept" } as const;
  const result = (bare.content === undefined ? out : { ...out, content: bare.content }) as Request;
  const checked = decided({ documents, request: result, context: { ...context, memory: { candidates: [request] } } });
  if (checked.effect === "pass")
    assert.equal(bytes([decision.effect, decision.content]), bytes(["accept", bare.content]));
  else assert.equal(bytes([decision.effect, decision.content]), bytes([checked.effect, checked.content]));
  if (checked.effect === "decline") assert.equal(bytes(decision.reasons), bytes(checked.reasons));
  return undefined;
});

function onlyQuestions(scenario: Question): Question {
  const asksOnly = (entries: readonly AbstractEntry[]): readonly AbstractEntry[] =>
    entries.filter((entry) => isAsked(entry, "Elicitation")).map((entry) => ({ ...entry, event: "Elicitation" }));
  return { ...scenario, documents: withEntries(scenario.documents, asksOnly) };
}

holds("input_is_left_as_it_was", fc.oneof(aQuestion, aResult), ({ documents, request, context }) => {
  const engine = engineOf(judgeBy(bindPolicy(documents)));
  const input = hookInputOf(request);
  const surroundings = {
    now: NOW,
    facts: { ci: true },
    memory: { candidates: context.memory?.candidates.map(hookInputOf) ?? [] },
  };
  const [inputBefore, surroundingsBefore] = [bytes(input), bytes(surroundings)];
  const decision = engine.decide(input, surroundings);
  assert.equal(bytes(input), inputBefore);
  assert.equal(bytes(surroundings), surroundingsBefore);
  // A write to a frozen object throws, and would show as a failure in the second decision.
  assert.equal(bytes(engine.decide(deepFreeze(input), deepFreeze(surroundings))), bytes(decision));
});

holds("wire_round_trips", aScenario, (scenario) => {
  const { request } = scenario;
  for (const input of [hookInputOf(request), bytes(hookInputOf(request))]) {
    const reading = readHookInput(input);
    assert.equal(reading.kind, "request");
    assert.equal(canonical((reading as { request: Request }).request), canonical(request));
  }
  const decision = decided(scenario);
  const output = parseJson(bytes(writeHookOutput(request.event, decision)));
  assert.ok(output.ok, "the output is no JSON");
  const { effect, content } = decision;
  const answers = effect !== "ask" && effect !== "pass";
  const body = { hookEventName: request.event, action: effect, ...(content === undefined ? {} : { content }) };
  assert.equal(bytes(output.value), bytes(answers ? { hookSpecificOutput: body } : {}));
});

// Without regard to the order of keys, and to what is undefined.
function canonical(request: Request): string {
  return canonicalJson(JSON.parse(JSON.stringify(request)) as JsonValue);
}
