/**
 * What the questions before an answer asked for. A rule wants to know it, and then the record of what that rule said of the
 * same questions, and to read them takes longer than all else that is done with an answer.
 */
import type { Lexicon } from "./secret-lexicon.ts";
import { type AskedForm, findSecretRequests, type SecretRequest } from "./secret-requests.ts";

const read = new WeakMap<AskedForm, { readonly lexicon: Lexicon; readonly found: readonly SecretRequest[] }>();

/** Of each question what `findSecretRequests` finds; they are told apart by identity, and must not change */
export function askedBefore(forms: readonly AskedForm[], lexicon: Lexicon): readonly SecretRequest[] {
  return forms.flatMap((form) => {
    const known = read.get(form);
    if (known?.lexicon === lexicon) return known.found;
    const found = findSecretRequests(form, lexicon);
    read.set(form, { lexicon, found });
    return found;
  });
}
