/**
 * The meaning of a policy document: every key, name and option checked, everything it extends joined in.
 * Strict, since each slip that is let through is a rule that silently does nothing.
 */
import { PROTOCOLS } from "../core/form.ts";
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { kindOf } from "../core/options.ts";
import type { CheckedDocument, CheckedEntry, Default } from "../core/policy.ts";
import { checkRule } from "./check-rule.ts";
import type { Checker, CheckSettings, Path } from "./checker.ts";
import { showText } from "./diagnostics.ts";
import { joinDocuments } from "./join.ts";

const KEYS = ["version", "base", "extends", "default", "unattended", "mode", "protocol", "servers", "rules"] as const;

/** Checks one document. Problems go to `checker`; the result is of use only if there are none */
export function checkDocument(value: JsonValue, checker: Checker, settings: CheckSettings): CheckedDocument {
  if (!isObject(value)) {
    checker.report("wrong-type", [], `a policy is a mapping, not ${kindOf(value)}`, "begin with `version: 1`");
    return { rules: [] };
  }
  const known = checker.keys(value, [], KEYS, "a policy");
  checkVersion(value, checker);
  const base = checkBase(value, checker, settings);
  // Where a key is misspelt, that is the fault.
  if (known && !["rules", "extends", "default", "unattended", "base"].some((key) => Object.hasOwn(value, key))) {
    checker.report("says-nothing", [], "the policy has no rules", "write `rules:`, or `extends: recommended`");
  }
  const groups = checkGroups(value, checker);
  const inherited = checkExtends(value, checker, settings);
  const rules = checkRules(value, checker, settings, groups);
  const stated: CheckedDocument = {
    ...optional("base", base),
    ...optional("default", checker.word<Default>(value, "default", ["ask", "decline", "cancel"])),
    ...optional("unattended", checker.word(value, "unattended", ["cancel", "decline"] as const)),
    ...optional("protocol", checker.word(value, "protocol", PROTOCOLS)),
    rules,
  };
  const mode = checker.word(value, "mode", ["enforce", "observe"] as const) ?? "enforce";
  return joinDocuments(stated, inherited, mode);
}

function checkVersion(value: JsonObject, checker: Checker): void {
  const version = value["version"];
  if (!Object.hasOwn(value, "version") || version === 1) return;
  const help = version === "1" ? "write it without quotes: `version: 1`" : "write `version: 1`";
  checker.report("wrong-value", ["version"], "this sekisho reads policies of version 1", help);
}

// "Only the user's own file may say `base: none` to leave the pack out." (DESIGN §3)
function checkBase(value: JsonObject, checker: Checker, { role }: CheckSettings): "none" | undefined {
  const base = checker.word(value, "base", ["none", "recommended"] as const);
  if (base !== undefined && role !== "user") {
    const message = "only the user's own policy file decides about the base pack";
    return checker.report("base-not-here", ["base"], message, "take the line out", "key");
  }
  return base === "none" ? base : undefined;
}

function checkGroups(value: JsonObject, checker: Checker): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, readonly string[]>();
  const stated = value["servers"];
  if (stated === undefined) return groups;
  if (!isObject(stated)) {
    const help = "write `servers: { trusted: [crm, billing] }`, and `for: { servers: trusted }` at a rule";
    checker.report("wrong-type", ["servers"], `server groups are a mapping of names, not ${kindOf(stated)}`, help);
    return groups;
  }
  for (const [name, members] of Object.entries(stated)) {
    const path: Path = ["servers", name];
    if (name === "" || name.includes("*") || name.includes("?")) {
      const help = "leave `*` and `?` to its members";
      checker.report("wrong-value", path, "a group's name is a plain word", help, "key");
    }
    for (const [index, member] of (isArray(members) ? members : [members]).entries()) {
      // A group may hold a server of its own name; another group's name is a slip, since that group would not be meant.
      if (typeof member !== "string" || member === name || !Object.hasOwn(stated, member)) continue;
      const at = isArray(members) ? [...path, index] : path;
      const message = `${showText(member)} is a group, and groups hold servers alone`;
      checker.report("wrong-value", at, message, "name its servers here too, or both groups where they are used");
    }
    groups.set(name, checker.servers(members, path, new Map()));
  }
  return groups;
}

function checkExtends(value: JsonObject, checker: Checker, settings: CheckSettings): readonly CheckedDocument[] {
  const stated = value["extends"];
  if (stated === undefined) return [];
  const list = isArray(stated) ? stated : [stated];
  if (list.length === 0)
    checker.report("empty-list", ["extends"], "the list is empty", "name a pack or a file, or take the line out");
  const documents: CheckedDocument[] = [];
  for (const [index, item] of list.entries()) {
    const path: Path = isArray(stated) ? ["extends", index] : ["extends"];
    const known = !isObject(item) || checker.keys(item, path, ["from", "without"], "`extends`");
    const from = isObject(item) ? item["from"] : item;
    const fromPath: Path = isObject(item) ? [...path, "from"] : path;
    if (typeof from !== "string" || from === "") {
      // Where the key is misspelt, that is the fault.
      if (!known && from === undefined) continue;
      const help = "write the name of a pack, the path of a file, or `{ from: recommended, without: [match] }`";
      if (from === undefined) checker.report("missing-key", path, "a pack or a file is wanted here", help);
      else checker.report("wrong-type", fromPath, "a pack or a file is wanted here", help);
      continue;
    }
    const document = settings.resolve(from, fromPath, checker);
    if (document === undefined) continue;
    documents.push(isObject(item) ? without(item["without"], from, document, [...path, "without"], checker) : document);
  }
  return documents;
}

function without(
  stated: JsonValue | undefined,
  from: string,
  document: CheckedDocument,
  path: Path,
  checker: Checker,
): CheckedDocument {
  if (stated === undefined) return document;
  const known = new Set(document.rules.flatMap((entry) => [entry.use, idOf(entry)]));
  const leftOut = new Set(
    checker.list(stated, path, (id, at) => {
      if (typeof id !== "string")
        return checker.report("wrong-type", at, `the id of a rule is wanted here, not ${kindOf(id)}`);
      if (known.has(id)) return id;
      return checker.unknown("unknown-rule", at, "value", `${showText(from)} has no rule ${showText(id)}`, id, [
        ...known,
      ]);
    }),
  );
  return { ...document, rules: document.rules.filter((entry) => !leftOut.has(entry.use) && !leftOut.has(idOf(entry))) };
}

function checkRules(
  value: JsonObject,
  checker: Checker,
  settings: CheckSettings,
  groups: ReadonlyMap<string, readonly string[]>,
): readonly CheckedEntry[] {
  const stated = value["rules"];
  if (stated === undefined) return [];
  if (!isArray(stated)) {
    const help = "begin each rule with a dash: `- use: require-https`";
    checker.report("wrong-type", ["rules"], `rules are a list, not ${kindOf(stated)}`, help);
    return [];
  }
  const entries: CheckedEntry[] = [];
  const names = new Set<string>();
  for (const [index, item] of stated.entries()) {
    const entry = checkRule(item, ["rules", index], checker, settings, groups);
    if (entry === undefined) continue;
    if (entry.name !== undefined && names.has(idOf(entry))) {
      checker.report(
        "duplicate-name",
        ["rules", index, "name"],
        `two rules are named \`${idOf(entry)}\``,
        "give each a name of its own",
      );
    }
    names.add(idOf(entry));
    entries.push(entry);
  }
  return entries;
}

export function idOf({ use, name }: CheckedEntry): string {
  return name === undefined ? use : `${use}:${name}`;
}

function optional<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: Value });
}
