/**
 * What kind of secret a proposed text stands for: `sk-ant-…`, `ghp_xxxx`, `-----BEGIN PRIVATE KEY-----`.
 * A form whose default or example has a token's beginning asks for that token.
 */
import type { SecretCategory } from "./secrets.ts";

const BEGINNINGS =
  "api-key sk- sk_live_ sk_test_ rk_live_ AIza SG. key- xkeysib- AKIA ASIA gsk_ r8_ sk_ hf_ pk.eyJ nvapi- pplx- xai- " +
  "access-token ghp_ gho_ ghs_ ghu_ ghr_ github_pat_ glpat- xoxb- xoxp- xoxa- xapp- npm_ pypi- eyJ Bearer ya29. dop_v1_ EAA " +
  "private-key -----BEGIN AGE-SECRET-KEY PuTTY-User-Key ssh-private " +
  "secret whsec_ postgres://user:pass postgresql://user:pass mysql://user:pass mongodb://user:pass redis://:pass";

let beginnings: readonly (readonly [string, SecretCategory])[] | undefined;

/** The category of a proposed text that begins like a secret's usual format, anchors of a pattern left aside */
export function placeholderCategory(text: string): SecretCategory | undefined {
  beginnings ??= makeBeginnings();
  let start = 0;
  while (start < text.length && start < 4 && " ^(\"'".includes(text.charAt(start))) start += 1;
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
    else list.push([part, category]);
  }
  return list;
}
