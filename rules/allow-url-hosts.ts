import { matchHosts } from "../engine/core/host-match.ts";
import { hosts } from "../engine/core/option-hosts.ts";
import { tolerate } from "../engine/core/option-tolerate.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";

/**
 * A person can't tell who owns a host; a list can.
 * An entry covers https on the default port, unless it names a port; plain http only where the host is this machine.
 * `*.example.com` covers what is below `example.com`, not itself: some tools add it, but the two often belong to different
 * people, and one more entry says so. `{ domain: example.com }` covers both, as far as one owner reaches by the public suffix
 * list, so that tenants of one platform stay strangers. Prefixes of paths have a key of their own, `{ host: …, paths: [/login] }`:
 * in `auth.example.com/login` some tools see one, and others a host that never matches, so such an entry is an error.
 *
 * Spec: MCP security best practices: clients SHOULD use allow-lists for the hosts they open.
 * False positives: a sign-in that moved to another host; each is declined until somebody lists it.
 */
export const allowUrlHosts: Rule = defineRule({
  id: "allow-url-hosts",
  about: "Declines a link whose host, port or path is not on the list",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: ({ hosts: list }) => (list.some(({ paths }) => paths !== undefined) ? undefined : "link"),
  options: {
    hosts: hosts(
      "hosts that links may lead to: `auth.example.com`, `*.example.com`, `localhost:3000`, `{ domain: … }`",
      {
        required: true,
      },
    ),
    tolerate: tolerate(),
  },
  codes: {
    "host-not-allowed": "host `{host}` is not on the list",
    "insecure-http": "host `{host}` is on the list, but for https alone",
    "port-not-allowed": "host `{host}` is on the list, but not with port {port}",
    "path-not-allowed": "host `{host}` is on the list, but not with this path",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, powers, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) return decline("unreadable-url", { problem: url.errors[0].code });
    const { host, scheme, port } = url.value;
    const answer = matchHosts(options.hosts, url.value, powers.registrableDomain);
    switch (answer) {
      case "match":
        return undefined;
      case "port-not-allowed":
        return decline(answer, { host, port: port ?? (scheme === "https" ? 443 : 80) });
      case "host-not-allowed":
      case "insecure-http":
      case "path-not-allowed":
        return decline(answer, { host });
    }
  },
});
