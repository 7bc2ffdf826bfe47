/**
 * The one lexicon of secrets' names that all rules use. Made when the first form is read, since most hooks never need it.
 */
import { createLexicon, type Lexicon } from "../../engine/core/secret-lexicon.ts";
import { packedWords } from "./packed.generated.ts";

let lexicon: Lexicon | undefined;

export function secretLexicon(): Lexicon {
  lexicon ??= createLexicon(packedWords);
  return lexicon;
}
