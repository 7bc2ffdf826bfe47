/**
 * What must not stand in a link that a server sends: what signs a person in, and what says who they are.
 * MCP 2025-11-25, elicitation: "MUST NOT include sensitive information about the end-user … in the URL", and "MUST NOT
 * provide a URL which is pre-authenticated". Links end in histories, logs and referrers.
 */
import type { Url } from "./url.ts";
import { type UrlPart, type UrlPiece, urlPieces } from "./url-parts.ts";

type UrlSecretKind =
  | "api-key"
  | "authorization-code"
  | "card"
  | "email"
  | "jwt"
  | "magic-link"
  | "password"
  | "personal-id"
  | "phone"
  | "session"
  | "signature"
  | "token";

export interface UrlSecret {
  readonly kind: UrlSecretKind;
  readonly part: UrlPart;
  /** Says who a person is, rather than letting someone in */
  readonly personal: boolean;
  /** Where it stands in that part, from and up to */
  readonly at: number;
  readonly end: number;
}

/** What says who a person is; `local-email` is an address without a domain, `alice@localnet` */
export const PERSONAL_KINDS = ["card", "email", "local-email", "personal-id", "phone"] as const;
export type PersonalKind = (typeof PERSONAL_KINDS)[number];

/** The first thing in a link that must not stand there; `personal`: which kinds of personal data count */
export function findUrlSecret(
  url: Pick<Url, "fragment" | "path" | "query">,
  personal: readonly PersonalKind[],
): UrlSecret | undefined {
  const pieces = urlPieces(url);
  for (const index of pieces.keys()) {
    const secret = secretAt(pieces, index, personal);
    if (secret !== undefined) return secret;
  }
  return callback(pieces);
}

/** All of them */
export function findUrlSecrets(
  url: Pick<Url, "fragment" | "path" | "query">,
  personal: readonly PersonalKind[],
): readonly UrlSecret[] {
  const pieces = urlPieces(url);
  const last = callback(pieces);
  const found = pieces.flatMap((_, index) => secretAt(pieces, index, personal) ?? []);
  return last === undefined ? found : [...found, last];
}

function secretAt(
  pieces: readonly UrlPiece[],
  index: number,
  personal: readonly PersonalKind[],
): UrlSecret | undefined {
  const piece = pieces[index] as UrlPiece;
  const secret = secretOf(piece) ?? afterMagicWord(pieces, index);
  const kind = secret ?? personalOf(piece, personal);
  return kind === undefined ? undefined : foundIn(piece, kind, secret === undefined);
}

function foundIn({ part, at, end }: UrlPiece, kind: UrlSecretKind, personal: boolean): UrlSecret {
  return { kind, part, personal, at, end };
}

// Random by design, or public by design, and in every honest sign-in link (RFC 6749, RFC 7636, RFC 9101, OpenID Connect).
const HARMLESS =
  " state nonce codechallenge codechallengemethod clientid responsetype responsemode scope usercode request requesturi " +
  "pagetoken nextpagetoken synctoken continuationtoken tokentype ";

// Whatever these hold, it is meant to be secret.
const PASSWORDS = " password passwd pwd pass passphrase passcode pw secret clientsecret privatekey ";
const ENDINGS: readonly (readonly [string, UrlSecretKind])[] = [
  ["accesstoken", "token"],
  ["refreshtoken", "token"],
  ["idtoken", "token"],
  ["password", "password"],
  ["passwd", "password"],
  ["secret", "password"],
  ["apikey", "api-key"],
  ["secretkey", "api-key"],
];
// These hold a secret if they hold something random of that length: `session=expired`, `token=1`, `ticket=OPS-12345` do not.
const RANDOM_ENDINGS: readonly (readonly [ending: string, kind: UrlSecretKind, length: number])[] = [
  ["token", "token", 8],
  ["tokenhash", "token", 8],
  ["jwt", "token", 8],
  ["bearer", "token", 8],
  ["authkey", "token", 8],
  ["accesskey", "api-key", 8],
  ["signature", "signature", 8],
  ["credential", "signature", 8],
  ["hmac", "signature", 8],
  ["session", "session", 8],
  ["sessionid", "session", 8],
  ["sessid", "session", 8],
  ["sessionkey", "session", 8],
  ["magiclink", "magic-link", 8],
  ["oobcode", "magic-link", 8],
  ["ticket", "magic-link", 16],
];
const RANDOM_NAMES: readonly (readonly [name: string, kind: UrlSecretKind, length: number])[] = [
  ["sig", "signature", 8],
  ["sid", "session", 12],
  ["auth", "token", 16],
  ["authorization", "token", 8],
  ["magic", "magic-link", 8],
  ["key", "api-key", 16],
];
// One-time codes: short, but enough to sign in with.
const CODES =
  " otp totp ott onetimecode onetimepassword resetcode logincode signincode verificationcode confirmationcode pin ";

