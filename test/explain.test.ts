/**
 * Explanations: each says what really happened, what decided, and what would hold without it.
 * They are checked against decisions of policies from which the deciding rules were taken out by hand.
 */
import assert from "node:assert/strict";
import { suite, test } from "node:test";
import fc from "fast-check";
import { readHookInput } from "../engine/adapters/wire.ts";
import { rulesById } from "../engine/all-rules.ts";
import { bindPolicy, powers } from "../engine/bind.ts";
import { type DecideContext, contextOf as readContext } from "../engine/context.ts";
import { decide } from "../engine/core/decide.ts";
import { type Explanation, explain } from "../engine/core/explain.ts";
import type { JsonObject, JsonValue } from "../engine/core/json.ts";
import type { Policy } from "../engine/core/policy.ts";
import type { Request } from "../engine/core/request.ts";
import type { Context } from "../engine/core/rule.ts";
import { loadPolicyValue } from "../engine/policy/load.ts";
import { PACKS } from "../rules/packs/index.ts";
import { runs } from "./support/runs.ts";

function policyOf(...documents: readonly JsonObject[]): Policy {
  return bindPolicy(
    documents.map((document) => {
      const loaded = loadPolicyValue(document, { rules: rulesById, packs: PACKS, powers: powers });
      assert.ok(loaded.ok, JSON.stringify(loaded));
      return loaded.value.document;
    }),
  );
}

function requestOf(input: JsonObject): Request {
  const reading = readHookInput({
    hook_event_name: "Elicitation",
    mcp_server_name: "crm",
    message: "Which team?",
    ...input,
  });
  assert.ok(reading.kind === "request", JSON.stringify(reading));
  return reading.request;
}

function contextOf(given: DecideContext): Context {
  const context = readContext(given);
  assert.ok(context !== undefined);
  return context;
}

const form = (properties: JsonObject, required: readonly string[] = []): JsonObject => ({
  mode: "form",
  requested_schema: { type: "object", properties, required },
});
const team = form({ team: { type: "string" } }, ["team"]);
const link = (url: string): JsonObject => ({ mode: "url", url });
const result = (content: JsonObject): JsonObject => ({
  hook_event_name: "ElicitationResult",
  mode: "form",
  action: "accept",
  content,
});

const NOW = "2026-11-30T15:30:00.000Z";

function why(policy: readonly JsonObject[], input: JsonObject, context: DecideContext = { now: NOW }): Explanation {
  const [bound, request] = [policyOf(...policy), requestOf(input)];
  const explained = explain(bound, request, contextOf(context));
  assert.deepEqual(
    explained.decision,
    decide(bound, request, contextOf(context)),
    "what is explained is what is decided",
  );
  return explained;
}

/** `rule state effect`, `>` before those that decided */
function rows({ documents }: Pick<Explanation, "documents">): readonly string[] {
  return documents.flatMap(({ entries }) =>
    entries.map(({ rule, state, effect, decided, observe }) =>
      [decided ? ">" : "", rule, state, effect ?? "", observe ? "observed" : ""]
        .filter((part) => part !== "")
        .join(" "),
    ),
  );
}

/** The same for an answer on its way out */
function answer({ answers }: Explanation, kind: "edited" | "own"): readonly string[] {
  const found = answers.find((one) => one.kind === kind);
  assert.ok(found !== undefined, `no answer was ${kind}`);
  return rows(found);
}

