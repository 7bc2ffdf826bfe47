/**
 * The handlers for other people's programs, from source and from both built files: whatever `ask` does, an answer comes
 * of it, and never one that the rules have not read.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { suite, test } from "node:test";
import * as source from "../engine/index.ts";

const DIST = join(import.meta.dirname, "../dist");
const LIBRARIES: readonly (readonly [name: string, library: typeof source])[] = [
  ["the source", source],
  ["sekisho.cjs", createRequire(import.meta.url)(join(DIST, "sekisho.cjs"))],
  ["sekisho.mjs", (await import(join(DIST, "sekisho.mjs"))) as typeof source],
];

// Put together here, since it has the shape of a live one.
const TOKEN = ["ghp", "q7ZtLw9xRb3mKc5vPs8nHd2jYf6gTa4kUe1q"].join("_");
const DECLINE = { action: "decline" };
const FORM = { message: "Which team?", mode: "form", requestedSchema: schemaOf("team") } as const;
const LINK = { message: "Sign in", mode: "url", url: "https://auth.example.com/login", elicitationId: "e-1" } as const;

const OWN = Symbol("own");
const circular: Record<PropertyKey, unknown> = {};
circular["content"] = circular;

/** What a program's own code may give by accident */
const NO_ANSWERS: readonly (readonly [about: string, given: unknown])[] = [
  ["null", null],
  ["undefined", undefined],
  ["a text", "accept"],
  ["true", true],
  ["an empty object", {}],
  ["a list", [{ action: "accept" }]],
  ["an action of another word", { action: "allow" }],
  ["an action in capitals", { action: "ACCEPT" }],
  ["an action that is no text", { action: 1 }],
  ["a content that is a list", { action: "accept", content: ["core"] }],
  ["a content that is null", { action: "accept", content: null }],
  ["a value that is null", { action: "accept", content: { team: null } }],
  ["a value that is an object", { action: "accept", content: { team: { name: "core" } } }],
  ["a list with a number", { action: "accept", content: { team: ["core", 1] } }],
  ["a number without end", { action: "accept", content: { team: Number.POSITIVE_INFINITY } }],
  ["a big integer", { action: "accept", content: { team: 1n } }],
  ["an object that holds itself", { action: "accept", ...circular }],
  ["a symbol", OWN],
];

