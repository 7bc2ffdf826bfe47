/**
 * Decisions, answers and links as commands may show them to a person.
 * What a person typed is shown by its shape alone; of what a policy or a server wrote, whatever a detector takes for a secret
 * is withheld. `sekisho decide` and the hook are no such showing: what they print is the answer itself.
 */
import { type HookOutput, writeHookOutput } from "./adapters/wire.ts";
import { powers } from "./bind.ts";
import type { Decision } from "./core/decision.ts";
import type { ExplainedDocument, Explanation } from "./core/explain.ts";
import type { JsonObject, JsonValue } from "./core/json.ts";
import { maskLink, redactContent, redactReason, sayValue } from "./core/redact.ts";
import type { EventName } from "./core/request.ts";
import { createLexicon, type Lexicon } from "./core/secret-lexicon.ts";
import type { UrlView } from "./url-view.ts";

/** Whose values an event carries: of a question the policy's own, of a result a person's */
export function showDecision<Shown extends Decision | undefined>(decision: Shown, event: EventName | undefined): Shown {
  if (decision === undefined) return decision;
  const { content, reasons, errors, observed } = decision;
  return {
    ...decision,
    ...(content === undefined ? {} : { content: showContent(content, event) }),
    reasons: reasons.map(redactReason),
    errors: errors.map(redactReason),
    observed: observed.map(redactReason),
  };
}

/** What goes out, with what of it may be shown */
export function showOutput(output: HookOutput, shown: Decision, event: EventName | undefined): HookOutput {
  return shown.content === undefined || event === undefined ? output : writeHookOutput(event, shown);
}

function showContent(content: JsonObject, event: EventName | undefined): JsonObject {
  if (event !== "Elicitation") return redactContent(content, () => "typed");
  const kinds = secretKinds(content);
  return redactContent(content, (name) => kinds.get(name));
}

/** Every reason in it; the decisions in it are shown by `showDecision` */
export function showExplanation(why: Explanation): Pick<Explanation, "answers" | "by" | "documents"> {
  const show = ({ entries, ...document }: ExplainedDocument): ExplainedDocument => ({
    ...document,
    entries: entries.map((entry) =>
      entry.reason === undefined ? entry : { ...entry, reason: redactReason(entry.reason) },
    ),
  });
  const answers = why.answers.map((answer) => ({ ...answer, documents: answer.documents.map(show) }));
  return { by: why.by, documents: why.documents.map(show), answers };
}

/** A value that a policy or a server wrote; `kinds`: of the fields that hold secrets (`secretKinds`) */
export function showValue(name: string, value: JsonValue, kinds: ReadonlyMap<string, string>): JsonValue {
  const kind = kinds.get(name);
  return kind === undefined ? value : sayValue(value, kind);
}

let lexicon: Lexicon | undefined;

/** What a detector takes the values of one form for, by name; together, since a secret can be split over fields */
export function secretKinds(content: JsonObject): ReadonlyMap<string, string> {
  lexicon ??= createLexicon(powers.words);
  const knowledge = { lexicon, recoveryWords: () => powers.words("recovery"), anyRandom: true };
  return new Map(powers.findSecretValues(content, knowledge).map(({ name, kind }) => [name, kind]));
}

export function showLink(view: UrlView): UrlView {
  return { ...view, text: maskLink(view.text) };
}
