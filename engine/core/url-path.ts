/**
 * Paths of links against the path prefixes of a host list.
 * A server may decode, resolve or cut a path before it looks at it, so a path that could mean another one is under no prefix.
 */

/** What to write instead of a prefix that is not clear; `undefined`: it is */
export function checkPathPrefix(prefix: string): string | undefined {
  if (!prefix.startsWith("/")) return "a path begins with `/`";
  if (prefix.includes("*")) return "a path covers all below it; leave out the `*`";
  if (/[?#]/.test(prefix)) return "leave out the query and the fragment";
  if (!/^(?:[A-Za-z0-9\-._~!$&'()+,;=:@/]|%[0-9A-Fa-f]{2})*$/.test(prefix)) {
    return "write characters beyond letters and digits as `%XX`, as browsers do";
  }
  return isUnclear(prefix) || prefix.includes("//")
    ? "leave out `.`, `..` and empty segments, and encoded slashes, dots and percent signs"
    : undefined;
}

/** Whether a link's path lies at or below one of the prefixes: `/login` covers `/login` and `/login/x`, not `/login2` */
export function coversPath(prefixes: readonly string[], path: string): boolean {
  const whole = path === "" ? "/" : path;
  if (isUnclear(whole)) return false;
  return prefixes.some((prefix) => {
    if (!whole.startsWith(prefix)) return false;
    return whole.length === prefix.length || prefix.endsWith("/") || whole[prefix.length] === "/";
  });
}

// Encoded slash, backslash, dot, percent sign (a second layer) and NUL; dot segments, with `;parameters` too.
function isUnclear(path: string): boolean {
  return /%(?:00|25|2e|2f|5c)/i.test(path) || /\/\.{1,2}(?:[/;]|$)/.test(path);
}
