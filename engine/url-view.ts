/**
 * One link as a person should see it: where it leads, who owns that, and every finding with its place in the text.
 * Data, which `--json` prints; what a terminal shows is made of it in `url-view-text.ts`.
 */
import { rulesById } from "./all-rules.ts";
import type { Reason } from "./core/decision.ts";
import { scriptOf, unicodeLabel } from "./core/host-idn.ts";
import type { HostKind } from "./core/host-name.ts";
import { allSaid, listen, reasonOf } from "./core/listen.ts";
import { bindDocument } from "./core/policy.ts";
import type { Effect, Powers } from "./core/rule.ts";
import { parseUrl, type Url } from "./core/url.ts";
import type { UrlPart } from "./core/url-parts.ts";
import type { UrlProblem } from "./core/url-problems.ts";
import { findUrlSecret, PERSONAL_KINDS } from "./core/url-secrets.ts";
import { urlTargets } from "./core/url-targets.ts";
import { renderCode, renderReason } from "./render.ts";

export interface UrlView {
  readonly text: string;
  /** Whether all readers read it alike */
  readonly clear: boolean;
  readonly scheme: string | null;
  /** `null`: readers may find different ones, or none */
  readonly host: UrlHostView | null;
  /** `null`: the scheme's own */
  readonly port: number | null;
  /** What two readers could read differently, most important first */
  readonly problems: readonly UrlFinding[];
  /** What rules say about it beside that */
  readonly notes: readonly UrlFinding[];
}

export interface UrlHostView {
  /** As browsers send it */
  readonly ascii: string;
  /** What its `xn--` labels stand for; `null`: it has none */
  readonly unicode: string | null;
  /** The scripts of those labels, Latin left out */
  readonly scripts: readonly string[];
  readonly kind: HostKind;
  /** Who registered it, by the public suffix list; `null`: an address, a public suffix, a single label */
  readonly domain: string | null;
  readonly at: number;
  readonly end: number;
}

export interface UrlFinding {
  readonly rule: string;
  readonly code: string;
  /** In one sentence */
  readonly says: string;
  /** What the rule would do about it */
  readonly effect: Effect;
  /** Where it sits in the text, in UTF-16 code units; `null`: it is about the whole link */
  readonly at: number | null;
  readonly end: number | null;
}

/** What a rule said of the link; an `ExplainedEntry` is one */
export interface UrlSaying {
  readonly effect?: Effect;
  readonly reason?: Reason;
}

/** Looks at one link. `said`: what the rules of a policy say about it; left out: what ours would, each with its first options */
export function viewUrl(
  text: string,
  powers: Powers,
  said: readonly UrlSaying[] = firstSayings(text, powers),
): UrlView {
  const read = parseUrl(text);
  const problems = read.ok ? [] : read.errors;
  const url = read.ok ? read.value : readOrigin(text, problems);
  return {
    text,
    clear: read.ok,
    scheme: url?.scheme ?? readScheme(text, problems),
    host: url === undefined ? null : viewHost(url, powers),
    port: url?.port ?? null,
    problems: problems.map((problem) => problemFinding(text, problem)),
    notes: said.flatMap((one) => noteOf(one, read.ok ? read.value : undefined, problems)),
  };
}

const NOTED = [
  "require-https",
  "no-url-credentials",
  "no-lookalike-hosts",
  "no-private-hosts",
  "no-open-redirects",
  "url-length",
] as const;

function firstSayings(text: string, powers: Powers): readonly UrlSaying[] {
  const rules = NOTED.map((use) => ({ use, options: {} }));
  const document = bindDocument({ rules }, rulesById, powers);
  if (!document.ok) return [];
  const request = { event: "Elicitation", mode: "url", server: "", message: "", url: text } as const;
  const context = { now: undefined, facts: new Map<string, string>(), memory: undefined };
  const { heard } = listen({ documents: [document.value], powers, digest: "" }, request, context, false);
  return allSaid(heard).map((said) => ({ effect: said.verdict.effect, reason: reasonOf(said) }));
}

