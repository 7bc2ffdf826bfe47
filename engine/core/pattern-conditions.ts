/**
 * The conditions of `match` put together: what has to hold for one request, and which of them no request can meet.
 * Here and not in the rule, so that the rule shows what it may say and little else.
 */
import type { JsonObject, JsonValue } from "./json.ts";
import type { OptionPowers, OptionProblem, OptionSpec } from "./options.ts";
import type { TextTest } from "./pattern.ts";
import {
  CONTENT_SCHEMA,
  type ContentTest,
  FIELDS_SCHEMA,
  type FieldsTest,
  readContentCondition,
  readFieldsCondition,
} from "./pattern-form.ts";
import { LINK_SCHEMA, type LinkCondition, readLinkCondition } from "./pattern-link.ts";
import { readTextCondition, TEXT_SCHEMA } from "./pattern-text.ts";
import type { Request } from "./request.ts";
import type { Result } from "./result.ts";
import type { Effect, OptionConflict } from "./rule.ts";

/** All that are stated have to hold */
export interface Conditions {
  readonly message: TextTest | undefined;
  readonly fields: FieldsTest | undefined;
  readonly url: LinkCondition | undefined;
  readonly agent: TextTest | undefined;
  readonly content: ContentTest | undefined;
}

/** The same as options of a rule */
export const CONDITIONS: { readonly [Name in keyof Conditions]: OptionSpec<Conditions[Name]> } = {
  message: condition("what the question says: `words`, `globs`, `matches`", TEXT_SCHEMA, readTextCondition),
  fields: condition(
    "a field of the form, at any depth: its `names`, `titles`, `descriptions`, `choices`",
    FIELDS_SCHEMA,
    readFieldsCondition,
  ),
  url: condition(
    "the link of a question in URL mode: `scheme`, `host`, `port`, `path`, `query`, `fragment`, `text`",
    LINK_SCHEMA,
    readLinkCondition,
  ),
  agent: condition(
    "the agent that the client was started as (`--agent`): `words`, `globs`, `matches`",
    TEXT_SCHEMA,
    readTextCondition,
  ),
  content: condition(
    "a value of an answer, a person's or the policy's own: `names`, `values`",
    CONTENT_SCHEMA,
    readContentCondition,
  ),
};

/** A request that fits: the field that made it, or why its link may be the one that is meant */
export interface Fit {
  readonly field?: string;
  readonly problem?: string;
}

const WHOLE: Fit = {};

export function findFit(request: Request, { message, fields, url, agent, content }: Conditions): Fit | undefined {
  if (agent !== undefined && (request.agentType === undefined || !agent(request.agentType))) return undefined;
  if (request.event === "ElicitationResult") {
    if (message !== undefined || fields !== undefined || url !== undefined) return undefined;
    if (content === undefined) return WHOLE;
    const field = request.mode === "form" && request.content !== undefined ? content(request.content) : undefined;
    return field === undefined ? undefined : { field };
  }
  if (content !== undefined || message?.(request.message) === false) return undefined;
  if (request.mode === "form") {
    if (url !== undefined) return undefined;
    if (fields === undefined) return WHOLE;
    const field = fields(request.requestedSchema);
    return field === undefined ? undefined : { field };
  }
  if (fields !== undefined) return undefined;
  const link = url?.check(request.url);
  if (link === undefined) return WHOLE;
  if ("unreadable" in link) return { problem: link.unreadable };
  return link.fits ? WHOLE : undefined;
}

/** Whether some condition is about a question, so that no answer can meet it */
export function asksQuestion({ message, fields, url }: Pick<Conditions, "fields" | "message" | "url">): boolean {
  return message !== undefined || fields !== undefined || url !== undefined;
}

interface Stated extends Conditions {
  readonly then: Effect;
  readonly "i-know-no-browser-opens": boolean;
}

/** Conditions that contradict each other, or what is to be said */
export function checkConditions(options: Stated): readonly OptionConflict[] {
  const { then, fields, url, content } = options;
  const links = options["i-know-no-browser-opens"];
  const problems: OptionConflict[] = [];
  const report = (option: string, message: string, help: string): void => {
    problems.push({ option, message, help });
  };
  if (content !== undefined && asksQuestion(options)) {
    const help = "write two rules: one on the question (`message`, `fields`, `url`), one on the answer (`content`)";
    report("content", "no request carries both a question and its answer", help);
  }
  if (fields !== undefined && url !== undefined) {
    report("url", "no question has both fields and a link", "write two rules: one with `fields`, one with `url`");
  }
  if (content !== undefined && (then === "accept" || then === "ask")) {
    const help = "write `then: decline` or `then: cancel`; to change an answer, use `edit-answer`";
    report("then", `an answer can't be met with \`${then}\``, help);
  }
  if (then === "accept" && fields !== undefined) {
    const help = "fields are answered by `answer-form`, `fill-defaults` or `confirm`";
    report("then", "`accept` answers only a form without fields", help);
  }
  // MCP 2026-07-28, elicitation: accept is consent to open the link. client-observed H: a hook's accept opens nothing.
  if (then === "accept" && url !== undefined && !links) {
    const help = "leave links to a person, or state `i-know-no-browser-opens: true`";
    report("then", "to accept a link opens no browser, yet the server is told that a person consented", help);
  }
  if (then !== "accept" && links) {
    report("i-know-no-browser-opens", `nothing is accepted with \`then: ${then}\``, "leave it out");
  }
  return problems;
}

function condition<Value>(
  about: string,
  schema: JsonObject,
  read: (value: JsonValue, powers: OptionPowers) => Result<Value, OptionProblem>,
): OptionSpec<Value | undefined> {
  return { kind: "condition", about, required: false, first: undefined, schema, read };
}
