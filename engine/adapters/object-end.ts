/**
 * Finds the first JSON object in bytes that are still arriving.
 * Whoever started the hook may leave stdin open behind the object, so its end has to be seen in the bytes themselves.
 */

interface Span {
  readonly start: number;
  /** Behind the closing brace */
  readonly end: number;
}

/** `blank`: nothing yet; `more`: not complete yet; `none`: something else stands where the object should begin */
export type Finding = Span | "blank" | "more" | "none";

/** Gets all bytes so far and how many of them count; goes on where it stopped the last time */
type ObjectFinder = (bytes: Uint8Array, length: number) => Finding;

/**
 * Looks only at braces outside of strings. That is enough: in a valid object the brace that closes it ends it, and
 * whether it is valid the reader of the text decides.
 */
export function createObjectFinder(): ObjectFinder {
  let next = 0;
  let start = -1;
  let depth = 0;
  let quoted = false;

  return (bytes, length) => {
    let at = next;
    if (start < 0) {
      if (at === 0) {
        const mark = afterByteOrderMark(bytes, length);
        if (mark === "blank") return "blank";
        at = mark;
      }
      while (at < length && isSpace(bytes[at])) at += 1;
      next = at;
      if (at >= length) return "blank";
      if (bytes[at] !== BRACE) return "none";
      start = at;
    }
    for (; at < length; at += 1) {
      const byte = bytes[at];
      if (quoted) {
        if (byte === BACKSLASH) at += 1;
        else if (byte === QUOTE) quoted = false;
      } else if (byte === QUOTE) quoted = true;
      else if (byte === BRACE) depth += 1;
      else if (byte === CLOSING_BRACE) {
        depth -= 1;
        if (depth === 0) return { start, end: at + 1 };
      }
    }
    next = at; // may lie beyond `length`, where a backslash came last
    return "more";
  };
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

// RFC 8259 §8.1: a parser may ignore a byte order mark.
function afterByteOrderMark(bytes: Uint8Array, length: number): number | "blank" {
  if (length === 0 || bytes[0] !== 0xef) return 0;
  if (length === 1) return "blank";
  if (bytes[1] !== 0xbb) return 0;
  if (length === 2) return "blank";
  return bytes[2] === 0xbf ? 3 : 0;
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
