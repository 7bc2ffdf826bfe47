/**
 * The policies of a replay: those that are named, those that the hook finds, or either with everything enforced that they
 * only observe.
 */

import { PACKS } from "../../rules/packs/index.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { Policy } from "../core/policy.ts";
import { loadSettings, openPolicy } from "../engine.ts";
import { loadEngine, type PolicySource } from "../load-engine.ts";
import { isCompiledText } from "../policy/compiled.ts";
import { loadPolicyText } from "../policy/load.ts";
import { readSource } from "../policy/source.ts";
import { UsageError } from "./command.ts";
import type { Io } from "./io.ts";
import { policySources, readerOf } from "./policies.ts";

/** `undefined`: they do not load, and why has been said */
export function openPolicies(files: readonly string[], enforce: boolean, io: Io): Policy | undefined {
  const sources = sourcesOf(files, io);
  const { policy, notes } = loadEngine(enforce ? sources.map((one) => enforced(one)) : sources, readerOf(io));
  for (const note of notes) io.warn(`${note.trimEnd()}\n`);
  if (policy === undefined || !enforce) return policy;
  // What an extended document observes stays observed when it is joined in.
  const read = readerOf(io);
  const documents = sources.map((source) => {
    const loaded = loadPolicyText(enforced(source), { ...loadSettings(read), read });
    if (!loaded.ok) throw new UsageError(`\`${source.file}\` does not load`);
    const { base: _, ...document } = loaded.value.document;
    return { ...document, rules: document.rules.map(({ observe: __, ...entry }) => entry) };
  });
  const added = policy.documents.length - documents.length;
  const bound = openPolicy(documents);
  return {
    documents: [...policy.documents.slice(0, added), ...bound.documents],
    powers: policy.powers,
    digest: `enforced:${bound.digest}`,
  };
}

// A pack by its name, where no file has it.
function sourcesOf(files: readonly string[], io: Io): readonly PolicySource[] {
  const isPack = (name: string): boolean => PACKS.has(name) && !io.fs.existsSync(io.path.resolve(io.cwd, name));
  if (!files.some(isPack)) return policySources(files, io);
  return files.flatMap((name) =>
    isPack(name)
      ? [{ file: `pack ${name}`, text: `extends: ${name}\n`, role: "named" as const }]
      : policySources([name], io),
  );
}

// The document as it would stand without `mode: observe` and `observe: true`.
function enforced({ file, text, role }: PolicySource): PolicySource {
  if (isCompiledText(text)) throw new UsageError("`--enforce` needs the policy itself", "name its YAML file");
  const source = readSource(text, { file });
  if (!source.ok || !isObject(source.value.value)) return { file, text, role };
  const { mode: _, ...document } = source.value.value;
  const rules = document["rules"];
  const stated: JsonObject = isArray(rules) ? { ...document, rules: rules.map(withoutObserve) } : document;
  return { file, text: JSON.stringify(stated), role };
}

function withoutObserve(rule: JsonValue): JsonValue {
  if (!isObject(rule)) return rule;
  const { observe: _, ...rest } = rule;
  return rest;
}
