/**
 * The protocol's own demonstration server as it ships, in a process of its own, asked by clients of both SDKs.
 * It validates nothing itself, so what it gets is checked here against its schema as it was captured on the way.
 */
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import process from "node:process";
import { after, before, suite, test } from "node:test";
import { Client as ClientV2 } from "@modelcontextprotocol/client";
import { StdioClientTransport as StdioV2 } from "@modelcontextprotocol/client/stdio";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as StdioV1 } from "@modelcontextprotocol/sdk/client/stdio.js";
import { InMemoryTaskStore } from "@modelcontextprotocol/sdk/experimental/tasks";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import {
  createEngine,
  type ElicitationAnswer,
  type ElicitationRequest,
  elicitationHandler,
} from "../../engine/index.ts";

const engine = await createEngine({
  policy: {
    version: 1,
    rules: [
      { use: "canonical-url" },
      { use: "require-https" },
      { use: "spec-form" },
      { use: "answer-form", answers: { name: "Alice Example", favoriteColor: "Green" } },
      { use: "answer-form", name: "kinds", kinds: { email: "alice@example.com", date: "2000-02-29" } },
      { use: "answer-form", name: "titles", titles: { Clarification: "comedy" } },
      { use: "fill-defaults" },
      {
        use: "match",
        url: { host: { globs: ["device.example.com", "modelcontextprotocol.io"] } },
        then: "accept",
        "i-know-no-browser-opens": true,
      },
    ],
  },
});
const answer = elicitationHandler(engine, { server: "everything" });

const ajv = new Ajv2020({ strict: false, ownProperties: true });
addFormats.default(ajv);

interface Asked {
  readonly params: ElicitationRequest["params"];
  readonly answer: ElicitationAnswer;
}

interface Connection {
  /** Everything that was asked since the last call */
  readonly asked: Asked[];
  /** The text of the tool's result */
  readonly call: (name: string, args?: Record<string, unknown>) => Promise<string>;
  readonly close: () => Promise<void>;
}

const CLIENTS: readonly (readonly [name: string, open: () => Promise<Connection>])[] = [
  ["SDK v1", openV1],
  ["SDK v2", openV2],
];

const FORM = {
  name: "Alice Example",
  firstLine: "It was a dark and stormy night.",
  email: "alice@example.com",
  birthdate: "2000-02-29",
  integer: 42,
  number: 3.14,
  untitledSingleSelectEnum: "Monica",
  untitledMultipleSelectEnum: ["Guitar"],
  titledSingleSelectEnum: "hero-1",
  titledMultipleSelectEnum: ["fish-1"],
  legacyTitledEnum: "pet-1",
};

const LINKS: readonly (readonly [url: string, action: ElicitationAnswer["action"]])[] = [
  ["https://device.example.com/activate", "accept"],
  ["https://auth.example.com/authorize", "cancel"],
  ["http://device.example.com/activate", "decline"],
  ["https://device.example.com@evil.example/", "decline"],
  ["javascript:alert(1)", "decline"],
];

for (const [name, open] of CLIENTS) {
  suite(`server-everything and a client of ${name}`, () => {
    let connection: Connection;
    before(async () => {
      connection = await open();
    });
    after(() => connection.close());

    test("a form of every kind of field", async () => {
      const text = await connection.call("trigger-elicitation-request");
      assert.deepEqual(rawResult(text), { action: "accept", content: FORM });
      const [{ params }] = connection.asked as [Asked];
      const valid = ajv.compile(params.requestedSchema as object);
      assert.equal(valid(FORM), true, JSON.stringify(valid.errors));
      assert.equal(Object.keys((params.requestedSchema as { properties: object }).properties).length, 13);
    });

    for (const [url, action] of LINKS) {
      test(`a link: ${url}`, async () => {
        const text = await connection.call("trigger-url-elicitation", { url });
        assert.deepEqual(rawResult(text), { action });
      });
    }

    test("a link that is required before the call (-32042), asked by the client's host", async () => {
      const args = { url: "https://device.example.com/activate", errorPath: true };
      const required = await connection.call("trigger-url-elicitation", args).catch((error: unknown) => error);
      const { code, data } = required as {
        code: number;
        data: { elicitations: readonly ElicitationRequest["params"][] };
      };
      assert.equal(code, -32042);
      assert.deepEqual(await Promise.all(data.elicitations.map((params) => answer({ params }, undefined))), [
        { action: "accept" },
      ]);
      assert.deepEqual(rawResult(await connection.call("trigger-url-elicitation", args)), { action: "accept" });
    });
  });
}

