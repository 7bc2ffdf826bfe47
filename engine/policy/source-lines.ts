/**
 * Offsets of a text as lines and columns.
 * Editors and terminals count from 1, and in UTF-16 code units as JavaScript does; so do we.
 */

/** A stretch of one line: where it begins, and how many code units of that line it covers (0: nothing stands there) */
export interface Position {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

/** The place of a stretch of the text; one that runs over a line end is cut there */
export type Locator = (start: number, end: number) => Position;

export function createLocator(text: string): Locator {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return (start, end) => {
    const line = lineOf(starts, start);
    const lineStart = starts[line] ?? 0;
    return {
      line: line + 1,
      column: start - lineStart + 1,
      length: Math.max(0, Math.min(end, lineEnd(text, start)) - start),
    };
  };
}

/** Where the line ends that the offset is on: before LF or CRLF */
export function lineEnd(text: string, offset: number): number {
  const feed = text.indexOf("\n", offset);
  if (feed === -1) return text.length;
  return feed > offset && text[feed - 1] === "\r" ? feed - 1 : feed;
}

// The last line that starts at or before the offset.
function lineOf(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