for (const [name, library] of LIBRARIES) {
  suite(name, () => {
    for (const [about, open] of [
      ["onElicitation", agent],
      ["elicitationHandler", client],
    ] as const) {
      suite(about, () => {
        test("what a rule says is the answer, and nobody is asked", async () => {
          const engine = await library.createEngine({
            policy: { version: 1, rules: [{ use: "answer-form", answers: { team: "core" } }] },
          });
          let asked = 0;
          const ask = (): never => assert.fail(`asked ${++asked} times`);
          assert.deepEqual(await open(library, engine, { ask })(FORM), { action: "accept", content: { team: "core" } });
        });

        test("a refusal carries nothing else", async () => {
          const engine = await library.createEngine({
            policy: { version: 1, rules: [{ use: "only-servers", servers: ["x"] }] },
          });
          assert.deepEqual(await open(library, engine, {})(FORM), DECLINE);
          assert.deepEqual(await open(library, engine, {})(LINK), DECLINE);
        });

        test("with nobody to ask it is cancelled", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          assert.deepEqual(await open(library, engine, {})(FORM), { action: "cancel" });
        });

        test("who is asked gets what the handler got", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          const got: unknown[] = [];
          const ask = (...given: unknown[]) => {
            got.push(...given);
            return { action: "decline" } as const;
          };
          const extra = { signal: new AbortController().signal };
          assert.deepEqual(await open(library, engine, { ask })(FORM, extra), DECLINE);
          const [request, handed] = got as [
            { readonly message?: string; readonly params?: { readonly message: string } },
            unknown,
          ];
          assert.equal(request.message ?? request.params?.message, FORM.message);
          assert.equal(handed, extra);
          assert.equal(got.length, 2);
        });

        test("an answer goes out as it was given, at once or later", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          const given = { action: "accept", content: { team: "core", size: 3, open: true, tags: ["a", "b"] } } as const;
          for (const ask of [() => given, async () => given]) {
            const got = await open(library, engine, { ask: ask as never })(FORM);
            assert.deepEqual(got, given);
          }
          assert.deepEqual(await open(library, engine, { ask: () => ({ action: "accept" }) })(LINK), {
            action: "accept",
          });
        });

        test("what nobody read does not go out", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          const ask = () => ({ action: "decline", content: { team: "core" }, _meta: { note: "x" } }) as never;
          assert.deepEqual(await open(library, engine, { ask })(FORM), DECLINE);
          const more = () => ({ action: "accept", content: { team: "core" }, _meta: { note: "x" } }) as never;
          assert.deepEqual(await open(library, engine, { ask: more })(FORM), {
            action: "accept",
            content: { team: "core" },
          });
          assert.deepEqual(await open(library, engine, { ask: more })(LINK), { action: "accept" });
        });

        test("an answer passes the rules for results, with its question known", async () => {
          const engine = await library.createEngine({
            policy: {
              version: 1,
              rules: [
                { use: "check-answer", "on-no-memory": "decline" },
                { use: "no-secret-answers" },
                { use: "edit-answer", remove: ["note"] },
              ],
            },
          });
          const answering = (team: unknown) =>
            open(library, engine, { ask: () => ({ action: "accept", content: { team, note: "private" } }) });
          const requestedSchema = {
            type: "object",
            properties: { ...schemaOf("team").properties, note: { type: "string" } },
          };
          const asking = { ...FORM, requestedSchema };
          assert.deepEqual(await answering("sales")(asking), { action: "accept", content: { team: "sales" } });
          assert.deepEqual(await answering(5)(asking), DECLINE);
          assert.deepEqual(await answering(TOKEN)(asking), DECLINE);
        });

        for (const [what, given] of NO_ANSWERS) {
          test(`no answer: ${what}`, async () => {
            const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
            assert.deepEqual(await open(library, engine, { ask: () => given as never })(FORM), DECLINE);
            assert.deepEqual(await open(library, engine, { ask: async () => given as never })(FORM), DECLINE);
          });
        }

        test("who is asked fails", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          const fail = (): never => {
            throw new Error("window closed");
          };
          assert.deepEqual(await open(library, engine, { ask: fail })(FORM), DECLINE);
          assert.deepEqual(await open(library, engine, { ask: async () => fail() })(FORM), DECLINE);
        });

        test("an answer that says something else the second time", async () => {
          const engine = await library.createEngine({ policy: { version: 1, rules: [{ use: "no-secret-answers" }] } });
          let reads = 0;
          const content = {
            get team() {
              return reads++ === 0 ? "core" : TOKEN;
            },
          };
          const answer = await open(library, engine, { ask: () => ({ action: "accept", content }) })(FORM);
          assert.deepEqual(answer, { action: "accept", content: { team: "core" } });
        });

        test("requests that can't be read, and no engine at all", async () => {
          const engine = await library.createEngine({ policy: { version: 1, default: "ask" } });
          const ask = () => ({ action: "accept" }) as const;
          for (const request of [
            undefined,
            null,
            5,
            "x",
            [],
            {},
            { message: 5 },
            { ...FORM, mode: "both" },
            { ...LINK, requestedSchema: {} },
          ]) {
            assert.deepEqual(await open(library, engine, { ask })(request as never), DECLINE, JSON.stringify(request));
          }
          assert.deepEqual(await open(library, undefined as never, { ask })(FORM), DECLINE);
          assert.deepEqual(await open(library, library.refusingEngine([]), { ask })(FORM), DECLINE);
        });

        test("exceptions end by the clock, or by the time that is handed in", async () => {
          const rule = {
            use: "only-servers",
            servers: ["x"],
            except: { servers: "crm", until: "2030-01-01", owner: "o", why: "w" },
          };
          const engine = await library.createEngine({ policy: { version: 1, rules: [rule] } });
          const at = (now: string) =>
            open(library, engine, { now: () => now, ask: () => ({ action: "accept" }) })(FORM);
          assert.deepEqual(await at("2029-12-31T00:00:00.000Z"), { action: "accept" });
          assert.deepEqual(await at("2030-01-02T00:00:00.000Z"), DECLINE);
          const fails = (): string => {
            throw new Error("no clock");
          };
          assert.deepEqual(
            await open(library, engine, { now: fails, ask: () => ({ action: "accept" }) })(FORM),
            DECLINE,
          );
        });

        test("facts reach the policy", async () => {
          const rule = { use: "answer-form", for: { facts: { ci: true } }, answers: { team: "core" } };
          const engine = await library.createEngine({ policy: { version: 1, rules: [rule] } });
          const got = await open(library, engine, { facts: { ci: true } })(FORM);
          assert.deepEqual(got, { action: "accept", content: { team: "core" } });
          assert.deepEqual(await open(library, engine, {})(FORM), { action: "cancel" });
        });
      });
    }

    test("a handler without a server's name meets no rule for another", async () => {
      const rules = [{ use: "answer-form", for: { servers: "crm" }, answers: { team: "core" } }];
      const engine = await library.createEngine({ policy: { version: 1, rules } });
      const handler = library.elicitationHandler(engine);
      assert.deepEqual(await handler({ params: FORM }, undefined), { action: "cancel" });
    });
  });
}

type Options = source.AnswerOptions<never, never>;
type Handle = (
  request: Partial<typeof FORM> | Partial<typeof LINK>,
  extra?: unknown,
) => Promise<source.ElicitationAnswer>;

function agent({ onElicitation }: typeof source, engine: source.Engine, options: Options): Handle {
  const handle = onElicitation(engine, options);
  return (request, extra) => handle(named(request) as never, extra as never);
}

function client({ elicitationHandler }: typeof source, engine: source.Engine, options: Options): Handle {
  const handle = elicitationHandler(engine, { server: "crm", ...options });
  return (params, extra) => handle({ params } as never, extra as never);
}

// Only an object has room for a name.
function named(request: unknown): unknown {
  return typeof request === "object" && request !== null ? { serverName: "crm", ...request } : request;
}

function schemaOf(field: string) {
  return { type: "object", properties: { [field]: { type: "string" } } };
}
