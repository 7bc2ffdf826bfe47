/** Generated patterns and texts, made to hit each other: few letters, with the relatives that fold into them. */
import fc from "fast-check";

const LETTERS = "abksKS1_- é\u017f\u212a本😀пП\n\rå";

const literal = fc.constantFrom(
  ...LETTERS,
  ..."\\. \\n \\x41 \\x{1F600} \\x{e5} \\_ \\101 \\x{212a} \\0 \\a".split(" "),
);
const set = fc.constantFrom(
  ..."[a-c] [^a] [^a-z] [[:alpha:]] [[:^digit:]_] [\\d-] [\\w.] [^\\s] [\\W] [a-zé] [-a] []a] [^]a] [😀-😂] [\\n]".split(
    " ",
  ),
  ..."[^\\n] [b-кK] [\\]\\[] [[:word:]] [[:space:]] [k-s] [\\x{100}-\\x{10FFFF}] \\d \\D \\s \\S \\w \\W .".split(" "),
);
const assertion = fc.constantFrom(..."\\b \\B \\A \\z ^ $".split(" "));
const quoted = fc.constantFrom("\\Qa.b\\E", "\\Q\\E", "\\Q*");
const flags = fc.constantFrom("(?i)", "(?s)", "(?m)", "(?-i)", "(?U)", "(?im-s)", "()");
const quantifier = fc.constantFrom(
  ..."? * + {2} {0,2} {1,} {1,3} ?? *? +? {0} {2,}? {1} {0,1}".split(" "),
  ...Array<string>(14).fill(""),
);
const opening = fc.constantFrom("(", "(?:", "(?i:", "(?s:", "(?m:", "(?i-s:");

const atom = fc.oneof({ weight: 6, arbitrary: literal }, { weight: 2, arbitrary: set }, assertion, quoted);

/** RE2 syntax, for the most part valid */
export const patterns: fc.Arbitrary<string> = fc.letrec<{ either: string; row: string; item: string }>((tie) => ({
  either: fc.array(tie("row"), { minLength: 1, maxLength: 3 }).map((rows) => rows.join("|")),
  row: fc.array(tie("item"), { maxLength: 5 }).map((items) => items.join("")),
  item: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.tuple(atom, quantifier).map(([one, times]) => one + times),
    flags,
    fc.tuple(opening, tie("either"), quantifier).map(([open, inside, times]) => `${open}${inside})${times}`),
  ),
})).either;

/** Pieces of syntax in any order, most of it broken, and much of it another dialect's */
export const brokenPatterns: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      atom,
      flags,
      quantifier,
      fc.constantFrom(
        ..."( ) | [ ] { } * + ? {2 {1001} {1000} {3,2} {,2} {01} {999999999} (? (?i (?: (?= (?n) (?<n> (?P<m> (?P<n>a)".split(
          " ",
        ),
        ..."(?<! (?P=n) (?P>n) (?<n-> \\1 \\8 \\08 \\777 \\u0041 \\x \\x{ \\x{} \\x{110000} \\x4 \\pN \\p{Greek} \\C \\E \\Q".split(
          " ",
        ),
        ..."\\ - ^ [:alpha:] [[:foo:]] [[:alpha] [a-\\d] [b-a] [a-b-c] [--a] [\\Q] [\\b] \\cA \\k \\é (?i-) (?--i) (?-) (?) (?ii)".split(
          " ",
        ),
        ..."*? ** +? ?? (a{40}){40} (a{30}){30} \\ud800 [] [^] []] /a/g".split(" "),
      ),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(""));

/** The plain lists of words that the short way is for */
export const plainPatterns: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "(?i)"),
    fc.constantFrom("", "^", "\\b"),
    fc.constantFrom("", "(", "(?:"),
    fc.array(
      fc.constantFrom("a", "b", "k", "S", "s?", "[_-]", "[ks]?", "[-_ ]?", "_", "-", " ", "1", "|", "[K1]", "|"),
      {
        minLength: 1,
        maxLength: 10,
      },
    ),
    fc.constantFrom("", ")"),
    fc.constantFrom("", "$", "\\b"),
  )
  .map(([fold, before, open, words, close, behind]) => fold + before + open + words.join("") + close + behind);

/** Loops over a few overlapping sets: what backtracking is bad at */
export const loopingPatterns: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom("", "", "^", "\\b", "(?m)^"),
    fc.array(
      fc.constantFrom(
        ..."a b - ab -a [ab] [^-] a* b* [ab]* [^-]* -* a+ [ab]+ .* a? b? [ab]{2} a{1,3} (?:a|ab) (?:a|-b)? (?:ab*-|a) (?:a?b){2}".split(
          " ",
        ),
      ),
      { minLength: 1, maxLength: 7 },
    ),
    fc.constantFrom("", "$", "-$"),
  )
  .map(([before, items, behind]) => before + items.join("") + behind);

/** Short texts of the same letters, with halves of surrogate pairs */
export const texts: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(..."abksKS1_- ", "a.b", "ab", "k-1") },
      fc.constantFrom(...LETTERS, ...".Åж0Zz\u212b\u1c80\t\v\0\u2028", "\ud83d", "\ude00"),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(""));

/** The letters of the plain lists, and nothing else */
export const plainTexts: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(..."abkKsS1_- \u212a\u017f"),
  maxLength: 6,
});

/** One short piece over and over, and something at the ends: what makes a search go back and forth */
export const pumpedTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.string({ unit: fc.constantFrom("a", "b", "-"), maxLength: 3 }),
    fc.string({ unit: fc.constantFrom("a", "b", "-"), minLength: 1, maxLength: 4 }),
    fc.integer({ min: 1, max: 40 }),
    fc.constantFrom("", "-", "b", "\n", "c"),
  )
  .map(([before, piece, times, behind]) => before + piece.repeat(times) + behind);
