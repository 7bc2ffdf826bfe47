/**
 * A link taken apart into everything that a reader could find in it: path segments, parameters, and what they hold when
 * decoded once or twice. Servers decode once, and what they find there is often a link again, decoded by somebody else.
 */
import type { Url } from "./url.ts";

export type UrlPart = "fragment" | "path" | "query";

export interface UrlPiece {
  readonly part: UrlPart;
  /** As a server would look for it: decoded, without case and `-_.` (`X-Amz-Signature` is `xamzsignature`); "" if there is none */
  readonly name: string;
  readonly value: string;
  /** The name of the parameter that this was found inside of, for pieces of a decoded value */
  readonly within: string;
  /** Where it stands in its part as written, from and up to; a piece of a decoded value stands where that value does */
  readonly at: number;
  readonly end: number;
}

/** Every segment and parameter, decoded and taken apart again where that gives something new; at most twice more */
export function urlPieces({ path, query, fragment }: Pick<Url, "fragment" | "path" | "query">): readonly UrlPiece[] {
  const pieces: UrlPiece[] = [];
  let at = 0;
  for (const segment of path.split("/")) {
    addPieces(pieces, "path", segment, at);
    at += segment.length + 1;
  }
  if (query !== undefined) addPieces(pieces, "query", query, 0);
  if (fragment !== undefined) addPieces(pieces, "fragment", fragment, 0);
  return pieces;
}

/** The text with each `%XX` of ASCII decoded; what stands for other characters stays as it is */
export function decodeOnce(text: string): string {
  if (!text.includes("%")) return text;
  return text.replace(/%([0-7][0-9A-Fa-f])/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

// The value as written is level 0; a well-written one is plain at level 1, one inside a link inside a parameter at level 2.
const MOST_LEVELS = 2;

function addPieces(pieces: UrlPiece[], part: UrlPart, text: string, start: number): void {
  let at = start;
  for (const written of text.split(/[?&;#]/)) {
    addPiece(pieces, { part, within: "", at, end: at + written.length }, written, 0);
    at += written.length + 1;
  }
}

type Place = Pick<UrlPiece, "at" | "end" | "part" | "within">;

function addPiece(pieces: UrlPiece[], place: Place, written: string, level: number): void {
  const equals = written.indexOf("=");
  const name = equals < 0 ? "" : plainName(written.slice(0, equals));
  const value = equals < 0 ? written : written.slice(equals + 1);
  if (value === "") return;
  const { part, within, at, end } = place;
  pieces.push({ part, name, value, within, at, end });
  const decoded = level < MOST_LEVELS ? decodeOnce(value) : value;
  if (decoded === value) return;
  const inside = within === "" ? { ...place, within: name } : place;
  for (const inner of named(name, decoded).split(/[?&;#]/)) addPiece(pieces, inside, inner, level + 1);
}

// Under its own name again, so that a decoded value is looked at as that parameter's too.
function named(name: string, value: string): string {
  return name === "" ? value : `${name}=${value}`;
}

// `user[password]` and `user.password` are looked up by their last step.
function plainName(text: string): string {
  const decoded = decodeOnce(decodeOnce(text)).slice(0, 100);
  const inner = /\[([^\][]+)\]$/.exec(decoded)?.[1] ?? decoded;
  return inner.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).replace(/[^a-z0-9]/g, "");
}
