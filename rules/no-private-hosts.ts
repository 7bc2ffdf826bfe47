import { listsHost } from "../engine/core/host-match.ts";
import { privateKind } from "../engine/core/host-private.ts";
import { hosts } from "../engine/core/option-hosts.ts";
import { tolerate } from "../engine/core/option-tolerate.ts";
import { flag } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";
import { parseTolerantly } from "../engine/core/url-tolerance.ts";

/**
 * A link into the person's own network reaches what no outsider could: routers, admin pages, cloud metadata.
 * Sign-in pages on such hosts are rare outside companies, and those can be listed, so the list is the way in (`hosts`, `loopback`).
 * An address in a spelling that hides it is declined in any case: whoever means 127.0.0.1 can write it.
 * Only the text is judged; a public name that resolves to such an address is stopped by a list of hosts alone.
 *
 * Spec: MCP security best practices, server-side request forgery: block private, link-local and metadata addresses.
 * False positives: companies whose sign-in stands on an internal name; list it under `hosts`.
 */
export const noPrivateHosts: Rule = defineRule({
  id: "no-private-hosts",
  about: "Declines a link to an address, to this machine, or into a private network",
  events: ["Elicitation"],
  mode: "url",
  effects: ["decline"],
  withheld: "link",
  options: {
    loopback: flag(false, "let links reach this machine: `localhost`, 127.0.0.0/8, `[::1]`"),
    hosts: hosts("private hosts that links may lead to, whatever the port"),
    tolerate: tolerate(),
  },
  codes: {
    "ip-host": "host `{host}` is an address, not a name",
    loopback: "host `{host}` is this machine",
    "link-local": "host `{host}` is an address of the local link",
    metadata: "host `{host}` answers with a cloud machine's credentials",
    "private-net": "host `{host}` is an address of a private network",
    unspecified: "host `{host}` is no address of any one machine",
    "single-label": "host `{host}` has no domain, so it is whatever the local network says",
    "local-name": "host `{host}` is a name for addresses of a local network",
    "number-host": "host is an address in a spelling that hides it",
    "unreadable-url": "link has no single reading: {problem}",
  },
  decide({ request, options, powers, decline }) {
    if (request.mode !== "url") return undefined;
    const url = parseTolerantly(request.url, options.tolerate);
    if (!url.ok) {
      if (url.errors.some(({ code }) => code === "number-host")) return decline("number-host");
      return decline("unreadable-url", { problem: url.errors[0].code });
    }
    const { host, loopback } = url.value;
    const kind = privateKind(url.value);
    if (kind === undefined || (loopback && options.loopback)) return undefined;
    return listsHost(options.hosts, host, powers.registrableDomain) ? undefined : decline(kind, { host });
  },
});
