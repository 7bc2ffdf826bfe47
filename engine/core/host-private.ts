/**
 * Hosts that lead into somebody's own network, or past the name system altogether.
 * Only what the text says counts: a public name may resolve to anything, which a list of hosts alone can stop.
 */
import { parseIpv4, parseIpv6 } from "./host-ip.ts";
import { isBelow } from "./host-match.ts";
import type { Url } from "./url.ts";

export type PrivateKind =
  | "ip-host"
  | "link-local"
  | "local-name"
  | "loopback"
  | "metadata"
  | "private-net"
  | "single-label"
  | "unspecified";

/** What makes a host private, the most telling kind; `undefined`: a name of the public name system */
export function privateKind({ host, hostKind }: Pick<Url, "host" | "hostKind">): PrivateKind | undefined {
  switch (hostKind) {
    case "ipv4":
      return ipv4Kind(parseIpv4(host) ?? []);
    case "ipv6":
      return ipv6Kind(host);
    case "name":
      return nameKind(host);
  }
}

// Names that clouds answer with an instance's credentials.
const METADATA_NAMES = "metadata metadata.google.internal metadata.goog metadata.azure.internal instance-data";
// Addresses of the same: AWS and most others, AWS tasks and Alibaba, Azure, Oracle; then AWS and Google over IPv6.
const METADATA_IPV4 = "169.254.169.254 169.254.170.2 169.254.170.23 100.100.100.200 168.63.129.16 192.0.0.192";
const METADATA_IPV6 = "[fd00:ec2::254] [fd00:ec2::23] [fd20:ce::254]";
// RFC 6761, RFC 6762 with its appendix G, RFC 8375, ICANN's `internal`: names that never leave a network.
const LOCAL_SUFFIXES = "local internal intranet private corp home lan localdomain home.arpa";
// Public names by which anyone can write any address, or that always lead to this machine.
const ADDRESS_SERVICES = "nip.io sslip.io xip.io traefik.me localtest.me lvh.me vcap.me lacolhost.com local.gd";

function nameKind(host: string): PrivateKind | undefined {
  if (host === "localhost" || isBelow(host, "localhost") || host === "localhost.localdomain") return "loopback";
  if (isOneOf(METADATA_NAMES, host) || isBelow(host, "instance-data.ec2.internal")) return "metadata";
  if (!host.includes(".")) return "single-label";
  const local = LOCAL_SUFFIXES.split(" ").some((suffix) => isBelow(host, suffix));
  return local || ADDRESS_SERVICES.split(" ").some((name) => host === name || isBelow(host, name))
    ? "local-name"
    : undefined;
}

// Ranges of the IANA special-purpose address registry (RFC 6890).
function ipv4Kind(bytes: readonly number[]): PrivateKind {
  const [first = 0, second = 0] = bytes;
  if (isOneOf(METADATA_IPV4, bytes.join("."))) return "metadata";
  if (first === 0) return "unspecified";
  if (first === 127) return "loopback";
  if (first === 169 && second === 254) return "link-local";
  if (first === 10 || (first === 192 && second === 168)) return "private-net";
  if (first === 172 && second >= 16 && second <= 31) return "private-net";
  // Between a carrier and its customers, and for measurements.
  if (first === 100 && second >= 64 && second <= 127) return "private-net";
  return first === 198 && (second === 18 || second === 19) ? "private-net" : "ip-host";
}

function ipv6Kind(host: string): PrivateKind {
  if (isOneOf(METADATA_IPV6, host)) return "metadata";
  const groups = parseIpv6(host.slice(1, -1)) ?? [];
  const [first = 0] = groups;
  if (host === "[::]") return "unspecified";
  if (host === "[::1]") return "loopback";
  const inner = embeddedIpv4(groups);
  if (inner !== undefined) return ipv4Kind(inner);
  if ((first & 0xffc0) === 0xfe80) return "link-local";
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 ? "private-net" : "ip-host";
}

// Mapped and compatible (RFC 4291, 2.5.5), translated (RFC 2765, RFC 6052, RFC 8215), 6to4 (RFC 3056).
function embeddedIpv4(groups: readonly number[]): readonly number[] | undefined {
  const [first = 0, second = 0, third = 0] = groups;
  const zeros = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  if (first === 0x2002) return bytesOf(second, third);
  const atEnd =
    (zeros(0, 5) && (groups[5] === 0 || groups[5] === 0xffff)) ||
    (zeros(0, 4) && groups[4] === 0xffff && groups[5] === 0) ||
    (first === 0x64 && second === 0xff9b && (third === 1 || zeros(2, 6)));
  return atEnd ? bytesOf(groups[6] ?? 0, groups[7] ?? 0) : undefined;
}

function bytesOf(high: number, low: number): readonly number[] {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff];
}

function isOneOf(list: string, item: string): boolean {
  return list.split(" ").includes(item);
}
