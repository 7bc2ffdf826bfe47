import { parseForm } from "../engine/core/form.ts";
import { isEmptyForm } from "../engine/core/form-question.ts";
import type { JsonObject, JsonValue } from "../engine/core/json.ts";
import {
  type OptionPowers,
  type OptionProblem,
  type OptionSpec,
  requiredChoice,
  text,
} from "../engine/core/options.ts";
import type { TextTest } from "../engine/core/pattern.ts";
import {
  CONTENT_SCHEMA,
  type ContentTest,
  FIELDS_SCHEMA,
  type FieldsTest,
  readContentCondition,
  readFieldsCondition,
} from "../engine/core/pattern-form.ts";
import { LINK_SCHEMA, type LinkCondition, readLinkCondition } from "../engine/core/pattern-link.ts";
import { readTextCondition, TEXT_SCHEMA } from "../engine/core/pattern-text.ts";
import type { Request } from "../engine/core/request.ts";
import type { Result } from "../engine/core/result.ts";
import { defineRule, type OptionConflict, type Rule } from "../engine/core/rule.ts";

/**
 * A team's own line between questions, without a script: it knows which words mean production, and which fields are internal.
 *
 * All conditions that are stated have to hold; without any, `for` alone says where it applies. A link that has no single
 * reading may be one that a condition on its parts means, so it is stopped: declined where `then` is `ask`, since an ask
 * could take the place of a document's default to decline.
 *
 * Spec: none; MCP leaves to the client what a person is shown.
 * False positives: words are found in any sense (`production` of a film); say more words of the sentence with `matches`.
 * `agent` sees only the agent of `--agent`: the client sends no name for a subagent, so there it never holds.
 */
export const match: Rule = defineRule({
  id: "match",
  about: "Says what a policy tells it to where texts, fields, links or answers fit",
  events: ["Elicitation", "ElicitationResult"],
  effects: ["accept", "ask", "cancel", "decline"],
  options: {
    then: requiredChoice(
      ["accept", "ask", "cancel", "decline"],
      "what to say; `accept` answers only a form without fields",
    ),
    because: text("why, shown with each decision"),
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
  },
  codes: {
    matched: "{because}",
    "matched-field": "field `{field}`: {because}",
    "unreadable-url": "the link has no single reading ({problem}), so it may be one that is meant: {because}",
  },
  consents: true,
  asksAsAnswer: true,
  grants: ({ then, url, content, ...rest }) => ({
    events: [
      ...(content === undefined ? (["Elicitation"] as const) : []),
      ...(asks({ url, ...rest }) || then === "accept" || then === "ask" ? [] : (["ElicitationResult"] as const)),
    ],
    effects: then === "ask" && url?.reads === true ? ["ask", "decline"] : [then],
  }),
  check: conflicts,
  decide({ request, options, accept, ask, cancel, decline }) {
    const found = find(request, options);
    if (found === undefined) return undefined;
    const { then, because = "its conditions hold" } = options;
    if (found.problem !== undefined) {
      const args = { problem: found.problem, because };
      return then === "cancel" ? cancel("unreadable-url", args) : decline("unreadable-url", args);
    }
    if (then === "accept") return isEmpty(request) ? accept("matched", { args: { because } }) : undefined;
    const say = { ask, cancel, decline }[then];
    return found.field === undefined
      ? say("matched", { because })
      : say("matched-field", { field: found.field, because });
  },
});

interface Conditions {
  readonly message: TextTest | undefined;
  readonly fields: FieldsTest | undefined;
  readonly url: LinkCondition | undefined;
  readonly agent: TextTest | undefined;
  readonly content: ContentTest | undefined;
}

interface Found {
  readonly field?: string;
  readonly problem?: string;
}

const WHOLE: Found = {};

function find(request: Request, { message, fields, url, agent, content }: Conditions): Found | undefined {
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

function isEmpty(request: Request): boolean {
  if (request.event !== "Elicitation" || request.mode !== "form") return false;
  const form = parseForm(request.requestedSchema);
  return form.ok && isEmptyForm(form.value);
}

type Question = Pick<Conditions, "fields" | "message" | "url">;

function asks({ message, fields, url }: Question): boolean {
  return message !== undefined || fields !== undefined || url !== undefined;
}

function conflicts(options: Conditions & { readonly then: string }): readonly OptionConflict[] {
  const { then, fields, url, content } = options;
  const problems: OptionConflict[] = [];
  const report = (option: string, message: string, help: string): void => {
    problems.push({ option, message, help });
  };
  if (content !== undefined && asks(options)) {
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
  if (then === "accept" && (fields !== undefined || url !== undefined)) {
    const help = "fields are answered by `answer-form`, `fill-defaults` or `confirm`; links by nobody but a person";
    report("then", "`accept` answers only a form without fields", help);
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
