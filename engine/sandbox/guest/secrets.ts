/**
 * `sekisho.secrets`: the detectors of the built-in rules. The word lists are the engine's own, handed in as texts when the
 * helper is loaded, so that they ride in the one file once.
 */
import { createLexicon } from "../../core/secret-lexicon.ts";
import { findSecretRequests } from "../../core/secret-requests.ts";
import { findSecretValues } from "../../core/secret-values.ts";

export interface SecretsHelper {
  /** Fields of a form that ask for a secret, each with its category: `password`, `api-key` … */
  readonly asked: (form: {
    readonly message: string;
    readonly requestedSchema: object;
  }) => readonly { readonly field: string; readonly category: string }[];
  /** Fields of an answer that hold a secret, each with its kind: `github-pat`, `payment-card` … */
  readonly given: (content: object) => readonly { readonly field: string; readonly kind: string }[];
}

export interface Words {
  readonly latin: string;
  readonly other: string;
  readonly recovery: string;
}

/** The helper, made of the lists */
export function createHelper(words: Words): SecretsHelper {
  const lexicon = createLexicon((script) => words[script]);
  const helper: SecretsHelper = {
    asked: ({ message, requestedSchema }) =>
      findSecretRequests({ message: String(message), requestedSchema }, lexicon).map(({ field, category }) => ({
        field,
        category,
      })),
    given: (content) =>
      findSecretValues(content, { lexicon, recoveryWords: () => words.recovery }).map(({ name, kind }) => ({
        field: name,
        kind,
      })),
  };
  // What is made at the first use is made here, before the memory is kept.
  const properties = { token: { type: "string", title: "\u00e9\u0430\uff41 name" } };
  helper.asked({ message: "Please enter it", requestedSchema: { type: "object", properties } });
  helper.given({ token: "name 4111" });
  return helper;
}
