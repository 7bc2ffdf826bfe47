/**
 * Secrets known by their build rather than by a beginning: JWT, PEM keys, connection strings, HTTP headers, assignments.
 */
import { decodeBase64 } from "./base64.ts";
import { isExampleBody, isPlaceholder } from "./secret-placeholder.ts";

type Report = (kind: string) => void;

/** Finds what is certain: its build leaves no doubt. Every pattern is bounded, so this is linear */
export function findShapes(text: string, report: Report): void {
  if (text.includes("eyJ")) findJwt(text, report);
  if (text.includes("PRIVATE KEY") || text.includes("b3BlbnNzaC1rZXktdjE") || text.includes("PuTTY-User-Key-File")) {
    findPrivateKey(text, report);
  }
  if (text.includes("://")) findUrlSecrets(text, report);
  if (text.includes("SharedAccessSignature") && SHARED_ACCESS.test(text)) report("azure-sas-token");
  if (/basic |bearer |cookie/i.test(text)) findHeaders(text, report);
  if (text.includes("=") || text.includes(":")) findPairs(text, report);
  findOthers(text, report);
}

const JWT = /(?<![\w-])eyJ([\w-]{8,2000})\.([\w-]{4,8000})\.([\w-]{0,2000})/g;

// RFC 7515: three parts, the first a JSON object that names its algorithm. (A lone `eyJ…` is any base64 of JSON.)
function findJwt(text: string, report: Report): void {
  for (const [, header = ""] of text.matchAll(JWT)) {
    const decoded = decodeBase64(`eyJ${header}`);
    if (decoded?.includes('"alg"') === true || decoded?.includes('"typ"') === true) report("jwt");
  }
}