function secretOf({ name, value, within }: UrlPiece): UrlSecretKind | undefined {
  if (isHarmless(name) || isHarmless(within)) return undefined;
  if (JWT.test(value)) return "jwt";
  if (KNOWN_TOKEN.test(value)) return "token";
  if (name === "") return undefined;
  if (PASSWORDS.includes(` ${name} `)) return "password";
  if (CODES.includes(` ${name} `) && /[0-9].*[0-9]/.test(value) && value.length >= 4) return "magic-link";
  const always = ENDINGS.find(([ending]) => name.endsWith(ending));
  if (always !== undefined) return always[1];
  const random =
    RANDOM_NAMES.find(([whole]) => name === whole) ?? RANDOM_ENDINGS.find(([ending]) => name.endsWith(ending));
  return random !== undefined && value.length >= random[2] && isRandom(value) ? random[1] : undefined;
}

function isHarmless(name: string): boolean {
  return name !== "" && HARMLESS.includes(` ${name} `);
}

// RFC 7519: the header begins with `{"`, so its base64url with `eyJ`.
const JWT = /(?:^|[^A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*/;
// Prefixes that vendors publish so that leaks are found.
const KNOWN_TOKEN =
  /(?:^|[^A-Za-z0-9])(?:gh[oprsu]_[A-Za-z0-9]{20}|github_pat_[A-Za-z0-9]{20}|glpat-[A-Za-z0-9_-]{16}|[rs]k_(?:live|test)_[A-Za-z0-9]{10}|xox[abeoprs]-[A-Za-z0-9-]{10}|A[KS]IA[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30}|ya29\.[A-Za-z0-9_-]{16}|sk-(?:ant|proj)-[A-Za-z0-9_-]{16}|npm_[A-Za-z0-9]{30}|hf_[A-Za-z0-9]{30}|SG\.[A-Za-z0-9_-]{16}|shp(?:at|ss)_[a-f0-9]{30})/;

// Words that a link leads from straight to a secret: `/magic-link/8f14e45fceea167a`.
const MAGIC_WORDS =
  " magic magiclink magiclogin magicauth passwordless onetimelogin resetpassword passwordreset setpassword token autologin loginlink " +
  "emaillogin ";

function afterMagicWord(pieces: readonly UrlPiece[], index: number): UrlSecretKind | undefined {
  const [before, piece] = [pieces[index - 1], pieces[index]];
  if (before?.part !== "path" || piece?.part !== "path" || piece.name !== "" || before.name !== "") return undefined;
  const word = before.value.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[^a-z]/g, "");
  return MAGIC_WORDS.includes(` ${word} `) && piece.value.length >= 12 && isRandom(piece.value)
    ? "magic-link"
    : undefined;
}

// A code beside the state that came back with it is where an authorization ends, not where it begins (RFC 6749, 4.1.2).
function callback(pieces: readonly UrlPiece[]): UrlSecret | undefined {
  const code = pieces.find(({ name, value, within }) => name === "code" && within === "" && isRandom(value));
  const has = (wanted: string): boolean => pieces.some(({ name, within }) => name === wanted && within === "");
  if (code === undefined || !has("state") || has("responsetype")) return undefined;
  return foundIn(code, "authorization-code", false);
}

function personalOf({ name, value, within }: UrlPiece, counts: readonly PersonalKind[]): UrlSecretKind | undefined {
  if (counts.length === 0 || isHarmless(name) || isHarmless(within)) return undefined;
  if (counts.includes("email") && hasEmail(value, DOMAIN)) return "email";
  if (counts.includes("local-email") && hasEmail(value, LABEL)) return "email";
  const kind = name === "" ? undefined : personalName(name, value.replace(/[^0-9]/g, "").length);
  return kind !== undefined && counts.includes(kind) ? kind : undefined;
}

function personalName(name: string, digits: number): "card" | "personal-id" | "phone" | undefined {
  if (/(?:phone|mobile|msisdn)(?:number|no)?$|^tel$/.test(name) && digits >= 7) return "phone";
  if (/^(?:card|cc|creditcard|pan)(?:number|num|no)?$/.test(name) && digits >= 12) return "card";
  return /^(?:ssn|socialsecurity(?:number)?|passport(?:number|no)?|nationalid|mynumber)$/.test(name) && digits >= 6
    ? "personal-id"
    : undefined;
}

// A domain that could get mail: `ref=a@b`, `/@team` and `pkg@1.2.3` have none, nor has `git@github.com` a person's name.
const DOMAIN = /^[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8}\.[A-Za-z]{2,24}(?![A-Za-z0-9.-])/;
const LABEL = /^[A-Za-z][A-Za-z0-9-]{0,62}(?![A-Za-z0-9.-])/;

function hasEmail(text: string, domain: RegExp): boolean {
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    const local = /(?:^|[^A-Za-z0-9.!#$%&'*+/=?^_`{|}~@-])([A-Za-z0-9._%+-]{1,64})$/.exec(
      text.slice(Math.max(0, at - 65), at),
    )?.[1];
    if (local === undefined || local === "git") continue;
    if (domain.test(text.slice(at + 1, at + 300))) return true;
  }
  return false;
}

// Not a word, a phrase, a short number or a link: digits among letters, many digits, cases mixed within, or very long.
function isRandom(value: string): boolean {
  if (value.length < 8 || /\s|:\/\//.test(value)) return false;
  if (/[0-9]/.test(value)) return /[A-Za-z]/.test(value) || value.length >= 12;
  return /[a-z][A-Z]+[a-z]/.test(value) || (value.length >= 20 && /^[A-Za-z]*$/.test(value));
}
