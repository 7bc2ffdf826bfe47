/**
 * The decision again, slow and obvious, written from the words of DESIGN §2 and not from `decide.ts`.
 * It reads abstract policies as data, and asks ajv whether an answer fits: no code of the engine takes part.
 */
import { Ajv2020 } from "ajv/dist/2020.js";
import type { FormRequest, FormResult, Request, UrlRequest, UrlResult } from "../engine/core/request.ts";
import type { Candidate } from "../engine/core/rule.ts";
import { type AbstractDocument, type AbstractEntry, isAsked, isMeant, onlyAccepts } from "./support/abstract-policy.ts";
import { objectOf, type Pairs } from "./support/values.ts";

export type Effect = "accept" | "ask" | "cancel" | "decline" | "pass";
type Content = ReadonlyMap<string, unknown>;
export interface Outcome {
  readonly effect: Effect;
  readonly content?: Content;
}
type Documents = readonly AbstractDocument[];
type Asked = FormRequest | UrlRequest;

/** What each effect weighs: decline > cancel > ask > accept */
export const STRICTNESS: readonly Effect[] = ["pass", "accept", "ask", "cancel", "decline"];

export function strictest(effects: readonly (Effect | undefined)[]): Effect | undefined {
  return STRICTNESS.filter((effect) => effects.includes(effect)).at(-1);
}

export function oracle(documents: Documents, request: Request, candidates: readonly Candidate[]): Outcome {
  return request.event === "Elicitation" ? question(documents, request) : result(documents, request, candidates);
}

function question(documents: Documents, request: Asked): Outcome {
  const asked = documents.map((document) => ({ ...document, entries: heard(document, request) }));
  const answer = earned(
    asked.flatMap(({ entries }) => entries),
    request,
  );
  const voices = asked.map((document) => {
    const said = document.entries.map((entry) => [entry.saying, effectOf(entry)] as const);
    const answers = said.filter(
      ([saying, effect]) => effect === "accept" || (effect === "ask" && saying === "answer-ask"),
    );
    const guards = said.filter((one) => !answers.includes(one)).map(([, effect]) => effect);
    const counted = answers.map(([, effect]) => effect).filter((effect) => effect !== "accept" || answer !== undefined);
    return { guards, answer: counted.length > 0 ? strictest(counted) : document.default };
  });
  // "Its own answers pass the checkpoint too": whoever says accept, says what becomes of it there.
  const sends = answer !== undefined && voices.some((voice) => voice.answer === "accept");
  const own = sends ? result(documents, resultOf(request, answer), [request]) : undefined;
  const refusal = own?.effect === "decline" || own?.effect === "cancel" ? own.effect : undefined;
  const effects = voices.map((voice) =>
    strictest([...voice.guards, voice.answer === "accept" ? (refusal ?? "accept") : voice.answer]),
  );
  const effect = strictest(effects) ?? "ask";
  if (effect === "ask") return { effect: strictest(documents.map(({ unattended }) => unattended)) ?? "ask" };
  if (effect !== "accept" || answer === undefined) return { effect };
  return own === undefined || own.effect === "pass" ? acceptOf(request, answer) : own;
}

function result(
  documents: Documents,
  request: FormResult | UrlResult,
  candidates: readonly Candidate[],
  again = false,
): Outcome {
  const entries = documents.flatMap((document) => heard(document, request));
  const edits = entries.filter(
    (entry) => effectOf(entry) === "accept" && (request.action === "accept" || entry.mayRaise),
  );
  const content = edits.length > 0 ? edited(edits, request, candidates) : undefined;
  const guards = entries.map(effectOf).filter((effect) => effect !== "accept");
  // "Edits that disagree, that remove a required field, or that can't be checked: decline", whatever else is said.
  const guard = strictest([...guards, edits.length > 0 && content === undefined ? "decline" : undefined]);
  if (content === undefined || request.mode === "url") return { effect: guard ?? "pass" };
  // What rules made of an answer passes them once more; that it would be changed again is a disagreement.
  const same = (one: Content, other: Content): boolean => textOf(one) === textOf(other);
  const sent = new Map(Object.entries(request.content ?? {}));
  const made: FormResult = { ...request, action: "accept", content: objectOf([...content] as Pairs) };
  const changed = !again && (request.action !== "accept" || !same(sent, content));
  const second: Outcome = changed ? result(documents, made, candidates, true) : { effect: "pass" };
  const refused = second.effect === "decline" || second.effect === "cancel" ? second.effect : undefined;
  const unsettled = second.content !== undefined && !same(second.content, content) ? "decline" : undefined;
  const refusal = strictest([guard, refused, unsettled]);
  return refusal === undefined ? { effect: "accept", content } : { effect: refusal };
}

function textOf(content: Content): string {
  return JSON.stringify([...content].map(([name, value]) => JSON.stringify([name, value])).sort());
}