suite("server-everything and tasks, on SDK v1", () => {
  let connection: Connection;
  before(async () => {
    connection = await openV1();
  });
  after(() => connection.close());

  test("a form that the client answers as a task", async () => {
    const text = await connection.call("trigger-elicitation-request-async");
    assert.match(text, /\[COMPLETED\]/);
    assert.match(text, /- Name: Alice Example\n- Favorite Color: Green/);
  });

  test("a form in the middle of the server's task", async () => {
    const text = await connection.call("simulate-research-query", { topic: "python", ambiguous: true });
    assert.match(text, /\*\*Clarification\*\*: comedy/);
    assert.deepEqual(
      connection.asked.map((one) => one.answer),
      [{ action: "accept", content: { interpretation: "comedy" } }],
    );
  });
});

const SERVER = {
  command: process.execPath,
  args: [createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/dist/index.js")],
  stderr: "ignore" as const,
};

async function openV1(): Promise<Connection> {
  const asked: Asked[] = [];
  const tasks = new InMemoryTaskStore();
  const capabilities = { elicitation: { form: {}, url: {} }, tasks: { requests: { elicitation: { create: {} } } } };
  const client = new ClientV1({ name: "answering", version: "1" }, { capabilities, taskStore: tasks });
  client.setRequestHandler(ElicitRequestSchema, async ({ params }, { taskStore }) => {
    const given = await answered(asked, params);
    if (params.task === undefined || taskStore === undefined) return given;
    const task = await taskStore.createTask({ ttl: 60_000 });
    await taskStore.storeTaskResult(task.taskId, "completed", { ...given });
    return { task };
  });
  await client.connect(new StdioV1(SERVER));
  return {
    asked,
    call: async (name, args = {}) => {
      asked.length = 0;
      for await (const message of client.experimental.tasks.callToolStream(
        { name, arguments: args },
        CallToolResultSchema,
        name === "simulate-research-query" ? { task: { ttl: 60_000 } } : {},
      )) {
        if (message.type === "error") throw message.error;
        if (message.type === "result") return textOf(message.result);
      }
      throw new Error("the call ended without a result");
    },
    close: async () => {
      tasks.cleanup(); // its timers would keep the process alive
      await client.close();
    },
  };
}

async function openV2(): Promise<Connection> {
  const asked: Asked[] = [];
  const capabilities = { elicitation: { form: {}, url: {} } };
  const client = new ClientV2({ name: "answering", version: "1" }, { capabilities });
  client.setRequestHandler("elicitation/create", async ({ params }) => answered(asked, params));
  await client.connect(new StdioV2(SERVER));
  return {
    asked,
    call: async (name, args = {}) => {
      asked.length = 0;
      return textOf(await client.callTool({ name, arguments: args }));
    },
    close: () => client.close(),
  };
}

async function answered(asked: Asked[], params: ElicitationRequest["params"]): Promise<ElicitationAnswer> {
  const given = await answer({ params }, undefined);
  asked.push({ params, answer: given });
  return given;
}

function textOf(result: unknown): string {
  const { content } = result as { readonly content: readonly { readonly text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}

// What the server shows at the end of a result.
function rawResult(text: string): unknown {
  const [, json = ""] = text.split("Raw result: ");
  return JSON.parse(json);
}
