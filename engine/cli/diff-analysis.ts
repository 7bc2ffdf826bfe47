/**
 * Whether one policy is stricter than another, told from the two documents alone.
 * It says so only where it holds for every request: what a proof can't reach is `unknown`, and left to trying out.
 *
 * The proof rests on `core/combine.ts`: a document's voice grows with each of its guards, the whole with each voice. Answers
 * are another matter: one more accept can spoil another by disagreeing with it, and takes the place of a default.
 */
import { isGlob, matchesGlob } from "../core/glob.ts";
import { canonicalJson, type JsonValue } from "../core/json.ts";
import type { OptionPowers } from "../core/options.ts";
import {
  type CheckedDocument,
  type CheckedEntry,
  type CheckedException,
  type CheckedScope,
  type RuleLookup,
  readOptions,
} from "../core/policy.ts";
import type { Rule } from "../core/rule.ts";
import { both, type Direction, reverse } from "./diff-direction.ts";
import { compareOption } from "./diff-options.ts";

export interface Analysis {
  /** Of the whole; `same`: no request is decided otherwise */
  readonly direction: Direction;
  readonly changes: readonly Change[];
  /** Entries that stand in one of the two alone */
  readonly entries: readonly CheckedEntry[];
}

/** One difference between the documents, in words, and which way it goes */
export interface Change {
  readonly what: string;
  readonly how: string;
  readonly direction: Direction;
}

export interface AnalysisSettings {
  readonly rules: RuleLookup;
  readonly powers: OptionPowers;
}

/** Documents side by side, as the policies hold them */
export function analyse(
  before: readonly CheckedDocument[],
  after: readonly CheckedDocument[],
  settings: AnalysisSettings,
): Analysis {
  const whole: Whole = {
    ...settings,
    accepts: [...before, ...after].some((one) => one.rules.some((entry) => mayAccept(entry, settings))),
    twisted: [...before, ...after].some(({ unattended }) => unattended === "decline"),
  };
  const changes: Change[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index += 1)
    changes.push(...compareDocuments(before[index], after[index], whole));
  const all = (documents: readonly CheckedDocument[]): readonly CheckedEntry[] =>
    documents.flatMap(({ rules }) => rules.filter(enforces));
  const { gone, come } = unmatched(all(before), all(after));
  return { direction: changes.map((one) => one.direction).reduce(both, "same"), changes, entries: [...gone, ...come] };
}

interface Whole extends AnalysisSettings {
  /** Some rule of either may answer a question */
  readonly accepts: boolean;
  /** `unattended: decline` makes an ask stricter than a cancel, so there what can cancel may loosen */
  readonly twisted: boolean;
}

const NOTHING: CheckedDocument = { rules: [] };

function compareDocuments(
  before: CheckedDocument | undefined,
  after: CheckedDocument | undefined,
  whole: Whole,
): readonly Change[] {
  const [old, now] = [before ?? NOTHING, after ?? NOTHING];
  const changes = [...compareStated(old, now, whole), ...compareRules(old, now, whole)];
  if (before !== undefined && after !== undefined) return changes;
  const what = after === undefined ? "document taken away" : "document added";
  return changes.map((one) => ({ ...one, how: `${one.how} (${what})` }));
}

const DEFAULTS = [undefined, "ask", "cancel", "decline"] as const;
const UNATTENDED = [undefined, "cancel", "decline"] as const;

function compareStated(before: CheckedDocument, after: CheckedDocument, { twisted }: Whole): readonly Change[] {
  const changes: Change[] = [];
  const say = (what: string, from: string | undefined, to: string | undefined, direction: Direction): void => {
    if (from !== to) changes.push({ what, how: `${from ?? "none"} -> ${to ?? "none"}`, direction });
  };
  const order = <Word>(words: readonly Word[], from: Word, to: Word): Direction =>
    words.indexOf(to) > words.indexOf(from) ? "stricter" : "looser";
  const cancels = before.default === "cancel" || after.default === "cancel";
  const byDefault = twisted && cancels ? "unknown" : order(DEFAULTS, before.default, after.default);
  say("default", before.default, after.default, byDefault);
  say("unattended", before.unattended, after.unattended, order(UNATTENDED, before.unattended, after.unattended));
  say("protocol", before.protocol, after.protocol, "unknown");
  return changes;
}