// Nothing odd in it or before it: then it is the same for all readers, whatever follows.
function readScheme(text: string, problems: readonly UrlProblem[]): string | null {
  const [whole, scheme] = /^([a-z][a-z0-9+.-]*):/i.exec(text.slice(0, 100)) ?? [];
  if (whole === undefined || scheme === undefined) return null;
  if (problems.some(({ code, at }) => at < whole.length && code !== "scheme")) return null;
  return scheme.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// Where all that is wrong lies behind the host, or is a user name before it, readers still find one host.
function readOrigin(text: string, problems: readonly UrlProblem[]): Url | undefined {
  const [, scheme = "", authority = ""] = /^(https?:\/\/)([^/?#\\]*)/i.exec(text) ?? [];
  const end = scheme.length + authority.length;
  if (scheme === "" || text[end] === "\\") return undefined;
  const atSign = authority.indexOf("@");
  if (atSign !== authority.lastIndexOf("@")) return undefined;
  if (problems.some(({ code, at }) => at < end && code !== "userinfo")) return undefined;
  const from = scheme.length + atSign + 1;
  const read = parseUrl(scheme + authority.slice(atSign + 1));
  if (!read.ok) return undefined;
  const { hostAt, hostEnd } = read.value;
  const shift = from - scheme.length;
  return { ...read.value, hostAt: hostAt + shift, hostEnd: hostEnd + shift };
}

function viewHost({ host, hostKind, hostAt, hostEnd }: Url, powers: Powers): UrlHostView {
  const labels = host.split(".");
  const decoded = labels.map(unicodeLabel);
  const international = decoded.some((label) => label !== undefined);
  const scripts = new Set(decoded.flatMap((label) => Array.from(label ?? "", scriptOfLetter)));
  scripts.delete(undefined);
  scripts.delete("latin");
  return {
    ascii: host,
    unicode: international ? labels.map((label, index) => decoded[index] ?? label).join(".") : null,
    scripts: [...scripts].filter((script) => script !== undefined).sort(),
    kind: hostKind,
    domain: hostKind === "name" ? (powers.registrableDomain(host) ?? null) : null,
    at: hostAt,
    end: hostEnd,
  };
}

function scriptOfLetter(letter: string): string | undefined {
  return scriptOf(letter.codePointAt(0) ?? 0);
}

function problemFinding(text: string, { code, at }: UrlProblem): UrlFinding {
  const sentence = rulesById.get("canonical-url")?.codes[code] ?? code;
  // The caret says where.
  const says = sentence.replace(/, at \{at\}$/, "");
  return { rule: "canonical-url", code, says, effect: "decline", at, end: Math.max(at, endOfProblem(text, code, at)) };
}

// The whole of what the problem is about, where that is more than one character.
function endOfProblem(text: string, code: UrlProblem["code"], at: number): number {
  const reach = (pattern: RegExp): number => {
    pattern.lastIndex = at;
    return at + (pattern.exec(text)?.[0].length ?? 0);
  };
  switch (code) {
    case "scheme":
      return reach(/[A-Za-z0-9+.\-\t\n\r]*/y);
    case "userinfo": {
      const authority = text.slice(at, reach(/[^/?#\\]*/y));
      return at + authority.lastIndexOf("@") + 1;
    }
    case "encoded-host":
      return reach(/%(?:[0-9A-Fa-f]{2})?/y);
    case "bad-punycode":
      return reach(/[^./?#\\:@]*/y);
    case "number-host":
      return reach(/[^/?#\\:]*/y);
    case "bad-ipv6":
      return reach(/[^/?#\\]*/y);
    case "bad-port":
      return reach(/:[^/?#\\]*/y);
    case "dot-segment":
      return reach(/[^/?#]*/y);
    default:
      return at >= text.length ? at : at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  }
}

function noteOf({ effect, reason }: UrlSaying, url: Url | undefined, problems: readonly UrlProblem[]): UrlFinding[] {
  if (effect === undefined || reason === undefined) return [];
  const { rule, code } = reason;
  const [id = rule] = rule.split(":", 1);
  // That a rule can't read the link is what the problems say already.
  if (!LOCATED.has(id) || code === "unreadable-url" || problems.some((one) => one.code === code)) return [];
  const [at, end] = (url === undefined ? undefined : placeOf(id, reason, url)) ?? [null, null];
  const says = renderReason(reason).slice(renderCode(reason).length + ": ".length);
  return [{ rule, code, says, effect, at, end }];
}

const LOCATED: ReadonlySet<string> = new Set([...NOTED, "allow-url-hosts", "canonical-url"]);

type Place = readonly [at: number, end: number];

function placeOf(id: string, { code, args }: Reason, url: Url): Place | undefined {
  const host: Place = [url.hostAt, url.hostEnd];
  switch (id) {
    case "require-https":
      return [0, url.scheme.length];
    case "no-lookalike-hosts":
    case "no-private-hosts":
      return host;
    case "allow-url-hosts":
      if (code === "path-not-allowed") return inPart(url, "path");
      if (code === "port-not-allowed" && url.port !== undefined) return [url.hostEnd, partAt(url, "path")];
      return host;
    case "no-url-credentials": {
      const { part, kind } = args;
      if (part !== "path" && part !== "query" && part !== "fragment") return undefined;
      const secret = findUrlSecret(url, PERSONAL_KINDS);
      return inPart(url, part, secret?.part === part && secret.kind === kind ? secret : undefined);
    }
    case "no-open-redirects": {
      const target = urlTargets(url).find((one) =>
        one.kind === "host" ? code === "redirect-param" && one.host === args["host"] : code === `${one.kind}-target`,
      );
      return target === undefined ? undefined : inPart(url, target.part, target);
    }
    case "canonical-url": {
      const { at } = args;
      return typeof at === "number" ? [at, at + 1] : [0, partAt(url, "path")];
    }
    default:
      return undefined;
  }
}

function inPart(url: Url, part: UrlPart, inner?: { readonly at: number; readonly end: number }): Place {
  const start = partAt(url, part);
  const { at, end } = inner ?? { at: 0, end: url[part]?.length ?? 0 };
  return [start + at, start + end];
}

function partAt({ text, path, query, fragment }: Url, part: UrlPart): number {
  const fragmentAt = text.length - (fragment?.length ?? 0);
  if (part === "fragment") return fragmentAt;
  const queryAt = fragmentAt - (fragment === undefined ? 0 : 1) - (query?.length ?? 0);
  return part === "query" ? queryAt : queryAt - (query === undefined ? 0 : 1) - path.length;
}
