/**
 * The words of policies: whom, when and what they speak of.
 * Requests that are made of them meet the places where two policies can differ.
 */
import { isArray, isObject, type JsonValue } from "../core/json.ts";
import { parsePattern } from "../core/pattern-parse.ts";
import type { CheckedDocument, CheckedEntry, CheckedScope } from "../core/policy.ts";
import { samplesOf } from "./diff-pattern.ts";

export interface Vocabulary {
  /** Names, one name for each glob, and one that nobody knows; first those of what differs */
  readonly servers: readonly string[];
  /** How many of them belong to what differs */
  readonly near: number;
  /** Each fact with each of its values, and with another one */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** How many of these belong to what differs */
  readonly nearFacts: number;
  /** The days on which exceptions end, and the days after */
  readonly days: readonly string[];
  readonly nearDays: number;
  /** Texts of options: words, names of fields, hosts, values */
  readonly texts: readonly string[];
  /** Whole numbers and times of options, as counts of questions and as seconds */
  readonly counts: readonly number[];
  readonly seconds: readonly number[];
  /** Those of each entry that has several: its conditions may have to hold together */
  readonly entries: readonly (readonly string[])[];
}

const STRANGER = "stranger";

/** `changed`: entries that stand in one of the policies alone; their words come first, since room is limited */
export function vocabularyOf(documents: readonly CheckedDocument[], changed: readonly CheckedEntry[]): Vocabulary {
  const servers = new Set<string>();
  const facts = new Map<string, Set<string>>();
  const days = new Set<string>();
  const texts = new Set<string>();
  const counts = new Set<number>([10]);
  const seconds = new Set<number>([600]);
  const entries: (readonly string[])[] = [];
  const readScope = (scope: CheckedScope): void => {
    for (const name of scope.servers ?? []) servers.add(sampleOfGlob(name));
    for (const [name, value] of Object.entries(scope.facts ?? {})) {
      const values = facts.get(name) ?? new Set();
      facts.set(name, values.add(value));
    }
  };
  const read = (entry: CheckedEntry): void => {
    readScope(entry.for ?? {});
    for (const one of entry.except ?? []) {
      readScope(one);
      if (one.until !== undefined) days.add(one.until).add(dayAfter(one.until));
    }
    const { source: _, ...options } = entry.options;
    for (const value of Object.values(options)) {
      if (typeof value === "number" && Number.isSafeInteger(value) && value <= MOST_COUNTED) counts.add(value);
      const [, count, unit = ""] = typeof value === "string" ? (/^([0-9]{1,5})([smh])$/.exec(value) ?? []) : [];
      if (count !== undefined) seconds.add(Number(count) * (SECONDS[unit] ?? 1));
    }
    const own = [...new Set(Object.entries(options).flatMap(([name, value]) => textsIn(value, name)))];
    if (entry.use === "only-servers") for (const name of own) servers.add(sampleOfGlob(name));
    for (const text of own) texts.add(text);
    if (own.length > 1) entries.push(own.slice(0, MOST_TOGETHER));
  };
  changed.forEach(read);
  servers.add(STRANGER);
  const near = Math.min(servers.size, MOST_SERVERS);
  const nearFacts = pairsOf(facts).length;
  const nearDays = days.size;
  for (const { rules } of documents) rules.forEach(read);
  return {
    servers: [...servers].slice(0, MOST_SERVERS),
    near,
    facts: pairsOf(facts),
    nearFacts,
    days: [...days],
    nearDays,
    counts: [...counts].slice(0, MOST_NUMBERS),
    seconds: [...seconds].slice(0, MOST_NUMBERS),
    texts: [...texts].slice(0, MOST_TEXTS),
    entries: [...new Map(entries.map((one) => [JSON.stringify(one), one])).values()].slice(0, MOST_ENTRIES),
  };
}

// What was added first stands first, also where it gets more values later.
function pairsOf(facts: ReadonlyMap<string, ReadonlySet<string>>): Vocabulary["facts"] {
  return [...facts].flatMap(([name, values]) => [...values, "other"].map((value) => [name, value] as const));
}

// As `limit-asks` takes them.
const MOST_COUNTED = 500;
const MOST_NUMBERS = 6;
const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 };

const MOST_SERVERS = 40;
const MOST_TEXTS = 300;
const MOST_ENTRIES = 100;
const MOST_TOGETHER = 6;
const LONGEST_TEXT = 300;
// Said, or chosen from a few words: no request holds them.
const SILENT: ReadonlySet<string> = new Set(["because", "then", "may", "from", "answer"]);

/** Strings at any depth, keys of mappings among them; of a pattern, texts that fit it */
function textsIn(value: JsonValue, key = ""): readonly string[] {
  if (typeof value === "string") {
    if (value === "" || value.length > LONGEST_TEXT || SILENT.has(key)) return [];
    if (key === "matches") return patternSamples(value);
    return [sampleOfGlob(value)];
  }
  if (isArray(value)) return value.flatMap((item) => textsIn(item, key));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner, name)]);
}

function patternSamples(source: string): readonly string[] {
  const tree = parsePattern(source);
  return tree === "beyond" || tree === "invalid" ? [source] : samplesOf(tree);
}

// `*.example.com` is read as a host too, so the sample has to be one label.
function sampleOfGlob(glob: string): string {
  return glob.replaceAll("*", "some").replaceAll("?", "a");
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}
