/**
 * Policies for commands: the same files that `hook` would read, or those that are named, by the same functions.
 */
import { nodePowers, type Powers } from "../adapters/node.ts";
import { findPolicies, readPolicies, readPolicyText } from "../adapters/policy-files.ts";
import { type LoadedEngine, loadEngine, type PolicySource } from "../load-engine.ts";
import { UsageError } from "./command.ts";

/** The texts of the policies. Throws `UsageError` where one can't be read */
export function policySources(files: readonly string[], powers: Powers = nodePowers()): readonly PolicySource[] {
  const found = files.length === 0 ? findPolicies(powers) : readPolicies(powers, files);
  if (!found.ok) throw new UsageError(`\`${found.errors[0]}\` can't be read`);
  return found.value;
}

/** A policy that does not load gives the engine that refuses, as it would in the hook; why stands in its notes */
export function loadPolicies(files: readonly string[], powers: Powers = nodePowers()): LoadedEngine {
  return loadEngine(policySources(files, powers), (path) => readPolicyText(powers, path));
}
