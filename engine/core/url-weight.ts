/**
 * How much room a link takes on its way to the browser.
 * The client refuses to open what is too heavy, and then the person can only decline (client-observed I).
 */
import type { Url } from "./url.ts";

/** Measured: each character of the text as a browser writes it counts one, each `%` and `&` four (client-observed I) */
export function urlWeight({ scheme, host, port, path, query, fragment }: Url): number {
  const origin = scheme.length + "://".length + host.length + (port === undefined ? 0 : `:${port}`.length);
  const parts = weightOf(path === "" ? "/" : path) + weightOf(query, true) + weightOf(fragment);
  return origin + parts + (query === undefined ? 0 : 1) + (fragment === undefined ? 0 : 1);
}

/** At most what a text that was mended (`url-tolerance.ts`) weighs: everything that some browser may encode counts as encoded */
export function textWeight(text: string): number {
  const marks = text.match(/[ "'<>\\^`{|}]/g)?.length ?? 0;
  return weightOf(text) + marks * (ESCAPED - 1);
}

// `%XX` is four for its percent sign and two for its digits.
const ESCAPED = 6;

function weightOf(text = "", isQuery = false): number {
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // The query percent-encode set of WHATWG URL has the apostrophe for http(s); the rest of it is in no link that was read.
    if (unit === 0x27) weight += isQuery ? ESCAPED : 1;
    else if (unit < 0x80) weight += unit === 0x25 || unit === 0x26 ? 4 : 1;
    else if (unit < 0x800) weight += 2 * ESCAPED;
    // Half of a pair: four bytes together.
    else weight += unit >= 0xd800 && unit <= 0xdfff ? 2 * ESCAPED : 3 * ESCAPED;
  }
  return weight;
}
