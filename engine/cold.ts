/**
 * The parts that most requests do not need, each had by name when it is needed.
 * The build replaces this file: in `dist/sekisho.cjs` a part is compressed text (KEEP IN SYNC with build/bundle.mjs).
 */

export interface ColdParts {
  readonly audit: typeof import("./adapters/audit-file.ts");
  readonly cli: typeof import("./cli/index.ts");
  readonly http: typeof import("./adapters/http.ts");
  readonly mcp: typeof import("./adapters/mcp.ts");
  readonly memory: typeof import("./adapters/memory-file.ts");
  readonly "memory-read": typeof import("./adapters/memory-read.ts");
  readonly "memory-revive": typeof import("./adapters/memory-revive.ts");
  readonly notify: typeof import("./adapters/notify.ts");
  readonly patterns: typeof import("./powers/patterns.ts");
  readonly policy: typeof import("./policy/index.ts");
  readonly "pattern-syntax": typeof import("./core/pattern.ts");
  readonly inflate: typeof import("./sandbox/inflate.ts");
  readonly guests: typeof import("./sandbox/guests.generated.ts");
  readonly "public-suffix": typeof import("./powers/public-suffix.ts");
  readonly record: typeof import("./core/record.ts");
  readonly "record-again": typeof import("./core/record-again.ts");
  readonly "record-link": typeof import("./core/record-link.ts");
  readonly "record-values": typeof import("./core/record-values.ts");
  readonly "record-withheld": typeof import("./core/record-withheld.ts");
  readonly redact: typeof import("./core/redact.ts");
  readonly rules: typeof import("./all-rules.ts");
  readonly "rules-form": typeof import("../rules/parts/form.ts");
  readonly "rules-match": typeof import("../rules/parts/match.ts");
  readonly "rules-script": typeof import("../rules/parts/script.ts");
  readonly "rules-secrets": typeof import("../rules/parts/secrets.ts");
  readonly "rules-text": typeof import("../rules/parts/text.ts");
  readonly "rules-url": typeof import("../rules/parts/url.ts");
  readonly "script-names": typeof import("./core/script-names.ts");
  readonly scripts: typeof import("./scripts.ts");
  readonly sdk: typeof import("./adapters/sdk-answer.ts");
  readonly "secret-values": typeof import("./core/secret-values.ts");
  readonly "wasm-quickjs": typeof import("./sandbox/quickjs.generated.ts");
  readonly "words-latin": typeof import("../rules/words/packed-latin.generated.ts");
  readonly "words-other": typeof import("../rules/words/packed-other.generated.ts");
  readonly "words-recovery": typeof import("../rules/words/recovery-phrase.ts");
}

// The build reads these lines: a part's name, and its module.
const doors: { readonly [Name in keyof ColdParts]: () => Promise<ColdParts[Name]> } = {
  audit: () => import("./adapters/audit-file.ts"),
  cli: () => import("./cli/index.ts"),
  http: () => import("./adapters/http.ts"),
  mcp: () => import("./adapters/mcp.ts"),
  memory: () => import("./adapters/memory-file.ts"),
  "memory-read": () => import("./adapters/memory-read.ts"),
  "memory-revive": () => import("./adapters/memory-revive.ts"),
  notify: () => import("./adapters/notify.ts"),
  patterns: () => import("./powers/patterns.ts"),
  policy: () => import("./policy/index.ts"),
  "pattern-syntax": () => import("./core/pattern.ts"),
  inflate: () => import("./sandbox/inflate.ts"),
  guests: () => import("./sandbox/guests.generated.ts"),
  "public-suffix": () => import("./powers/public-suffix.ts"),
  record: () => import("./core/record.ts"),
  "record-again": () => import("./core/record-again.ts"),
  "record-link": () => import("./core/record-link.ts"),
  "record-values": () => import("./core/record-values.ts"),
  "record-withheld": () => import("./core/record-withheld.ts"),
  redact: () => import("./core/redact.ts"),
  rules: () => import("./all-rules.ts"),
  "rules-form": () => import("../rules/parts/form.ts"),
  "rules-match": () => import("../rules/parts/match.ts"),
  "rules-script": () => import("../rules/parts/script.ts"),
  "rules-secrets": () => import("../rules/parts/secrets.ts"),
  "rules-text": () => import("../rules/parts/text.ts"),
  "rules-url": () => import("../rules/parts/url.ts"),
  "script-names": () => import("./core/script-names.ts"),
  scripts: () => import("./scripts.ts"),
  sdk: () => import("./adapters/sdk-answer.ts"),
  "secret-values": () => import("./core/secret-values.ts"),
  "wasm-quickjs": () => import("./sandbox/quickjs.generated.ts"),
  "words-latin": () => import("../rules/words/packed-latin.generated.ts"),
  "words-other": () => import("../rules/words/packed-other.generated.ts"),
  "words-recovery": () => import("../rules/words/recovery-phrase.ts"),
};

// From source all but what only the program needs is loaded at once, so that nobody has to wait there either.
const here = new Map<string, unknown>();
for (const [name, open] of Object.entries(doors)) if (name !== "cli" && name !== "mcp") here.set(name, await open());

/** The program's commands, loaded if need be */
export async function loadCommands(): Promise<ColdParts["cli"]> {
  return doors.cli();
}

/** The MCP server, loaded if need be */
export async function loadMcp(): Promise<ColdParts["mcp"]> {
  return doors.mcp();
}

/** A part, at once */
export function coldNow<Name extends Exclude<keyof ColdParts, "cli" | "mcp">>(name: Name): ColdParts[Name] {
  return here.get(name) as ColdParts[Name];
}
