/**
 * What counts as a secret: the vocabulary that the detectors and the rules share.
 * MCP 2026-07-28, elicitation: form mode MUST NOT be used to ask for "passwords, API keys, access tokens, or payment
 * credentials"; 2025-06-18 said "sensitive information" and left it open, so the other categories can be chosen.
 */

/** In the order in which findings are given */
export const SECRET_CATEGORIES = [
  "password",
  "api-key",
  "access-token",
  "private-key",
  "secret",
  "otp",
  "pin",
  "recovery-phrase",
  "session-cookie",
  "payment-card",
  "bank-account",
  "national-id",
  "security-answer",
] as const;

export type SecretCategory = (typeof SECRET_CATEGORIES)[number];

/**
 * The words of one language (rules/words/<language>.ts). Each list is phrases separated by `, `; spaces, hyphens and
 * capitals do not count, and accents are folded away. Marks around a phrase:
 *
 *     word*     also the beginning of a longer word (пароль, паролем)
 *     *word*    anywhere inside a word (Datenbankpasswort). Han, kana and Hangul need no mark: they match anywhere
 *     word.     no plural
 *     word!     soft: only where no further noun follows (`token`, not `token limit`), and a title can say otherwise
 *     word=     softer: nor where another noun stands before (`pin`, not `GPIO pin`)
 *     word?     weak: counts only beside a firm word or a cue of the same category
 */
export interface SecretWords {
  readonly language: string;
  /** Lists in Latin letters are looked up for every text, the others only where a text has other letters */
  readonly script: "latin" | "other";
  /** What secrets are called */
  readonly names: Readonly<Partial<Record<SecretCategory, string>>>;
  /** What makes a weak word of a category count: where a code comes from, that a card is at hand */
  readonly cues?: Readonly<Partial<Record<SecretCategory, string>>>;
  /** Longer phrases around the same words that name no secret (primary key, secretary, 密码学) */
  readonly harmless: string;
  /** What follows a secret's name where it is not the secret that is asked for (password *policy*, API key *name*) */
  readonly about: string;
  /** The same before it (*name of* the API key, *number of* tokens) */
  readonly aboutOf: string;
  /** Tells where a secret goes to: the field asks for the address, not for the secret (we will send a code to …) */
  readonly sends?: string;
  /** Asks for what follows or precedes (enter, paste, what is your, 入力してください) */
  readonly asks: string;
  /** What it is asked for may stand in another sentence (enter *it* below) */
  readonly pointers: string;
  /** Forbids what follows (never enter, do not share) */
  readonly never: string;
  /** Forbids what precedes (は入力しないでください, nicht eingeben) */
  readonly neverAfter: string;
  /** Leaves out what follows directly (without a password) */
  readonly without: string;
  /** Tells that the form is about circuits, where a `word=` in a number field is a contact and no secret (a GPIO pin) */
  readonly wiring?: string;
  /** Opens a question that is answered with yes or no */
  readonly whether: string;
  /** Words that say nothing here: articles, prepositions, and refusals that forbid nothing (do not forget) */
  readonly fillers: string;
  /** Words that stand between a name and what is said about it (の, 的) */
  readonly links?: string;
  /** Labels of fields that tell what they hold, and it is no secret */
  readonly known: string;
  /** Labels that tell nothing: the message decides */
  readonly generic: string;
}