function compareRules(before: CheckedDocument, after: CheckedDocument, whole: Whole): readonly Change[] {
  const { gone, come } = unmatched(before.rules.filter(enforces), after.rules.filter(enforces));
  const changes: Change[] = [];
  const left = [...come];
  for (const old of gone) {
    const index = partnerOf(old, left);
    if (index < 0) {
      const direction = reverse(addedDirection(old, before, after, whole));
      changes.push({ what: nameOf(old), how: "taken away", direction });
      continue;
    }
    const [now] = left.splice(index, 1);
    if (now !== undefined) changes.push(...compareEntries(old, now, before, after, whole));
  }
  for (const now of left)
    changes.push({ what: nameOf(now), how: "added", direction: addedDirection(now, before, after, whole) });
  return changes;
}

// What is observed changes nothing, and does not stand here.
function enforces({ observe }: CheckedEntry): boolean {
  return observe !== true;
}

// Entries that stand in both, whatever their names, are no difference.
function unmatched(
  before: readonly CheckedEntry[],
  after: readonly CheckedEntry[],
): { readonly gone: readonly CheckedEntry[]; readonly come: readonly CheckedEntry[] } {
  const left = new Map<string, number>();
  for (const entry of after) left.set(keyOf(entry), (left.get(keyOf(entry)) ?? 0) + 1);
  const gone = before.filter((entry) => {
    const count = left.get(keyOf(entry)) ?? 0;
    if (count > 0) left.set(keyOf(entry), count - 1);
    return count === 0;
  });
  const come = after.filter((entry) => {
    const count = left.get(keyOf(entry)) ?? 0;
    if (count > 0) left.set(keyOf(entry), count - 1);
    return count > 0;
  });
  return { gone, come };
}

function keyOf({ use, options, for: scope, except }: CheckedEntry): string {
  const exceptions = (except ?? []).map(({ owner: _, why: __, ...one }) => one);
  return canonicalJson({ use, options, for: scope ?? null, except: exceptions } as unknown as JsonValue);
}

// The same rule under the same name, else the same rule.
function partnerOf(entry: CheckedEntry, others: readonly CheckedEntry[]): number {
  const named = others.findIndex(({ use, name }) => use === entry.use && name === entry.name);
  return named >= 0 ? named : others.findIndex(({ use }) => use === entry.use);
}

function nameOf({ use, name }: CheckedEntry): string {
  return name === undefined ? use : `${use}:${name}`;
}

// As guard: what it says only tightens. Otherwise it answers, and then nothing is certain, but for the cases below.
function addedDirection(entry: CheckedEntry, before: CheckedDocument, after: CheckedDocument, whole: Whole): Direction {
  const may = powersOf(entry, whole);
  if (may === undefined || may.accepts) return "unknown";
  if (whole.twisted && may.cancels) return "unknown";
  if (!may.asksAsAnswer) return "stricter";
  // Where nobody accepts, an `ask` that answers is no less than silence, unless it takes the place of a stricter default.
  const mild = [before, after].every((one) => one.default === undefined || one.default === "ask");
  return !whole.accepts && mild ? "stricter" : "unknown";
}

function compareEntries(
  old: CheckedEntry,
  now: CheckedEntry,
  before: CheckedDocument,
  after: CheckedDocument,
  whole: Whole,
): readonly Change[] {
  const what = nameOf(now);
  // Only an entry that could be added without loosening anything grows and shrinks in one direction.
  const certain = [old, now].every((entry) => addedDirection(entry, before, after, whole) === "stricter");
  return [...compareOptions(old, now, whole), ...compareScopes(old, now)].map(({ how, direction }) => ({
    what,
    how,
    direction: certain || direction === "same" ? direction : "unknown",
  }));
}

