/**
 * IP addresses as hosts: the one plain form of IPv4, and every form of IPv6 in the one form that browsers print.
 * Other spellings of IPv4 (hexadecimal, octal, short) mean different addresses to different readers, so they are none.
 */

/** Eight groups of 16 bits */
export type Ipv6 = readonly number[];
/** Four bytes */
export type Ipv4 = readonly number[];

/** Four decimals from 0 to 255 without leading zeros */
export function parseIpv4(text: string): Ipv4 | undefined {
  // 255.255.255.255
  if (text.length > 15) return undefined;
  const parts = text.split(".");
  if (parts.length !== 4) return undefined;
  const bytes: number[] = [];
  for (const part of parts) {
    if (!isDecimal(part) || part.length > 3 || (part.length > 1 && part.startsWith("0"))) return undefined;
    const byte = Number(part);
    if (byte > 255) return undefined;
    bytes.push(byte);
  }
  return bytes;
}

/** Whether browsers take a name that ends in this label for an IPv4 address (WHATWG URL, "ends in a number checker") */
export function isNumberLabel(label: string): boolean {
  if (isDecimal(label)) return true;
  if (!label.startsWith("0x") && !label.startsWith("0X")) return false;
  for (let index = 2; index < label.length; index += 1) if (!isHex(label.charCodeAt(index))) return false;
  return true;
}

/** The groups of an address without brackets (RFC 4291, 2.2); the last 32 bits may be in dotted decimals */
export function parseIpv6(text: string): Ipv6 | undefined {
  // ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255
  if (text.length > 45) return undefined;
  const halves = text.split("::");
  if (halves.length > 2) return undefined;
  const [left = "", right] = halves;
  const head = groupsOf(left, right === undefined);
  const tail = right === undefined ? [] : groupsOf(right, true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  if (right === undefined) return missing === 0 ? head : undefined;
  return missing < 1 ? undefined : [...head, ...new Array<number>(missing).fill(0), ...tail];
}

/** The form that browsers print (WHATWG URL, "IPv6 serializer"; RFC 5952 without dotted decimals) */
export function renderIpv6(groups: Ipv6): string {
  const gap = longestGap(groups);
  const hex = groups.map((group) => group.toString(16));
  if (gap === undefined) return hex.join(":");
  return `${hex.slice(0, gap.start).join(":")}::${hex.slice(gap.end).join(":")}`;
}

function groupsOf(text: string, mayEndDotted: boolean): readonly number[] | undefined {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [index, part] of parts.entries()) {
    if (part.includes(".")) {
      const bytes = mayEndDotted && index === parts.length - 1 ? parseIpv4(part) : undefined;
      if (bytes === undefined) return undefined;
      const [first = 0, second = 0, third = 0, fourth = 0] = bytes;
      groups.push(first * 256 + second, third * 256 + fourth);
      continue;
    }
    if (part === "" || part.length > 4) return undefined;
    for (let at = 0; at < part.length; at += 1) if (!isHex(part.charCodeAt(at))) return undefined;
    groups.push(Number.parseInt(part, 16));
  }
  return groups;
}

// The first of the longest runs of at least two zero groups.
function longestGap(groups: Ipv6): { readonly start: number; readonly end: number } | undefined {
  let best: { readonly start: number; readonly end: number } | undefined;
  for (let start = 0; start < groups.length; start += 1) {
    let end = start;
    while (groups[end] === 0) end += 1;
    if (end - start < 2) continue;
    if (best === undefined || end - start > best.end - best.start) best = { start, end };
    start = end;
  }
  return best;
}

function isDecimal(text: string): boolean {
  if (text === "") return false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x30 || unit > 0x39) return false;
  }
  return true;
}

function isHex(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x46) || (unit >= 0x61 && unit <= 0x66);
}
