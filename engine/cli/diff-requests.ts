/**
 * Requests to try two policies on: questions, links and answers of every kind that rules tell apart, put together with the
 * policies' own words. The same policies always give the same requests, in the same order, plain ones first.
 */
import { parseHostEntry } from "../core/hosts.ts";
import type { JsonObject, JsonValue } from "../core/json.ts";
import type { Vocabulary } from "./diff-vocabulary.ts";

/** A hook input but for its server, and what is remembered of a question */
export interface TriedRequest {
  readonly input: JsonObject;
  /** What the server asked before, by seconds */
  readonly asked?: readonly EarlierQuestion[];
  readonly memory?: { readonly candidates: readonly JsonObject[] };
}

export interface EarlierQuestion {
  readonly ago: number;
  readonly same: boolean;
  readonly answer: "accept" | "decline";
}

export function requestsFor({ texts, entries, counts, seconds }: Vocabulary): readonly TriedRequest[] {
  const links = [...PLAIN_LINKS, ...texts.flatMap(linksTo), ...STRANGE_LINKS];
  const questions = [
    ...SCHEMAS.map((schema) => form("Hello", schema)),
    ...MESSAGES.map((message) => form(message, EMPTY)),
    ...texts.flatMap((text) => [form(text, EMPTY), form("Hello", asking(text)), form("Hello", titled(text))]),
    ...links.map((link) => toLink("Hello", link)),
    ...texts.map((text) => toLink(text, SIGN_IN)),
    ...entries.flatMap(together),
    ...texts.map((text) => ({ ...form("Hello", EMPTY), agent_type: text })),
  ];
  const fields = texts.filter((text) => text.length <= LONGEST_NAME);
  const answers = [
    ...ANSWERS,
    ...fields.map((name) => ({ [name]: "x" })),
    ...texts.map((text) => ({ note: text })),
    ...fields.flatMap((name) => texts.slice(0, MOST_PAIRS).map((text) => ({ [name]: text }))).slice(0, MOST_MIXED),
  ];
  const results = [
    ...answers.flatMap((content) => answersWith("accept", content)),
    ...(["decline", "cancel"] as const).flatMap((action) => answersWith(action, undefined)),
    ...(["accept", "decline", "cancel"] as const).map((action) => ({ input: result({ mode: "url", action }) })),
  ];
  return unique([...questions.map((input) => ({ input })), ...results, ...askedOften(counts, seconds)]);
}

// As many questions as a limit allows, and one less, within its window and just out of it; and one that was refused.
function askedOften(counts: readonly number[], seconds: readonly number[]): readonly TriedRequest[] {
  const ages = [1, ...seconds.flatMap((one) => [Math.max(1, one - 1), one])];
  const numbers = [...new Set(counts.flatMap((count) => [count - 1, count]))].filter((count) => count > 0);
  return ages.flatMap((ago) => [
    ...numbers.map((count) => ({
      input: form("Hello", EMPTY),
      asked: Array.from({ length: count }, () => ({ ago, same: false, answer: "accept" as const })),
    })),
    { input: form("Hello", EMPTY), asked: [{ ago, same: true, answer: "decline" as const }] },
  ]);
}

const LONGEST_NAME = 100;
const MOST_PAIRS = 20;
const MOST_MIXED = 400;

const EMPTY: JsonObject = { type: "object", properties: {} };
const SIGN_IN = "https://auth.example.com/login";

function form(message: string, requested: JsonObject): JsonObject {
  return { hook_event_name: "Elicitation", message, requested_schema: requested };
}

function toLink(message: string, url: string): JsonObject {
  return { hook_event_name: "Elicitation", message, mode: "url", url };
}

function result(rest: JsonObject): JsonObject {
  return { hook_event_name: "ElicitationResult", ...rest };
}

function asking(name: string, property: JsonObject = { type: "string" }): JsonObject {
  return { type: "object", properties: { [name]: property } };
}

function titled(title: string): JsonObject {
  return asking("field", { type: "string", title, description: title });
}

const YES_NO: JsonObject = { type: "boolean" };

// One for each thing that a rule about forms looks at.
const SCHEMAS: readonly JsonObject[] = [
  EMPTY,
  asking("ok", YES_NO),
  { ...asking("ok", YES_NO), required: ["ok"] },
  asking("ok", { ...YES_NO, default: true }),
  asking("choice", { type: "string", enum: ["yes", "no"] }),
  asking("name"),
  { ...asking("name"), required: ["name"] },
  asking("name", { type: "string", default: "Alice" }),
  { type: "object", properties: { ok: YES_NO, name: { type: "string", default: "Alice" } }, required: ["ok", "name"] },
  asking("count", { type: "integer", minimum: 1 }),
  asking("mail", { type: "string", format: "email" }),
  asking("page", { type: "string", format: "uri" }),
  asking("day", { type: "string", format: "date" }),
  asking("tags", { type: "array", items: { type: "string", enum: ["a", "b"] } }),
  asking("name", { type: "string", pattern: "^[a-z]+$" }),
  asking("inner", { type: "object", properties: {} }),
  asking("inner", { type: "strange" }),
  asking("name", { type: "string", description: "x".repeat(1001) }),
  asking("name", { type: "string", description: "See https://example.com/help" }),
  ...[
    "password",
    "api_key",
    "access_token",
    "private_key",
    "client_secret",
    "one_time_code",
    "pin",
    "recovery_phrase",
    "session_cookie",
    "card_number",
    "iban",
    "social_security_number",
    "mothers_maiden_name",
  ].map((name) => asking(name)),
];

