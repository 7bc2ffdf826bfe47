/**
 * A form as a person sees it, and what a policy would answer, field by field.
 * A schema shows neither: limits hide in keywords, and an answer is put together from what many rules say.
 */
import type { Decision } from "./core/decision.ts";
import { type Field, type Form, type Option, oldestProtocol, type Protocol, parseForm } from "./core/form.ts";
import { defaultOf } from "./core/form-content.ts";
import {
  FORM_PROBLEM_KINDS,
  type FormProblem,
  type FormProblemCode,
  type FormProblemKind,
} from "./core/form-problem.ts";
import { canonicalJson, type JsonValue } from "./core/json.ts";
import { askEntry } from "./core/listen.ts";
import type { Policy } from "./core/policy.ts";
import type { FormRequest } from "./core/request.ts";
import type { Context } from "./core/rule.ts";
import { applies } from "./core/scope.ts";
import { secretKinds, showValue } from "./shown.ts";

export interface FormView {
  /** The root's, which is outside the grammar; clients show the message alone */
  readonly title: string | undefined;
  /** What servers are held to: the oldest revision that a document of the policy names */
  readonly protocol: Protocol;
  /** Whether the root can be read at all */
  readonly readable: boolean;
  readonly fields: readonly FieldView[];
  /** Names that the form requires and does not have: nobody can fill them */
  readonly unfillable: readonly string[];
  /** What lies outside the grammar, or limits nothing and is only noted */
  readonly problems: readonly ProblemView[];
  /** Whether the policy accepts, so that `sent` goes out */
  readonly accepted: boolean;
}

export interface FieldView {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string | undefined;
  readonly required: boolean;
  readonly type: Field["type"];
  /** Type and limits as a person would say them */
  readonly says: string;
  /** Of a choice; empty for other types */
  readonly options: readonly Option[];
  readonly default: JsonValue | undefined;
  /** The default breaks the field's own limits, or can't be sent */
  readonly badDefault: boolean;
  /** What rules know, whether or not the whole is accepted */
  readonly known: readonly KnownAnswer[];
  /** What goes out; after edits it may be none of `known` */
  readonly sent: JsonValue | undefined;
}

export interface KnownAnswer {
  readonly rule: string;
  readonly value: JsonValue;
  /** The server's own proposal, which gives way to an answer */
  readonly isDefault: boolean;
}

export interface ProblemView extends FormProblem {
  readonly kind: FormProblemKind;
  readonly says: string;
}

/** `decision`: what the policy decides on this request; `undefined`: the policy does not load, and nothing is known */
export function viewForm(
  request: FormRequest,
  policy: Policy | undefined,
  context: Context,
  { effect, content }: Decision,
): FormView {
  const protocol = oldestProtocol((policy?.documents ?? []).map((document) => document.protocol));
  const parsed = parseForm(request.requestedSchema, protocol);
  const { title } = request.requestedSchema;
  const known = policy === undefined ? new Map<string, KnownAnswer[]>() : knownAnswers(request, policy, context);
  const fields = parsed.ok ? parsed.value.fields : [];
  const kinds = kindsOf(fields, known, content);
  return {
    title: typeof title === "string" ? title : undefined,
    protocol,
    readable: parsed.ok,
    fields: fields.map((field) => viewField(field, known.get(field.name) ?? [], content, kinds)),
    unfillable: parsed.ok ? unfillableIn(parsed.value) : [],
    problems: (parsed.ok ? parsed.value.problems : parsed.errors).map(viewProblem),
    accepted: effect === "accept",
  };
}

/** Whether the form lies outside the grammar by more than what limits nothing */
export function isOutside({ problems }: Pick<FormView, "problems">): boolean {
  return problems.some(({ kind }) => kind !== "note");
}

function knownAnswers(request: FormRequest, policy: Policy, context: Context): Map<string, KnownAnswer[]> {
  const known = new Map<string, KnownAnswer[]>();
  for (const { entries, protocol } of policy.documents) {
    for (const entry of entries) {
      const { grants, observe, id: rule } = entry;
      if (observe || !grants.events.includes("Elicitation") || !applies(entry, request, context)) continue;
      const outcome = askEntry(entry, { request, context, powers: policy.powers, own: false, protocol });
      const verdict = outcome?.said?.verdict;
      if (verdict === undefined || !("content" in verdict)) continue;
      const note = (name: string, value: JsonValue, isDefault: boolean): void => {
        known.set(name, [...(known.get(name) ?? []), { rule, value, isDefault }]);
      };
      for (const [name, value] of verdict.content) note(name, value, false);
      for (const [name, value] of verdict.defaults) note(name, value, true);
    }
  }
  return known;
}

