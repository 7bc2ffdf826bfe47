/**
 * Where a link says that it will lead next: links inside its parameters and its path.
 * A person judges the host that is shown; a server that forwards blindly takes them to another one.
 */
import { parseUrl, type Url } from "./url.ts";
import { decodeOnce, type UrlPart, type UrlPiece, urlPieces } from "./url-parts.ts";

/** `unclear`: some readers would see a host, others not, or another one; `script`: what opens is no page but code or a file */
export type UrlTarget = UrlTargetKind & {
  /** Where it stands: in which part, and there from and up to */
  readonly part: UrlPart;
  readonly at: number;
  readonly end: number;
};

type UrlTargetKind =
  | { readonly kind: "host"; readonly host: string; readonly loopback: boolean }
  | { readonly kind: "script" }
  | { readonly kind: "unclear" };

/** Every target in a link's parameters and path, as they stand and decoded once or twice */
export function urlTargets(url: Pick<Url, "fragment" | "path" | "query">): readonly UrlTarget[] {
  const targets: UrlTarget[] = [];
  for (const piece of urlPieces({ ...url, path: "" })) {
    const target = targetOf(piece);
    if (target !== undefined) targets.push({ ...target, part: piece.part, at: piece.at, end: piece.end });
  }
  const inPath = targetInPath(url.path);
  if (inPath !== undefined) targets.push({ ...inPath, part: "path", at: 0, end: url.path.length });
  return targets;
}

// Parameters by which servers are told where to send people (OWASP, unvalidated redirects; OAuth, OpenID Connect, CAS, WS-Federation).
const LEADING =
  " next url uri redirect redirecturi redirecturl redirectto redir return returnto returnurl returnuri returnpath continue goto go " +
  "to dest destination target rurl rto callback callbackurl cb out view forward forwardurl forwardto successurl cancelurl failureurl " +
  "errorurl backurl back service wreply relaystate postlogoutredirecturi logouturl afterlogin origin referer ref link href u r ";

// Links that name something and lead nowhere: audiences, issuers, scopes that are links (RFC 8707, RFC 9207, OpenID Connect),
// clients known by the address of their metadata.
const NAMING =
  " resource audience aud iss issuer scope scopes clientid claims acrvalues realm wtrealm entityid providerid schema namespace ns " +
  "state nonce request requesturi loginhint id openidclaimedid openididentity ";

function targetOf({ name, value, within }: UrlPiece): UrlTargetKind | undefined {
  if (isOneOf(NAMING, name) || isOneOf(NAMING, within)) return undefined;
  // Blanks and controls at the start are dropped by browsers.
  const text = value.replace(/^[\0- ]+/, "");
  if (/^https?:/i.test(text)) return hostTarget(text);
  if (!isOneOf(LEADING, name)) return undefined;
  if (/^[/\\]{2}/.test(text)) return hostTarget(`https:${text}`);
  if (/^(?:data|file|javascript|vbscript|blob|view-source):/i.test(text)) return { kind: "script" };
  // Put behind `https://auth.example.com` by a server, `@evil.test` and `\evil.test` are hosts of their own.
  return /^[@\\]/.test(text) ? { kind: "unclear" } : undefined;
}

// The host alone has to be clear: what follows is cut, decoded and encoded again on the way.
function hostTarget(text: string): UrlTargetKind {
  const origin = /^https?:\/\/[^/?#\\]*/i.exec(text)?.[0];
  if (origin === undefined || text[origin.length] === "\\") return { kind: "unclear" };
  const read = parseUrl(origin);
  return read.ok ? { kind: "host", host: read.value.host, loopback: read.value.loopback } : { kind: "unclear" };
}

// `/redirect/https://evil.test/`, `/r/https%3A%2F%2Fevil.test`
function targetInPath(path: string): UrlTargetKind | undefined {
  for (const text of [path, decodeOnce(path), decodeOnce(decodeOnce(path))]) {
    const found = /\/(https?:\/{1,2}[^/].*)$/i.exec(text)?.[1];
    if (found !== undefined) return hostTarget(found.replace(/^(https?:)\/+/i, "$1//"));
  }
  return undefined;
}

function isOneOf(list: string, name: string): boolean {
  return name !== "" && list.includes(` ${name} `);
}
