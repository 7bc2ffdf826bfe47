/**
 * The JSON Schema of a file of policy tests, for editors.
 * It is no second checker: whether an input can be read, and a rule has a code, only the checker sees.
 */
import type { JsonObject } from "../core/json.ts";
import { ANSWERS, EFFECTS, INPUT_KEYS } from "./test-keys.ts";

export function createTestSchema(): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "sekisho policy tests",
    description: "Hook inputs, and what a policy should make of them; run by `sekisho test`",
    type: "object",
    required: ["tests"],
    additionalProperties: false,
    properties: {
      version: { const: 1 },
      about: { type: "string", minLength: 1 },
      policy: {
        description:
          "The policy that is tested, relative to this file; left out: `sekisho.yaml` beside it, as the hook finds it",
        anyOf: [
          { type: "string", minLength: 1 },
          { type: "array", items: { type: "string", minLength: 1 }, minItems: 1 },
        ],
      },
      base: { ...input(), description: "What every `input` of this file is laid over, key by key", type: "object" },
      ...context(),
      tests: { type: "array", items: { $ref: "#/$defs/test" } },
    },
    $defs: {
      test: {
        type: "object",
        required: ["name"],
        additionalProperties: false,
        properties: {
          name: { description: "What the test holds, in a sentence; unique in the file", type: "string", minLength: 1 },
          about: { type: "string", minLength: 1 },
          input: { $ref: "#/$defs/input" },
          record: { $ref: "#/$defs/record" },
          ...context(),
          want: { $ref: "#/$defs/want" },
          rows: {
            description: "A table: each row is a test of its own, laid over this one",
            type: "array",
            minItems: 1,
            items: {
              type: "object",
              additionalProperties: false,
              properties: {
                name: { type: "string", minLength: 1 },
                input: { $ref: "#/$defs/input" },
                record: { $ref: "#/$defs/record" },
                ...context(),
                want: { $ref: "#/$defs/want" },
              },
            },
          },
        },
      },
      input: {
        description:
          "A hook input, laid over what stands further out; `null` takes a key away. A text is handed in as it stands",
        ...input(),
        type: ["object", "string"],
      },
      record: {
        description: "In place of an input: a line of a log, as `sekisho log --to-test ID` writes it",
        type: "object",
        required: ["version", "effect"],
      },
      want: {
        description: "The effect, or more of the decision; what is left out is not compared",
        anyOf: [
          { enum: [...EFFECTS] },
          {
            type: "object",
            required: ["effect"],
            additionalProperties: false,
            properties: {
              effect: { enum: [...EFFECTS] },
              reasons: { description: "Each as `rule/code`, in any order; `[]`: none", ...said("^[^/ ]+/[^/ ]+$") },
              errors: { description: "Likewise", ...said("^[^/ ]+/[^/ ]+$") },
              observed: {
                description: "Likewise, each with its effect before it",
                ...said(`^(?:${EFFECTS.join("|")}) [^/ ]+/[^/ ]+$`),
              },
              content: { description: "The answer that goes out, whole", type: "object" },
            },
          },
        ],
      },
    },
  };
}

function input(): JsonObject {
  return { properties: Object.fromEntries(INPUT_KEYS.map((key) => [key, {}])) };
}

function context(): JsonObject {
  return {
    facts: {
      description: "Facts for the policy, laid over those further out",
      type: "object",
      additionalProperties: { type: ["string", "number", "boolean"] },
    },
    memory: {
      description: "What was asked before",
      type: "object",
      minProperties: 1,
      additionalProperties: false,
      properties: {
        candidates: {
          description: "The questions that an answer may belong to, as hook inputs",
          type: "array",
          items: { type: ["object", "string"] },
        },
        asked: {
          description: "What the same server asked before in this session, oldest first",
          type: "array",
          items: {
            type: "object",
            required: ["at", "same"],
            additionalProperties: false,
            properties: {
              at: { description: "A time in UTC", type: "string" },
              same: { description: "Whether it was the very question that is asked now", type: "boolean" },
              answer: { description: "How it ended, where that is known", enum: [...ANSWERS, null] },
            },
          },
        },
      },
    },
    now: { description: "The time to decide by, UTC; left out: exceptions with `until` have ended", type: "string" },
  };
}

function said(pattern: string): JsonObject {
  const item = { type: "string", pattern };
  return { anyOf: [item, { type: "array", items: item }] };
}
