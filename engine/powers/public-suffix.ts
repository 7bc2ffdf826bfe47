/**
 * The one door to `tldts`: the public suffix list, with its private section.
 * Without that section the tenants of `github.io` or `vercel.app` would be one owner (cases: url-143, url-163).
 */
import { getDomain } from "tldts";

/**
 * The registrable domain of a host in ASCII and lower case. Below a top-level domain that is not listed the list's own
 * default rule `*` counts (publicsuffix.org, algorithm, step 2), so `login.evil.test` belongs to `evil.test`.
 * `undefined` for a public suffix itself, an address, a single label, and what is no host name.
 */
export function registrableDomain(host: string): string | undefined {
  // The package takes the host out of a link and drops a last dot; here that would hide a slip.
  if (!/^[a-z0-9._-]+$/.test(host) || /^\.|\.\.|\.$/.test(host)) return undefined;
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false }) ?? undefined;
}
