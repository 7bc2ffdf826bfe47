/**
 * Everything that `doctor` can find, by code: how bad it is, what it says, and what to do.
 * Codes are the contract; the texts may change. docs/doctor.md lists them, and a test holds the two together.
 */

/**
 * `dead`: the hook does nothing, or what it says is lost. `open`: something gets past it, or it is not what it seems.
 * `note`: worth knowing; no reason to fail.
 */
export type Severity = "dead" | "note" | "open";

interface CodeAbout {
  readonly severity: Severity;
  /** With `{name}` for arguments, which are names, places and counts; never a value of `env` or `headers` */
  readonly says: string;
  readonly todo: string;
}

export const DOCTOR_CODES = {
  "another-guard": {
    severity: "note",
    says: "a hook that is not sekisho's may decide too",
    todo: "make sure that it only watches: the last accept of several wins whole",
  },
  async: {
    severity: "dead",
    says: "a hook in the background decides nothing",
    todo: "take `async` out",
  },
  "build-differs": {
    severity: "open",
    says: "`{name}` is the same version in other bytes",
    todo: "run `init` again, or compare who changed it",
  },
  "canary-differs": {
    severity: "dead",
    says: "it answers a sample with {got}, the policy found with {want}",
    todo: "it goes by another policy, facts or version; `--policy` and `--fact` say what a server was started with",
  },
  "canary-failed": {
    severity: "dead",
    says: "it fails: {why}",
    todo: "run it by hand with the same input and read what it says on stderr",
  },
  "canary-not-left-alone": {
    severity: "dead",
    says: "it answers an event that is none of its business with {got}",
    todo: "see whether this is sekisho at all, and whether it refuses everything: options, token, policy",
  },
  "canary-not-refused": {
    severity: "dead",
    says: "it lets a malformed request through",
    todo: "see whether this is sekisho at all, and whether its exit code 2 arrives",
  },
  "client-old": {
    severity: "open",
    says: "Claude Code {version} does not know `onFailure` for `{type}` hooks, only {needed} or later does",
    todo: "update the client",
  },
  "env-not-allowed": {
    severity: "dead",
    says: "header `{header}` takes `{variable}`, which is not allowed, so it is sent empty",
    todo: "add the name to `allowedEnvVars`, and to `httpHookAllowedEnvVars` where settings have that",
  },
  "env-not-set": {
    severity: "note",
    says: "header `{header}` takes `{variable}`, which is not set here",
    todo: "set it where the client is started",
  },
  "event-misspelt": {
    severity: "dead",
    says: "there is no event `{name}`, so nothing under it runs",
    todo: "write `Elicitation` or `ElicitationResult`",
  },
  "event-uncovered": {
    severity: "open",
    says: "no hook guards {event}, while the other event is guarded",
    todo: "run `init` again: what is asked and what is answered are two events",
  },
  "event-wrong-type": {
    severity: "dead",
    says: "`hooks.{name}` is not a list, so nothing under it runs",
    todo: "write it as a list of groups, each with a list `hooks`",
  },
  "exit-2-with-json": {
    severity: "open",
    says: "it prints a decision and exits 2, which refuses whatever the JSON says",
    todo: "exit 0 with the JSON, or 2 without",
  },
  "exit-code-lost": {
    severity: "open",
    says: "the shell line loses the exit code of sekisho, so a refusal by exit code 2 lets through",
    todo: "take out what follows it: `|`, `||`, `;` or `&`",
  },
  "file-missing": {
    severity: "dead",
    says: "there is no file `{name}`",
    todo: "put it back, or run `init` again",
  },
  "group-on-failure": {
    severity: "open",
    says: "`onFailure` stands on the group, where it does nothing",
    todo: "put it on the hook itself",
  },
  "group-wrong-type": {
    severity: "dead",
    says: "this is no group with a list `hooks`, so nothing in it runs",
    todo: 'write `{ "hooks": [ ... ] }`',
  },
  "hook-invalid": {
    severity: "dead",
    says: "`{key}` is missing or of a wrong kind, so the client drops the hook without a word",
    todo: "set it right, or run `init` again",
  },
  "hook-options": {
    severity: "dead",
    says: "sekisho does not know these options and refuses everything",
    todo: "run the command by hand: it says which option",
  },
  "hooks-disabled": {
    severity: "dead",
    says: "`disableAllHooks` is on, so no hook runs",
    todo: "take it out",
  },
  "hooks-wrong-type": {
    severity: "dead",
    says: "`hooks` is not an object, so no hook of this file runs",
    todo: "write it as an object, by event",
  },
  "http-in-clear": {
    severity: "open",
    says: "questions, answers and token go to another machine in clear",
    todo: "use https, or a server on this machine",
  },
  "http-unreachable": {
    severity: "dead",
    says: "nothing answers there: {why}",
    todo: "start `serve`, or correct `url`",
  },
  "http-url-blocked": {
    severity: "dead",
    says: "`allowedHttpHookUrls` leaves this address out, so the hook never runs",
    todo: "add the address to that list",
  },
  "if-skips": {
    severity: "dead",
    says: "with `if` the hook is skipped on this event",
    todo: "take `if` out; the policy decides by server, mode and text",
  },
  "managed-only": {
    severity: "dead",
    says: "managed settings let only their own hooks run",
    todo: "have the hooks put into the managed settings",
  },
  "mapping-empty": {
    severity: "dead",
    says: "without `input` the tool gets nothing of the request",
    todo: "run `init --type mcp_tool` again: each field is mapped by name",
  },
  "mapping-missing": {
    severity: "dead",
    says: "`input` does not map `{field}`, so the engine never sees it",
    todo: "run `init --type mcp_tool` again",
  },
  "matcher-broken": {
    severity: "dead",
    says: "the matcher is no valid pattern, so the hook never runs",
    todo: "take the matcher out: the policy selects by server",
  },
  "matcher-case": {
    severity: "dead",
    says: "the matcher fits no server; `{server}` differs in case",
    todo: "take the matcher out: the policy selects by server",
  },
  "matcher-dot": {
    severity: "open",
    says: "the dot makes the matcher a pattern, which fits any name that contains something like it",
    todo: "take the matcher out: the policy compares names exactly",
  },
  "matcher-list": {
    severity: "dead",
    says: "the matcher is a pattern, in which a comma stands for itself, so it fits no server",
    todo: "take the matcher out: the policy selects by server",
  },
  "matcher-never": {
    severity: "dead",
    says: "a matcher of this form fits no server: {why}",
    todo: "take the matcher out: it is compared with the name of the server, never of a tool",
  },
  "matcher-no-server": {
    severity: "open",
    says: "the matcher fits none of the servers that are known here",
    todo: "take the matcher out: the policy selects by server",
  },
  "matcher-partial": {
    severity: "open",
    says: "the matcher lets the hook run for some servers alone",
    todo: "take the matcher out: a server that it does not fit asks without a guard",
  },
  "matcher-slow": {
    severity: "open",
    says: "the matcher takes too long on a name",
    todo: "take the matcher out: the policy selects by server",
  },
  "matcher-wrong-type": {
    severity: "dead",
    says: "the matcher is not a text, so the client drops the group without a word",
    todo: "take the matcher out",
  },
  "mcp-server-disabled": {
    severity: "dead",
    says: "settings turn the server `{server}` off",
    todo: "take it out of `disabledMcpjsonServers`",
  },
  "mcp-server-missing": {
    severity: "dead",
    says: "the client has no server `{server}`",
    todo: "run `init --mcp-json`, or `claude mcp add`; the name is the key in the configuration, as written",
  },
  "no-guard": {
    severity: "open",
    says: "no hook of sekisho's is configured",
    todo: "run `sekisho init`",
  },
  "no-memory-place": {
    severity: "dead",
    says: "rule `{rule}` needs what was asked before, and the hook has no place to keep it",
    todo: "add `--audit` with a folder to `args`: memory lies beside the log",
  },
  "not-executable": {
    severity: "dead",
    says: "`{name}` may not be executed",
    todo: "set its run bit, or name the runtime before it",
  },
  "on-failure": {
    severity: "open",
    says: 'without `onFailure: "block"` a hook that breaks or is late lets the request through',
    todo: 'add `"onFailure": "block"`',
  },
  "output-held": {
    severity: "dead",
    says: "a process that it leaves behind holds its output, which turns an accept into a decline",
    todo: "redirect the output of what it starts in the background",
  },
  "policy-broken": {
    severity: "dead",
    says: "its policy does not load, so everything is refused: {why}",
    todo: "run `sekisho check`",
  },
  "policy-stale": {
    severity: "note",
    says: "the compiled policy is older than its source, which is read instead, only slower",
    todo: "run `init` again",
  },
  "program-missing": {
    severity: "dead",
    says: "there is no program `{name}`",
    todo: "install it, or name it by its whole path",
  },
  "settings-broken": {
    severity: "dead",
    says: "the client can't read this file, so no hook in it runs: {why}",
    todo: "make it JSON, without comments and with each key once",
  },
  "settings-duplicate": {
    severity: "open",
    says: "a key stands twice, and only the last one counts",
    todo: "keep one of them",
  },
  "settings-unread": {
    severity: "dead",
    says: "this file was not examined: {why}",
    todo: "make it a regular file of UTF-8 text, of a size that a person can read",
  },
  "several-guards": {
    severity: "open",
    says: "{count} hooks decide on {event}: of several accepts the last one wins whole",
    todo: "leave one deciding hook for each event",
  },
  "timeout-invalid": {
    severity: "dead",
    says: "a `timeout` that is no number above 0 makes the client drop the hook",
    todo: "set it to seconds, 30 for one",
  },
  "timeout-milliseconds": {
    severity: "open",
    says: "`timeout` counts seconds, and this is more than ten minutes",
    todo: "set it to seconds, 30 for one",
  },
  "timeout-missing": {
    severity: "open",
    says: "without `timeout` the client waits ten minutes, longer than servers do",
    todo: "set it to seconds, 30 for one",
  },
  "timeout-short": {
    severity: "open",
    says: "the client gives up after {seconds} s, before sekisho's own deadline of {deadline} s",
    todo: "set `timeout` well above the deadline",
  },
  "token-in-settings": {
    severity: "note",
    says: "header `{header}` holds its value in the settings",
    todo: "take it from the environment: `Bearer $SEKISHO_TOKEN` and `allowedEnvVars`",
  },
  "tool-name": {
    severity: "dead",
    says: "the tool goes out as written, and no tool of sekisho's is called that",
    todo: "write `decide`",
  },
  "type-never-runs": {
    severity: "dead",
    says: "hooks of this type never run on this event",
    todo: "use `command`, `http` or `mcp_tool`",
  },
  unproven: {
    severity: "open",
    says: "not tried: {why}",
    todo: "`--run` tries it, once you trust what it runs or calls",
  },
  "version-differs": {
    severity: "open",
    says: "`{name}` is version {theirs}, this is {ours}",
    todo: "run `init` again, or run the doctor of that file",
  },
} as const satisfies Readonly<Record<string, CodeAbout>>;

export type DoctorCode = keyof typeof DOCTOR_CODES;

export function aboutCode(code: DoctorCode): CodeAbout {
  return DOCTOR_CODES[code];
}
