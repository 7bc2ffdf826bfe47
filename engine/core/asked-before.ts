/**
 * What questions ask for. One rule wants to know it of the question, another of the same question when its answer comes, and
 * then the record of what that rule said; and to read a form takes longer than all else that is done with it.
 */
import { isQuiet, noteQuiet } from "./quiet-forms.ts";
import type { Lexicon } from "./secret-lexicon.ts";
import { type AskedForm, findSecretRequests, type SecretRequest } from "./secret-requests.ts";

const read = new WeakMap<AskedForm, { readonly lexicon: Lexicon; readonly found: readonly SecretRequest[] }>();

/** Of each question what `findSecretRequests` finds; they are told apart by identity, and must not change */
export function askedBefore(forms: readonly AskedForm[], lexicon: Lexicon): readonly SecretRequest[] {
  return forms.flatMap((form) => {
    if (isQuiet(form)) return [];
    const known = read.get(form);
    if (known?.lexicon === lexicon) return known.found;
    const found = findSecretRequests(form, lexicon);
    read.set(form, { lexicon, found });
    if (found.length === 0) noteQuiet(form);
    return found;
  });
}
