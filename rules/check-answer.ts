import { type Protocol, parseForm } from "../engine/core/form.ts";
import { checkContent } from "../engine/core/form-content.ts";
import type { JsonObject } from "../engine/core/json.ts";
import { choice } from "../engine/core/options.ts";
import type { FormRequest } from "../engine/core/request.ts";
import { type Candidate, defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * The client sends whatever it is given without a look at the schema, and a wrong value breaks the server's tool call.
 * A result does not say what was asked, so it is held against every request that it may answer, and one has to fit.
 *
 * Spec: MCP 2026-07-28, elicitation: clients SHOULD validate content against the schema; servers SHOULD validate it too.
 * False positives: an answer to a question that was forgotten meanwhile, while others of the session are still remembered.
 */
export const checkAnswer: Rule = defineRule({
  id: "check-answer",
  about: "Declines an answer that satisfies none of the forms that may have been asked",
  events: ["ElicitationResult"],
  mode: "form",
  effects: ["decline"],
  withheld: "fit",
  memory: ["candidates"],
  options: {
    "on-no-memory": choice(["abstain", "decline"], "abstain", "what to do where nobody knows what was asked"),
  },
  codes: { "fits-no-form": "field `{field}` does not fit what was asked: {problem}" },
  decide({ request, context, options, protocol, own, decline, lacksMemory }) {
    if (request.mode !== "form" || request.action !== "accept") return undefined;
    const candidates = (context.memory?.candidates ?? []).filter(isForm);
    if (candidates.length === 0) return lacksMemory(options["on-no-memory"]);
    // An accept without content is how the client writes an accept of no fields (client-observed A1).
    const misfits = candidates.map((one) => misfitOf(one, request.content ?? {}, own, protocol));
    const [misfit] = misfits;
    return misfit === undefined || misfits.includes(undefined) ? undefined : decline("fits-no-form", misfit);
  },
});

interface Misfit {
  readonly field: string;
  readonly problem: string;
}

// A link that is open too can't be what a form's answer is for.
function isForm(candidate: Candidate): candidate is FormRequest {
  return candidate.mode === "form";
}

function misfitOf(
  candidate: FormRequest,
  content: JsonObject,
  own: boolean,
  protocol: Protocol | undefined,
): Misfit | undefined {
  const form = parseForm(candidate.requestedSchema, protocol);
  if (!form.ok) return { field: "", problem: form.errors[0].code };
  // What a person typed is rounded already; that it fits is all that can be said of it.
  const problem = checkContent(form.value, content, { ours: own }).find(({ code }) => code !== "inexact" || own);
  return problem === undefined ? undefined : { field: problem.field, problem: problem.code };
}