const MESSAGES: readonly string[] = [
  "What is your password?",
  "See https://example.com/help",
  "\u001b[31mHello",
  "Hel\u202elo",
  "x".repeat(5001),
  "",
];

const PLAIN_LINKS: readonly string[] = [
  SIGN_IN,
  "https://elsewhere.example.net/",
  "http://auth.example.com/",
  "http://localhost:3000/",
  "https://localhost/",
];

// What the rules about links tell apart.
const STRANGE_LINKS: readonly string[] = [
  "https://user@auth.example.com/",
  "https://auth.example.com\\@elsewhere.example.net/",
  "https://10.0.0.1/",
  "https://127.0.0.1/",
  "https://169.254.169.254/",
  "https://intranet/",
  "https://xn--80ak6aa92e.com/",
  "https://b\u00fccher.example/",
  "https://auth.example.com:8443/",
  "https://AUTH.example.com:443/",
  "https://auth.example.com/$(x)",
  `https://auth.example.com/?token=${"a1b2c3d4e5f6".repeat(3)}`,
  "https://auth.example.com/?email=alice%40example.com",
  "https://auth.example.com/?phone=%2B15550100200",
  "https://auth.example.com/?next=https%3A%2F%2Felsewhere.example.net%2F",
  "https://auth_example.com/",
  " https://auth.example.com/",
  "https://auth.example.com/%zz",
  "https://auth.example.com/a b",
  "ftp://auth.example.com/",
  `https://auth.example.com/${"x".repeat(7981)}`,
  "nothing like a link",
];

/** Links around a text that can be a host or a path */
function linksTo(text: string): readonly string[] {
  if (text.startsWith("/")) return [`https://auth.example.com${text}`];
  if (/^https?:\/\//.test(text)) return [text];
  const read = parseHostEntry(text);
  if (!read.ok || !/^[\w.:[\]-]+$/.test(text)) return [];
  const { host, port } = read.value;
  const at = port === undefined ? host : `${host}:${port}`;
  return [
    `https://${at}/`,
    `https://sub.${at}/`,
    `http://${at}/`,
    `https://${host}:8443/`,
    `https://${at}/login`,
    `https://${host}.elsewhere.example.net/`,
    `https://auth.example.com/?next=https%3A%2F%2F${host}%2F`,
  ];
}

// What several conditions of one rule may want of one request.
function together(texts: readonly string[]): readonly JsonObject[] {
  const pairs = texts.flatMap((one) => texts.filter((other) => other !== one).map((other) => [one, other] as const));
  const all = texts.join(" ");
  return [
    ...pairs.map(([message, name]) => form(message, asking(name))),
    form(all, { type: "object", properties: Object.fromEntries(texts.map((text) => [text, { type: "string" }])) }),
    ...pairs.flatMap(([message, host]) => linksTo(host).map((link) => toLink(message, link))),
  ];
}

const TOKEN = ["ghp", "a1B2c3D4e5".repeat(4).slice(0, 36)].join("_");

const ANSWERS: readonly JsonObject[] = [
  {},
  { ok: true },
  { name: "Alice" },
  { name: 7 },
  { note: TOKEN },
  { note: "4111 1111 1111 1111" },
  { password: "correct horse" },
  { unknown: "x" },
];

// As a person's answer comes: to a question that is remembered, to one of another shape, and to one that nobody kept.
function answersWith(action: string, content: JsonObject | undefined): readonly TriedRequest[] {
  const input = result({ action, ...(content === undefined ? {} : { content }) });
  const asked = Object.keys(content ?? {}).map((name) => [name, { type: typeof content?.[name] }]);
  const fits = form("Hello", { type: "object", properties: Object.fromEntries(asked) });
  const other = form("Hello", { ...asking("other"), required: ["other"] });
  return [{ input }, { input, memory: { candidates: [fits] } }, { input, memory: { candidates: [other] } }];
}

function unique(requests: readonly TriedRequest[]): readonly TriedRequest[] {
  return [...new Map(requests.map((one) => [JSON.stringify(one), one])).values()];
}

/** With the server put in, in the question that is remembered too */
export function fromServer({ input, memory, asked }: TriedRequest, server: string): TriedRequest {
  const named = (one: JsonObject): JsonObject => ({ mcp_server_name: server, ...one }) as Record<string, JsonValue>;
  return {
    input: named(input),
    ...(memory === undefined ? {} : { memory: { candidates: memory.candidates.map(named) } }),
    ...(asked === undefined ? {} : { asked }),
  };
}
