/**
 * `sekisho diff`: that what the analysis says holds for every request, and what a person is told.
 */
import assert from "node:assert/strict";
import { after, beforeEach, suite, test } from "node:test";
import fc from "fast-check";
import { rulesById } from "../engine/all-rules.ts";
import { powers } from "../engine/bind.ts";
import { analyse } from "../engine/cli/diff-analysis.ts";
import { KNOWN_CHANGES } from "../engine/cli/diff-options.ts";
import { samplesOf } from "../engine/cli/diff-pattern.ts";
import { compareDecisions, sweep } from "../engine/cli/diff-sweep.ts";
import { decide } from "../engine/core/decide.ts";
import { parsePattern } from "../engine/core/pattern-parse.ts";
import type { CheckedDocument, CheckedEntry, CheckedException } from "../engine/core/policy.ts";
import { engineOf, judgeBy } from "../engine/deciding.ts";
import { loadSettings, openPolicy } from "../engine/engine.ts";
import { loadPolicyText } from "../engine/policy/load.ts";
import { type AbstractDocument, type AbstractEntry, bindPolicy, checkedOf, RULES } from "./support/abstract-policy.ts";
import { anEntry, aScenario } from "./support/arbitrary.ts";
import { type CliWorld, createCliWorld } from "./support/cli-world.ts";
import { runs } from "./support/runs.ts";

const worlds: CliWorld[] = [];
after(() => {
  for (const one of worlds) one.remove();
});

let world: CliWorld;
beforeEach(() => {
  world = createCliWorld();
  worlds.push(world);
});

/** One change of a policy of abstract rules */
const aChange: fc.Arbitrary<(documents: readonly AbstractDocument[]) => readonly AbstractDocument[]> = fc
  .record({
    kind: fc.constantFrom(
      "add",
      "add",
      "remove",
      "default",
      "unattended",
      "scope",
      "saying",
      "observe",
      "document",
      "drop",
    ),
    at: fc.nat(5),
    entry: anEntry,
    guard: fc.constantFrom<AbstractEntry["saying"][]>("decline", "cancel", "guard-ask", "answer-ask"),
    asGuard: fc.boolean(),
    scope: fc.constantFrom<AbstractEntry["scope"][]>(
      "everywhere",
      "by-name",
      "by-glob",
      "by-fact",
      "excepted",
      "other-server",
    ),
    word: fc.constantFrom(undefined, "ask", "cancel", "decline"),
  })
  .map(({ kind, at, entry, guard, asGuard, scope, word }) => (documents) => {
    const plain: AbstractEntry = asGuard ? { ...entry, saying: guard, content: [], defaults: [], remove: [] } : entry;
    const changed = (document: AbstractDocument): AbstractDocument => {
      const index = at % Math.max(document.entries.length, 1);
      const replace = (change: Partial<AbstractEntry>): AbstractDocument => ({
        ...document,
        entries: document.entries.map((one, place) => (place === index ? { ...one, ...change } : one)),
      });
      switch (kind) {
        case "add":
          return { ...document, entries: document.entries.toSpliced(index, 0, plain) };
        case "remove":
          return { ...document, entries: document.entries.toSpliced(index, 1) };
        case "default":
        case "unattended": {
          const { [kind]: _, ...rest } = document;
          return (
            word === undefined || (kind === "unattended" && word === "ask") ? rest : { ...rest, [kind]: word }
          ) as AbstractDocument;
        }
        case "scope":
          return replace({ scope });
        case "saying":
          return replace({ saying: guard });
        case "observe":
          return replace({ observe: document.entries[index]?.observe !== true });
        default:
          return document;
      }
    };
    if (kind === "document") return [...documents, { entries: [plain] }];
    if (kind === "drop") return documents.slice(0, -1);
    return documents.map((document, place) =>
      place === at % Math.max(documents.length, 1) ? changed(document) : document,
    );
  });

const GUARDS: ReadonlySet<string> = new Set(["answer-ask", "cancel", "decline", "guard-ask"]);
const REFUSES: AbstractEntry = {
  saying: "decline",
  manner: "speaks",
  code: "one",
  content: [],
  defaults: [],
  remove: [],
  mayRaise: false,
  observe: false,
  event: "ElicitationResult",
  scope: "everywhere",
};

