/**
 * Says why a pattern is not RE2 syntax, and what to write instead.
 * Most people know the syntax of JavaScript or Perl, so their habits are named one by one.
 */

export interface PatternFault {
  readonly message: string;
  readonly help: string;
}

/** Slashes and flags around a pattern: RE2 would look for the slashes themselves, and never find them */
export function checkDelimiters(source: string): PatternFault | undefined {
  const found = /^\/(.+)\/([dgimsuvy]{1,7})$/s.exec(source);
  if (found === null) return undefined;
  const flags = [..."ims"].filter((flag) => found[2]?.includes(flag)).join("");
  return {
    message: "the slashes around the pattern are part of it",
    help: `write ${flags === "" ? "it without slashes and flags" : `\`(?${flags})\` and the pattern, without slashes`}; a slash that is meant is \`[/]\``,
  };
}

/** For a pattern that was refused; finds something to say about each */
export function explainPattern(source: string): PatternFault {
  // What stands behind a backslash, in a class or between \Q and \E could be taken for syntax; this is a hint, so be it.
  for (const [habit, message, help] of habits()) if (habit.test(source)) return { message, help };
  return {
    message: "the pattern is not RE2 syntax",
    help: "RE2 syntax is listed at https://github.com/google/re2/wiki/Syntax",
  };
}

// A function, so that none of these is built for a hook.
function habits(): readonly (readonly [habit: RegExp, message: string, help: string])[] {
  return [
    [
      /\(\?<?[=!]/,
      "RE2 has no lookahead or lookbehind",
      "use `\\b`, `^` and `$`, or two conditions or rules in place of one",
    ],
    [
      /\(\?P?<[^>]*(?:>|$)/,
      "the name of a group is letters, digits and `_`, and given once",
      "write `(?:…)`: groups need no names here",
    ],
    [/\(\?P[=>]|\\k[<{']|\\[1-9]/, "RE2 has no backreferences", "write out what may be repeated"],
    [/\(\?>|[*+?}]\+/, "RE2 has no atomic groups and possessive repeats", "leave the mark out: RE2 never goes back"],
    [/\\u/, "RE2 has no `\\u`", "write the character itself, or `\\x{65E5}`"],
    [/\\c/, "RE2 has no `\\c`", "write the control character as `\\x1b`"],
    [
      /\\[Zh-jlm]|\\[GHIJKLMNORTVXYeEgoqy]/,
      "an escape of the pattern is not RE2's",
      "`\\d` `\\s` `\\w` `\\b` `\\A` `\\z` `\\n` `\\t` `\\x41` `\\x{65E5}` are known",
    ],
    [
      /\\p/i,
      "RE2 does not know this class of characters",
      "`\\pL`, `\\p{Lu}`, `\\p{Greek}` are known; `\\p{Script=Greek}` is not",
    ],
    [
      /\(\?/,
      "RE2 does not know this kind of group",
      "`(?:…)`, `(?i)`, `(?i:…)` are known, with the flags `i`, `m`, `s`, `U`",
    ],
    [/\{\d{4,}|\{\d*,\d{4,}/, "RE2 repeats at most 1000 times", "write a smaller count, or `*`"],
    [/[*+?}][*+?{]/, "a repeat of a repeat", "put what is repeated into a group: `(?:…)`"],
    [
      /^[*+?]|[(|][*+?]/,
      "there is nothing to repeat before `*`, `+` or `?`",
      "write `\\*` for the sign; with `*` alone a glob is meant: use `globs`",
    ],
    [/\\$/, "the pattern ends in a backslash", "write two for the sign itself"],
    [/\[/, "a class in brackets is not closed, or its range runs backwards", "write `\\[` for the sign itself"],
    [/[()]/, "the parentheses do not match", "write `\\(` or `\\)` for the sign itself"],
  ];
}
