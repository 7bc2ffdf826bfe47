import { isGlob, matchesGlob } from "../engine/core/glob.ts";
import { good, list, type OptionSpec } from "../engine/core/options.ts";
import { defineRule, type Rule } from "../engine/core/rule.ts";

/**
 * A server that nobody has thought of may not ask a person anything, nor get an answer.
 *
 * Spec: MCP 2026-07-28, elicitation: clients MUST show which server asks; a list goes further, since a name can be imitated.
 * False positives: a server that was renamed in the client's configuration, or comes with a plugin (`plugin:name:server`).
 */
export const onlyServers: Rule = defineRule({
  id: "only-servers",
  about: "Declines servers that are not on the list",
  events: ["Elicitation", "ElicitationResult"],
  effects: ["decline"],
  options: { servers: servers("names, groups and globs of the servers that may ask") },
  codes: { "not-listed": "server `{server}` is not on the list" },
  decide: ({ request, options, decline }) =>
    options.servers(request.server) ? undefined : decline("not-listed", { server: request.server }),
});

// `kind` tells the checker that groups are to be replaced by their members, and names checked, before this is read.
function servers(about: string): OptionSpec<(name: string) => boolean> {
  const names = list(about, { required: true });
  return {
    ...names,
    kind: "servers",
    read: (value, powers) => {
      const read = names.read(value, powers);
      if (!read.ok) return read;
      const exact = new Set(read.value.filter((name) => !isGlob(name)));
      const globs = read.value.filter(isGlob);
      return good((name) => exact.has(name) || globs.some((glob) => matchesGlob(glob, name)));
    },
  };
}
