/**
 * Forms with what a policy says to them and what the server should get: of real servers where ../shared is at hand,
 * and a few of our own that stand here, so that every form of the grammar is asked wherever this runs.
 */
import { existsSync, readFileSync } from "node:fs";
import type { ElicitationAnswer } from "../../engine/index.ts";

/** `client`: the SDKs refuse such a question before anybody is asked (mcp-elicitation §5.1) */
export type Want = ElicitationAnswer | "client";

export interface AskedForm {
  readonly name: string;
  readonly message: string;
  readonly requestedSchema: unknown;
  /** Rules for this form's server alone */
  readonly rules: readonly object[];
  readonly want: Want;
}

/** Facts that the rules below refer to */
export const FACTS = { age: 42, alternatives: true } as const;

type Row = readonly [rules: readonly object[], want: Want];

const fill = { use: "fill-defaults" };
const yes = { use: "confirm", answer: "yes" };
const no = { use: "confirm", answer: "no" };
const answer = (answers: object): object => ({ use: "answer-form", answers });
const accept = (content: NonNullable<ElicitationAnswer["content"]>): ElicitationAnswer => ({
  action: "accept",
  content,
});
const DECLINE: ElicitationAnswer = { action: "decline" };
const CLIENT: Row = [[], "client"];
/** Asks for a password by form: the pack declines it, whatever else is known */
const SECRET: Row = [[answer({ username: "alice", password: "never sent" }), fill], DECLINE];

// By the place of the form in ../shared/facts/real-schemas.json.
const REAL: Readonly<Record<number, Row>> = {
  0: [
    [answer({ name: "Alice Example", email: "alice@example.com" }), fill],
    accept({
      name: "Alice Example",
      firstLine: "It was a dark and stormy night.",
      email: "alice@example.com",
      integer: 42,
      number: 3.14,
      untitledSingleSelectEnum: "Monica",
      untitledMultipleSelectEnum: ["Guitar"],
      titledSingleSelectEnum: "hero-1",
      titledMultipleSelectEnum: ["fish-1"],
      legacyTitledEnum: "pet-1",
    }),
  ],
  1: [[answer({ name: "Alice", favoriteColor: "Blue" })], accept({ name: "Alice", favoriteColor: "Blue" })],
  2: [[{ use: "answer-form", titles: { Clarification: "snake" } }], accept({ interpretation: "snake" })],
  3: SECRET,
  4: [
    [answer({ startTime: "10:30" }), { use: "answer-form", kinds: { date: "2026-12-24", integer: 60 } }],
    accept({ date: "2026-12-24", startTime: "10:30", duration: 60 }),
  ],
  5: [[answer({ theme: "dark" }), fill], accept({ theme: "dark", notifications: true })],
  6: [[yes], accept({ confirm: true })],
  7: [[no], accept({ confirm: false })],
  8: [
    [answer({ name: "Alice", email: "alice@example.com" }), answer({ age: { fact: "age", as: "number" } })],
    accept({ name: "Alice", email: "alice@example.com", age: 42 }),
  ],
  9: [
    [answer({ confirmBooking: false, seatPreference: "no preference" }), fill],
    accept({ confirmBooking: false, seatPreference: "no preference", travelInsurance: false }),
  ],
  10: [
    [{ use: "fill-defaults", "require-all": true }],
    accept({ name: "John Doe", age: 30, score: 95.5, status: "active", verified: true }),
  ],
  11: [
    [
      answer({ untitledSingle: "option2", titledSingle: "value3", legacyEnum: "opt1" }),
      answer({ untitledMulti: ["option1", "option3"], titledMulti: ["value2"] }),
    ],
    accept({
      untitledSingle: "option2",
      titledSingle: "value3",
      legacyEnum: "opt1",
      untitledMulti: ["option1", "option3"],
      titledMulti: ["value2"],
    }),
  ],
  12: [[yes], accept({ confirmation: "Yes" })],
  13: SECRET,
  14: CLIENT,
  15: CLIENT,
  16: [[yes], accept({})],
  17: [[{ use: "match", then: "accept" }], accept({})],
  18: [[no], DECLINE],
  19: [[answer({ value: 7 })], accept({ value: 7 })],
  20: [[yes], accept({ value: true })],
  21: [[no], accept({ value: "no" })],
  22: [[answer({ value: "high" })], accept({ value: "high" })],
  23: CLIENT,
  24: [[answer({ value: ["low"] })], accept({ value: ["low"] })],
  25: [[answer({ value: ["high", "low"] })], accept({ value: ["high", "low"] })],
  26: [
    [answer({ checkAlternative: { fact: "alternatives", as: "flag" } }), fill],
    accept({ checkAlternative: true, alternativeDate: "2024-12-26" }),
  ],
  27: CLIENT,
  28: CLIENT,
  29: [
    [answer({ required_name: "Alice", optional_age: { fact: "age", as: "number" } }), fill],
    accept({ required_name: "Alice", optional_age: 42, subscribe: false }),
  ],
  30: [[yes], accept({ answer: true })],
  31: [[yes], accept({ acknowledge: true })],
  32: [[answer({ region: "eu-west-1" })], accept({ region: "eu-west-1" })],
  33: [[yes], accept({ decision: "accept" })],
  34: [[answer({ Guess: 5 })], accept({ Guess: 5 })],
  35: SECRET,
  36: [[no], accept({ authorize: false })],
  37: [[answer({ name: "Alice" })], accept({ name: "Alice" })],
  38: [[answer({ number: 7 })], accept({ number: 7 })],
  39: [
    [answer({ email: "alice@example.com", count: 3, size: "s" }), fill],
    accept({ email: "alice@example.com", count: 3, note: "x", size: "s" }),
  ],
  40: CLIENT,
  41: [
    [answer({ n: 0.5 }), { use: "answer-form", kinds: { uri: "https://example.com/" } }, fill],
    accept({ url: "https://example.com/", n: 0.5, on: true }),
  ],
  42: CLIENT,
  43: [
    [answer({ checkAlternatives: true, flexibleDates: "same_week" })],
    accept({ checkAlternatives: true, flexibleDates: "same_week" }),
  ],
  44: [[answer({ username: "alice" })], accept({ username: "alice" })],
  45: [
    [answer({ content: "Yours sincerely" }), fill],
    accept({
      recipients: "alice@company.com, bob@company.com",
      cc: "john@company.com",
      content: "Yours sincerely",
    }),
  ],
  46: CLIENT,
  47: SECRET,
  48: [
    [answer({ username: "alice", email: "alice@example.com" })],
    accept({ username: "alice", email: "alice@example.com" }),
  ],
};

