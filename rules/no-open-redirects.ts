import { listsHost } from "../engine/core/host-match.ts";
import { hosts } from "../engine/core/option-hosts.ts";
import { defineRule, type Powers, type Rule } from "../engine/core/rule.ts";
import { parseUrl } from "../engine/core/url.ts";
import { urlTargets } from "../engine/core/url-targets.ts";

/**
 * A link to a host that is trusted may take a person on to one that is not; then the host they judged was not the one.
 * The server behind the link may well refuse such a target, so a person looks, instead of a decline.
 * Targets on the link's own host or registrable domain, and on this machine (RFC 8252, 7.3), are none of another's.
 *
 * Spec: MCP 2025-11-25, elicitation: the person has to see where a link leads before it opens.
 * False positives: authorization servers with callbacks on another domain, which they check; list those under `hosts`.
 */
export const noOpenRedirects: Rule = defineRule({
  id: "no-open-redirects",
  about: "Asks at least where a parameter of a link leads to a foreign host",
  events: ["Elicitation"],
  effects: ["ask"],
  options: { hosts: hosts("hosts that parameters may lead to, whatever the port") },
  codes: {
    "redirect-param": "link leads on to `{host}`",
    "script-target": "link leads on to a script or a file",
    "unclear-target": "link leads on to a place that has no single reading",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, powers, ask }) {
    if (request.mode !== "url") return undefined;
    const url = parseUrl(request.url);
    if (!url.ok) return ask("unreadable-url", { problem: url.errors[0].code });
    for (const target of urlTargets(url.value)) {
      if (target.kind === "unclear") return ask("unclear-target");
      if (target.kind === "script") return ask("script-target");
      const { host, loopback } = target;
      if (loopback || isSameSite(host, url.value.host, powers)) continue;
      if (!listsHost(options.hosts, host, powers.registrableDomain)) return ask("redirect-param", { host });
    }
    return undefined;
  },
});

function isSameSite(left: string, right: string, powers: Powers): boolean {
  if (left === right) return true;
  const owner = powers.registrableDomain(left);
  return owner !== undefined && owner === powers.registrableDomain(right);
}