const PEM =
  /-----BEGIN ((?:[A-Z0-9]{2,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----((?:[\s\\nr]|[A-Za-z0-9+/=:,;.() -]){24,})/;

// PEM of any kind, also on one line with `\n` written out; certificates and public keys have other names.
function findPrivateKey(text: string, report: Report): void {
  const body = PEM.exec(text)?.[2]?.replace(/\\[nr]|\s/g, "");
  if (body !== undefined && body.length >= 24 && !body.startsWith("...") && !isExampleBody(body.slice(0, 200))) {
    report("private-key");
  } else if (text.includes("b3BlbnNzaC1rZXktdjE") || /PuTTY-User-Key-File-\d: [a-z]/.test(text)) report("private-key");
}

const USER_INFO = /\b([a-z][a-z0-9+.-]{1,20}):\/\/([^\s:@/?#"'<>]{0,200}):([^\s@/"'<>]{1,200})@([^\s"'<>]{1,20})/gi;
const WEBHOOKS: readonly (readonly [string, RegExp])[] = [
  ["slack-webhook", /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{8,14}\/[\w/]{10,100}/],
  ["discord-webhook", /discord(?:app)?\.com\/api\/webhooks\/\d{15,22}\/[\w-]{40,100}/],
  ["teams-webhook", /webhook\.office\.com\/webhookb2\/[\w@/-]{60,250}/],
  ["azure-sas-token", /[?&]sig=[A-Za-z0-9%/+_-]{30,120}/],
  ["aws-signed-url", /[?&]X-Amz-Signature=[0-9a-f]{64}/],
  ["google-signed-url", /[?&]X-Goog-Signature=[0-9a-f]{64}/],
];
const SHARED_ACCESS = /SharedAccessSignature[ =]\s{0,3}[\w%=.:/&-]{0,400}?\bsig=[A-Za-z0-9%/+_-]{30,120}/;
const QUERY_PASSWORD = /[?&;](?:password|passwd|pwd)=([^&;\s"']{1,200})/gi;

function findUrlSecrets(text: string, report: Report): void {
  for (const [, scheme = "", , password = ""] of text.matchAll(USER_INFO)) {
    if (isPlaceholder(password) || /^(?:pass|password|pw|\*+|x+)$/i.test(password)) continue;
    report(/^(?:https?|wss?|git)$/i.test(scheme) ? "url-credentials" : "connection-string");
  }
  for (const [kind, pattern] of WEBHOOKS) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !isExampleBody(found.slice(-24))) report(kind);
  }
  for (const [, password = ""] of text.matchAll(QUERY_PASSWORD)) {
    if (!isPlaceholder(password)) report("connection-string");
  }
}

const BASIC = /\bbasic\s{1,3}([A-Za-z0-9+/_-]{8,2000}={0,2})/gi;
const BEARER = /\bbearer\s{1,3}([\w.~+/-]{16,4000}={0,2})/gi;
const COOKIE = /\b(?:set-)?cookie\s?:\s{0,3}([^\n]{3,4000})/gi;
const SESSION_PAIR =
  /(?:^|[\s;,"'])((?:__(?:secure|host)-)?[\w.-]{0,40}(?:sess(?:ion)?[\w.-]{0,20}|sid|auth[\w-]{0,20}|token|li_at|remember[\w-]{0,20}))=([\w%+/.:|~-]{8,4000})/i;

function findHeaders(text: string, report: Report): void {
  for (const [, encoded = ""] of text.matchAll(BASIC)) {
    const decoded = decodeBase64(encoded);
    if (decoded !== undefined && /^[\x20-\x7e]{1,200}:[\x20-\x7e]{1,}$/.test(decoded)) report("basic-auth");
  }
  for (const [, token = ""] of text.matchAll(BEARER)) {
    if (!token.startsWith("eyJ") && /\d/.test(token) && !isExampleBody(token) && !isPlaceholder(token))
      report("bearer-token");
  }
  for (const [, pairs = ""] of text.matchAll(COOKIE)) {
    const value = SESSION_PAIR.exec(pairs)?.[2];
    if (value !== undefined ? !isExampleBody(value) : /=[\w%+/.-]{20,}/.test(pairs) && /\d/.test(pairs)) {
      report("session-cookie");
    }
  }
}

const STANDALONE_COOKIE =
  /(?:^|[\s;,"'])(?:sessionid|session_id|connect\.sid|phpsessid|jsessionid|asp\.net_sessionid|laravel_session|li_at|__secure-[\w-]{1,40}|__host-[\w-]{1,40}|_[\w]{1,30}_session)=([\w%+/.:|~-]{12,4000})/i;
const CONNECTION_PAIR = /(?:^|[;\s"'])(?:password|pwd)\s?=\s?([^;"'\s]{1,200})/gi;
const CONNECTION_OTHER =
  /(?:^|[;\s"'])(?:server|host|data source|user id|uid|username|user|database|initial catalog)\s?=/i;
const ACCOUNT_KEY = /\b(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{30,120}={0,2})/;

function findPairs(text: string, report: Report): void {
  const cookie = STANDALONE_COOKIE.exec(text)?.[1];
  if (cookie !== undefined && !isExampleBody(cookie)) report("session-cookie");
  const key = ACCOUNT_KEY.exec(text)?.[1];
  if (key !== undefined && !isExampleBody(key)) report("azure-storage-key");
  if (!CONNECTION_OTHER.test(text)) return;
  for (const [, password = ""] of text.matchAll(CONNECTION_PAIR)) {
    if (!isPlaceholder(password)) report("connection-string");
  }
}

const OTHERS: readonly (readonly [string, string, RegExp])[] = [
  ["telegram-bot-token", ":AA", /(?<![\w-])\d{8,10}:AA[\w-]{33}(?![\w-])/],
  ["azure-client-secret", "Q~", /(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~.-])/],
  ["discord-bot-token", ".", /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/],
  ["terraform-token", ".atlasv1.", /(?<![\w-])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/],
  ["airtable-token", "pat", /(?<![\w-])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?!\w)/],
  ["mailchimp-key", "-us", /(?<![\w-])[0-9a-f]{32}-us\d{1,2}(?!\w)/],
  ["wallet-key", "prv", /(?<![A-Za-z0-9])[xyzt]prv[1-9A-HJ-NP-Za-km-z]{107,108}(?![A-Za-z0-9])/],
];

function findOthers(text: string, report: Report): void {
  for (const [kind, mark, pattern] of OTHERS) {
    if (!text.includes(mark)) continue;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined && !isExampleBody(found)) report(kind);
  }
}

const ASSIGNMENT =
  /(?:^|[\s,;{("'&?])([\w.-]{0,40}(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|apikey|access[_-]?key|auth[_-]?key|private[_-]?key))["']?\s{0,3}[:=]\s{0,3}["']?([^\s"',;)}&]{8,500})/gi;

/** Finds what is likely: `DB_PASSWORD=hunter2-x9` in a longer text, unless the value is a reference, a word or an address */
export function findAssignments(text: string, report: Report): void {
  if (/password|passwd|pass(?:code|phrase)|-u|--user/i.test(text)) findSaid(text, report);
  if (!text.includes("=") && !text.includes(":")) return;
  for (const [, name = "", value = ""] of text.matchAll(ASSIGNMENT)) {
    if (isPlaceholder(value) || isExampleBody(value) || /^[a-z][a-z0-9+.-]{1,20}:\/\//i.test(value)) continue;
    if (!/\d/.test(value) || !/[a-z]/i.test(value)) continue;
    report(/pass|pwd/i.test(name) ? "password" : "generic-secret");
  }
}

// `curl -u bob:…`; `login bob password …` (.netrc); `my password is …`.
const SIGN_IN = /(?:^|\s)(?:-u|--user|--proxy-user)[ =]["']?[^\s:"']{1,64}:([^\s"']{4,200})/g;
const SAID =
  /\b(?:login\s{1,3}\S{1,100}\s{1,3}password|(?:password|passwd|passcode|passphrase)\s(?:is|was))\s{1,3}["']?([^\s"',;]{6,200})/gi;

function findSaid(text: string, report: Report): void {
  for (const pattern of [SIGN_IN, SAID]) {
    for (const [, value = ""] of text.matchAll(pattern)) {
      if (!isPlaceholder(value) && !isExampleBody(value) && /\d/.test(value) && /[a-z]/i.test(value))
        report("password");
    }
  }
}

const NAMED_AWS = /aws.{0,20}(?:secret|sk).{0,40}?["'\s:=]([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/i;
const AWS_SECRET = /(?<![A-Za-z0-9/+=])([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/g;

/** An AWS secret key has no beginning: forty characters, beside a key id or a name that says so */
export function findAwsSecret(text: string, named: boolean, report: Report): void {
  const close = NAMED_AWS.exec(text)?.[1];
  if (close !== undefined && looksRandom(close)) {
    report("aws-secret-key");
    return;
  }
  if (!named) return;
  for (const [, value = ""] of text.matchAll(AWS_SECRET)) if (looksRandom(value)) report("aws-secret-key");
}

function looksRandom(value: string): boolean {
  return (
    /\d/.test(value) &&
    /[a-z]/.test(value) &&
    /[A-Z]/.test(value) &&
    !isExampleBody(value) &&
    !value.includes("EXAMPLE")
  );
}
