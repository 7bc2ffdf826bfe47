import { NEWEST_PROTOCOL, parseForm } from "../engine/core/form.ts";
import { FORM_PROBLEM_KINDS, type FormProblem, type FormProblemKind } from "../engine/core/form-problem.ts";
import { choice } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * A form outside the grammar is shown and checked differently by every client, and some parts of it by none.
 * What limits nothing and is sent by nearly every server (a root title, `$schema`, `additionalProperties`) is left alone.
 *
 * Spec: MCP 2025-06-18, 2025-11-25, 2026-07-28, elicitation, `requestedSchema`: flat objects of primitive properties,
 * choices, and since 2025-11-25 arrays of choices; the policy's `protocol` says which, else the newest.
 * False positives: servers on pydantic or zod that send `pattern`, nullable types or exclusive bounds; `ask` shows them
 * to the person.
 */
export const specForm: Rule = defineRule({
  id: "spec-form",
  about: "Stops or shows forms that lie outside the grammar of the protocol version",
  events: ["Elicitation"],
  mode: "form",
  effects: ["ask", "decline"],
  options: { then: choice(["ask", "decline"], "ask", "what to say of such a form") },
  codes: {
    constraint: "`{at}` may limit the answer in a way that is not checked: {problem}",
    outside: "`{at}` is not in the grammar of MCP {protocol}: {problem}",
    unreadable: "`{at}` has no reading as a form or a field: {problem}",
  },
  grants: ({ then }) => ({ events: ["Elicitation"], effects: [then] }),
  decide({ request, options, protocol = NEWEST_PROTOCOL, ask, decline }) {
    if (request.mode !== "form") return undefined;
    const form = parseForm(request.requestedSchema, protocol);
    const problems = form.ok ? form.value.problems : form.errors;
    const say = options.then === "ask" ? ask : decline;
    // One reason is enough to look at the form; the gravest comes first.
    const unreadable = first(problems, "shape");
    if (unreadable !== undefined) return say("unreadable", unreadable);
    const constraint = first(problems, "constraint");
    if (constraint !== undefined) return say("constraint", constraint);
    const outside = first(problems, "outside");
    return outside === undefined ? undefined : say("outside", { ...outside, protocol });
  },
});

function first(problems: readonly FormProblem[], kind: FormProblemKind): { at: string; problem: string } | undefined {
  const problem = problems.find(({ code }) => FORM_PROBLEM_KINDS[code] === kind);
  return problem === undefined ? undefined : { at: problem.at, problem: problem.code };
}
