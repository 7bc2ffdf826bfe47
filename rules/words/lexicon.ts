/**
 * What all rules know of secrets' words: one lexicon, made when the first form is read, since most hooks never need it.
 * The one door to the large data of this folder, so that a build can keep it away from what every hook reads.
 */
import { createLexicon, type Lexicon } from "../../engine/core/secret-lexicon.ts";
import { packedWords } from "./packed.generated.ts";
import { recoveryWords } from "./recovery-phrase.ts";

let lexicon: Lexicon | undefined;

export function secretLexicon(): Lexicon {
  lexicon ??= createLexicon(packedWords);
  return lexicon;
}

/** The words of BIP-39 in their order */
export function recoveryWordList(): string {
  return recoveryWords;
}
