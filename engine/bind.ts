/**
 * From checked documents to a policy that decides: rules, prepared options, package knowledge, digest.
 * Everything expensive here is put off until a request needs it, since a hook decides once and ends.
 */
import { RULE_PARTS } from "../rules/parts/index.ts";
import { coldNow } from "./cold.ts";
import { isGlob, matchesGlob } from "./core/glob.ts";
import type { OptionPowers } from "./core/options.ts";
import {
  bindDocument,
  type CheckedDocument,
  type CheckedEntry,
  type Document,
  type Policy,
  type RuleLookup,
} from "./core/policy.ts";
import type { Mode } from "./core/request.ts";
import type { Powers } from "./core/rule.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { PartLookup, Scripts } from "./scripts.ts";

/** A request that is to be decided, as far as it tells which rules it can meet */
export interface Meeting {
  readonly mode: Mode;
  readonly server: string;
}

// One rule, with those that are loaded with it.
const loadedRules: RuleLookup = {
  get(id) {
    const part = RULE_PARTS.get(id)?.part;
    return part === undefined ? undefined : coldNow(`rules-${part}`).RULES.find((rule) => rule.id === id);
  },
};

/** What rules may know beside the core: packages, word lists and large detectors, each loaded on first use */
export const powers: Powers = {
  registrableDomain: (host) => coldNow("public-suffix").registrableDomain(host),
  pattern: (source) =>
    coldNow("pattern-syntax").compilePattern(source, (wide) => coldNow("patterns").createPattern(wide)),
  words: (list) => coldNow(`words-${list}`).packed,
  findSecretValues: (...given) => coldNow("secret-values").findSecretValues(...given),
  scripts: {
    open: (source, limits) => openedScripts().open(source, limits),
    lastCost: () => openedScripts().lastCost(),
    isNameOrHost: (...given) => coldNow("script-names").isNameOrHost(...given),
  },
};

let opened: Scripts | undefined;
let ending = false;
let scriptTime: number | undefined;
let guard: (() => Sandbox | undefined) | undefined;

/** The sandbox of team scripts; made of its parts when the first script is met */
export function openedScripts(): Scripts {
  opened ??= coldNow("scripts").createScripts(coldNow as PartLookup, { quickly: ending, guard, time: scriptTime });
  return opened;
}

/** The process is our own, and ends after one decision: what takes long only to be fast later is left out */
export function endsSoon(): void {
  ending = true;
}

/** Before the first script is met: milliseconds that all scripts together may take; those that are left then are killed */
export function limitScripts(time: number): void {
  scriptTime = time;
}

/** Before the first script is met: a sandbox that can be stopped from outside (script-guard.ts) */
export function guardScripts(open: () => Sandbox | undefined): void {
  guard = open;
}

// A checked document has passed the suffix list; reading it again would load the list at each start of a hook.
const bindingPowers: OptionPowers = { registrableDomain: undefined, pattern: powers.pattern };

/** A document that was not made by this version's checker */
export class BindError extends Error {
  readonly at: string;
  constructor(at: string, message: string) {
    super(message);
    this.name = "BindError";
    this.at = at;
  }
}

/**
 * Binds documents side by side. Throws `BindError`. `meeting`: only for that one request, as a hook does, and so without
 * the entries that it can't meet: their rules need not even be loaded.
 */
export function bindPolicy(checked: readonly CheckedDocument[], meeting?: Meeting): Policy {
  const documents: Document[] = checked.map((document) => {
    const met =
      meeting === undefined
        ? document
        : { ...document, rules: document.rules.filter((entry) => meets(entry, meeting)) };
    const bound = bindDocument(met, loadedRules, bindingPowers);
    if (!bound.ok) throw new BindError(bound.errors[0].at, bound.errors[0].message);
    return bound.value;
  });
  let digest: string | undefined;
  return {
    documents,
    powers,
    get digest() {
      digest ??= coldNow("record").digestOfPolicy(checked.map(digestOf));
      return digest;
    },
  };
}

const digests = new WeakMap<CheckedDocument, string>();

/** Takes down the digest of a document where it is known already: working it out costs a hook more than deciding */
export function noteDigest(document: CheckedDocument, digest: string | undefined): CheckedDocument {
  if (digest !== undefined) digests.set(document, digest);
  return document;
}

// The text of every script stands in its entry.
function digestOf(document: CheckedDocument): string {
  const digest = digests.get(document) ?? coldNow("record").digestOfDocument(document);
  digests.set(document, digest);
  return digest;
}

// What can't be told here without the rule itself is met: an unknown rule has to be found out.
function meets({ use, for: scope }: CheckedEntry, { mode, server }: Meeting): boolean {
  const only = RULE_PARTS.get(use)?.mode ?? mode;
  if (only !== mode || scope?.modes?.includes(mode) === false) return false;
  return (
    scope?.servers === undefined ||
    scope.servers.some((name) => name === server || (isGlob(name) && matchesGlob(name, server)))
  );
}
