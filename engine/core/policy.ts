/**
 * A policy: checked documents side by side, each with its entries in an index.
 * The documents here are pure data (what a compiled policy holds); binding puts rules and prepared options to it.
 */
import type { Protocol } from "./form.ts";
import { isObject, type JsonObject, type JsonValue } from "./json.ts";
import type { OptionPowers } from "./options.ts";
import type { EventName, Mode } from "./request.ts";
import type { Result } from "./result.ts";
import type { Grants, Powers, Rule } from "./rule.ts";

/** What a `for` or `except` selects; groups are resolved; each given part must match */
export interface CheckedScope {
  readonly servers?: readonly string[];
  readonly events?: readonly EventName[];
  readonly modes?: readonly Mode[];
  readonly facts?: Readonly<Record<string, string>>;
}

export interface CheckedException extends CheckedScope {
  /** A day, inclusive, UTC; left out: no end */
  readonly until?: string;
  readonly owner?: string;
  readonly why?: string;
}

/** One entry of `rules:`, checked; its options as the document wrote them */
export interface CheckedEntry {
  readonly use: string;
  readonly name?: string;
  readonly options: JsonObject;
  readonly for?: CheckedScope;
  readonly except?: readonly CheckedException[];
  readonly observe?: true;
}

export type Default = "ask" | "cancel" | "decline";

/** One document with everything it extends joined in: one voice (DESIGN §2) */
export interface CheckedDocument {
  /** In the user's own file alone: leaves out the pack that is the base of policies that are found (DESIGN §3) */
  readonly base?: "none";
  readonly default?: Default;
  readonly unattended?: "cancel" | "decline";
  readonly protocol?: Protocol;
  readonly rules: readonly CheckedEntry[];
}

/** An entry ready to decide */
export interface Entry {
  readonly rule: Rule;
  /** What reasons show: the rule's id, with `:name` where the entry has one */
  readonly id: string;
  readonly options: unknown;
  /** As the document states them */
  readonly stated: JsonObject;
  readonly grants: Grants;
  readonly scope: Scope;
  readonly exceptions: readonly Exception[];
  readonly observe: boolean;
  /** May raise a person's decline or cancel to accept (DESIGN §2) */
  readonly mayRaise: boolean;
}

export interface Scope {
  readonly servers: ServerSet | undefined;
  readonly events: readonly EventName[] | undefined;
  readonly modes: readonly Mode[] | undefined;
  readonly facts: readonly (readonly [name: string, value: string])[] | undefined;
}

export interface ServerSet {
  readonly names: ReadonlySet<string>;
  readonly globs: readonly string[];
}

export interface Exception extends Scope {
  readonly until: string | undefined;
}

/** Entries that may apply to one event and mode: those for named servers by name, and the rest */
export interface Bucket {
  readonly named: ReadonlyMap<string, readonly Entry[]>;
  readonly others: readonly Entry[];
}

export interface Document {
  readonly default: Default | undefined;
  readonly unattended: "cancel" | "decline" | undefined;
  readonly protocol: Protocol | undefined;
  readonly entries: readonly Entry[];
  readonly buckets: ReadonlyMap<string, Bucket>;
}

export interface Policy {
  readonly documents: readonly Document[];
  readonly powers: Powers;
  /** SHA-256 of the canonical JSON of the documents and scripts */
  readonly digest: string;
}

/** A checked document that can't be bound: it was made by another version, or by hand */
export interface BindProblem {
  readonly at: string;
  readonly message: string;
}

/** Gives a rule by its id; a `Map` of rules is one */
export interface RuleLookup {
  readonly get: (id: string) => Rule | undefined;
}