function edited(
  edits: readonly AbstractEntry[],
  request: FormResult | UrlResult,
  [form, ...others]: readonly Candidate[],
): Content | undefined {
  const set = agree(edits.map(({ content }) => content));
  const removed = edits.flatMap(({ remove }) => remove);
  if (set === undefined || removed.some((name) => set.has(name))) return undefined;
  if (request.mode !== "form" || form?.mode !== "form" || others.length > 0) return undefined;
  const sent = request.action === "accept" ? Object.entries(request.content ?? {}) : [];
  const content = new Map([...sent, ...set].filter(([name]) => !removed.includes(name)));
  // Where silence is consent, an edit may not leave the question open: the default would answer it.
  const open =
    silenceConsents(form) && Object.keys(form.requestedSchema["properties"] ?? {}).some((name) => !content.has(name));
  return fits(form, content) && !open ? content : undefined;
}

// The content that the accepts earn together; `undefined`: nobody has accepted.
function earned(entries: readonly AbstractEntry[], request: Asked): Content | undefined {
  const accepts = entries.filter((entry) => effectOf(entry) === "accept");
  if (accepts.length === 0 || entries.some((entry) => failed(entry) && onlyAccepts(entry))) return undefined;
  const given = agree(accepts.map(({ content }) => content));
  if (given === undefined) return undefined;
  const defaults = agree(accepts.map((entry) => entry.defaults.filter(([name]) => !given.has(name))));
  if (defaults === undefined) return undefined;
  const content = new Map([...defaults, ...given]);
  if (request.mode === "url")
    return accepts.every((one) => one.content.length + one.defaults.length === 0) ? content : undefined;
  const consent = !silenceConsents(request) || accepts.some(({ saying }) => saying === "confirm");
  return consent && fits(request, content) ? content : undefined;
}

// "An empty form, and a lone yes/no question that has a default"
function silenceConsents({ requestedSchema }: FormRequest): boolean {
  const fields = Object.values(
    (requestedSchema["properties"] ?? {}) as Record<string, { type: string; default?: unknown }>,
  );
  return (
    fields.length === 0 || (fields.length === 1 && fields[0]?.type === "boolean" && fields[0].default !== undefined)
  );
}

// Valid for the server's schema, nothing beside it, and such that it crosses the wire unharmed (client-observed B3).
function fits({ requestedSchema }: FormRequest, content: Content): boolean {
  const fields = (requestedSchema["properties"] ?? {}) as Record<string, { pattern?: string }>;
  if (Object.keys(fields).some((name) => fields[name]?.pattern !== undefined)) return false; // a limit that nobody here checks
  const crosses = [...content].every(
    ([name, value]) =>
      name !== "__proto__" && (typeof value !== "number" || Math.abs(value) <= Number.MAX_SAFE_INTEGER),
  );
  const declared = [...content.keys()].every((name) => Object.hasOwn(fields, name));
  return crosses && declared && isValid(requestedSchema, content);
}

export function isValid(schema: FormRequest["requestedSchema"], content: Content): boolean {
  const text = JSON.stringify(schema);
  const validate = VALIDATORS.get(text) ?? AJV.compile(JSON.parse(text));
  VALIDATORS.set(text, validate);
  return validate(objectOf([...content] as Pairs)) === true;
}

const AJV = new Ajv2020({ strict: false, ownProperties: true });
const VALIDATORS = new Map<string, ReturnType<typeof AJV.compile>>();

function agree(contents: readonly Pairs[]): ReadonlyMap<string, unknown> | undefined {
  const all = new Map(contents.flat());
  const same = contents.flat().every(([name, value]) => JSON.stringify(all.get(name)) === JSON.stringify(value));
  return same ? all : undefined;
}

// Entries that are asked and say something that counts.
function heard({ entries }: AbstractDocument, request: Request): readonly AbstractEntry[] {
  const { event } = request;
  const silent = ["abstains", "lacks-memory"];
  return entries
    .filter((entry) => isAsked(entry, event) && isMeant(entry, request))
    .filter((entry) => !entry.observe && !silent.includes(entry.manner))
    .map((entry) => ({ ...entry, event }));
}

function failed({ manner }: AbstractEntry): boolean {
  return manner === "throws" || manner === "oversteps";
}

// "Failure is refusal": of what may guard, and of anything on a result; a failed accept says nothing, and voids the others.
function effectOf(entry: AbstractEntry): Effect | undefined {
  if (entry.manner === "lacks-memory-declines") return "decline";
  if (failed(entry)) return onlyAccepts(entry) && entry.event === "Elicitation" ? undefined : "decline";
  const said = {
    accept: "accept",
    confirm: "accept",
    edit: "accept",
    "guard-ask": "ask",
    "answer-ask": "ask",
  } as const;
  return entry.saying === "decline" || entry.saying === "cancel" ? entry.saying : said[entry.saying];
}

function resultOf({ server, mode }: Asked, content: Content): FormResult | UrlResult {
  const origin = { event: "ElicitationResult", server, action: "accept" } as const;
  return mode === "url" ? { ...origin, mode } : { ...origin, mode, content: objectOf([...content] as Pairs) };
}

function acceptOf({ mode }: Asked, content: Content): Outcome {
  return mode === "url" ? { effect: "accept" } : { effect: "accept", content };
}
