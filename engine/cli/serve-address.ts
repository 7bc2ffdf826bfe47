/**
 * Where a server listens, and whether others than this machine can reach it there.
 * A name is looked up first and its address is what is listened on, so that what was judged is what is bound.
 */
import { parseIpv4, parseIpv6 } from "../core/host-ip.ts";
import { nodeModule } from "../platform.ts";
import { UsageError } from "./command.ts";

/** The address of a host name. Throws `UsageError` where there is none */
export async function addressOf(host: string): Promise<string> {
  const bare = host.replace(/^\[(.*)\]$/, "$1");
  if (parseIpv4(bare) !== undefined || parseIpv6(bare) !== undefined) return bare;
  const dns = nodeModule("dns");
  try {
    if (dns !== undefined) return (await dns.promises.lookup(bare)).address;
  } catch {}
  throw new UsageError(
    `\`${host}\` has no address`,
    "name an address of this machine, such as `127.0.0.1` or `0.0.0.0`",
  );
}

/** Whether only this machine can reach it */
export function isLoopback(address: string): boolean {
  const four = parseIpv4(address);
  if (four !== undefined) return four[0] === 127;
  const six = parseIpv6(address);
  if (six === undefined) return false;
  if (six.slice(0, 7).every((group) => group === 0)) return six[7] === 1;
  // ::ffff:127.0.0.1
  return six.slice(0, 5).every((group) => group === 0) && six[5] === 0xffff && (six[6] ?? 0) >>> 8 === 127;
}

/** As it stands in a URL */
export function renderAddress(address: string): string {
  return address.includes(":") ? `[${address}]` : address;
}
