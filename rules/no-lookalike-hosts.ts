import { isInternational } from "../engine/core/host-look.ts";
import { findLookalike, type Genuine, prepareGenuine } from "../engine/core/host-lookalike.ts";
import { listsHost } from "../engine/core/host-match.ts";
import type { HostEntry } from "../engine/core/hosts.ts";
import { hosts } from "../engine/core/option-hosts.ts";
import { tolerate } from "../engine/core/option-tolerate.ts";
import { choice } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";
import { SIGN_IN_DOMAINS } from "./words/sign-in-hosts.ts";

/**
 * The link goes where it says, but a person who glances at it believes in another host.
 * Compared are the hosts that this entry lists and well-known sign-in domains. An internationalised host in one script, with
 * letters of its own, deceives nobody and passes; `punycode: listed` stops those too, unless they are listed.
 *
 * Spec: MCP security best practices: clients SHOULD help people to recognise where a link leads. Unicode UTS #39 (confusables).
 * False positives: companies named like a well-known one with a word in front of it; list them under `hosts`.
 */
export const noLookalikeHosts: Rule = defineRule({
  id: "no-lookalike-hosts",
  about: "Declines a link whose host is made to be taken for another one",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: "link",
  options: {
    hosts: hosts("your genuine hosts: they pass, and what looks like them is declined"),
    punycode: choice(
      ["readable", "listed"],
      "readable",
      "which internationalised hosts pass: those in one clear script, or only those in `hosts`",
    ),
    tolerate: tolerate(),
  },
  codes: {
    confusable: "host `{host}` looks like `{of}`",
    "contains-host": "host `{host}` has `{of}` in it, but belongs to somebody else",
    "latin-twin": "host `{host}` is in letters that look Latin and are not",
    "mixed-script": "host `{host}` mixes scripts in one name",
    punycode: "host `{host}` is internationalised and not listed",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, powers, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) return decline("unreadable-url", { problem: url.errors[0].code });
    const { host, hostKind } = url.value;
    const { registrableDomain } = powers;
    if (hostKind !== "name" || listsHost(options.hosts, host, registrableDomain)) return undefined;
    const lookalike = findLookalike(host, [genuineOf(options.hosts), wellKnown()], registrableDomain);
    if (lookalike === undefined) {
      return options.punycode === "listed" && isInternational(host) ? decline("punycode", { host }) : undefined;
    }
    switch (lookalike.kind) {
      case "confusable":
      case "contains-host":
        return decline(lookalike.kind, { host, of: lookalike.of });
      case "latin-twin":
      case "mixed-script":
        return decline(lookalike.kind, { host });
    }
  },
});

let wellKnownHosts: Genuine | undefined;

function wellKnown(): Genuine {
  wellKnownHosts ??= prepareGenuine(SIGN_IN_DOMAINS.split(" "));
  return wellKnownHosts;
}

// Prepared once for each entry of a policy, when it first meets a link.
const prepared = new WeakMap<readonly HostEntry[], Genuine>();

function genuineOf(entries: readonly HostEntry[]): Genuine {
  let genuine = prepared.get(entries);
  if (genuine === undefined) {
    genuine = prepareGenuine(entries.map(({ host }) => host));
    prepared.set(entries, genuine);
  }
  return genuine;
}
