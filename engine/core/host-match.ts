/**
 * Whether a link falls under an entry of a host list.
 * A link that does not is told what it lacks, since a wrong port is another mistake than a wrong host.
 */
import type { HostEntry, RegistrableDomain } from "./hosts.ts";
import type { Url } from "./url.ts";
import { coversPath } from "./url-path.ts";

/** What a link lacks to fall under an entry, from far to near; `match`: nothing */
export type HostMatch = "host-not-allowed" | "insecure-http" | "match" | "path-not-allowed" | "port-not-allowed";

/**
 * Whether `url` falls under `entry`. https alone, or plain http to this machine: a list of hosts vouches for hosts, and
 * over http anyone on the way can be one. `registrableDomain` is asked for `{ domain: … }` alone.
 */
export function matchHost(entry: HostEntry, url: Url, registrableDomain: RegistrableDomain): HostMatch {
  if (!coversHost(entry, url.host, registrableDomain)) return "host-not-allowed";
  if (url.scheme === "http" && !url.loopback) return "insecure-http";
  const own = url.scheme === "https" ? 443 : 80;
  if (url.port !== (entry.port === own ? undefined : entry.port)) return "port-not-allowed";
  return entry.paths === undefined || coversPath(entry.paths, url.path) ? "match" : "path-not-allowed";
}

/** What a link lacks to fall under one of several entries: the nearest answer that one of them gives */
export function matchHosts(entries: readonly HostEntry[], url: Url, registrableDomain: RegistrableDomain): HostMatch {
  let best = 0;
  for (const entry of entries) {
    best = Math.max(best, NEARNESS.indexOf(matchHost(entry, url, registrableDomain)));
  }
  return NEARNESS[best] ?? "host-not-allowed";
}

/** Whether a host, in the form of `Url.host`, falls under an entry, whatever its port and path */
function coversHost(entry: HostEntry, host: string, registrableDomain: RegistrableDomain): boolean {
  switch (entry.kind) {
    case "exact":
      return host === entry.host;
    case "subdomains":
      return isBelow(host, entry.host);
    case "domain":
      // Between `amazonaws.com` and a host below it there may be a suffix (`s3.amazonaws.com`) with strangers under it.
      if (host !== entry.host && !isBelow(host, entry.host)) return false;
      return registrableDomain(host) === registrableDomain(entry.host);
  }
}

/** Whether `host` is a sub-domain of `parent`, at any depth */
export function isBelow(host: string, parent: string): boolean {
  return host.length > parent.length + 1 && host.endsWith(parent) && host[host.length - parent.length - 1] === ".";
}

/** Whether one of several entries covers a host, whatever its port and path */
export function listsHost(entries: readonly HostEntry[], host: string, registrableDomain: RegistrableDomain): boolean {
  return entries.some((entry) => coversHost(entry, host, registrableDomain));
}

const NEARNESS: readonly HostMatch[] = [
  "host-not-allowed",
  "insecure-http",
  "port-not-allowed",
  "path-not-allowed",
  "match",
];