const OWN: readonly (readonly [name: string, schema: object, ...Row])[] = [
  [
    "text by length and format",
    {
      type: "object",
      properties: {
        word: { type: "string", minLength: 2, maxLength: 2 },
        mail: { type: "string", format: "email" },
        link: { type: "string", format: "uri" },
        day: { type: "string", format: "date" },
        moment: { type: "string", format: "date-time" },
      },
      required: ["word", "mail", "link", "day", "moment"],
    },
    [
      answer({ word: "\u{1f389}\u{1f389}", mail: "a.b+c@d.example" }),
      answer({ link: "urn:x:y", day: "2024-02-29", moment: "2026-11-30T10:00:00+09:00" }),
    ],
    accept({
      word: "\u{1f389}\u{1f389}",
      mail: "a.b+c@d.example",
      link: "urn:x:y",
      day: "2024-02-29",
      moment: "2026-11-30T10:00:00+09:00",
    }),
  ],
  [
    "numbers and a switch",
    {
      type: "object",
      properties: {
        whole: { type: "integer", minimum: 0, maximum: 3 },
        part: { type: "number", minimum: -1, maximum: 1 },
        on: { type: "boolean", default: true },
      },
      required: ["whole", "part", "on"],
    },
    [answer({ whole: 3, part: -0.25, on: false })],
    accept({ whole: 3, part: -0.25, on: false }),
  ],
  [
    "every choice",
    {
      type: "object",
      properties: {
        plain: { type: "string", enum: ["a", "b"] },
        legacy: { type: "string", enum: ["a", "b"], enumNames: ["A", "B"] },
        titled: {
          type: "string",
          oneOf: [
            { const: "a", title: "A" },
            { const: "b", title: "B" },
          ],
        },
        many: { type: "array", items: { type: "string", enum: ["a", "b"] }, minItems: 1, maxItems: 2 },
        manyTitled: {
          type: "array",
          items: {
            anyOf: [
              { const: "a", title: "A" },
              { const: "b", title: "B" },
            ],
          },
        },
      },
      required: ["plain", "legacy", "titled", "many", "manyTitled"],
    },
    [answer({ plain: "b", legacy: "a", titled: "b", many: ["a", "b"], manyTitled: [] })],
    accept({ plain: "b", legacy: "a", titled: "b", many: ["a", "b"], manyTitled: [] }),
  ],
  [
    "names of every object",
    {
      type: "object",
      properties: { constructor: { type: "string" }, "a/b": { type: "string" }, "": { type: "string" } },
    },
    [answer({ constructor: "x", "a/b": "y", "": "z" })],
    accept({ constructor: "x", "a/b": "y", "": "z" }),
  ],
  [
    "an answer that the schema refuses never leaves",
    { type: "object", properties: { age: { type: "integer", minimum: 18 } }, required: ["age"] },
    [answer({ age: 17 })],
    { action: "cancel" },
  ],
  [
    "half an answer never leaves",
    { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a", "b"] },
    [answer({ a: "x" })],
    { action: "cancel" },
  ],
  ["a form that nobody answers", { type: "object", properties: { a: { type: "string" } } }, [], { action: "cancel" }],
  ["a yes to an empty form", { type: "object", properties: {} }, [yes], accept({})],
  ["an empty form of a server that nobody named", { type: "object", properties: {} }, [fill], { action: "cancel" }],
  ["no schema", null, [], "client"] as never,
];

/** All forms, each with rules for a server of its own */
export function readForms(): readonly AskedForm[] {
  const own = OWN.map(([name, requestedSchema, rules, want]) => ({
    name,
    message: "Please",
    requestedSchema,
    rules,
    want,
  }));
  return [...own, ...realForms()];
}

function realForms(): readonly AskedForm[] {
  const path = "../shared/facts/real-schemas.json";
  if (!existsSync(path)) return [];
  const shapes = JSON.parse(readFileSync(path, "utf8")) as readonly {
    readonly source: string;
    readonly message?: string;
    readonly requested_schema: unknown;
  }[];
  return shapes.map(({ source, message = "Please", requested_schema: requestedSchema }, index) => {
    const row = REAL[index];
    if (row === undefined) throw new Error(`real form ${index} has no expectation: ${source}`);
    return { name: `${index}, ${source}`, message, requestedSchema, rules: row[0], want: row[1] };
  });
}
