import { tolerate } from "../engine/core/option-tolerate.ts";
import { words } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { findUrlSecret, PERSONAL_KINDS } from "../engine/core/url-secrets.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";

/**
 * A link that already signs somebody in belongs to whoever holds it, and links are kept in histories, logs and referrers.
 * What sign-in links are made of (`state`, `nonce`, `code_challenge`, `client_id`, `user_code`) is left alone, random as it is.
 * Telephone and card numbers count under a name that says so alone: any ten digits would be noise. `a@b` is no address of
 * anybody's as a rule, so `local-email` is off. A user name is a disguise or a leak; it passes only where `tolerate` names it.
 *
 * Spec: MCP 2025-11-25, elicitation, URL mode: servers MUST NOT put sensitive information about the user into the URL, and
 * MUST NOT provide one that is pre-authenticated.
 * False positives: `token` or `session` that only numbers a page or a cart; a one-time id without such a name goes unseen.
 */
export const noUrlCredentials: Rule = defineRule({
  id: "no-url-credentials",
  about: "Declines a link that carries a sign-in or personal data",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: "link",
  options: {
    personal: words(
      PERSONAL_KINDS,
      ["card", "email", "personal-id", "phone"],
      "which personal data counts; `local-email` is an address without a domain",
    ),
    tolerate: tolerate(),
  },
  codes: {
    userinfo: "link has a user name or password before the host",
    "token-in-url": "{part} of the link carries a secret: {kind}",
    "pii-in-url": "{part} of the link carries personal data: {kind}",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) {
      if (url.errors.some(({ code }) => code === "userinfo")) return decline("userinfo");
      return decline("unreadable-url", { problem: url.errors[0].code });
    }
    const secret = findUrlSecret(url.value, options.personal);
    if (secret === undefined) return undefined;
    const { kind, part, personal } = secret;
    return decline(personal ? "pii-in-url" : "token-in-url", { part, kind });
  },
});
