/**
 * One entry of `rules:`: which rule, for whom, with which options.
 * The rule's own data says which options there are; nothing about single rules stands here.
 */
import { isArray, isObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { kindOf, type OptionSpec } from "../core/options.ts";
import type { CheckedEntry, CheckedException, CheckedScope } from "../core/policy.ts";
import { readOptions } from "../core/policy.ts";
import type { Grants, Rule } from "../core/rule.ts";
import { isDate } from "../core/time.ts";
import type { Checker, CheckSettings, Path } from "./checker.ts";
import { showText } from "./diagnostics.ts";

/** Keys that every rule has beside its options (DESIGN §10) */
const ENTRY_KEYS = ["use", "name", "for", "except", "observe"] as const;
const SCOPE_KEYS = ["servers", "events", "modes", "facts"] as const;
const EXCEPTION_KEYS = [...SCOPE_KEYS, "until", "owner", "why"] as const;

type Groups = ReadonlyMap<string, readonly string[]>;

export function checkRule(
  value: JsonValue,
  path: Path,
  checker: Checker,
  settings: CheckSettings,
  groups: Groups,
): CheckedEntry | undefined {
  if (!isObject(value)) {
    const known = typeof value === "string" && settings.rules.has(value);
    const help = `write \`- use: ${known ? value : "require-https"}\``;
    return checker.report("wrong-type", path, `a rule is a mapping with \`use\`, not ${kindOf(value)}`, help);
  }
  const use = checkUse(value, path, checker, settings);
  if (use === undefined) return undefined;
  const name = checkName(value, path, checker);
  const scope = Object.hasOwn(value, "for")
    ? checkScope(value["for"] as JsonValue, [...path, "for"], checker, groups, SCOPE_KEYS, "`for`")
    : undefined;
  const except = checkExceptions(value, path, checker, groups);
  const observe = part(value, "observe", (stated) => checker.flag(stated, [...path, "observe"]));
  const options = checkOptions(use, value, path, checker, settings, groups);
  const events = scope?.events ?? [];
  if (options !== undefined && events.length > 0 && !events.some((event) => options.events.includes(event))) {
    const message = `rule \`${use.id}\` never applies to ${events.join(" and ")}`;
    const help = `as it stands here it reads ${options.events.join(" and ")}`;
    checker.report("never-matches", [...path, "for", "events"], message, help);
  }
  const mode = options?.mode;
  if (mode !== undefined && scope?.modes?.includes(mode.only) === false) {
    checker.report("never-matches", [...path, "for", "modes"], mode.message, mode.help);
  }
  const { script } = settings;
  const withScript =
    use.id === "script" && options !== undefined && script !== undefined
      ? script(options.values as never, options.stated, path, checker)
      : options?.stated;
  return {
    use: use.id,
    ...(name === undefined ? {} : { name }),
    options: withScript ?? {},
    ...(scope === undefined ? {} : { for: scope }),
    ...(except === undefined ? {} : { except }),
    ...(observe === true ? { observe } : {}),
  };
}

function checkUse(value: JsonObject, path: Path, checker: Checker, { rules }: CheckSettings): Rule | undefined {
  const use = value["use"];
  const at: Path = [...path, "use"];
  if (use === undefined)
    return checker.report("missing-key", path, "the rule does not say which rule it uses", useHelp(value, rules));
  if (typeof use !== "string") {
    const help = "begin with `use:` and the id of a rule";
    return checker.report("wrong-type", at, `the id of a rule is wanted here, not ${kindOf(use)}`, help);
  }
  const rule = rules.get(use);
  if (rule !== undefined) return rule;
  const message = `there is no rule ${showText(use)}`;
  return checker.unknown("unknown-rule", at, "value", message, use, [...rules.keys()], "`sekisho rules` lists them");
}

function useHelp(value: JsonObject, rules: CheckSettings["rules"]): string {
  const keys = Object.keys(value);
  const instead = keys.find((key) => ["id", "rule", "type", "uses"].includes(key));
  if (instead !== undefined) return `write \`use\` in place of \`${instead}\``;
  const id = keys.find((key) => rules.has(key));
  if (id !== undefined) return `write \`- use: ${id}\`, and its options as keys beside it`;
  return "begin with `use:` and the id of a rule";
}

function checkName(value: JsonObject, path: Path, checker: Checker): string | undefined {
  const name = checker.text(value, "name", path);
  if (name === undefined || /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/.test(name)) return name;
  const help = "letters, digits, `.`, `_` and `-`, at most 64 of them";
  return checker.report("wrong-value", [...path, "name"], `${showText(name)} can't be shown as part of a reason`, help);
}

function checkScope(
  value: JsonValue,
  path: Path,
  checker: Checker,
  groups: Groups,
  keys: readonly string[],
  what: string,
): CheckedScope | undefined {
  if (!isObject(value)) {
    const meant =
      typeof value === "string" && value !== "" ? value : isTexts(value) ? `[${value.join(", ")}]` : "[crm]";
    const help = `write \`{ servers: ${meant} }\``;
    return checker.report("wrong-type", path, `${what} is a mapping, not ${kindOf(value)}`, help);
  }
  const known = checker.keys(value, path, keys, what);
  // Where a key is misspelt, that is the fault.
  if (known && !SCOPE_KEYS.some((key) => Object.hasOwn(value, key))) {
    const message = `${what} names no servers, events, modes or facts`;
    checker.report("selects-nothing", path, message, "say which, or take it out");
  }
  const servers = part(value, "servers", (stated) => checker.servers(stated, [...path, "servers"], groups));
  const events = part(value, "events", (stated) =>
    checker.list(stated, [...path, "events"], (one, at) =>
      checker.oneOf(one, at, ["Elicitation", "ElicitationResult"] as const),
    ),
  );
  const modes = part(value, "modes", (stated) =>
    checker.list(stated, [...path, "modes"], (one, at) => checker.oneOf(one, at, ["form", "url"] as const)),
  );
  const facts = part(value, "facts", (stated) => checkFacts(stated, [...path, "facts"], checker));
  return {
    ...(servers === undefined ? {} : { servers }),
    ...(events === undefined ? {} : { events }),
    ...(modes === undefined ? {} : { modes }),
    ...(facts === undefined ? {} : { facts }),
  };
}

// "Facts compare as text (`ci: true` equals `--fact ci=true`)." (DESIGN §3)
function checkFacts(value: JsonValue, path: Path, checker: Checker): Readonly<Record<string, string>> {
  const facts: Record<string, string> = Object.create(null);
  if (!isObject(value)) {
    const message = `facts are a mapping of names to values, not ${kindOf(value)}`;
    checker.report("wrong-type", path, message, "write `{ ci: true }`");
    return facts;
  }
  if (Object.keys(value).length === 0)
    checker.report("selects-nothing", path, "no facts are named", "write `{ ci: true }`, or take it out");
  for (const [name, stated] of Object.entries(value)) {
    const at = [...path, name];
    if (typeof stated === "object") {
      const help = isArray(stated) ? "write a rule for each of its values" : undefined;
      checker.report("wrong-type", at, `a fact is one value, not ${kindOf(stated)}`, help);
    } else facts[name] = typeof stated === "number" ? (checker.spelling(at) ?? String(stated)) : String(stated);
  }
  return facts;
}

function checkExceptions(
  value: JsonObject,
  path: Path,
  checker: Checker,
  groups: Groups,
): readonly CheckedException[] | undefined {
  if (!Object.hasOwn(value, "except")) return undefined;
  return checker.list(value["except"] as JsonValue, [...path, "except"], (one, at) => {
    const scope = checkScope(one, at, checker, groups, EXCEPTION_KEYS, "`except`");
    if (scope === undefined || !isObject(one)) return undefined;
    const until = checkUntil(one, at, checker);
    const owner = checker.text(one, "owner", at);
    const why = checker.text(one, "why", at);
    return {
      ...scope,
      ...(until === undefined ? {} : { until }),
      ...(owner === undefined ? {} : { owner }),
      ...(why === undefined ? {} : { why }),
    };
  });
}

function checkUntil(value: JsonObject, path: Path, checker: Checker): string | undefined {
  if (!Object.hasOwn(value, "until")) return undefined;
  const until = value["until"];
  if (typeof until === "string" && isDate(until)) return until;
  const message = "a day of the calendar is wanted here";
  return checker.report("bad-date", [...path, "until"], message, "write it as `2027-03-31`");
}

interface Options {
  readonly stated: JsonObject;
  readonly values: unknown;
  readonly events: readonly string[];
  readonly mode: Grants["mode"];
}

function checkOptions(
  rule: Rule,
  value: JsonObject,
  path: Path,
  checker: Checker,
  settings: CheckSettings,
  groups: Groups,
): Options | undefined {
  const before = checker.problems.length;
  const stated: Record<string, JsonValue> = Object.create(null);
  const known = Object.keys(rule.options);
  let misspelt = false;
  for (const key of Object.keys(value)) {
    if (ENTRY_KEYS.some((one) => one === key)) continue;
    const spec = Object.hasOwn(rule.options, key) ? rule.options[key] : undefined;
    const at: Path = [...path, key];
    if (spec === undefined) {
      const words = [...known, ...ENTRY_KEYS.filter((one) => one !== "use")];
      checker.unknown("unknown-option", at, "key", `rule \`${rule.id}\`: unknown option ${showText(key)}`, key, words);
      misspelt = true;
    } else stated[key] = checkOption(spec, value[key] as JsonValue, at, checker, settings, groups);
  }
  for (const [name, spec] of Object.entries(rule.options)) {
    // Where an option is misspelt, that is the fault.
    if (!spec.required || misspelt || Object.hasOwn(value, name)) continue;
    const help = `\`${name}\` (${spec.kind}): ${spec.about}`;
    checker.report("missing-option", path, `rule \`${rule.id}\` needs option \`${name}\``, help);
  }
  if (checker.problems.length > before) return undefined;
  const options = readOptions(rule, stated, settings.powers);
  if (!options.ok) return checker.report("wrong-value", path, options.errors[0].message);
  for (const { option, message, help } of rule.check(options.value as never)) {
    checker.report("wrong-value", Object.hasOwn(value, option) ? [...path, option] : path, message, help, "key");
  }
  const { events, mode } = rule.grants(options.value as never);
  return { stated, values: options.value, events, mode };
}

function checkOption(
  spec: OptionSpec<unknown>,
  value: JsonValue,
  path: Path,
  checker: Checker,
  settings: CheckSettings,
  groups: Groups,
): JsonValue {
  const before = checker.problems.length;
  const stated = spec.kind === "servers" ? checker.servers(value, path, groups) : value;
  if (checker.problems.length > before) return stated;
  const words = spec.schema["enum"];
  if (isArray(words)) {
    checker.oneOf(stated, path, words.map(String));
    return stated;
  }
  if (spec.schema["type"] === "boolean") {
    checker.flag(stated, path);
    return stated;
  }
  const read = spec.read(stated, settings.powers);
  if (!read.ok) {
    for (const { code, path: inner, message, help } of read.errors) {
      const at: Path = [...path, ...inner];
      // Only where text was wanted does a number come with a help.
      const quoted =
        code === "wrong-type" && help !== undefined ? checker.inQuotes(valueAt(value, inner), at) : undefined;
      checker.report(code, at, message, quoted ?? help);
    }
  }
  return stated;
}

function part<Value>(value: JsonObject, key: string, read: (stated: JsonValue) => Value): Value | undefined {
  return Object.hasOwn(value, key) ? read(value[key] as JsonValue) : undefined;
}

function isTexts(value: JsonValue): value is readonly string[] {
  return isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

function valueAt(value: JsonValue, path: Path): JsonValue {
  let found: JsonValue = value;
  for (const step of path) {
    const inner: JsonValue | undefined = isArray(found)
      ? found[Number(step)]
      : isObject(found)
        ? found[step]
        : undefined;
    if (inner === undefined) return null;
    found = inner;
  }
  return found;
}
