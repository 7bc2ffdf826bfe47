/**
 * `onElicitation` in the Agent SDK itself, of which only the client program is a stand-in: the SDK's own types take it, and
 * what the program gets back is always an answer. (`npm run test:e2e` installs the SDK: install.mjs.)
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { suite, test } from "node:test";
import { createEngine, type Engine, onElicitation, refusingEngine } from "../../engine/index.ts";
import { AGENT_FOLDER, askAgent } from "./agent-client.ts";

const ROOT = join(import.meta.dirname, "../..");
type OnElicitation = ReturnType<typeof onElicitation<never, unknown>>;

const FORM = {
  mcp_server_name: "crm",
  message: "Which team?",
  mode: "form",
  requested_schema: { type: "object", properties: { team: { type: "string", maxLength: 10 } } },
};
const LINK = { mcp_server_name: "crm", message: "Sign in", mode: "url", elicitation_id: "e-1" };

const policy = {
  version: 1,
  extends: "recommended",
  rules: [
    { use: "answer-form", for: { servers: "crm" }, answers: { region: "eu" } },
    { use: "check-answer", name: "strictly", "on-no-memory": "decline" },
  ],
};
const engine = await createEngine({ policy });

suite("onElicitation in the Agent SDK", () => {
  test("answered by a rule", async () => {
    const requested_schema = { type: "object", properties: { region: { type: "string" } }, required: ["region"] };
    assert.deepEqual(await ask({ ...FORM, requested_schema }, onElicitation(engine)), {
      action: "accept",
      content: { region: "eu" },
    });
  });

  test("refused by a rule", async () => {
    const requested_schema = { type: "object", properties: { password: { type: "string" } } };
    assert.deepEqual(await ask({ ...FORM, requested_schema }, onElicitation(engine)), { action: "decline" });
    const answer = await ask({ ...LINK, url: "https://good.example@evil.example/" }, onElicitation(engine));
    assert.deepEqual(answer, { action: "decline" });
  });

  test("answered by whoever is asked", async () => {
    const asked: unknown[] = [];
    const callback = onElicitation(engine, {
      ask: async (...given: unknown[]) => {
        asked.push(...given);
        return { action: "accept", content: { team: "core" } };
      },
    });
    assert.deepEqual(await ask(FORM, callback), { action: "accept", content: { team: "core" } });
    const [request, { requestId, signal }] = asked as [typeof FORM, { requestId: string; signal: AbortSignal }];
    assert.equal(request.message, FORM.message);
    assert.equal(requestId, "question");
    assert.equal(signal.aborted, false);
    assert.deepEqual(await ask({ ...LINK, url: "https://auth.example.com/" }, callback), { action: "accept" });
  });

  test("their answer passes the rules for results", async () => {
    const callback = onElicitation(engine, { ask: () => ({ action: "accept", content: { team: "much too long" } }) });
    assert.deepEqual(await ask(FORM, callback), { action: "decline" });
  });

  test("nobody to ask", async () => {
    assert.deepEqual(await ask(FORM, onElicitation(engine)), { action: "cancel" });
  });

  test("a policy that does not load", async () => {
    assert.deepEqual(await ask(FORM, onElicitation(refusingEngine([]))), { action: "decline" });
  });

  for (const [about, wrong] of [
    ["null", () => null],
    ["undefined", () => undefined],
    ["a rejection", () => Promise.reject(new Error("closed"))],
    ["no engine", undefined],
  ] as const) {
    test(`never nothing by accident: ${about}`, async () => {
      const callback =
        wrong === undefined
          ? onElicitation(undefined as unknown as Engine)
          : onElicitation(engine, { ask: wrong as never });
      assert.deepEqual(await ask(FORM, callback), { action: "decline" });
    });
  }

  test("the SDK's own types take it, and give theirs to `ask`", () => {
    writeFileSync(join(AGENT_FOLDER, "fits.ts"), FITS);
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(ROOT, "node_modules/typescript/bin/tsc"), ...TSC, "fits.ts"],
      { cwd: AGENT_FOLDER, encoding: "utf8" },
    );
    assert.equal(stdout, "");
    assert.equal(status, 0);
  });
});

// An error that is expected is an error where it is none.
const FITS = `import type { ElicitationResult, OnElicitation, Options } from "@anthropic-ai/claude-agent-sdk";
import { createEngine, onElicitation } from "../../dist/sekisho.mjs";

const engine = await createEngine({ policy: "" });
declare const given: (request: Parameters<OnElicitation>[0], extra: Parameters<OnElicitation>[1]) => Promise<ElicitationResult>;
declare const withNull: OnElicitation;

export const bare: OnElicitation = onElicitation(engine);
export const wrapped: OnElicitation = onElicitation(engine, { ask: given });
export const options: Options = {
  onElicitation: onElicitation(engine, {
    facts: { ci: true },
    ask: async ({ serverName, requestedSchema }, { signal, requestId }) =>
      signal.aborted || requestId === serverName || requestedSchema === undefined
        ? { action: "cancel" }
        : { action: "accept", content: { team: "core" } },
  }),
};
// @ts-expect-error nobody may leave a question without an answer
export const silent: OnElicitation = onElicitation(engine, { ask: withNull });
`;

const TSC = [
  "--ignoreConfig",
  "--noEmit",
  "--strict",
  "--exactOptionalPropertyTypes",
  "--skipLibCheck",
  "--module",
  "nodenext",
  "--target",
  "es2023",
  "--types",
  "node",
  "--typeRoots",
  join(ROOT, "node_modules/@types"),
];

function ask(question: object, callback: OnElicitation): Promise<unknown> {
  return askAgent(question, { onElicitation: callback });
}
