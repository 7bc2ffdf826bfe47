import { listsHost } from "../engine/core/host-match.ts";
import { hosts } from "../engine/core/option-hosts.ts";
import { tolerate } from "../engine/core/option-tolerate.ts";
import { choice } from "../engine/core/options.ts";
import { defineRule, type Powers, type Rule } from "../engine/core/rule.ts";
import { urlTargets } from "../engine/core/url-targets.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";

/**
 * A link to a host that is trusted may take a person on to one that is not; then the host they judged was not the one.
 * The server behind the link may well refuse such a target, so a person looks; `then: decline` does not rely on that.
 * Targets on the link's own host or registrable domain, and on this machine (RFC 8252, 7.3), are none of another's.
 *
 * Spec: MCP 2025-11-25, elicitation: the person has to see where a link leads before it opens.
 * False positives: authorization servers with callbacks on another domain, which they check; list those under `hosts`.
 */
export const noOpenRedirects: Rule = defineRule({
  id: "no-open-redirects",
  about: "Asks at least where a parameter of a link leads to a foreign host",
  events: ["Elicitation"],
  mode: "url",
  effects: ["ask", "decline"],
  withheld: "link",
  options: {
    hosts: hosts("hosts that parameters may lead to, whatever the port"),
    then: choice(["ask", "decline"], "ask", "what to say of a link that leads on"),
    tolerate: tolerate(),
  },
  codes: {
    "redirect-param": "link leads on to `{host}`",
    "script-target": "link leads on to a script or a file",
    "unclear-target": "link leads on to a place that has no single reading",
    "unreadable-url": "link has no single reading: {problem}",
  },
  grants: ({ then }) => ({ events: ["Elicitation"], effects: [then] }),
  decide({ request, options, powers, ask, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    const say = options.then === "ask" ? ask : decline;
    if (!url.ok) return say("unreadable-url", { problem: url.errors[0].code });
    for (const target of urlTargets(url.value)) {
      if (target.kind === "unclear") return say("unclear-target");
      if (target.kind === "script") return say("script-target");
      const { host, loopback } = target;
      if (loopback || isSameSite(host, url.value.host, powers)) continue;
      if (!listsHost(options.hosts, host, powers.registrableDomain)) return say("redirect-param", { host });
    }
    return undefined;
  },
});

function isSameSite(left: string, right: string, powers: Powers): boolean {
  if (left === right) return true;
  const owner = powers.registrableDomain(left);
  return owner !== undefined && owner === powers.registrableDomain(right);
}
