/**
 * A link as a record may hold it: whatever signs somebody in, or says who they are, filled over sign for sign.
 * The filling is as random as what it covers, so that our own rules say of the link what they said of the real one.
 */
import { canonicalJson, type JsonValue } from "./json.ts";
import { mayBeSecret } from "./redact.ts";
import { parseUrl } from "./url.ts";
import { decodeOnce } from "./url-parts.ts";
import { findUrlSecret, findUrlSecrets, PERSONAL_KINDS } from "./url-secrets.ts";
import { urlTargets } from "./url-targets.ts";
import { parseTolerantly, TOLERABLE, type Tolerable } from "./url-tolerance.ts";
import { textWeight, urlWeight } from "./url-weight.ts";

export interface RecordedLink {
  readonly link: string;
  /** Whether our rules can't tell it from the real one */
  readonly fits: boolean;
}

export function coverLink(text: string): RecordedLink {
  const plain = coverWith(text, FILLINGS[0]);
  if (plain === text) return { link: text, fits: true };
  const wanted = canonicalJson(readingOf(text));
  for (const filling of FILLINGS) {
    const link = coverWith(text, filling);
    if (canonicalJson(readingOf(link)) === wanted) return { link, fits: true };
  }
  return { link: plain, fits: false };
}

interface Filling {
  /** In turn */
  readonly signs: readonly [string, string];
  /** Points stay, as an address of mail needs them */
  readonly points: boolean;
}

const FILLINGS: readonly [Filling, ...Filling[]] = [
  { signs: ["x", "0"], points: false },
  { signs: ["0", "0"], points: false },
  { signs: ["x", "x"], points: true },
];

function coverWith(text: string, filling: Filling): string {
  const scheme = /^[a-z][a-z0-9+.-]{0,20}:[/\\]{0,4}/i.exec(text.slice(0, 30))?.[0] ?? "";
  const end = ends(text, /[/\\?#]/g, scheme.length);
  const authority = text.slice(scheme.length, end);
  const at = authority.lastIndexOf("@") + 1;
  const host = authority.slice(at);
  // A host that can be read is what a person has to see.
  const shown = parseUrl(text).ok || host.length < LONG_LABEL ? host : coverParts(host, filling);
  return scheme + cover(authority.slice(0, at), filling) + shown + coverParts(coverFound(text, end, filling), filling);
}

// No token is shorter; a number that is a host in disguise is.
const LONG_LABEL = 16;

function ends(text: string, pattern: RegExp, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

// What a rule would find, wherever it stands, and whether or not the link can be read; a parameter keeps its name.
function coverFound(text: string, from: number, filling: Filling): string {
  const mark = (sign: string): number => ends(text, sign === "?" ? /[?#]/g : /#/g, from);
  const [query, fragment] = [mark("?"), mark("#")];
  const parts = {
    path: text.slice(from, query),
    query: text.slice(query + 1, fragment),
    fragment: text.slice(fragment + 1),
  };
  const starts = { path: from, query: query + 1, fragment: fragment + 1 };
  let covered = text;
  for (const { part, at, end } of findUrlSecrets(parts, PERSONAL_KINDS)) {
    const [start, stop] = [starts[part] + at, starts[part] + end];
    const equals = text.slice(start, stop).indexOf("=") + 1;
    covered =
      covered.slice(0, start + equals) + cover(covered.slice(start + equals, stop), filling) + covered.slice(stop);
  }
  return covered.slice(from);
}

// Between the marks that a link is built with, also where they are written as `%2F`, once or twice.
const PART = /(?:(?!%(?:25)?(?:2[36f]|3[abdf]|40|2c))[^/\\?#&=;:@,]){4,}/gi;

function coverParts(text: string, filling: Filling): string {
  return text.replace(PART, (part) => (isTelling(decodeOnce(decodeOnce(part))) ? cover(part, filling) : part));
}

function isTelling(part: string): boolean {
  return mayBeSecret(part) || /\d{6}/.test(part);
}

// What a link may not hold as it is stays, since it is what the link is stopped for.
function cover(text: string, { signs, points }: Filling): string {
  let turn = 0;
  return text.replace(/%[0-9a-f]{2}|[A-Za-z0-9+_=!$*.~-]/gi, (sign) => {
    if (sign.length > 1) return "%2A";
    if (points && sign === ".") return sign;
    turn += 1;
    return signs[(turn + 1) % 2] as string;
  });
}

/** All that our rules read of a link */
function readingOf(text: string): JsonValue {
  const weight = textWeight(text);
  return [NOTHING, TOLERABLE].map((tolerated) => {
    const read = parseTolerantly(text, tolerated);
    if (!read.ok) return [weight, read.errors as unknown as JsonValue];
    const { scheme, host, hostKind, port = null, loopback } = read.value;
    const secrets = [PERSONAL_KINDS, [], ...PERSONAL_KINDS.map((kind) => [kind])].map((kinds) => {
      const found = findUrlSecret(read.value, kinds);
      return found === undefined ? null : [found.kind, found.part, found.personal];
    });
    const origin = [scheme, host, hostKind, port, loopback];
    return [weight, origin, urlWeight(read.value), secrets, urlTargets(read.value) as unknown as JsonValue];
  });
}

const NOTHING: readonly Tolerable[] = [];
