/**
 * Forms and links from real servers through real clients whose handler is sekisho, on each SDK and protocol revision:
 * every answer is the expected one, and the server's own validation takes it.
 */
import assert from "node:assert/strict";
import { after, before, suite, test } from "node:test";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport as TransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Server as ServerV2, InMemoryTransport as TransportV2 } from "@modelcontextprotocol/server";
import {
  createEngine,
  type ElicitationAnswer,
  type ElicitationRequest,
  elicitationHandler,
  refusingEngine,
} from "../../engine/index.ts";
import { type AskedForm, FACTS, readForms } from "./forms.ts";
import { KINDS, type Pair } from "./sdk-pairs.ts";

const forms = readForms();
const serverOf = (index: number): string => `form-${index}`;

const POLICY = {
  version: 1,
  // `plain-message` leaves messages with a link to the person, and one server asks about `s3://my-bucket`.
  extends: [{ from: "recommended", without: ["plain-message"] }],
  rules: [
    { use: "check-answer", name: "strictly", "on-no-memory": "decline" },
    ...forms.flatMap(({ rules }, index) =>
      rules.map((rule, at) => ({ ...rule, name: `form-${index}-${at}`, for: { servers: serverOf(index) } })),
    ),
  ],
};

const LINKS = {
  version: 1,
  extends: "recommended",
  rules: [
    {
      use: "match",
      for: { servers: "links" },
      url: { host: { globs: ["device.example.com"] } },
      then: "accept",
      "i-know-no-browser-opens": true,
    },
  ],
};

const CAPABILITIES = { elicitation: { form: {}, url: {} } };
const PERSON: ElicitationAnswer = { action: "accept" };
const LINK_CASES: readonly (readonly [about: string, url: string, want: ElicitationAnswer | "client"])[] = [
  ["accepted by a rule that knows", "https://device.example.com/activate", { action: "accept" }],
  ["left to the person, who accepts", "https://auth.example.com/authorize?state=x&code_challenge=y", PERSON],
  ["with user info", "https://good.example@evil.example/", { action: "decline" }],
  ["a script", "javascript:alert(1)", { action: "decline" }],
  ["without https", "http://auth.example.com/", { action: "decline" }],
  ["a sign-in in the link", "https://auth.example.com/?access_token=abcdefghijklmnop1234", { action: "decline" }],
  ["no link at all", "/authorize", "client"],
];

const policy = await createEngine({ policy: POLICY });
const links = await createEngine({ policy: LINKS });

for (const kind of KINDS) {
  suite(kind.name, () => {
    let pair: Pair;
    before(async () => {
      pair = await kind.open();
    });
    after(() => pair.close());

    for (const [index, form] of forms.entries()) {
      test(`form ${form.name}`, async () => {
        const handler = elicitationHandler(policy, { server: serverOf(index), facts: FACTS });
        const outcome = await pair.ask(formParams(form), handler);
        assert.deepEqual(outcome, form.want === "client" ? { refusedBy: "client" } : { taken: form.want });
      });
    }

    test("a wrong answer is refused by the server: its validation is there", async () => {
      const requestedSchema = { type: "object", properties: { age: { type: "integer", minimum: 18 } } };
      const wrong = (): ElicitationAnswer => ({ action: "accept", content: { age: 17 } });
      const outcome = await pair.ask({ mode: "form", message: "Age?", requestedSchema }, wrong);
      assert.deepEqual(outcome, { refusedBy: "server" });
    });

    test("a person's answer that breaks the schema is stopped before it leaves", async () => {
      const requestedSchema = { type: "object", properties: { age: { type: "integer", minimum: 18 } } };
      const ask = (age: number): Promise<unknown> => {
        const person = (): ElicitationAnswer => ({ action: "accept", content: { age } });
        const handler = elicitationHandler(policy, { ask: person });
        return pair.ask({ mode: "form", message: "Age?", requestedSchema }, handler);
      };
      assert.deepEqual(await ask(17), { taken: { action: "decline" } });
      assert.deepEqual(await ask(18), { taken: { action: "accept", content: { age: 18 } } });
    });

    test("a person's answer is edited on its way, and taken", async () => {
      const engine = await createEngine({
        policy: { version: 1, rules: [{ use: "edit-answer", set: { team: "core" }, remove: ["note"] }] },
      });
      const properties = { team: { type: "string", enum: ["core", "sales"] }, note: { type: "string" } };
      const requestedSchema = { type: "object", properties, required: ["team"] };
      const person = (): ElicitationAnswer => ({ action: "accept", content: { team: "sales", note: "private" } });
      const handler = elicitationHandler(engine, { ask: person });
      const outcome = await pair.ask({ mode: "form", message: "Team?", requestedSchema }, handler);
      assert.deepEqual(outcome, { taken: { action: "accept", content: { team: "core" } } });
    });

    for (const [about, url, want] of LINK_CASES) {
      test(`link, ${about}`, async () => {
        const handler = elicitationHandler(links, { server: "links", ask: () => PERSON });
        const outcome = await pair.ask({ mode: "url", message: "Sign in", url, elicitationId: "e-1" }, handler);
        assert.deepEqual(outcome, want === "client" ? { refusedBy: "client" } : { taken: want });
      });
    }

    test("a policy that does not load refuses", async () => {
      const handler = elicitationHandler(refusingEngine([]));
      const outcome = await pair.ask(
        { mode: "form", message: "Q", requestedSchema: { type: "object", properties: {} } },
        handler,
      );
      assert.deepEqual(outcome, { taken: { action: "decline" } });
    });
  });
}

suite("the handler is registered as it stands", () => {
  const requestedSchema = { type: "object", properties: { team: { type: "string" } } } as const;
  const answered = { action: "accept", content: { team: "core" } };

  // What is asserted by types: each SDK takes the handler, and gives `ask` its own types of request and context.
  test("SDK v1", async () => {
    const server = new ServerV1({ name: "asking", version: "1" }, { capabilities: {} });
    const client = new ClientV1({ name: "answering", version: "1" }, { capabilities: CAPABILITIES });
    client.setRequestHandler(
      ElicitRequestSchema,
      elicitationHandler(policy, {
        ask: ({ method, params }, { signal, requestId }) =>
          method === "elicitation/create" && params.message === "Team?" && !signal.aborted && requestId !== undefined
            ? { action: "accept", content: { team: "core" } }
            : { action: "cancel" },
      }),
    );
    const [here, there] = TransportV1.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    assert.deepEqual(await server.elicitInput({ message: "Team?", requestedSchema: { ...requestedSchema } }), answered);
    await client.close();
  });

  test("SDK v2", async () => {
    const server = new ServerV2({ name: "asking", version: "1" }, { capabilities: {} });
    const client = new ClientV2({ name: "answering", version: "1" }, { capabilities: CAPABILITIES });
    client.setRequestHandler(
      "elicitation/create",
      elicitationHandler(policy, {
        ask: async ({ method, params }, { mcpReq }) =>
          method === "elicitation/create" && params.message === "Team?" && !mcpReq.signal.aborted
            ? { action: "accept", content: { team: "core" } }
            : { action: "cancel" },
      }),
    );
    const [here, there] = TransportV2.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    assert.deepEqual(await server.elicitInput({ message: "Team?", requestedSchema: { ...requestedSchema } }), answered);
    await client.close();
  });
});

function formParams({ message, requestedSchema }: AskedForm): Partial<ElicitationRequest["params"]> {
  return { mode: "form", message, ...(requestedSchema === null ? {} : { requestedSchema }) };
}