type Part = Pick<Change, "direction" | "how">;

function compareOptions(old: CheckedEntry, now: CheckedEntry, { rules }: Whole): readonly Part[] {
  const specs = rules.get(now.use)?.options ?? {};
  return Object.entries(specs).flatMap(([name, { first }]): readonly Part[] => {
    const value = ({ options }: CheckedEntry): JsonValue =>
      (Object.hasOwn(options, name) ? options[name] : undefined) ?? first ?? null;
    const [from, to] = [value(old), value(now)];
    if (canonicalJson(from) === canonicalJson(to)) return [];
    return [{ how: `\`${name}\` changed`, direction: compareOption(now.use, name, from, to) }];
  });
}

function compareScopes(old: CheckedEntry, now: CheckedEntry): readonly Part[] {
  const parts: Part[] = [];
  const [narrow, wide] = [old.for ?? {}, now.for ?? {}];
  const order = (more: boolean, less: boolean): Direction =>
    more && less ? "same" : more ? "stricter" : less ? "looser" : "unknown";
  if (differ(narrow, wide))
    parts.push({ how: "`for` changed", direction: order(covers(wide, narrow), covers(narrow, wide)) });
  const [oldExcept, nowExcept] = [old.except ?? [], now.except ?? []];
  if (differ(oldExcept, nowExcept)) {
    const within = (some: readonly CheckedException[], all: readonly CheckedException[]): boolean =>
      some.every((one) => all.some((other) => covers(other, one) && lasts(other, one)));
    const direction = order(within(nowExcept, oldExcept), within(oldExcept, nowExcept));
    parts.push({ how: "`except` changed", direction });
  }
  return parts;
}

function differ(one: unknown, other: unknown): boolean {
  return canonicalJson(one as JsonValue) !== canonicalJson(other as JsonValue);
}

/** Whether one selects all that the other selects */
function covers(one: CheckedScope, other: CheckedScope): boolean {
  const listed = (all: readonly string[] | undefined, some: readonly string[] | undefined): boolean =>
    all === undefined || (some?.every((item) => all.some((fits) => coversName(fits, item))) ?? false);
  const facts = Object.entries(one.facts ?? {}).every(
    ([name, value]) => other.facts !== undefined && Object.hasOwn(other.facts, name) && other.facts[name] === value,
  );
  return (
    listed(one.servers, other.servers) && listed(one.events, other.events) && listed(one.modes, other.modes) && facts
  );
}

// A glob within a glob is told only where they are alike.
function coversName(one: string, other: string): boolean {
  return one === other || one === "*" || (!isGlob(other) && isGlob(one) && matchesGlob(one, other));
}

function lasts(one: CheckedException, other: CheckedException): boolean {
  return one.until === undefined || (other.until !== undefined && one.until >= other.until);
}

interface MayDo {
  /** Accepts or edits */
  readonly accepts: boolean;
  readonly cancels: boolean;
  readonly asksAsAnswer: boolean;
}

function powersOf(entry: CheckedEntry, { rules, powers }: AnalysisSettings): MayDo | undefined {
  const rule: Rule | undefined = rules.get(entry.use);
  if (rule === undefined) return undefined;
  const options = readOptions(rule, entry.options, powers);
  if (!options.ok) return undefined;
  const { effects } = rule.grants(options.value as never);
  return {
    accepts: effects.includes("accept"),
    cancels: effects.includes("cancel"),
    asksAsAnswer: rule.asksAsAnswer && effects.includes("ask"),
  };
}

function mayAccept(entry: CheckedEntry, settings: AnalysisSettings): boolean {
  return powersOf(entry, settings)?.accepts !== false;
}
