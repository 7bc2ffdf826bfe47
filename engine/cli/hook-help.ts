/** `sekisho hook --help` and its line in the overview; the hook itself starts without this part. */
import { type Command, UsageError } from "./command.ts";

export const hookHelp: Command = {
  name: "hook",
  about: "Decide one hook input from stdin, as a Claude Code command hook",
  usage:
    "[--policy FILE]... [--fact NAME=VALUE]... [--deadline 5s] [--audit DIR [--audit-required]] [--notify WAY]... [-- PROGRAM ARG...]",
  options: {
    policy: {
      type: "string",
      multiple: true,
      value: "FILE",
      about: "a policy, in place of the files that are found and of the pack; again for more",
    },
    fact: { type: "string", multiple: true, value: "NAME=VALUE", about: "a fact for the policy; again for more" },
    deadline: {
      type: "string",
      value: "5s",
      about:
        "refuse if the input is not whole when stdin has been silent for so long; kill scripts that take so long together",
    },
    audit: { type: "string", value: "DIR", about: "append a record of the decision there" },
    "audit-required": { type: "boolean", about: "refuse what can't be recorded" },
    notify: {
      type: "string",
      multiple: true,
      value: "WAY",
      about: "tell a person of refusals: `terminal` (OSC 9), `terminal-777`, `command` (the program behind `--`)",
    },
  },
  run() {
    throw new UsageError("`hook` is a program of its own", "start it as `sekisho hook`");
  },
};