suite("each rule", () => {
  test("whether it applies, what it says, and which of them decided", () => {
    const explained = why(
      [
        {
          rules: [
            { use: "match", name: "asks", then: "ask" },
            { use: "match", name: "declines", then: "decline", message: { words: ["team"] } },
            { use: "match", name: "quiet", then: "decline", message: { words: ["deploy"] } },
            { use: "match", name: "elsewhere", then: "decline", for: { servers: "billing" } },
            { use: "match", name: "other-fact", then: "decline", for: { facts: { ci: true } } },
            { use: "match", name: "excepted", then: "decline", except: { servers: "crm", until: "2026-11-30" } },
            { use: "match", name: "no-longer", then: "decline", except: { servers: "crm", until: "2026-11-29" } },
            { use: "match", name: "answers", then: "decline", content: { names: { words: ["team"] } } },
            { use: "match", name: "seen", then: "cancel", observe: true },
          ],
        },
      ],
      team,
    );
    assert.deepEqual(rows(explained), [
      "match:asks says ask",
      "> match:declines says decline",
      "match:quiet abstains",
      "match:elsewhere out-of-scope",
      "match:other-fact out-of-scope",
      "match:excepted excepted",
      "> match:no-longer says decline",
      "match:answers other-event",
      "match:seen says cancel observed",
    ]);
    assert.deepEqual([explained.decision.effect, explained.by], ["decline", "rules"]);
    assert.deepEqual(
      [explained.next?.effect, explained.next?.reasons.map(({ rule }) => rule)],
      ["ask", ["match:asks"]],
    );
  });

  test("without `now` exceptions with an end have ended", () => {
    const policy = { rules: [{ use: "match", then: "decline", except: { servers: "crm", until: "2099-01-01" } }] };
    assert.deepEqual(rows(why([policy], team, {})), ["> match says decline"]);
    assert.deepEqual(rows(why([policy], team)), ["match excepted"]);
  });

  test("of two rules of one name, with one reason, only the one that won is marked", () => {
    const rules = ["decline", "ask", "decline"].map((then) => ({ use: "match", then, because: "closed" }));
    assert.deepEqual(rows(why([{ rules }], team)), ["> match says decline", "match says ask", "> match says decline"]);
  });

  test("of two rules of one name, the one with the other reason is marked too, by what it says", () => {
    const rules = [
      { use: "match", then: "ask", because: "one" },
      { use: "match", then: "decline", because: "other" },
    ];
    assert.deepEqual(rows(why([{ rules }], team)), ["match says ask", "> match says decline"]);
  });

  test("one that needs to know what was asked, where nobody kept it", () => {
    const abstains = why([{ rules: [{ use: "check-answer" }] }], result({ team: "x" }));
    assert.deepEqual([rows(abstains), abstains.by], [["check-answer no-memory"], "nobody"]);
    const declines = why([{ rules: [{ use: "check-answer", "on-no-memory": "decline" }] }], result({ team: "x" }));
    assert.deepEqual([rows(declines), declines.by], [["> check-answer no-memory decline"], "rules"]);
    assert.equal(declines.next?.effect, "pass");
  });

  test("one that fails", () => {
    const bound = policyOf({
      rules: [{ use: "match", name: "a", then: "ask" }, { use: "spec-form" }, { use: "fill-defaults" }],
    });
    const broken: Policy = {
      ...bound,
      documents: bound.documents.map((document) => {
        const breakIt = <Entry extends { readonly id: string; readonly rule: object }>(entry: Entry): Entry =>
          entry.id === "match:a"
            ? entry
            : {
                ...entry,
                rule: {
                  ...entry.rule,
                  decide: () => {
                    throw new Error("secret");
                  },
                },
              };
        const buckets = new Map(
          [...document.buckets].map(([key, bucket]) => [key, { ...bucket, others: bucket.others.map(breakIt) }]),
        );
        return { ...document, entries: document.entries.map(breakIt), buckets };
      }),
    };
    const explained = explain(broken, requestOf(team), contextOf({ now: NOW }));
    assert.deepEqual(rows(explained), ["match:a says ask", "> spec-form failed decline", "fill-defaults failed"]);
    assert.equal(JSON.stringify(explained).includes("secret"), false);
  });
});

