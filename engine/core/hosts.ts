/**
 * Entries of host lists, as a policy writes them.
 * An entry that covers more than it seems to, or never anything, is an error here and not a surprise later.
 */
import { type Host, readHost } from "./host-name.ts";
import { isObject } from "./json.ts";
import type { Result } from "./result.ts";
import { checkPathPrefix } from "./url-path.ts";
import { sortProblems, type UrlProblem } from "./url-problems.ts";

export interface HostEntry {
  /** `exact`: this host; `subdomains`: all below it, at any depth; `domain`: the registrable domain and all below it */
  readonly kind: "domain" | "exact" | "subdomains";
  /** In the form of `Url.host` */
  readonly host: string;
  /** `undefined`: the scheme's own port alone */
  readonly port: number | undefined;
  /** Prefixes on segment borders; `undefined`: every path */
  readonly paths: readonly string[] | undefined;
}

type HostProblemCode =
  // A path that is none, or that two readers resolve differently.
  | "bad-path"
  | "bad-port"
  // `*` anywhere but as the whole first label: as text it never matches, as a pattern it matches strangers.
  | "bad-wildcard"
  // A spelling that some readers take for an IP address and others do not.
  | "ip-by-accident"
  | "is-a-url"
  | "matches-everything"
  // `{ domain: … }` of something that nobody can register, such as a sub-domain.
  | "not-a-domain"
  | "not-a-host"
  // A name below which strangers register: `github.io`, `co.jp`.
  | "public-suffix"
  | "unknown-key"
  | "wrong-type";

/** What is wrong with an entry; `at` is a JSON pointer inside it (`""` for a text), `help` what to write instead */
export interface HostProblem {
  readonly code: HostProblemCode;
  readonly at: string;
  readonly help: string;
}

/**
 * The registrable domain of a host by the public suffix list with its private section; below a top-level domain that is
 * not listed, its default rule `*` counts. `undefined` for a public suffix itself, an address, and a single label
 */
export type RegistrableDomain = (host: string) => string | undefined;

/**
 * Reads an entry: `auth.example.com`, `*.example.com`, `host:port`, `{ domain: example.com }`, or
 * `{ host: …, paths: [/login] }` (`paths` with `domain` too).
 * Without `registrableDomain` (a compiled policy, checked before) public suffixes are not looked for.
 */
export function parseHostEntry(entry: unknown, registrableDomain?: RegistrableDomain): Result<HostEntry, HostProblem> {
  const problems: HostProblem[] = [];
  const value = isObject(entry)
    ? readObject(entry, problems, registrableDomain)
    : readText(entry, "", problems, registrableDomain);
  const [first, ...rest] = problems;
  if (first !== undefined) return { ok: false, errors: [first, ...rest] };
  if (value === undefined) return { ok: false, errors: [{ code: "not-a-host", at: "", help: HELP_HOST }] };
  return { ok: true, value };
}

const HELP_HOST = "write a host such as `auth.example.com`, or `*.example.com` for its sub-domains";
const HELP_SUFFIX = "name the hosts one by one, or the part that belongs to you";
const HELP_PATH = "write it as `{ host: auth.example.com, paths: [/login] }`";

function readObject(
  entry: Readonly<Record<string, unknown>>,
  problems: HostProblem[],
  registrableDomain: RegistrableDomain | undefined,
): HostEntry | undefined {
  for (const key of Object.keys(entry)) {
    if (key === "host" || key === "domain" || key === "paths") continue;
    problems.push({ code: "unknown-key", at: `/${pointerStep(key)}`, help: "known are `host`, `domain` and `paths`" });
  }
  const hasHost = Object.hasOwn(entry, "host");
  if (hasHost === Object.hasOwn(entry, "domain")) {
    problems.push({ code: "wrong-type", at: "", help: "write either `host` or `domain`" });
    return undefined;
  }
  const paths = Object.hasOwn(entry, "paths") ? readPaths(entry["paths"], problems) : undefined;
  const read = hasHost
    ? readText(entry["host"], "/host", problems, registrableDomain)
    : readDomain(entry["domain"], problems, registrableDomain);
  return read === undefined ? undefined : { ...read, paths };
}

function readPaths(value: unknown, problems: HostProblem[]): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const paths: string[] = [];
  if (list.length === 0) problems.push({ code: "bad-path", at: "/paths", help: "name at least one, or leave it out" });
  for (const [index, path] of list.entries()) {
    const help = typeof path === "string" ? checkPathPrefix(path) : "write a path such as `/login`";
    const at = Array.isArray(value) ? `/paths/${index}` : "/paths";
    if (help !== undefined) problems.push({ code: "bad-path", at, help });
    else paths.push(String(path));
  }
  return paths;
}

function readDomain(
  value: unknown,
  problems: HostProblem[],
  registrableDomain: RegistrableDomain | undefined,
): HostEntry | undefined {
  const at = "/domain";
  const fail = (code: HostProblemCode, help: string): undefined => {
    problems.push({ code, at, help });
    return undefined;
  };
  if (typeof value === "string" && value.startsWith("*")) {
    return fail("bad-wildcard", "write the domain alone: it covers everything below it");
  }
  const entry = readText(value, at, problems, registrableDomain);
  if (entry === undefined) return undefined;
  if (entry.port !== undefined) return fail("bad-port", "leave the port out, or write `host: …:port` for each host");
  if (!entry.host.includes(".") || isAddress(entry.host)) return fail("not-a-domain", "write it as a host");
  const domain = registrableDomain?.(entry.host);
  if (domain !== undefined && domain !== entry.host) {
    return fail("not-a-domain", `the domain that somebody registered is \`${domain}\`; or write \`*.${entry.host}\``);
  }
  return { ...entry, kind: "domain" };
}

