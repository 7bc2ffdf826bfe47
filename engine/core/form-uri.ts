/**
 * The format `uri`: RFC 3986 as far as the validators of real servers look, which is the characters alone.
 * It says nothing about safety (`javascript:` is a URI); what a person is asked to open goes through url.ts.
 */

/** A scheme, something after it, legal characters, whole percent escapes; brackets only around the address of a host */
export function isUri(text: string): boolean {
  const colon = text.indexOf(":");
  if (colon < 1 || !isScheme(text.slice(0, colon))) return false;
  const hash = text.indexOf("#");
  if (hash >= 0 && !isLegal(text.slice(hash + 1).replaceAll("?", ""))) return false;
  const beforeHash = text.slice(colon + 1, hash < 0 ? undefined : hash);
  const mark = beforeHash.indexOf("?");
  if (mark >= 0 && !isLegal(beforeHash.slice(mark + 1).replaceAll("?", ""))) return false;
  const hierarchy = mark < 0 ? beforeHash : beforeHash.slice(0, mark);
  if (hierarchy === "") return false;
  return hierarchy.includes("[") ? hasAddress(hierarchy) : isLegal(hierarchy);
}

function isScheme(text: string): boolean {
  return /^[A-Za-z]/.test(text) && !/[^A-Za-z0-9+.-]/.test(text);
}

function isLegal(text: string): boolean {
  return !/[^\w.~!$&'()*+,;=:@/%-]/.test(text) && !/%(?![0-9A-Fa-f]{2})/.test(text);
}

// `//` [userinfo `@`] `[` address `]` [`:` port] [`/` path]
function hasAddress(hierarchy: string): boolean {
  if (!hierarchy.startsWith("/")) return false;
  const open = hierarchy.indexOf("[");
  const close = hierarchy.indexOf("]");
  const user = hierarchy.slice(hierarchy.startsWith("//") ? 2 : 1, open);
  if (user !== "" && (!user.endsWith("@") || /[@/]/.test(user.slice(0, -1)) || !isLegal(user))) return false;
  const after = hierarchy.slice(close + 1);
  const slash = after.includes("/") ? after.indexOf("/") : after.length;
  const port = after.slice(0, slash);
  if (port !== "" && (!port.startsWith(":") || /[^0-9]/.test(port.slice(1)))) return false;
  if (close < open || !isLegal(after.slice(slash))) return false;
  const address = hierarchy.slice(open + 1, close);
  return isIpv6(address) || isFuture(address);
}

// RFC 4291: eight groups of hexadecimal digits, one run of them left out as `::`, the last two perhaps as IPv4.
function isIpv6(text: string): boolean {
  const halves = text.split("::");
  if (text.length > 45 || halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const ipv4 = last.includes(".") && text.endsWith(last);
  const hexadecimal = ipv4 ? groups.slice(0, -1) : groups;
  if ((ipv4 && !isIpv4(last)) || !hexadecimal.every((group) => /^[0-9A-Fa-f]{1,4}$/.test(group))) return false;
  const count = hexadecimal.length + (ipv4 ? 2 : 0);
  return halves.length === 2 ? count < 8 : count === 8;
}

function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return parts.length === 4 && parts.every((part) => /^[0-9]{1,3}$/.test(part) && Number(part) < 256);
}

function isFuture(text: string): boolean {
  const dot = text.indexOf(".");
  if (dot < 2 || dot === text.length - 1 || !/^[Vv]/.test(text)) return false;
  return !/[^0-9A-Fa-f]/.test(text.slice(1, dot)) && !/[^\w.~!$&'()*+,;=:-]/.test(text.slice(dot + 1));
}