/** Policies among which the rarer turns are common: nobody accepts, or what is accepted is refused on its way out */
function inShape(
  documents: readonly AbstractDocument[],
  shape: "as-it-is" | "quiet" | "refused",
): readonly AbstractDocument[] {
  if (shape === "as-it-is") return documents;
  return documents.map((document) => ({
    ...document,
    entries:
      shape === "quiet" ? document.entries.filter(({ saying }) => GUARDS.has(saying)) : [...document.entries, REFUSES],
  }));
}

suite("what the analysis says holds for every request", () => {
  const aShape = fc.constantFrom("as-it-is" as const, "quiet" as const, "refused" as const);
  test("over policies of abstract rules, with every kind of change", () => {
    const said = new Map<string, number>();
    fc.assert(
      fc.property(
        aScenario,
        aShape,
        fc.array(aChange, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (scenario, shape, changes, back) => {
          const documents = inShape(scenario.documents, shape);
          const changed = changes.reduce((some, change) => change(some), documents);
          const [old, now] = back ? [changed, documents] : [documents, changed];
          const settings = { rules: RULES, powers };
          const { direction } = analyse(old.map(checkedOf), now.map(checkedOf), settings);
          const { request, context } = scenario;
          const [before, later] = [old, now].map((one) => decide(bindPolicy(one), request, context));
          assert.ok(before !== undefined && later !== undefined);
          const action = request.event === "ElicitationResult" ? request.action : undefined;
          const way = compareDecisions(before, later, action);
          said.set(`${direction} ${way ?? "alike"}`, (said.get(`${direction} ${way ?? "alike"}`) ?? 0) + 1);
          if (direction === "stricter") assert.ok(way === undefined || way === "stricter", `stricter, but ${way}`);
          if (direction === "looser") assert.ok(way === undefined || way === "looser", `looser, but ${way}`);
          if (direction === "same") assert.equal(way, undefined);
        },
      ),
      runs(15),
    );
    // Else the property would hold of an analysis that never says anything.
    for (const one of ["stricter stricter", "looser looser", "same alike"])
      assert.ok((said.get(one) ?? 0) >= 20, `${one}: ${said.get(one) ?? 0} times`);
  });

  test("an `ask` that answers takes the place of an answer that was refused on its way out, so it can loosen", () => {
    const old = [
      `rules: [{ use: fill-defaults }, { use: match, then: decline, content: { names: { words: [name] } } }]`,
    ];
    const now = old.map((text) => text.replace(/\]$/, ", { use: match, then: ask }]"));
    const [before, later] = [old, now].map(([text = ""]) => {
      const loaded = loadPolicyText({ text }, loadSettings());
      assert.ok(loaded.ok);
      return loaded.value.document;
    });
    assert.ok(before !== undefined && later !== undefined);
    assert.equal(analyse([before], [later], { rules: rulesById, powers }).direction, "unknown");
    const [one, other] = [before, later].map((document) => ({
      documents: [document],
      engine: engineOf(judgeBy(openPolicy([document]))),
    }));
    assert.ok(one !== undefined && other !== undefined);
    assert.ok(
      sweep(one, other, []).looser.some(
        ({ before: { effect }, after: to }) => effect === "decline" && to.effect === "ask",
      ),
    );
  });

  const aScope: fc.Arbitrary<Partial<CheckedException>> = fc.record(
    {
      servers: fc.subarray(["crm", "deploy-*", "deploy-a", "*"], { minLength: 1 }),
      modes: fc.subarray(["form", "url"] as const, { minLength: 1 }),
      facts: fc.constantFrom<Record<string, string>[]>({ ci: "true" }, { ci: "false" }, { ci: "true", team: "a" }),
    },
    { requiredKeys: [] },
  );
  const list = (items: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...items], { minLength: 1 });
  const OPTIONS: Readonly<Record<string, fc.Arbitrary<object>>> = {
    "allow-url-hosts": fc.record({
      hosts: list(["auth.example.com", "*.example.net", "localhost:3000", "example.net"]),
    }),
    "canonical-url": fc.record(
      {
        "exact-origin": fc.boolean(),
        "shell-characters": fc.constantFrom("pass", "decline"),
        tolerate: list(["bad-host", "unsafe-char", "whitespace", "userinfo"]),
      },
      { requiredKeys: [] },
    ),
    "no-private-hosts": fc.record(
      { loopback: fc.boolean(), hosts: list(["localhost", "intranet.example"]) },
      { requiredKeys: [] },
    ),
    "no-open-redirects": fc.record(
      { then: fc.constantFrom("ask", "decline"), hosts: list(["elsewhere.example.net"]) },
      { requiredKeys: [] },
    ),
    "no-secret-forms": fc.record(
      { categories: list(["password", "pin", "otp"]), "allow-fields": list(["pin", "name"]) },
      { requiredKeys: [] },
    ),
    "no-secret-answers": fc.record(
      {
        then: fc.constantFrom("decline", "remove"),
        categories: list(["access-token", "payment-card"]),
        "allow-fields": list(["note"]),
      },
      { requiredKeys: [] },
    ),
    "no-url-credentials": fc.record(
      { personal: list(["email", "phone", "card"]), tolerate: list(["userinfo"]) },
      { requiredKeys: [] },
    ),
    "only-servers": fc.record({ servers: list(["crm", "deploy-*", "deploy-a"]) }),
    "plain-message": fc.record(
      {
        links: fc.constantFrom("allow", "ask", "decline"),
        long: fc.constantFrom("allow", "ask", "decline"),
        "text-length": fc.constantFrom(10, 1000),
      },
      { requiredKeys: [] },
    ),
    "require-https": fc.record({ loopback: fc.boolean() }, { requiredKeys: [] }),
    "spec-form": fc.record({ then: fc.constantFrom("ask", "decline") }),
    "url-length": fc.record({ limit: fc.constantFrom(40, 7981) }),
    "limit-asks": fc.record(
      {
        count: fc.constantFrom(1, 3, 20),
        window: fc.constantFrom("30s", "10m", "2h"),
        again: fc.boolean(),
        then: fc.constantFrom("decline", "cancel"),
        "on-no-memory": fc.constantFrom("abstain", "decline"),
      },
      { requiredKeys: [] },
    ),
    "check-answer": fc.record({ "on-no-memory": fc.constantFrom("abstain", "decline") }),
    match: fc.record({
      then: fc.constantFrom("ask", "cancel", "decline"),
      because: fc.constantFrom("one", "two"),
      message: fc.constant({ words: ["Hello"] }),
    }),
    confirm: fc.record({ answer: fc.constant("yes") }),
    "answer-form": fc.record({ answers: fc.constantFrom({ name: "alice" }, { name: "bob" }) }),
    "fill-defaults": fc.constant({}),
  };
  const realEntry: fc.Arbitrary<CheckedEntry> = fc.constantFrom(...Object.keys(OPTIONS)).chain((use) =>
    fc
      .record({
        options: OPTIONS[use] ?? fc.constant({}),
        scope: fc.option(aScope, { nil: undefined }),
        except: fc.option(
          fc.record({ servers: list(["crm", "deploy-*"]), until: fc.constantFrom("2026-06-30", "2027-06-30") }),
          { nil: undefined },
        ),
        observe: fc.oneof({ weight: 5, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
      })
      .map(
        ({ options, scope, except, observe }): CheckedEntry => ({
          use,
          options: options as CheckedEntry["options"],
          ...(scope === undefined ? {} : { for: scope }),
          ...(except === undefined ? {} : { except: [except] }),
          ...(observe ? { observe } : {}),
        }),
      ),
  );
  const aDocument: fc.Arbitrary<CheckedDocument> = fc.record(
    {
      default: fc.constantFrom("ask", "cancel", "decline"),
      unattended: fc.constantFrom("cancel", "decline"),
      rules: fc.array(realEntry, { maxLength: 4 }),
    },
    { requiredKeys: ["rules"] },
  ) as fc.Arbitrary<CheckedDocument>;

  test("over policies of the real rules, tried on the requests of the sweep", () => {
    const said = new Map<string, number>();
    const kinds = fc.constantFrom("options", "options", "scope", "except", "observe", "other");
    const scenario = aDocument.chain((one) =>
      fc.tuple(
        fc.constant(one),
        aDocument,
        fc.tuple(...one.rules.map(({ use }) => OPTIONS[use] ?? fc.constant({}))),
        kinds,
        fc.nat(3),
      ),
    );
    fc.assert(
      fc.property(scenario, ([one, other, otherwise, kind, at]) => {
        // Mostly one entry that differs in one part: so the direction is told often enough.
        const from = other.rules[at % Math.max(other.rules.length, 1)];
        const changed = one.rules.map((entry, place): CheckedEntry => {
          if (place !== at % one.rules.length) return entry;
          if (kind === "options") return { ...entry, options: otherwise[place] as CheckedEntry["options"] };
          if (from === undefined) return entry;
          if (kind === "scope") return { ...entry, ...(from.for === undefined ? {} : { for: from.for }) };
          if (kind === "except") return { ...entry, ...(from.except === undefined ? {} : { except: from.except }) };
          if (kind === "observe") return { ...entry, ...(from.observe === true ? { observe: true } : {}) };
          return from;
        });
        const [before, after] = [one, { ...(kind === "other" ? other : one), rules: changed }].map((document) => ({
          documents: [document],
          engine: engineOf(judgeBy(openPolicy([document]))),
        }));
        assert.ok(before !== undefined && after !== undefined);
        const { direction, entries } = analyse(before.documents, after.documents, { rules: rulesById, powers });
        const { stricter, looser, other: differing } = sweep(before, after, entries, 400);
        const seen = stricter.length > 0 ? "stricter" : looser.length > 0 ? "looser" : "alike";
        said.set(`${direction} ${seen}`, (said.get(`${direction} ${seen}`) ?? 0) + 1);
        const shown = JSON.stringify([before.documents, after.documents]);
        if (direction === "stricter" || direction === "same")
          assert.deepEqual(
            looser.map(({ input }) => input),
            [],
            shown,
          );
        if (direction === "looser" || direction === "same")
          assert.deepEqual(
            stricter.map(({ input }) => input),
            [],
            shown,
          );
        if (direction !== "unknown")
          assert.deepEqual(
            differing.map(({ input }) => input),
            [],
            shown,
          );
      }),
      runs(0.25),
    );
    for (const one of ["stricter stricter", "looser looser"])
      assert.ok((said.get(one) ?? 0) >= 2, JSON.stringify([...said]));
  });

  test("the rules and options that it knows exist", () => {
    for (const [rule, option] of KNOWN_CHANGES)
      assert.ok(Object.hasOwn(rulesById.get(rule)?.options ?? {}, option), `${rule}.${option}`);
  });
});

suite("requests made of the policies' words", () => {
  const met: Readonly<Record<string, readonly [rule: string, event?: string]>> = {
    "words in the message": ["{ use: match, then: decline, message: { words: [production] } }"],
    "a glob": ["{ use: match, then: decline, message: { globs: ['deploy * to ?'] } }"],
    "a pattern": ["{ use: match, then: decline, message: { matches: '^(?:deploy|ship) v[0-9]+\\.[0-9]+$' } }"],
    "a field's name": ["{ use: match, then: decline, fields: { names: { globs: ['*_env'] } } }"],
    "a field's title": ["{ use: match, then: decline, fields: { titles: { words: [Umgebung] } } }"],
    "message and field together": [
      "{ use: match, then: decline, message: { words: [ship] }, fields: { names: { words: [region] } } }",
    ],
    "a link's host": ["{ use: match, then: decline, url: { host: { globs: ['*.corp.example.org'] } } }"],
    "message and link together": [
      "{ use: match, then: decline, message: { words: [ship] }, url: { host: { words: [corp.example.org] } } }",
    ],
    "an agent": ["{ use: match, then: decline, agent: { words: [reviewer] } }"],
    "an answer's field": ["{ use: match, then: decline, content: { names: { words: [region] } } }"],
    "an answer's value": ["{ use: match, then: decline, content: { values: { words: [prod] } } }"],
    "how often a server may ask": ["{ use: limit-asks, count: 3 }"],
    "what was refused before": ["{ use: limit-asks, count: 500 }"],
    "a server, a fact and a day": [
      "{ use: match, then: decline, for: { servers: 'x-*', facts: { ci: true } }, except: { servers: x-some, until: 2027-03-31 } }",
    ],
    "an answer that is known": ["{ use: answer-form, answers: { region: eu } }"],
    "a confirmation": ["{ use: confirm, answer: yes, for: { servers: crm } }"],
    "an edit": ["{ use: edit-answer, remove: [region] }"],
  };
  for (const [what, [rule]] of Object.entries(met)) {
    test(`meet a rule about ${what}`, async () => {
      world.write("project/old.yaml", "rules: []\n");
      world.write("project/new.yaml", `rules: [${rule}]\n`);
      const { stdout, stderr } = await world.run(["diff", "old.yaml", "new.yaml", "--json"]);
      assert.equal(stderr, "");
      const { verdict, stricter, looser, other } = JSON.parse(stdout) as Record<string, readonly unknown[]>;
      assert.notEqual(verdict, "same");
      assert.ok([stricter, looser, other].some((some) => (some?.length ?? 0) > 0));
    });
  }

  test("every branch of a pattern has a text that fits", () => {
    for (const source of [
      "a|b|c",
      "^x{2,4}$",
      "(?i)deploy",
      "[^a]",
      "\\bword\\b",
      "a?b*c+",
      "(?:one|two) (?:three|four)",
    ]) {
      const tree = parsePattern(source);
      assert.ok(typeof tree === "object");
      const fits = powers.pattern(source);
      const samples = samplesOf(tree);
      assert.ok(
        samples.length > 0 && samples.every((text) => fits?.(text) === true),
        `${source}: ${JSON.stringify(samples)}`,
      );
    }
  });
});

suite("what it says", () => {
  const verdicts: Readonly<
    Record<string, readonly [old: string, now: string, says: RegExp, exits: readonly number[]]>
  > = {
    "the same policy": [
      "rules: [{ use: require-https }]",
      "rules:\n  - use: require-https\n",
      /^same, by analysis: every request is decided alike\n$/,
      [0, 0, 0],
    ],
    "other words, same rules": [
      "servers: { a: [x, y] }\nrules: [{ use: only-servers, servers: a }]",
      "rules: [{ use: only-servers, name: known, servers: [y, x], observe: false }]",
      /^same, by analysis/,
      [0, 0, 0],
    ],
    "a guard more": [
      "rules: []",
      "rules: [{ use: require-https }]",
      /^stricter, by analysis[\s\S]*require-https {2}added {2}stricter[\s\S]*ask -> decline/,
      [0, 1, 1],
    ],
    "a host more": [
      "rules: [{ use: allow-url-hosts, hosts: [a.example.com] }]",
      "rules: [{ use: allow-url-hosts, hosts: [a.example.com, b.example.com] }]",
      /^looser, by analysis[\s\S]*`hosts` changed {2}looser[\s\S]*decline -> ask[\s\S]*"url":"https:\/\/b\.example\.com\/"/,
      [1, 0, 1],
    ],
    "an observed guard": [
      "rules: []",
      "rules: [{ use: require-https, observe: true }]",
      /^same, by analysis/,
      [0, 0, 0],
    ],
    "one guard for another": [
      "rules: [{ use: require-https }]",
      "rules: [{ use: url-length }]",
      /^mixed, by the examples below/,
      [1, 1, 1],
    ],
    "another answer": [
      "rules: [{ use: answer-form, answers: { a: x } }]",
      "rules: [{ use: answer-form, answers: { a: y } }]",
      /^mixed, by the examples below[\s\S]*answered otherwise/,
      [1, 1, 1],
    ],
    "an answer where there was none": [
      "rules: []",
      "rules: [{ use: answer-form, answers: { a: x } }]",
      /^looser, by trying \d+ requests made of the policies' words; no proof for all others[\s\S]*ask -> accept/,
      [1, 0, 1],
    ],
    "more questions in the same window": [
      "rules: [{ use: limit-asks, count: 3 }]",
      "rules: [{ use: limit-asks, count: 5 }]",
      /^looser, by analysis[\s\S]*`count` changed {2}looser[\s\S]*decline -> ask/,
      [1, 0, 1],
    ],
    "a longer window": [
      "rules: [{ use: limit-asks, count: 3, window: 10m }]",
      "rules: [{ use: limit-asks, count: 3, window: 20m }]",
      /^stricter, by trying[\s\S]*`window` changed {2}unknown[\s\S]*ask -> decline/,
      [0, 1, 1],
    ],
    "a longer exception": [
      "rules: [{ use: require-https, except: { servers: old, until: 2027-03-31 } }]",
      "rules: [{ use: require-https, except: { servers: old, until: 2027-06-30 } }]",
      /^looser, by analysis[\s\S]*`except` changed {2}looser[\s\S]*"now":"2027-0[46]/,
      [1, 0, 1],
    ],
  };
  for (const [what, [old, now, says, exits]] of Object.entries(verdicts)) {
    test(what, async () => {
      world.write("project/old.yaml", `${old}\n`);
      world.write("project/new.yaml", `${now}\n`);
      const { code, stdout, stderr } = await world.run(["diff", "old.yaml", "new.yaml"]);
      assert.deepEqual([code, stderr], [0, ""]);
      assert.match(stdout, says);
      const codes = [];
      for (const way of ["looser", "stricter", "change"])
        codes.push((await world.run(["diff", "old.yaml", "new.yaml", "--fail-on", way])).code);
      assert.deepEqual(codes, exits);
    });
  }

  test("a fact, a day and a server of what differs are met together, however much else there is", async () => {
    const rules = Array.from(
      { length: 60 },
      (_, at) =>
        `  - { use: match, for: { servers: s${at}, facts: { f${at}: x } }, except: { servers: t, until: 2026-0${1 + (at % 9)}-15 }, message: { words: [w${at}, v${at}] }, then: decline }\n`,
    ).join("");
    const one =
      "  - { use: match, for: { servers: deep, facts: { deep: x } }, message: { words: [one] }, then: decline }\n";
    world.write("project/old.yaml", `rules:\n${rules}${one}`);
    world.write("project/new.yaml", `rules:\n${rules}${one.replace("[one]", "[two]")}`);
    const { stdout } = await world.run(["diff", "old.yaml", "new.yaml"]);
    assert.match(
      stdout,
      /^mixed, by the examples below[\s\S]*"mcp_server_name":"deep"[\s\S]*with \{"facts":\{"deep":"x"\}\}/,
    );
  });

  test("one word among thousands of rules is found", async () => {
    const rules = Array.from(
      { length: 1500 },
      (_, at) =>
        `  - { use: match, name: d${at}, for: { servers: s${at} }, message: { words: [word${at}] }, then: decline }\n`,
    );
    world.write("project/old.yaml", `rules:\n${rules.join("")}`);
    world.write("project/new.yaml", `rules:\n${rules.join("").replace("[word777]", "[word778]")}`);
    const { stdout } = await world.run(["diff", "old.yaml", "new.yaml"]);
    assert.match(stdout, /^mixed, by the examples below[\s\S]*"mcp_server_name":"s777"/);
  });

  test("packs by their names; the same output each time", async () => {
    const one = await world.run(["diff", "recommended", "strict"]);
    assert.match(one.stdout, /^stricter, by analysis/);
    assert.equal((await world.run(["diff", "recommended", "strict"])).stdout, one.stdout);
    assert.match((await world.run(["diff", "strict", "observe"])).stdout, /^looser, by analysis/);
  });

  test("an example can be given to explain as it stands", async () => {
    world.write("project/new.yaml", "rules: [{ use: only-servers, servers: [crm] }]\n");
    const { stdout } = await world.run(["diff", "recommended", "new.yaml", "--json"]);
    const { stricter } = JSON.parse(stdout) as { stricter: readonly { input: object; after: { effect: string } }[] };
    const [example] = stricter;
    const end = await world.run(["explain", "--policy", "new.yaml", "--json"], {
      stdin: JSON.stringify(example?.input),
    });
    assert.equal((JSON.parse(end.stdout) as { decision: { effect: string } }).decision.effect, example?.after.effect);
  });

  test("a policy that does not load is a finding, with its diagnostics", async () => {
    world.write("project/bad.yaml", "rulez: []\n");
    const { code, stdout, stderr } = await world.run(["diff", "recommended", "bad.yaml"]);
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^bad\.yaml:1:1 unknown-key/);
  });

  test("names and words of a policy can't steer a terminal", async () => {
    world.write(
      "project/new.yaml",
      'rules: [{ use: only-servers, servers: ["\\e]0;owned\\a"] }, { use: match, then: decline, message: { words: ["\\u202eword"] } }]\n',
    );
    const { stdout } = await world.run(["diff", "recommended", "new.yaml"]);
    assert.doesNotMatch(stdout, /[^\n\x20-\x7e]/);
  });

  const misused: Readonly<Record<string, readonly string[]>> = {
    "one policy": ["recommended"],
    none: [],
    three: ["recommended", "strict", "observe"],
    "a file that is not there": ["recommended", "gone.yaml"],
    "--fail-on of something": ["recommended", "strict", "--fail-on", "anything"],
  };
  for (const [what, args] of Object.entries(misused)) {
    test(`wrong usage: ${what}`, async () => {
      assert.equal((await world.run(["diff", ...args])).code, 2);
    });
  }
});
