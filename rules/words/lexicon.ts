/**
 * What all rules know of secrets' words: one lexicon, made when the first form is read, since most hooks never need it.
 * The words come in through the rules' powers, so that a build can keep them away from what every hook reads.
 */
import type { Powers } from "../../engine/core/rule.ts";
import type { Lexicon } from "../../engine/core/secret-lexicon.ts";
import { sharedLexicon } from "../../engine/core/shared-lexicon.ts";

export function secretLexicon({ words }: Pick<Powers, "words">): Lexicon {
  return sharedLexicon(words);
}
