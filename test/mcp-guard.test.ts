/**
 * Whatever text reaches the guard around the MCP SDK: it never throws; a call of the tool is decided and answered, by one text,
 * whatever the SDK makes of it; and arguments as the client's templates make them read as the hook input that they came from.
 */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { suite, test } from "node:test";
import fc from "fast-check";
import { FIELD_NAMES, readToolArguments } from "../engine/adapters/mcp-arguments.ts";
import { type Admitted, createGuard, endsIn, type Message } from "../engine/adapters/mcp-guard.ts";
import { type Reading, readHookInput } from "../engine/adapters/wire.ts";
import type { JsonObject } from "../engine/core/json.ts";
import { runs } from "./support/runs.ts";

const WIRE = join(import.meta.dirname, "cases/wire");
const RECORDED: readonly JsonObject[] = readdirSync(WIRE)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(WIRE, name), "utf8")) as JsonObject)
  .filter((input) => !Array.isArray(input));

const anyName = fc.oneof(
  fc.constantFrom("decide", "method", "id", "params", "arguments", "_meta", ...FIELD_NAMES),
  fc.string(),
);
const anyJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(
      "decide",
      "tools/call",
      "Elicitation",
      "ElicitationResult",
      "accept",
      "form",
      "url",
      "",
      null,
      0,
      true,
    ),
    fc.string(),
    fc.double({ noDefaultInfinity: true, noNaN: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(anyName, tie("value"), { maxKeys: 6 }),
  ),
})).value;

const CALL = { jsonrpc: "2.0", id: 1, method: "tools/call" };

// What reached a decision, and what went out for it, with an SDK that answers as it should or by an error.
function pass(
  text: string,
  sdk: "answers" | "fails",
): { readonly kinds: readonly string[]; readonly out: readonly Message[] } {
  const kinds: string[] = [];
  const guard = createGuard((reading) => {
    kinds.push(reading.kind);
    return `said ${kinds.length}`;
  });
  const { message, answer }: Admitted = guard.admit(text);
  if (message === undefined) return { kinds, out: answer === undefined ? [] : [answer] };
  const { id, method, params } = message;
  if (method !== "tools/call" || id === undefined) return { kinds, out: [] };
  const args = (params as { readonly arguments: unknown }).arguments;
  const content = sdk === "answers" ? [{ type: "text", text: guard.decide(args) }] : [];
  const made =
    sdk === "answers" ? { jsonrpc: "2.0", id, result: { content } } : { jsonrpc: "2.0", id, error: { code: -32602 } };
  return { kinds, out: [guard.release(made)] };
}

function check({ kinds, out }: ReturnType<typeof pass>, id: unknown): void {
  assert.equal(kinds.length, 1, "decided once");
  const [message, ...others] = out;
  assert.equal(others.length, 0);
  assert.ok(message !== undefined);
  assert.deepEqual(message["id"], id);
  const { content } = message["result"] as { readonly content: unknown };
  assert.deepEqual(content, [{ type: "text", text: "said 1" }]);
}

suite("the guard around the SDK", () => {
  for (const sdk of ["answers", "fails"] as const) {
    test(`any parameters, where the SDK ${sdk}`, () => {
      fc.assert(
        fc.property(anyJson, (params) => check(pass(JSON.stringify({ ...CALL, params }), sdk), 1)),
        runs(),
      );
    });

    test(`any arguments, where the SDK ${sdk}`, () => {
      fc.assert(
        fc.property(anyJson, (args) => {
          const params = { name: "decide", arguments: args };
          check(pass(JSON.stringify({ ...CALL, params }), sdk), 1);
        }),
        runs(),
      );
    });
  }

  test("any message, and any text", () => {
    fc.assert(
      fc.property(anyJson, (message) => void pass(JSON.stringify(message), "fails")),
      runs(),
    );
    fc.assert(
      fc.property(fc.string(), (text) => void pass(text, "fails")),
      runs(),
    );
  });

  test("a call that is damaged anywhere is refused, or is another call", () => {
    const [recorded = {}] = RECORDED;
    const { id, ...rest } = { ...CALL, params: { name: "decide", arguments: recorded } };
    const text = JSON.stringify({ ...rest, id: 4711 });
    fc.assert(
      fc.property(fc.nat(text.length - 15), fc.string({ maxLength: 3 }), (at, piece) => {
        const damaged = text.slice(0, at) + piece + text.slice(at + 1);
        const { kinds, out } = pass(damaged, "fails");
        if (out.length > 0) check({ kinds, out }, 4711);
        else assert.notEqual((JSON.parse(damaged) as Message)["method"], "tools/call");
      }),
      runs(),
    );
    assert.equal(id, 1);
  });

  test("any bytes have ends", () => {
    const guard = createGuard(() => "{}");
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1000 }), (bytes) => void guard.admitBroken(endsIn(bytes), "not-utf-8")),
      runs(),
    );
  });
});

suite("arguments are read as the hook input that they were mapped from", () => {
  const mapped = (input: JsonObject): JsonObject =>
    Object.fromEntries(
      FIELD_NAMES.map((name) => {
        const value = input[name] ?? "";
        return [name, typeof value === "string" ? value : JSON.stringify(value)];
      }),
    );
  // What was read, without the text that it was read from: arguments come as values.
  const wherever = (reading: Reading): Reading =>
    reading.kind === "request" ? { ...reading, text: undefined } : reading;
  for (const [index, input] of RECORDED.entries()) {
    test(`recorded input ${index}`, () => {
      assert.deepEqual(readToolArguments(mapped(input)), wherever(readHookInput(JSON.stringify(input))));
      assert.deepEqual(
        readToolArguments(input["action"] === "accept" ? { content: null, ...input } : input),
        readHookInput(input),
      );
    });
  }

  test("any schema and any content", () => {
    const anyObject = fc.dictionary(anyName, anyJson, { maxKeys: 5 });
    const server = fc.string({ minLength: 1 }).filter((name) => !/^\s*\\?(?:\$|\{\{)/.test(name));
    fc.assert(
      fc.property(anyObject, server, (object, name) => {
        for (const input of [
          {
            hook_event_name: "Elicitation",
            mcp_server_name: name,
            message: "x",
            mode: "form",
            requested_schema: object,
          },
          {
            hook_event_name: "ElicitationResult",
            mcp_server_name: name,
            mode: "form",
            action: "accept",
            content: object,
          },
        ]) {
          const plain = JSON.parse(JSON.stringify(input)) as JsonObject;
          assert.deepEqual(readToolArguments(mapped(plain)), wherever(readHookInput(JSON.stringify(plain))));
        }
      }),
      runs(0.5),
    );
  });

  test("nothing throws", () => {
    fc.assert(
      fc.property(anyJson, (given) => void readToolArguments(given)),
      runs(),
    );
  });
});
