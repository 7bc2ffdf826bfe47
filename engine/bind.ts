/**
 * From checked documents to a policy that decides: rules, prepared options, package knowledge, digest.
 * Everything expensive here is put off until a request needs it, since a hook decides once and ends.
 */
import { RULES } from "../rules/index.ts";
import { coldNow } from "./cold.ts";
import { canonicalJson, type JsonValue } from "./core/json.ts";
import type { OptionPowers } from "./core/options.ts";
import { compilePattern } from "./core/pattern.ts";
import { bindDocument, type CheckedDocument, type Document, type Policy } from "./core/policy.ts";
import type { Powers, Rule } from "./core/rule.ts";
import { sha256Hex } from "./core/sha256.ts";

export const rulesById: ReadonlyMap<string, Rule> = new Map(RULES.map((rule) => [rule.id, rule]));

/** What rules may know beside the core: each of the two packages behind it loads on first use */
export const powers: Powers = {
  registrableDomain: (host) => part("public-suffix").registrableDomain(host),
  pattern: (source) => compilePattern(source, (wide) => part("patterns").createPattern(wide)),
};

/** The same while a document is checked */
export const checkingPowers: OptionPowers = powers;

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

/** Binds documents side by side. Throws `BindError` */
export function bindPolicy(checked: readonly CheckedDocument[]): Policy {
  const documents: Document[] = checked.map((document) => {
    const bound = bindDocument(document, rulesById, bindingPowers);
    if (!bound.ok) throw new BindError(bound.errors[0].at, bound.errors[0].message);
    return bound.value;
  });
  let digest: string | undefined;
  return {
    documents,
    powers,
    get digest() {
      digest ??= sha256Hex(canonicalJson({ documents: checked as unknown as JsonValue, scripts: {} }));
      return digest;
    },
  };
}

function part<Name extends "patterns" | "policy" | "public-suffix">(
  name: Name,
): NonNullable<ReturnType<typeof coldNow<Name>>> {
  const found = coldNow(name);
  if (found === undefined) throw new Error(`part ${name} is not loaded`);
  return found;
}
