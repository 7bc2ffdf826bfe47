/**
 * Hosts that are made to be taken for another one.
 * Where a host goes is certain by now; the question here is what a person who glances at it believes.
 */
import { scriptOf, unicodeLabel } from "./host-idn.ts";
import { isInternational, isTwinLabel, lookOf } from "./host-look.ts";
import { isBelow } from "./host-match.ts";
import type { RegistrableDomain } from "./hosts.ts";

/** How a host deceives; `of` is the genuine host that it looks like */
export type Lookalike =
  | { readonly kind: "confusable"; readonly of: string }
  | { readonly kind: "contains-host"; readonly of: string }
  | { readonly kind: "latin-twin"; readonly label: string }
  | { readonly kind: "mixed-script"; readonly label: string };

/** Genuine hosts, prepared once for many questions */
export interface Genuine {
  /** By the text without dots and hyphens, as it looks; `google.com` and `goo-gle.com` are one */
  readonly bySquash: ReadonlyMap<string, string>;
  /** Each host as it looks, with a dot for each hyphen and around it */
  readonly dotted: readonly (readonly [dotted: string, host: string])[];
}

export function prepareGenuine(hosts: readonly string[]): Genuine {
  const bySquash = new Map<string, string>();
  const dotted: (readonly [string, string])[] = [];
  for (const host of hosts) {
    if (!host.includes(".")) continue;
    const look = lookOf(host);
    bySquash.set(squash(look), host);
    dotted.push([dottedText(look), host]);
  }
  return { bySquash, dotted };
}

/**
 * The first trick that a host in the form of `Url.host` plays; `undefined`: none that is known.
 * `registrableDomain` is asked only where one is found: whoever owns the genuine host can't imitate himself.
 */
export function findLookalike(
  host: string,
  genuine: readonly Genuine[],
  registrableDomain: RegistrableDomain,
): Lookalike | undefined {
  const labels = host.split(".");
  for (const label of labels) {
    const trick = isInternational(host) ? scriptTrick(label, labels) : undefined;
    if (trick !== undefined) return trick;
  }
  const look = lookOf(host);
  const isStranger = (of: string): boolean => {
    if (host === of || isBelow(host, of)) return false;
    const owner = registrableDomain(host);
    const genuineOwner = registrableDomain(of) ?? of;
    // `amazon.com.au` has `amazon.com` in it, and is a name that somebody registered as a whole.
    return owner === undefined || (owner !== genuineOwner && !owner.startsWith(`${genuineOwner}.`));
  };
  for (const { bySquash, dotted } of genuine) {
    const of = imitated(look, bySquash, isStranger);
    if (of !== undefined) return { kind: "confusable", of };
    const inside = contained(look, dotted, isStranger);
    if (inside !== undefined) return { kind: "contains-host", of: inside };
  }
  return undefined;
}

function scriptTrick(label: string, labels: readonly string[]): Lookalike | undefined {
  const text = unicodeLabel(label);
  if (text === undefined) return undefined;
  const scripts = new Set(Array.from(text, (letter) => scriptOf(letter.codePointAt(0) ?? 0)));
  scripts.delete(undefined);
  // Japanese is written in kana and kanji together; Latin letters among them are not worth the risk (`comノlogin`).
  const alone = scripts.size === 1 || (scripts.size === 2 && scripts.has("han") && scripts.has("kana"));
  if (!alone) return { kind: "mixed-script", label };
  // `.рф` is no disguise of anything: such a host is honest in all its letters.
  const top = unicodeLabel(labels.at(-1) ?? "") ?? "";
  const atHome = scripts.has(scriptOf(top.codePointAt(0) ?? 0));
  return !atHome && isTwinLabel(text) ? { kind: "latin-twin", label } : undefined;
}

// For each end of the host that could be a name on its own: does it look like a genuine one, and is it another?
function imitated(
  look: string,
  bySquash: Genuine["bySquash"],
  isStranger: (of: string) => boolean,
): string | undefined {
  for (let from = 0; from >= 0 && look.includes(".", from); from = look.indexOf(".", from) + 1) {
    const of = bySquash.get(squash(look.slice(from)));
    if (of !== undefined && isStranger(of)) return of;
  }
  return undefined;
}

// `auth.example.com.evil.test`, `auth-example-com.evil.test`, `auth.example.com-login.test`, `my-github.com`
function contained(look: string, dotted: Genuine["dotted"], isStranger: (of: string) => boolean): string | undefined {
  const within = dottedText(look);
  return dotted.find(([text, of]) => within.includes(text) && isStranger(of))?.[1];
}

function squash(look: string): string {
  return look.replace(/[.-]/g, "");
}

function dottedText(look: string): string {
  return `.${look.replaceAll("-", ".")}.`;
}
