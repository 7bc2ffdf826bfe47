/** The snippets of docs/embedding.md, as they stand there, in the programs that they are for. */
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, suite, test } from "node:test";
import { InMemoryTransport as TransportV1 } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server as ServerV1 } from "@modelcontextprotocol/sdk/server/index.js";
import { Server as ServerV2, InMemoryTransport as TransportV2 } from "@modelcontextprotocol/server";
import { askAgent } from "./agent-client.ts";

const ROOT = join(import.meta.dirname, "../..");
// Inside the package, so that the package finds itself by its name.
const FOLDER = join(ROOT, ".test-runtimes/embedding");

const SNIPPETS = [
  ...readFileSync(join(ROOT, "docs/embedding.md"), "utf8").matchAll(/^## ([^\n]+)\n[^#]*?```js\n(.*?)```/gms),
];

const SECRET = { type: "object", properties: { password: { type: "string" } } } as const;
const TEAM = { type: "object", properties: { team: { type: "string", maxLength: 10 } } } as const;
const YES = { type: "object", properties: { confirm: { type: "boolean" } }, required: ["confirm"] } as const;

suite("docs/embedding.md", () => {
  before(() => mkdirSync(FOLDER, { recursive: true }));
  after(() => rmSync(FOLDER, { recursive: true }));

  test("has a snippet for each program", () => {
    const titles = SNIPPETS.map(([, title]) => title);
    assert.deepEqual(titles, ["Claude Agent SDK", "MCP client, SDK v1", "MCP client, SDK v2"]);
  });

  test("Claude Agent SDK", async () => {
    const { options } = await snippet("Claude Agent SDK");
    const ask = (mcp_server_name: string, requested_schema: object) =>
      askAgent({ mcp_server_name, message: "Send?", mode: "form", requested_schema }, options);
    assert.deepEqual(await ask("billing", YES), { action: "accept", content: { confirm: true } });
    assert.deepEqual(await ask("billing", SECRET), { action: "decline" });
    assert.deepEqual(await ask("other", YES), { action: "cancel" });
  });

  test("MCP client, SDK v1", async () => {
    const { client } = await snippet("MCP client, SDK v1");
    const server = new ServerV1({ name: "asking", version: "1" }, { capabilities: {} });
    const [here, there] = TransportV1.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    await answers((requestedSchema) => server.elicitInput({ message: "Q", requestedSchema: requestedSchema as never }));
    await client.close();
  });

  test("MCP client, SDK v2", async () => {
    const { client } = await snippet("MCP client, SDK v2");
    const server = new ServerV2({ name: "asking", version: "1" }, { capabilities: {} });
    const [here, there] = TransportV2.createLinkedPair();
    await Promise.all([server.connect(there), client.connect(here)]);
    await answers((requestedSchema) => server.elicitInput({ message: "Q", requestedSchema: requestedSchema as never }));
    await client.close();
  });
});

async function answers(ask: (schema: object) => Promise<unknown>): Promise<void> {
  assert.deepEqual(await ask(TEAM), { action: "accept", content: { team: "core" } });
  assert.deepEqual(await ask(SECRET), { action: "decline" });
}

// biome-ignore lint/suspicious/noExplicitAny: a module that is written by a text
async function snippet(title: string): Promise<any> {
  const index = SNIPPETS.findIndex(([, own]) => own === title);
  const file = join(FOLDER, `snippet-${index}.mjs`);
  writeFileSync(file, SNIPPETS[index]?.[2] ?? "");
  return import(file);
}