function readText(
  value: unknown,
  at: string,
  problems: HostProblem[],
  registrableDomain: RegistrableDomain | undefined,
): HostEntry | undefined {
  const fail = (code: HostProblemCode, help: string): undefined => {
    problems.push({ code, at, help });
    return undefined;
  };
  // YAML reads 2130706433 and 127.1 as numbers.
  if (typeof value === "number")
    return fail("ip-by-accident", "a number is no host; write a name, or an address in full");
  if (typeof value !== "string") return fail("wrong-type", HELP_HOST);
  if (/^[a-z][a-z0-9+.-]{0,30}:\/|^\/\//i.test(value)) return fail("is-a-url", hostOfUrl(value));
  if (/^[*.]*$/.test(value) && value !== "") return fail("matches-everything", HELP_HOST);
  if (/[/?#\\]/.test(value)) return fail("not-a-host", withoutPath(value));
  if (value.includes("@")) return fail("not-a-host", "leave out what stands before the `@`");
  const below = value.startsWith("*.");
  const name = below ? value.slice(2) : value;
  if (name.includes("*"))
    return fail("bad-wildcard", "a `*` may only stand for everything before a dot: `*.example.com`");
  const colon = name.indexOf(":", name.startsWith("[") ? name.indexOf("]") : 0);
  if (colon >= 0 && name.indexOf(":", colon + 1) > 0) return fail("ip-by-accident", "write IPv6 in brackets: `[::1]`");
  const port = colon < 0 ? undefined : readPort(name.slice(colon + 1));
  if (port === 0) return fail("bad-port", "a port is a number from 1 to 65535, without leading zeros");
  const found: UrlProblem[] = [];
  const host = readHost(colon < 0 ? name : name.slice(0, colon), 0, found);
  if (host === undefined || found.length > 0) return fail(...explain(found));
  if (below && host.kind !== "name") return fail("bad-wildcard", "an address has no sub-domains");
  if (coversStrangers(host, below, registrableDomain)) return fail("public-suffix", HELP_SUFFIX);
  return { kind: below ? "subdomains" : "exact", host: host.host, port, paths: undefined };
}

// `auth.example.com/login`: some tools read a prefix there, some never match it; here it has a spelling of its own.
function withoutPath(value: string): string {
  const [, host, path] = /^([^/?#\\]{1,253})(\/[^?#\\]{0,200})$/.exec(value) ?? [];
  if (host === undefined || path === undefined || checkPathPrefix(path) !== undefined) return HELP_PATH;
  if (path === "/") return "leave out the `/` at the end";
  return `write it as \`{ host: ${yamlText(host)}, paths: [${yamlText(path)}] }\``;
}

function yamlText(text: string): string {
  return /^[A-Za-z0-9/][A-Za-z0-9/._~:-]*$/.test(text) ? text : JSON.stringify(text);
}

// The first problem in words that fit a list.
function explain(found: readonly UrlProblem[]): readonly [HostProblemCode, string] {
  switch (sortProblems(found)[0]?.code) {
    case "number-host":
      return ["ip-by-accident", "an IPv4 address is four decimals without leading zeros: `127.0.0.1`"];
    case "bad-ipv6":
    case "zone-id":
      return ["ip-by-accident", "an IPv6 address stands in brackets, without a zone: `[::1]`"];
    case "trailing-dot":
      return ["not-a-host", "leave out the dot at the end"];
    case "non-ascii-host":
      return ["not-a-host", "write lower-case letters without joiners or marks, or its `xn--` form"];
    case "bad-punycode":
      return ["not-a-host", "the `xn--` form stands for no text that all readers agree on; such hosts can't be listed"];
    default:
      return ["not-a-host", HELP_HOST];
  }
}

// Several labels of which nobody can register any are a public suffix. A single label is one for the list's default rule,
// whatever it says; `localhost` and `intranet` are meant as they stand, so there the plain top-level domains are known here.
function coversStrangers(
  { host, kind }: Host,
  below: boolean,
  registrableDomain: RegistrableDomain | undefined,
): boolean {
  if (kind !== "name") return false;
  if (host.includes(".")) return registrableDomain !== undefined && registrableDomain(host) === undefined;
  if (below) return !LOCAL_TOPS.includes(` ${host} `);
  return host.length === 2 || COMMON_TOPS.includes(` ${host} `);
}

const LOCAL_TOPS = " localhost local internal intranet private corp home lan localdomain test example ";
// Those of two letters are all countries.
const COMMON_TOPS = " com net org edu gov mil int info biz name pro dev app xyz online site shop cloud tech page ";

function readPort(text: string): number {
  const port = /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : 0;
  return port > 65535 ? 0 : port;
}

function hostOfUrl(value: string): string {
  return `write the host alone, without ${value.startsWith("//") ? "`//`" : "the scheme"} and without a path`;
}

function isAddress(host: string): boolean {
  return host.startsWith("[") || /^[0-9.]+$/.test(host);
}

// RFC 6901
function pointerStep(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