suite("what decided", () => {
  test("nobody: the person is asked, an answer passes", () => {
    const asked = why([{ rules: [{ use: "require-https" }] }], team);
    assert.deepEqual([asked.decision.effect, asked.by, asked.next], ["ask", "nobody", undefined]);
    const passed = why([{ default: "decline" }], result({ team: "x" }));
    assert.deepEqual([passed.decision.effect, passed.by, passed.next], ["pass", "nobody", undefined]);
  });

  test("a default, and then the next one", () => {
    const explained = why([{ default: "decline" }, { default: "cancel" }, { rules: [] }], team);
    assert.deepEqual(
      [explained.by, explained.decision.effect, explained.next?.effect],
      ["default", "decline", "cancel"],
    );
    const [first, second] = explained.documents;
    assert.deepEqual([first?.default, second?.default], ["decline", "cancel"]);
  });

  test("a default that is stricter than a guard", () => {
    const explained = why(
      [{ default: "decline", rules: [{ use: "no-open-redirects" }] }],
      link("https://example.com/?next=https://evil.test/"),
    );
    assert.deepEqual(
      [explained.by, rows(explained), explained.next?.effect],
      ["default", ["no-open-redirects says ask"], "ask"],
    );
  });

  test("nobody is there to ask", () => {
    const explained = why([{ unattended: "cancel", rules: [{ use: "match", then: "ask" }] }], team);
    assert.deepEqual(
      [explained.by, explained.decision.effect, explained.next?.effect],
      ["unattended", "cancel", "ask"],
    );
    assert.deepEqual(rows(explained), ["> match says ask"]);
  });

  test("nobody is there, and nobody said anything", () => {
    const explained = why([{ unattended: "decline" }], team);
    assert.deepEqual([explained.by, explained.next?.effect], ["unattended", "ask"]);
  });

  test("a rule, although nobody is there", () => {
    const explained = why([{ unattended: "cancel", rules: [{ use: "match", then: "decline" }] }], team);
    assert.deepEqual([explained.by, explained.next?.effect], ["rules", "cancel"]);
  });

  test("an accept whose fields come from several rules", () => {
    const both = form({ team: { type: "string" }, region: { type: "string" } }, ["team", "region"]);
    const rules = [
      { use: "answer-form", name: "a", answers: { team: "x" } },
      { use: "answer-form", name: "b", answers: { region: "eu" } },
    ];
    const explained = why([{ default: "decline", rules }], both);
    assert.deepEqual(
      [explained.decision.effect, rows(explained)],
      ["accept", ["> answer-form:a says accept", "> answer-form:b says accept"]],
    );
    assert.equal(explained.next?.effect, "decline");
  });

  test("accepts that do not come to an answer decide nothing", () => {
    const rules = [
      { use: "answer-form", name: "a", answers: { team: "x" } },
      { use: "answer-form", name: "b", answers: { team: "y" } },
    ];
    const explained = why([{ rules }], team);
    assert.deepEqual(rows(explained), ["answer-form:a says accept", "answer-form:b says accept"]);
    assert.deepEqual([explained.by, explained.decision.errors.map(({ code }) => code)], ["nobody", ["conflict"]]);
    assert.deepEqual(explained.answers, [], "nothing was on its way out");
  });

  test("edits that can't be made", () => {
    const explained = why([{ rules: [{ use: "edit-answer", remove: ["team"] }] }], result({ team: "x" }));
    assert.deepEqual([explained.decision.effect, rows(explained)], ["decline", ["> edit-answer says accept"]]);
    assert.deepEqual([explained.by, explained.next?.effect], ["rules", "pass"]);
  });
});

suite("the policy's own answers", () => {
  const answers = { use: "answer-form", answers: { team: "Platform" } };

  test("pass the rules for answers, which are shown with what they said of it", () => {
    const explained = why([{ rules: [answers, { use: "check-answer" }, { use: "require-https" }] }], team);
    assert.equal(explained.decision.effect, "accept");
    assert.deepEqual(rows(explained), [
      "> answer-form says accept",
      "check-answer other-event",
      "require-https other-mode",
    ]);
    assert.deepEqual(answer(explained, "own"), [
      "answer-form other-event",
      "check-answer abstains",
      "require-https other-event",
    ]);
  });

  test("stopped at the checkpoint: the rule that stopped it decided, and without it the answer would be sent", () => {
    const stops = { use: "match", name: "stops", then: "decline", content: { values: { words: ["Platform"] } } };
    const explained = why([{ rules: [answers] }, { rules: [stops] }], team);
    assert.equal(explained.decision.effect, "decline");
    assert.deepEqual(rows(explained), ["answer-form says accept", "match:stops other-event"]);
    assert.deepEqual(answer(explained, "own"), ["answer-form other-event", "> match:stops says decline"]);
    assert.deepEqual([explained.by, explained.next?.effect], ["rules", "accept"]);
  });

  test("changed on its way out: both have decided", () => {
    const explained = why([{ rules: [answers, { use: "edit-answer", set: { team: "Core" } }] }], team);
    assert.deepEqual(explained.decision.content, { team: "Core" });
    assert.deepEqual(rows(explained), ["> answer-form says accept", "edit-answer other-event"]);
    assert.deepEqual(answer(explained, "own"), ["answer-form other-event", "> edit-answer says accept"]);
    assert.deepEqual(answer(explained, "edited"), ["answer-form other-event", "edit-answer abstains"]);
    assert.equal(explained.next?.effect, "ask");
  });

  test("changed into one that another rule stops: that is seen in what it was changed to", () => {
    const stops = { use: "match", then: "decline", content: { values: { words: ["Core"] } } };
    const explained = why([{ rules: [answers, { use: "edit-answer", set: { team: "Core" } }, stops] }], team);
    assert.equal(explained.decision.effect, "decline");
    assert.deepEqual(answer(explained, "own").at(-1), "match abstains");
    assert.deepEqual(answer(explained, "edited").at(-1), "> match says decline");
    assert.deepEqual(explained.next?.content, { team: "Core" });
  });

  test("the same for what a person answered", () => {
    const asked = requestOf(team);
    assert.ok(asked.event === "Elicitation");
    const stops = { use: "match", then: "decline", content: { values: { words: ["Core"] } } };
    const memory = { candidates: [asked] };
    const policy = policyOf({ rules: [{ use: "edit-answer", set: { team: "Core" } }, stops] });
    const explained = explain(policy, requestOf(result({ team: "x" })), { ...contextOf({ now: NOW }), memory });
    assert.equal(explained.decision.effect, "decline");
    assert.deepEqual(rows(explained), ["edit-answer says accept", "match abstains"]);
    assert.deepEqual(answer(explained, "edited"), ["edit-answer abstains", "> match says decline"]);
    assert.deepEqual([explained.by, explained.next?.effect], ["rules", "accept"]);
  });

  test("an exception holds there as well", () => {
    const stops = {
      use: "match",
      then: "decline",
      content: { values: { words: ["Platform"] } },
      except: { servers: "crm" },
    };
    const explained = why([{ rules: [answers, stops] }], team);
    assert.deepEqual(answer(explained, "own"), ["answer-form other-event", "match excepted"]);
  });

  test("without an accept there is none", () => {
    assert.deepEqual(why([{ rules: [{ use: "check-answer" }] }], team).answers, []);
    assert.deepEqual(why([{ rules: [{ use: "check-answer" }] }], result({ team: "x" })).answers, []);
  });
});

