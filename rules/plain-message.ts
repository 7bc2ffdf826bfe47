import { findFormTexts, someFormText } from "../engine/core/form-texts.ts";
import { choice, count } from "../engine/core/options.ts";
import { type Path, renderPath } from "../engine/core/path.ts";
import type { FormRequest, UrlRequest } from "../engine/core/request.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { findLink, findTextProblems, isUnremarkable } from "../engine/core/text-problems.ts";

/**
 * Whoever decides by what the dialog shows must see what the server wrote: no terminal commands, no reversed or hidden text.
 * Joiners and marks that Arabic, Indic scripts and emoji need are left alone.
 * A link is what something opens: an address of a bucket, a database or a queue (`s3://…`) is none.
 *
 * Spec: MCP 2025-11-25 and 2026-07-28, elicitation: servers SHOULD NOT include clickable links in any field of a form; clients
 * MUST show clearly what is asked. Texts reach the dialog as they are (client-observed H).
 * False positives: a sign-in that shows a device code with its link in the message; links are shown to the person at first.
 */
export const plainMessage: Rule = defineRule({
  id: "plain-message",
  about: "Stops questions whose text hides something, and shows those with links or very long texts",
  events: ["Elicitation"],
  effects: ["ask", "decline"],
  options: {
    then: choice(["ask", "decline"], "decline", "what to say of characters that hide or change the text"),
    links: choice(["ask", "decline", "allow"], "ask", "what to say of links in a form's texts"),
    long: choice(["ask", "decline", "allow"], "ask", "what to say of very long texts"),
    "message-length": count(5000, "longest message, in UTF-16 code units", 1),
    "text-length": count(1000, "longest name, title, description, label or default", 1),
  },
  codes: {
    "hidden-text": "{place} has characters that hide or change the text: {kind}, at {index}",
    "has-link": "{place} has a link, at {index}",
    "long-text": "{place} has {length} characters, more than {limit}",
  },
  decide({ request, options, ask, decline }) {
    if (isPlain(request, options["message-length"], options["text-length"])) return undefined;
    const texts = textsOf(request);
    let link: { place: string; index: number } | undefined;
    for (const { at, text, ofLink } of texts) {
      const [problem] = findTextProblems(text);
      if (problem !== undefined) {
        return (options.then === "ask" ? ask : decline)("hidden-text", {
          place: renderPlace(at),
          kind: problem.kind,
          index: problem.at,
        });
      }
      const index = link !== undefined || ofLink || request.mode === "url" ? -1 : findLink(text);
      if (index >= 0) link = { place: renderPlace(at), index };
    }
    const long = texts.find(({ at, text }) => text.length > limitOf(at));
    // The stricter of two comes first: one verdict is all that a rule has.
    const linkFirst = options.links === "decline" || options.long !== "decline";
    const sayLink = (): ReturnType<typeof ask> | undefined =>
      link === undefined || options.links === "allow"
        ? undefined
        : (options.links === "ask" ? ask : decline)("has-link", link);
    const sayLong = (): ReturnType<typeof ask> | undefined =>
      long === undefined || options.long === "allow"
        ? undefined
        : (options.long === "ask" ? ask : decline)("long-text", {
            place: renderPlace(long.at),
            length: long.text.length,
            limit: limitOf(long.at),
          });
    return linkFirst ? (sayLink() ?? sayLong()) : (sayLong() ?? sayLink());

    function limitOf(at: Place): number {
      return at === MESSAGE ? options["message-length"] : options["text-length"];
    }
  },
});

const MESSAGE = "message";

/** The message, or a place in the schema */
type Place = typeof MESSAGE | Path | undefined;

interface ShownText {
  readonly at: Place;
  readonly text: string;
  readonly ofLink: boolean;
}

// Nothing of it can be a problem, a link or long: most questions are such.
function isPlain(request: FormRequest | UrlRequest, longestMessage: number, longestText: number): boolean {
  if (request.message.length > longestMessage || !isUnremarkable(request.message)) return false;
  if (request.mode === "url") return true;
  return !someFormText(request.requestedSchema, (text) => text.length > longestText || !isUnremarkable(text));
}

function renderPlace(at: Place): string {
  return at === MESSAGE ? MESSAGE : renderPath(at);
}

function textsOf(request: FormRequest | UrlRequest): readonly ShownText[] {
  const message: ShownText = { at: MESSAGE, text: request.message, ofLink: false };
  return request.mode === "url" ? [message] : [message, ...findFormTexts(request.requestedSchema)];
}
