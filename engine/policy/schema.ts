/**
 * The JSON Schema of a policy document, made from the rules' own data, so that editors complete and check what the
 * checker accepts. It is no second checker: what only the checker can see (patterns, hosts, groups) it leaves open.
 */
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { Rule } from "../core/rule.ts";

export function createPolicySchema(rules: readonly Rule[], packs: readonly string[]): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "sekisho policy",
    description: "Decides what MCP servers may ask a person, and what may be answered",
    type: "object",
    additionalProperties: false,
    properties: {
      version: { const: 1 },
      base: {
        enum: ["none", "recommended"],
        description: "Only in the user's own file: `none` leaves the recommended pack out",
      },
      extends: {
        description: "Packs or other policy files, joined into this document",
        ...oneOrMore({ $ref: "#/$defs/extends" }),
      },
      default: { enum: ["ask", "cancel", "decline"], description: "For Elicitation when nobody answers" },
      unattended: { enum: ["cancel", "decline"], description: "Nobody is there: every decision to ask ends as this" },
      mode: { enum: ["enforce", "observe"], description: "`observe`: decide and record, change nothing" },
      protocol: {
        enum: ["2025-06-18", "2025-11-25", "2026-07-28"],
        description: "The MCP revision that servers are held to",
      },
      servers: {
        type: "object",
        description: "Names for groups of servers",
        additionalProperties: oneOrMore({ type: "string", minLength: 1 }),
      },
      rules: { type: "array", items: { oneOf: rules.map((rule) => ({ $ref: `#/$defs/rule-${rule.id}` })) } },
    },
    $defs: {
      extends: {
        anyOf: [
          { enum: packs, description: "A pack" },
          { type: "string", pattern: "[./]", description: "A file, relative to this one" },
          {
            type: "object",
            required: ["from"],
            additionalProperties: false,
            properties: { from: { type: "string" }, without: oneOrMore({ type: "string" }) },
          },
        ],
      },
      scope: { type: "object", minProperties: 1, additionalProperties: false, properties: scopeProperties() },
      exception: {
        type: "object",
        minProperties: 1,
        additionalProperties: false,
        properties: {
          ...scopeProperties(),
          until: { type: "string", format: "date", description: "The last day on which it holds, UTC" },
          owner: { type: "string" },
          why: { type: "string" },
        },
      },
      ...Object.fromEntries(rules.map((rule) => [`rule-${rule.id}`, ruleSchema(rule)])),
    },
  };
}

function ruleSchema(rule: Rule): JsonObject {
  const options = Object.entries(rule.options);
  return {
    type: "object",
    description: rule.about,
    required: ["use", ...options.filter(([, { required }]) => required).map(([name]) => name)],
    additionalProperties: false,
    properties: {
      use: { const: rule.id, description: rule.about },
      name: {
        type: "string",
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        description: "Shown in reasons after the rule's id",
      },
      for: { $ref: "#/$defs/scope", description: "To whom it applies" },
      except: { description: "To whom it does not apply", ...oneOrMore({ $ref: "#/$defs/exception" }) },
      observe: { type: "boolean", description: "Record what it says, change nothing" },
      ...Object.fromEntries(options.map(([name, { about, schema }]) => [name, { description: about, ...schema }])),
    },
  };
}

function scopeProperties(): JsonObject {
  return {
    servers: { description: "Names, groups, globs", ...oneOrMore({ type: "string", minLength: 1 }) },
    events: oneOrMore({ enum: ["Elicitation", "ElicitationResult"] }),
    modes: oneOrMore({ enum: ["form", "url"] }),
    facts: { type: "object", minProperties: 1, additionalProperties: { type: ["string", "number", "boolean"] } },
  };
}

function oneOrMore(item: JsonValue): JsonObject {
  return { anyOf: [item, { type: "array", items: item, minItems: 1 }] };
}
