/**
 * One lexicon for all who are given the same lists: rules, and whoever writes a record of what they decided.
 * What one looked up the next need not, and a hook looks up the same few words several times.
 */
import { createLexicon, type Lexicon } from "./secret-lexicon.ts";
import type { WordScript } from "./secret-phrases.ts";

let lexicon: Lexicon | undefined;
let lexiconOf: Packed | undefined;

export function sharedLexicon(packed: Packed): Lexicon {
  if (lexicon === undefined || lexiconOf !== packed) {
    lexicon = createLexicon(packed);
    lexiconOf = packed;
  }
  return lexicon;
}

type Packed = (script: WordScript) => string;
