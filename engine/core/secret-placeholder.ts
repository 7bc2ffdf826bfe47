/**
 * Texts that stand in a secret's place: references, masks, examples. And the kind of secret that an example stands for.
 */
import type { SecretCategory } from "./secrets.ts";

/** Whether a value is no secret but a name for one, a mask, or an example: `${TOKEN}`, `<YOUR_KEY>`, `****`, `REDACTED` */
export function isPlaceholder(value: string): boolean {
  const text = value.trim();
  if (text === "" || text.length > 400) return text === "";
  return isReference(text) || isMask(text) || NOTHING_GIVEN.test(text) || isExample(text);
}

// Variables, templates, secret stores, paths and resource names (gitleaks, detect-secrets: the usual allow-lists).
const REFERENCE =
  /^(?:\$\{[^}]{1,200}\}|\$\([^)]{1,200}\)|\$[A-Za-z_]\w{0,100}|%[A-Za-z_]\w{0,100}%|\{\{[^}]{1,200}\}\}|\{[A-Za-z_][\w.-]{0,100}\}|<[^<>]{1,200}>|\[[A-Za-z][\w .-]{0,100}\]|#\{[^}]{1,200}\}|@[\w.]{1,100}@|__[A-Z][A-Z0-9_]{0,100}__)$/;
const STORE =
  /^(?:arn:|op:\/\/|vault:|vault:\/\/|secret:\/\/|secrets\.|env:|env\.|env\(|process\.env\b|os\.environ\b|ssm:|sm:\/\/|gcp:|keyvault:|keychain:|keyring:|bws:|doppler:|infisical:|file:|aws:|azure:|kms:|ref\+|projects\/|ENC\[|!vault|@Microsoft\.KeyVault|\$ANSIBLE_VAULT|sops:)/i;

/** A name for a secret that is kept elsewhere, or where it lies */
function isReference(text: string): boolean {
  return REFERENCE.test(text) || STORE.test(text) || isPath(text);
}

function isPath(text: string): boolean {
  return (
    /^(?:~|\.{1,2})?\/[\w.@~-]+(?:\/[\w.@~ -]+)*\/?$/.test(text.slice(0, 300)) ||
    /^[A-Za-z]:\\[^"<>|]{1,250}$/.test(text)
  );
}

// One sign over and over, at most with a known beginning or a few shown characters.
function isMask(text: string): boolean {
  if (/^[*\u2022\u25cf\u00b7.\u2026xX#_-]{2,}$/.test(text)) return true;
  if (/^.{0,20}?(?:[*\u2022\u25cf\u2026]{3,}|\.{3,}).{0,8}$/.test(text)) return true;
  const signs = new Set(text.replace(/[-_ ]/g, ""));
  return text.length >= 8 && signs.size <= 2;
}

const NOTHING_GIVEN =
  /^(?:[([]?(?:redacted|removed|hidden|masked|censored|secret|none|null|nil|undefined|empty|n\/?a|no|yes|true|false|tbd|todo|skip|unknown|nothing|default|unchanged|same|placeholder|change[-_ ]?me|change[-_ ]?it|replace[-_ ]?me|fill[-_ ]?me|unset|not set|disabled|enabled|required|optional|string|text|value)[)\]]?|[-?.]+)$/i;

const EXAMPLE =
  /(?:example|your[-_ ]?(?:[a-z]{1,12}[-_ ]?){0,3}(?:key|token|secret|password|pass|value|id|here)|(?:key|token|secret|password)[-_ ]?(?:goes[-_ ]?)?here|placeholder|redacted|insert[-_ ]|x{4,}|\*{4,}|\.\.\.|my[-_](?:api[-_]?)?(?:key|token|secret|password)$|dummy|replace[-_ ]?(?:me|with)|changeme|foobar|lorem|sample[-_ ]?(?:key|token))/i;

function isExample(text: string): boolean {
  return EXAMPLE.test(text);
}

/** Whether the random part of a token is an example's: one sign over and over, a counted row, a telling word */
export function isExampleBody(body: string): boolean {
  const signs = new Set(body.replace(/[-_.]/g, ""));
  if (signs.size < 6) return true;
  if (EXAMPLE.test(body)) return true;
  return isCounted(body);
}

// 0123456789…, abcdefghij…: nearly every character follows the one before it.
function isCounted(body: string): boolean {
  let steps = 0;
  for (let i = 1; i < body.length; i += 1) {
    const step = body.charCodeAt(i) - body.charCodeAt(i - 1);
    if (step === 1 || step === 0 || step === -9 || step === -25) steps += 1;
  }
  return steps > (body.length - 1) * 0.8;
}

const BEGINNINGS =
  "api-key sk- sk_live_ sk_test_ rk_live_ AIza SG. key- xkeysib- AKIA ASIA gsk_ r8_ nvapi- pplx- xai- pcsk_ tvly- lsv2_ " +
  "access-token ghp_ gho_ ghs_ ghu_ ghr_ github_pat_ glpat- gldt- xoxb- xoxp- xoxa- xapp- npm_ pypi- hf_ eyJ ya29. dop_v1_ dckr_pat_ Bearer " +
  "private-key -----BEGIN AGE-SECRET-KEY- PuTTY-User-Key " +
  "secret whsec_ GOCSPX- postgres://user:pass postgresql://user:pass mysql://user:pass mongodb://user:pass mongodb+srv://user:pass redis://:pass";

// Nearly every text is told by its first character.
let firsts: ReadonlySet<string> | undefined;
let beginnings: readonly (readonly [string, SecretCategory])[] | undefined;

/**
 * The category of a proposed text (default, example, placeholder, pattern) that begins like a secret's usual format:
 * a form that offers `sk-ant-…` asks for that key.
 */
export function placeholderCategory(text: string): SecretCategory | undefined {
  beginnings ??= makeBeginnings();
  let start = 0;
  while (start < text.length && start < 6 && " ^(\"'`<".includes(text.charAt(start))) start += 1;
  firsts ??= new Set(beginnings.map(([beginning]) => beginning.charAt(0)));
  if (!firsts.has(text.charAt(start))) return undefined;
  if (text.startsWith("-----BEGIN", start) && !text.includes("PRIVATE", start)) return undefined;
  for (const [beginning, category] of beginnings) {
    if (text.startsWith(beginning, start)) return category;
  }
  return undefined;
}

function makeBeginnings(): readonly (readonly [string, SecretCategory])[] {
  const list: (readonly [string, SecretCategory])[] = [];
  let category: SecretCategory = "api-key";
  for (const part of BEGINNINGS.split(" ")) {
    if (part === "api-key" || part === "access-token" || part === "private-key" || part === "secret") category = part;
    else if (part !== "") list.push([part, category]);
  }
  return list;
}
