/** `sekisho.url`: reads links as the built-in rules do, that is, only those which every reader reads alike. */
import { matchHosts } from "../../core/host-match.ts";
import { type HostEntry, parseHostEntry } from "../../core/hosts.ts";
import { parseUrl } from "../../core/url.ts";

export interface UrlParts {
  readonly scheme: "http" | "https";
  /** In ASCII and lower case */
  readonly host: string;
  /** `undefined`: the scheme's own */
  readonly port: number | undefined;
  readonly path: string;
  readonly query: string | undefined;
  readonly fragment: string | undefined;
  readonly loopback: boolean;
}

export interface UrlHelper {
  /** The parts of a link, or `undefined` for one that two programs could read differently */
  readonly parse: (text: string) => UrlParts | undefined;
  /** What keeps a link from being read: `userinfo`, `backslash` … */
  readonly problems: (text: string) => readonly string[];
  /** Whether a link leads to a host of the list: `auth.example.com`, `*.example.com`, `localhost:3000`; https, or this machine */
  readonly leadsTo: (text: string, hosts: readonly string[]) => boolean;
}

export const helper: UrlHelper = {
  parse: (text) => {
    const read = parseUrl(text);
    if (!read.ok) return undefined;
    const { scheme, host, port, path, query, fragment, loopback } = read.value;
    return { scheme, host, port, path, query, fragment, loopback };
  },
  problems: (text) => {
    const read = parseUrl(text);
    return read.ok ? [] : read.errors.map(({ code }) => code);
  },
  leadsTo: (text, hosts) => {
    const read = parseUrl(text);
    return read.ok && matchHosts(hosts.map(entryOf), read.value, () => undefined) === "match";
  },
};

// A list with an entry that says nothing must not be one that lets nothing, or everything, through.
function entryOf(entry: string): HostEntry {
  const read = typeof entry === "string" ? parseHostEntry(entry) : undefined;
  if (read?.ok !== true) throw new TypeError("an entry of a host list is no host");
  return read.value;
}
