import { parseForm } from "../engine/core/form.ts";
import { isEmptyForm } from "../engine/core/form-question.ts";
import { flag, requiredChoice, text } from "../engine/core/options.ts";
import { asksQuestion, CONDITIONS, checkConditions, findFit } from "../engine/core/pattern-conditions.ts";
import type { Request } from "../engine/core/request.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseUrl } from "../engine/core/url.ts";

/**
 * A team's own line between questions, without a script: it knows which words mean production, and which fields are internal.
 *
 * All conditions that are stated have to hold; without any, `for` alone says where it applies. A link that has no single
 * reading may be one that a condition on its parts means, so it is stopped: declined where `then` is `ask`, since an ask
 * could take the place of a document's default to decline. To accept a link is to say that a person consented to open it,
 * and a hook opens nothing (client-observed H): such a rule has to say that it knows, and never accepts an unreadable link.
 *
 * Spec: MCP leaves to the client what a person is shown; MCP 2026-07-28, elicitation, URL mode: clients MUST have consent
 * before they open a link, and accept says that there was consent.
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
      "what to say; `accept` answers only a form without fields, and a link only with `i-know-no-browser-opens`",
    ),
    "i-know-no-browser-opens": flag(
      false,
      "let `then: accept` answer links: the server is told that a person consented, though nothing opens",
    ),
    because: text("why, shown with each decision"),
    ...CONDITIONS,
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
      ...(asksQuestion({ url, ...rest }) || then === "accept" || then === "ask"
        ? []
        : (["ElicitationResult"] as const)),
    ],
    effects: then === "ask" && url?.reads === true ? ["ask", "decline"] : [then],
    ...(then === "accept" && !rest["i-know-no-browser-opens"]
      ? {
          mode: {
            only: "form",
            message: "to accept a link opens no browser, yet the server is told that a person consented",
            help: "leave links to a person, or state `i-know-no-browser-opens: true`",
          },
        }
      : {}),
  }),
  check: checkConditions,
  decide({ request, options, accept, ask, cancel, decline }) {
    const fit = findFit(request, options);
    if (fit === undefined) return undefined;
    const { then, because = "its conditions hold" } = options;
    if (then === "accept") {
      const takes =
        request.mode === "url" ? options["i-know-no-browser-opens"] && isReadable(request) : isEmpty(request);
      return takes ? accept("matched", { args: { because } }) : undefined;
    }
    if (fit.problem !== undefined) {
      const args = { problem: fit.problem, because };
      return then === "cancel" ? cancel("unreadable-url", args) : decline("unreadable-url", args);
    }
    const say = { ask, cancel, decline }[then];
    return fit.field === undefined ? say("matched", { because }) : say("matched-field", { field: fit.field, because });
  },
});

function isEmpty(request: Request): boolean {
  if (request.event !== "Elicitation" || request.mode !== "form") return false;
  const form = parseForm(request.requestedSchema);
  return form.ok && isEmptyForm(form.value);
}

function isReadable(request: Request): boolean {
  return request.event === "Elicitation" && request.mode === "url" && parseUrl(request.url).ok;
}
