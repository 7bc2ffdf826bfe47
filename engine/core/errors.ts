/**
 * Every way in which a policy can be wrong, by code: when it occurs and what to do.
 * The type is what the program uses; the texts become docs/errors.md and are in no bundle.
 */
export type ErrorCode =
  | "bad-date"
  | "bad-path"
  | "bad-pattern"
  | "bad-port"
  | "bad-wildcard"
  | "base-not-here"
  | "duplicate-name"
  | "empty-list"
  | "extends-cycle"
  | "extends-outside"
  | "ip-by-accident"
  | "is-a-url"
  | "matches-everything"
  | "missing-key"
  | "missing-option"
  | "missing-script"
  | "missing-source"
  | "never-matches"
  | "no-sandbox"
  | "not-a-host"
  | "not-this-version"
  | "public-suffix"
  | "says-nothing"
  | "script-fails"
  | "script-outside"
  | "script-syntax"
  | "script-too-large"
  | "selects-nothing"
  | "unknown-document"
  | "unknown-key"
  | "unknown-option"
  | "unknown-rule"
  | "unreadable-file"
  | "unused-script"
  | "wrong-type"
  | "wrong-value";

interface ErrorAbout {
  readonly when: string;
  readonly todo: string;
}

export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorAbout>> = {
  "bad-date": { when: "`until` is not a day of the calendar", todo: "write it as `2027-03-31`" },
  "bad-path": {
    when: "a path of a host list is none, or one that two servers could resolve differently",
    todo: "write a prefix such as `/login`: without `*`, `.`, `..`, query, and encoded slashes",
  },
  "bad-pattern": {
    when: "a pattern is not RE2 syntax, or matches everything",
    todo: "write it in RE2 syntax, which has no lookaround and no backreferences",
  },
  "bad-port": {
    when: "the port in a host list is none, or stands where none can",
    todo: "write it as `localhost:3000`; leave it out for the scheme's own",
  },
  "bad-wildcard": {
    when: "a `*` in a host list is not the whole first label, so it would match strangers or nothing",
    todo: "write `*.example.com` for what is below `example.com`, and name `example.com` beside it",
  },
  "base-not-here": {
    when: "`base` stands in a file that is not the user's own",
    todo: "take the line out; only the user's own file may leave the base pack out",
  },
  "duplicate-name": {
    when: "two rules of one document have the same id and name",
    todo: "give each a name of its own",
  },
  "empty-list": { when: "a list has no items", todo: "name at least one, or take the line out" },
  "extends-cycle": {
    when: "a document extends itself, directly or through others",
    todo: "take one of the `extends` out",
  },
  "extends-outside": {
    when: "`extends` names a file by an absolute path, or where no files can be read",
    todo: "name a pack, or a path relative to the document",
  },
  "ip-by-accident": {
    when: "an entry of a host list is an address for some readers alone",
    todo: "write four decimals without leading zeros, or IPv6 in brackets: `127.0.0.1`, `[::1]`",
  },
  "is-a-url": {
    when: "an entry of a host list is a link",
    todo: "write the host alone; a path goes into `{ host: auth.example.com, paths: [/login] }`",
  },
  "matches-everything": {
    when: "an entry of a host list would match every host",
    todo: "name the hosts; to let every host pass, leave the rule out",
  },
  "missing-key": { when: "a key that is always needed is missing", todo: "add it" },
  "missing-option": {
    when: "a rule needs an option that is not stated",
    todo: "add it; `sekisho rules <id>` shows what it takes",
  },
  "missing-script": {
    when: "the script that a rule names with `from` is not there, or was not handed in",
    todo: "check the path; when embedding, hand its text in: `createEngine({ policy, scripts })`",
  },
  "never-matches": {
    when: "a name or scope can never match anything",
    todo: "write the server's name as the client's configuration has it, or a glob",
  },
  "no-sandbox": {
    when: "a policy has scripts, and this runtime can't make WebAssembly from bytes",
    todo: "decide elsewhere, or take the scripts out: without their rules nothing may be let through",
  },
  "not-a-host": {
    when: "an entry of a host list is no host",
    todo: "write a host: `auth.example.com`, `*.example.com`, `localhost:3000`; with a path `{ host: …, paths: [/login] }`",
  },
  "public-suffix": {
    when: "an entry of a host list is a public suffix, so it covers strangers",
    todo: "name the host below it",
  },
  "says-nothing": {
    when: "a policy has neither rules nor anything that it extends",
    todo: "write `rules:` or `extends:`",
  },
  "script-fails": {
    when: "a script throws, runs out of its budget, or does not call `rule` once, while it is loaded",
    todo: "mend it; `sekisho check` shows the place",
  },
  "script-outside": {
    when: "`from` is an absolute path, or leads out of the policy's folder",
    todo: "move the script below the policy; or state `outside: true`, if nobody else can write there",
  },
  "script-syntax": {
    when: "a script is not JavaScript that the sandbox reads",
    todo: "mend it at the place that is shown",
  },
  "script-too-large": { when: "a script is longer than `size` allows", todo: "say less, or raise `size`" },
  "selects-nothing": {
    when: "a `for` or `except` names no servers, events, modes or facts",
    todo: "say which, or take it out",
  },
  "unknown-document": { when: "`extends` names neither a pack nor a file that is there", todo: "check the name" },
  "unknown-key": { when: "a key is not known at this place", todo: "check its spelling" },
  "unknown-option": {
    when: "a rule has no option of this name",
    todo: "check its spelling; `sekisho rules <id>` lists them",
  },
  "unknown-rule": { when: "there is no rule of this id", todo: "check its spelling; `sekisho rules` lists them" },
  "wrong-type": {
    when: "a value is of another kind than wanted: text, number, list, mapping",
    todo: "write the kind that is asked for; put names that look like numbers in quotes",
  },
  "wrong-value": { when: "a value is of the right kind, but none that is allowed", todo: "write one that is allowed" },
  "missing-source": {
    when: "a source of a compiled policy is not there",
    todo: "put it back, or compile with `--detached`",
  },
  "not-this-version": {
    when: "a compiled policy is damaged, or was made by another version",
    todo: "compile it anew with `sekisho check --compile`",
  },
  "unreadable-file": {
    when: "a policy file is there and can't be read",
    todo: "look at its rights, and that it is a file of UTF-8 text",
  },
  "unused-script": { when: "a script was handed in that no rule uses", todo: "take it out, or name it in a rule" },
};