// Each of the texts that would be shown together: those that are proposed, what is known, what goes out.
function kindsOf(
  fields: readonly Field[],
  known: ReadonlyMap<string, readonly KnownAnswer[]>,
  content: Decision["content"],
): ReadonlyMap<string, string> {
  const defaults = fields.flatMap((field) =>
    field.default === undefined ? [] : [[field.name, field.default] as const],
  );
  const most = Math.max(0, ...[...known.values()].map(({ length }) => length));
  const rounds = Array.from({ length: most }, (_, round) =>
    [...known].flatMap(([name, all]) => (all[round] === undefined ? [] : [[name, all[round].value] as const])),
  );
  const contents = [defaults, ...rounds].map((entries) => Object.fromEntries(entries));
  return new Map([...contents, content ?? {}].flatMap((one) => [...secretKinds(one)]));
}

function viewField(
  field: Field,
  known: readonly KnownAnswer[],
  content: Decision["content"],
  kinds: ReadonlyMap<string, string>,
): FieldView {
  const { name, title, description, required, type } = field;
  const sent = content !== undefined && Object.hasOwn(content, name) ? content[name] : undefined;
  return {
    name,
    title,
    description,
    required,
    type,
    says: sayField(field),
    options: field.type === "choice" || field.type === "choices" ? field.options : [],
    default: field.default === undefined ? undefined : showValue(name, field.default, kinds),
    badDefault: field.default !== undefined && defaultOf(field) === undefined,
    known: known.map((one) => ({ ...one, value: showValue(name, one.value, kinds) })),
    sent: sent === undefined ? undefined : showValue(name, sent, kinds),
  };
}

function unfillableIn({ required, byName }: Form): readonly string[] {
  return required.filter((name) => !byName.has(name));
}

/** Those of the rules that know what is sent; none: it was changed on its way out */
export function whoSays({ known, sent }: Pick<FieldView, "known" | "sent">): readonly string[] {
  if (sent === undefined) return [];
  const text = canonicalJson(sent);
  const saying = known.filter(({ value }) => canonicalJson(value) === text);
  const given = saying.filter(({ isDefault }) => !isDefault);
  return [...new Set((given.length > 0 ? given : saying).map(({ rule }) => rule))];
}

function sayField(field: Field): string {
  switch (field.type) {
    case "string": {
      const kind = field.format === undefined ? "text" : FORMATS[field.format];
      return listed(kind, range(field.minLength, field.maxLength, "character"), onlyOf(field.values));
    }
    case "integer":
    case "number": {
      const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = field;
      return listed(
        field.type === "integer" ? "whole number" : "number",
        range(minimum, maximum, ""),
        exclusiveMinimum === undefined ? "" : `more than ${exclusiveMinimum}`,
        exclusiveMaximum === undefined ? "" : `less than ${exclusiveMaximum}`,
        onlyOf(field.values),
      );
    }
    case "boolean":
      return listed("yes or no", onlyOf(field.values));
    case "choice":
      return "one of";
    case "choices":
      return listed(field.unique ? "none twice" : "", `${range(field.minItems, field.maxItems, "") || "any"} of`);
    case "opaque":
      return "a field that has no reading";
  }
}

const FORMATS = {
  date: "date as `2026-11-30`",
  "date-time": "date and time as `2026-11-30T15:30:00Z`",
  email: "e-mail address",
  uri: "link, of any scheme",
} as const;

function listed(...parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(", ");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  const count = (number: number): string => (unit === "" ? `${number}` : `${number} ${unit}${number === 1 ? "" : "s"}`);
  if (least !== undefined && most !== undefined) {
    return least === most ? `exactly ${count(least)}` : `${least} to ${count(most)}`;
  }
  if (least !== undefined) return `at least ${count(least)}`;
  return most === undefined ? "" : `at most ${count(most)}`;
}

function onlyOf(values: ReadonlySet<JsonValue> | undefined): string {
  return values === undefined ? "" : `only ${canonicalJson([...values])}`;
}

function viewProblem({ code, at }: FormProblem): ProblemView {
  return { code, at, kind: FORM_PROBLEM_KINDS[code], says: SENTENCES[code] };
}

const SENTENCES: Readonly<Record<FormProblemCode, string>> = {
  annotation: "outside the grammar, but limits nothing",
  "bad-default": "the default is not of the field's type",
  "bad-label": "a label that is no text",
  "bad-limit": "a limit that is no number, or a length that is no whole one",
  "bad-required": "no list of names",
  "bad-type": "no type that a form can have",
  "bad-choices": "not a list of choices in any of the grammar's spellings",
  constraint: "may limit the answer in a way that is not checked",
  "duplicate-choice": "a choice stands twice",
  "duplicate-required": "a name stands twice",
  "label-count": "not as many labels as choices",
  "missing-label": "a choice without a title",
  "missing-properties": "the form has no properties",
  "missing-type": "does not say which type",
  newer: "came with a later revision",
  "newer-type": "came with a later revision, which an older server can't read in an answer",
  "no-choices": "nothing to choose from; servers refuse such a form",
  "not-an-object": "not an object",
  "unknown-dialect": "a dialect whose keywords are not known",
  "unknown-format": "a format that the grammar does not have; servers may assert it",
  "unknown-required": "requires a field that the form does not have",
};