suite("of any policy", () => {
  const effect = fc.constantFrom("ask", "cancel", "decline");
  const rule = fc.oneof(
    fc.record({ use: fc.constant("match"), name: fc.constantFrom("a", "b", "c"), then: effect, observe: fc.boolean() }),
    fc.record({
      use: fc.constant("match"),
      name: fc.constantFrom("d", "e"),
      then: effect,
      for: fc.record({ servers: fc.constantFrom("crm", "hr", "*") }),
    }),
    fc.record({
      use: fc.constant("answer-form"),
      name: fc.constantFrom("f", "g"),
      answers: fc.record({ team: fc.constantFrom("x", "y") }),
    }),
    fc.record({
      use: fc.constant("match"),
      name: fc.constant("h"),
      then: fc.constantFrom("decline", "cancel"),
      content: fc.constant({ values: { words: ["x"] } }),
    }),
  );
  const document = fc.record(
    {
      rules: fc.uniqueArray(rule, { selector: ({ use, name }) => `${use}:${name}`, maxLength: 4 }),
      default: effect,
      unattended: fc.constantFrom("cancel", "decline"),
    },
    { requiredKeys: ["rules"] },
  );
  const input = fc.constantFrom<JsonObject>(team, form({}), result({ team: "x" }), link("https://example.com/"));

  test("whoever is marked says what was decided, and taking them out gives what is next", () => {
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 3 }), input, (documents, asked) => {
        const explained = why(documents as unknown as readonly JsonObject[], asked);
        const marked = [explained, ...explained.answers]
          .flatMap(({ documents: all }) => all)
          .flatMap(({ entries }) => entries.filter(({ decided }) => decided));
        assert.equal(
          explained.by === "rules" || (explained.by === "unattended" && marked.length > 0),
          marked.length > 0,
        );
        const names = new Set(marked.map(({ rule: id }) => id));
        for (const { rule: id } of explained.decision.reasons) assert.ok(id === "engine" || names.has(id), id);
        if (explained.by !== "rules") return;
        // Entries share a name over documents only where the marks do: leave those out that say the same.
        const left = documents.map(({ rules, ...rest }, index) => ({
          ...rest,
          rules: rules.filter((_, at) =>
            [explained, ...explained.answers].every((one) => one.documents[index]?.entries[at]?.decided !== true),
          ),
        }));
        const without = decide(
          policyOf(...(left as unknown as readonly JsonObject[])),
          requestOf(asked),
          contextOf({ now: NOW }),
        );
        assert.deepEqual(explained.next, without);
      }),
      runs(0.5),
    );
  });

  test("it is plain JSON", () => {
    fc.assert(
      fc.property(fc.array(document, { minLength: 1, maxLength: 2 }), input, (documents, asked) => {
        const explained = why(documents as unknown as readonly JsonObject[], asked);
        const copy = JSON.parse(JSON.stringify(explained)) as JsonValue;
        assert.deepEqual(JSON.parse(JSON.stringify(copy)), copy);
      }),
      runs(0.1),
    );
  });
});
