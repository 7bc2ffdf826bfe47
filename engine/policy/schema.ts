/**
 * The JSON Schema of a policy document, made from the rules' own data, so that editors complete and check what the
 * checker accepts. It is no second checker: what only the checker can see (patterns, hosts, groups) it leaves open.
 */
import { PROTOCOLS } from "../core/form.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { Rule } from "../core/rule.ts";

export function createPolicySchema(rules: readonly Rule[], packs: readonly string[]): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "sekisho policy",
    description: "Decides what MCP servers may ask a person, and what may be answered",
    type: "object",
    additionalProperties: false,
    anyOf: ["rules", "extends", "default", "unattended", "base"].map((key) => ({ required: [key] })),
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
      protocol: { enum: [...PROTOCOLS], description: "The MCP revision that servers are held to" },
      servers: {
        type: "object",
        description: "Names for groups of servers",
        propertyNames: { pattern: "^[^*?]+$" },
        additionalProperties: oneOrMore({ type: "string", minLength: 1 }),
      },
      rules: { type: "array", items: { $ref: "#/$defs/rule" } },
    },
    $defs: {
      extends: {
        anyOf: [
          { enum: packs, description: "A pack" },
          { $ref: "#/$defs/file" },
          {
            type: "object",
            required: ["from"],
            additionalProperties: false,
            properties: {
              from: { anyOf: [{ enum: packs }, { $ref: "#/$defs/file" }], description: "A pack or a file" },
              without: { ...oneOrMore({ type: "string" }), description: "Rules of it to leave out" },
            },
          },
        ],
      },
      file: {
        type: "string",
        description: "A file, relative to this one",
        pattern: "^(?![/\\\\~]|[A-Za-z][A-Za-z0-9+.-]*:).*[./\\\\]",
      },
      scope: { type: "object", minProperties: 1, additionalProperties: false, properties: scopeProperties() },
      exception: {
        type: "object",
        additionalProperties: false,
        anyOf: Object.keys(scopeProperties()).map((key) => ({ required: [key] })),
        properties: {
          ...scopeProperties(),
          until: { type: "string", format: "date", description: "The last day on which it holds, UTC" },
          owner: { type: "string", minLength: 1, description: "Who answers for it" },
          why: { type: "string", minLength: 1 },
        },
      },
      name: {
        type: "string",
        pattern: "^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$",
        description: "Shown in reasons after the rule's id",
      },
      // By `if`, so that a mistake in one rule is told as that, and not as twenty rules that it is not.
      rule: {
        type: "object",
        required: ["use"],
        properties: { use: { enum: rules.map(({ id }) => id), description: "The id of a rule" } },
        allOf: rules.map(({ id }) => ({
          if: { properties: { use: { const: id } }, required: ["use"] },
          then: { $ref: `#/$defs/rule-${id}` },
        })),
      },
      ...Object.fromEntries(rules.map((rule) => [`rule-${rule.id}`, ruleSchema(rule)])),
    },
  };
}

function ruleSchema({ id, about, options }: Rule): JsonObject {
  const own = Object.entries(options);
  return {
    description: about,
    required: own.filter(([, { required }]) => required).map(([name]) => name),
    additionalProperties: false,
    properties: {
      use: { const: id, description: about },
      name: { $ref: "#/$defs/name" },
      for: { $ref: "#/$defs/scope", description: "To whom it applies" },
      except: { description: "To whom it does not apply", ...oneOrMore({ $ref: "#/$defs/exception" }) },
      observe: { type: "boolean", description: "Record what it says, change nothing" },
      ...Object.fromEntries(own.map(([name, { about: says, schema }]) => [name, { description: says, ...schema }])),
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