/** Puts rules to a checked document. Fails only on documents that did not come from this version's checker */
export function bindDocument(
  document: CheckedDocument,
  rules: RuleLookup,
  powers: OptionPowers,
): Result<Document, BindProblem> {
  const entries: Entry[] = [];
  for (const [index, entry] of document.rules.entries()) {
    const rule = rules.get(entry.use);
    if (rule === undefined) return fail(`/rules/${index}/use`, `there is no rule \`${entry.use}\``);
    const options = readOptions(rule, entry.options, powers);
    if (!options.ok) return fail(`/rules/${index}`, options.errors[0].message);
    entries.push({
      rule,
      id: entry.name === undefined ? rule.id : `${rule.id}:${entry.name}`,
      options: options.value,
      stated: entry.options,
      grants: rule.grants(options.value as never),
      scope: bindScope(entry.for ?? {}),
      exceptions: (entry.except ?? []).map((one) => ({ ...bindScope(one), until: one.until })),
      observe: entry.observe === true,
      mayRaise: (options.value as { readonly [option: string]: unknown })["may-raise"] === true,
    });
  }
  const { default: stated, unattended, protocol } = document;
  return { ok: true, value: { default: stated, unattended, protocol, entries, buckets: bucketsOf(entries) } };
}

/** Reads all options of one entry, with first values where the document states none */
export function readOptions(
  rule: Rule,
  stated: JsonObject,
  powers: OptionPowers,
): Result<Readonly<Record<string, unknown>>, { readonly option: string; readonly message: string }> {
  const values: Record<string, unknown> = {};
  for (const [name, spec] of Object.entries(rule.options)) {
    const value: JsonValue | undefined = Object.hasOwn(stated, name) ? stated[name] : spec.first;
    if (value === undefined) {
      if (spec.required) return { ok: false, errors: [{ option: name, message: `option \`${name}\` is missing` }] };
      values[name] = undefined;
      continue;
    }
    const read = readOption(spec.first, value, () => spec.read(value, powers));
    if (!read.ok) return { ok: false, errors: [{ option: name, message: read.errors[0].message }] };
    values[name] = read.value;
  }
  return { ok: true, value: values };
}

/** The key of a bucket */
export function bucketKey(event: EventName, mode: Mode): string {
  return `${event} ${mode}`;
}

// An empty first list means "none stated" and is no slip, so it skips the reader that refuses empty lists.
function readOption<Value>(first: JsonValue | undefined, value: JsonValue, read: () => Value): Value {
  if (value === first && Array.isArray(value) && value.length === 0) return { ok: true, value: [] } as Value;
  return read();
}

function bindScope(scope: CheckedScope): Scope {
  const { servers, events, modes, facts } = scope;
  return {
    servers: servers === undefined ? undefined : serverSet(servers),
    events,
    modes,
    facts: isObject(facts) ? Object.entries(facts as Readonly<Record<string, string>>) : undefined,
  };
}

function serverSet(servers: readonly string[]): ServerSet {
  const globs = servers.filter((name) => name.includes("*") || name.includes("?"));
  return { names: new Set(servers.filter((name) => !globs.includes(name))), globs };
}

function bucketsOf(entries: readonly Entry[]): ReadonlyMap<string, Bucket> {
  const buckets = new Map<string, Bucket>();
  for (const event of ["Elicitation", "ElicitationResult"] as const) {
    for (const mode of ["form", "url"] as const) buckets.set(bucketKey(event, mode), bucketOf(entries, event, mode));
  }
  return buckets;
}

function bucketOf(entries: readonly Entry[], event: EventName, mode: Mode): Bucket {
  const named = new Map<string, Entry[]>();
  const others: Entry[] = [];
  for (const entry of entries) {
    const { servers, events, modes } = entry.scope;
    if (!entry.grants.events.includes(event) || (entry.rule.mode ?? mode) !== mode) continue;
    if (events?.includes(event) === false || modes?.includes(mode) === false) continue;
    if (servers === undefined || servers.globs.length > 0) {
      others.push(entry);
      continue;
    }
    for (const name of servers.names) {
      const list = named.get(name);
      if (list === undefined) named.set(name, [entry]);
      else list.push(entry);
    }
  }
  return { named, others };
}

function fail(at: string, message: string): { readonly ok: false; readonly errors: readonly [BindProblem] } {
  return { ok: false, errors: [{ at, message }] };
}
