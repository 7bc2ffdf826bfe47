/**
 * Globs: `*` is any run of characters, `?` is one, all else is itself.
 * They match whole names that a server chose, so matching never backtracks further than the last star.
 */

export function isGlob(text: string): boolean {
  return text.includes("*") || text.includes("?");
}

/** Whether the whole `text` fits `glob`; case-sensitive, by UTF-16 code unit; at most length × length steps */
export function matchesGlob(glob: string, text: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    const wanted = glob[next];
    if (wanted === "*") {
      star = next;
      resume = at;
      next += 1;
    } else if (wanted === "?" || (wanted !== undefined && wanted === text[at])) {
      at += 1;
      next += 1;
    } else if (star >= 0) {
      resume += 1;
      at = resume;
      next = star + 1;
    } else {
      return false;
    }
  }
  while (glob[next] === "*") next += 1;
  return next === glob.length;
}
