/**
 * A clock that is read more often than it moves: under load several calls, and their lines in the log, fall into one
 * millisecond, and to write a time as text costs as much as to read a small form.
 */

/** Reads again only once the millisecond has passed */
export function perMillisecond<Time>(read: () => Time, milliseconds: () => number = Date.now): () => Time {
  let at = milliseconds();
  let time = read();
  return () => {
    const now = milliseconds();
    if (now !== at) {
      at = now;
      time = read();
    }
    return time;
  };
}
