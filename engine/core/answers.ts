/**
 * What accepts come to: contents merged field by field, edits applied, and the whole judged.
 * Accepting rules say what they know; only here is it decided whether that is an answer (DESIGN §2, "Accept is earned").
 */
import { engineReason, type Reason } from "./decision.ts";
import { checkContent, type Form, oldestProtocol, parseForm } from "./form.ts";
import { canonicalJson, type JsonObject, type JsonValue } from "./json.ts";
import type { Said } from "./listen.ts";
import type { FormRequest, FormResult, UrlRequest } from "./request.ts";
import type { Answer, Edit } from "./rule.ts";

/** The content to send (none in URL mode), or why nobody has accepted */
export type Merged =
  | { readonly ok: true; readonly content: JsonObject | undefined }
  | { readonly ok: false; readonly errors: readonly Reason[] };

/** Merges every accept of a question, over all documents, and judges the whole */
export function mergeAnswers(request: FormRequest | UrlRequest, said: readonly Said[]): Merged {
  const answers = said.filter(isAnswer);
  if (request.mode === "url") {
    const stray = answers.some(({ verdict }) => verdict.content.size > 0 || verdict.defaults.size > 0);
    return stray
      ? { ok: false, errors: [engineReason("invalid", { field: "", problem: "content-in-url-mode" })] }
      : { ok: true, content: undefined };
  }
  // Each document's `protocol` binds its own answers; what several answer together has to fit all of them.
  const form = parseForm(request.requestedSchema, oldestProtocol(answers.map(({ protocol }) => protocol)));
  if (!form.ok) return { ok: false, errors: [engineReason("invalid", { field: "", problem: form.errors[0].code })] };
  // "An empty form, and a lone yes/no question that has a default: there, silence is consent" (DESIGN §2).
  if (form.value.silenceConsents && !answers.some(({ consents }) => consents)) {
    return { ok: false, errors: [engineReason("incomplete", { field: form.value.fields[0]?.name ?? "" })] };
  }
  const given = mergeFields(answers.map(({ verdict }) => verdict.content));
  const defaults = mergeFields(answers.map(({ verdict }) => verdict.defaults));
  const disagreeing = [...given.disagreeing, ...defaults.disagreeing.filter((name) => !given.fields.has(name))];
  if (disagreeing.length > 0) {
    return { ok: false, errors: disagreeing.map((field) => engineReason("conflict", { field })) };
  }
  return judge(form.value, new Map([...defaults.fields, ...given.fields]));
}

/**
 * Applies the edits of a result to the content that would be sent. `form`: the one form it may answer, if that is
 * known for certain; without it an edit can't be checked, and so is no answer.
 */
export function mergeEdits(request: FormResult, form: Form | undefined, said: readonly Said[]): Merged {
  const edits = said.filter(isEdit).map(({ verdict }) => verdict.edits);
  const set = mergeFields(edits.map((edit) => edit.set));
  const removed = new Set(edits.flatMap((edit) => edit.remove));
  const disagreeing = [...set.disagreeing, ...[...set.fields.keys()].filter((name) => removed.has(name))];
  if (disagreeing.length > 0) {
    return { ok: false, errors: disagreeing.map((field) => engineReason("conflict", { field })) };
  }
  if (form === undefined)
    return { ok: false, errors: [engineReason("invalid", { field: "", problem: "form-not-known" })] };
  const content = new Map<string, JsonValue>(request.action === "accept" ? Object.entries(request.content ?? {}) : []);
  for (const [name, value] of set.fields) content.set(name, value);
  for (const name of removed) content.delete(name);
  // Without its answer a lone yes/no question is answered by its default: there, silence is consent (DESIGN §2).
  const [only] = form.fields;
  if (form.silenceConsents && only !== undefined && !content.has(only.name)) {
    return { ok: false, errors: [engineReason("incomplete", { field: only.name })] };
  }
  return judge(form, content);
}

function judge(form: Form, fields: ReadonlyMap<string, JsonValue>): Merged {
  const open = form.required.filter((name) => !fields.has(name));
  if (open.length > 0) return { ok: false, errors: open.map((field) => engineReason("incomplete", { field })) };
  const content = contentOf(form, fields);
  const problems = checkContent(form, content, { ours: true });
  if (problems.length > 0) {
    // One for each field and problem: a list may hold a hundred thousand items that are wrong alike.
    const distinct = new Map(problems.map((problem) => [`${problem.code} ${problem.field}`, problem]));
    const errors = [...distinct.values()].map(({ field, code }) => engineReason("invalid", { field, problem: code }));
    return { ok: false, errors };
  }
  return { ok: true, content };
}

interface Fields {
  readonly fields: ReadonlyMap<string, JsonValue>;
  readonly disagreeing: readonly string[];
}

function mergeFields(contents: readonly ReadonlyMap<string, JsonValue>[]): Fields {
  const fields = new Map<string, JsonValue>();
  const disagreeing = new Set<string>();
  for (const content of contents) {
    for (const [name, value] of content) {
      const earlier = fields.get(name);
      if (earlier === undefined) fields.set(name, value);
      else if (canonicalJson(earlier) !== canonicalJson(value)) disagreeing.add(name);
    }
  }
  return { fields, disagreeing: [...disagreeing] };
}

// In the form's own order, so that the order of rules leaves no trace; fields that the form has not stand last.
function contentOf(form: Form, fields: ReadonlyMap<string, JsonValue>): JsonObject {
  const content: Record<string, JsonValue> = {};
  const names = new Set([...form.fields.map(({ name }) => name), ...[...fields.keys()].sort()]);
  for (const name of names) {
    const value = fields.get(name);
    if (value === undefined) continue;
    Object.defineProperty(content, name, { value, enumerable: true, writable: true, configurable: true });
  }
  return content;
}

function isAnswer(one: Said): one is Said & { readonly verdict: Answer } {
  return one.verdict.effect === "accept" && "content" in one.verdict;
}

function isEdit(one: Said): one is Said & { readonly verdict: Edit } {
  return one.verdict.effect === "accept" && "edits" in one.verdict;
}
